"""Make the arguments of the lessons' functions simpler, so that an input that shows a mistake becomes smaller."""

from collections.abc import Iterator
from typing import Any

from exercise_checker import Arguments
from exercise_checker.shrinking import fewer_in_step, one_at_a_time, plainer, simpler

_PLAIN_WEIGHTS = [(1.0,), (0.5, 0.5), (0.25, 0.25, 0.25, 0.25)]


def simpler_argument(argument: Any) -> Iterator[Any]:
    return plainer(_PLAIN_WEIGHTS, argument) if isinstance(argument, tuple) else simpler(argument)


def smaller(*arguments: Any) -> Iterator[Arguments]:
    """Yield simpler versions of a call, changing one argument at a time. A tuple contains weights.

    >>> list(smaller(["the", "cat"], 2))
    [(['cat'], 2), (['the'], 2), (['the', 'cat'], 1)]
    """
    return one_at_a_time(*[simpler_argument] * len(arguments))(*arguments)


def smaller_in_step(ones: list[Any], others: list[Any], *rest: Any) -> Iterator[Arguments]:
    """Yield simpler versions of a call whose first two lists belong together.

    Some of them leave out an item of only one list. The right function rejects these, so they are not shown.
    """
    yield from fewer_in_step(ones, others, *rest)
    yield from smaller(ones, others, *rest)
