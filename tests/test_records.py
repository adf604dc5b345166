"""What was graded, from the log to a record, and from the record to what a person has to look at."""

import json
from pathlib import Path

import pytest
from course import ASSIGNMENTS, cell_of, handed_in, instructors_machine, released, solutions, source, write
from played_nbgrader import POINTS, graded

from bleu_helpers.course import _asked, _code, _log, _records
from bleu_helpers.course._flags import CURES, LEFT_EMPTY, Kind, flags, total
from bleu_helpers.course._grades import Score

SCORES = {f"test_{task}": Score(points, points, None, None, False, False) for task, points in POINTS.items()}
SCORES["reading"] = Score(2.0, None, 1.5, None, False, True)


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course in which ada has handed in problem set 1, and nobody is graded yet."""
    instructors_machine(tmp_path, monkeypatch)
    folder = tmp_path / "course"
    write(source("ps1"), folder / "source" / "ps1" / "ps1.ipynb")
    (folder / "answers.py").write_bytes((ASSIGNMENTS / "answers.py").read_bytes())
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(folder / "answers.py"))
    write(handed_in(released("ps1"), solutions("ps1")), folder / "submitted" / "ada" / "ps1" / "ps1.ipynb")
    return folder


def found(course, *events, got=None, scores=SCORES, kept=True):
    """What a person has to look at when these events were logged too."""
    log = graded(course, "ps1", "ada", got)
    for event in events:
        log.write(**event)
    if kept:
        log.write("kept")
    record = _records.fold(course, "ps1", ["ada"])["ada"]
    return [*flags(record, scores)], record


def test_a_grade_without_a_fault_is_the_sum_of_the_verdicts_and_of_what_a_person_gave(course):
    assert found(course)[0] == []
    record = found(course)[1]
    assert total(record, SCORES) == 11.5 and _records.read(course, "ps1", "ada") == record
    assert _records.fold(course, "ps1", ["ada", "bob"]) == {"ada": record}
    (course / _log.LOG).unlink()  # the record stays
    assert _records.fold(course, "ps1", ["ada"]) == {"ada": record}


def without(task):
    return {name: points for name, points in POINTS.items() if name != task}


SHOWN = {"event": "shown", "grade_id": "test_credited", "points": 4.0}
AT = {"cell": "a digest", "source": "os._exit(0)"}


@pytest.mark.parametrize(
    ("events", "got", "kind", "what"),
    [
        ([SHOWN], without("credited"), Kind.REPLACED, "test_credited showed 4, for which there is no verdict"),
        (
            [{"event": "refused", "task": "overused\x1b", "why": ""}] * 2,
            None,
            Kind.ASKED,
            r"it was called 2 times for overused\x1b, and not by its test",
        ),
        (
            [{"event": "asked", "grade_id": "test_credited"}],
            without("credited"),
            Kind.NOT_GRADED,
            "test_credited was cut off before there was a verdict",
        ),
        (
            [{"event": "otherwise", "grade_id": "test_credited"}],
            None,
            Kind.OTHERWISE,
            "test_credited has 4, and was asked some inputs again in the end",
        ),
        ([{"event": "stopped", "why": "too much"}], None, Kind.STOPPED, "it had too much"),
        (
            [{"event": "ended", "at": AT}],
            None,
            Kind.STOPPED,
            "it ended its own process: its cell that begins with (os._exit(0))",
        ),
    ],
)
def test_each_event_that_a_person_has_to_know_of_is_a_finding(events, got, kind, what, course):
    assert found(course, *events, got=got)[0] == [(kind, what)]


def test_who_replaced_grade_and_called_it_too_is_named_for_the_heavier(course):
    kinds = found(course, SHOWN, {"event": "refused", "task": "overused", "why": ""}, got=without("credited"))[0]
    assert [kind for kind, _ in kinds] == [Kind.REPLACED, Kind.REPLACED]


def test_whatever_a_person_has_settled_is_not_said_again(course):
    settled = {cell: score._replace(manual=1.0) for cell, score in SCORES.items()}
    lines, record = found(course, SHOWN, {"event": "refused", "task": "x", "why": ""}, got={}, scores=settled)
    assert {kind for kind, _ in lines} == {Kind.BY_HAND} and total(record, settled) == 4.0
    assert (Kind.BY_HAND, "test_credited has 1 by hand; grading gave 0") in lines


def test_extra_credit_is_named_and_counts(course):
    more = SCORES | {"test_credited": SCORES["test_credited"]._replace(extra=5.0)}
    lines, record = found(course, scores=more)
    assert lines == [(Kind.BY_HAND, "test_credited has 5 points of extra credit")] and total(record, more) == 16.5


def test_a_function_that_nobody_defined_has_0_and_is_no_trouble(course):
    lines, record = found(course, got=without("credited"))
    assert lines == [] and record.got("test_credited") == 0.0
    assert record.cells["test_credited"].said.startswith("credited: nothing was graded. Is there a function credited")


def test_nothing_is_said_of_who_was_never_graded_but_that(course):
    never = [(Kind.NOT_GRADED, "it was handed in, and has no grade")]
    assert [*flags(None, {})] == never and found(course, scores={})[0] == never


def test_what_was_left_out_is_named_by_its_place(course):
    cells = json.loads((course / "submitted/ada/ps1/ps1.ipynb").read_text())["cells"]
    own = "".join(cells[5]["source"])
    log = _log.Log(course / "autograded" / "ada" / "ps1", "a run")
    log.write("started", left_out=[{"cell": _log.digest_of(own), "source": "def"}, {"task": "credited"}])
    log.write("kept")
    record = _records.fold(course, "ps1", ["ada"])["ada"]
    assert (Kind.LEFT_OUT, "its cell 6 (def); its function for credited") in [*flags(record, SCORES)]


def test_every_kind_says_what_to_do_and_is_explained_to_instructors():
    page = (ASSIGNMENTS.parent.parent / "docs" / "instructors.md").read_text(encoding="utf-8")
    rows = [line.split(" | ")[0].removeprefix("| ") for line in page.splitlines() if line.startswith("| ")]
    known = [row for row in rows if row in {kind.value for kind in Kind}]
    assert {*known} == {kind.value for kind in Kind} == {kind.value for kind in CURES}
    assert known[:4] == [kind.value for kind in LEFT_EMPTY] or {*known[:4]} == {kind.value for kind in LEFT_EMPTY}
    assert not any("put it beside" in cure for cure in CURES.values())


# Honest work that lost points.


def cells(*sources, stops=(), error="FileNotFoundError", line=1):
    """Cells as they were graded, the test below them; some of them stopped."""
    made = [{"cell_type": "code", "metadata": {}, "source": one, "outputs": []} for one in sources]
    for number in stops:
        trace = [f"\x1b[0;32mCell In[3]\x1b[0m, line {line}"]
        made[number]["outputs"] = [{"output_type": "error", "ename": error, "evalue": "", "traceback": trace}]
    return [*made, {"cell_type": "code", "metadata": {"nbgrader": {"grade_id": "test"}}, "source": "", "outputs": []}]


ASKED = _asked.Question("", _asked.Asked("f", "f", 1.0, {}), "test")


@pytest.mark.parametrize(
    ("graded_cells", "said"),
    [
        (cells("open('x')\ndef f(): pass", stops=[0]), "cell 1 stopped with FileNotFoundError before it made: f"),
        (cells("n = input()\ndef f(): pass", stops=[0], error="StdinNotImplementedError"), "StdinNotImplementedError"),
        (cells("def f[T](x: T): pass", stops=[0], error="SyntaxError"), "SyntaxError before it made: f"),
        (cells("def f(x):\n    return f'{x!r:{'>'}}'(", stops=[0], error="SyntaxError"), "made: f"),
        (cells("import torch\nM = 1", "def f(x): return g(x)", "def g(x): return M", stops=[0]), "made: M"),
        (cells("def f(): pass\nopen('x')", stops=[0], line=2), None),
        (cells("open('x')\nn = 1", "def f(n): return n", stops=[0]), None),
        (cells("open('x')\ndef f(): pass", "def f(): pass", stops=[0]), None),
        (cells("1 / 0\nx = f(1)", "def f(): pass", stops=[0]), None),
    ],
)
def test_a_cell_that_stopped_before_it_made_what_a_function_needs_is_named(graded_cells, said):
    lines = [*_code.stopped_before("f", graded_cells)]
    assert (lines == []) if said is None else (len(lines) == 1 and said in lines[0])


def test_a_name_that_is_defined_twice_is_named():
    assert _code.defined_twice("f", cells("def f(): return 1", "f(2)", "def f(): pass")) == "cells 1 and 3 define f"
    assert _code.defined_twice("f", cells("def f(): return 1", "f(2)")) == ""


def test_both_stand_in_the_record_of_a_function_that_lost_points(course):
    notebook = handed_in(released("ps1"), solutions("ps1"))
    cell = cell_of(notebook, "credited")
    cell["source"] = "open('/content/drive/x')\n" + "".join(cell["source"])
    cell["outputs"] = [{"output_type": "error", "ename": "FileNotFoundError", "evalue": "", "traceback": []}]
    write(notebook, course / "autograded" / "ada" / "ps1" / "ps1.ipynb")
    number = notebook["cells"].index(cell) + 1
    assert found(course, got=without("credited"))[0] == [
        (
            Kind.BROKEN,
            f"test_credited has 0, and cell {number} stopped with FileNotFoundError before it made: credited",
        )
    ]


# What a grade rests on.


@pytest.mark.parametrize(
    ("path", "what"),
    [
        ("submitted/ada/ps1/helper.py", "the submission"),
        ("source/ps1/words.txt", "source/ps1"),
        ("answers.py", "answers.py"),
        ("../private/seed", "the seed"),
    ],
)
def test_each_thing_that_a_grade_rests_on_has_a_digest(path, what, course):
    before = _records.digests(course, "ps1", "ada")
    with Path(course, path).open("a") as file:
        file.write("# more")
    now = _records.digests(course, "ps1", "ada")
    assert [name for name in now if now[name] != before[name]] == [what]
