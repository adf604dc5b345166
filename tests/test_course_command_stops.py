"""The one command where something is in its way: nbgrader that stands still, a test that costs points, no sandbox."""

import json
import os
import sys
import time
from pathlib import Path

import limited
import pytest
from course import cell_of, solutions, source, write
from played_nbgrader import Nbgrader, course_with_files, hand_in, run, table

from bleu_helpers.course import _grades, _log, _nbgrader, _records, _sandbox


@pytest.fixture
def course(tmp_path, monkeypatch):
    return course_with_files(tmp_path, monkeypatch)


@pytest.fixture
def python_in_place_of_nbgrader(tmp_path, monkeypatch):
    """A module of this name in the course, with the code that a test gives it."""
    (tmp_path / "nbgrader").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(_nbgrader, "SECONDS_WITHOUT_A_SIGN", 3.0)
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(tmp_path / "answers.py"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    return (tmp_path / "nbgrader" / "__main__.py").write_text


def test_nbgrader_runs_in_the_course_and_finds_what_it_starts(python_in_place_of_nbgrader):
    python_in_place_of_nbgrader("import os, sys\nprint(sys.argv[1:], os.getcwd(), os.environ['PATH'])\nsys.exit(3)")
    done = _nbgrader.nbgrader(Path(), "autograde", "ps1")
    assert done.returncode == 3 and "['autograde', 'ps1']" in done.stdout and str(Path.cwd()) in done.stdout
    assert str(Path(sys.executable).parent) in done.stdout


STANDS_STILL = """
import subprocess, sys, time
print("Converting notebook /course/submitted/ada/ps1/ps1.ipynb", flush=True)
print(subprocess.Popen(["sleep", "96"], start_new_session=True).pid, flush=True)
for second in range(5):
    time.sleep(1)
    print("at work", flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the processes of others are listed on Linux only")
def test_nbgrader_that_stands_still_is_ended_with_all_that_it_started(python_in_place_of_nbgrader):
    python_in_place_of_nbgrader(STANDS_STILL)
    with pytest.raises(_nbgrader.Stalled) as caught:
        _nbgrader.nbgrader(Path(), "autograde", "ps1")
    said = str(caught.value).split("\n")
    assert said.count("at work") == 5
    for _ in range(100):  # it ends a moment after it was ended
        time.sleep(0.05)
        if "sleep 96" not in limited.report(int(said[1])):
            return
    pytest.fail("what it started is alive")


class Still(Nbgrader):
    """Stands still at these students, and when there are no others."""

    at: tuple[str, ...] = ()

    def __call__(self, course, *what):
        self.ran.append(what)
        left = [who for who in self.at if who not in what[-1]]
        if what[0] == "autograde" and left:
            raise _nbgrader.Stalled(
                f"Converting notebook /x/submitted/zoe/ps1/ps1.ipynb\n/x/autograded/{left[0]}/ps1/a\n"
            )
        self.leaves_out = self.at
        return super().__call__(course, *what)


def test_whoever_holds_nbgrader_up_is_named_and_the_others_are_graded(course, capsys, monkeypatch):
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(course / "answers.py"))
    monkeypatch.setattr(_nbgrader, "nbgrader", Still(Path()))
    monkeypatch.setattr(Still, "at", ("bob", "cyd"))
    hand_in(course, "ada/ps1.ipynb", "bob/ps1.ipynb", "cyd/ps1.ipynb")
    write({}, course / "autograded" / "bob" / "ps1" / "left.ipynb")
    code, out = run(capsys, "grade", "ps1")
    why = "not graded, because it was stopped: it had no sign of life for 5 minutes, and nbgrader was ended"
    assert code == 1 and f"   - bob: {why}\n   - cyd: {why}\n" in out
    assert {row["Student"]: row["ps1"] for row in table(course, "canvas")[1:]} == {"ada": "12", "bob": "", "cyd": ""}
    assert "zoe" in (course / "autograde-ps1.log").read_text("utf-8")


@pytest.mark.parametrize("what", ["generate_assignment", "autograde"])
def test_nbgrader_that_stands_still_at_nobody_stops_everything(what, course, capsys, monkeypatch):
    plain = Nbgrader(Path())

    def nbgrader(course, *asked):
        if asked[0] == what:
            raise _nbgrader.Stalled("waiting for the gradebook")
        return plain(course, *asked)

    monkeypatch.setattr(_nbgrader, "nbgrader", nbgrader)
    hand_in(course, "ada/ps1.ipynb")
    code, out = run(capsys, "grade", "ps1")
    assert code == 2 and out == "Nothing was graded: nbgrader stands still. It says:\nwaiting for the gradebook\n"


def test_a_notebook_with_a_cell_that_cannot_be_interrupted_is_graded_without_it(course, capsys, monkeypatch):
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(course / "answers.py"))
    hand_in(course, "ada/ps1.ipynb", "bob/ps1.ipynb")
    own = solutions("ps1")["credited"]
    at = [{"cell": _log.digest_of(own), "source": "\x1b[31m def"}, {"task": "text_precision"}]

    class Unstoppable(Nbgrader):
        def autograde(self, name):
            log = _log.Log(self.course / "autograded" / "bob" / name, f"run {len(self.ran)} of bob")
            before = log.left_out()
            if len(before) < len(at):
                self.leaves_out = ("bob",)
                log.write("started", left_out=before, digests=_records.digests(self.course, name, "bob"))
                log.write("stopped", why="a cell that does not end", **at[len(before)])
            else:
                self.leaves_out, self.without = (), {"bob": before}
            super().autograde(name)

    monkeypatch.setattr(_nbgrader, "nbgrader", Unstoppable(Path()))
    _, out = run(capsys, "grade", "ps1")
    assert [what[-1] for what in _nbgrader.nbgrader.ran[1:]] == ["ps1", "--student=bob", "--student=bob"]
    where = json.loads((course / "submitted" / "bob" / "ps1" / "ps1.ipynb").read_text("utf-8"))["cells"]
    number = 1 + where.index(cell_of({"cells": where}, "credited"))
    what = f"its cell {number} (\\x1b[31m def); its function for text_precision"
    assert f"   - bob: graded without what cannot be interrupted: {what}\n" in out
    assert {row["Student"]: row["ps1"] for row in table(course, "canvas")[1:]} == {"ada": "12", "bob": "12"}
    monkeypatch.setattr(_nbgrader, "ROUNDS", 1)
    (course / "grading.jsonl").unlink()
    _, out = run(capsys, "grade", "ps1", "--again", "bob")
    assert (
        "   - bob: not graded, because it was stopped: it had a cell that does not end: its function for text_" in out
    )


def test_who_was_stopped_is_not_tried_again_before_somebody_says_so(course, capsys, monkeypatch):
    hand_in(course, "ada/ps1.ipynb", "bob/ps1.ipynb")

    class Stopping(Nbgrader):
        def autograde(self, name):
            log = _log.Log(self.course / "autograded" / "bob" / name, f"run {len(self.ran)} of bob")
            self.leaves_out = ("bob",)
            if "bob" not in self.ran[-1][-1]:
                log.write("started", digests=_records.digests(self.course, name, "bob"))
                log.write("stopped", why="more than 64 processes")
            super().autograde(name)

    monkeypatch.setattr(_nbgrader, "nbgrader", Stopping(Path()))
    for again in ([], [], ["--again", "bob"]):
        code, out = run(capsys, "grade", "ps1", *again)
        assert code == 1 and "   - bob: not graded, because it was stopped: it had more than 64 processes\n" in out
    excluded = ["student_id_exclude=bob" in what[-1] for what in _nbgrader.nbgrader.ran if what[0] == "autograde"]
    assert excluded == [False, True, False]


@pytest.mark.parametrize(
    ("student", "becomes"),
    [("ada", "ada"), ("Ada Byron", "Ada Byron"), ("a@b.org", "a@b.org"), ("\u1100\u1161", "\uac00")],
)
def test_a_plain_name_stays(student, becomes):
    assert _grades.name_for_nbgrader(student) == becomes


def test_names_that_nbgrader_could_not_work_with_are_different_ones():
    names = [_grades.name_for_nbgrader(name) for name in (".a", "a,", "[a]", "a*", " a", "a?", "-a", "..")]
    assert len(set(names)) == len(names) and not [name for name in names if set(name) & set(",[]*? ")]
    assert all(name[0] != "." for name in names)


def test_moodle_is_given_an_address_where_there_is_one():
    assert "ada@b.org,ada@b.org,ada@b.org,\r\n" in _grades.moodle("ps1", {"ada@b.org": None})


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("points=3)", 'points=3, partial={"no clippin": 0.5})', "overused has neither a mistake nor a kind of"),
        ('"overused", points=3', '"overuse", points=3', "there is no task 'overuse'"),
        ("points=3)", "points=2)", "it is worth 3 points, and its call of grade gives 2"),
        ("points=3)", "3)", "its call of grade has no points"),
        (
            "points=3)",
            'points=1) + grade(credited, "credited", points=2)',
            "it calls grade 2 times: give each function",
        ),
        ("points=3)", "points=three)", "malformed node or string"),
    ],
)
def test_a_test_that_would_cost_points_by_itself_stops_everything(before, after, said, course, capsys, monkeypatch):
    monkeypatch.delenv("BLEU_ANSWERS_FILE")
    hand_in(course, "ada/ps1.ipynb")
    notebook = source("ps1")
    cell = cell_of(notebook, "test_overused")
    cell["source"] = "".join(cell["source"]).replace(before, after)
    write(notebook, course / "source" / "ps1" / "ps1.ipynb")
    for what in ("release", "grade"):
        code, out = run(capsys, what, "ps1")
        assert code == 2 and "put these tests of source/ps1 right first" in out and f"\n- test_overused: {said}" in out
        assert _nbgrader.nbgrader.ran == [] and "BLEU_ANSWERS_FILE" in os.environ
        monkeypatch.delenv("BLEU_ANSWERS_FILE")


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ("assert overused([], [[]]) == {}", "it does not call grade: what it shows would be the student's own number"),
        ('grade(overused, "overused", points=3, seed=3)', "its call of grade has a seed: take that out"),
    ],
)
def test_points_that_something_else_than_our_grading_would_give_are_refused(other, said, course, capsys):
    notebook = source("ps1")
    cell_of(notebook, "test_overused")["source"] = other
    write(notebook, course / "source" / "ps1" / "ps1.ipynb")
    code, out = run(capsys, "release", "ps1")
    assert code == 2 and f"\n- test_overused: {said}" in out


def test_two_tests_that_nobody_could_tell_apart_are_refused(course, capsys):
    notebook = source("ps1")
    other = cell_of(source("ps1"), "test_overused")
    other["metadata"]["nbgrader"]["grade_id"] = "test_again"
    notebook["cells"].append(other)
    write(notebook, course / "source" / "ps1" / "ps1.ipynb")
    code, out = run(capsys, "release", "ps1")
    assert code == 2 and "\n- test_again: it is the same as test_overused. Put another comment into it" in out


def test_without_a_sandbox_nothing_is_graded_until_somebody_says_so(course, capsys, monkeypatch):
    hand_in(course, "ada/ps1.ipynb")
    monkeypatch.setenv("BLEU_SANDBOX", "no such program")
    _sandbox.kind.cache_clear()
    code, out = run(capsys, "grade", "ps1")
    assert code == 2 and out.startswith("Nothing was graded: no sandbox: no such program does not start")
    monkeypatch.setenv("BLEU_SANDBOX", "none")
    code, out = run(capsys, "grade", "ps1")
    assert code == 0 and out.startswith(f"Not protected: {_sandbox.NOT_PROTECTED}.\n")
