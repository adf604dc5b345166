"""What was graded, from the log to a record, and from the record to what a person has to look at."""

import pytest
from course import ASSIGNMENTS, solutions
from fake_nbgrader import course_with_files, gradebook, graded
from submissions import ANSWERS

from bleu_helpers.course import _code, _log, _records
from bleu_helpers.course._flags import CURES, LEFT_EMPTY, Kind, flags, total
from bleu_helpers.course._grades import scores_of

course = pytest.fixture(course_with_files, name="course")
NOTHING = ANSWERS["nothing"]
ASKS_FOR_MORE = NOTHING | ANSWERS["asks_for_more"]


def flagged(course, answers=None, by_hand=None, then=()):
    """What a person has to look at where ada handed in these answers, and her record with the gradebook's scores."""
    points = graded(course, "ps1", "ada", answers or {}, then=then)
    gradebook(course, "ps1", {"ada": points}, {"reading": 1.5} if by_hand is None else by_hand)
    record, scores = _records.fold(course, "ps1", ["ada"])["ada"], scores_of(course / "gradebook.db", "ps1")["ada"]
    return [*flags(record, scores)], record, scores


def test_a_grade_without_a_fault_is_the_sum_of_the_verdicts_and_of_what_a_person_gave(course):
    lines, record, scores = flagged(course)
    assert lines == [] and total(record, scores) == 11.5
    assert _records.read_record(course / "records/ps1/ada.json") == record
    assert _records.fold(course, "ps1", ["ada", "bob"]) == {"ada": record}
    (course / _log.LOG).unlink()  # the record stays
    assert _records.fold(course, "ps1", ["ada"]) == {"ada": record}


NOT_FOUND = "there is no function called `count_clip` when its test runs; there is "
AT = {"cell": "a digest", "source": "os._exit(0)"}
INTERRUPTED = {"credited": "def credited(candidate, references):\n    raise KeyboardInterrupt"}


@pytest.mark.parametrize(
    ("answers", "then", "found"),
    [
        (INTERRUPTED, [], [(Kind.NOT_GRADED, "test_credited was cut off before there was a verdict")]),
        (
            {},
            [{"event": "otherwise", "grade_id": "test_credited"}],
            [(Kind.OTHERWISE, "test_credited has 4, and was asked some inputs again in the end")],
        ),
        (
            {},
            [{"event": "ended", "at": AT}],
            [(Kind.STOPPED, "it ended its own process: its cell that begins with (os._exit(0))")],
        ),
        (
            ASKS_FOR_MORE,
            [],
            [
                (Kind.REPLACED, "test_overused was run, and there is no verdict"),
                (Kind.REPLACED, "it was called once for overused, and not by its test"),
            ],
        ),
        (
            {"credited": "def credit(candidate, references): pass"},
            [],
            [(Kind.LOST, f"test_credited has 0, and {NOT_FOUND.replace('count_clip', 'credited')}`credit` in cell 10")],
        ),
        (
            {"credited": "def credited(candidate, references):\n    import torch"},
            [],
            [(Kind.ABSENT, "test_credited has 0, and its function stops with ModuleNotFoundError")],
        ),
    ],
)
def test_what_a_person_has_to_know_of_is_flagged(answers, then, found, course):
    assert flagged(course, answers, then=then)[0] == found


def test_who_asked_questions_of_their_own_is_named_also_without_a_grade(course):
    """A thread that asks while a test does can hold both up, and nbgrader drops the notebook."""
    _, record, _ = flagged(course, ASKS_FOR_MORE)
    asked = (Kind.ASKED, "it was called once for overused, and not by its test")
    assert [*flags(record, {})] == [(Kind.NOT_GRADED, "it was handed in, and has no grade"), asked]


def test_what_nbgrader_reads_is_our_verdict_whatever_a_cell_shows(course):
    assert set(graded(course, "ps1", "ada", ASKS_FOR_MORE).values()) == {0.0}


def test_whatever_a_person_has_settled_is_not_said_again(course):
    settled = dict.fromkeys(("test_overused", "test_credited", "test_text_precision", "reading"), 1.0)
    lines, record, scores = flagged(course, ASKS_FOR_MORE, settled)
    assert {kind for kind, _ in lines} == {Kind.BY_HAND} and total(record, scores) == 4.0
    assert (Kind.BY_HAND, "test_credited has 1 by hand; grading gave 0") in lines


def test_extra_credit_is_named_and_counts(course):
    _, record, scores = flagged(course)
    more = scores | {"test_credited": scores["test_credited"]._replace(extra=5.0)}
    assert [*flags(record, more)] == [(Kind.BY_HAND, "test_credited has 5 points of extra credit")]
    assert total(record, more) == 16.5


def test_every_kind_says_what_to_do_and_is_explained_to_instructors():
    page = (ASSIGNMENTS.parent.parent / "docs" / "instructors.md").read_text(encoding="utf-8")
    rows = [line.split(" | ")[0].removeprefix("| ") for line in page.splitlines() if line.startswith("| ")]
    known = [row for row in rows if row in {kind.value for kind in Kind}]
    assert {*known} == {kind.value for kind in Kind} == {kind.value for kind in CURES}
    assert {*known[:5]} == {kind.value for kind in LEFT_EMPTY}
    assert not any("put it beside" in cure for cure in CURES.values())


# Honest work that lost points.


def cells(*sources, stops=(), error="FileNotFoundError", line=1):
    """Cells as they were graded; some of them stopped."""
    made = [{"cell_type": "code", "metadata": {}, "source": one, "outputs": []} for one in sources]
    for number in stops:
        trace = [f"\x1b[0;32mCell In[3]\x1b[0m, line {line}\n{error}"]
        made[number]["outputs"] = [{"output_type": "error", "ename": error, "evalue": "", "traceback": trace}]
        made[number]["outputs"] += [made[number]["outputs"][0] | {"ename": "CellTimeoutError"}]
    return made


@pytest.mark.parametrize(
    ("graded_cells", "said"),
    [
        (cells("open('x')\ndef f(): pass", stops=[0]), "cell 1 stopped with FileNotFoundError before it defined: f"),
        (cells("n = input()\ndef f(): pass", stops=[0], error="StdinNotImplementedError"), "StdinNotImplementedError"),
        (cells("def f[T](x: T): pass", stops=[0], error="SyntaxError"), "before it defined: f"),
        (cells("def f(x):\n    return f'{x!r:{'>'}}'(", stops=[0], error="SyntaxError"), "defined: f"),
        (cells("import torch\nM = 1", "def f(x): return g(x)", "def g(x): return M", stops=[0]), "defined: M"),
        (
            cells("from helper import *", "def f(): return g()", stops=[0], error="ImportError"),
            "ImportError before it defined: g",
        ),
        (cells("exec(open('helper.py').read())", "def f(): return g()", stops=[0]), "defined: g"),
        (cells("%run helper.py", "def f(): return g()", stops=[0], error="OSError"), "defined: g"),
        (
            cells("def f(): pass", "n = input()\ndef f(): return 1", stops=[1], error="StdinNotImplementedError"),
            "defined: f",
        ),
        (
            cells("open('x')", "def f(x):\n    import g\n    try: g(x)\n    except E as e: len(e)", stops=[0]),
            "defined: E",
        ),
        (cells("g(1)", "def f(): return g()", stops=[0], error="NameError"), None),
        (cells("def f(): pass\nopen('x')", stops=[0], line=2), None),
        (cells("open('x')\nn = 1", "def f(n): return n", stops=[0]), None),
        (cells("open('x')\ndef f(): pass", "def f(): pass", stops=[0]), None),
        (cells("1 / 0\nx = f(1)", "def f(): pass", stops=[0]), None),
    ],
)
def test_a_cell_that_stopped_before_it_made_what_a_function_needs_is_named(graded_cells, said):
    lines = [*_code.stopped_before("f", graded_cells)]
    assert (lines == []) if said is None else (len(lines) == 1 and said in lines[0])


DEF = "def count_clip(candidate): return 1"
STUB = DEF.replace("return 1", "raise NotImplementedError()")
TEST = "# the test"
TWICE = "count_clip is defined more than once ({}), and the last definition was graded"


@pytest.mark.parametrize(
    ("sources", "said"),
    [
        (["", "def count_clips(candidate): return 1", TEST], "`count_clips` in cell 2"),
        (["Count_Clip = lambda candidate: 1", TEST], "`Count_Clip` in cell 1"),
        (["def \u0441ount_clip(candidate): return 1", TEST], "`\u0441ount_clip` ('\\u0441ount_clip') in cell 1"),
        ([f"class Answer:\n    {DEF}", TEST], "`count_clip` in cell 1, inside a class or another function"),
        ([f"def main():\n    {DEF}\nmain()", TEST], "`count_clip` in cell 1, inside a class or another function"),
        ([f"%%bash\n{DEF}", TEST], "`count_clip` in cell 1, below `%%bash`"),
        ([f"# {DEF}", TEST], "`count_clip` in cell 1, as a comment"),
        ([f"'{DEF}'", TEST], "`count_clip` in cell 1, in quotation marks"),
        ([{"cell_type": "markdown", "source": DEF}, TEST], "`count_clip` in cell 1, which is not a code cell"),
        ([TEST, DEF], "`count_clip` in cell 2, below its test"),
        ([f"if False:\n    {DEF}", TEST], "`count_clip` in cell 1, which was not run or was undone"),
        (["def count_clips(: pass", TEST], "`count_clips` in cell 1"),
        (["def mine(): pass", "def bleu(): pass", TEST], "`mine` in cell 1"),
        (["count_clips = 3", TEST], "no other"),
    ],
)
def test_what_there_is_in_place_of_a_function_is_said(sources, said):
    graded_cells = cells(*(one if isinstance(one, str) else "" for one in sources))
    for cell, one in zip(graded_cells, sources, strict=True):
        cell |= one if isinstance(one, dict) else {}
        cell["metadata"] = {"nbgrader": {"grade_id": "test"}} if one == TEST else {}
    assert [*_code.losses("count_clip", "test", graded_cells, False, {"bleu", "count_clip"})] == [NOT_FOUND + said]


@pytest.mark.parametrize(
    ("sources", "said"),
    [
        ([DEF], None),
        (
            [f"async {DEF}"],
            "with `async def`, so that a call returns a coroutine and not the result (line 1 of cell 1)",
        ),
        ([f"try:\n    from helper import count_clip\nexcept ImportError:\n    {DEF}"], None),
        ([f"@log\n{DEF}"], "with a decorator (line 2 of cell 1)"),
        ([DEF.replace("return", "raise NotImplementedError; return")], "with `raise NotImplementedError` still in it"),
        (["class count_clip: pass"], "as something other than a function (line 1 of cell 1)"),
        ([f"{DEF}\ncount_clip = count_clip([])"], TWICE.format("line 1 of cell 1, line 2 of cell 1")),
        ([DEF, "1", "for count_clip in 'ab': pass"], TWICE.format("line 1 of cell 1, line 1 of cell 3")),
        ([STUB], None),
        (
            [STUB, "def count_clips(): pass", "def mine(): pass"],
            "is as it was handed out; there is `count_clips` in cell 2",
        ),
        ([STUB, f"# {DEF}"], "count_clip is as it was handed out; there is `count_clip` in cell 2, as a comment"),
        ([STUB, f"%%time\n{DEF}"], None),
        ([DEF.replace("1", "ONE"), TEST, "ONE = 1"], "it needs ONE, which cell 3 defines below its test"),
    ],
)
def test_how_a_graded_function_is_defined_is_said_where_it_matters(sources, said):
    graded_cells = cells(*sources, *[TEST] * (TEST not in sources))
    next(one for one in graded_cells if one["source"] == TEST)["metadata"] = {"nbgrader": {"grade_id": "test"}}
    lines = [*_code.losses("count_clip", "test", graded_cells, True, {"count_clip"})]
    assert (lines == []) if said is None else (len(lines) == 1 and said in lines[0])


def test_both_stand_in_the_record_of_a_function_that_lost_points(course):
    stops = {"credited": "open('/content/drive/x')\n" + solutions("ps1")["credited"]}
    said = "test_credited has 0, and cell 10 stopped with FileNotFoundError before it defined: credited"
    assert flagged(course, stops)[0] == [(Kind.ABSENT, said)]
    twice = {"credited": NOTHING["credited"], "text_precision": "credited = None\n" + NOTHING["text_precision"]}
    assert flagged(course, twice)[0] == []  # the second definition is below the test
    twice = {"overused": NOTHING["overused"] + "\ncredited = 3", "credited": NOTHING["credited"]}
    places = "line 4 of cell 6, line 1 of cell 10"
    said = f"test_credited has 0, and credited is defined more than once ({places}), and the last definition was graded"
    assert flagged(course, twice)[0] == [(Kind.LOST, said)]
