"""The kernel that runs a notebook in the sandbox, connects `grade` to the examiner, and limits what a cell may print.

  python -P -m bleu_grading.inside.kernel CONNECTION_FILE

Its standard input and output are connected to the examiner. The student's code gets other streams.
"""

import contextlib
import os
import re
import sys
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import MagicMock

from bleu_grading.inside import examiner_proxy
from bleu_grading.inside.protocol import runnable

MAX_PRINTED = 200_000
"""The maximum number of characters that one cell may print. A longer output would be of no use to a reader."""

CUT = "\n... (more was printed, but it was not kept)\n"


class PrintLimit:
    """Limits the number of characters that each cell prints to all streams of the kernel together."""

    def __init__(self, shell: Any, *streams: Any) -> None:
        self._left = MAX_PRINTED
        shell.events.register("pre_run_cell", self._next_cell)
        for stream in streams:
            stream.write = partial(self._write, stream.write)

    def _next_cell(self, info: Any) -> None:
        self._left = MAX_PRINTED

    def _write(self, write: Callable[[str], Any], text: str) -> int:
        remaining, self._left = self._left, self._left - len(text)
        if remaining > 0:
            write(text if self._left > 0 else text[:remaining] + CUT)
        return len(text)


# A fake `google.colab`. The real package exists only in Colab, where students write their notebooks. A cell that mounts
# a drive and then defines a function works there, so it must not stop here: the import succeeds, and everything in the
# package does nothing. The fake package is installed only for an import that is not indented. A notebook that tests for
# Colab with an import inside `try` therefore still finds that the package is missing.

COLAB = "google.colab"
COLABS_MODULES = ["ai", "auth", "data_table", "drive", "files", "output", "patches", "runtime", "userdata", "widgets"]

_IMPORTS_COLAB = re.compile(r"(?m)^(?:import|from|%load_ext) .*\bgoogle\b.*\bcolab\b")


def install_fake_colab(source: str) -> None:
    """Install the fake package if a cell is about to import the package, or a file next to it does."""
    sources = [source]
    with contextlib.suppress(OSError):
        sources += [path.read_text(encoding="utf-8", errors="replace") for path in Path().glob("*.py")]
    if any(map(_IMPORTS_COLAB.search, sources)):
        if "google" not in sys.modules and find_spec("google") is None:
            sys.modules["google"] = ModuleType("google")
        for name in (COLAB, *(f"{COLAB}.{module}" for module in COLABS_MODULES)):
            sys.modules.setdefault(name, MagicMock())


# The kernel.


def connect_to_examiner() -> examiner_proxy.ExaminerProxy:
    """Reserve the standard input and output for the examiner, and give the student's code the null device."""
    read = os.fdopen(os.dup(0), "r", encoding="utf-8")
    write = os.fdopen(os.dup(1), "w", encoding="utf-8")
    with open(os.devnull, "r+") as nothing:
        for number in (0, 1, 2):
            os.dup2(nothing.fileno(), number)
    return examiner_proxy.ExaminerProxy(read, write)


def main(arguments: list[str]) -> None:
    """Run the kernel."""
    from ipykernel.kernelapp import IPKernelApp

    examiner_proxy.examiner = examiner = connect_to_examiner()
    app: Any = IPKernelApp.instance()
    app.initialize(["-f", arguments[0], "--HistoryManager.hist_file=:memory:"])
    app.shell.ask_exit = lambda: None  # exit() would end the process before the cells below have run
    sys.path.insert(0, "")  # finds a helper.py next to the notebook, now that our modules are all imported
    app.shell.events.register("pre_run_cell", lambda info: install_fake_colab(info.raw_cell))
    app.shell.events.register("pre_run_cell", lambda info: examiner.begin(info.raw_cell))
    app.shell.events.register("post_run_cell", lambda result: examiner.end())
    transformations = [examiner.without_left_out, lambda lines: runnable("".join(lines)).splitlines(keepends=True)]
    app.shell.input_transformers_cleanup[:0] = transformations
    PrintLimit(app.shell, sys.stdout, sys.stderr)
    app.start()


if __name__ == "__main__":  # pragma: no cover - runs in a separate process
    main(sys.argv[1:])
