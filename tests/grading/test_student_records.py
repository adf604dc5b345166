"""Records of grading: made from the log, and used to list what a person has to look at."""

import re

import pytest
from course import ASSIGNMENTS
from fake_nbgrader import course_with_files, graded, scores
from interrupts import ctrl_c
from submissions import ANSWERS, data

from bleu_grading.outside import grading_log
from bleu_grading.outside.problem_set import ProblemSet
from bleu_grading.records import notebook_code
from bleu_grading.records.student_records import WHAT_TO_DO, WITHOUT_A_NUMBER, Kind, flags, read_records, total

ctrl_c = pytest.fixture(ctrl_c)
course = pytest.fixture(course_with_files, name="course")
ASKS_FOR_MORE = ANSWERS["nothing"] | ANSWERS["asks_for_more"]


def graded_with_flags(course, answers=None, by_hand=None, then=()):
    """Grade ada's answers. Return what a person has to look at, her record, and the gradebook's scores."""
    points = graded(course, "ps1", "ada", answers or {}, then=then)
    record = read_records(ProblemSet(course, "ps1"), ["ada"])["ada"]
    found = scores("ps1", points, {"reading": 1.5} if by_hand is None else by_hand)
    return [*flags(record, found)], record, found


def test_the_total_adds_the_verdicts_and_the_points_of_a_person(course):
    lines, record, found = graded_with_flags(course)
    assert lines == [] and total(record, found) == 11.5
    assert read_records(ProblemSet(course, "ps1"), ["ada", "bob"]) == {"ada": record}


def test_the_log_tells_the_problem_sets_of_a_student_apart(course):
    for name in ("ps1", "ps3"):
        graded(course, name, "ada", {}, run=name)
    for name in ("ps1", "ps3"):
        assert {event["run"] for event in grading_log.last_runs(ProblemSet(course, name))["ada"]} == {name}


CASES = data("records.toml")


@pytest.mark.parametrize("flag", CASES["flag"], ids=lambda flag: str(flag["found"]))
def test_flags_what_a_person_has_to_look_at(flag, course, ctrl_c):
    answers = {cell: text for name in flag.get("sets", []) for cell, text in ANSWERS[name].items()}
    lines = graded_with_flags(course, answers | flag.get("answers", {}), then=flag.get("then", []))[0]
    assert lines == [(Kind[name], line) for name, line in flag["found"]]


def test_reports_points_lost_through_a_broken_exercise(course):
    graded(course, "ps1", "ada", ANSWERS["nothing"])
    log = course / grading_log.LOG
    log.write_text(re.sub('"finding": "(?!CORRECT)[A-Z_]+"', '"finding": "BROKEN"', log.read_text("utf-8")), "utf-8")
    cells = read_records(ProblemSet(course, "ps1"), ["ada"])["ada"].cells.values()
    assert any("the exercise is broken" in loss for cell in cells for loss in cell.losses)


def test_flags_extra_calls_of_grade_even_without_a_grade(course):
    """A thread that calls `grade` during a test can block both, and then nbgrader drops the notebook."""
    _, record, _ = graded_with_flags(course, ASKS_FOR_MORE)
    [(not_graded, _), (asked, text)] = flags(record, {})
    assert (not_graded, asked) == (Kind.NOT_GRADED, Kind.ASKED) and "once for overused" in text


def test_nbgrader_reads_our_points_and_not_those_that_a_cell_shows(course):
    assert set(graded(course, "ps1", "ada", ASKS_FOR_MORE).values()) == {0.0}


def test_does_not_flag_again_what_a_person_has_graded(course):
    settled = dict.fromkeys(("test_overused", "test_credited", "test_text_precision", "reading"), 1.0)
    lines, record, found = graded_with_flags(course, ASKS_FOR_MORE, settled)
    assert {kind for kind, _ in lines} == {Kind.BY_HAND} and total(record, found) == 4.0
    assert (Kind.BY_HAND, "test_credited has 1 by hand; grading gave 0") in lines


def test_extra_credit_is_flagged_and_counts(course):
    _, record, found = graded_with_flags(course)
    more = found | {"test_credited": found["test_credited"]._replace(extra=5.0)}
    assert [*flags(record, more)] == [(Kind.BY_HAND, "test_credited has 5 points of extra credit")]
    assert total(record, more) == 16.5


def test_every_kind_of_flag_has_advice_and_an_explanation():
    page = (ASSIGNMENTS.parent.parent / "docs" / "instructors.md").read_text(encoding="utf-8")
    rows = [line.split(" | ")[0].removeprefix("| ") for line in page.splitlines() if line.startswith("| ")]
    known = [row for row in rows if row in {kind.value for kind in Kind}]
    assert {*known} == {kind.value for kind in Kind} == {kind.value for kind in WHAT_TO_DO}
    assert {*known[:5]} == {kind.value for kind in WITHOUT_A_NUMBER}


# Honest work that lost points.

TEST = "# the test"


def as_graded(cell):
    """Return a cell of records.toml as nbgrader leaves it."""
    cell = {"source": cell} if isinstance(cell, str) else dict(cell)
    data, outputs = {"nbgrader": {"grade_id": "test"}} if cell["source"] == TEST else {}, []
    if error := cell.pop("error", ""):
        trace = [f"\x1b[0;32mCell In[3]\x1b[0m, line {cell.pop('line', 1)}\n{error}"]
        outputs = [{"output_type": "error", "ename": name, "traceback": trace} for name in (error, "CellTimeoutError")]
    return {"cell_type": "code", "metadata": data, "outputs": outputs} | cell


@pytest.mark.parametrize("loss", CASES["loss"], ids=lambda loss: loss.get("message", "nothing")[-40:])
def test_explains_how_a_right_function_may_have_lost_points(loss):
    cells = map(as_graded, [*loss["cells"], *[TEST] * (TEST not in loss["cells"])])
    lines = [*notebook_code.losses("count_clip", "test", [*cells], loss.get("graded", False), {"bleu", "count_clip"})]
    assert len(lines) == ("message" in loss) and all(line.endswith(loss["message"]) for line in lines)
