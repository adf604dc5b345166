"""What `grade` does in the sandbox: it calls the student's function whenever the examiner outside asks it to.

For example, `grade(f, "ranks", 3)` exchanges these lines with the examiner (each also has the request's "number"):

    proxy      {"grade": "ranks", "points": 3, "partial": {}}
    examiner   {"parameters": ["scores"], "ours": [...], "earlier": {}}
    proxy      {"names": ["scores"], "kind": "", "parameters": ""}
    examiner   {"arguments": [[0.5, 0.25]], "names": {}}
    proxy      {"ended": "returned", "result": [1, 2], ...}
    examiner   {"feedback": "ranks: correct...", "awarded": 3.0}

The two lines with "arguments" and "ended" are repeated for each input.

The answers are not in the student's process. While a later part of a problem set is graded, substitutes may replace
the student's earlier functions, so that a mistake costs points only once. A substitute asks the examiner for our
version's result, one call at a time.
"""

import contextlib
import inspect
import itertools
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from importlib import import_module
from operator import attrgetter
from types import CodeType
from typing import Any, TextIO

from bleu_grading.inside.protocol import Message, cell_digest, decode, encode, named_error
from exercise_checker import way_to_call
from exercise_checker.guard import Guard
from exercise_checker.notebook import silence_output

LEFT_OUT = "this cell did not end and could not be interrupted, so the notebook was run again without it"

MANY_STEPS = sys.maxsize
"""The limit on the lines that all calls of a graded function execute: none, because the examiner limits their time.

The student's process could forge its own count of lines. Each single call has the same limits as in a lesson.
"""

EarlierParts = dict[str, str]
"""Maps the name of each function in a student's notebook to the task that it solves."""


class ExaminerProxy:
    """The examiner outside the sandbox, as `grade` in a student's notebook sees it.

    The examiner keeps the seed and the right results. The proxy only calls the student's function when asked to.
    """

    def __init__(self, read: TextIO, write: TextIO) -> None:
        self._read, self._write = read, write
        self._numbers = itertools.count()
        settings = json.loads(read.readline())
        self._ours = {name: code_objects({name}) for name in settings["ours"]}
        self._left_out = frozenset(settings.get("left_out", []))

    def begin(self, source: str) -> None:
        """Tell the examiner which cell begins."""
        say(self._write, {"cell": cell_digest(source), "source": source.strip().partition("\n")[0]})

    def end(self) -> None:
        """Tell the examiner that the cell has ended."""
        say(self._write, {"cell": ""})

    def without_left_out(self, lines: list[str]) -> list[str]:
        """Replace a cell that could not be interrupted in an earlier run with one that raises an error."""
        return [f"raise RuntimeError({LEFT_OUT!r})\n"] if cell_digest("".join(lines)) in self._left_out else lines

    def grade(self, function: Any, task: str, points: float, shares: Mapping[str, float]) -> tuple[str, float]:
        """Have a function graded, and return the feedback on it and its points.

        Raises:
            ValueError: the examiner refuses the request; the message gives the reason.
            EOFError: the examiner has ended.
        """
        number = next(self._numbers)
        guard = Guard()
        reply: Message = {"grade": task, "points": points, "partial": dict(shares)}
        with silence_output(), contextlib.ExitStack() as earlier:
            while True:
                message = self._ask(reply | {"number": number}, number)
                if "parameters" in message:
                    forbidden = frozenset().union(*(self._ours[name] for name in message["ours"]))
                    guard = Guard(
                        forbidden, steps=MANY_STEPS, library=("bleu_helpers", "bleu_exercises", "bleu_grading")
                    )
                    reply = way_to_call(function, tuple(message["parameters"]))._asdict()
                    earlier.close()  # removes the substitutes of the previous round
                    earlier.enter_context(guard.watched())
                    earlier.enter_context(substituted(function, message["earlier"], partial(self._question, number)))
                elif "restart" in message:
                    guard.restart()
                    reply = {}
                elif "arguments" in message:
                    names = {name: decode(value) for name, value in message["names"].items()}
                    reply = answer(guard, function, decode(message["arguments"]), names)
                elif "refused" in message:
                    raise ValueError(message["refused"])
                else:
                    return message["feedback"], float(message["awarded"])

    def _ask(self, message: Message, number: int) -> Message:
        """Send a message, and wait for its answer. Answers to requests that were interrupted are skipped."""
        self._write.write("\n")  # ends a line that an interrupt may have left unfinished
        say(self._write, message)
        for line in self._read:
            received: Message = json.loads(line)
            if received["number"] == number and received.get("question") == message.get("question"):
                return received
        raise EOFError("the program that grades is gone")

    def _question(self, number: int, question: Message) -> Message:
        """Ask for the right result of an earlier part while a later one is graded."""
        return self._ask(question | {"number": number, "question": next(self._numbers)}, number)


# One call.


def code_objects(names: Set[str]) -> frozenset[CodeType | str]:
    """Return the code objects of our functions with these addresses, before a student's code can replace them.

    The address of a function of another package stays as it is, because that package need not be installed.
    """
    found = {name for name in names if not name.startswith(("bleu_helpers", "bleu_exercises"))}
    for name in names - found:
        module, function = name.split(":")
        with contextlib.suppress(AttributeError):
            ours = attrgetter(function)(import_module(module))
            found.add(inspect.unwrap(getattr(ours, "fget", ours)).__code__)
    return frozenset(found)


def answer(guard: Guard, function: Callable[..., Any], arguments: list[Any], names: dict[str, Any]) -> dict[str, Any]:
    """Call a function once, and describe what happened in the form that `student_function` reads."""
    run = guard.call(function, arguments, names)
    outcome = {
        "ended": run.ended,
        "changed": encode(dict(run.changed)),
        "printed": run.printed,
        "deep": run.too_deep,
        "line": run.line.number if run.line else None,
        "ours": guard.calls_ours,
        "waits": guard.waits,
        "uses_chance": guard.uses_chance,
    }
    if run.error is not None:
        return outcome | {"error": run.error.name, "message": run.error.message[:200]}
    return outcome | {"result": encode(run.result)}


def say(write: TextIO, answer: dict[str, Any]) -> None:
    """Write one line of JSON."""
    write.write(json.dumps(answer) + "\n")
    write.flush()


# Our version of the earlier parts.


@contextlib.contextmanager
def substituted(function: Any, names: EarlierParts, ask: Callable[[Message], Message]) -> Iterator[None]:
    """Replace a student's earlier functions with substitutes that use our version, and restore them at the end.

    Args:
        function: the later part, which may be defined in a separate module.
        names: the names of the functions to replace, each with its task.
        ask: sends a question to the examiner, and returns the answer.
    """
    still_open = [True]
    substitutes = {name: _substitute_for(task, ask, still_open) for name, task in names.items()}
    namespaces = _global_names(function) if names else []
    replaced = [{name: namespace[name] for name in names if name in namespace} for namespace in namespaces]
    for namespace in namespaces:
        namespace.update(substitutes)
    try:
        yield
    finally:
        still_open.clear()
        for namespace, originals in zip(namespaces, replaced, strict=True):
            for name in names:
                namespace.pop(name, None)
            namespace.update(originals)


def _global_names(function: Any) -> list[dict[str, Any]]:
    """Return the global names of the notebook, and those of the function if it is defined in another module."""
    notebook = vars(sys.modules["__main__"])
    of_function = getattr(inspect.unwrap(function), "__globals__", notebook)
    return [notebook] if of_function is notebook else [notebook, of_function]


def _substitute_for(task: str, ask: Callable[[Message], Message], still_open: Sequence[bool]) -> Callable[..., Any]:
    def substitute(*arguments: Any, **names: Any) -> Any:
        if not still_open:
            raise RuntimeError(f"our {task} answers only while a later part is graded")
        sent = {"arguments": [encode(_plain(argument)) for argument in arguments]}
        answer = ask({"earlier": task, **sent, "names": {key: encode(_plain(value)) for key, value in names.items()}})
        if "error" in answer:
            raise named_error(str(answer["error"]), str(answer.get("message")))
        return decode(answer["result"])

    substitute.__name__ = task
    return substitute


def _plain(value: Any) -> Any:
    """Convert an argument to a type that our functions take: an array, a set or a generator becomes a list."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, tuple):  # an n-gram, which must remain a tuple
        return tuple(_plain(item) for item in value)
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping):
        return [_plain(item) for item in value]
    return value


examiner: ExaminerProxy | None = None
"""The proxy to which `grade` sends its requests in a sandbox. Without a sandbox it is None, and `grade` grades here."""
