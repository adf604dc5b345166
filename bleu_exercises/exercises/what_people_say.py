"""The exercises of the lesson `what_people_say`."""

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise, permutations, product
from operator import truediv
from random import Random
from statistics import correlation, covariance
from typing import Any

from bleu_exercises._random_inputs import columns
from bleu_exercises._ways import FINISH, Way, Ways, either
from bleu_exercises.exercises._exercise import exercise, first_removed, without_each
from bleu_exercises.from_memory.counts import divided
from exercise_checker import Arguments, pick, read_numbers
from exercise_checker.shrinking import fewer_in_step

# In which share of the pairs do a measure and people agree?

Numbers = list[float]
System = tuple[float, ...]
"""The numbers of one system, one from each argument: its score, the points that it lost, and sometimes its cluster."""
Pairs = list[tuple[System, System]]
Rule = Callable[[System, System], float]


def any_pair(system: System, other: System) -> bool:
    """Accept every pair."""
    return True


def told_apart(system: System, other: System) -> bool:
    """Whether people see a difference."""
    return system[1] != other[1]


def agree(system: System, other: System) -> bool:
    """Whether fewer points go with the higher score."""
    return _in_one_order(system, other) or _in_one_order(other, system)


def _in_one_order(system: System, other: System) -> bool:
    return system[0] > other[0] and system[1] < other[1]


def share_of_pairs(
    *columns: Numbers,
    among: Rule = any_pair,
    asked: Rule = told_apart,
    agree: Rule = agree,
    pairs: Callable[[list[System]], Pairs] = lambda systems: list(combinations(systems, 2)),
    divide: Callable[[float, float], float] = divided,
) -> float:
    """Compute the share of the pairs that agree, of all pairs that both `among` and `asked` accept."""
    chosen = [pair for pair in pairs(list(zip(*columns, strict=True))) if among(*pair) and asked(*pair)]
    return divide(sum(agree(*pair) for pair in chosen), len(chosen))


def pairs_agreed(scores: Numbers, points: Numbers, **steps: Any) -> float:
    """Compute the share of the pairs with different points in which fewer points go with the higher score."""
    return share_of_pairs(scores, points, **steps)


OTHER_PAIRS: Ways = {
    "only neighbouring systems in the list are paired": {"pairs": lambda systems: list(pairwise(systems))},
    "only the first system is paired with the others": {
        "pairs": lambda systems: [(systems[0], other) for other in systems[1:]]
    },
    "a number of pairs is returned instead of a share": {"divide": lambda agreed, pairs: agreed},
    "the fractional part is lost in a division": {"divide": lambda agreed, pairs: divided(agreed, pairs) // 1},
}
WITH_ITSELF: Way = {"pairs": lambda systems: list(product(systems, systems)), "asked": any_pair}
NO_RULE = either("divide", truediv, lambda agreed, pairs: agreed / pairs if pairs else 1.0)

IN_PAIRS: Ways = {
    "a system that lost more points counts as better": {
        "agree": lambda system, other: system[0] != other[0] and not agree(system, other)
    },
    "a tie in the scores counts as agreement": either(
        "agree",
        lambda system, other: agree(system, other) or system[0] == other[0],
        lambda system, other: 0.5 if system[0] == other[0] else agree(system, other),
    ),
    "ties in the scores are left out": {
        "asked": lambda system, other: told_apart(system, other) and system[0] != other[0]
    },
    "pairs that people judge as equal are included too": (
        {"asked": any_pair},
        {"asked": any_pair, "agree": lambda system, other: agree(system, other) or system[1] == other[1]},
    ),
    "a pair counts only when its first system is the better one": (
        {"agree": _in_one_order},
        {"agree": _in_one_order, "pairs": lambda systems: list(permutations(systems, 2))},
    ),
    **OTHER_PAIRS,
}
"""The mistakes in a share of the pairs that people tell apart."""

SCORES, POINTS = [10.0, 20.0, 25.0, 30.0, 40.0], [0.5, 1.0, 2.0, 2.5, 4.0]

_PAIRS_AGREED = exercise(
    pairs_agreed,
    columns(2, 6, SCORES, POINTS),
    [
        ([30.0, 20.0, 25.0], [1.0, 2.0, 4.0]),
        ([30.0, 20.0], [1.0, 1.0]),
        ([20.0, 20.0, 10.0], [1.0, 2.0, 4.0]),
        ([20.0, 30.0, 40.0, 10.0], [4.0, 2.0, 2.0, 1.0]),
    ],
    {
        "a system is paired with itself": WITH_ITSELF,
        **IN_PAIRS,
        "there is no rule for systems that people all judge as equal": NO_RULE,
    },
    smaller=fewer_in_step,
)


# What is the correlation without each of the systems?


def correlations_without_each(
    xs: Numbers,
    ys: Numbers,
    *,
    left: Callable[[Numbers], list[Numbers]] = without_each,
    measure: Callable[[Numbers, Numbers], float] = correlation,
) -> Numbers:
    """Compute, for each system, the correlation of those that are left without it."""
    return list(map(measure, left(xs), left(ys)))


def _draw_two_columns(random: Random) -> Arguments:
    # Each column contains 1, 2 and 3, so that two different numbers are left, whatever is left out.
    others = [pick(random, [1.0, 2.0, 4.0]) for _ in range(1 + int(random.random() * 3))]
    columns = [[1.0, 2.0, 3.0, *others], [1.0, 2.0, 3.0, *(pick(random, [1.0, 3.0, 5.0]) for _ in others)]]
    return tuple(sorted(column, key=lambda _: random.random()) for column in columns)


def _fewer_columns(xs: Numbers, ys: Numbers) -> Iterator[Arguments]:
    for fewer in fewer_in_step(xs, ys):
        if len(fewer[0]) > 3 and all(len(set(column)) >= 3 for column in fewer):
            yield fewer


_CORRELATIONS_WITHOUT_EACH = exercise(
    correlations_without_each,
    _draw_two_columns,
    [([1.0, 2.0, 3.0, 10.0], [2.0, 1.0, 3.0, 20.0]), ([2.0, 1.0, 2.0, 3.0], [3.0, 1.0, 5.0, 2.0])],
    {
        "a system is looked up by its number": {"left": first_removed},
        "a system that was removed is not put back": {
            "left": lambda numbers: [numbers[place:] for place in range(1, len(numbers) - 1)]
        },
        "no system is removed": {"left": lambda numbers: [numbers] * len(numbers)},
        "the first system is never left out": {FINISH: lambda found: found[1:]},
        "the last system is never left out": {FINISH: lambda found: found[:-1]},
        "the change in the correlation is returned instead of the correlation": (
            lambda xs, ys: [left_out - correlation(xs, ys) for left_out in correlations_without_each(xs, ys)],
            lambda xs, ys: [correlation(xs, ys) - left_out for left_out in correlations_without_each(xs, ys)],
        ),
        "the sign of the correlation is lost": {"measure": lambda xs, ys: abs(correlation(xs, ys))},
        "the correlation is squared": {"measure": lambda xs, ys: correlation(xs, ys) ** 2},
        "the covariance is computed, which depends on the scale": {"measure": covariance},
        "only one number is returned instead of one per system": either(
            FINISH, lambda found: [max(found)], lambda found: [min(found)]
        ),
        "only the first iteration of a loop counts": {FINISH: lambda found: found[:1]},
    },
    read=read_numbers,
    result="a list with a number for each system",
    smaller=_fewer_columns,
)
