"""What a sandbox uses of the machine: its processes, their memory, and its files, all together, and who ends it.

The limits that a process is born with count for each one alone. Linux only: elsewhere nothing is seen.
"""

import contextlib
import os
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from bleu_helpers.course._sandbox import Limits

SOCKETS_FILES, SOCKETS_BYTES = 100, 2**20
"""What may be in the folder of the sockets. A kernel has five, and a file that names them."""

EVERY_SECONDS = 0.1

ALONE = "nobody who waits for it"


def watch(
    process: "subprocess.Popen[str]",
    limits: Limits,
    stop: Callable[[str], None],
    sockets: Path | None = None,
    parent: int | None = None,
) -> None:
    """Look at a sandbox until it ends; where it has too much or nobody waits for it, call `stop` and say why, once.

    Args:
        process: what was started outside, and what the sandbox's processes come from.
        limits: what they may use together.
        stop: ends them.
        sockets: the only folder of this machine that the sandbox writes to, if it has one.
        parent: who waits for this program's result, if its end is to be the sandbox's: a connection may have dropped.
    """
    while process.poll() is None:
        alone = parent is not None and os.getppid() != parent
        why = ALONE if alone else too_much(process.pid, sockets, limits)
        if why:
            stop(why)
            return
        time.sleep(EVERY_SECONDS)


def descendants(pid: int) -> list[int]:
    """List the processes that a process started, and those that they started, the nearest first."""
    found, waiting = [], [pid]
    while waiting:
        parent = waiting.pop(0)
        for children in _files(Path(f"/proc/{parent}/task"), "*/children"):
            with contextlib.suppress(OSError):
                waiting += (more := [int(child) for child in children.read_text().split()])
                found += more
    return found


def _files(folder: Path, pattern: str) -> list[Path]:
    """List files of a folder that may go away at any moment, as a process's does."""
    try:
        return [*folder.glob(pattern)]
    except OSError:
        return []


def too_much(pid: int, sockets: Path | None, limits: Limits) -> str:
    """Say what a sandbox has too much of, if anything."""
    processes = descendants(pid)
    if len(processes) > limits.processes:
        return f"more than {limits.processes} processes"
    if sum(map(_own_megabytes, processes)) > limits.megabytes:
        return f"more than {limits.megabytes} MB of memory"
    return "files in the folder of its sockets" if sockets and _filled(sockets) else ""


def _own_megabytes(pid: int) -> float:
    """The memory of a process that it shares with no file."""
    try:
        _, resident, shared, *_ = map(int, Path(f"/proc/{pid}/statm").read_text().split())
    except (OSError, ValueError):
        return 0.0
    return (resident - shared) * os.sysconf("SC_PAGE_SIZE") / 2**20


def _filled(sockets: Path) -> bool:
    """Whether more than sockets is in their folder."""
    size = 0
    with contextlib.suppress(OSError):
        for number, path in enumerate(sockets.rglob("*")):
            size += path.lstat().st_size
            if number > SOCKETS_FILES or size > SOCKETS_BYTES:
                return True
    return False
