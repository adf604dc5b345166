"""Make an input that shows a mistake smaller, one step at a time, as long as it still shows the mistake.

The type of an argument decides what counts as simpler. If this is not enough for a task, its `smaller` defines other
steps, using the functions of this module.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

Arguments: TypeAlias = tuple[Any, ...]
"""The arguments of one call. A learner's function gets only copies of the lists among them."""

Item = TypeVar("Item")

Simpler: TypeAlias = Callable[[Any], Iterator[Any]]
"""Yields simpler versions of one argument, each one small step away."""

Smaller: TypeAlias = Callable[..., Iterator[Arguments]]
"""Takes the arguments of a call, and yields simpler versions of the whole call."""


def shrink(
    neighbours: Callable[[Arguments], Iterator[Arguments]],
    arguments: Arguments,
    still_fails: Callable[[Arguments], bool],
) -> Arguments:
    """Make a failing input smaller, one step at a time, as long as it still fails."""
    while True:
        for simpler in neighbours(arguments):
            if still_fails(simpler):
                arguments = simpler
                break
        else:
            return arguments


def size(arguments: Any) -> tuple[bool, int]:
    """Measure how much there is to read in an input. Inputs with empty lists come last, since few mistakes need them.

    >>> size((["the"], [["the", "cat"]])) < size(([], [["the"]]))
    True
    """
    text = repr(arguments)
    return "[]" in text, len(text)


# What is simpler than one argument.


def fewer(items: list[Any]) -> Iterator[list[Any]]:
    """Leave out one item."""
    # A list keeps at least one item, because an empty list is a separate corner case.
    if len(items) > 1:
        for place in range(len(items)):
            yield items[:place] + items[place + 1 :]


def simpler(argument: Any) -> Iterator[Any]:
    """Yield simpler versions of an argument: a shorter list or string, or a lower whole number.

    >>> list(simpler([["the", "cat"], ["a"]]))
    [[['a']], [['the', 'cat']], [['cat'], ['a']], [['the'], ['a']]]
    >>> list(simpler("cat")), list(simpler(3))
    (['at', 'ct', 'ca'], [1, 2])
    """
    if isinstance(argument, list):
        yield from fewer(argument)
        for place, item in enumerate(argument):
            if isinstance(item, list):
                for simpler_item in simpler(item):
                    yield [*argument[:place], simpler_item, *argument[place + 1 :]]
    elif isinstance(argument, str):
        yield from map("".join, fewer(list(argument)))
    elif isinstance(argument, int):
        yield from range(1, min(argument, _FIRST_NOT_TRIED))


_FIRST_NOT_TRIED = 10
"""Only whole numbers below this are tried in place of a larger one. They have a single digit, so they are easy to
read."""


def plainer(plain: Sequence[Item], item: Item) -> Iterator[Item]:
    """Yield the plain items, or only those before `item` if it is one of them."""
    yield from plain[: plain.index(item)] if item in plain else plain


# What is simpler than all arguments of a call.


def one_at_a_time(*simpler: Simpler) -> Smaller:
    """Combine the steps for each argument into steps for a whole call, changing one argument at a time.

    >>> list(one_at_a_time(fewer, simpler)(["the", "cat"], 2))
    [(['cat'], 2), (['the'], 2), (['the', 'cat'], 1)]
    """

    def smaller(*arguments: Any) -> Iterator[Arguments]:
        for place, (simpler_than, argument) in enumerate(zip(simpler, arguments, strict=True)):
            for replacement in simpler_than(argument):
                yield (*arguments[:place], replacement, *arguments[place + 1 :])

    return smaller


def by_kind(*arguments: Any) -> Iterator[Arguments]:
    """Yield simpler versions of a call, changing one argument at a time according to its type."""
    return one_at_a_time(*[simpler] * len(arguments))(*arguments)


def fewer_in_step(ones: list[Any], others: list[Any], *rest: Any) -> Iterator[Arguments]:
    """Leave out the items at the same position of two lists that belong together."""
    for shorter, shorter_too in zip(fewer(ones), fewer(others), strict=True):
        yield (shorter, shorter_too, *rest)
