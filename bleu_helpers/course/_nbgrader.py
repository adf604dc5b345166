"""nbgrader's commands, run in the folder of a course: who holds them up is left out, and the others are graded."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection
from pathlib import Path

from bleu_helpers.course._log import LOG, Log, events
from bleu_helpers.course._sandbox import descendants

SECONDS_WITHOUT_A_SIGN = 300.0
"""So long nbgrader may say nothing and begin no cell. A cell may take a third of that, an interrupt included."""

ROUNDS = 5
"""So many cells of one notebook may be such that they cannot be interrupted."""


class Stopped(Exception):
    """Nothing can be graded. The message says why, and what to do."""


class Stalled(Exception):
    """nbgrader gave no sign of life for too long, and was ended. The message is what it had said."""


def nbgrader(course: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run one of nbgrader's commands in the course's folder.

    Raises:
        Stalled: it gave no sign of life, neither by a line nor by a cell that began.
    """
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])  # it starts alembic
    # A file and no pipe: a process that is left behind could hold that open for ever.
    with tempfile.TemporaryFile() as said:
        with subprocess.Popen(
            [sys.executable, "-m", "nbgrader", *command],
            cwd=course,
            env={**os.environ, "PATH": path},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
        ) as process:
            ended = _ends(process, lambda: (os.fstat(said.fileno()).st_size, _time_of(course / LOG)))
        said.seek(0)
        text = said.read().decode("utf-8", errors="replace")
    if not ended:
        raise Stalled(text)
    return subprocess.CompletedProcess(process.args, process.returncode, text)


def _ends(process: "subprocess.Popen[bytes]", sign: Callable[[], object]) -> bool:
    """Wait for a process, and end it with all that it started where its sign of life stays the same for too long."""
    last, since = sign(), time.monotonic()
    while process.poll() is None:
        time.sleep(0.05)
        now = sign()
        if now != last:
            last, since = now, time.monotonic()
        elif time.monotonic() - since > SECONDS_WITHOUT_A_SIGN:
            for one in [*reversed(descendants(process.pid)), process.pid]:
                with contextlib.suppress(OSError):
                    os.kill(one, signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
            return False
    return True


def _time_of(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0


def autograde(course: Path, name: str, left_out: Collection[str] = ()) -> str:
    """Have nbgrader grade who is not graded yet. Give what it said.

    Who holds nbgrader up is left out, and the others are graded. A notebook with a cell that could not be interrupted
    is graded once more, without that cell.

    Args:
        course: the folder of the course.
        name: the problem set.
        left_out: students who were stopped before, and would be again.

    Raises:
        Stopped: nbgrader stands still, and not at a student.
    """
    said = ""
    held_up = [*left_out]
    while True:
        without = [f"--CourseDirectory.student_id_exclude={','.join(held_up)}"] if held_up else []
        try:
            said += nbgrader(course, "autograde", name, *without).stdout
            break
        except Stalled as still:
            said += str(still)
            at = re.findall(rf"[/\\](?:submitted|autograded)[/\\]([^/\\]+)[/\\]{re.escape(name)}[/\\]", str(still))
            if not at or at[-1] in held_up:
                raise Stopped(f"nbgrader stands still. It says:\n{last_lines(said)}") from still
            held_up.append(at[-1])
            _leave_out(course, name, at[-1])
    for _ in range(ROUNDS):
        for student in sorted({*unstoppable(course, name)} - {*left_out}):
            with contextlib.suppress(Stalled):
                said += nbgrader(course, "autograde", name, f"--student={student}").stdout
    return said


def _leave_out(course: Path, name: str, student: str) -> None:
    """Write that nbgrader stood still at a student, and take away what it left of the grading."""
    graded = course / "autograded" / student / name
    shutil.rmtree(graded, ignore_errors=True)
    why = f"no sign of life for {SECONDS_WITHOUT_A_SIGN / 60:g} minutes, and nbgrader was ended"
    Log(graded, f"still-{time.time_ns()}").write("stopped", why=why)


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
