"""Run nbgrader's commands in the folder of a course."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bleu_grading.outside.grading_log import LOG, events

MAX_ROUNDS = 5
"""The maximum number of cells in one notebook that may turn out to be impossible to interrupt. Each of them costs one
more run of the notebook."""


class Stopped(Exception):
    """Nothing can be graded. The message gives the reason and says what to do."""


def nbgrader(course: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run one of nbgrader's commands, and return its exit code and output."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])  # nbgrader runs alembic
    # A file instead of a pipe, which a process that is left behind could keep open for ever.
    with tempfile.TemporaryFile() as output:
        done = subprocess.run(
            [sys.executable, "-m", "nbgrader", *command],
            cwd=course,
            env={**os.environ, "PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        output.seek(0)
        return subprocess.CompletedProcess(done.args, done.returncode, output.read().decode("utf-8", errors="replace"))


def autograde(course: Path, name: str, left_out: Sequence[str]) -> str:
    """Run nbgrader for all students who are not graded yet, except `left_out`, and return its output.

    A notebook with a cell that could not be interrupted is graded again without that cell.
    """
    output = nbgrader(course, "autograde", name, f"--CourseDirectory.student_id_exclude={','.join(left_out)}").stdout
    for _ in range(MAX_ROUNDS):
        for student in unstoppable(course, name):
            output += nbgrader(course, "autograde", name, f"--student={student}").stdout
    return output


def unstoppable(course: Path, name: str) -> list[str]:
    """List the students whose notebooks were dropped because a cell could not be interrupted."""
    log = events(course / LOG)
    return [
        folder.parent.name
        for folder in sorted(course.glob(f"submitted/*/{name}"))
        if any(
            event["event"] == "stopped" and ("cell" in event or "task" in event)
            for event in log.get(f"autograded/{folder.parent.name}/{name}", [])
        )
    ]


def last_lines(output: str) -> str:
    """Return the last lines of nbgrader's output, without those at level INFO."""
    return "\n".join(line for line in output.strip().splitlines()[-8:] if "INFO" not in line)
