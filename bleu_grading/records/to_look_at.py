"""List what a person has to look at after grading, what to do about it, and which students get no points yet."""

from collections.abc import Iterator, Mapping
from enum import Enum

from bleu_grading.records.grades import Score
from bleu_grading.records.student_records import NOT_THERE, Record


class Kind(Enum):
    """The kinds of findings that a person has to look at."""

    REPLACED = "the grading function was replaced"
    ASKED = "the grading function was called by one of the student's own cells"
    NOT_GRADED = "not graded"
    STOPPED = "not graded, because it was stopped"
    ABSENT = "a file or a library was missing"
    OTHERWISE = "the same input got a different answer"
    AGAIN = "graded again with a different result"
    BY_HAND = "a person gave points"
    LOST = "an answer may not have been graded"
    LEFT_OUT = "graded without a part that cannot be interrupted"


AGAIN = "python -m bleu_grading grade {name} --again STUDENT"

CURES = {
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
    Kind.OTHERWISE: "Read the student's function: it uses random numbers, or remembers earlier calls. The points stay "
    "as they are unless you change them.",
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

LEFT_EMPTY = (Kind.REPLACED, Kind.ASKED, Kind.NOT_GRADED, Kind.STOPPED, Kind.ABSENT)
"""A student with one of these has no points in the tables until a person has looked, because they may be wrong."""


def flags(record: Record | None, scores: Mapping[str, Score]) -> Iterator[tuple[Kind, str]]:
    """Yield what a person has to look at in one student's submission.

    Args:
        record: what was graded, or None if nothing was ever graded.
        scores: the scores of the cells in the gradebook. Verdicts are not checked for cells that a person has graded.
    """
    if record is None:
        yield Kind.NOT_GRADED, "it was handed in, but has no grade"
        return
    if record.stopped is not None:
        yield Kind.STOPPED, record.stopped
        return
    if not scores:
        yield Kind.NOT_GRADED, "it was handed in, but has no grade"
        yield from ((Kind.ASKED, finding) for finding in record.own_questions)
        return
    settled = {cell for cell, score in scores.items() if score.manual is not None}
    open_cells = {cell: graded for cell, graded in record.cells.items() if cell not in settled}
    replaced = [cell for cell, graded in open_cells.items() if graded.shown]
    yield from ((Kind.REPLACED, f"{cell} was run, but there is no verdict") for cell in replaced)
    if open_cells:
        yield from ((Kind.REPLACED if replaced else Kind.ASKED, finding) for finding in record.own_questions)
    for cell, graded in open_cells.items():
        if graded.cut_off:
            yield Kind.NOT_GRADED, f"{cell} was cut off before there was a verdict"
        if graded.otherwise:
            yield Kind.OTHERWISE, f"{cell} has {graded.got:g} and was called again with some inputs at the end"
        if graded.before is not None:
            yield Kind.AGAIN, f"{cell} has {graded.got:g} now, and had {graded.before:g} before"
        if replaced or record.own_questions:  # a person has to read these cells anyway
            continue
        for finding in graded.losses:
            yield Kind.ABSENT if NOT_THERE.search(finding) else Kind.LOST, f"{cell} has {graded.got:g}, and {finding}"
    for cell, score in scores.items():
        if score.extra:
            yield Kind.BY_HAND, f"{cell} has {score.extra:g} points of extra credit"
        if score.manual is not None and cell in record.cells:
            yield Kind.BY_HAND, f"{cell} has {score.manual:g} by hand; grading gave {record.cells[cell].got:g}"
    if record.left_out:
        yield Kind.LEFT_OUT, "; ".join(record.left_out)


def total(record: Record, scores: Mapping[str, Score]) -> float:
    """Add up a student's points. Points that a person gave replace those of the verdict."""
    points = {cell: graded.got for cell, graded in record.cells.items()}
    return sum(
        (score.extra or 0.0) + (points.get(cell, 0.0) if score.manual is None else score.manual)
        for cell, score in scores.items()
    )
