"""A course of which nbgrader's part is played: what it and the program outside leave behind, and how it is asked."""

import csv
import io
import json
import subprocess
from pathlib import Path

from course import ASSIGNMENTS, gradebook, handed_in, instructors_machine, released, solutions, source, write

from bleu_helpers.course import _asked, _log, _nbgrader, _records, command

POINTS = {"overused": 3.0, "credited": 4.0, "text_precision": 3.0}


def graded(course, name, student, got=None, run="a run", without=()):
    """Write into the log that a student's notebook was graded: all points, or those of `got`."""
    log = _log.Log(course / "autograded" / student / name, run)
    log.write("started", sandbox="bwrap", digests=_records.digests(course, name, student), left_out=[*without])
    for one in _asked.questions(course, name):
        points = POINTS.get(one.asked.task, one.asked.points) if got is None else got.get(one.asked.task)
        if points is not None:
            about = {"grade_id": one.grade_id, "task": one.asked.task, "points": one.asked.points, "shares": {}}
            log.write("asked", **about)
            log.write("graded", **about, got=points, said=f"{one.asked.task}: said.", example=["right: 1"])
    return log


class Nbgrader:
    """Does what nbgrader's two commands leave behind, and gives every function all its points."""

    def __init__(self, course):
        self.course, self.ran, self.fails, self.leaves_out, self.got, self.events = course, [], False, (), {}, {}
        self.without = {}

    def __call__(self, course, *what):
        self.ran.append(what)
        if self.fails:
            return subprocess.CompletedProcess(what, 1, "[App | INFO] starting\n[App | ERROR] out of order\n")
        (self.release if what[0] == "generate_assignment" else self.autograde)(what[1])
        return subprocess.CompletedProcess(what, 0, "done\n")

    def release(self, name):
        first = json.loads((self.course / "source" / name / f"{name}.ipynb").read_text("utf-8"))["cells"][0]
        notebook = released(name)
        notebook["cells"][0] = first
        write(notebook, self.course / "release" / name / f"{name}.ipynb")
        if not (self.course / "gradebook.db").is_file():
            gradebook(self.course / "gradebook.db", name, {})

    def autograde(self, name):
        everybody = {}
        for path in sorted(self.course.glob(f"submitted/*/{name}/{name}.ipynb")):
            student = path.parent.parent.name
            there = self.course / "autograded" / student / name
            if student not in self.leaves_out and not there.exists():
                write(json.loads(path.read_text("utf-8")), there / f"{name}.ipynb")
                number, without = f"run {len(self.ran)} of {student}", self.without.get(student, ())
                log = graded(self.course, name, student, self.got.get(student), number, without)
                for event in self.events.get(student, ()):
                    log.write(**event)
                log.write("kept")
            everybody[student] = POINTS | {"ranks": 3.0, "agreement": 4.0}
        gradebook(self.course / "gradebook.db", name, everybody, {"reading": 2.0})  # that of ps1 is read, ps3's is not


def course_with_files(folder, monkeypatch):
    """An instructor's course with two problem sets, where nbgrader is played and gives everybody all points."""
    instructors_machine(folder, monkeypatch)
    course = folder / "course"
    for name in ("ps1", "ps3"):
        write(source(name), course / "source" / name / f"{name}.ipynb")
    for file in ("answers.py", "nbgrader_config.py"):
        (course / file).write_bytes((ASSIGNMENTS / file).read_bytes())
    monkeypatch.chdir(course)
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(course / "answers.py"))
    monkeypatch.setattr(_nbgrader, "nbgrader", Nbgrader(Path()))
    return course


def hand_in(course, *paths, name="ps1", answers=None):
    for path in paths:
        write(handed_in(released(name), answers or solutions(name)), course / "downloaded" / name / "archive" / path)


def run(capsys, *arguments):
    code = command.main(list(arguments))
    return code, capsys.readouterr().out


def table(course, platform, name="ps1"):
    raw = (course / f"grades-{name}-{platform}.csv").read_text(encoding="utf-8-sig")
    return list(csv.DictReader(io.StringIO(raw)))
