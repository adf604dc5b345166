"""Hold grades to account: grade every function once more in a fresh process, and compare with what is written down.

  python -m bleu_helpers.course.audit SUBMISSION...

A SUBMISSION is a notebook that nbgrader has graded, or a folder with such notebooks, for example autograded. In
nbgrader, a student's cells and the grading share one process, so a cell can replace `grade` by something kinder. Here
the student's process only answers calls: the seed and the right results stay in this one. It is in a sandbox, with the
limits that grading has, and ends after three minutes: without a sandbox that starts, nothing is audited, until
BLEU_SANDBOX says "none".

In the folder of a course, the points are also compared with gradebook.db and grades.csv, the submissions with what was
graded, and the course's files with the hashes that preflight wrote. Each line says what kind of difference it is. The
exit code is 1 if there is one, and 2 if nothing can be graded.
"""

import contextlib
import json
import math
import os
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from enum import Enum
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from bleu_helpers.checks._diagnosis import diagnose
from bleu_helpers.checks._guard import Endless
from bleu_helpers.checks._tasks import Task
from bleu_helpers.course import _gradebook, _manifest, _sandbox, _seen, _student
from bleu_helpers.course._asked import Asked, asked_in, is_test
from bleu_helpers.course._broken import stopped, used
from bleu_helpers.course._earlier import Names
from bleu_helpers.course._gradebook import GRADEBOOK, GRADES, Score, Scores, total
from bleu_helpers.course._grading import points_for, refuse_shares, without_inputs
from bleu_helpers.course._log import LOG, NOT_A_TEST, Event, digest_of, events, left_out
from bleu_helpers.course._manifest import Manifest
from bleu_helpers.course._parts import added, outdated, right_result
from bleu_helpers.course._remote import run_of
from bleu_helpers.course._sandbox import Limits
from bleu_helpers.course._secrets import find_answers, find_task, read_seed, rules
from bleu_helpers.course._tables import PLATFORMS, name_for_nbgrader, read_table, table_of
from bleu_helpers.course._values import Message, encode
from bleu_helpers.course._watch import watch
from bleu_helpers.course.preflight import Cell, Notebook, grade_id, grading, logins, notebooks, text, with_login

SECONDS = 180.0
"""How long a student's process may live: cells and all calls together."""

MEGABYTES = 4096

PASSED_ON = (
    *("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ"),
    *("TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "SYSTEMDRIVE", "COMSPEC", "PATHEXT", "WINDIR"),
)
"""What a student's process is told of this one. All else may say where the course is, as PWD does."""

AS_IN_GRADING = {"MPLBACKEND": "Agg", "PYTHONIOENCODING": "utf-8:backslashreplace"}
"""What a kernel takes care of by itself: it draws into no window, and prints half a character too."""

MANY = 6
"""From so many notebooks on, it takes less time to start further processes than they save."""

NAMES = 5
"""So many names stand in a line about many students."""

NEARLY = 1e-5
"""Points that differ by less are the same: they are printed with six digits."""

HAS_NO_GRADE = "it was handed in, and has no grade"
NOT_TAKEN = (
    "it was run to its end, and has no grade: nbgrader did not take what its test cells showed, such as more points "
    "than there are. If that is so again, read its cells"
)

LONGEST = 10_000_000
"""An answer of more characters is none: a process could send one without end."""

OURS = "it is, or it calls, a function of bleu_helpers that does the work"
GONE = "the student's process gave no answer: it ended, or its time was up"


@dataclass(frozen=True)
class Call:
    """One call of `grade` in a graded notebook: its cell's name, its arguments, and the cells that come before.

    `recorded` is the number that the cell shows, and `signed` what `grade` printed above it, if they are the same.
    """

    cell: str
    function: str
    task: str
    points: float
    shares: dict[str, float]
    before: list[str]
    recorded: float | None
    signed: float | None


class Kind(Enum):
    """What a difference is."""

    REPLACED = "the grading function was replaced"
    ASKED = "the grading function was called by a cell of the student's own"
    UNCLEAR = "not to be told from here"
    DIFFERENT = "harmless but different"
    NOT_GRADED = "not graded"
    STOPPED = "not graded, because it was stopped"
    WRITTEN = "something else wrote to the grades"
    BY_HAND = "a person gave points"
    TABLE = "a table has another number"
    OUTDATED = "graded by other rules"
    BROKEN = "an earlier cell stopped"
    LEFT_OUT = "graded without what cannot be interrupted"
    CHANGED = "a file changed"
    UNREADABLE = "cannot be read"


AGAIN = "python -m bleu_helpers.course grade {name} --again"

CURES = {
    Kind.REPLACED: "Read the student's cells before you write a grade: the points come from the student's own code.",
    Kind.ASKED: "Read the student's cells before you write a grade: whoever asks can try several functions, and keep "
    "the best.",
    Kind.UNCLEAR: "Read the student's function, and run the notebook yourself. The points stand until you change them.",
    Kind.DIFFERENT: f"Grade this student again ({AGAIN} STUDENT); the better grade is the right one where both runs "
    "are honest.",
    Kind.NOT_GRADED: f"Grade this student again ({AGAIN} STUDENT). Until then the 0 in the gradebook says nothing "
    "about the work.",
    Kind.STOPPED: "Read the student's cells, and ask for a notebook without what uses so much, or ends the process: to "
    "grade this one again gives the same.",
    Kind.WRITTEN: "Find out what wrote to gradebook.db or to the graded notebook, then grade this student again "
    f"({AGAIN} STUDENT).",
    Kind.BY_HAND: "If you or an assistant did this, in nbgrader's formgrader for example, there is nothing to do. If "
    "nobody did, find out what wrote to gradebook.db, and grade again "
    f"({AGAIN} STUDENT).",
    Kind.TABLE: "Do not upload the table as it is. Write it anew: `nbgrader export` makes grades.csv, and the command "
    "`grade` the others.",
    Kind.OUTDATED: "If you changed the problem set, answers.py or the seed, grade everybody again, so that the same "
    f"rules hold for all: {AGAIN}. If you did not, put the file back, and look who wrote to it.",
    Kind.BROKEN: "Look what that cell needs: a file, a module, a network or time that the student had and grading has "
    "not. Where it is not the student's mistake, install it or put it beside the notebook, and grade this student "
    f"again ({AGAIN} STUDENT). Else the points stand.",
    Kind.LEFT_OUT: "Read that cell or function: it does not end, not even by an interrupt. All else was graded, and "
    "the points stand. What the cell was to make is missing; if that is not the student's mistake, hand in the "
    "notebook without the line.",
    Kind.CHANGED: "Put it back as it was handed in or handed out, look who wrote to it, and grade again.",
    Kind.UNREADABLE: f"Grade this student again ({AGAIN} STUDENT).",
}
"""What to do about each, in a problem set called `{name}`."""

LEFT_EMPTY = (
    *(Kind.REPLACED, Kind.ASKED, Kind.NOT_GRADED, Kind.STOPPED),
    *(Kind.WRITTEN, Kind.CHANGED, Kind.UNREADABLE),
)
"""Whoever has one of these gets no number in the tables until a person has looked: the number would not be a grade."""


@dataclass(frozen=True)
class Finding:
    """One difference: whose it is or which file it is in, of which kind, and what was seen."""

    where: str
    kind: Kind
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.kind.value}: {self.what}"


@dataclass(frozen=True)
class Regrade:
    """The points of a fresh run, and why."""

    points: float
    why: str
    gone: bool = field(default=False, compare=False)
    """Whether there is no answer, so that to ask again is in vain."""


# Reading a graded notebook.


def calls(notebook: Notebook) -> Iterator[Call]:
    """Find every call of `grade` in the test cells."""
    before: list[str] = []
    for cell in notebook["cells"]:
        if is_test(cell):
            for asked in asked_in("".join(cell["source"])):
                yield _call(cell, asked, list(before))
        elif cell["cell_type"] == "code":
            before.append("".join(cell["source"]))


def _call(cell: Cell, asked: Asked, before: list[str]) -> Call:
    recorded = recorded_points(cell, asked.points) if was_run(cell) else None
    return Call(grade_id(cell), *asked, before, recorded, _signed(cell, asked.points, recorded))


def _signed(cell: Cell, points: float, recorded: float | None) -> float | None:
    """Read the points that our `grade` printed for a number, which may be shown with fewer digits or with more."""
    told = re.findall(rf"(?m)^(\d+(?:\.\d+)?(?:e[+-]\d+)?) of {re.escape(f'{points:g}')} points\.$", printed(cell))
    ours = [float(one) for one in told if recorded is not None]
    return next((one for one in ours if is_shown_as(one, recorded or 0.0) or f"{recorded:g}" == f"{one:g}"), None)


def was_run(cell: Cell) -> bool:
    """Whether a cell was run to its end: what is cut off leaves neither a number nor an output."""
    return bool(cell["outputs"]) or cell.get("execution_count") is not None


def printed(cell: Cell) -> str:
    """Give what a cell printed: `grade` says below each function how many points it gives."""
    return "".join("".join(output["text"]) for output in cell["outputs"] if output.get("name") == "stdout")


def is_shown_as(points: float, shown: float) -> bool:
    """Whether a number is these points as a notebook may show them: `%precision 2` and the like round what is printed.

    >>> is_shown_as(4 / 3, 1.33), is_shown_as(4 / 3, 1.34), is_shown_as(1.5, 2.0)
    (True, False, True)
    """
    digits = len(f"{shown:.15g}".partition(".")[2])
    return math.isclose(points, shown) or abs(points - shown) <= 0.5 / 10**digits


def recorded_points(cell: Cell, points: float) -> float:
    """Read the grade from a cell's outputs as nbgrader does: what is no number of 0 or more is full points."""
    for output in cell["outputs"]:
        if output["output_type"] == "error" or output.get("name") == "stderr":
            return 0.0
        if output["output_type"] == "execute_result":
            try:
                got = float("".join(output["data"]["text/plain"]))
            except ValueError:
                return points
            return got if got >= 0 else points  # NaN is not
    return points


# A function in another process.


def sandboxed(folder: str) -> list[str]:
    """Write what to put before a command so that it runs in a sandbox, as in grading; nothing where none is asked for.

    Raises:
        NoSandbox: the one that is asked for does not start.
    """
    return [] if _sandbox.kind() == "none" else _sandbox.command(folder, environment=AS_IN_GRADING)


class Remote:
    """A student's function that runs in a process of its own, and is called like any function."""

    def __init__(self, call: Call, task: Task, folder: str, earlier: Names | None = None) -> None:
        self.ours = self.gone = self.asked = False
        self._earlier = earlier or {}
        environment = {name: value for name, value in os.environ.items() if name in PASSED_ON}
        # A home folder of its own, because the seed may stand in the real one.
        environment |= {"HOME": folder, "USERPROFILE": folder, **AS_IN_GRADING}
        self._line = sandboxed(folder)
        self._process = subprocess.Popen(
            [*self._line, sys.executable, "-m", "bleu_helpers.course._student", str(MEGABYTES)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=environment,
            text=True,
            encoding="utf-8",
            start_new_session=True,  # a group of its own, so that what it starts can be ended with it
        )
        self.stopped = ""
        threading.Thread(target=watch, args=(self._process, Limits(), self._stop), daemon=True).start()
        self._until = time.monotonic() + SECONDS
        self._requests: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        # Only this thread touches the pipes: what a student's process left behind could hold them open for ever.
        threading.Thread(target=self._talk, daemon=True).start()
        ours = [_student.address(function) for function in (task.function, *task.same_work)]
        order = {
            "cells": call.before,
            "function": call.function,
            "parameters": task.parameters,
            "forbidden": [name for name in ours if name.startswith("bleu_helpers.")],
            "earlier": self._earlier,
        }
        self.ready = bool(self._ask(order).get("ready"))

    def _talk(self) -> None:
        """Send each request, and read the line that answers it."""
        assert self._process.stdin is not None and self._process.stdout is not None
        with contextlib.suppress(OSError), self._process.stdin as write, self._process.stdout as read:
            for request in iter(self._requests.get, None):
                try:
                    write.write(request + "\n")
                    write.flush()
                    self._answers.put(read.readline(LONGEST))
                except (OSError, ValueError):
                    self._answers.put("")

    def _ask(self, request: Any) -> Message:
        """Send a request, and wait for its answer; what is asked of an earlier part meanwhile gets its own."""
        answer = self._exchange(request)
        while "earlier" in answer:
            self.asked = self.asked or answer["earlier"] in self._earlier.values()
            answer = self._exchange(right_result(answer, self._earlier.values()))
        return answer

    def _exchange(self, request: Any) -> Message:
        """Send a line, and wait for the next one. A process that is dead, late, or writes nonsense, is gone."""
        self._requests.put(json.dumps(request))
        try:
            answer = json.loads(self._answers.get(timeout=max(0.0, self._until - time.monotonic())))
        except (queue.Empty, ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            self.gone = True
            return {"ended": "endless"}
        return answer

    def __call__(self, *arguments: Any) -> Any:
        """Call the student's function."""
        answer = self._ask([encode(argument) for argument in arguments])
        self.ours = self.ours or bool(answer.get("ours"))
        if answer.get("ended") == "endless":
            raise Endless
        if answer.get("changed"):
            next(argument for argument in arguments if isinstance(argument, list)).append(None)
        run = run_of(answer)
        if run.error is not None:
            raise run.error
        return run.result

    def _stop(self, why: str) -> None:
        self.stopped = why
        self._end()

    def close(self) -> None:
        """End the process, and what it started where the platform has groups of processes."""
        self._requests.put(None)
        self._end()
        self._process.wait()
        _sandbox.stop(self._line)

    def _end(self) -> None:
        with contextlib.suppress(AttributeError, OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()


def regrade(call: Call, seed: str, beside: Iterable[Path] = (), earlier: Names | None = None) -> Regrade:
    """Grade one function again, in a process of its own, as it is graded in nbgrader.

    Args:
        call: which function.
        seed: where the hidden inputs come from.
        beside: the notebook, and the files that were handed in with it.
        earlier: the functions of earlier parts that are not right: ours stand in for them if that is better.
    """
    task = find_task(call.task)
    refuse_shares(task, call.shares)
    fresh, _ = _one_run(call, task, seed, beside, {})
    if earlier and fresh.points < call.points and not fresh.gone:
        again, asked = _one_run(call, task, seed, beside, earlier)
        return again if asked and again.points > fresh.points else fresh
    return fresh


def _one_run(call: Call, task: Task, seed: str, beside: Iterable[Path], earlier: Names) -> tuple[Regrade, bool]:
    """Grade a function again, and say whether it called an earlier one that ours stood in for."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for path in beside:
            shutil.copy2(path, folder)
        remote = Remote(call, task, folder, earlier)
        try:
            verdict = diagnose(remote, task, seed, hurry=False) if remote.ready else None
        finally:
            remote.close()
    if remote.ours:
        return Regrade(0.0, OURS), False
    if remote.gone:
        return Regrade(0.0, f"it was stopped: it had {remote.stopped}" if remote.stopped else GONE, gone=True), False
    if verdict is None:
        return Regrade(0.0, f"there is no function {call.function} to call"), False
    return Regrade(points_for(verdict, call.points, call.shares), without_inputs(verdict).headline), remote.asked


# What differs.


def examine(
    path: Path, seed: str, scores: Mapping[str, Score], log: Sequence[Event] | None = None
) -> tuple[int, list[Finding]]:
    """Grade a notebook again, and compare. Also counts the functions.

    Args:
        path: the graded notebook.
        seed: where the hidden inputs come from.
        scores: what the gradebook says of each cell.
        log: what the program outside of the sandbox wrote of this notebook; None if there was no sandbox.

    Returns:
        The number of functions, and what differs.
    """
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        found = list(calls(notebook))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, SyntaxError) as problem:
        return 0, [Finding(str(path), Kind.UNREADABLE, f"no graded notebook ({type(problem).__name__})")]
    beside = [other for other in path.parent.iterdir() if other.is_file()]  # with the notebook: a cell may look for it
    findings = []
    earlier: Names = {}
    without = left_out(log or [])
    for call in found:
        if {"task": call.task} in without:  # it would hold the audit up too
            continue
        gone = [source for source in call.before if digest_of(source) in {one.get("cell") for one in without}]
        call = replace(call, before=[source for source in call.before if source not in gone])
        signed = call.signed if log is None else next((event["got"] for event in given(call, log)), None)
        fresh = regrade(call, seed, beside, dict(earlier))
        if fresh.points < call.points and call.function.isidentifier():
            earlier[call.function] = call.task
        taken = [*_taken_away(call, signed, log or [])]
        for kind, what in taken or _compare(call, fresh, scores.get(call.cell), signed, log is not None):
            if kind is Kind.UNCLEAR and regrade(call, seed, beside, earlier).points == call.recorded:
                kind, what = Kind.DIFFERENT, f"{call.cell}: each run gives another result"
            findings.append(Finding(str(path), kind, what))
        findings += [Finding(str(path), Kind.BROKEN, what) for what in _broken(call, notebook["cells"])]
    heavier = Kind.REPLACED if any(one.kind is Kind.REPLACED for one in findings) else Kind.ASKED
    findings += [Finding(str(path), heavier, what) for what in _own_questions(found, log or [])]
    return len(found), findings


def _broken(call: Call, cells: Sequence[Cell]) -> Iterator[str]:
    """Say which cells stopped because of the machine, where a function may have lost points by that."""
    if call.recorded is None or call.recorded >= call.points:
        return
    place = next(number for number, cell in enumerate(cells) if grade_id(cell) == call.cell)
    needed = set().union({call.function}, *map(used, call.before))
    for number, error, unmade in stopped(cells[:place]):
        if unmade & needed:
            names = ", ".join(sorted(unmade & needed)[:NAMES])
            yield f"{call.cell} has {call.recorded:g}, and cell {number} stopped with {error} before it made: {names}"


def given(call: Call, log: Sequence[Event]) -> list[Event]:
    """List the verdicts of the program outside of the sandbox that gave a function the points that its cell shows."""
    asked = call.task, call.points, call.shares
    graded = [event for event in log if event["event"] == "graded" and call.recorded is not None]
    return [
        event
        for event in graded
        if (event["task"], event["points"], event["shares"]) == asked
        and is_shown_as(event["got"], call.recorded or 0.0)
    ]


def _taken_away(call: Call, signed: float | None, log: Sequence[Event]) -> Iterator[tuple[Kind, str]]:
    """Say that a cell shows nothing where the program outside of the sandbox gave points, which are written there."""
    got = [event["got"] for event in log if event["event"] == "graded" and event["task"] == call.task]
    if call.recorded == 0 and signed is None and got:
        yield Kind.WRITTEN, f"{call.cell} has 0, and the program outside of the sandbox gave {got[-1]:g}"


def _own_questions(found: Sequence[Call], log: Sequence[Event]) -> Iterator[str]:
    """Say what was asked by another cell, or more often than the test cells ask it, whether it was answered or not."""
    due = Counter(call.task for call in found)
    asked = Counter(event.get("task") for event in log if event["event"] in ("asked", "refused"))
    refused = Counter(event.get("task") for event in log if event.get("why") == NOT_A_TEST)
    for task, times in due.items():
        if asked[task] > times:
            due_times = "once" if times == 1 else f"{times} times"
            yield f"it was called {asked[task]} times for {task}, and the test cells call it {due_times}"
        elif refused[task]:
            yield f"it was called for {task}, and not by a test cell"
    if asked.keys() - due.keys():
        yield "it was called for what no test cell asks"


def _compare(
    call: Call, fresh: Regrade, score: Score | None, signed: float | None, outside: bool
) -> Iterator[tuple[Kind, str]]:
    """Compare three grades of one function: the notebook's, that of a fresh run, and the gradebook's.

    `signed` is what we gave, if it is what the notebook shows, and `outside` says that no cell could have written it.
    """
    if call.recorded is None:
        counts = f", and the gradebook counts {score.counts:g}" if score else ""
        yield Kind.NOT_GRADED, f"{call.cell} was never run to its end{counts}; a fresh run gives {fresh.points:g}"
        return
    if score and score.auto != call.recorded:
        has = "nothing" if score.auto is None else f"{score.auto:g}"
        yield Kind.WRITTEN, f"the gradebook has {has} for {call.cell}, and the graded notebook {call.recorded:g}"
    if score and score.manual is not None:  # a person's word is the last one, and is named with the gradebook
        return
    if outside and call.recorded and signed is None:
        yield (
            Kind.REPLACED,
            f"{call.cell} has {call.recorded:g}, which the program outside of the sandbox did not give",
        )
    elif abs(fresh.points - (call.recorded if signed is None else signed)) > NEARLY:
        says = f"{call.cell} has {call.recorded:g}, and a fresh run gives {fresh.points:g}: {fresh.why}"
        yield _kind(call, fresh, signed is not None, outside), says
    elif abs(fresh.points - call.recorded) > NEARLY:
        yield Kind.DIFFERENT, f"{call.cell} shows {call.recorded:g} for {fresh.points:g}: the notebook rounds numbers"


def _kind(call: Call, fresh: Regrade, signed: bool, outside: bool) -> Kind:
    """Say what a difference means. To be kinder than a fresh run is no proof of anything by itself."""
    if fresh.points > (call.recorded or 0.0):
        return Kind.DIFFERENT
    ours = outside or (signed and not any(map(reaches_for_grading, call.before)))
    return Kind.UNCLEAR if ours else Kind.REPLACED


_GRADING = re.compile(
    r"bleu_helpers\s*\.\s*(course|checks\s*\.\s*_)|from bleu_helpers import .*\bcourse\b|sys\.modules|_grading"
)
"""How a cell can get at what grades it, written plainly."""


def reaches_for_grading(source: str) -> bool:
    """Whether a cell names what grades it.

    >>> reaches_for_grading("import bleu_helpers.course"), reaches_for_grading("grade = 3  # of course")
    (True, False)
    """
    return bool(_GRADING.search(source))


def owner(found: Finding) -> str:
    """Say which student of nbgrader's a difference is about, if it is about one."""
    parts = Path(found.where).parts
    return parts[1] if len(parts) > 1 and parts[0] in ("autograded", "submitted") else found.where


def compare_course(
    course: Path, name: str, scores: Scores, before: Manifest, log: Mapping[str, Sequence[Event]]
) -> Iterator[Finding]:
    """Report what only shows beside the course's other files: who was left out and why, and what changed."""
    asked, by_hand, by_others = _asked_cells(course, name), _gradebook.given_by_hand(course, name), list[str]()
    for folder in sorted(course.glob(f"submitted/*/{name}")):
        student = folder.parent.name
        notebook = course / "autograded" / student / name / f"{name}.ipynb"
        if not notebook.is_file() or (scores and student not in scores):
            run = log.get(f"autograded/{student}/{name}", [])
            stops = [event for event in run if event["event"] == "stopped"]
            ends = [event for event in run if event["event"] == "ended"]
            kind, what = Kind.NOT_GRADED, NOT_TAKEN if ends else HAS_NO_GRADE
            if stops:
                kind, what = Kind.STOPPED, f"it had {stops[-1]['why']}{_where(folder / notebook.name, stops[-1])}"
            elif ends and "at" in ends[-1]:
                kind, what = Kind.STOPPED, f"it ended its own process{_where(folder / notebook.name, ends[-1]['at'])}"
            yield Finding(str(notebook.relative_to(course)), kind, what)
            continue
        without = left_out(log.get(f"autograded/{student}/{name}", []))
        if without:
            what = "; ".join(_where(folder / notebook.name, one).removeprefix(": ") for one in without)
            yield Finding(str(notebook.relative_to(course)), Kind.LEFT_OUT, what)
        if outdated(course, name, notebook) or added(course, name, notebook):  # the gradebook may have the new ones
            by_others.append(student)
        else:
            for kind, what in _compare_cells(asked, scores.get(student, {}), by_hand.get(student, {})):
                yield Finding(str(notebook.relative_to(course)), kind, what)
        if [*_own_cells(folder / notebook.name)] != [*_own_cells(notebook)]:
            yield Finding(str(notebook.relative_to(course)), Kind.CHANGED, "its cells are not as handed in")
    handed_in = {folder.parent.name for folder in course.glob(f"submitted/*/{name}")}
    for student in sorted(scores.keys() - handed_in):
        if has := total(scores[student]):
            what = f"the gradebook has {has:g}, and nothing was handed in"
            yield Finding(f"autograded/{student}/{name}/{name}.ipynb", Kind.WRITTEN, what)
    if by_others:
        what = f"its cells were others when these were graded in {name}: {_first(by_others)}"
        yield Finding(f"source/{name}/{name}.ipynb", Kind.OUTDATED, what)
    if by_other_rules := [*_by_other_rules(course, name, log)]:
        what = f"it, or the seed, was another one when these were graded in {name}: {_first(by_other_rules)}"
        yield Finding("answers.py", Kind.OUTDATED, what)
    for cell in (cell for cell, data in asked.items() if data.get("solution")):
        noted = {student for student, cells in by_hand.items() if cell in cells}
        read = [who for who, cells in scores.items() if cell in cells and cells[cell].manual is not None]
        if elsewhere := [who for who in read if who not in noted]:
            what = f"{cell} was graded by hand, and not by the command by_hand: {_first(elsewhere)}"
            yield Finding(GRADEBOOK, Kind.BY_HAND, what)
    totals = {student: total(cells) for student, cells in scores.items()}
    exported = _gradebook.exported(course / GRADES, name)
    for student in {**exported, **totals} if exported else ():
        number, counts = exported.get(student), totals.get(student, 0.0)
        if number is None or abs(number - counts) > 1e-9:
            there = "no line" if number is None else f"{number:g}"
            yield Finding(student, Kind.TABLE, f"{GRADES} has {there} for {name}, and the gradebook {counts:g}")
    for said in _manifest.changed(course, name, before):
        path, _, what = said.partition(": ")
        yield Finding(path, Kind.CHANGED, what)


def _first(students: Sequence[str]) -> str:
    more = f" and {len(students) - NAMES} more" if len(students) > NAMES else ""
    return ", ".join(students[:NAMES]) + more


def _asked_cells(course: Path, name: str) -> dict[str, dict[str, Any]]:
    """Give what nbgrader knows of each cell with points; nothing where preflight names the release as damaged."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        every = json.loads((course / "release" / name / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
        return {grade_id(cell): grading(cell) for cell in every if grading(cell).get("grade")}
    return {}


def _compare_cells(
    asked: Mapping[str, Mapping[str, Any]], cells: Mapping[str, Score], by_hand: Mapping[str, float]
) -> Iterator[tuple[Kind, str]]:
    """Compare a student's grades with the cells of the problem set, and with what a person gave by our command."""
    if not cells or not asked:
        return
    yield from ((Kind.WRITTEN, f"the gradebook has no grade for {cell}") for cell in asked if cell not in cells)
    done = any(score.auto is not None for score in cells.values())  # else autograding was cut off
    for cell, score in cells.items():
        yield from _compare_cell(cell, score, asked.get(cell), by_hand.get(cell), done)


def _compare_cell(
    cell: str, score: Score, asked: Mapping[str, Any] | None, by_hand: float | None, done: bool
) -> Iterator[tuple[Kind, str]]:
    """Say what nbgrader or our commands would not have written of one cell."""
    if asked is None:
        yield Kind.WRITTEN, f"the gradebook has a grade for {cell}, which is no cell of the problem set"
        return
    if score.points != asked["points"]:
        yield Kind.WRITTEN, f"the gradebook has {score.points:g} points for {cell}, and the release {asked['points']:g}"
    if score.counts - (score.extra or 0.0) > asked["points"]:
        yield Kind.WRITTEN, f"{cell} has {score.counts:g} of {asked['points']:g} points"
    if asked.get("solution") and (score.auto or (done and score.auto is score.manual is None and not score.waits)):
        yield Kind.WRITTEN, f"{cell} is for a person to read; the gradebook has points for it, or says that it was read"
    if score.extra:
        yield Kind.BY_HAND, f"{cell} has {score.extra:g} points of extra credit"
    if score.manual is None or score.manual == by_hand:
        return
    if by_hand is not None:
        what = f"{cell} was changed after grading by hand: it has {score.manual:g}, and was given {by_hand:g}"
        yield Kind.BY_HAND, what
    elif not asked.get("solution"):  # what a person is to read is a person's to grade
        auto = "nothing" if score.auto is None else f"{score.auto:g}"
        yield Kind.BY_HAND, f"{cell} has {score.manual:g} by hand; autograding gave {auto}"


def _where(notebook: Path, at: Mapping[str, Any]) -> str:
    """Say where a notebook stood still, if that is known."""
    if "task" in at:
        return f": its function for {at['task']}"
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"] if notebook.is_file() else []
    number = [
        place for place, cell in enumerate(cells, start=1) if digest_of("".join(cell["source"])) == at.get("cell")
    ]
    told = ascii(at.get("source", ""))[1:-1]  # a student wrote it
    return f": its cell {number[0] if number else 'that begins with'} ({told})" if told else ""


def _by_other_rules(course: Path, name: str, log: Mapping[str, Sequence[Event]]) -> Iterator[str]:
    """Name who was graded with another file of answers than today's, or with another seed."""
    for folder in sorted(course.glob(f"autograded/*/{name}")):
        made_with = [event["rules"] for event in log.get(folder.relative_to(course).as_posix(), []) if "rules" in event]
        if made_with and made_with[-1] != rules():
            yield folder.parent.name


def compare_tables(course: Path, name: str, scores: Scores, found: Sequence[Finding]) -> Iterator[Finding]:
    """Compare what an instructor uploads with the gradebook, and with what was found: who is to have no number."""
    due: dict[str, float | None] = {student: total(cells) for student, cells in scores.items()}
    due |= dict.fromkeys(owner(one) for one in found if one.kind in LEFT_EMPTY)
    for platform in PLATFORMS:
        path = table_of(course, name, platform)
        try:
            table = read_table(path, name) if path.is_file() else {}
        except ValueError as problem:
            yield Finding(path.name, Kind.UNREADABLE, str(problem))
            continue
        for login, number in table.items():
            student = name_for_nbgrader(login)
            counts = due.get(student)
            if number is not None and (counts is None or f"{number:g}" != f"{counts:g}"):
                but = "there is no grade that can be relied on" if counts is None else f"the gradebook {counts:g}"
                yield Finding(student, Kind.TABLE, f"{path.name} has {number:g}, and {but}")
        there = set(map(name_for_nbgrader, table))
        for student, counts in due.items():
            if table and counts is not None and student not in there:
                yield Finding(student, Kind.TABLE, f"{path.name} has no line, and the gradebook {counts:g}")


def _own_cells(path: Path) -> Iterator[str]:
    """Give the texts that are a student's own: nbgrader writes the others anew."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if not grading(cell) or grading(cell).get("solution"):
                yield text(cell)


def _examine_all(
    asked: Sequence[tuple[Path, str, Mapping[str, Score], Sequence[Event] | None]],
) -> list[tuple[int, list[Finding]]]:
    """Examine notebooks, and many of them side by side: nearly all of the time goes into other processes."""
    if len(asked) < MANY:
        return [examine(*one) for one in asked]
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        return list(pool.map(examine, *zip(*asked, strict=True)))


class Audited(NamedTuple):
    """How many functions were graded again, how many of notebooks in which nothing changed were not, and what differs.

    A notebook in which there was something to look at is always graded again.
    """

    again: int
    unchanged: int
    findings: list[Finding]


def audit(course: Path, paths: Iterable[Path], seed: str, before: Mapping[str, Manifest] | None = None) -> Audited:
    """Hold the grades of graded notebooks to account.

    `before` has for each problem set the hashes to compare with; without it, those that preflight wrote.
    """
    again, unchanged = 0, 0
    findings: list[Finding] = []
    log = events(course / LOG)
    manifests = _manifest.read(course) if before is None else before
    seen = _seen.read(course)
    by_name: dict[str, list[Path]] = {name: [] for name in before or ()}
    for path in paths:
        by_name.setdefault(path.parent.name, []).append(path)
    for name, group in by_name.items():
        scores = _gradebook.scores(course / GRADEBOOK, name)
        asked, keys = [], []
        for path in group:
            student = path.parent.parent.name
            one = path, seed, scores.get(student, {}), log.get(f"autograded/{student}/{name}")
            key = _seen.key(*one)
            known, functions = seen.pop(_place(path), ("", 0))
            if key and known == key:
                seen[_place(path)] = key, functions
                unchanged += functions
            else:
                asked.append(one)
                keys.append(key)
        for one, key, (functions, found) in zip(asked, keys, _examine_all(asked), strict=True):
            again += functions
            findings += found
            if not found:
                seen[_place(one[0])] = key, functions
        findings += compare_course(course, name, scores, manifests.get(name, {}), log)
        if before is None:  # with it, the tables are written after this
            findings += compare_tables(course, name, scores, findings)
    _seen.write(course, seen)
    return Audited(again, unchanged, findings)


def _place(path: Path) -> str:
    return path.resolve().as_posix()


def main(arguments: list[str]) -> int:
    """Grade everything again, print what differs, and return the exit code."""
    if not arguments:
        print((__doc__ or "").strip())
        return 2
    find_answers(Path())
    paths = [path for argument in arguments for path in notebooks(Path(argument))]
    try:
        print(end=_sandbox.warning(), file=sys.stderr)
        again, unchanged, findings = audit(Path(), paths, read_seed())
    except (OSError, ValueError, _sandbox.NoSandbox) as problem:  # no seed, or no answers: it is so for every notebook
        print(f"Stopped: {problem}")
        return 2
    known = logins(Path())
    named = [replace(found, where=with_login(found.where, known)) for found in findings]
    as_before = f", {unchanged} as at the last look" if unchanged else ""
    print(*named, f"{again} functions graded again{as_before}, {len(findings)} to look at.", sep="\n")
    return 1 if findings else 0


if __name__ == "__main__":  # pragma: no cover - in a process of its own
    sys.exit(main(sys.argv[1:]))
