"""What nbgrader keeps of a notebook, and how it is configured: the points are those of the log."""

from pathlib import Path

import pytest
from course import in_adas_folder, logged

from bleu_helpers.course import _log, _sandbox, configuration

course = pytest.fixture(in_adas_folder, name="course", autouse=True)


# The notebook that nbgrader keeps.


def cell(source, *outputs, grade=True, kind="code", grade_id="test_overused", **data):
    metadata = {"nbgrader": {"grade": grade, "grade_id": grade_id, "points": 3} | data} if grade_id else {}
    return {"cell_type": kind, "source": source, "metadata": metadata, "outputs": list(outputs), "execution_count": 3}


def text(value):
    return {"output_type": "stream", "name": "stdout", "text": value}


def number(value):
    return {"output_type": "execute_result", "data": {"text/plain": value}}


def held(*cells):
    notebook = {"cells": list(cells)}
    configuration.hold_to_the_log(notebook, {"metadata": {"path": str(Path.cwd())}})
    return [one["outputs"] for one in notebook["cells"]]


def log(got=None):
    """The log of ada's run, with a verdict for the first test if there is one."""
    written = _log.Log(Path.cwd(), "a run")
    written.write("started")
    if got is not None:
        written.write("graded", grade_id="test_overused", task="overused", points=3.0, got=got, said="overused: said.")


TEST = 'grade(overused, "overused", points=3)'


ERROR = {"output_type": "error", "ename": "NameError", "evalue": "", "traceback": []}


@pytest.mark.parametrize(
    ("outputs", "shown"),
    [([number("2.0")], True), ([number("nan")], True), ([], True), ([text("a line"), ERROR], False)],
)
def test_a_test_cell_shows_its_verdict_or_0_and_one_that_ran_without_a_verdict_is_noted(outputs, shown, course):
    log()
    [[said, value]] = held(cell(TEST, *outputs))
    assert said["text"] == (
        "overused: nothing was graded. Is there a function overused when all cells are run?\n0 of 3 points.\n"
    )
    assert value["data"] == {"text/plain": "0.0"}
    assert [one["grade_id"] for one in logged(course) if one["event"] == "shown"] == ["test_overused"] * shown
    log(got=4 / 3)
    [[said, value]] = held(cell(TEST, *outputs))
    assert (said["name"], said["text"]) == ("stdout", "overused: said.\n")
    assert (value["data"], value["execution_count"]) == ({"text/plain": repr(4 / 3)}, 3)


def test_without_a_log_and_without_a_question_there_are_no_points(course):
    [[said, value]] = held(cell(TEST, number("3.0"), grade_id="no such test"))
    assert "no such test is in the instructor's notebook" in said["text"] and value["data"] == {"text/plain": "0.0"}
    assert [event["event"] for event in logged(course)] == ["shown", "kept"]


def test_what_is_no_test_of_the_instructors_stays_as_it_is(course):
    log(got=3.0)
    others = (cell(TEST, text("x"), grade=False), cell(TEST, text("x"), solution=True), cell("a", kind="markdown"))
    assert held(*others) == [[text("x")], [text("x")], []]


def test_what_is_too_long_is_not_kept(course):
    long, short = text("x" * 2_000_000), text("y")
    kept, cut = held(cell("a", short, grade_id=""), cell("a", long, short, grade_id=""))
    assert kept == [short] and "is not kept" in cut[0]["text"] and cut[1:] == [short]


# nbgrader's configuration.


def test_grading_starts_with_a_seed_and_a_sandbox_that_shows_no_secret_or_not_at_all(monkeypatch, capsys, tmp_path):
    configuration.before_grading(assignment="ps1")
    assert capsys.readouterr().err.startswith("Not protected: a student's cell can change other students' notebooks")
    monkeypatch.setattr(_sandbox, "kind", lambda: "bwrap")
    configuration.before_grading()
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(_sandbox, "shows", lambda path: path.name == "course")
    with pytest.raises(SystemExit, match=r"every notebook may read the folder in which .*course is"):
        configuration.before_grading()
    (tmp_path / "private" / "seed").unlink()
    with pytest.raises(SystemExit, match="Nothing was graded: there is no seed"):
        configuration.before_grading()
