"""Grade every function of graded notebooks once more, each in a fresh process, and list whose grade differs.

  python -m bleu_helpers.course.audit SUBMISSION...

A SUBMISSION is a notebook that nbgrader has graded, or a folder with such notebooks, for example autograded. In
nbgrader, a student's cells and the grading share one process, so a cell can replace `grade` by something kinder. Here
the student's process only answers calls: the seed and the right results stay in this one. A process ends after a
minute, and gets 4 GB of memory where the platform can limit it. The exit code is 1 if a grade differs, and 2 if
nothing can be graded.
"""

import ast
import builtins
import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bleu_helpers.checks._diagnosis import diagnose
from bleu_helpers.checks._guard import Endless
from bleu_helpers.checks._tasks import Task
from bleu_helpers.course import _student
from bleu_helpers.course._grading import points_for, without_inputs
from bleu_helpers.course._secrets import ANSWERS_VARIABLE, SEED_VARIABLE, find_task, read_seed
from bleu_helpers.course.preflight import Cell, Notebook, grading, notebooks

SECONDS = 60.0
"""How long a student's process may live: cells and all calls together."""

MEGABYTES = 4096

LONGEST = 10_000_000
"""An answer of more characters is none: a process could send one without end."""

OURS = "it is, or it calls, a function of bleu_helpers that does the work"
GONE = "the student's process gave no answer: it ended, or its time was up"


@dataclass(frozen=True)
class Call:
    """One call of `grade` in a graded notebook: its cell's name, its arguments, and the cells that come before."""

    cell: str
    function: str
    task: str
    points: float
    shares: dict[str, float]
    before: list[str]
    recorded: float


@dataclass(frozen=True)
class Regrade:
    """The points of a fresh run, and why."""

    points: float
    why: str


# Reading a graded notebook.


def calls(notebook: Notebook) -> Iterator[Call]:
    """Find every call of `grade` in the test cells."""
    before: list[str] = []
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        source = "".join(cell["source"])
        if not grading(cell).get("grade") or grading(cell).get("solution"):
            before.append(source)
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "grade":
                yield _call(cell, node, list(before))


def _call(cell: Cell, node: ast.Call, before: list[str]) -> Call:
    named = {keyword.arg: ast.literal_eval(keyword.value) for keyword in node.keywords if keyword.arg}
    points = float(named["points"])
    shares = named.get("partial") or {}
    task = ast.literal_eval(node.args[1])
    recorded = recorded_points(cell, points)
    return Call(grading(cell)["grade_id"], ast.unparse(node.args[0]), task, points, shares, before, recorded)


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


class Remote:
    """A student's function that runs in a process of its own, and is called like any function."""

    def __init__(self, call: Call, task: Task, folder: str) -> None:
        self.ours = self.gone = False
        self.line: int | None = None  # of its cell, where the last call stopped with an error
        hidden = {SEED_VARIABLE, ANSWERS_VARIABLE}
        environment = {name: value for name, value in os.environ.items() if name not in hidden}
        # A home folder of its own, because the seed may stand in the real one.
        environment |= {"HOME": folder, "USERPROFILE": folder, "MPLBACKEND": "Agg", "PYTHONIOENCODING": "utf-8"}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bleu_helpers.course._student", str(MEGABYTES)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=environment,
            text=True,
            encoding="utf-8",
            start_new_session=True,  # a group of its own, so that what it starts can be ended with it
        )
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

    def _ask(self, request: Any) -> dict[str, Any]:
        """Send a request, and wait for its answer. A process that is dead, late, or answers nonsense, is gone."""
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
        answer = self._ask([_student.encode(argument) for argument in arguments])
        self.ours = self.ours or bool(answer.get("ours"))
        if answer.get("ended") == "endless":
            raise Endless
        if answer.get("changed"):
            next(argument for argument in arguments if isinstance(argument, list)).append(None)
        line = answer.get("line")
        self.line = line if isinstance(line, int) else None
        if "error" in answer:
            kind = getattr(builtins, str(answer["error"]), None)
            own = isinstance(kind, type) and issubclass(kind, Exception)
            raise _error(kind if own else RuntimeError, str(answer.get("message")))
        return _student.decode(answer.get("result"))

    def close(self) -> None:
        """End the process, and what it started where the platform has groups of processes."""
        self._requests.put(None)
        with contextlib.suppress(AttributeError, OSError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()


def _error(kind: Any, message: str) -> Exception:
    try:
        made: Exception = kind(message)
    except TypeError:  # a few, such as UnicodeDecodeError, want more than a message
        return RuntimeError(message)
    return made


def regrade(call: Call, seed: str) -> Regrade:
    """Grade one function again, in a process of its own."""
    task = find_task(call.task)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        remote = Remote(call, task, folder)
        try:
            if not remote.ready:
                return Regrade(0.0, GONE if remote.gone else f"there is no function {call.function} to call")
            verdict = diagnose(remote, task, seed)
        finally:
            remote.close()
    if remote.ours:
        return Regrade(0.0, OURS)
    if remote.gone:
        return Regrade(0.0, GONE)
    return Regrade(points_for(verdict, call.points, call.shares), without_inputs(verdict).headline)


def main(arguments: list[str]) -> int:
    """Grade everything again, print whose grade differs, and return the exit code."""
    if not arguments:
        print((__doc__ or "").strip())
        return 2
    if ANSWERS_VARIABLE not in os.environ and Path("answers.py").is_file():
        os.environ[ANSWERS_VARIABLE] = str(Path("answers.py").resolve())
    try:
        return _audit([path for argument in arguments for path in notebooks(Path(argument))], read_seed())
    except (OSError, ValueError) as problem:  # no seed, or no file of answers: it is so for every notebook
        print(f"Stopped: {problem}")
        return 2


def _audit(paths: list[Path], seed: str) -> int:
    count = bad = 0
    for path in paths:
        try:
            found = list(calls(json.loads(path.read_text(encoding="utf-8"))))
        except (OSError, ValueError, KeyError, TypeError, AttributeError, SyntaxError) as problem:
            print(f"{path}: cannot be read as a graded notebook ({type(problem).__name__})")
            bad += 1
            continue
        for call in found:
            fresh = regrade(call, seed)
            count += 1
            if abs(fresh.points - call.recorded) > 1e-9:
                bad += 1
                print(f"{path}: {call.cell} has {call.recorded:g}, and a fresh run gives {fresh.points:g}: {fresh.why}")
    print(f"{count} functions graded again, {bad} to look at.")
    return 1 if bad else 0


if __name__ == "__main__":  # pragma: no cover - in a process of its own
    sys.exit(main(sys.argv[1:]))
