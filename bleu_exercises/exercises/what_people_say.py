"""The exercises of the lesson `what_people_say`."""

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise, permutations, product
from random import Random
from statistics import correlation, covariance

from bleu_exercises._ways import Function
from bleu_exercises.exercises._exercise import exercise
from bleu_exercises.from_memory.counts import divided
from exercise_checker import Arguments, Task, pick
from exercise_checker.outcomes import read_numbers
from exercise_checker.shrinking import fewer_in_step

# In which share of the pairs do a measure and people agree?

Numbers = list[float]
System = tuple[float, float]
"""The score of a system, and the points that it lost."""


def pairs_agreed(scores: Numbers, points: Numbers) -> float:
    """Compute the share of the pairs with different points in which fewer points go with the higher score."""
    asked = [pair for pair in combinations(zip(scores, points, strict=True), 2) if _told_apart(*pair)]
    return divided(sum(_agree(*pair) for pair in asked), len(asked))


def _agree(system: System, other: System) -> bool:
    return (system[0] > other[0] and system[1] < other[1]) or (system[0] < other[0] and system[1] > other[1])


def _told_apart(system: System, other: System) -> bool:
    return system[1] != other[1]


def _any_pair(system: System, other: System) -> bool:
    return True


def _share(
    agree: Callable[[System, System], float],
    asked: Callable[[System, System], bool],
    pairs: Callable[[list[System]], list[tuple[System, System]]] = lambda systems: list(combinations(systems, 2)),
) -> Function:
    """Make the function with another rule for agreement, for which pairs count, or for what a pair is."""

    def function(scores: Numbers, points: Numbers) -> float:
        chosen = [pair for pair in pairs(list(zip(scores, points, strict=True))) if asked(*pair)]
        return divided(sum(agree(*pair) for pair in chosen), len(chosen))

    return function


def _disagree(system: System, other: System) -> bool:
    return _agree((system[0], -system[1]), (other[0], -other[1]))


def _in_one_order(system: System, other: System) -> bool:
    return system[0] > other[0] and system[1] < other[1]


def _number(scores: Numbers, points: Numbers) -> float:
    return sum(_agree(*pair) for pair in combinations(zip(scores, points, strict=True), 2))


def _without_rule(scores: Numbers, points: Numbers) -> float:
    asked = sum(_told_apart(*pair) for pair in combinations(zip(scores, points, strict=True), 2))
    return _number(scores, points) / asked


def _draw_systems(random: Random) -> Arguments:
    length = 2 + int(random.random() * 5)
    return [pick(random, _SCORES) for _ in range(length)], [pick(random, _POINTS) for _ in range(length)]


_SCORES, _POINTS = [10.0, 20.0, 25.0, 30.0, 40.0], [0.5, 1.0, 2.0, 2.5, 4.0]

_PAIRS_AGREED = exercise(
    pairs_agreed,
    _draw_systems,
    [
        ([30.0, 20.0, 25.0], [1.0, 2.0, 4.0]),
        ([30.0, 20.0], [1.0, 2.0]),
        ([20.0, 30.0], [1.0, 2.0]),
        ([20.0, 20.0], [1.0, 2.0]),
        ([30.0, 20.0], [1.0, 1.0]),
        ([20.0, 20.0, 30.0], [1.0, 2.0, 2.0]),
        ([20.0, 20.0, 10.0], [1.0, 2.0, 4.0]),
        ([20.0, 30.0, 40.0, 10.0], [4.0, 2.0, 2.0, 1.0]),
        ([20.0, 30.0, 25.0], [4.0, 1.0, 2.0]),
    ],
    {
        "a system that lost more points counts as better": _share(_disagree, _told_apart),
        "a tie in the scores counts as agreement": (
            _share(lambda system, other: _agree(system, other) or system[0] == other[0], _told_apart),
            _share(lambda system, other: 0.5 if system[0] == other[0] else _agree(system, other), _told_apart),
        ),
        "ties in the scores are left out": _share(
            _agree, lambda system, other: system[0] != other[0] and system[1] != other[1]
        ),
        "pairs that people judge as equal are included too": (
            _share(_agree, _any_pair),
            _share(lambda system, other: _agree(system, other) or system[1] == other[1], _any_pair),
        ),
        "only neighbouring systems in the list are paired": _share(
            _agree, _told_apart, lambda systems: list(pairwise(systems))
        ),
        "only the first system is paired with the others": _share(
            _agree, _told_apart, lambda systems: [(systems[0], other) for other in systems[1:]]
        ),
        "a pair counts only when its first system is the better one": (
            _share(_in_one_order, _told_apart),
            _share(_in_one_order, _told_apart, lambda systems: list(permutations(systems, 2))),
        ),
        "a system is paired with itself": _share(_agree, _any_pair, lambda systems: list(product(systems, systems))),
        "a number of pairs is returned instead of a share": _number,
        "there is no rule for systems that people all judge as equal": (
            _without_rule,
            lambda *given: _share(_agree, _told_apart)(*given) if len(set(given[1])) > 1 else 1.0,
        ),
        "the fractional part is lost in a division": lambda *given: _share(_agree, _told_apart)(*given) // 1,
    },
    smaller=fewer_in_step,
)


# What is the correlation without each of the systems?


def correlations_without_each(xs: Numbers, ys: Numbers) -> Numbers:
    """Compute, for each system, the correlation of those that are left without it."""
    return [correlation(_left(xs, place), _left(ys, place)) for place in range(len(xs))]


def _left(values: Numbers, place: int) -> Numbers:
    return values[:place] + values[place + 1 :]


def _without_each(measure: Callable[[Numbers, Numbers], float]) -> Function:
    return lambda xs, ys: [measure(_left(xs, place), _left(ys, place)) for place in range(len(xs))]


def _found_by_value(xs: Numbers, ys: Numbers) -> Numbers:
    return [correlation(_left(xs, xs.index(x)), _left(ys, ys.index(y))) for x, y in zip(xs, ys, strict=True)]


def _all_equal_ones(xs: Numbers, ys: Numbers) -> Numbers:
    def without(x: float) -> list[System]:
        return [pair for pair in zip(xs, ys, strict=True) if pair[0] != x]

    return [correlation(*map(list, zip(*without(x), strict=True))) for x in xs]


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
    [
        ([1.0, 2.0, 3.0, 10.0], [2.0, 1.0, 3.0, 20.0]),
        ([1.0, 2.0, 3.0, 4.0], [4.0, 3.0, 1.0, 2.0]),
        ([2.0, 1.0, 2.0, 3.0], [3.0, 1.0, 5.0, 2.0]),
        ([3.0, 1.0, 2.0, 4.0, 4.0], [1.0, 2.0, 2.0, 3.0, 5.0]),
    ],
    {
        "a system is looked up by its number": _found_by_value,
        "all systems with the same number are removed together": _all_equal_ones,
        "a system that was removed is not put back": lambda xs, ys: [
            correlation(xs[place:], ys[place:]) for place in range(1, len(xs) - 1)
        ],
        "no system is removed": lambda xs, ys: [correlation(xs, ys) for _ in xs],
        "the first system is never left out": lambda xs, ys: _without_each(correlation)(xs, ys)[1:],
        "the last system is never left out": lambda xs, ys: _without_each(correlation)(xs, ys)[:-1],
        "the change in the correlation is returned instead of the correlation": (
            lambda xs, ys: [left_out - correlation(xs, ys) for left_out in _without_each(correlation)(xs, ys)],
            lambda xs, ys: [correlation(xs, ys) - left_out for left_out in _without_each(correlation)(xs, ys)],
        ),
        "the sign of the correlation is lost": _without_each(lambda xs, ys: abs(correlation(xs, ys))),
        "the correlation is squared": _without_each(lambda xs, ys: correlation(xs, ys) ** 2),
        "the covariance is computed, which depends on the scale": _without_each(covariance),
        "only one number is returned instead of one per system": (
            lambda xs, ys: [max(_without_each(correlation)(xs, ys))],
            lambda xs, ys: [min(_without_each(correlation)(xs, ys))],
        ),
        "only the first iteration of a loop counts": lambda xs, ys: _without_each(correlation)(xs, ys)[:1],
    },
    read=read_numbers,
    result="a list with a number for each system",
    smaller=_fewer_columns,
)

EXERCISES: tuple[Task, ...] = (_PAIRS_AGREED, _CORRELATIONS_WITHOUT_EACH)
