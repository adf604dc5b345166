"""Call a student's function in another process, and return the outcome as if it had been called in this one.

That process may send anything, so every answer is checked. For example, {"ended": "returned", "result": 1, "line": "x"}
is read as the result 1 without a line, because "x" is not a number.
"""

import time
from collections.abc import Callable
from typing import Any, Literal

from bleu_grading.inside.protocol import Message, decode, encode
from exercise_checker import Way
from exercise_checker.description import Raised, describe
from exercise_checker.guard import MAX_SECONDS_PER_CHECK, CodeLine, Run


class NoAnswer(Exception):
    """The other process ended, its time was up, or it did not send a valid answer."""


class StudentFunction:
    """Calls a function in another process. It takes the place of `Guard`, which calls a function in this one.

    Args:
        ask: sends a message to the other process and returns its answer, or raises Gone.
    """

    def __init__(self, ask: Callable[[Message], Message]) -> None:
        self._ask = ask
        self._start: float | None = None
        self.calls_ours = ""
        self.waits = self.uses_chance = False

    def call(self, function: Any, arguments: list[Any], names: dict[str, Any] | None = None) -> Run:
        """Call the function in the other process, and return what happened."""
        self._start = self._start or time.monotonic()
        encoded_names = {name: encode(value) for name, value in (names or {}).items()}
        answer = self._ask({"arguments": [encode(argument) for argument in arguments], "names": encoded_names})
        self.calls_ours = self.calls_ours or str(answer.get("ours") or "")[:200]
        self.waits, self.uses_chance = bool(answer.get("waits")), bool(answer.get("uses_chance"))
        return read_run(answer)

    def restart(self) -> None:
        """Have the other process restore what the function keeps between calls."""
        self._ask({"restart": True})

    @property
    def used(self) -> float:
        """The share of their time that all calls together have used up, by the clock of this process."""
        return 0.0 if self._start is None else (time.monotonic() - self._start) / MAX_SECONDS_PER_CHECK


def read_run(answer: Message) -> Run:
    """Read the outcome of a call from an answer.

    >>> read_run({"ended": "raised", "error": "KeyError", "message": "the", "line": 3}).error
    Raised(name='KeyError', message='the')
    >>> read_run({"result": 1, "changed": "not a dict"}).changed
    {}
    """
    ended: Literal["returned", "raised", "endless"] = "returned"
    error, result, number = None, None, answer.get("line")
    if answer.get("ended") == "endless":
        ended = "endless"
    elif "error" in answer:
        ended, error = "raised", Raised(str(answer["error"])[:200], str(answer.get("message"))[:200])
    else:
        result = _result(answer.get("result"))
    line = CodeLine(number, "") if type(number) is int else None
    changed, printed, deep = _result(answer.get("changed")), *(bool(answer.get(name)) for name in ("printed", "deep"))
    return Run(ended, result, error, line, changed if isinstance(changed, dict) else {}, printed, deep)


def _result(value: Any) -> Any:
    try:
        return describe(decode(value))
    except Exception:  # for example an unhashable key, a pair with three items, or too many levels
        return describe(object())


def read_way(answer: Message) -> Way:
    """Read from an answer how a function can be called."""
    names = answer.get("names")
    known = isinstance(names, list) and all(isinstance(name, str) for name in names)
    return Way(
        tuple(names) if known and names is not None else None,
        str(answer.get("kind", ""))[:200],
        str(answer.get("parameters", ""))[:200],
    )
