"""The log of what was graded. The examiner writes it outside the sandbox, so a student's cell cannot change it.

Each line of the file is a JSON object with these keys: "run", a value that is new each time a notebook is started;
"problem_set" and "student", nbgrader's name; "when", the time in seconds; and "event", which is one of these:

- "started": a notebook starts. Further keys are "sandbox", the "digests" of everything that its grade depends on, and
  "left_out", which lists what could not be interrupted in an earlier run.
- "asked": a test cell called `grade`. Further keys are its "grade_id", "task", "points" and "shares".
- "graded": the verdict on the last request. Further keys are "grade_id", "task", "points", "shares", "awarded" (the
  points for this verdict), "finding", "mistake" and "feedback"; "example", which is shown from a given day on; and
  "earlier", the functions that were replaced with our version. Each test cell has only one verdict, the first.
- "refused": a request was not answered, for the reason in "why": there is no such "task", no test cell makes this
  request, it has been answered already, or its arguments are not valid.
- "stopped": the examiner ended the sandbox, for the reason in "why". If a cell or a function could not be interrupted,
  "cell" (a digest of its text) and "source" (its first line) say which cell, or "task" which function.
- "ended": the notebook's process ended. If there is an "at", it ended by itself and too early, and "at" has the "cell"
  with its "source", or the "task" of the function, that was running.
- "shown": the test cell with this "grade_id" stopped without an error but has no verdict, so something else graded it.
- "kept": nbgrader has received the notebook with its verdicts.

A request that was "asked" but not "graded" was interrupted.
"""

import json
import time
from collections.abc import Sequence
from typing import Any

from bleu_grading.outside.problem_set import ProblemSet

LOG = "grading.jsonl"

Event = dict[str, Any]

LeftOut = dict[str, str]
"""Something that cannot be interrupted: a "cell" with its "source", or the function for a "task"."""

LEFT_OUT_KEYS = ("cell", "source", "task")


def uninterruptible(run: Sequence[Event]) -> list[LeftOut]:
    """List what could not be interrupted in a run of a notebook.

    >>> uninterruptible([{"event": "stopped", "why": "", "task": "b"}, {"event": "stopped", "why": "too much memory"}])
    [{'task': 'b'}]
    """
    stopped = [event for event in run if event["event"] == "stopped"]
    return [*filter(None, ({name: event[name] for name in LEFT_OUT_KEYS if name in event} for event in stopped))]


def left_out(last_run: Sequence[Event]) -> list[LeftOut]:
    """List what the next run of a notebook leaves out: what its last run left out, and what could not be interrupted.

    >>> left_out([{"event": "started", "left_out": [{"task": "a"}]}, {"event": "stopped", "why": "", "task": "b"}])
    [{'task': 'a'}, {'task': 'b'}]
    """
    return [*(item for event in last_run for item in event.get("left_out", [])), *uninterruptible(last_run)]


class Log:
    """The log of one run of a student's notebook."""

    def __init__(self, problem_set: ProblemSet, student: str, run: str) -> None:
        self._path = problem_set.course / LOG
        self._every = {"run": run, "problem_set": problem_set.name, "student": student}

    def write(self, event: str, **more: Any) -> None:
        """Append an event to the log."""
        line = self._every | {"when": round(time.time(), 3), "event": event} | more
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def all_runs(problem_set: ProblemSet) -> dict[str, list[list[Event]]]:
    """Read the events of every run of each student's notebook, in order. If there is no file, there are none."""
    found: dict[str, dict[str, list[Event]]] = {}
    path = problem_set.course / LOG
    for line in path.read_text(encoding="utf-8").splitlines() if path.is_file() else ():
        event = json.loads(line)
        if event["problem_set"] == problem_set.name:
            found.setdefault(event["student"], {}).setdefault(event["run"], []).append(event)
    return {student: [*runs.values()] for student, runs in found.items()}


def last_runs(problem_set: ProblemSet) -> dict[str, list[Event]]:
    """Read the events of the last run of each student's notebook, in order."""
    return {student: runs[-1] for student, runs in all_runs(problem_set).items()}
