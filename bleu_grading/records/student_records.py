"""What was graded, one record a student: from it come the page, the tables and the feedback.

The program outside of the sandbox appends to the log what happens (`_log`); here it is folded into a JSON file for each
student, in a folder of its own: hidden inputs stand in it. A record has the digests of all that a grade rests on, so
that it is seen whether it still holds.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from bleu_grading.inside.cell_text import digest_of
from bleu_grading.outside.digests import Digests
from bleu_grading.outside.grading_log import LOG, Event, events, left_out
from bleu_grading.outside.hidden_tests import HiddenTest, read_tests
from bleu_grading.outside.submitted_files import cells_of
from bleu_grading.records.notebook_code import losses
from exercise_checker import Finding

RECORDS = "records"

NOT_THERE = re.compile(r"stop(s|ped) with (FileNotFoundError|ImportError|ModuleNotFoundError)")
"""What is said of a function or a cell that misses a file or a module, which its student may have."""

LONGEST_LOSS = 400
"""What is said of a loss is cut here: a student can choose a name without end."""


@dataclass
class Graded:
    """The verdict of one test cell, and what a person may have to know of it."""

    function: str
    task: str
    points: float
    got: float = 0.0
    said: str = ""
    example: list[str] = field(default_factory=list)
    before: float | None = None
    """What the same submission had before it was graded again, if that was something else."""
    shown: bool = False
    """Whether the cell showed something without a verdict."""
    cut_off: bool = False
    """Whether it was asked, and there is no verdict."""
    otherwise: bool = False
    """Whether the function answered another thing when it was asked again."""
    losses: list[str] = field(default_factory=list)
    """Why points may be lost though the function is right: where it is defined, or how, or which cell stopped."""


@dataclass
class Record:
    """What was graded of one student's notebook, in its last run."""

    run: str
    digests: Digests
    cells: dict[str, Graded]
    own_questions: list[str]
    stopped: str | None
    left_out: list[str]
    kept: bool
    """Whether nbgrader has the notebook with the verdicts in it."""


# From the log to the records.


def read_record(path: Path) -> Record | None:
    """Read a student's record; None where there is none that can be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return Record(**found | {"cells": {cell: Graded(**one) for cell, one in found["cells"].items()}})
    except (OSError, ValueError, TypeError, KeyError):
        return None


def fold(course: Path, name: str, students: Sequence[str]) -> dict[str, Record]:
    """Bring the records of students up to what the log says, and give those that there are."""
    log, asked = events(course / LOG), read_tests(course, name)
    found = {}
    for student in students:
        path = course / RECORDS / name / f"{student}.json"
        before, run = read_record(path), log.get(f"autograded/{student}/{name}", [])
        record = _record(course, name, student, run, asked, before) if run else before
        if record is not None:
            found[student] = record
        if record is not None and record != before:
            _write(path, record)
    return found


def _write(path: Path, record: Record) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(asdict(record), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    os.replace(new, path)


def _record(
    course: Path, name: str, student: str, run: Sequence[Event], asked: Sequence[HiddenTest], before: Record | None
) -> Record:
    started = next((event for event in run if event["event"] == "started"), {})
    graded = cells_of(course / "autograded" / student / name / f"{name}.ipynb", course)
    submitted = cells_of(course / "submitted" / student / name / f"{name}.ipynb", course)
    record = Record(
        run[0]["run"],
        started.get("digests", {}),
        {one.grade_id: _graded(one, run, graded, {other.call.function for other in asked}) for one in asked},
        [*_own_questions(run)],
        _stopped(run, submitted),
        [_place(one, submitted) for one in left_out(run)],
        any(event["event"] == "kept" for event in run),
    )
    if before is not None and before.kept and before.digests == record.digests:
        for cell, one in record.cells.items():
            old = before.cells.get(cell)
            if old is not None:
                earlier = old.before if before.run == record.run else old.got
                one.before = earlier if earlier != one.got else None
    return record


def _graded(test: HiddenTest, run: Sequence[Event], cells: Sequence[Any], functions: Collection[str]) -> Graded:
    mine = [event for event in run if event.get("grade_id") == test.grade_id]
    kinds = {event["event"]: event for event in reversed(mine)}  # the first of each kind
    one = Graded(test.call.function, test.call.task, test.call.points)
    if verdict := kinds.get("graded"):
        one.got, one.said, one.example = verdict["got"], verdict["said"], verdict["example"]
        one.otherwise = "otherwise" in kinds
    else:
        one.shown = "shown" in kinds
        one.cut_off = "asked" in kinds and not one.shown
        one.said = without_a_verdict(test, one.cut_off)
    if one.got < one.points and cells and not one.cut_off:
        found = losses(one.function, test.grade_id, cells, verdict is not None, functions)
        one.losses = [line[:LONGEST_LOSS] for line in found]
        if stops := NOT_THERE.search(one.said):
            one.losses.append(f"its function {stops[0]}")
        if verdict and verdict["finding"] == Finding.BROKEN.name:
            one.losses.append("the exercise is broken: its own correct function stops")
    return one


def without_a_verdict(test: HiddenTest, cut_off: bool = False) -> str:
    """Write what a student reads below a test that has no verdict."""
    _, task, points, _ = test.call
    why = "it was cut off before there was a verdict." if cut_off else "nothing was graded."
    ask = "" if cut_off else f" Is there a function {test.call.function} when all cells are run?"
    return f"{task}: {why}{ask}\n0 of {points:g} points."


def _own_questions(run: Sequence[Event]) -> Iterator[str]:
    """Say what was asked and refused: what no test cell asks, or asks a second time."""
    for task, times in Counter(event["task"] for event in run if event["event"] == "refused").items():
        how_often = "once" if times == 1 else f"{times} times"
        yield f"it was called {how_often} for {ascii(task)[1:-1]}, but not by its test"


def _stopped(run: Sequence[Event], cells: Sequence[Any]) -> str | None:
    """Say why a notebook was not run to its end, if it was not."""
    for event in reversed(run):
        if event["event"] == "stopped":
            return ": ".join(filter(None, [f"it had {event['why']}", _place(event, cells)]))
        if event["event"] == "ended" and "at" in event:
            return ": ".join(filter(None, ["it ended its own process", _place(event["at"], cells)]))
    return None


def _place(at: Mapping[str, Any], cells: Sequence[Any]) -> str:
    """Name the function or the cell, with its first line, where a notebook stood still; nothing if neither is known."""
    if "task" in at:
        return f"its function for {at['task']}"
    if not at.get("source"):
        return ""
    known = [digest_of("".join(cell["source"])) for cell in cells]
    number = known.index(at["cell"]) + 1 if at.get("cell") in known else "that begins with"
    return f"its cell {number} ({ascii(at['source'])[1:-1]})"  # a student wrote it
