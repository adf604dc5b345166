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
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from operator import attrgetter
from types import CodeType
from typing import Any, TextIO

from bleu_helpers.checks._examination import keyword_names
from bleu_helpers.checks._guard import Guard, quiet
from bleu_helpers.course._colab import stand_in
from bleu_helpers.course._earlier import in_place
from bleu_helpers.course._values import Message, decode, encode

SECONDS_PER_CELL = 20.0
"""As long as in nbgrader_config.py, where a cell that takes longer is interrupted too, and the next one runs."""

MANY_STEPS = sys.maxsize
"""A function that is graded may take so many lines, all calls together: whoever asks for the calls holds the clock.

What a student's process says of its own lines may be forged. One call alone has the limits that it has in a lesson.
"""


def shell() -> Any:
    """Make the shell that runs a student's cells: IPython's own, so that cells do here what they do in nbgrader."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    settings: Any = Config()
    settings.HistoryManager.enabled = False  # no file for it
    made: Any = InteractiveShell.instance(config=settings)
    made.events.register("pre_run_cell", lambda info: stand_in(info.raw_cell))
    made.enable_gui = made.ask_exit = lambda *asked: None  # a kernel has both: for %matplotlib inline, and for quit()
    return made


def run_cells(sources: list[str], made: Any) -> None:
    """Run cells one after the other. As in nbgrader, an error or an endless loop ends its cell and not the rest."""
    for source in sources:
        with _interrupted_after(SECONDS_PER_CELL):
            made.run_cell(source, store_history=True)


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

    >>> address(run_cells)
    'bleu_helpers.course._student:run_cells'
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
    guard = Guard(code_of(order["forbidden"]), steps=MANY_STEPS)
    made = shell()
    run_cells(order["cells"], made)
    with quiet(), made.builtin_trap:  # which has `display` and `get_ipython`
        function = made.user_ns.get(order["function"])
        names = keyword_names(function, tuple(order["parameters"])) if callable(function) else None
        say(write, {"ready": names is not None})
        if names is None or function is None:
            return
        with in_place(function, order["earlier"], partial(exchange, read, write)):
            for line in read:
                say(write, _answer(guard, function, decode(json.loads(line)), names))


def _answer(guard: Guard, function: Callable[..., Any], arguments: list[Any], names: tuple[str, ...]) -> dict[str, Any]:
    split = len(arguments) - len(names)
    return answer(guard, function, arguments[:split], dict(zip(names, arguments[split:], strict=True)))


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


def exchange(read: TextIO, write: TextIO, question: Message) -> Message:
    """Write a question, and read the line that answers it."""
    say(write, question)
    answered: Message = json.loads(read.readline())
    return answered


def say(write: TextIO, answer: dict[str, Any]) -> None:
    """Write one line of JSON."""
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
