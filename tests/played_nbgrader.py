"""A course of which nbgrader's part is played: what it leaves behind, and how its command is asked."""

import csv
import io
import json
import subprocess
from pathlib import Path

from course import ASSIGNMENTS, cell_of, gradebook, handed_in, instructors_machine, released, solutions, source, write

from bleu_helpers.course import _gradebook, audit, command

POINTS = {"overused": 3.0, "credited": 4.0, "text_precision": 3.0}


class Nbgrader:
    """Does what nbgrader's two commands leave behind, and gives every function all its points."""

    def __init__(self, course):
        self.course, self.ran, self.fails, self.leaves_out = course, [], False, ()

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

    def autograde(self, name):
        everybody = {}
        for path in sorted(self.course.glob(f"submitted/*/{name}/{name}.ipynb")):
            student = path.parent.parent.name
            graded = json.loads(path.read_text("utf-8"))
            for cell in source(name)["cells"]:
                data = cell["metadata"].get("nbgrader", {})
                if data.get("grade") and cell["cell_type"] == "code":
                    mine, value = cell_of(graded, data["grade_id"]), float(data["points"])
                    mine["source"] = cell["source"]
                    said = {"output_type": "stream", "name": "stdout", "text": f"{value:g} of {value:g} points.\n"}
                    mine["outputs"] = [said, {"output_type": "execute_result", "data": {"text/plain": str(value)}}]
            if student not in self.leaves_out and not (self.course / "autograded" / student / name).exists():
                write(graded, self.course / "autograded" / student / name / f"{name}.ipynb")
            everybody[student] = POINTS | {"ranks": 3.0, "agreement": 4.0}
            _gradebook.note_by_hand(self.course, name, student, "reading", 2.0)
        gradebook(self.course / "gradebook.db", name, everybody, {"reading": 2.0})  # that of ps1 is read, ps3's is not


def course_with_files(folder, monkeypatch):
    """An instructor's course with two problem sets, where nbgrader is played and every fresh run gives all points."""
    instructors_machine(folder, monkeypatch)
    course = folder / "course"
    for name in ("ps1", "ps3"):
        write(source(name), course / "source" / name / f"{name}.ipynb")
    for file in ("answers.py", "nbgrader_config.py"):
        (course / file).write_bytes((ASSIGNMENTS / file).read_bytes())
    monkeypatch.chdir(course)
    monkeypatch.setattr(command, "nbgrader", Nbgrader(Path()))
    monkeypatch.setattr(audit, "regrade", lambda call, *_: audit.Regrade(call.points, "correct."))
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
