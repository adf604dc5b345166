"""A notebook's kernel in the sandbox: `grade` finds the program outside, and a cell that prints without end is cut off.

  python -P -m bleu_helpers.course._kernel CONNECTION_FILE

Its standard input and output lead to the program outside. The student's code gets others.
"""

import os
import sys
from typing import Any

from bleu_helpers.course import _student

MOST_CHARACTERS = 200_000
"""What one cell may print. A feedback page with more is nothing that a person reads."""

CUT = "\n... (more was printed; it is not kept)\n"


class Measured:
    """Lets a cell print so much, and no more."""

    def __init__(self) -> None:
        self._left = MOST_CHARACTERS

    def next_cell(self) -> None:
        """Begin to count anew."""
        self._left = MOST_CHARACTERS

    def kept(self, text: str) -> str:
        """Give what is still allowed of a text."""
        if self._left <= 0:
            return ""
        left, self._left = self._left, self._left - len(text)
        return text if self._left > 0 else text[:left] + CUT


def measure(shell: Any, *streams: Any) -> None:
    """Put the measure in front of the streams of a kernel."""
    measured = Measured()
    shell.events.register("pre_run_cell", lambda info: measured.next_cell())
    for stream in streams:
        _measure_one(stream, measured)


def _measure_one(stream: Any, measured: Measured) -> None:
    write = stream.write

    def short(text: str) -> Any:
        kept = measured.kept(text)
        if kept:
            write(kept)
        return len(text)

    stream.write = short


def own_channels() -> _student.Outside:
    """Take the standard input and output for ourselves, and put nothing in their place."""
    read = os.fdopen(os.dup(0), "r", encoding="utf-8")
    write = os.fdopen(os.dup(1), "w", encoding="utf-8")
    with open(os.devnull, "r+") as nothing:
        for number in (0, 1, 2):
            os.dup2(nothing.fileno(), number)
    return _student.Outside(read, write)


def main(arguments: list[str]) -> None:
    """Run the kernel."""
    from ipykernel.kernelapp import IPKernelApp

    _student.outside = own_channels()
    app: Any = IPKernelApp.instance()
    app.initialize(["-f", arguments[0], "--HistoryManager.hist_file=:memory:"])
    measure(app.shell, sys.stdout, sys.stderr)
    app.start()


if __name__ == "__main__":  # pragma: no cover - in a process of its own
    main(sys.argv[1:])
