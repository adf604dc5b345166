"""nbgrader's commands, run in the folder of a course."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bleu_grading.outside.grading_log import LOG, events

ROUNDS = 5
"""So many cells of one notebook may be such that they cannot be interrupted."""


class Stopped(Exception):
    """Nothing can be graded. The message says why, and what to do."""


def nbgrader(course: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run one of nbgrader's commands in the course's folder."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])  # it starts alembic
    # A file and no pipe: a process that is left behind could hold that open for ever.
    with tempfile.TemporaryFile() as said:
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", *command],
            cwd=course,
            env={**os.environ, "PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
        )
        said.seek(0)
        return subprocess.CompletedProcess(done.args, done.returncode, said.read().decode("utf-8", errors="replace"))


def autograde(course: Path, name: str, left_out: Sequence[str]) -> str:
    """Have nbgrader grade who is not graded yet, and is not to be left out. Give what it said.

    A notebook with a cell that could not be interrupted is graded once more, without that cell.
    """
    said = nbgrader(course, "autograde", name, f"--CourseDirectory.student_id_exclude={','.join(left_out)}").stdout
    for _ in range(ROUNDS):
        for student in unstoppable(course, name):
            said += nbgrader(course, "autograde", name, f"--student={student}").stdout
    return said


def unstoppable(course: Path, name: str) -> list[str]:
    """List the students whose notebook was dropped at a cell that could not be interrupted."""
    log = events(course / LOG)
    return [
        folder.parent.name
        for folder in sorted(course.glob(f"submitted/*/{name}"))
        if any(
            event["event"] == "stopped" and ("cell" in event or "task" in event)
            for event in log.get(f"autograded/{folder.parent.name}/{name}", [])
        )
    ]


def last_lines(said: str) -> str:
    """Give the end of what nbgrader said, without what it says each time."""
    return "\n".join(line for line in said.strip().splitlines()[-8:] if "INFO" not in line)
