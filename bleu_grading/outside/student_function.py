"""A student's function in another process, and what it did there as if it had been called here.

Nothing that comes from that process is taken at its word: it may send anything.
"""

import json
import time
from collections.abc import Callable
from typing import Any, Literal

from bleu_grading.inside.messages import Message, decode, encode
from exercise_checker import Way
from exercise_checker.description import Raised, describe
from exercise_checker.guard import MAX_SECONDS, CodeLine, Run

AGAIN = 5
"""So many inputs are asked again in the end."""


class Gone(Exception):
    """The other process ended, its time was up, or what it sent is no answer."""


class StudentFunction:
    """Calls a function in another process. It stands where `Guard` stands for a function in this one.

    Args:
        ask: sends a message to the other process and gives its answer, or raises Gone.
    """

    def __init__(self, ask: Callable[[Message], Message]) -> None:
        self._ask = ask
        self._start: float | None = None
        self._first: list[tuple[Message, object]] = []
        self.calls_ours = ""

    def call(self, function: Any, arguments: list[Any], names: dict[str, Any] | None = None) -> Run:
        """Call the function that the other process has, and say what happened."""
        self._start = self._start or time.monotonic()
        named = {name: encode(value) for name, value in (names or {}).items()}
        question = {"arguments": [encode(argument) for argument in arguments], "names": named}
        answer = self._ask(question)
        if len(self._first) < AGAIN:
            self._first.append((question, _essence(answer)))
        self.calls_ours = self.calls_ours or str(answer.get("ours") or "")[:200]
        return run_of(answer)

    def answers_otherwise(self) -> bool:
        """Ask the first inputs again, if there is time, and say whether another thing comes back.

        Which limit is met first, of time or of memory, depends on the machine: that is no answer.
        """
        if self.half_spent:
            return False
        both = [(before, _essence(self._ask(asked))) for asked, before in self._first]
        return any(before and again and before != again for before, again in both)

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


def _essence(answer: Message) -> object:
    """What of an answer is the same each time, whatever the order of a dict; None where a limit was met."""
    if answer.get("ended") == "endless" or answer.get("error") == "MemoryError":
        return None
    result = answer.get("result")
    pairs = result.get("d") if isinstance(result, dict) else None
    same = sorted(map(json.dumps, pairs)) if isinstance(pairs, list) else json.dumps(result)
    return answer.get("ended"), answer.get("error"), same


def run_of(answer: Message) -> Run:
    """Read what a call did.

    >>> run_of({"ended": "raised", "error": "KeyError", "message": "the", "line": 3}).error
    Raised(name='KeyError', message='the')
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
    changed, printed, deep = (bool(answer.get(name)) for name in ("changed", "printed", "deep"))
    return Run(ended, result, error, line, changed, printed, deep)


def _result(value: Any) -> Any:
    try:
        return describe(decode(value))
    except Exception:  # a key that cannot be one, a pair of three, a depth without end
        return describe(object())


def way_of(answer: Message) -> Way:
    """Read how a function can be called."""
    names = answer.get("names")
    known = isinstance(names, list) and all(isinstance(name, str) for name in names)
    return Way(
        tuple(names) if known and names is not None else None,
        str(answer.get("kind", ""))[:200],
        str(answer.get("parameters", ""))[:200],
    )
