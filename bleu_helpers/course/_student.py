"""One call of a student's function, in the process that has it, and what happened written down for the other one."""

import contextlib
import inspect
import json
import sys
from collections.abc import Callable
from importlib import import_module
from operator import attrgetter
from types import CodeType
from typing import Any, TextIO

from bleu_helpers.checks._guard import Guard
from bleu_helpers.course._values import encode

SECONDS_PER_CELL = 20.0
"""As long as in nbgrader_config.py, where a cell that takes longer is interrupted too, and the next one runs."""

MANY_STEPS = sys.maxsize
"""A function that is graded may take so many lines, all calls together: whoever asks for the calls holds the clock.

What a student's process says of its own lines may be forged. One call alone has the limits that it has in a lesson.
"""


def address(function: Callable[..., Any]) -> str:
    """Say where a function of ours is to be found, so that another process can look it up.

    >>> address(say)
    'bleu_helpers.course._student:say'
    """
    return f"{function.__module__}:{function.__qualname__}"


def code_of(names: list[str]) -> frozenset[CodeType]:
    """Find the code of our own functions by their addresses, before a student's code can put others in their place."""
    found = set()
    for name in names:
        module, function = name.split(":")
        with contextlib.suppress(AttributeError):
            ours = attrgetter(function)(import_module(module))
            found.add(inspect.unwrap(getattr(ours, "fget", ours)).__code__)
    return frozenset(found)


def answer(guard: Guard, function: Callable[..., Any], arguments: list[Any], names: dict[str, Any]) -> dict[str, Any]:
    """Call a function once, and write what happened so that `_remote` can read it."""
    run = guard.call(function, arguments, names)
    said = {
        "ended": run.ended,
        "changed": run.changed,
        "printed": run.printed,
        "deep": run.too_deep,
        "line": run.line.number if run.line else None,
        "ours": guard.calls_ours.co_qualname if guard.calls_ours else "",
    }
    if run.error is not None:
        return said | {"error": type(run.error).__name__, "message": _message(run.error)}
    try:
        return said | {"result": encode(run.result)}
    except Exception:  # a result of the student's own class can do anything
        return said | {"result": {"o": ""}}


def _message(error: BaseException) -> str:
    try:
        return str(error.args[0] if error.args else error)[:200]
    except Exception:
        return ""


def say(write: TextIO, answer: dict[str, Any]) -> None:
    """Write one line of JSON."""
    write.write(json.dumps(answer) + "\n")
    write.flush()
