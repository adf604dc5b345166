"""Our version of the earlier parts of a problem set, while a later part is graded: so a mistake is paid for once.

No right answer is in the student's process. What stands there in the place of an earlier function asks the program
that grades, for one result at a time, and only while a later part is graded with it.
"""

import contextlib
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from bleu_helpers.course._values import Message, decode, encode, error_of

Names = dict[str, str]
"""For each name in a student's notebook, the task that its function is for."""


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
    try:
        own = getattr(inspect.unwrap(function), "__globals__", notebook)
    except Exception:  # an object of the student's can do anything
        own = notebook
    return [notebook] if own is notebook or not isinstance(own, dict) else [notebook, own]


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
