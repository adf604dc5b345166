"""One student's notebook in a process of its own: it runs the cells, then calls one function as often as it is asked.

This process knows neither the seed nor the right results. `audit` writes one line of JSON for each request to it, and
reads one line for each answer.
"""

import contextlib
import inspect
import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from operator import attrgetter
from types import CodeType
from typing import Any, TextIO

from bleu_helpers.checks._diagnosis import keyword_names
from bleu_helpers.checks._guard import Guard, quiet

SECONDS_PER_CELL = 10.0
"""Of the minute that the process has. In nbgrader, a cell that sleeps is interrupted too, and the next one runs."""

# Values as JSON. Lists, texts and numbers are themselves; what JSON lacks is a dict with one short key.


def encode(value: Any) -> Any:
    """Bring a value to a form that JSON can hold.

    >>> encode({("the",): 1})
    {'d': [[{'t': ['the']}, 1]]}
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Mapping):
        return {"d": [[encode(key), encode(item)] for key, item in value.items()]}
    if isinstance(value, tuple):
        return {"t": [encode(item) for item in value]}
    if isinstance(value, list):
        return [encode(item) for item in value]
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        return {"o": type(value).__name__}


def decode(value: Any) -> Any:
    """Bring a value back.

    >>> decode(encode({("the",): [1, None]}))
    {('the',): [1, None]}
    """
    if isinstance(value, list):
        return [decode(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "t" in value:
        return tuple(decode(item) for item in value["t"])
    if "d" in value:
        return {decode(key): decode(item) for key, item in value["d"]}
    return object()


class Shell:
    """What a student's cells find in place of IPython: %%time and its like run their cell, all else does nothing."""

    def __init__(self, space: dict[str, Any]) -> None:
        self._space = space

    def run_cell_magic(self, name: str, line: str, body: str) -> None:
        """Run the cell below a magic that only looks on."""
        if name in ("time", "capture", "prun"):
            exec(compile(plain_python(body), f"<cell below {name}>", "exec"), self._space)

    def getoutput(self, command: str) -> list[str]:
        """Run no command, which therefore says nothing."""
        return []

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *arguments, **more: None


def plain_python(source: str) -> str:
    """Write a cell as IPython reads it: every magic, command and question becomes a call of `get_ipython()`.

    >>> plain_python("%matplotlib inline")
    "get_ipython().run_line_magic('matplotlib', 'inline')\\n"
    """
    from IPython.core.inputtransformer2 import TransformerManager

    reader: Any = TransformerManager  # some versions of IPython tell its types, and some do not
    return str(reader().transform_cell(source))


def run_cells(sources: list[str], space: dict[str, Any]) -> None:
    """Run cells one after the other. As in nbgrader, an error or an endless loop ends its cell and not the rest."""
    shell = Shell(space)
    space["get_ipython"] = lambda: shell
    for number, source in enumerate(sources, start=1):
        try:
            code = compile(plain_python(source), f"<cell {number}>", "exec")
        except (SyntaxError, ValueError):
            continue
        with _interrupted_after(SECONDS_PER_CELL):
            Guard().call(exec, [code, space])


@contextlib.contextmanager
def _interrupted_after(seconds: float) -> Iterator[None]:
    """End what sleeps or loops where the guard sees no lines, as nbgrader does, where the platform has an alarm."""
    if not hasattr(signal, "SIGALRM"):  # pragma: no cover - on Windows
        yield
        return
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except KeyboardInterrupt:
        return
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def address(function: Callable[..., Any]) -> str:
    """Say where a function of ours is to be found, so that another process can look it up.

    >>> address(Shell.getoutput)
    'bleu_helpers.course._student:Shell.getoutput'
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


def serve(read: TextIO, write: TextIO) -> None:
    """Answer the requests until there are no more."""
    order = json.loads(read.readline())
    guard = Guard(code_of(order["forbidden"]))
    space: dict[str, Any] = {"__name__": "__main__", "display": lambda *_, **__: None}
    with quiet():
        run_cells(order["cells"], space)
        function = space.get(order["function"])
        names = keyword_names(function, tuple(order["parameters"])) if callable(function) else None
        _say(write, {"ready": names is not None})
        if names is None or function is None:
            return
        for line in read:
            _say(write, _answer(guard, function, decode(json.loads(line)), names))


def _answer(guard: Guard, function: Callable[..., Any], arguments: list[Any], names: tuple[str, ...]) -> dict[str, Any]:
    split = len(arguments) - len(names)
    run = guard.call(function, arguments[:split], dict(zip(names, arguments[split:], strict=True)))
    answer = {"ended": run.ended, "changed": run.changed, "ours": guard.calls_ours is not None}
    if run.error is not None:
        where = {"line": run.line.number} if run.line else {}
        return answer | {"error": type(run.error).__name__, "message": _message(run.error)} | where
    try:
        return answer | {"result": encode(run.result)}
    except Exception:  # a result of the student's own class can do anything
        return answer | {"result": {"o": ""}}


def _message(error: BaseException) -> str:
    try:
        return str(error)[:200]
    except Exception:
        return ""


def _say(write: TextIO, answer: dict[str, Any]) -> None:
    write.write(json.dumps(answer) + "\n")
    write.flush()


def limit_memory(megabytes: int) -> None:
    """Let this process have so much memory and no more, where the platform can do that."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, megabytes * 2**20))
    except (ImportError, ValueError, OSError):
        return


def main() -> None:
    """Take the two channels away from what the student's code can print to, then serve."""
    limit_memory(int(sys.argv[1]))
    with (
        os.fdopen(os.dup(0), "r", encoding="utf-8") as read,
        os.fdopen(os.dup(1), "w", encoding="utf-8") as write,
        open(os.devnull, "r+") as nothing,
    ):
        for number in (0, 1, 2):
            os.dup2(nothing.fileno(), number)
        serve(read, write)


if __name__ == "__main__":  # pragma: no cover - in a process of its own
    main()
