"""What was graded, written by the program outside of the sandbox, so that no student's cell can write or change it.

A line of the file is one JSON object with these keys: "run", one value for each start of a notebook; "folder", where
the notebook is, from the course's folder on (autograded/ada/ps1); "when"; and "event":

- "started": a notebook begins, with "sandbox", and "rules", a digest of the answers and the seed.
- "asked": a cell called `grade`, with "task", "points" and "shares".
- "graded": the verdict of what was asked last, with "task", "points", "shares", "got", "finding", "mistake",
  "said"; for the day when inputs may be shown, "example"; and "earlier", the functions that ours stood in for.
- "refused": there is no such task, or the call was no call, with "why".
- "stopped": the sandbox was ended from outside, with "why".
- "ended": the notebook's process came to its end.

A test cell that shows points and has no "graded" here got them from something else than our `grade`. One that was
"asked" and not "graded" was interrupted.
"""

import json
import os
import time
from pathlib import Path
from typing import Any

from bleu_helpers.course._secrets import ANSWERS_VARIABLE

LOG = "grading.jsonl"

Event = dict[str, Any]


def course_folder() -> Path:
    """The folder of the course: where the answers are."""
    return Path(os.environ[ANSWERS_VARIABLE]).resolve().parent


def place_of(folder: Path) -> str:
    """Say where a folder is, from the course's on."""
    course, folder = course_folder(), folder.resolve()
    return (folder.relative_to(course) if folder.is_relative_to(course) else folder).as_posix()


class Log:
    """The log of one notebook."""

    def __init__(self, folder: Path, run: str) -> None:
        self._path = course_folder() / LOG
        self._every = {"run": run, "folder": place_of(folder)}

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
