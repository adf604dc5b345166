"""What a call may change: its arguments, and what the function keeps from one call to the next."""

import gc
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import lru_cache, partial
from itertools import repeat
from operator import eq, is_
from types import CellType, CodeType, FunctionType, MethodType
from typing import Any

from exercise_checker.description import Ask, describe, directly, same

MAX_KEPT = 10_000
"""At most this many objects are looked at. What a learner's function remembers is usually among the first few."""

_IMMUTABLE = frozenset((str, int, float, bool, type(None)))
_REFILL: dict[Any, Callable[..., None]] = {list: list.extend, dict: dict.update, set: set.update}
_CACHE = type(lru_cache(len))
_KEEPING = (*_REFILL, tuple, CellType, FunctionType, MethodType, _CACHE)


def copied(value: Any) -> Any:
    """Copy an argument together with everything in it, so that a call can change only its own copy.

    >>> original = [3, {"a": [1]}]
    >>> copied(original) == original, copied(original)[1]["a"] is original[1]["a"]
    (True, False)
    """
    kind = type(value)
    if kind is list or kind is tuple:  # most arguments are lists of words, so this must be quick
        return kind(value if _IMMUTABLE.issuperset(map(type, value)) else map(copied, value))
    return value if kind in _IMMUTABLE else deepcopy(value)


def differ(now: Any, before: Any, ask: Ask = directly) -> bool:
    """Whether a call changed its copy of an argument, into which it may have put a learner's objects.

    >>> differ([["a"], 1], [["a"], 1]), differ([["a"], 1], [["b"], 1]), differ({"a": 2}, {"a": 1})
    (False, True, True)
    """
    kind = type(now)
    if now is before or kind is not type(before):
        return now is not before
    if kind is not list and kind is not tuple:
        return not same(describe(now, ask), describe(before), eq)
    return len(now) != len(before) or not (all(map(is_, now, before)) or not any(map(differ, now, before, repeat(ask))))


def restorer(function: Any, is_learners: Callable[[str], bool]) -> Callable[[], object]:
    """Note what a function keeps in defaults, closures, attributes and global variables, and return how to restore it.

    Args:
        function: a learner's function.
        is_learners: whether the code of a file was written by the learner.

    >>> def count(word, words=[]):
    ...     words.append(word)
    ...     return len(words)
    >>> restore = restorer(count, lambda file: True)
    >>> [count("the"), count("cat"), restore() and count("the")]
    [1, 2, 1]
    """
    todo, known, steps = [function], dict[int, Any](), list[Callable[[], object]]()
    while todo and len(known) < MAX_KEPT:
        value = todo.pop()
        kind = next((kind for kind in _KEEPING if issubclass(type(value), kind)), None)
        if kind is None and vars(type)["__module__"].__get__(type(value)) == "__main__":
            kind = object  # of a class in the notebook
        if kind is None or id(value) in known:
            continue
        known[id(value)] = value  # stored, so that no other object gets its address
        if kind is FunctionType and is_learners(value.__code__.co_filename):
            space = value.__globals__
            used = {name: space[name] for name in _names_in(value.__code__) if name in space}
            steps.append(partial(space.update, used))
            todo += [*used.values(), value.__defaults__, value.__kwdefaults__, value.__closure__, vars(value)]
        elif kind is _CACHE:
            steps.append(value.cache_clear)
            todo.append(value.__wrapped__)
        elif kind is not FunctionType:
            inside = gc.get_referents(value)[:MAX_KEPT]
            todo += inside
            if kind in _REFILL:
                steps += [partial(kind.clear, value), partial(_REFILL[kind], value, kind.copy(value))]
            elif kind is CellType and inside:
                steps.append(partial(setattr, value, "cell_contents", *inside))
    return lambda: [step() for step in steps]


def _names_in(code: CodeType) -> Iterator[str]:
    """Yield the names that a function uses, and those that the functions inside it use."""
    yield from code.co_names
    for inner in code.co_consts:
        yield from _names_in(inner) if isinstance(inner, CodeType) else ()
