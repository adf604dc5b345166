"""A program that a test starts, with a limit of time: what stands still ends red, with what it had said.

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

SECONDS = 900
"""For one command of a course with a dozen students: many times what it takes on a slow machine."""


def run(line, seconds=SECONDS, **how):
    """Run a program. Gives its exit code, and what it wrote to stdout and then to stderr."""
    with started(line, stdin=subprocess.DEVNULL, **how) as program:
        program.until(lambda: False, seconds)
        return program.process.returncode, program.said()


@contextlib.contextmanager
def started(line, **how):
    """Start a program in a group of its own, and have it and all that it started gone in the end."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("stdout", "stderr")]
        with files[0].open("wb") as stdout, files[1].open("wb") as stderr:
            process = subprocess.Popen(line, stdout=stdout, stderr=stderr, start_new_session=True, **how)
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

    def until(self, so, seconds):
        """Wait until something is so, or the program is over."""
        end = time.monotonic() + seconds
        while not so() and self.process.poll() is None:
            assert time.monotonic() < end, f"{self.process.args} did not end in {seconds} s. It said:\n{self.said()}"
            time.sleep(0.02)


def kill(process):
    """End a program and all that it started; a sandbox ends by itself where nobody another command."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
