"""The one command where nbgrader stands still, or a sandbox was ended."""

import json
import os
import sys
import time
from pathlib import Path

import limited
import pytest
from course import cell_of, solutions, write
from played_nbgrader import Nbgrader, canvas, course_with_files, graded, hand_in, run

from bleu_helpers.course import _keeper, _log, _nbgrader

course = pytest.fixture(course_with_files, name="course")


STANDS_STILL = """
import os, subprocess, sys, time
print(sys.argv[1:], os.getcwd(), os.environ['PATH'], flush=True)
print(subprocess.Popen(["sleep", "96"], start_new_session=True).pid, flush=True)
for second in range(5):
    time.sleep(1)
    print("at work", flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the processes of others are listed on Linux only")
def test_nbgrader_that_stands_still_is_ended_with_all_that_it_started(tmp_path, monkeypatch):
    (tmp_path / "nbgrader").mkdir()
    (tmp_path / "nbgrader" / "__main__.py").write_text(STANDS_STILL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(_nbgrader, "SECONDS_WITHOUT_A_SIGN", 3.0)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    with pytest.raises(_nbgrader.Stalled) as caught:
        _nbgrader.nbgrader(Path(), "autograde", "ps1")
    said = str(caught.value).split("\n")
    assert said[0].startswith(f"['autograde', 'ps1'] {tmp_path} {Path(sys.executable).parent}")
    assert said.count("at work") == 5
    for _ in range(100):  # it ends a moment after it was ended
        time.sleep(0.05)
        if "sleep 96" not in limited.report(int(said[1])):
            return
    pytest.fail("what it started is alive")


class Still(Nbgrader):
    """Stands still at these students, and when there are no others."""

    def __call__(self, course, *what):
        left = [who for who in ("bob", "cyd") if who not in what[-1]]
        self.leaves_out = ("bob", "cyd")
        if what[0] == "autograde" and left:
            said = f"Converting notebook /x/submitted/zoe/ps1/ps1.ipynb\n/x/autograded/{left[0]}/ps1/a\n"
            raise _nbgrader.Stalled(said)
        return super().__call__(course, *what)


def test_whoever_holds_nbgrader_up_is_named_and_the_others_are_graded(course, capsys, monkeypatch):
    monkeypatch.setattr(_nbgrader, "nbgrader", Still())
    hand_in(course, "ada/ps1.ipynb", "bob/ps1.ipynb", "cyd/ps1.ipynb")
    write({}, course / "autograded" / "bob" / "ps1" / "left.ipynb")
    code, out = run(capsys, "grade", "ps1")
    why = "not graded, because it was stopped: it had no sign of life for 5 minutes, and nbgrader was ended"
    assert code == 1 and f"   - bob: {why}\n   - cyd: {why}\n" in out
    assert canvas(course) == {"ada": "12", "bob": "", "cyd": ""}
    assert "zoe" in (course / "autograde-ps1.log").read_text("utf-8")


@pytest.mark.parametrize("what", ["generate_assignment", "autograde"])
def test_nbgrader_that_stands_still_at_nobody_stops_everything(what, course, capsys, monkeypatch):
    plain = Nbgrader()

    def nbgrader(course, *asked):
        if asked[0] == what:
            raise _nbgrader.Stalled("waiting for the gradebook")
        return plain(course, *asked)

    monkeypatch.setattr(_nbgrader, "nbgrader", nbgrader)
    hand_in(course, "ada/ps1.ipynb")
    code, out = run(capsys, "grade", "ps1")
    assert code == 2 and out == "Nothing was graded: nbgrader stands still. It says:\nwaiting for the gradebook\n"


class Ended(Nbgrader):
    """Leaves bob out where the program outside has ended his sandbox, each time at the next of these places."""

    def __init__(self, *places):
        super().__init__()
        self.places, self.leaves_out = places, ("bob",)

    def autograde(self, course, name):
        folder = course / "autograded" / "bob" / name
        log = _log.Log(folder, f"run {len(self.ran)} of bob")
        place = dict([*enumerate(self.places)]).get(len(log.left_out()))
        if "bob" in self.ran[-1][-1] and "exclude" in self.ran[-1][-1]:
            pass
        elif place is None:
            self.points["bob"] = graded(course, name, "bob", run=log._every["run"])
        else:
            _keeper.begin(log, name, "bob")
            log.write("stopped", **place)
        super().autograde(course, name)


def test_a_notebook_with_a_cell_that_cannot_be_interrupted_is_graded_without_it(course, capsys, monkeypatch):
    hand_in(course, "ada/ps1.ipynb", "bob/ps1.ipynb")
    why = "a cell that does not end"
    cell = _log.digest_of(solutions("ps1")["credited"])
    places = {"why": why, "cell": cell, "source": "\x1b[31m def"}, {"why": why, "task": "text_precision"}
    monkeypatch.setattr(_nbgrader, "nbgrader", Ended(*places))
    _, out = run(capsys, "grade", "ps1")
    assert [what[-1] for what in _nbgrader.nbgrader.ran[1:]] == ["ps1", "--student=bob", "--student=bob"]
    where = json.loads((course / "submitted" / "bob" / "ps1" / "ps1.ipynb").read_text("utf-8"))["cells"]
    number = 1 + where.index(cell_of({"cells": where}, "credited"))
    what = f"its cell {number} (\\x1b[31m def); its function for text_precision"
    assert f"   - bob: graded without what cannot be interrupted: {what}\n" in out
    assert canvas(course) == {"ada": "12", "bob": "12"}
    monkeypatch.setattr(_nbgrader, "ROUNDS", 1)
    (course / "grading.jsonl").unlink()
    _, out = run(capsys, "grade", "ps1", "--again", "bob")
    said = "not graded, because it was stopped: it had a cell that does not end: its function for text_precision"
    assert f"   - bob: {said}\n" in out


def test_who_was_stopped_is_not_tried_again_before_somebody_says_so(course, capsys, monkeypatch):
    hand_in(course, "ada/ps1.ipynb", "bob/ps1.ipynb")
    monkeypatch.setattr(_nbgrader, "nbgrader", Ended({"why": "more than 64 processes"}))
    for again in ([], [], ["--again", "bob"]):
        code, out = run(capsys, "grade", "ps1", *again)
        assert code == 1 and "   - bob: not graded, because it was stopped: it had more than 64 processes\n" in out
    excluded = ["student_id_exclude=bob" in what[-1] for what in _nbgrader.nbgrader.ran if what[0] == "autograde"]
    assert excluded == [False, True, False]
