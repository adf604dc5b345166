"""Keep one record per student of what was graded. The page, the tables and the feedback are made from it.

The examiner appends each event to the log (`outside.grading_log`). Here the events of a student's last run are combined
into one JSON file, in a separate folder because records contain hidden inputs. A record also has the digests of
everything that a grade depends on, which show whether the grade is still up to date.
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
"""Matches a sentence about a function or a cell whose file or module is missing here; the student may have it."""

MAX_LOSS = 400
"""The maximum number of characters in a sentence about a loss, because a student can choose very long names."""


@dataclass
class Graded:
    """The verdict on one test cell, and what a person may need to know about it."""

    function: str
    task: str
    points: float
    got: float = 0.0
    said: str = ""
    example: list[str] = field(default_factory=list)
    before: float | None = None
    """The points that the same submission had before it was graded again, if they were different."""
    shown: bool = False
    """Whether the cell showed a result although there is no verdict."""
    cut_off: bool = False
    """Whether the cell called `grade` but was interrupted before there was a verdict."""
    otherwise: bool = False
    """Whether the function returned a different result for the same input at the end."""
    losses: list[str] = field(default_factory=list)
    """The reasons why a right function may have lost points: where or how it is defined, or which cell stopped."""


@dataclass
class Record:
    """What was graded in the last run of one student's notebook."""

    run: str
    digests: Digests
    cells: dict[str, Graded]
    own_questions: list[str]
    stopped: str | None
    left_out: list[str]
    kept: bool
    """Whether nbgrader has received the notebook with its verdicts."""


# From the log to the records.


def read_record(path: Path) -> Record | None:
    """Read a student's record, or return None if there is none or it cannot be read."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return Record(**found | {"cells": {cell: Graded(**graded) for cell, graded in found["cells"].items()}})
    except (OSError, ValueError, TypeError, KeyError):
        return None


def fold(course: Path, name: str, students: Sequence[str]) -> dict[str, Record]:
    """Update the records of students from the log, and return those that exist."""
    log, tests = events(course / LOG), read_tests(course, name)
    found = {}
    for student in students:
        path = course / RECORDS / name / f"{student}.json"
        before, run = read_record(path), log.get(f"autograded/{student}/{name}", [])
        record = _record(course, name, student, run, tests, before) if run else before
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
    course: Path, name: str, student: str, run: Sequence[Event], tests: Sequence[HiddenTest], before: Record | None
) -> Record:
    started = next((event for event in run if event["event"] == "started"), {})
    graded = cells_of(course / "autograded" / student / name / f"{name}.ipynb", course)
    submitted = cells_of(course / "submitted" / student / name / f"{name}.ipynb", course)
    record = Record(
        run[0]["run"],
        started.get("digests", {}),
        {test.grade_id: _graded(test, run, graded, {other.call.function for other in tests}) for test in tests},
        [*_refused_requests(run)],
        _stopped(run, submitted),
        [_place(place, submitted) for place in left_out(run)],
        any(event["event"] == "kept" for event in run),
    )
    if before is not None and before.kept and before.digests == record.digests:
        for cell, new in record.cells.items():
            old = before.cells.get(cell)
            if old is not None:
                earlier = old.before if before.run == record.run else old.got
                new.before = earlier if earlier != new.got else None
    return record


def _graded(test: HiddenTest, run: Sequence[Event], cells: Sequence[Any], functions: Collection[str]) -> Graded:
    events_of_test = [event for event in run if event.get("grade_id") == test.grade_id]
    first_events = {event["event"]: event for event in reversed(events_of_test)}  # keeps the first event of each kind
    result = Graded(test.call.function, test.call.task, test.call.points)
    if verdict := first_events.get("graded"):
        result.got, result.said, result.example = verdict["got"], verdict["said"], verdict["example"]
        result.otherwise = "otherwise" in first_events
    else:
        result.shown = "shown" in first_events
        result.cut_off = "asked" in first_events and not result.shown
        result.said = without_a_verdict(test, result.cut_off)
    if result.got < result.points and cells and not result.cut_off:
        found = losses(result.function, test.grade_id, cells, verdict is not None, functions)
        result.losses = [line[:MAX_LOSS] for line in found]
        if stops := NOT_THERE.search(result.said):
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
            return ": ".join(filter(None, [f"it had {event['why']}", _place(event, cells)]))
        if event["event"] == "ended" and "at" in event:
            return ": ".join(filter(None, ["it ended its own process", _place(event["at"], cells)]))
    return None


def _place(at: Mapping[str, Any], cells: Sequence[Any]) -> str:
    """Name the function or the cell (with its first line) that was running, or return "" if neither is known."""
    if "task" in at:
        return f"its function for {at['task']}"
    if not at.get("source"):
        return ""
    known = [digest_of("".join(cell["source"])) for cell in cells]
    number = known.index(at["cell"]) + 1 if at.get("cell") in known else "that begins with"
    return f"its cell {number} ({ascii(at['source'])[1:-1]})"  # escaped, because a student wrote it
