"""The audit: every function once more, in a process that knows neither seed nor answers, and whose grade differs."""

import contextlib
import io
import json
import math
import os
import queue
import shutil
import signal
import sqlite3
import sys
import tempfile
import textwrap
from types import SimpleNamespace

import pytest
from course import (
    ASSIGNMENTS,
    SEED,
    SETS,
    cell_of,
    gradebook,
    handed_in,
    instructors_machine,
    released,
    solutions,
    source,
    write,
)
from notebook_rules import ROOT

from bleu_helpers.checks._guard import Endless
from bleu_helpers.checks.exercises import EVERY_TASK
from bleu_helpers.course import _gradebook, _log, _manifest, _sandbox, _seen, _tables, audit
from bleu_helpers.course._manifest import digest


@pytest.fixture(autouse=True)
def seed_file(tmp_path, monkeypatch):
    return instructors_machine(tmp_path, monkeypatch)


@pytest.fixture(params=SETS)
def name(request):
    return request.param


# A graded notebook.


def as_graded(name, answers, grades, only=""):
    """A notebook as nbgrader leaves it: the instructor's tests in it, all or `only` one, and a grade below each."""
    notebook = handed_in(released(name), answers)
    for cell in source(name)["cells"]:
        data = cell["metadata"].get("nbgrader", {})
        if data.get("grade") and cell["cell_type"] == "code":
            mine = cell_of(notebook, data["grade_id"])
            value = grades[data["grade_id"].removeprefix("test_")]
            mine["source"] = cell["source"]
            said = f"something\n{value:g} of {data['points']} points.\n"
            mine["outputs"] = [
                {"output_type": "stream", "name": "stdout", "text": [said]},
                {"output_type": "execute_result", "data": {"text/plain": [str(value)]}},
            ]
            if only not in data["grade_id"]:
                notebook["cells"].remove(mine)
    return notebook


FULL = {
    "ps1": {"overused": 3.0, "credited": 4.0, "text_precision": 3.0},
    "ps2": {"normalise": 2.0, "order_precisions": 3.0, "mean_penalty": 3.0, "open_bleu": 4.0},
    "ps3": {"ranks": 3.0, "agreement": 4.0},
}


def audited(path, capsys):
    code = audit.main([str(path)])
    return code, capsys.readouterr().out


@pytest.mark.unmeasured
def test_an_honest_notebook_has_the_same_grade(name, tmp_path, capsys):
    write(as_graded(name, solutions(name), FULL[name]), tmp_path / f"{name}.ipynb")
    assert audited(tmp_path, capsys) == (0, f"{len(FULL[name])} functions graded again, 0 to look at.\n")


def test_the_reason_is_given_where_a_grade_differs(tmp_path, capsys, monkeypatch):
    odd = {
        "overused": "%matplotlib inline\nimport sys\ndef overused(*, candidate, references):\n"
        "    candidate.append(1)\n    return {}",
        "credited": "import os, time\ndef credited(candidate, references):\n    os._exit(0)",
        "text_precision": "def broken(:",
    }
    monkeypatch.delenv("BLEU_ANSWERS_FILE")
    (tmp_path / "answers.py").write_bytes((ASSIGNMENTS / "answers.py").read_bytes())
    monkeypatch.chdir(tmp_path)
    write(as_graded("ps1", odd, FULL["ps1"]), tmp_path / "ada" / "ps1.ipynb")
    (tmp_path / "bob.ipynb").write_text("{", encoding="utf-8")
    code, out = audited(tmp_path, capsys)
    assert code == 1
    assert "ps1.ipynb: not to be told from here: test_overused has 3, and a fresh run gives 0" in out
    assert ": overused: your function changes its arguments" in out
    assert f"test_credited has 4, and a fresh run gives 0: {audit.GONE}\n" in out
    assert f"test_text_precision has 3, and a fresh run gives 0: {audit.GONE}\n" in out
    assert "bob.ipynb: cannot be read: no graded notebook (JSONDecodeError)\n" in out
    assert out.endswith("3 functions graded again, 4 to look at.\n")


@pytest.mark.parametrize(
    ("outputs", "points"),
    [
        ([], 4.0),
        ([{"output_type": "error"}], 0.0),
        ([{"output_type": "stream", "name": "stderr"}], 0.0),
        ([{"output_type": "execute_result", "data": {"text/plain": "1.5"}}], 1.5),
        ([{"output_type": "execute_result", "data": {"text/plain": "'x'"}}], 4.0),
        ([{"output_type": "execute_result", "data": {"text/plain": "nan"}}], 4.0),
        ([{"output_type": "execute_result", "data": {"text/plain": "-1"}}], 4.0),
    ],
)
def test_a_grade_is_read_as_nbgrader_reads_it(outputs, points):
    assert audit.recorded_points({"outputs": outputs}, 4.0) == points


@pytest.mark.unmeasured
def test_a_grade_that_is_no_number_is_found(tmp_path, capsys):
    answers = solutions("ps1") | {"overused": "def overused(candidate, references):\n    return {}"}
    write(as_graded("ps1", answers, FULL["ps1"] | {"overused": math.nan}), tmp_path / "ps1.ipynb")
    code, out = audited(tmp_path, capsys)
    assert code == 1 and "test_overused has 3, and a fresh run gives 0: " in out
    assert out.endswith("3 functions graded again, 1 to look at.\n")


def test_the_audit_needs_the_seed_and_the_answers(seed_file, tmp_path, capsys, monkeypatch):
    write(as_graded("ps1", solutions("ps1"), FULL["ps1"]), tmp_path / "ps1.ipynb")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BLEU_ANSWERS_FILE")
    assert audit.main(["ps1.ipynb"]) == 2
    assert capsys.readouterr().out.startswith("Stopped: there is no task 'overused' (BLEU_ANSWERS_FILE names no file")
    seed_file.unlink()
    assert audit.main(["ps1.ipynb"]) == 2
    assert capsys.readouterr().out.startswith("Stopped: there is no seed")


def test_a_share_that_would_never_be_given_stops_the_audit(tmp_path, capsys):
    graded = as_graded("ps1", solutions("ps1"), FULL["ps1"])
    cell = cell_of(graded, "test_overused")
    cell["source"] = "".join(cell["source"]).replace("points=3", 'points=3, partial={"none": 0.5}')
    write(graded, tmp_path / "ps1.ipynb")
    code, out = audited(tmp_path, capsys)
    assert code == 2 and out.startswith("Stopped: overused has neither a mistake nor a kind of input called 'none'")


def test_many_notebooks_are_looked_at_side_by_side_and_named_in_their_order(tmp_path, capsys):
    paths = [tmp_path / f"{number}.ipynb" for number in range(audit.MANY)]
    for path in paths:
        path.write_text("{", encoding="utf-8")
    code, out = audited(tmp_path, capsys)
    assert code == 1
    assert [line.partition(":")[0] for line in out.splitlines()[: len(paths)]] == [str(path) for path in paths]


def test_without_arguments_the_audit_says_what_it_does(capsys):
    assert audit.main([]) == 2
    assert "python -m bleu_helpers.course.audit " in capsys.readouterr().out


# What kind of difference it is.

WRONG = "def overused(candidate, references):\n    return {}"


def kinds(path, scores=None):
    return [(found.kind.name, found.what) for found in audit.examine(path, SEED, scores or {})[1]]


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ("", "UNCLEAR"),
        ("import bleu_helpers.course\n", "REPLACED"),
        ("import sys\nsys.modules['x'] = 3\n", "REPLACED"),
        ("import random\nrandom.seed()\n", "UNCLEAR"),
    ],
)
def test_a_better_grade_than_a_fresh_run_gives_is_no_proof_of_itself(more, kind, tmp_path):
    graded = as_graded("ps1", solutions("ps1") | {"overused": more + WRONG}, FULL["ps1"], only="overused")
    write(graded, tmp_path / "ps1.ipynb")
    [(found, what)] = kinds(tmp_path / "ps1.ipynb")
    assert found == kind and what.startswith("test_overused has 3, and a fresh run gives 0: ")


def test_points_that_our_grade_did_not_sign_are_not_ours(tmp_path):
    graded = as_graded("ps1", solutions("ps1") | {"overused": WRONG}, FULL["ps1"], only="overused")
    cell_of(graded, "test_overused")["outputs"][0]["text"] = ["correct"]
    write(graded, tmp_path / "ps1.ipynb")
    assert [kind for kind, _ in kinds(tmp_path / "ps1.ipynb")] == ["REPLACED"]


def test_a_worse_grade_than_a_fresh_run_gives_is_harmless(tmp_path):
    write(as_graded("ps1", solutions("ps1"), FULL["ps1"] | {"overused": 0.0}, only="overused"), tmp_path / "ps1.ipynb")
    [(kind, what)] = kinds(tmp_path / "ps1.ipynb")
    assert kind == "DIFFERENT" and what == "test_overused has 0, and a fresh run gives 3: overused: correct."


def test_what_changes_from_run_to_run_is_harmless(tmp_path, monkeypatch):
    write(as_graded("ps1", solutions("ps1"), FULL["ps1"]), tmp_path / "ps1.ipynb")
    runs = iter([audit.Regrade(3.0, ""), audit.Regrade(0.0, "wrong"), audit.Regrade(4.0, ""), audit.Regrade(3.0, "")])
    monkeypatch.setattr(audit, "regrade", lambda *_: next(runs))
    assert kinds(tmp_path / "ps1.ipynb") == [("DIFFERENT", "test_credited: each run gives another result")]


@pytest.mark.parametrize(
    ("error", "line", "points", "said"),
    [
        ("FileNotFoundError", 1, 0.0, "overused"),
        ("LookupError", 2, 0.0, "overused"),
        ("URLError", None, 0.0, "overused"),
        ("CellTimeoutError", None, 0.0, ""),  # an endless loop is the student's own
        ("KeyboardInterrupt", 2, 0.0, ""),
        ("ModuleNotFoundError", 5, 0.0, ""),  # below all that was made
        ("TypeError", 1, 0.0, ""),  # the student's own
        ("FileNotFoundError", 1, 3.0, ""),  # it cost nothing
    ],
)
def test_a_cell_that_stopped_because_of_the_machine_and_cost_points_is_named(
    error, line, points, said, tmp_path, monkeypatch
):
    own = "open('/content/drive')\nimport json\n" + WRONG + "\nopen('other')"
    graded = as_graded("ps1", solutions("ps1") | {"overused": own}, FULL["ps1"] | {"overused": points})
    monkeypatch.setattr(audit, "regrade", lambda call, *_: audit.Regrade(call.recorded, ""))
    traceback = [f"\x1b[31mCell\x1b[39m In[3], line {line}"] if line else []
    answer = cell_of(graded, "overused")
    answer["outputs"] = [{"output_type": "error", "ename": error, "evalue": "", "traceback": traceback}]
    write(graded, tmp_path / "ps1.ipynb")
    place = graded["cells"].index(answer) + 1
    what = f"test_overused has 0, and cell {place} stopped with {error} before it made: {said}"
    assert kinds(tmp_path / "ps1.ipynb") == [("BROKEN", what)] * bool(said)


def given(task, got, points=None, **shares):
    points = FULL["ps1"][task] if points is None else points
    return {"event": "graded", "task": task, "points": points, "shares": shares, "got": got}


LOGGED = [given(task, points) for task, points in FULL["ps1"].items()]


@pytest.mark.unmeasured
def test_points_that_the_program_outside_gave_are_not_stolen(tmp_path):
    """Where verdicts are made outside, a fresh run that gives less proves nothing, and is not harmless either."""
    wrong = solutions("ps1") | {"overused": "import bleu_helpers.course\n" + WRONG}
    graded = as_graded("ps1", wrong, FULL["ps1"], only="overused")
    write(graded, tmp_path / "ps1.ipynb")
    [found] = audit.examine(tmp_path / "ps1.ipynb", SEED, {}, LOGGED)[1]
    assert found.kind is audit.Kind.UNCLEAR


PARTLY = 4 / 3
SHOWN = {
    "as it is": "1.3333333333333333",
    "%precision 2": "1.33",
    "%precision %e": "1.333333e+00",
    "%precision 0": "1",
}


@pytest.mark.parametrize("outside", [True, False], ids=["with a log", "without"])
@pytest.mark.parametrize("shown", SHOWN.values(), ids=SHOWN)
def test_who_has_numbers_shown_with_fewer_digits_has_replaced_nothing(shown, outside, tmp_path, monkeypatch):
    graded = as_graded("ps1", solutions("ps1"), FULL["ps1"] | {"credited": PARTLY})
    cell_of(graded, "test_credited")["outputs"][1]["data"]["text/plain"] = shown
    write(graded, tmp_path / "ps1.ipynb")
    points = lambda call, *_: PARTLY if call.task == "credited" else call.points  # noqa: E731
    monkeypatch.setattr(audit, "regrade", lambda call, *_: audit.Regrade(points(call), ""))
    log = [given(task, PARTLY if task == "credited" else points) for task, points in FULL["ps1"].items()]
    found = audit.examine(tmp_path / "ps1.ipynb", SEED, {}, log if outside else None)[1]
    rounded = f"test_credited shows {float(shown):g} for 1.33333: the notebook rounds numbers"
    exact = shown == SHOWN["as it is"] or shown == SHOWN["%precision %e"]
    assert [(one.kind, one.what) for one in found] == ([] if exact else [(audit.Kind.DIFFERENT, rounded)])


@pytest.mark.parametrize("shown", ["1.34", "1.3", "1.4", "2", "3.7342"])
def test_another_number_is_not_one_with_fewer_digits(shown, tmp_path, monkeypatch):
    graded = as_graded("ps1", solutions("ps1"), FULL["ps1"] | {"credited": 1.36})
    cell_of(graded, "test_credited")["outputs"][1]["data"]["text/plain"] = shown
    write(graded, tmp_path / "ps1.ipynb")
    monkeypatch.setattr(audit, "regrade", lambda call, *_: audit.Regrade(call.points, ""))
    log = [given(task, 1.36 if task == "credited" else points) for task, points in FULL["ps1"].items()]
    [found] = audit.examine(tmp_path / "ps1.ipynb", SEED, {}, log)[1]
    assert found.kind is (audit.Kind.DIFFERENT if shown == "1.4" else audit.Kind.REPLACED)


def questions(**times):
    return [{"event": event, "task": task} for task, events in times.items() for event in events]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (questions(overused=["asked"], credited=["asked"]), []),
        (questions(overused=["asked"] * 3), ["it was called 3 times for overused, and the test cells call it once"]),
        (
            questions(credited=["refused", "asked"]),
            ["it was called 2 times for credited, and the test cells call it once"],
        ),
        (
            [{"event": "refused", "task": "credited", "why": _log.NOT_A_TEST}],
            ["it was called for credited, and not by a test cell"],
        ),
        ([{"event": "refused", "task": "credited", "why": "there is another reason"}], []),
        (questions(ranks=["refused"]), ["it was called for what no test cell asks"]),
        ([{"event": "refused", "why": "it was no call"}], ["it was called for what no test cell asks"]),
    ],
)
def test_a_cell_that_asks_for_verdicts_of_its_own_is_named(asked, said, tmp_path, monkeypatch):
    write(as_graded("ps1", solutions("ps1"), FULL["ps1"]), tmp_path / "ps1.ipynb")
    monkeypatch.setattr(audit, "regrade", lambda call, *_: audit.Regrade(call.recorded, ""))
    found = audit.examine(tmp_path / "ps1.ipynb", SEED, {}, [*asked, *LOGGED])[1]
    assert [(one.kind, one.what) for one in found] == [(audit.Kind.ASKED, what) for what in said]


def test_who_replaced_grade_and_called_it_too_is_named_once_for_the_heavier(tmp_path, monkeypatch):
    write(as_graded("ps1", solutions("ps1"), FULL["ps1"]), tmp_path / "ps1.ipynb")
    monkeypatch.setattr(audit, "regrade", lambda call, *_: audit.Regrade(call.recorded, ""))
    found = audit.examine(tmp_path / "ps1.ipynb", SEED, {}, [*questions(overused=["asked"] * 2), *LOGGED[1:]])[1]
    assert [(one.kind, one.what) for one in found] == [
        (audit.Kind.REPLACED, "test_overused has 3, which the program outside of the sandbox did not give"),
        (audit.Kind.REPLACED, "it was called 2 times for overused, and the test cells call it once"),
    ]


def test_what_could_not_be_interrupted_does_not_hold_the_audit_up(tmp_path, monkeypatch):
    graded = as_graded("ps1", solutions("ps1"), FULL["ps1"] | {"credited": 0.0})
    write(graded, tmp_path / "ps1.ipynb")
    stuck = "".join(cell_of(graded, "overused")["source"])
    without = [{"cell": _log.digest_of(stuck), "source": "def"}, {"task": "credited"}]
    asked = []
    monkeypatch.setattr(audit, "regrade", lambda call, *_: asked.append(call) or audit.Regrade(call.recorded, ""))
    log = [{"event": "started", "left_out": without}, *LOGGED]
    assert audit.examine(tmp_path / "ps1.ipynb", SEED, {}, log) == (3, [])
    assert [call.task for call in asked] == ["overused", "text_precision"]
    assert all(call.before and stuck not in call.before for call in asked)


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    "instead",
    [
        [],
        [given("overused", 0.0)],
        [{"event": "started"}],
        [given("overused", 3.0, points=6.0)],
        [given("overused", 3.0, unknown=0.5)],
        [given("credited", 3.0, points=3.0)],
    ],
)
def test_points_that_the_program_outside_did_not_give_are_found_also_for_a_right_function(instead, tmp_path):
    write(as_graded("ps1", solutions("ps1"), FULL["ps1"], only="overused"), tmp_path / "ps1.ipynb")
    [found] = audit.examine(tmp_path / "ps1.ipynb", SEED, {}, [*instead, *LOGGED[1:]])[1]
    assert found.kind is audit.Kind.REPLACED
    assert found.what == "test_overused has 3, which the program outside of the sandbox did not give"


def test_every_kind_says_what_to_do():
    assert set(audit.CURES) == set(audit.Kind)


def test_every_kind_is_explained_to_instructors():
    page = (ROOT / "docs" / "instructors.md").read_text(encoding="utf-8")
    assert [kind.value for kind in audit.Kind if f"\n| {kind.value} | " not in page] == []


def test_what_was_handed_in_beside_the_notebook_is_there_in_a_fresh_run(tmp_path):
    (tmp_path / "helper.py").write_text(solutions("ps1")["overused"], encoding="utf-8")
    answers = solutions("ps1")
    answers["overused"] = "files = !ls\nassert 'ps1.ipynb' in files\nfrom helper import overused"
    write(as_graded("ps1", answers, FULL["ps1"], only="overused"), tmp_path / "ps1.ipynb")
    assert kinds(tmp_path / "ps1.ipynb") == []


def test_the_log_is_the_one_of_the_course(course, capsys):
    lines = [event | {"run": "1", "folder": "autograded/ada/ps1"} for event in LOGGED[1:]]
    (course / "grading.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    [line] = found_in(capsys)
    assert line.startswith("autograded/ada/ps1/ps1.ipynb: the grading function was replaced: test_overused has 3, ")


# The gradebook, the csv, and the files of a course.


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course in which ada was graded, as nbgrader leaves it."""
    folder = tmp_path / "course"
    write(released("ps1"), folder / "release" / "ps1" / "ps1.ipynb")
    submitted = handed_in(released("ps1"), solutions("ps1"))
    write(submitted, folder / "downloaded" / "ps1" / "archive" / "ada" / "ps1.ipynb")
    write(submitted, folder / "submitted" / "ada" / "ps1" / "ps1.ipynb")
    write(as_graded("ps1", solutions("ps1"), FULL["ps1"]), folder / "autograded" / "ada" / "ps1" / "ps1.ipynb")
    gradebook(folder / "gradebook.db", "ps1", {"ada": FULL["ps1"]})
    export(folder, {"ada": 10.0})
    _manifest.write(folder, "ps1")
    monkeypatch.chdir(folder)
    monkeypatch.setattr(audit, "regrade", lambda call, *_: audit.Regrade(call.points, "correct."))
    return folder


def export(folder, totals):
    rows = [f"ps1,{student},{total}" for student, total in totals.items()] + ["ps2,ada,1"]
    (folder / "grades.csv").write_text("\n".join(["assignment,student_id,raw_score", *rows]), encoding="utf-8")


def found_in(capsys):
    code, out = audited("autograded", capsys)
    lines = out.splitlines()
    assert code == bool(lines[:-1]) and lines[-1].endswith(f" {len(lines) - 1} to look at.")
    return [line.replace("\\", "/") for line in lines[:-1]]


def test_a_course_without_a_fault_has_nothing_to_look_at(course, capsys):
    assert found_in(capsys) == []


def test_autograding_that_was_cut_off(course, capsys):
    """A dropped connection: nbgrader has cleaned the notebook, run nothing, and skips the student from then on."""
    write(handed_in(source("ps1"), solutions("ps1")), course / "autograded" / "ada" / "ps1" / "ps1.ipynb")
    gradebook(course / "gradebook.db", "ps1", {"ada": {"overused": None, "credited": None, "text_precision": None}})
    export(course, {"ada": 0.0})
    with contextlib.closing(sqlite3.connect("gradebook.db")) as base:
        base.execute("UPDATE grade SET needs_manual_grade = 0")
        base.commit()
    lines = found_in(capsys)
    where = "autograded/ada/ps1/ps1.ipynb: not graded: "
    cut = "test_overused was never run to its end, and the gradebook counts 0; a fresh run gives 3"
    assert len(lines) == 3 and lines[0] == where + cut


def test_a_test_cell_without_an_output(course, capsys):
    graded = as_graded("ps1", solutions("ps1"), FULL["ps1"])
    cell_of(graded, "test_credited")["outputs"] = []
    write(graded, course / "autograded" / "ada" / "ps1" / "ps1.ipynb")
    (course / "gradebook.db").unlink()
    assert found_in(capsys)[0].endswith("not graded: test_credited was never run to its end; a fresh run gives 4")


def test_a_gradebook_that_something_else_wrote_to(course, capsys):
    gradebook(course / "gradebook.db", "ps1", {"ada": FULL["ps1"] | {"credited": 1.0}}, manual={"overused": 2.0})
    kinds, where = audit.Kind, "autograded/ada/ps1/ps1.ipynb: something else wrote to the grades: "
    assert found_in(capsys) == [
        where + "the gradebook has 1 for test_credited, and the graded notebook 4",
        where.replace(kinds.WRITTEN.value, kinds.BY_HAND.value) + "test_overused has 2 by hand; autograding gave 3",
        "ada: a table has another number: grades.csv has 10 for ps1, and the gradebook 6",
    ]
    gradebook(course / "gradebook.db", "ps1", {"ada": FULL["ps1"] | {"credited": None}})
    assert where + "the gradebook has nothing for test_credited, and the graded notebook 4" in found_in(capsys)


READ = "is for a person to read; the gradebook has points for it, or says that it was read"


@pytest.mark.parametrize(
    ("change", "kind", "said"),
    [
        (
            "grade SET extra_credit = 5 WHERE cell_id = 'test_overused'",
            "BY_HAND",
            "test_overused has 5 points of extra",
        ),
        ("grade SET needs_manual_grade = 0 WHERE cell_id = 'reading'", "WRITTEN", f"reading {READ}"),
        ("grade SET auto_score = 2 WHERE cell_id = 'reading'", "WRITTEN", f"reading {READ}"),
        (
            "grade_cells SET max_score = 30 WHERE id = 'test_credited'",
            "WRITTEN",
            "the gradebook has 30 points for test_",
        ),
        ("grade SET manual_score = 30 WHERE cell_id = 'reading'", "WRITTEN", "reading has 30 of 2 points"),
        (
            "grade SET cell_id = 'x' WHERE cell_id = 'test_credited'",
            "WRITTEN",
            "the gradebook has no grade for test_cr",
        ),
        (
            "base_cell SET name = 'more' WHERE id = 'test_credited'",
            "WRITTEN",
            "the gradebook has a grade for more, whi",
        ),
    ],
)
def test_whatever_else_was_written_to_a_gradebook_is_named(change, kind, said, course, capsys):
    with contextlib.closing(sqlite3.connect("gradebook.db")) as base:
        base.execute(f"UPDATE {change}")
        base.commit()
    lines = [line for line in found_in(capsys) if f": {audit.Kind[kind].value}: {said}" in line]
    assert len(lines) == 1 and lines[0].startswith("autograded/ada/ps1/ps1.ipynb: ")


@pytest.mark.parametrize(
    ("noted", "said"),
    [
        ([1.0, 2.0], []),
        ([2.0, 1.0], ["reading was changed after grading by hand: it has 2, and was given 1"]),
        ([], ["reading was graded by hand, and not by the command by_hand: ada"]),
    ],
)
def test_only_what_the_command_did_not_give_by_hand_is_named(noted, said, course, capsys):
    gradebook(course / "gradebook.db", "ps1", {"ada": FULL["ps1"]}, manual={"reading": 2.0})
    export(course, {"ada": 12.0})
    for points in noted:
        _gradebook.note_by_hand(course, "ps1", "ada", "reading", points)
    assert [line.partition(": a person gave points: ")[2] for line in found_in(capsys)] == said


def test_a_course_that_is_graded_by_hand_in_formgrader_has_one_line(course, capsys):
    """An instructor's normal work is no trouble of each student's."""
    students = [f"s{number}" for number in range(audit.NAMES + 2)]
    gradebook(course / "gradebook.db", "ps1", dict.fromkeys(students, FULL["ps1"]), manual={"reading": 2.0})
    (course / "grades.csv").unlink()
    lines = [line for line in found_in(capsys) if "reading" in line]
    by_hand = "a person gave points: reading was graded by hand, and not by the command by_hand"
    assert lines == [f"gradebook.db: {by_hand}: s0, s1, s2, s3, s4 and 2 more"]


def test_who_was_graded_by_another_version_of_the_problem_set_is_not_to_blame(course, capsys):
    """The instructor changed a test after grading, and nbgrader's gradebook has the new cells already."""
    other = source("ps1")
    other["cells"] = [cell for cell in other["cells"] if cell is not cell_of(other, "test_credited")]
    cell_of(other, "test_overused")["source"].append("\n# changed")
    write(other, course / "source" / "ps1" / "ps1.ipynb")
    with contextlib.closing(sqlite3.connect("gradebook.db")) as base:
        base.execute("UPDATE base_cell SET name = 'test_new' WHERE id = 'test_credited'")
        base.commit()
    said = "graded by other rules: its cells were others when these were graded in ps1: ada"
    assert f"source/ps1/ps1.ipynb: {said}" in (lines := found_in(capsys))
    assert [line for line in lines if audit.Kind.WRITTEN.value in line] == []


@pytest.mark.parametrize("change", ["a new test", "other points", "another test"])
def test_a_problem_set_that_asks_more_than_it_did_is_said_and_nobody_is_blamed(change, course, capsys):
    today = source("ps1")
    test = cell_of(today, "test_overused")
    if change == "a new test":
        new = json.loads(json.dumps(test))
        new["metadata"]["nbgrader"]["grade_id"] = "test_more"
        today["cells"].append(new)
    elif change == "other points":
        cell_of(today, "reading")["metadata"]["nbgrader"]["points"] = 4
    else:
        test["source"].append("\n# changed")
    write(today, course / "source" / "ps1" / "ps1.ipynb")
    said = "graded by other rules: its cells were others when these were graded in ps1: ada"
    assert found_in(capsys) == [
        f"source/ps1/ps1.ipynb: {said}",
        "source/ps1/ps1.ipynb: a file changed: it is new since preflight",
    ]


def test_without_a_release_that_can_be_read_the_cells_are_not_compared(course, capsys):
    for change in (lambda path: path.write_text("{", encoding="utf-8"), lambda path: path.unlink()):
        change(course / "release" / "ps1" / "ps1.ipynb")
        assert [line.partition(": ")[0] for line in found_in(capsys)] == ["release/ps1/ps1.ipynb"]


def tables(course, canvas, moodle):
    for name, table in (("canvas", _tables.canvas("ps1", 12, canvas)), ("moodle", _tables.moodle("ps1", moodle))):
        (course / f"grades-ps1-{name}.csv").write_text(table, encoding="utf-8-sig", newline="")


def test_a_table_that_an_instructor_uploads_says_what_the_gradebook_says(course, capsys):
    gradebook(course / "gradebook.db", "ps1", {"ada": FULL["ps1"], _tables.name_for_nbgrader("o'neil"): FULL["ps1"]})
    export(course, {"ada": 10.0, _tables.name_for_nbgrader("o'neil"): 10.0})
    tables(course, {"ada": 10.0, "o'neil": 10.0}, {"ada": None, "o'neil": 10.0})
    assert found_in(capsys) == []
    tables(course, {"ada": 11.0, "o'neil": 10.0}, {"ada": 10.0, "o'neil": 10.0, "eve": 3.0})
    assert found_in(capsys) == [
        "ada: a table has another number: grades-ps1-canvas.csv has 11, and the gradebook 10",
        "eve: a table has another number: grades-ps1-moodle.csv has 3, and there is no grade that can be relied on",
    ]


def test_a_table_has_no_number_for_whom_a_person_has_to_look_at(course, capsys):
    tables(course, {"ada": 10.0}, {"ada": 10.0})
    (course / "grading.jsonl").write_text(
        json.dumps({"event": "started", "run": "1", "folder": "autograded/ada/ps1"}), encoding="utf-8"
    )
    no_number = "has 10, and there is no grade that can be relied on"
    assert found_in(capsys)[-2:] == [
        f"ada: a table has another number: grades-ps1-{platform}.csv {no_number}" for platform in ("canvas", "moodle")
    ]


@pytest.mark.parametrize("table", ["", "Username;Assignment: ps1 (Real)\nada;10\n", "Username,ps1\nada,ten\n"])
def test_a_table_that_is_none_any_more_is_named(table, course, capsys):
    (course / "grades-ps1-moodle.csv").write_text(table, encoding="utf-8")
    said = "grades-ps1-moodle.csv: cannot be read: it is no longer the table that `grade` wrote"
    assert [line.rpartition(" (")[0] for line in found_in(capsys)] == [said] * bool(table)


def test_every_kind_says_whether_there_is_a_number_in_the_tables():
    """A kind that is new is to be put into one of these by whoever makes it."""
    a_number_stands = {"UNCLEAR", "DIFFERENT", "BY_HAND", "TABLE", "OUTDATED", "BROKEN", "LEFT_OUT"}
    assert {kind.name for kind in audit.Kind if kind not in audit.LEFT_EMPTY} == a_number_stands


def test_who_was_run_to_the_end_and_has_no_grade_showed_what_nbgrader_does_not_take(course, capsys):
    """A replaced `grade` that gives more points than there are ends nbgrader's work on this notebook."""
    shutil.rmtree(course / "autograded" / "ada")
    (course / "gradebook.db").unlink()
    export(course, {})
    lines = [{"event": event, "run": "1", "folder": "autograded/ada/ps1"} for event in ("started", "ended")]
    (course / "grading.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    write({}, course / "autograded" / "ben" / "ps1" / "ps1.ipynb")  # else nobody is looked at
    assert f"autograded/ada/ps1/ps1.ipynb: not graded: {audit.NOT_TAKEN}" in found_in(capsys)


def test_a_submission_that_was_never_graded(course, capsys):
    before = course / "submitted" / "ada" / "ps1" / "ps1.ipynb"
    for student in ("bob", "cyd"):
        write(json.loads(before.read_text("utf-8")), course / "submitted" / student / "ps1" / "ps1.ipynb")
    write(as_graded("ps1", solutions("ps1"), FULL["ps1"]), course / "autograded" / "cyd" / "ps1" / "ps1.ipynb")
    said = "not graded: it was handed in, and has no grade"
    assert found_in(capsys) == [f"autograded/{student}/ps1/ps1.ipynb: {said}" for student in ("bob", "cyd")]


def test_whoever_was_stopped_is_not_to_be_graded_again_and_the_login_stands_there(course, capsys, monkeypatch):
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(course / "answers.py"))
    notebook = json.loads((course / "submitted" / "ada" / "ps1" / "ps1.ipynb").read_text("utf-8"))
    here = _tables.name_for_nbgrader("o'neil")
    write(notebook, course / "submitted" / here / "ps1" / "ps1.ipynb")
    write(notebook, course / "downloaded" / "ps1" / "archive" / "o'neil" / "ps1.ipynb")
    _manifest.write(course, "ps1")
    log = _log.Log(course / "autograded" / here / "ps1", "a run")
    for event in ({"event": "started"}, {"event": "stopped", "why": "more than 64 processes"}, {"event": "ended"}):
        log.write(**event)
    said = "not graded, because it was stopped: it had more than 64 processes"
    assert found_in(capsys) == [f"autograded/{here}/ps1/ps1.ipynb (o'neil): {said}"]


def test_files_that_changed_since_preflight(course, capsys):
    write(handed_in(released("ps1"), {}), course / "submitted" / "ada" / "ps1" / "ps1.ipynb")
    (course / "answers.py").write_text("TASKS = []", encoding="utf-8")
    (course / "release" / "ps1" / "ps1.ipynb").unlink()
    (course / "downloaded" / "ps1" / "archive" / "ada" / "ps1.ipynb").write_text("{}", encoding="utf-8")
    assert found_in(capsys) == [
        "autograded/ada/ps1/ps1.ipynb: a file changed: its cells are not as handed in",
        "downloaded/ps1/archive/ada/ps1.ipynb: a file changed: it changed since preflight",
        "release/ps1/ps1.ipynb: a file changed: it is gone since preflight",
        "answers.py: a file changed: it is new since preflight",
        "submitted/ada/ps1/ps1.ipynb: a file changed: it is none of the files that preflight saw",
    ]


def test_a_students_other_files_and_the_rubric_are_looked_at_too(course, capsys):
    there = [course / "downloaded/ps1/archive/ada/helper.py", course / "submitted/ada/ps1/helper.py"]
    rubric = course / "rubrics/ps1.md"
    rubric.parent.mkdir()
    for path in (*there, rubric, course / "submitted/ada/ps1/timestamp.txt"):
        path.write_text("a = 1", encoding="utf-8")
    _manifest.write(course, "ps1")
    (course / "submitted/ada/ps1/timestamp.txt").write_text("2026-01-01", encoding="utf-8")
    assert found_in(capsys) == []
    for path in (there[1], rubric):
        path.write_text("a = 2", encoding="utf-8")
    assert found_in(capsys) == [
        "rubrics/ps1.md: a file changed: it changed since preflight",
        "submitted/ada/ps1/helper.py: a file changed: it is none of the files that preflight saw",
    ]


def test_what_is_no_gradebook_stops_the_audit(course, capsys):
    (course / "gradebook.db").write_text("nonsense " * 100, encoding="utf-8")
    code, out = audited("autograded", capsys)
    assert code == 2 and out.startswith("Stopped: gradebook.db cannot be read as a gradebook of nbgrader (")


# What was looked at before.


@pytest.fixture
def looked_at(course, monkeypatch):
    """The course, as one whose audit is remembered, and the cells that are graded again."""
    monkeypatch.setattr(_sandbox, "kind", lambda: "bwrap")
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(course / "answers.py"))
    for name in ("answers.py", "nbgrader_config.py"):
        (course / name).write_bytes((ASSIGNMENTS / name).read_bytes())
    _manifest.write(course, "ps1")
    again = []

    def regrade(call, *_):
        again.append(call.cell)
        return audit.Regrade(call.points, "correct.")

    monkeypatch.setattr(audit, "regrade", regrade)
    return again


def test_what_has_not_changed_since_it_was_in_order_is_not_looked_at_again(looked_at, course, capsys):
    assert audited("autograded", capsys) == (0, "3 functions graded again, 0 to look at.\n")
    assert audited("autograded", capsys) == (0, "0 functions graded again, 3 as at the last look, 0 to look at.\n")
    assert len(looked_at) == 3


@pytest.mark.parametrize(
    "what", ["notebook", "beside", "answers.py", "seed", "gradebook", "log", "code", "forgotten", "not remembered"]
)
def test_whatever_an_audit_rests_on_is_looked_at_again_when_it_changes(
    what, looked_at, course, capsys, seed_file, monkeypatch
):
    graded = course / "autograded" / "ada" / "ps1"
    if what == "not remembered":
        monkeypatch.setattr(_sandbox, "kind", lambda: "none")
    audited("autograded", capsys)
    change = {
        "notebook": lambda: (graded / "ps1.ipynb").write_text((graded / "ps1.ipynb").read_text("utf-8") + " "),
        "beside": lambda: (graded / "helper.py").write_text("a = 1"),
        "answers.py": lambda: (course / "answers.py").write_text("TASKS = []"),
        "seed": lambda: seed_file.write_text("another seed, which is long enough"),
        "gradebook": lambda: gradebook(course / "gradebook.db", "ps1", {"ada": FULL["ps1"] | {"overused": 1.0}}),
        "log": lambda: _log.Log(graded, "1").write("started"),
        "code": lambda: monkeypatch.setattr(_seen, "_our_code", lambda: "another version"),
        "forgotten": lambda: (course / "audited.json").write_text("[1"),
        "not remembered": lambda: None,
    }
    change[what]()
    audited("autograded", capsys)
    assert len(looked_at) == 6
    assert (course / "audited.json").exists() == (what != "not remembered")


def test_every_file_of_the_package_is_part_of_what_an_audit_rests_on(monkeypatch):
    version = _seen._our_code.__wrapped__  # as in a new process
    before = version()
    for name in ("bleu.py", "audit.py"):
        monkeypatch.setattr(_seen, "digest", lambda path, name=name: "another" if path.name == name else digest(path))
        assert version() != before
    monkeypatch.setattr(_seen, "digest", digest)
    assert version() == before


def test_what_there_was_something_to_say_of_is_looked_at_each_time(looked_at, course, capsys):
    gradebook(course / "gradebook.db", "ps1", {"ada": FULL["ps1"] | {"overused": 1.0}})
    first, second = found_in(capsys), found_in(capsys)
    assert first == second != [] and len(looked_at) == 6


def test_a_notebook_that_is_not_there_is_named(looked_at, course, capsys):
    code, out = audited("autograded/eve/ps1/ps1.ipynb", capsys)
    assert code == 1 and "cannot be read: no graded notebook (FileNotFoundError)" in out


# One function in a process of its own.


def call(function, code, task="unigram_precision", points=2.0, shares=None):
    return audit.Call("test", function, task, points, shares or {}, [code], points, True)


RIGHT = """
def f(candidate, references):
    return sum(any(word in other for other in references) for word in candidate) / (len(candidate) or 1)
"""


def test_a_function_that_is_not_there():
    assert audit.regrade(call("g", "def f(:"), SEED) == audit.Regrade(0.0, "there is no function g to call")


def test_a_process_that_ends_in_its_cells_and_one_that_takes_too_long(monkeypatch):
    assert audit.regrade(call("f", "import os\nos._exit(1)"), SEED) == audit.Regrade(0.0, audit.GONE)
    monkeypatch.setattr(audit, "SECONDS", 2.0)
    sleeper = "import itertools, collections\ndef f(candidate, references):\n"
    sleeper += "    collections.deque(itertools.count(), maxlen=0)"
    assert audit.regrade(call("f", sleeper), SEED) == audit.Regrade(0.0, audit.GONE)


@pytest.mark.unmeasured
def test_endless_loops_and_errors_get_what_they_get_in_nbgrader():
    loop = "def f(candidate, references):\n    while True:\n        len(candidate)"
    assert audit.regrade(call("f", loop), SEED).why.endswith("it did not come to an end.")
    for error in (
        "1 / 0",
        "raise UnicodeDecodeError('a', b'', 0, 1, 'b')",
        "class Own(Exception): pass\n    raise Own",
    ):
        fresh = audit.regrade(call("f", f"def f(candidate, references):\n    {error}"), SEED)
        assert fresh.points == 0 and "stops with" in fresh.why


def test_our_function_in_a_students_notebook():
    fresh = audit.regrade(call("f", "from bleu_helpers import unigram_precision as f"), SEED)
    assert fresh == audit.Regrade(0.0, audit.OURS)


@pytest.mark.parametrize("protected", [True, False])
def test_neither_the_seed_nor_the_course_is_known_to_the_students_process(protected, tmp_path, monkeypatch):
    spy = """
import os, pathlib
found = sorted(path.name for path in pathlib.Path.home().iterdir())
found += [name for name, value in os.environ.items() if "/course" in value]
try:
    found.append(os.readlink(f"/proc/{os.getppid()}/cwd"))
except OSError:
    found.append("nowhere")
def f(candidate, references):
    raise KeyError(", ".join(found))
"""
    course = tmp_path / "course"
    course.mkdir()
    monkeypatch.chdir(course)
    for name in ("PWD", "OLDPWD", "JUPYTER_CONFIG_DIR", "BLEU_ANSWERS_FILE"):
        monkeypatch.setenv(name, str(course))
    if not protected:
        monkeypatch.setattr(audit, "sandboxed", lambda folder: [])
    with tempfile.TemporaryDirectory() as folder:
        within = bool(audit.sandboxed(folder))
        remote = audit.Remote(call("f", spy), EVERY_TASK["unigram_precision"], folder)
        with pytest.raises(KeyError) as caught:
            remote(["a"], [["a"]])
        remote.close()
    *found, parent = str(caught.value).strip("'\"").split(", ")
    # In a sandbox the home is an empty /tmp, but for what leads to this repository, if it lies there.
    assert {*found} - {*ROOT.parts} == {".ipython"} and (not within or str(course) not in parent)


def test_a_fresh_run_is_in_the_sandbox_where_there_is_one(monkeypatch):
    monkeypatch.setattr(audit._sandbox, "command", lambda folder, environment: ["sandbox", folder])
    for kind, line in (("bwrap", ["sandbox", "here"]), ("none", [])):
        monkeypatch.setattr(audit._sandbox, "kind", lambda: kind)  # noqa: B023 - called in this round
        assert audit.sandboxed("here") == line


def test_without_a_sandbox_nothing_is_audited_until_somebody_says_so(tmp_path, capsys, monkeypatch):
    write(as_graded("ps1", solutions("ps1"), FULL["ps1"]), tmp_path / "ps1.ipynb")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("BLEU_SANDBOX")
    audit._sandbox.kind.cache_clear()
    code, out = audited(tmp_path, capsys)
    assert code == 2 and out.startswith("Stopped: no sandbox: bwrap does not start") and "set it to none" in out
    monkeypatch.setenv("BLEU_SANDBOX", "none")
    assert audit.main([str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert said.err == f"Not protected: {audit._sandbox.NOT_PROTECTED}.\n" and "0 to look at" in said.out


def test_a_container_is_ended_with_its_process(monkeypatch):
    ended = []
    monkeypatch.setattr(audit._sandbox, "stop", ended.append)
    monkeypatch.setattr(audit, "sandboxed", lambda folder: [])
    audit.regrade(call("f", "def f(: "), SEED)
    assert ended == [[]]


@pytest.fixture
def left_behind(tmp_path, monkeypatch):
    """The code of a cell that leaves a process behind, and the file that this process makes if it comes to its end.

    Without a sandbox, in which it could not write that file, and would end with the others.
    """
    monkeypatch.setattr(audit, "sandboxed", lambda folder: [])
    number, over = tmp_path / "number", tmp_path / "over"

    def code(away):
        return f"""
import os, pathlib, time
if os.fork() == 0:
    {away}
    pathlib.Path({str(number)!r}).write_text(str(os.getpid()))
    time.sleep(30)
    pathlib.Path({str(over)!r}).touch()
    os._exit(0)
"""

    yield code, over
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        os.kill(int(number.read_text()), signal.SIGKILL)


@pytest.mark.skipif(os.name == "nt", reason="there is no fork on Windows")
@pytest.mark.parametrize("away", ["pass", "os.setsid()"])
def test_what_a_students_process_leaves_behind_does_not_hold_the_audit_up(away, left_behind):
    code, over = left_behind
    assert audit.regrade(call("f", code(away) + RIGHT), SEED).points == 2
    assert not over.exists()


@pytest.mark.skipif(os.name == "nt", reason="there is no fork on Windows")
@pytest.mark.parametrize("away", ["pass", "os.setsid()"])
def test_what_keeps_the_channel_open_in_place_of_an_answer_does_not_hold_the_audit_up(away, left_behind, monkeypatch):
    monkeypatch.setattr(audit, "SECONDS", 2.0)
    code, over = left_behind
    in_the_function = textwrap.indent(code(away) + "os._exit(0)", "    ")
    assert audit.regrade(call("f", f"def f(candidate, references):\n{in_the_function}"), SEED).why == audit.GONE
    assert not over.exists()


@pytest.mark.skipif(os.name == "nt", reason="the numbers of the channels are those of POSIX")
def test_an_answer_that_is_no_answer():
    forged = "import os\nfor number in range(3, 12):\n    try:\n        os.write(number, b'[' * 50_000 + b'\\n')\n"
    assert audit.regrade(call("f", forged + "    except OSError:\n        pass\n" + RIGHT), SEED).why == audit.GONE


@pytest.mark.skipif(sys.platform != "linux", reason="the processes of others are counted on Linux only")
def test_the_processes_of_a_fresh_run_have_one_limit_together(monkeypatch):
    """Each may have the memory that one may have: it is the sum that fills a machine."""
    monkeypatch.setattr(audit, "Limits", lambda: _sandbox.Limits(processes=20))
    many = "import subprocess, time\nfor one in range(30):\n    subprocess.Popen(['sleep', '60'])\ntime.sleep(9)\n"
    for code in (many + RIGHT, RIGHT.replace("    return", textwrap.indent(many, "    ") + "    return")):
        fresh = audit.regrade(call("f", code), SEED)
        assert fresh.gone and fresh.why == "it was stopped: it had more than 20 processes"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux is known to keep to the limit")
def test_a_function_that_wants_all_the_memory_gets_none(monkeypatch):
    monkeypatch.setattr(audit, "MEGABYTES", 1024)
    greedy = "def f(candidate, references):\n    return len(bytearray(2**31))"
    assert "stops with MemoryError" in audit.regrade(call("f", greedy), SEED).why


# What goes between the two processes.


def test_every_answer_of_a_students_process_is_understood(monkeypatch):
    """Called here without the guard, whose hook takes the place of the one that measures coverage."""
    remote = audit.Remote.__new__(audit.Remote)
    remote.ours = False
    said = []
    monkeypatch.setattr(remote, "_ask", lambda request: said.pop(0), raising=False)
    said.append({"ended": "endless"})
    with pytest.raises(Endless):
        remote([])
    words = ["a"]
    said.append({"changed": True, "ours": True, "result": {"t": [1]}})
    assert remote(2, words) == (1,) and words == ["a", None] and remote.ours
    for name, kind in (("KeyError", "KeyError"), ("Own", "Own"), ("UnicodeDecodeError", "UnicodeDecodeError")):
        said.append({"error": name, "message": "m"})
        with pytest.raises(Exception, match="m") as caught:
            remote([])
        assert type(caught.value).__name__ == kind


def test_a_process_that_no_longer_listens():
    class Closed(io.StringIO):
        def write(self, _):
            raise BrokenPipeError

    remote = audit.Remote.__new__(audit.Remote)
    remote._process = SimpleNamespace(stdin=Closed(), stdout=io.StringIO())
    remote._requests, remote._answers = queue.SimpleQueue(), queue.SimpleQueue()
    for request in ("{}", None):
        remote._requests.put(request)
    remote._talk()
    assert remote._answers.get(timeout=1) == ""
