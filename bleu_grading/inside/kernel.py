"""A notebook's kernel in the sandbox: `grade` finds the program outside, and a cell that prints without end is cut off.

  python -P -m bleu_grading.inside.kernel CONNECTION_FILE

Its standard input and output lead to the program outside. The student's code gets others.
"""

import contextlib
import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from bleu_grading.inside import examiner_proxy
from bleu_grading.inside.cell_text import plain

MOST_CHARACTERS = 200_000
"""What one cell may print. A feedback page with more is nothing that a person reads."""

CUT = "\n... (more was printed, but it was not kept)\n"


class Measured:
    """Lets each cell print so much, all streams of a kernel together, and no more."""

    def __init__(self, shell: Any, *streams: Any) -> None:
        self._left = MOST_CHARACTERS
        shell.events.register("pre_run_cell", self._next_cell)
        for stream in streams:
            stream.write = partial(self._write, stream.write)

    def _next_cell(self, info: Any) -> None:
        self._left = MOST_CHARACTERS

    def _write(self, write: Callable[[str], Any], text: str) -> int:
        left, self._left = self._left, self._left - len(text)
        if left > 0:
            write(text if self._left > 0 else text[:left] + CUT)
        return len(text)


# A stand-in for `google.colab`, which is nowhere but in Colab, where students write their notebooks: a cell that mounts
# a drive and then defines a function is right there. So the import stops no cell, and nothing of that package does
# anything. Whoever asks first whether it is there, in a `try`, hears no: that import does not stand at the margin.

COLAB = "google.colab"
_IMPORTS_COLAB = re.compile(r"(?m)^(?:import|from|%load_ext) .*\bgoogle\b.*\bcolab\b")


class Nothing(str):
    """What everything of the package is, and gives when it is called: an empty text, without items.

    >>> drive = Nothing()
    >>> drive.mount("/content/drive"), list(drive.upload().items())
    ('', [])
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing()

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Do nothing."""
        return Nothing()


class ColabFinder:
    """Finds the package and all that somebody looks for in it, after everybody else has looked."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
        """Say how a module is made, if it is one of these."""
        ours = name == "google" or f"{name}.".startswith(f"{COLAB}.")
        return ModuleSpec(name, self, is_package=True) if ours else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to Python."""

    def exec_module(self, module: ModuleType) -> None:
        """Let every name be there."""
        if module.__name__ != "google":
            vars(module)["__getattr__"] = Nothing().__getattr__


def stand_in(source: str) -> None:
    """Have the package stand there from now on, if a cell is about to import it, or a file beside the notebook does."""
    if any(isinstance(finder, ColabFinder) for finder in sys.meta_path):
        return
    sources = [source]
    with contextlib.suppress(OSError):
        sources += [path.read_text(encoding="utf-8", errors="replace") for path in Path().glob("*.py")]
    if any(map(_IMPORTS_COLAB.search, sources)):
        sys.meta_path.append(ColabFinder())


# The kernel.


def own_channels() -> examiner_proxy.ExaminerProxy:
    """Take the standard input and output for ourselves, and put nothing in their place."""
    read = os.fdopen(os.dup(0), "r", encoding="utf-8")
    write = os.fdopen(os.dup(1), "w", encoding="utf-8")
    with open(os.devnull, "r+") as nothing:
        for number in (0, 1, 2):
            os.dup2(nothing.fileno(), number)
    return examiner_proxy.ExaminerProxy(read, write)


def main(arguments: list[str]) -> None:
    """Run the kernel."""
    from ipykernel.kernelapp import IPKernelApp

    examiner_proxy.examiner = examiner = own_channels()
    app: Any = IPKernelApp.instance()
    app.initialize(["-f", arguments[0], "--HistoryManager.hist_file=:memory:"])
    app.shell.ask_exit = lambda: None  # exit() would end the process, and with it all that stands below
    sys.path.insert(0, "")  # now that nothing of ours is imported any more: a helper.py beside the notebook is found
    app.shell.events.register("pre_run_cell", lambda info: stand_in(info.raw_cell))
    app.shell.events.register("pre_run_cell", lambda info: examiner.begin(info.raw_cell))
    app.shell.events.register("post_run_cell", lambda result: examiner.end())
    as_written = [examiner.without_left_out, lambda lines: plain("".join(lines)).splitlines(keepends=True)]
    app.shell.input_transformers_cleanup[:0] = as_written
    Measured(app.shell, sys.stdout, sys.stderr)
    app.start()


if __name__ == "__main__":  # pragma: no cover - in a process of its own
    main(sys.argv[1:])
