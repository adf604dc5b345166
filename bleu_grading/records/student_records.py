"""Read what was graded, one record per student, and list what a person has to look at, and what to do about it.

The examiner appends each event to the log (`outside.grading_log`). Here the events of a student's last run are combined
into a record. It also has the digests of everything that a grade depends on, which show whether the grade is still up
to date. The page, the tables and the feedback are made from the records.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from bleu_grading.inside.protocol import cell_digest
from bleu_grading.outside.grading_log import Event, all_runs, left_out
from bleu_grading.outside.problem_set import Cell, Digests, HiddenTest, ProblemSet
from bleu_grading.outside.submitted_files import read_cells
from bleu_grading.records.grades import Score
from bleu_grading.records.notebook_code import losses
from exercise_checker import Finding

MISSING_FILE = re.compile(r"stop(s|ped) with (FileNotFoundError|ImportError|ModuleNotFoundError)")
"""Matches a sentence about a function or a cell whose file or module is missing here; the student may have it."""

MAX_LOSS = 400
"""The maximum number of characters in a sentence about a loss, because a student can choose very long names."""


@dataclass
class CellResult:
    """The verdict on one test cell, and what a person may need to know about it."""

    function: str
    task: str
    points: float
    awarded: float = 0.0
    feedback: str = ""
    example: list[str] = field(default_factory=list)
    before: float | None = None
    """The points that the same submission had before it was graded again, if they were different."""
    replaced: bool = False
    """Whether the cell showed a result although there is no verdict, so something else graded it."""
    cut_off: bool = False
    """Whether the cell called `grade` but was interrupted before there was a verdict."""
    losses: list[str] = field(default_factory=list)
    """The reasons why a right function may have lost points: where or how it is defined, or which cell stopped."""


@dataclass
class Record:
    """What was graded in the last run of one student's notebook."""

    digests: Digests
    cells: dict[str, CellResult]
    refused_requests: list[str]
    stopped: str | None
    left_out: list[str]
    kept: bool
    """Whether nbgrader has received the notebook with its verdicts."""


# From the log to the records.


def read_records(problem_set: ProblemSet, students: Sequence[str]) -> dict[str, Record]:
    """Read the records of students from the log. A student whose notebook was never run has none."""
    runs, tests = all_runs(problem_set), problem_set.tests()
    return {student: _record(problem_set, student, runs[student], tests) for student in students if student in runs}


def _record(
    problem_set: ProblemSet, student: str, runs: Sequence[Sequence[Event]], tests: Sequence[HiddenTest]
) -> Record:
    *earlier, run = runs
    graded = read_cells(problem_set.graded(student), problem_set.course)
    submitted = read_cells(problem_set.submitted(student), problem_set.course)
    functions = {test.call.function for test in tests}
    record = Record(
        _digests(run),
        {test.grade_id: _cell_result(test, run, graded, functions) for test in tests},
        [*_refused_requests(run)],
        _stopped(run, submitted),
        [_what_ran(item, submitted) for item in left_out(run)],
        _kept(run),
    )
    for before in [*filter(_kept, earlier)][-1:]:
        if _digests(before) == record.digests:
            for cell, result in record.cells.items():
                awarded = next((event["awarded"] for event in _events_of(cell, before) if "awarded" in event), 0.0)
                result.before = awarded if awarded != result.awarded else None
    return record


def _digests(run: Sequence[Event]) -> Digests:
    return next((event.get("digests", {}) for event in run if event["event"] == "started"), {})


def _kept(run: Sequence[Event]) -> bool:
    return any(event["event"] == "kept" for event in run)


def _events_of(cell: str, run: Sequence[Event]) -> list[Event]:
    return [event for event in run if event.get("grade_id") == cell]


def _cell_result(
    test: HiddenTest, run: Sequence[Event], cells: Sequence[Cell], functions: Collection[str]
) -> CellResult:
    events_of_test = reversed(_events_of(test.grade_id, run))
    first_events = {event["event"]: event for event in events_of_test}  # keeps the first event of each kind
    result = CellResult(test.call.function, test.call.task, test.call.points)
    if verdict := first_events.get("graded"):
        result.awarded, result.feedback, result.example = verdict["awarded"], verdict["feedback"], verdict["example"]
    else:
        result.replaced = "shown" in first_events
        result.cut_off = "asked" in first_events and not result.replaced
        result.feedback = without_a_verdict(test, result.cut_off)
    if result.awarded < result.points and cells and not result.cut_off:
        found = losses(result.function, test.grade_id, cells, verdict is not None, functions)
        result.losses = [line[:MAX_LOSS] for line in found]
        if stops := MISSING_FILE.search(result.feedback):
            result.losses.append(f"its function {stops[0]}")
        if verdict and verdict["finding"] == Finding.BROKEN.name:
            result.losses.append("the exercise is broken: its own correct function stops")
    return result


def without_a_verdict(test: HiddenTest, cut_off: bool = False) -> str:
    """Write the feedback below a test that has no verdict."""
    _, task, points, _ = test.call
    why = "it was cut off before there was a verdict." if cut_off else "nothing was graded."
    ask = "" if cut_off else f" Is there a function {test.call.function} when all cells are run?"
    return f"{task}: {why}{ask}\n0 of {points:g} points."


def _refused_requests(run: Sequence[Event]) -> Iterator[str]:
    """Yield a sentence for each task with refused requests: those of no test cell, and repeated ones."""
    for task, times in Counter(event["task"] for event in run if event["event"] == "refused").items():
        how_often = "once" if times == 1 else f"{times} times"
        yield f"it was called {how_often} for {ascii(task)[1:-1]}, but not by its test"


def _stopped(run: Sequence[Event], cells: Sequence[Any]) -> str | None:
    """Return why a notebook was not run to its end, or None if it was."""
    for event in reversed(run):
        if event["event"] == "stopped":
            return ": ".join(filter(None, [f"it had {event['why']}", _what_ran(event, cells)]))
        if event["event"] == "ended" and "at" in event:
            return ": ".join(filter(None, ["it ended its own process", _what_ran(event["at"], cells)]))
    return None


def _what_ran(at: Mapping[str, Any], cells: Sequence[Any]) -> str:
    """Name the function or the cell (with its first line) that was running, or return "" if neither is known."""
    if "task" in at:
        return f"its function for {at['task']}"
    if not at.get("source"):
        return ""
    known = [cell_digest("".join(cell["source"])) for cell in cells]
    number = known.index(at["cell"]) + 1 if at.get("cell") in known else "that begins with"
    return f"its cell {number} ({ascii(at['source'])[1:-1]})"  # escaped, because a student wrote it


# What a person has to look at, and what to do about it.


class Kind(Enum):
    """The kinds of findings that a person has to look at."""

    REPLACED = "the grading function was replaced"
    ASKED = "the grading function was called by one of the student's own cells"
    NOT_GRADED = "not graded"
    STOPPED = "not graded, because it was stopped"
    ABSENT = "a file or a library was missing"
    AGAIN = "graded again with a different result"
    BY_HAND = "a person gave points"
    LOST = "an answer may not have been graded"
    LEFT_OUT = "graded without a part that cannot be interrupted"


AGAIN = "python -m bleu_grading grade {name} --again STUDENT"

WHAT_TO_DO = {
    Kind.REPLACED: "Read the student's cells: something other than our grading wrote these points. Until you give "
    "points in nbgrader's formgrader, the tables have no number.",
    Kind.ASKED: "Read the student's cells: a cell that asks for verdicts can try several functions and keep the best. "
    "Until you give points in nbgrader's formgrader, the tables have no number.",
    Kind.NOT_GRADED: f"Grade this student again ({AGAIN}). If nothing changes, nbgrader stops at a cell or an output; "
    "autograde-{name}.log says at which one. Ask for a notebook without it. Until then, the 0 in the gradebook says "
    "nothing about the work.",
    Kind.STOPPED: "Read the student's cells, and ask for a notebook without the code that exceeds the limit or ends "
    "the process. Grading this notebook again gives the same result.",
    Kind.ABSENT: "Read that cell: a file or a library is missing here, and this may have cost points. Ask for the "
    f"file or install the library, and grade again ({AGAIN}). Do not add a file that the student did not hand in. "
    "Until then, or until you give points in nbgrader's formgrader, the tables have no number.",
    Kind.AGAIN: "Read the student's function: the same notebook had different points before. The newer ones count "
    "unless you change them.",
    Kind.BY_HAND: "If you or an assistant did this in nbgrader's formgrader, there is nothing to do.",
    Kind.LOST: "Read the cells that are named: the answer may be right, and points may be lost because of where or "
    "how it is written. Give points in nbgrader's formgrader if you want to. If it is not the student's mistake (a "
    "network, a newer Python), ask for a notebook that runs here. Otherwise the points stay as they are. "
    "NotebookTimeoutError means that a cell was not run, because the cells above it used up the time of the whole "
    "notebook.",
    Kind.LEFT_OUT: "Read that cell or function: it does not end, even when it is interrupted. Everything else was "
    "graded, and the points stay as they are. What the cell should have defined is missing; if that is not the "
    "student's mistake, ask for a notebook without the line.",
}
"""What to do about each kind, in a problem set called `{name}`."""

WITHOUT_A_NUMBER = (Kind.REPLACED, Kind.ASKED, Kind.NOT_GRADED, Kind.STOPPED, Kind.ABSENT)
"""A student with one of these has no points in the tables until a person has looked, because they may be wrong."""


def flags(record: Record | None, scores: Mapping[str, Score]) -> Iterator[tuple[Kind, str]]:
    """Yield what a person has to look at in one student's submission.

    Args:
        record: what was graded, or None if nothing was ever graded.
        scores: the scores of the cells in the gradebook. Verdicts are not checked for cells that a person has graded.
    """
    if record and record.stopped is not None:
        yield Kind.STOPPED, record.stopped
        return
    if record is None or not scores:
        yield Kind.NOT_GRADED, "it was handed in, but has no grade"
        yield from ((Kind.ASKED, finding) for finding in (record.refused_requests if record else ()))
        return
    settled = {cell for cell, score in scores.items() if score.manual is not None}
    open_cells = {cell: graded for cell, graded in record.cells.items() if cell not in settled}
    replaced = [cell for cell, graded in open_cells.items() if graded.replaced]
    yield from ((Kind.REPLACED, f"{cell} was run, but there is no verdict") for cell in replaced)
    if open_cells:
        yield from ((Kind.REPLACED if replaced else Kind.ASKED, finding) for finding in record.refused_requests)
    for cell, graded in open_cells.items():
        if graded.cut_off:
            yield Kind.NOT_GRADED, f"{cell} was cut off before there was a verdict"
        if graded.before is not None:
            yield Kind.AGAIN, f"{cell} has {graded.awarded:g} now, and had {graded.before:g} before"
        if replaced or record.refused_requests:  # a person has to read these cells anyway
            continue
        for finding in graded.losses:
            kind = Kind.ABSENT if MISSING_FILE.search(finding) else Kind.LOST
            yield kind, f"{cell} has {graded.awarded:g}, and {finding}"
    for cell, score in scores.items():
        if score.extra:
            yield Kind.BY_HAND, f"{cell} has {score.extra:g} points of extra credit"
        if score.manual is not None and cell in record.cells:
            yield Kind.BY_HAND, f"{cell} has {score.manual:g} by hand; grading gave {record.cells[cell].awarded:g}"
    if record.left_out:
        yield Kind.LEFT_OUT, "; ".join(record.left_out)


def total(record: Record, scores: Mapping[str, Score]) -> float:
    """Add up a student's points. Points that a person gave replace those of the verdict."""
    points = {cell: graded.awarded for cell, graded in record.cells.items()}
    return sum(
        (score.extra or 0.0) + (points.get(cell, 0.0) if score.manual is None else score.manual)
        for cell, score in scores.items()
    )
