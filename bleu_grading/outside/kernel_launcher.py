"""Start a notebook's kernel in a sandbox, next to its examiner. nbgrader starts this program as the kernel.

  python -P -m bleu_grading.outside.kernel_launcher CONNECTION_FILE

It forwards interrupts to the kernel, ends a sandbox that exceeds a limit, and logs when a notebook starts and ends.
"""

import contextlib
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bleu_grading.outside import sandbox
from bleu_grading.outside.examiner import Examiner
from bleu_grading.outside.grading_log import LeftOut, Log, last_runs, left_out
from bleu_grading.outside.problem_set import ProblemSet, graded_in
from bleu_grading.outside.sandbox import ORPHANED, SOCKETS, Limits, descendants, watch
from bleu_grading.outside.seed_and_answers import SECRET_VARIABLES, read_seed

SOCKETS_PREFIX = "bleu-sandbox-"
"""The prefix of the folder that each kernel makes for its sockets, and removes at the end."""

SECONDS_TO_END = 8.0
"""A cell that is still running this long after an interrupt cannot be interrupted. nbgrader waits longer than this."""

SECONDS_TO_READ = 2.0
"""The maximum time for reading the last messages of a sandbox that has ended."""

UNSTOPPABLE = "a cell that does not end and cannot be interrupted"

KERNEL = [sys.executable, "-P", "-m", "bleu_grading.inside.kernel"]
"""The command that runs in the sandbox, followed by the path of the connection file."""


def new_sockets_folder(address: str) -> Path:
    """Make a new folder for the sockets, in place of an old one.

    Raises:
        ValueError: the address was not made by our configuration, so the folder must not be deleted.
    """
    folder = Path(address).parent
    if not folder.name.startswith(SOCKETS_PREFIX):
        raise ValueError("nbgrader_config.py does not name the sandbox's sockets: use the file of this version")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    return folder


def main(arguments: list[str]) -> int:
    """Run one kernel until it ends, and return the exit code."""
    connection = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    sockets = new_sockets_folder(connection["ip"])
    try:
        return _run(connection, sockets, Limits())
    except (OSError, ValueError, sandbox.NoSandbox) as problem:
        print(f"Not graded: {problem}", file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(sockets, ignore_errors=True)


def _run(connection: Mapping[str, Any], sockets: Path, limits: Limits) -> int:
    """Start the kernel in its sandbox, and serve its examiner until the kernel ends."""
    problem_set, student = graded_in(Path.cwd())
    refuse_changed(problem_set)
    log, tests, seed = Log(problem_set, student, secrets.token_hex(8)), problem_set.tests(), read_seed()
    command = _command(connection, sockets, limits)
    # Jupyter passes the id of the process that started this one, which may have ended already.
    parent = int(os.environ.get("JPY_PARENT_PID") or os.getppid())
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        env={name: value for name, value in os.environ.items() if name not in SECRET_VARIABLES},
        start_new_session=True,  # an interrupt reaches only this process, which forwards it
    )
    assert process.stdin is not None and process.stdout is not None
    leaves_out = log_start(log, problem_set, student)
    examiner = Examiner(process.stdout, process.stdin, log, seed, tests, leaves_out)
    kernel = Kernel(process.pid, examiner)
    signal.signal(signal.SIGINT, lambda *_: kernel.interrupt())
    signal.signal(signal.SIGTERM, lambda *_: kernel.end())
    serving = threading.Thread(target=examiner.serve, daemon=True)
    serving.start()
    threading.Thread(target=watch, args=(process, limits, kernel.stop, sockets, parent), daemon=True).start()
    try:
        return process.wait()
    finally:
        kernel.kill()
        sandbox.stop(command)
        serving.join(SECONDS_TO_READ)
        log.write("ended", **({} if kernel.ended_here or not examiner.running else {"at": examiner.running}))


def refuse_changed(problem_set: ProblemSet) -> None:
    """Raise a ValueError if a problem set is gone, or is no longer the one of its release."""
    name = problem_set.name
    if not problem_set.source.is_file():
        raise ValueError(f"there is no source/{name}/{name}.ipynb: put the problem set back")
    if problem_set.outdated():  # else the release's tests would be refused, and all would lose points
        how = f"Make it again: python -m bleu_grading release {name}"
        raise ValueError(f"source/{name} has changed since its release was made. {how}")


def _command(connection: Mapping[str, Any], sockets: Path, limits: Limits) -> list[str]:
    """Write the connection file, and return the command that starts the kernel in its sandbox."""
    folder = str(sockets) if sandbox.kind() == "none" else SOCKETS
    inside = json.dumps({**connection, "ip": f"{folder}/k"})
    (sockets / "connection.json").write_text(inside, encoding="utf-8")
    return [*sandbox.command(sandbox.kind(), Path.cwd(), limits, sockets), *KERNEL, f"{folder}/connection.json"]


def log_start(log: Log, problem_set: ProblemSet, student: str) -> list[LeftOut]:
    """Log that a notebook starts and what its grade depends on, and return what this run leaves out."""
    leaves_out = left_out(last_runs(problem_set).get(student, []))
    log.write("started", sandbox=sandbox.kind(), digests=problem_set.digests(student), left_out=leaves_out)
    return leaves_out


class Kernel:
    """A kernel that runs in a sandbox: how it is interrupted and ended."""

    def __init__(self, pid: int, examiner: Examiner) -> None:
        self._pid, self._examiner, self.ended_here = pid, examiner, False

    def interrupt(self) -> None:
        """Interrupt the kernel, which is the only child of bwrap. A container's process forwards the signal."""
        processes = descendants(self._pid)[:1] if sandbox.kind() == "bwrap" else [self._pid]
        for process in processes:
            os.kill(process, signal.SIGINT)
        threading.Thread(target=self._stop_if_still, args=[self._examiner.running], daemon=True).start()

    def _stop_if_still(self, at: LeftOut) -> None:
        """End a sandbox that is still running the cell or function in which it was interrupted."""
        time.sleep(SECONDS_TO_END)
        if at and self._examiner.running is at:
            self.stop(UNSTOPPABLE, **at)

    def stop(self, why: str, **more: Any) -> None:
        """End the sandbox for a reason, which is logged unless the notebook did not cause it."""
        if why != ORPHANED:
            self._examiner.log.write("stopped", why=why, **more)
        self.end()

    def end(self) -> None:
        """End the sandbox, and remember that it did not end by itself."""
        self.ended_here = True
        self.kill()

    def kill(self) -> None:
        """Kill all processes of the sandbox."""
        with contextlib.suppress(OSError):
            os.killpg(self._pid, signal.SIGKILL)


if __name__ == "__main__":  # pragma: no cover - runs in a separate process
    sys.exit(main(sys.argv[1:]))
