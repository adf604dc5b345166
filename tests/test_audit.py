"""The audit of one notebook: every function once more, whose grade differs, and what kind of difference that is."""

import math

import pytest
from course import (
    ASSIGNMENTS,
    SEED,
    SETS,
    cell_of,
    instructors_machine,
    solutions,
    write,
)
from graded_notebooks import FULL, LOGGED, as_graded, audited, given
from notebook_rules import ROOT

from bleu_helpers.course import _log, audit


@pytest.fixture(autouse=True)
def seed_file(tmp_path, monkeypatch):
    return instructors_machine(tmp_path, monkeypatch)


@pytest.fixture(params=SETS)
def name(request):
    return request.param


# A graded notebook.


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


@pytest.mark.parametrize(("logged", "named"), [(3.0, True), (0.0, False)])
def test_points_that_were_given_and_are_gone_are_missed(logged, named, tmp_path, monkeypatch):
    """What the program outside gave stands in the cell, until something else writes there: that is no chance."""
    answers = solutions("ps1") | {"overused": WRONG}
    write(as_graded("ps1", answers, FULL["ps1"] | {"overused": 0.0}, only="overused"), tmp_path / "ps1.ipynb")
    monkeypatch.setattr(audit, "regrade", lambda call, *_: audit.Regrade(0.0, ""))
    found = audit.examine(tmp_path / "ps1.ipynb", SEED, {}, [given("overused", logged), *LOGGED[1:]])[1]
    what = "test_overused has 0, and the program outside of the sandbox gave 3"
    assert [(one.kind, one.what) for one in found] == [(audit.Kind.WRITTEN, what)] * named


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
