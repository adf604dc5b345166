"""What `grade` does in a student's notebook in the sandbox: it calls the function when the program outside asks.

No right answer is in the student's process. While a later part of a problem set is graded, our version of the earlier
ones stands there, so that a mistake is paid for once: it asks the program outside, for one result at a time.
"""

import contextlib
import inspect
import itertools
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from operator import attrgetter
from types import CodeType
from typing import Any, TextIO

from bleu_grading.inside.cell_text import digest_of
from bleu_grading.inside.messages import Message, decode, encode, error_of
from exercise_checker import way_to_call
from exercise_checker.guard import Guard, quiet

LEFT_OUT = "this cell did not end and could not be interrupted, so the notebook was run again without it"

MANY_STEPS = sys.maxsize
"""A function that is graded may take so many lines, all calls together: whoever asks for the calls holds the clock.

What a student's process says of its own lines may be forged. One call alone has the limits that it has in a lesson.
"""

Names = dict[str, str]
"""For each name in a student's notebook, the task that its function is for."""


class ExaminerProxy:
    """The program outside of the sandbox that grades, as `grade` in a student's notebook speaks to it.

    It keeps the seed and the right results. All that is done here is to call the student's function when it asks.
    """

    def __init__(self, read: TextIO, write: TextIO) -> None:
        self._read, self._write = read, write
        self._numbers = itertools.count()
        told = json.loads(read.readline())
        self._ours = {name: code_of([name]) for name in told["ours"]}
        self._left_out = frozenset(told.get("left_out", []))

    def begin(self, source: str) -> None:
        """Tell the program outside which cell begins."""
        say(self._write, {"cell": digest_of(source), "source": source.strip().partition("\n")[0]})

    def end(self) -> None:
        """Tell it that the cell has ended."""
        say(self._write, {"cell": ""})

    def without_left_out(self, lines: list[str]) -> list[str]:
        """Put an error in the place of a cell that could not be interrupted in an earlier run."""
        return [f"raise RuntimeError({LEFT_OUT!r})\n"] if digest_of("".join(lines)) in self._left_out else lines

    def grade(self, function: Any, task: str, points: float, shares: Mapping[str, float]) -> tuple[str, float]:
        """Have a function graded: what is said of it, and its points.

        Raises:
            ValueError: the program outside refuses, and says why.
            EOFError: the program outside is gone.
        """
        number = next(self._numbers)
        guard = Guard()
        answered: Message = {"grade": task, "points": points, "partial": dict(shares)}
        with quiet(), contextlib.ExitStack() as earlier:
            while True:
                message = self._ask(answered | {"number": number}, number)
                if "parameters" in message:
                    forbidden = frozenset().union(*(self._ours[name] for name in message["ours"]))
                    guard = Guard(forbidden, steps=MANY_STEPS, library=("bleu_helpers", "bleu_grading"))
                    answered = way_to_call(function, tuple(message["parameters"]))._asdict()
                    earlier.close()  # the functions of the last round
                    earlier.enter_context(in_place(function, message["earlier"], partial(self._question, number)))
                elif "arguments" in message:
                    named = {name: decode(value) for name, value in message["names"].items()}
                    answered = answer(guard, function, decode(message["arguments"]), named)
                elif "refused" in message:
                    raise ValueError(message["refused"])
                else:
                    return message["said"], float(message["got"])

    def _ask(self, message: Message, number: int) -> Message:
        """Send a message, and wait for what answers it: what belongs to another was interrupted."""
        self._write.write("\n")  # what an interrupt left of a line ends here
        say(self._write, message)
        for line in self._read:
            came: Message = json.loads(line)
            if came["number"] == number and came.get("question") == message.get("question"):
                return came
        raise EOFError("the program that grades is gone")

    def _question(self, number: int, question: Message) -> Message:
        """Ask for what is right of an earlier part, while a later one is graded."""
        return self._ask(question | {"number": number, "question": next(self._numbers)}, number)


# One call.


def address(function: Callable[..., Any]) -> str:
    """Say where a function of ours is to be found, so that another process can look it up.

    >>> address(say)
    'bleu_grading.inside.examiner_proxy:say'
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
    """Call a function once, and write what happened so that `student_function` can read it."""
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
        return said | {"error": run.error.name, "message": run.error.message[:200]}
    return said | {"result": encode(run.result)}


def say(write: TextIO, answer: dict[str, Any]) -> None:
    """Write one line of JSON."""
    write.write(json.dumps(answer) + "\n")
    write.flush()


# Our version of the earlier parts.


@contextlib.contextmanager
def in_place(function: Any, names: Names, ask: Callable[[Message], Message]) -> Iterator[None]:
    """Put our version in the place of a student's earlier functions, by name; theirs come back in the end.

    Args:
        function: the later part, which may stand in a module of its own.
        names: which names, and for which tasks.
        ask: sends a question to the program that grades, and gives the answer.
    """
    open_now = [True]
    ours = {name: _asking(task, ask, open_now) for name, task in names.items()}
    spaces = _spaces(function) if names else []
    kept = [{name: space[name] for name in names if name in space} for space in spaces]
    for space in spaces:
        space.update(ours)
    try:
        yield
    finally:
        open_now.clear()
        for space, old in zip(spaces, kept, strict=True):
            for name in names:
                space.pop(name, None)
            space.update(old)


def _spaces(function: Any) -> list[dict[str, Any]]:
    """Give the global names of the notebook, and those that a function sees if they are others."""
    notebook = vars(sys.modules["__main__"])
    own = getattr(inspect.unwrap(function), "__globals__", notebook)
    return [notebook] if own is notebook else [notebook, own]


def _asking(task: str, ask: Callable[[Message], Message], open_now: Sequence[bool]) -> Callable[..., Any]:
    def ours(*arguments: Any, **named: Any) -> Any:
        if not open_now:
            raise RuntimeError(f"our {task} answers only while a later part is graded")
        given = {"arguments": [encode(_plain(argument)) for argument in arguments]}
        answer = ask({"earlier": task, **given, "names": {key: encode(_plain(one)) for key, one in named.items()}})
        if "error" in answer:
            raise error_of(str(answer["error"]), str(answer.get("message")))
        return decode(answer["result"])

    ours.__name__ = task
    return ours


def _plain(value: Any) -> Any:
    """Bring an argument to what our functions take: an array, a set or a generator becomes a list."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, tuple):  # an n-gram, which is to stay one
        return tuple(_plain(one) for one in value)
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping):
        return [_plain(one) for one in value]
    return value


examiner: ExaminerProxy | None = None
"""In a sandbox, where `grade` sends what it is asked. Without one, it grades here."""
