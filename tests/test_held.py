"""What nbgrader keeps of a notebook, and how it is configured: the points are those of the log."""

import json
import os
from pathlib import Path

import pytest
from course import without_a_sandbox
from traitlets.config import Config

from bleu_helpers.checks import _guard
from bleu_helpers.course import (
    _held,
    _log,
    _sandbox,
    audit,
    configuration,
)
from bleu_helpers.course._sandbox import NoSandbox


@pytest.fixture(autouse=True)
def course(tmp_path, monkeypatch):
    with without_a_sandbox(tmp_path, monkeypatch) as folder:
        yield folder


# The log, and the notebook that nbgrader keeps.


def test_the_log_has_the_last_run_of_each_folder(course, tmp_path):
    assert _log.events(course / _log.LOG) == {}
    for run in ("1", "2"):
        for folder in (course / "autograded" / "eve" / "ps1", tmp_path):
            _log.Log(folder, run).write("started", sandbox="bwrap")
    read = _log.events(course / _log.LOG)
    assert {folder: [event["run"] for event in events] for folder, events in read.items()} == {
        "autograded/eve/ps1": ["2"],
        tmp_path.resolve().as_posix(): ["2"],
    }


def cell(source, *outputs, grade=True, kind="code", **data):
    metadata = {"nbgrader": {"grade": grade, "grade_id": "x"} | data}
    return {"cell_type": kind, "source": source, "metadata": metadata, "outputs": list(outputs), "execution_count": 3}


def text(value, name="stdout"):
    return {"output_type": "stream", "name": name, "text": value}


def held(*cells):
    notebook = {"cells": list(cells)}
    _held.hold_to_the_log(notebook, {"metadata": {"path": str(Path.cwd())}})
    return [one["outputs"] for one in notebook["cells"]]


TEST = 'grade(overused, "overused", points=3)'


def test_a_test_cell_shows_its_verdict_and_nothing_else(course):
    log = _log.Log(Path.cwd(), "a run")
    log.write("started")
    log.write("graded", task="overused", points=3.0, shares={}, got=1.5, said="overused: said.")
    noisy = cell(TEST, text("noise", "stderr"), {"output_type": "execute_result", "data": {"text/plain": "3.0"}})
    [[said, value]] = held(noisy)
    assert (said["name"], said["text"]) == ("stdout", "overused: said.\n")
    assert (value["data"], value["execution_count"]) == ({"text/plain": "1.5"}, 3)


@pytest.mark.parametrize(
    "outputs",
    [
        [],  # a displayhook that shows nothing, for which nbgrader gives all points
        [{"output_type": "execute_result", "data": {"text/plain": "1.33"}}],  # %precision 2
        [{"output_type": "execute_result", "data": {"text/plain": "1,33"}}],  # a formatter, for which it gives all too
        [{"output_type": "execute_result", "data": {"text/html": "<b>1.33</b>"}}],
        [text("=> 1.3333333333333333")],  # sys.displayhook = print
        [{"output_type": "error", "ename": "E", "evalue": "", "traceback": []}],  # for which it gives none
    ],
)
def test_however_a_student_has_numbers_shown_the_points_are_those_of_the_log(outputs, course):
    _log.Log(Path.cwd(), "a run").write("graded", task="overused", points=3.0, shares={}, got=4 / 3, said="said")
    [found] = held(shown := cell(TEST, *outputs))
    assert audit.recorded_points(shown, 3.0) == 4 / 3 and [one["output_type"] for one in found][1:] == [
        "execute_result"
    ]


@pytest.mark.parametrize(
    "other",
    [
        cell('grade(overused, "overused", points=4)', text("x")),
        cell('grade(overused, "overused", points=3, partial={"case kept": 0.5})', text("x")),
        cell(TEST, text("x"), grade=False),
        cell(TEST, text("x"), solution=True),
        cell(TEST + "\n" + TEST, text("x")),
        cell("grade(", text("x")),
        cell("grade(f)", text("x")),
        cell("grade(f, points=1)", text("x")),
        cell("grade(f, name, points=1)", text("x")),
        cell("x = 1", text("x")),
    ],
)
def test_a_cell_without_a_verdict_stays_as_it_is(other, course):
    _log.Log(Path.cwd(), "a run").write("graded", task="overused", points=3.0, shares={}, got=3.0, said="said")
    assert held(other, cell("text", kind="markdown")) == [[text("x")], []]


def test_what_is_too_long_is_not_kept():
    error = {"output_type": "error", "ename": "E", "evalue": "", "traceback": ["x" * 2_000_000]}
    plain = {"output_type": "error", "ename": "E", "evalue": "", "traceback": []}
    long, short = text("x" * 2_000_000), text("y")
    assert held(cell("a", short)) == [[short]]
    first, second, third = held(cell("a", long, short), cell("a", error), cell("a", long, plain))
    assert "is not kept" in first[0]["text"] and first[1:] == [short]
    assert [output["output_type"] for output in second] == ["stream", "error"]
    assert third[1:] == [plain]


# nbgrader's configuration.


def test_the_configuration_names_our_kernel_and_all_of_nbgraders_steps(monkeypatch):
    monkeypatch.setenv("JUPYTER_PATH", "somewhere")
    c = Config()
    for _ in range(2):  # nbgrader loads it several times
        configuration.use_sandbox(c)
    first, *others = os.environ["JUPYTER_PATH"].split(os.pathsep)
    assert others == ["somewhere"] and c.KernelManager.transport == "ipc"
    kernel = json.loads((Path(first) / "kernels" / c.Execute.kernel_name / "kernel.json").read_text(encoding="utf-8"))
    assert kernel["argv"][1:4] == ["-P", "-m", "bleu_helpers.course._keeper"]
    assert c.Autograde.autograde_preprocessors[1] is _held.hold_to_the_log
    assert len(c.Autograde.autograde_preprocessors) == 8


@pytest.mark.parametrize("timeout", [{}, {"timeout": 20}])
def test_a_test_says_takes_too_long_before_its_cell_is_interrupted(timeout):
    """An interrupted cell has no verdict, and where it does not end soon, nbgrader drops the whole notebook."""
    c = Config({"Execute": timeout})
    configuration.use_sandbox(c)
    own, test = cell("x = 1", grade=False), cell(TEST)
    assert [c.Execute.timeout_func(one) for one in (own, test)] == [20, configuration.SECONDS_OF_A_TEST]
    assert c.Execute.iopub_timeout > _guard.MAX_SECONDS_PER_CALL
    assert configuration.SECONDS_OF_A_TEST > 2 * (_guard.MAX_SECONDS + _guard.MAX_SECONDS_PER_CALL)


def test_grading_starts_with_a_seed_and_a_sandbox_or_not_at_all(monkeypatch, capsys, tmp_path):
    configuration.before_grading(assignment="ps1")
    assert capsys.readouterr().err.startswith("Not protected: a student's cell can change other students' notebooks")
    monkeypatch.setattr(_sandbox, "kind", lambda: "bwrap")
    configuration.before_grading()
    assert capsys.readouterr() == ("", "")

    def kind():
        raise NoSandbox("no sandbox: a reason")

    monkeypatch.setattr(_sandbox, "kind", kind)
    with pytest.raises(SystemExit, match="Nothing was graded: no sandbox: a reason"):
        configuration.before_grading()
    monkeypatch.setattr(_sandbox, "shows", lambda path: path.name == "course")
    with pytest.raises(SystemExit, match=r"every notebook may read the folder in which .*course is"):
        configuration.before_grading()
    (tmp_path / "private" / "seed").unlink()
    with pytest.raises(SystemExit, match="Nothing was graded: there is no seed"):
        configuration.before_grading()
