"""Plant realistic faults in the package, one at a time, and ask the notebooks alone, then the unit tests alone.

Called by `python3 run.py faults [WHICH ...]`. WHICH is a file of tests/faults, such as 05_bleu, or one of its faults,
such as 05_bleu.first_reference; without one, all are meant. `--processes 1` leaves the other cores to others.

A fault is a text of a module and what stands in its place, written by hand: a wrong number, a wrong word in a picture,
arguments exchanged. The notebook of its lesson is asked first, then the others, each to the first cell that differs
from what is saved; then the tests of its module, to the first that fails. A fault that no reader of the lessons can see
(`shown = false`: an input check, say) is for the tests alone.

Each question has a process of its own, copied from one that has loaded everything but the package. No file is changed.
"""

import argparse
import importlib
import os
import signal
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import TextIOBase
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import mutants
from mutants import ROOT

FAULTS = ROOT / "tests" / "faults"
KINDS = ("number", "table", "figure's text", "picture", "message", "default", "order of arguments", "input check")
LEAST_BY_NOTEBOOKS = 0.95
"""The share of what a reader sees that the notebooks alone have to see."""

TESTS = {
    **mutants.MORE_TESTS,
    "_door": ("test_door", "test_anything"),
    "bleu": ("test_corpus_bleu",),
    "cast": ("test_display",),
    "checks": (
        "test_checks_messages",
        "test_checks_session",
        "test_checks_hints",
        "test_checks_guard",
        "test_checks_quiet",
        "test_checks_students",
        "test_checks_company",
    ),
    "display": ("test_display",),
    "display.drawn": ("test_drawn", "test_drawn_from_08", "test_picture"),
    "display.knobs": ("test_knobs",),
    "display.picture": ("test_picture",),
    "display.plots": ("test_drawn", "test_drawn_from_08", "test_plots", "test_figure"),
    "display.prediction": ("test_prediction",),
    "display.tables": ("test_display", "test_error_rates"),
}
"""The test files of a module beside the one of its name; those of a package are for each of its parts."""

NO_TESTS = 5
"""What pytest ends with where a file has none, such as a module without an example."""

OF_ALL_DOORS = ("test_door", "test_anything")
"""What asks all public functions together for their input checks and what these say."""


@dataclass(frozen=True)
class Fault:
    """A text of a module, and what stands in its place."""

    name: str
    module: str
    kind: str
    what: str
    text: str
    becomes: str
    shown: bool = True
    """Whether a reader of the lessons could see it."""
    first: str = ""
    """The number of the notebook that is asked first; a fault of a lesson's file has none but the lesson's own."""

    @property
    def path(self) -> Path:
        """The file that it stands in."""
        return path_of(self.module)

    @property
    def lesson(self) -> str:
        """The number of the lesson that has to see it; empty where any may."""
        number = self.name[:2]
        return number if number.isdigit() else ""

    def planted(self) -> str:
        """The module's source with the fault in it."""
        return self.path.read_text(encoding="utf-8").replace(self.text, self.becomes)


@dataclass(frozen=True)
class Seen:
    """Who saw a fault."""

    notebook: str
    """The number of the first notebook that did; empty where none did or none was asked."""
    tests: bool


def path_of(module: str) -> Path:
    """The file of a module of the package."""
    return ROOT.joinpath("bleu_helpers", *module.split(".")).with_suffix(".py")


def all_faults() -> list[Fault]:
    """All faults, file by file."""
    return [
        Fault(f"{file.stem}.{name}", **fields)
        for file in sorted(FAULTS.glob("*.toml"))
        for name, fields in tomllib.loads(file.read_text(encoding="utf-8")).items()
    ]


def chosen(names: Iterable[str]) -> list[Fault]:
    """The faults that are meant by these names, of files or of faults; all where there is no name."""
    faults, names = all_faults(), list(names)
    for name in names:
        if not any(_is_meant(fault, name) for fault in faults):
            files = ", ".join(dict.fromkeys(fault.name.partition(".")[0] for fault in faults))
            raise ValueError(f"there is no fault and no file {name!r} in tests/faults. The files: {files}.")
    return [fault for fault in faults if not names or any(_is_meant(fault, name) for name in names)]


def _is_meant(fault: Fault, name: str) -> bool:
    return name in (fault.name, fault.name.partition(".")[0])


def notebooks(first: str = "") -> list[Path]:
    """The lessons, one of them first where its number is given."""
    lessons = sorted((ROOT / "notebooks").glob("*.ipynb"))
    return sorted(lessons, key=lambda lesson: not (first and lesson.name.startswith(first)))


def tests_of(fault: Fault) -> tuple[str, ...]:
    """The arguments that let pytest run the tests of a fault's module: its examples and its files."""
    parts = fault.module.split(".")
    doors = OF_ALL_DOORS if fault.kind in ("input check", "message") else ()
    named = [f"test_{fault.module}"] if (ROOT / "tests" / f"test_{fault.module}.py").is_file() else []
    packages = [".".join(parts[:end]) for end in range(len(parts), 0, -1)]
    named += next((TESTS[package] for package in packages if package in TESTS), ())
    # A lesson's doors are asked first: that is quick, and sees most.
    in_order = [*doors, *named] if len(parts) == 1 else [*named, *doors]
    return str(fault.path), *(f"tests/{name}.py" for name in dict.fromkeys(in_order))


# What is asked, each time in a process of its own.


def passes(fault: Fault | None, *arguments: str) -> bool:
    """Whether pytest has nothing to say of these files with a fault planted; what takes too long does not pass."""
    child = os.fork()
    if child == 0:
        code = 70
        try:
            if fault is not None:
                mutants.plant(fault.path, fault.planted())
            importlib.import_module("nbval.plugin").RunningKernel = Kernel
            code = mutants.run_pytest("-m", "not rule and not environments", *arguments)
        finally:
            os._exit(0 if code == NO_TESTS else code)
    end = time.monotonic() + mutants.SECONDS
    while not (ended := os.waitpid(child, os.WNOHANG))[0]:
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            return os.waitpid(child, 0)[1] == 0
        time.sleep(0.02)
    return ended[1] == 0


def ask(fault: Fault) -> Seen:
    """Ask the notebooks, where a reader could see the fault, and then the tests."""
    first = fault.lesson or fault.first
    seen_by = (lesson.name[:2] for lesson in notebooks(first) if not passes(fault, str(lesson)))
    return Seen(next(seen_by, "") if fault.shown else "", not passes(fault, *tests_of(fault)))


def what_fails_as_it_is(asked: Iterable[str]) -> list[str]:
    """Of the files that are asked, those that do not pass without a fault either, and so say nothing."""
    return [file for file in dict.fromkeys(asked) if not passes(None, file)]


class Kernel:
    """In the place of nbval's kernel: a shell in this very process, so that what is planted here is there too."""

    def __init__(self, name: str, cwd: str | None = None, startup_timeout: float = 0) -> None:
        from IPython.core.interactiveshell import InteractiveShell
        from traitlets.config import Config

        os.chdir(cwd or ROOT)
        settings = Config()
        settings.HistoryManager.enabled = False
        self.messages: list[dict[str, Any]] = []
        self.shell = InteractiveShell(config=settings)
        InteractiveShell._instance = self.shell
        self.shell.kernel = SimpleNamespace(get_parent=lambda _: {})  # nobody watches
        self.shell.display_pub = SimpleNamespace(publish=self.show, is_publishing=False)
        self.shell.display_trap.hook = self.result
        self.shell._showtraceback = self.stop_with

    def execute_cell_input(self, source: str, allow_stdin: bool = False) -> str:
        """Run a cell to its end."""
        with redirect_stdout(Stream(self, "stdout")), redirect_stderr(Stream(self, "stderr")):
            self.shell.run_cell(source, store_history=False)
        self.say("status", execution_state="idle")
        return "the only request"

    def say(self, kind: str, **content: Any) -> None:
        """Keep a message for nbval."""
        self.messages.append({"msg_type": kind, "content": content, "parent_header": {"msg_id": "the only request"}})

    def show(self, data: dict[str, Any], metadata: dict[str, Any] | None = None, **_: Any) -> None:
        """Keep what a cell displays."""
        self.say("display_data", data=data, metadata=metadata or {})

    def result(self, value: Any) -> None:
        """Keep the value of a cell's last line."""
        if value is not None:
            data, metadata = self.shell.display_formatter.format(value)
            self.say("execute_result", data=data, metadata=metadata, execution_count=None)

    def stop_with(self, kind: type, error: BaseException, traceback: list[str]) -> None:
        """Keep the error that a cell stops with."""
        self.say("error", ename=kind.__name__, evalue=str(error), traceback=traceback)

    def get_message(self, stream: str, timeout: float | None = None) -> dict[str, Any]:
        """The next message."""
        return self.messages.pop(0)

    def is_alive(self) -> bool:
        """Always: it is this process."""
        return True

    def await_reply(self, request: str, timeout: float | None = None) -> None:
        """Nothing to wait for: the cell has run."""

    await_idle = await_reply

    def stop(self) -> None:
        """Nothing to stop."""


class Stream(TextIOBase):
    """What a cell prints, message by message."""

    def __init__(self, kernel: Kernel, name: str) -> None:
        self.kernel, self.name = kernel, name

    def write(self, text: str) -> int:
        """Hand on a text."""
        self.kernel.say("stream", name=self.name, text=text)
        return len(text)


# What is said of it.


def share(part: int, whole: int) -> str:
    """A part of a whole, in numbers and in percent."""
    return f"{part} of {whole}" + (f" ({100 * part / whole:.0f} of 100)" if whole else "")


def table(found: dict[Fault, Seen]) -> list[str]:
    """The faults by kind: how many there are, and how many of them who saw."""
    lines = [f"{'kind':18}  faults  shown  by notebooks  by tests  by either"]
    for kind in (*KINDS, "all"):
        some = {fault: seen for fault, seen in found.items() if kind in (fault.kind, "all")}
        if some:
            shown, count = sum(fault.shown for fault in some), Counter[str]()
            for seen in some.values():
                count["notebooks"] += bool(seen.notebook)
                count["tests"] += seen.tests
                count["either"] += bool(seen.notebook or seen.tests)
            lines.append(
                f"{kind:18}  {len(some):6}  {shown:5}  {count['notebooks']:12}  {count['tests']:8}  {count['either']:9}"
            )
    return lines


def survivors(found: dict[Fault, Seen]) -> dict[str, list[Fault]]:
    """What was not seen by those who should have, by what that means."""
    shown = {fault: seen for fault, seen in found.items() if fault.shown}
    return {
        "Seen by nobody": [fault for fault, seen in found.items() if not (seen.notebook or seen.tests)],
        "Seen by no notebook": [fault for fault, seen in shown.items() if not seen.notebook],
        "Seen by other notebooks, and not by their lesson's own": [
            fault for fault, seen in shown.items() if fault.lesson and seen.notebook not in ("", fault.lesson)
        ],
        "Seen by the notebooks, and not by the tests of their module": [
            fault for fault, seen in found.items() if seen.notebook and not seen.tests
        ],
    }


def is_enough(found: dict[Fault, Seen]) -> bool:
    """Whether all faults are seen, nearly all of those that readers see by notebooks, and a lesson's by its own."""
    shown = [seen.notebook for fault, seen in found.items() if fault.shown]
    missed = survivors(found)
    own = [fault for fault, seen in found.items() if fault.lesson and fault.shown and seen.notebook != fault.lesson]
    return not missed["Seen by nobody"] and sum(map(bool, shown)) >= LEAST_BY_NOTEBOOKS * len(shown) and not own


def report(found: dict[Fault, Seen]) -> None:
    """Print the table and the survivors."""
    print("", *table(found), sep="\n")
    shown = [seen.notebook for fault, seen in found.items() if fault.shown]
    print(f"\nOf what a reader sees, the notebooks alone see {share(sum(map(bool, shown)), len(shown))}.")
    for title, faults in survivors(found).items():
        if faults:
            print(f"\n{title}: {len(faults)}")
        for fault in faults:
            print(f"  {fault.name}: {fault.what}")


def main(arguments: list[str]) -> int:
    """Plant the faults that are asked for, and say who saw them; 0 where that is enough."""
    parser = argparse.ArgumentParser(prog="faults")
    parser.add_argument("which", nargs="*", metavar="WHICH", help="a file of tests/faults, or FILE.FAULT")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(arguments)
    try:
        faults = chosen(given.which)
    except ValueError as error:
        print(f"faults: {error}", file=sys.stderr)
        return 2
    if not hasattr(os, "fork"):
        print("faults: this needs a system that can copy a process (os.fork): Linux or macOS.", file=sys.stderr)
        return 2
    mutants.load_everything_else()
    own = {str(notebooks(fault.lesson or fault.first)[0]) for fault in faults if fault.shown}
    failing = what_fails_as_it_is([*sorted(own), *(file for fault in faults for file in tests_of(fault))])
    found: dict[Fault, Seen] = {}
    start = time.monotonic()
    with get_context("fork").Pool(given.processes) as pool:
        for fault, seen in zip(faults, pool.imap(ask, [] if failing else faults), strict=not failing):
            found[fault] = seen
            by = [f"notebook {seen.notebook}"] * bool(seen.notebook) + ["tests"] * seen.tests
            print(f"{time.monotonic() - start:5.0f} s  {fault.name}: {' and '.join(by) or 'NOBODY'}", flush=True)
    others = {str(lesson) for lesson in notebooks() for seen in found.values() if seen.notebook == lesson.name[:2]}
    failing += what_fails_as_it_is(sorted(others - own))
    for one in failing:
        print(f"faults: this fails without a fault too: python3 run.py test {one}", file=sys.stderr)
    if failing:
        return 1
    report(found)
    return 0 if is_enough(found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
