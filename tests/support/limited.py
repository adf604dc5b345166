"""Programs that tests start with a time limit: a program that hangs makes the test fail and shows its output.

The output goes to files and not through pipes, because a pipe stays open while any process has its other end open,
even one that was left behind long ago.
"""

import contextlib
import os
import signal
import subprocess
import tempfile
import time
from pathlib import Path

SECONDS = 900
"""The limit for one command of a course with a dozen students, much more than it needs on a slow machine."""


def run(line, seconds=SECONDS, **how):
    """Run a program. Return its exit code, and its stdout followed by its stderr."""
    with started(line, stdin=subprocess.DEVNULL, **how) as program:
        program.until(lambda: False, seconds)
        return program.process.returncode, program.output()


@contextlib.contextmanager
def started(line, **how):
    """Start a program in its own process group, and end the whole group afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("stdout", "stderr")]
        with files[0].open("wb") as stdout, files[1].open("wb") as stderr:
            process = subprocess.Popen(line, stdout=stdout, stderr=stderr, start_new_session=True, **how)
        try:
            yield Running(process, files)
        finally:
            kill(process)


class Running:
    """A running program."""

    def __init__(self, process, files):
        self.process, self._files = process, files

    def output(self):
        return "".join(path.read_text(encoding="utf-8", errors="replace") for path in self._files)

    def drop(self):
        """End the program as a dropped connection does, which leaves processes in other groups running."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def until(self, condition, seconds):
        """Wait until a condition is true or the program has ended."""
        end = time.monotonic() + seconds
        while not condition() and self.process.poll() is None:
            assert time.monotonic() < end, f"{self.process.args} did not end in {seconds} s:\n{self.output()}"
            time.sleep(0.02)


def kill(process):
    """End a program and its process group; a sandbox ends by itself when the program that waits for it has ended."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
