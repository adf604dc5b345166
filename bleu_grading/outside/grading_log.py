"""What was graded, written by the program outside of the sandbox, so that no student's cell can write or change it.

A line of the file is one JSON object with these keys: "run", one value for each start of a notebook; "folder", where
the notebook is, from the course's folder on (autograded/ada/ps1); "when"; and "event":

- "started": a notebook begins, with "sandbox", the "digests" of all that its grade rests on, and "left_out", what
  could not be interrupted in an earlier run.
- "asked": a test cell called `grade`, with its "grade_id", "task", "points" and "shares".
- "graded": the verdict of what was asked last, with "grade_id", "task", "points", "shares", "got", "finding",
  "mistake", "said"; for the day when inputs may be shown, "example"; and "earlier", the functions that ours stood in
  for. A test cell has one verdict: the first.
- "otherwise": the function of this "grade_id" answered another thing when it was asked some inputs again in the end.
- "refused": there is no such "task", it was no test cell that asked, it has its verdict, or the call was no call, with
  "why".
- "stopped": the sandbox was ended from outside, with "why"; and where it stood still, at which "cell" (a digest of its
  text, and its first line as "source") or in the function for which "task".
- "ended": the notebook's process came to its end; by itself and too soon, if there is an "at": where it was then, the
  "cell" with its "source" or the function for a "task".
- "shown": the test cell with this "grade_id" stopped with no error and has no verdict: something else graded it.
- "kept": nbgrader has the notebook, with the verdicts in it.

One that was "asked" and not "graded" was interrupted.
"""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bleu_grading.outside.seed_and_answers import answers_file

LOG = "grading.jsonl"

NOT_A_TEST = "only the test cells of the problem set get a verdict, and only as they are in the instructor's source"
"""Why a cell of a student's own is refused."""

NOT_TWICE = "this test cell has a verdict already, and the first verdict counts"

Event = dict[str, Any]


def course_folder() -> Path:
    """The folder of the course: where the answers are."""
    return answers_file().parent


def place_of(folder: Path) -> str:
    """Say where a folder is, from the course's on."""
    course, folder = course_folder(), folder.resolve()
    return (folder.relative_to(course) if folder.is_relative_to(course) else folder).as_posix()


LeftOut = dict[str, str]
"""What cannot be interrupted: a "cell" with its "source", or the function for a "task"."""


def left_out(last_run: Sequence[Event]) -> list[LeftOut]:
    """Say what the next run of a notebook goes without: what its last run went without, and where that stood still.

    >>> left_out([{"event": "started", "left_out": [{"task": "a"}]}, {"event": "stopped", "why": "", "task": "b"}])
    [{'task': 'a'}, {'task': 'b'}]
    """
    found: list[LeftOut] = []
    for event in last_run:
        found += event.get("left_out", [])
        if event["event"] == "stopped" and ("task" in event or "cell" in event):
            found.append({name: event[name] for name in ("cell", "source", "task") if name in event})
    return found


class Log:
    """The log of one notebook."""

    def __init__(self, folder: Path, run: str) -> None:
        self._path = course_folder() / LOG
        self._every = {"run": run, "folder": place_of(folder)}

    def left_out(self) -> list[LeftOut]:
        """Say what the next run goes without."""
        return left_out(events(self._path).get(self._every["folder"], []))

    def write(self, event: str, **more: Any) -> None:
        """Add a line."""
        line = self._every | {"when": round(time.time(), 3), "event": event} | more
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def events(path: Path) -> dict[str, list[Event]]:
    """Read the events of the last run of each folder, in their order. Without a file: none."""
    last: dict[str, list[Event]] = {}
    if not path.is_file():
        return last
    for line in path.read_text(encoding="utf-8").split("\n"):
        if not line.strip():
            continue
        event = json.loads(line)
        kept = last.setdefault(event["folder"], [])
        if kept and kept[-1]["run"] != event["run"]:
            kept.clear()
        kept.append(event)
    return last
