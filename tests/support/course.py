"""Helpers for the tests of problem sets: the notebooks as students get and submit them, and an instructor's course."""

import contextlib
import copy
import csv
import io
import json
import os
import re
import shutil
import sys
import threading
from functools import cache
from pathlib import Path

import limited
import pytest

from bleu_grading.inside import examiner_proxy
from bleu_grading.outside import examiner, grading_log, sandbox
from bleu_grading.outside.problem_set import GradeCall, HiddenTest, ProblemSet, graded_in

posix = pytest.mark.skipif(os.name == "nt", reason="grading on Windows has not been tried")

SUPPORT = Path(__file__).parent
ROOT = SUPPORT.parents[1]
ASSIGNMENTS = ROOT / "notebooks" / "assignments"
SETS = ["ps1", "ps2", "ps3"]
SEED = "a seed for the tests, and for nothing else"
FEW_INPUTS = """
import dataclasses

TASKS = [dataclasses.replace(task, drawn=20, probes=task.probes[:30]) for task in TASKS]
"""
"""Fifty inputs are enough for most tests, because each one is sent to the other process and back."""

STUB = "# YOUR CODE HERE\n    raise NotImplementedError()"


def source(name):
    """Return a problem set of the repository, with its solutions."""
    return json.loads((ASSIGNMENTS / "source" / name / f"{name}.ipynb").read_text(encoding="utf-8"))


def text(cell):
    return "".join(cell["source"])


def cell_of(notebook, grade_id):
    return next(c for c in notebook["cells"] if c["metadata"].get("nbgrader", {}).get("grade_id") == grade_id)


def place_of(notebook, grade_id):
    return notebook["cells"].index(cell_of(notebook, grade_id))


def add_cell(notebook, place, source, kind="code"):
    """Insert a cell that the student added."""
    cell = {"cell_type": kind, "id": f"added-{place}", "metadata": {}, "source": [source]}
    notebook["cells"].insert(place, cell | ({"outputs": [], "execution_count": 3} if kind == "code" else {}))
    return notebook


def released(name):
    """Return the version for students, as nbgrader makes it (tests/grading/test_the_course.py compares the two)."""
    notebook = source(name)
    for cell in notebook["cells"]:
        stub = STUB if cell["cell_type"] == "code" else "YOUR ANSWER HERE"
        plain = re.sub(r"(?s)### BEGIN SOLUTION.*?### END SOLUTION", stub, text(cell))
        plain = re.sub(r"(?s)\n### BEGIN HIDDEN TESTS.*### END HIDDEN TESTS", "", plain)
        cell["source"] = plain.splitlines(keepends=True)
    return notebook


def filled_in(release, answers):
    """Fill in the students' notebook: `answers` maps the name of a cell to its text."""
    notebook = copy.deepcopy(release)
    for grade_id, answer in answers.items():
        cell_of(notebook, grade_id)["source"] = answer.splitlines(keepends=True)
    return notebook


def solutions(name):
    """Return the right answers as a student would write them."""
    return {
        cell["metadata"]["nbgrader"]["grade_id"]: re.sub(r" *### (BEGIN|END) SOLUTION\n?", "", text(cell))
        for cell in source(name)["cells"]
        if cell["metadata"].get("nbgrader", {}).get("solution")
    }


def seen_by_nbgrader(notebook):
    """Return what nbgrader reads of its own cells: their metadata and text."""
    return {
        cell["metadata"]["nbgrader"]["grade_id"]: (cell["metadata"]["nbgrader"], text(cell))
        for cell in notebook["cells"]
        if "nbgrader" in cell["metadata"]
    }


def instructors_machine(folder, monkeypatch):
    """Set up a machine on which `grade` finds a seed and the answers. Return the file with the seed."""
    seed = folder / "private" / "seed"
    seed.parent.mkdir()
    seed.write_text(SEED + "\n", encoding="utf-8")
    monkeypatch.setenv("BLEU_SEED_FILE", str(seed))
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(ASSIGNMENTS / "answers.py"))
    monkeypatch.setenv("BLEU_SANDBOX", "none")
    sandbox.kind.cache_clear()  # an earlier test may have filled the cache
    return seed


def course_of(tmp_path, monkeypatch, *names):
    """Create a course with these problem sets, and go to its folder. Return the folder."""
    instructors_machine(tmp_path, monkeypatch)
    course = tmp_path / "course"
    for name in names:
        write(source(name), course / "source" / name / f"{name}.ipynb")
    for file in ("answers.py", "nbgrader_config.py"):
        (course / file).write_bytes((ASSIGNMENTS / file).read_bytes())
    with (course / "answers.py").open("a", encoding="utf-8") as answers:
        answers.write(FEW_INPUTS)
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(course / "answers.py"))
    monkeypatch.chdir(course)
    return course


def in_adas_folder(tmp_path, monkeypatch, name="ps1"):
    """Create a course, and go to the folder in which ada's notebook is graded. Return the course's folder."""
    course = course_of(tmp_path, monkeypatch, name)
    folder = course / "autograded" / "ada" / name
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    return course


def logged(course, name="ps1"):
    """Return the events of ada's last run."""
    return grading_log.last_runs(ProblemSet(course, name)).get("ada", [])


TASKS = ("unigram_precision", "modified_precision", "count_clip", "credited", "normalise")
ANY_TEST = [
    HiddenTest("", GradeCall("", task, points), f"{task} {points}") for task in TASKS for points in (1.0, 2.0, 4.0)
]
"""Tests outside any cell, for functions that are graded alone."""


@contextlib.contextmanager
def program_outside(monkeypatch, tests=ANY_TEST):
    """Connect `grade` to the program outside, both in this process. Yield the stream that `grade` writes to."""
    with pipe() as (to_kernel, from_examiner), pipe() as (to_examiner, from_kernel):
        grading = examiner.Examiner(
            to_examiner, from_examiner, grading_log.Log(*graded_in(Path.cwd()), "a run"), SEED, tests
        )

        def serve():
            try:
                grading.serve()
            finally:
                from_examiner.close()  # as at the end of a process, so that nobody waits for an answer

        thread = threading.Thread(target=serve)
        thread.start()
        monkeypatch.setattr(examiner_proxy, "examiner", examiner_proxy.ExaminerProxy(to_kernel, from_kernel))
        try:
            yield from_kernel
        finally:
            from_kernel.close()
            thread.join()


@contextlib.contextmanager
def pipe():
    """Yield the two ends of a pipe, first the one to read from."""
    read, write = os.pipe()
    with os.fdopen(read, encoding="utf-8") as out, os.fdopen(write, "w", encoding="utf-8") as into:
        yield out, into


@cache
def nbgrader_python():
    """Return the Python of an instructor's environment, which is created if it does not exist."""
    code, output = limited.run([sys.executable, str(ROOT / "run.py"), "instructor"], seconds=1800)
    assert code == 0, output
    return Path(output.rpartition("use this Python: ")[2].partition("\n")[0])


def table(folder, platform, name="ps1"):
    """Return the rows of the table for a platform."""
    raw = (folder / f"grades-{name}-{platform}.csv").read_text(encoding="utf-8-sig")
    return list(csv.DictReader(io.StringIO(raw)))


def canvas(folder, name="ps1"):
    """Return the points of each student in the table for Canvas."""
    return {row["SIS Login ID"]: row[name] for row in table(folder, "canvas", name)[1:]}


def runs(folder):
    """Return the run in which each student was graded, even if the run was stopped."""
    return {student: run[0]["run"] for student, run in grading_log.last_runs(ProblemSet(folder, "ps1")).items()}


def graded_since(folder, before):
    """List the students who were graded after `before`, a result of `runs`."""
    return sorted(student for student, run in runs(folder).items() if before.get(student) != run)


def write(notebook, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(notebook), encoding="utf-8")


class Course:
    """An instructor's folder with real nbgrader, and its commands."""

    def __init__(self, folder):
        self.folder = folder
        shutil.copytree(
            ASSIGNMENTS,
            folder,
            ignore=shutil.ignore_patterns("release", "downloaded", "submitted", "autograded", "feedback", "*.db"),
        )
        home = folder.parent / "home"
        home.mkdir()
        (home / ".bleu_grading_seed").write_text(SEED, encoding="utf-8")
        self.python = nbgrader_python()
        path = os.pathsep.join([str(self.python.parent), os.environ["PATH"]])
        settings = ("BLEU_", "JUPYTER_", "IPYTHON")
        plain = {name: value for name, value in os.environ.items() if not name.startswith(settings)}
        self.environment = plain | {"HOME": str(home), "PATH": path}

    def run(self, *command, seconds=limited.SECONDS):
        line = [str(self.python), "-m", *command]
        return limited.run(line, seconds, cwd=self.folder, env=self.environment)

    def nbgrader(self, *command):
        code, output = self.run("nbgrader", *command)
        assert code == 0, output
        return output

    def feedback(self, student, name):
        return (self.folder / "feedback" / student / name / f"{name}.html").read_text(encoding="utf-8")
