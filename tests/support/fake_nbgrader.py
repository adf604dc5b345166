"""A fake of nbgrader without a sandbox: it runs a notebook in this process, and saves the points in a gradebook.

The verdicts, the log, the records and the graded notebook come from the real program that grades from outside.
"""

import contextlib
import io
import json
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
from course import course_of, filled_in, in_adas_folder, logged, program_outside, released, solutions, source, write
from notebook_rules import python

import bleu_grading
from bleu_grading.inside import examiner_proxy
from bleu_grading.instructor import command, configuration, nbgrader_commands
from bleu_grading.outside import grading_log, kernel_launcher, sandbox
from bleu_grading.outside.problem_set import ProblemSet, grade_id, grading_data, is_test
from bleu_grading.records.grades import Score

# One notebook.


@cache
def ran(name, notebook):
    """Run a notebook, once for all tests. Return the logged events and the outputs of its code cells."""
    cells = [cell for cell in json.loads(notebook)["cells"] if cell["cell_type"] == "code"]
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as here:
        course = in_adas_folder(Path(folder), here, name)
        here.setitem(sys.modules, "__main__", space := SimpleNamespace())
        here.setattr(bleu_grading, "grade", bleu_grading.grade)  # because a student's cell may replace it
        with program_outside(here, ProblemSet(course, name).tests()):
            outputs = [_outputs(cell, number, vars(space)) for number, cell in enumerate(cells, start=1)]
        log = logged(course, name)
    about = ("run", "problem_set", "student", "when")
    return [{key: event[key] for key in event if key not in about} for event in log], outputs


def _outputs(cell, number, space):
    """Run a cell. Return the error with which it stops, if any, as a kernel does."""
    examiner_proxy.examiner.begin("".join(cell["source"]))
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(python(cell), f"cell {number}", "exec"), space)
    except BaseException as error:
        return [{"output_type": "error", "ename": type(error).__name__, "evalue": "", "traceback": []}]
    finally:
        examiner_proxy.examiner.end()
    return []


def graded(course, name, student, answers=None, run="a run", then=()):
    """Grade a student's notebook as nbgrader does. Return the points that nbgrader reads from the test cells.

    Args:
        answers: the text of the cells that the student filled in, by default the notebook in `submitted`.
        then: more events, for example about the end of a sandbox.
    """
    problem_set = ProblemSet(course, name)
    path, there = problem_set.submitted(student), problem_set.graded(student)
    if answers is not None:
        write(filled_in(released(name), solutions(name) | answers), path)
    notebook = json.loads(path.read_text("utf-8"))
    hidden = {grade_id(cell): cell["source"] for cell in source(name)["cells"]}
    tests = [*filter(is_test, notebook["cells"])]
    for cell in tests:
        cell["source"] = hidden[grade_id(cell)]
    events, outputs = ran(name, json.dumps(notebook))
    log = grading_log.Log(problem_set, student, run)
    kernel_launcher.log_start(log, problem_set, student)
    for event in [*events, *then]:
        log.write(**event)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell, shown in zip(code, outputs, strict=True):
        cell |= {"outputs": [*shown], "execution_count": None}
    configuration.insert_verdicts(notebook, {"metadata": {"path": str(there.parent)}})
    write(notebook, there)
    return {grade_id(cell): float(cell["outputs"][-1]["data"]["text/plain"]) for cell in tests}


# The gradebook, whose real tables only tests/grading/test_the_course.py reads.


def scores(name, points, by_hand):
    """Return a student's scores if nbgrader has saved these points, and a person has given those `by_hand`."""
    found = {}
    for data in map(grading_data, source(name)["cells"]):
        if data.get("grade"):
            cell, manual = data["grade_id"], by_hand.get(data["grade_id"])
            waits = data["solution"] and manual is None
            found[cell] = Score(data["points"], points.get(cell), manual, None, waits)
    return found


# Commands of nbgrader.


class Nbgrader:
    """Creates the files that nbgrader's two commands create."""

    def __init__(self):
        self.ran, self.fails, self.leaves_out, self.points, self.scores = [], False, (), {}, {}
        self.by_hand = {"reading": 2.0}  # a person has graded the answer in ps1, but not the one in ps3

    def __call__(self, command, problem_set, *options):
        self.ran.append(command)
        if self.fails:
            return subprocess.CompletedProcess(command, 1, "[App | INFO] starting\n[App | ERROR] out of order\n")
        if command == "generate_assignment":
            self.release(problem_set)
        else:
            self.autograde(problem_set, options[0].partition("=")[2].split(","))
        return subprocess.CompletedProcess(command, 0, "done\n")

    def release(self, problem_set):
        notebook = released(problem_set.name)
        notebook["cells"][0] = json.loads(problem_set.source.read_text("utf-8"))["cells"][0]
        write(notebook, problem_set.release)
        problem_set.gradebook.touch()

    def autograde(self, problem_set, excluded):
        course, name = problem_set.course, problem_set.name
        for student in problem_set.students():
            if student not in [*self.leaves_out, *excluded] and not problem_set.graded(student).exists():
                self.points[student] = graded(course, name, student, run=f"run {len(self.ran)} of {student}")
        self.scores = {student: scores(name, points, self.by_hand) for student, points in self.points.items()}


def course_with_files(tmp_path, monkeypatch):
    """Create a course with two problem sets and a fake nbgrader, as if there were a sandbox."""
    course = course_of(tmp_path, monkeypatch, "ps1", "ps3")
    monkeypatch.setattr(sandbox, "warning", lambda: "")
    monkeypatch.setattr(nbgrader_commands, "nbgrader", nbgrader := Nbgrader())
    monkeypatch.setattr(command, "read_scores", lambda problem_set: nbgrader.scores)
    return course


def submit(course, *paths, name="ps1", answers=None):
    for path in paths:
        notebook = filled_in(released(name), solutions(name) | (answers or {}))
        write(notebook, course / "downloaded" / name / "archive" / path)


def run(capsys, *arguments):
    code = command.main(list(arguments))
    return code, capsys.readouterr().out
