"""A program that a test starts, with a limit of time: what stands still ends red, and says what it was at.

Its output goes to files and not through pipes, because a pipe stays open for as long as anybody holds its other end,
also a process that was left behind long ago.
"""

import contextlib
import os
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psutil

SECONDS = 900
"""For one command of a course with a dozen students: many times what it takes on a slow machine."""


class TimedOut(AssertionError):
    """A program did not end in its time. The message has its output so far, and which processes were alive."""


def run(line, seconds=SECONDS, typed="", **how):
    """Run a program. Gives its exit code, and what it wrote to stdout and then to stderr."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as keys:
        keys.write(typed)
        keys.seek(0)
        with started(line, stdin=keys, **how) as program:
            return program.wait(seconds), program.said()


@contextlib.contextmanager
def started(line, env=None, **how):
    """Start a program in a group of its own, and have it and all that it started gone in the end."""
    environment = {**(os.environ if env is None else env), "PYTHONFAULTHANDLER": "1"}  # for what `_stacks` does
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("stdout", "stderr")]
        with files[0].open("wb") as stdout, files[1].open("wb") as stderr:
            process = subprocess.Popen(
                line, env=environment, stdout=stdout, stderr=stderr, start_new_session=True, **how
            )
        try:
            yield Running(process, files)
        finally:
            kill(process)


class Running:
    """A program that was started."""

    def __init__(self, process, files):
        self.process, self._files = process, files

    def said(self):
        return "".join(path.read_text(encoding="utf-8", errors="replace") for path in self._files)

    def drop(self):
        """End it as a connection that drops does: what it started in groups of their own is left behind."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def wait(self, seconds):
        """Give the exit code."""
        self.until(lambda: self.process.poll() is not None, seconds)
        return self.process.returncode

    def until(self, so, seconds):
        """Wait until something is so, or the program is over.

        Raises:
            TimedOut: the time is up.
        """
        end = time.monotonic() + seconds
        while not so() and self.process.poll() is None:
            if time.monotonic() > end:
                alive = report(self.process.pid)
                _stacks(self.process.pid)
                line = " ".join(map(str, self.process.args))
                raise TimedOut(f"{line}\ndid not end in {seconds} s. Alive:\n{alive}\nIt said so far:\n{self.said()}")
            time.sleep(0.02)


def family(pid):
    """List a process and all that it started, the nearest first."""
    with contextlib.suppress(psutil.NoSuchProcess):
        first = psutil.Process(pid)
        return [first, *first.children(recursive=True)]
    return []


def report(pid):
    """Write a line about each process of a program: its number, what it does, and how it was started."""
    lines = []
    for one in family(pid):
        with contextlib.suppress(psutil.Error):
            lines.append(f"{one.pid} {one.status()} {' '.join(one.cmdline())[:300]}")
    return "\n".join(lines)


def _stacks(pid):
    """Have each Python of a program write where it is, to its stderr, which ends it; and end the others."""
    alive = family(pid)
    for how in (signal.SIGABRT, signal.SIGKILL):
        for one in reversed(alive):
            with contextlib.suppress(psutil.Error):
                one.send_signal(how)
        time.sleep(1)


def kill(process):
    """End a program and all that it started."""
    for one in reversed(family(process.pid)[1:]):
        with contextlib.suppress(psutil.Error):
            one.kill()
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
