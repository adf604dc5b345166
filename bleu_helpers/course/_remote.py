"""A student's function in another process, and what it did there as if it had been called here.

Nothing that comes from that process is taken at its word: it may send anything.
"""

import time
from collections.abc import Callable
from typing import Any, Literal

from bleu_helpers.course._values import Message, decode, encode, error_of
from exercise_checker import Way
from exercise_checker.guard import MAX_SECONDS, CodeLine, Run


class Gone(Exception):
    """The other process ended, its time was up, or what it sent is no answer."""


class Remote:
    """Calls a function in another process. It stands where `Guard` stands for a function in this one.

    Args:
        ask: sends a message to the other process and gives its answer, or raises Gone.
    """

    def __init__(self, ask: Callable[[Message], Message]) -> None:
        self._ask = ask
        self._start: float | None = None
        self.calls_ours = ""

    def call(self, function: Any, arguments: list[Any], names: dict[str, Any] | None = None) -> Run:
        """Call the function that the other process has, and say what happened."""
        self._start = self._start or time.monotonic()
        named = {name: encode(value) for name, value in (names or {}).items()}
        answer = self._ask({"arguments": [encode(argument) for argument in arguments], "names": named})
        self.calls_ours = self.calls_ours or str(answer.get("ours") or "")[:200]
        return run_of(answer)

    @property
    def spent(self) -> bool:
        """Whether all calls together have taken what they may take, by the clock of this process."""
        return self._seconds >= MAX_SECONDS

    @property
    def half_spent(self) -> bool:
        """Whether they have taken half of it."""
        return self._seconds >= MAX_SECONDS / 2

    @property
    def _seconds(self) -> float:
        return 0.0 if self._start is None else time.monotonic() - self._start


def run_of(answer: Message) -> Run:
    """Read what a call did.

    >>> run_of({"ended": "raised", "error": "KeyError", "message": "the", "line": 3}).error
    KeyError('the')
    """
    ended: Literal["returned", "raised", "endless"] = "returned"
    error, result, number = None, None, answer.get("line")
    if answer.get("ended") == "endless":
        ended = "endless"
    elif "error" in answer:
        ended, error = "raised", error_of(str(answer["error"]), str(answer.get("message")))
    else:
        result = _result(answer.get("result"))
    line = CodeLine(number, "") if type(number) is int else None
    changed, printed, deep = (bool(answer.get(name)) for name in ("changed", "printed", "deep"))
    return Run(ended, result, error, line, changed, printed, deep)


def _result(value: Any) -> Any:
    try:
        return decode(value)
    except Exception:  # a key that cannot be one, a pair of three, a depth without end
        return object()


def way_of(answer: Message) -> Way:
    """Read how a function can be called."""
    names = answer.get("names")
    known = isinstance(names, list) and all(isinstance(name, str) for name in names)
    return Way(
        tuple(names) if known and names is not None else None,
        str(answer.get("kind", ""))[:200],
        str(answer.get("parameters", ""))[:200],
    )
