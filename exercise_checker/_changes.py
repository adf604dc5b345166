"""What a call may change: its arguments, and what the function keeps from one call to the next."""

import builtins
import dis
import gc
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, suppress
from copy import deepcopy
from functools import lru_cache, partial
from itertools import chain, repeat
from operator import eq, is_
from types import CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from exercise_checker.description import Ask, describe, directly, same

MAX_KEPT = 10_000
"""At most this many objects are looked at. What a learner's function remembers is usually among the first few."""

_IMMUTABLE = frozenset((str, int, float, bool, type(None)))
_REFILL: dict[Any, Any] = {list: list.extend, dict: dict.update, set: set.update}
CACHE = type(lru_cache(len))
_REAL = (type, FunctionType, type(len))
_KEEPING = (*_REFILL, tuple, CellType, FunctionType, MethodType, CACHE)


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


class Surroundings:
    """What a learner's function uses and keeps: in global variables, defaults, closures, attributes and caches.

    Args:
        function: a learner's function.
        is_learners: whether the code of a file was written by the learner.
    """

    def __init__(self, function: Any, is_learners: Callable[[str], bool]) -> None:
        self.function, self.functions = function, list[FunctionType]()
        self.values = dict[int, Any]()  # they are stored, so that no other object gets the address of one of them
        todo = [function]
        while todo and len(self.values) < MAX_KEPT:
            value = todo.pop()
            kind, is_of_the_notebook = type(value), module_of(value) == "__main__"
            if kind in _IMMUTABLE or id(value) in self.values:
                continue
            self.values[id(value)] = value
            if kind is FunctionType:
                if is_learners(value.__code__.co_filename):
                    self.functions.append(value)
                    todo += [value.__defaults__, value.__kwdefaults__, value.__closure__, vars(value)]
                    todo += globals_of(value).values()
            elif kind is CACHE:
                todo.append(value.__wrapped__)
            elif issubclass(kind, type):
                todo += [*vars(value).values()] * is_of_the_notebook
            elif issubclass(kind, _KEEPING) or is_of_the_notebook:
                with suppress(AttributeError):  # it has no attributes
                    todo.append(object.__getattribute__(value, "__dict__"))
                todo += gc.get_referents(value)[:MAX_KEPT]

    def restorer(self) -> Callable[[], object]:
        """Note what is kept now, and return how to restore it.

        >>> def count(word, words=[]):
        ...     words.append(word)
        ...     return len(words)
        >>> restore = Surroundings(count, lambda file: True).restorer()
        >>> [count("the"), count("cat"), restore() and count("the")]
        [1, 2, 1]
        """
        steps = [partial(user.__globals__.update, globals_of(user)) for user in self.functions]
        for value in self.values.values():
            kind = next((kind for kind in _REFILL if issubclass(type(value), kind)), type(value))
            if kind is CACHE:
                steps.append(value.cache_clear)
            elif kind in _REFILL:
                steps += [partial(kind.clear, value), partial(_REFILL[kind], value, kind.copy(value))]
        return lambda: [step() for step in steps]

    def modules(self, *instructions: str) -> set[str]:
        """List the modules of everything that the function uses, and the names in instructions such as LOAD_ATTR."""
        names = (names_in(user.__code__, "IMPORT_NAME", *instructions) for user in self.functions)
        return {*map(module_of, self.values.values()), *chain(*names)}

    def substitutes(self) -> Generator[Any]:
        """Replace one overwritten built-in name or cached function after the other with the real one, and yield it.

        When the generator ends or is deleted, everything is as it was.
        """
        used = ((user.__globals__, pair) for user in self.functions for pair in globals_of(user).items())
        with ExitStack() as changes:
            for space, (name, value) in chain([(vars(self), ("function", self.function))], used):
                real = value if value is self.function else vars(builtins).get(name)
                real = value.__wrapped__ if type(value) is CACHE else real
                if isinstance(real, _REAL) and real is not value:
                    changes.callback(space.__setitem__, name, value)
                    space[name] = real
                    yield real


def globals_of(function: FunctionType) -> dict[str, Any]:
    """Return the global variables that a function reads, or that the functions inside it read."""
    names, space = names_in(function.__code__, "LOAD_GLOBAL", "LOAD_NAME"), function.__globals__
    return {name: space[name] for name in names if name in space}


def module_of(value: Any) -> str:
    """Return the name of the module that an object or its class comes from.

    >>> module_of(gc), module_of(deepcopy), module_of(partial(len)), module_of(partial)
    ('gc', 'copy', 'functools', 'functools')
    """
    with suppress(Exception):  # a learner's object can do anything
        named = value.__name__ if type(value) is ModuleType else getattr(value, "__module__", None)
        return str(named or type(value).__module__)
    return ""


def names_in(code: CodeType, *instructions: str) -> Iterator[str]:
    """Yield the names in these instructions of a function and of the functions inside it."""
    yield from (step.argval for step in dis.get_instructions(code) if step.opname in instructions)
    for inner in code.co_consts:
        yield from names_in(inner, *instructions) if isinstance(inner, CodeType) else ()
