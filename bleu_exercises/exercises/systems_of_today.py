"""The exercises of the lesson `systems_of_today`."""

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise, permutations, product
from random import Random

from bleu_exercises.exercises._exercise import exercise
from bleu_exercises.from_memory.counts import divided
from exercise_checker import Arguments, Task, pick
from exercise_checker.shrinking import fewer_in_step

Numbers = list[float]
System = tuple[float, ...]
"""The numbers of one system, one from each argument."""

# The ways of pairing systems that both exercises know.


def _all_pairs(systems: list[System]) -> list[tuple[System, System]]:
    return list(combinations(systems, 2))


_OTHER_PAIRS: dict[str, Callable[[list[System]], list[tuple[System, System]]]] = {
    "only neighbouring systems in the list are paired": lambda systems: list(pairwise(systems)),
    "only the first system is paired with the others": lambda systems: [(systems[0], other) for other in systems[1:]],
}


def _everything(system: System, other: System) -> bool:
    return True


def _shares(
    asked: Callable[[System, System], bool],
    agree: Callable[[System, System], float],
    pairs: Callable[[list[System]], list[tuple[System, System]]] = _all_pairs,
) -> Callable[..., float]:
    """Make the function that returns this share, with the rules for which pairs count and when two columns agree."""

    def function(*columns: Numbers) -> float:
        chosen = [pair for pair in pairs(list(zip(*columns, strict=True))) if asked(*pair)]
        return divided(sum(agree(*pair) for pair in chosen), len(chosen))

    return function


# How often do two raters say the same?


def agreement_with_ties(first: Numbers, second: Numbers) -> float:
    """Compute the share of the pairs in which two raters prefer the same system, or both see no difference."""
    return _shares(_everything, _same)(first, second)


def _preference(points: float, other: float) -> int:
    return (points > other) - (points < other)


def _same(system: System, other: System) -> bool:
    return _preference(system[0], other[0]) == _preference(system[1], other[1])


def _both_prefer(system: System, other: System) -> bool:
    return system[0] != other[0] and system[1] != other[1]


def _any_prefers(system: System, other: System) -> bool:
    return system[0] != other[0] or system[1] != other[1]


def _fewer_translations(first: Numbers, second: Numbers) -> Iterator[Arguments]:
    """Leave out one translation, as long as there are two of them, as the task says."""
    return (pair for pair in fewer_in_step(first, second) if len(pair[0]) > 1)


def _some_points(random: Random) -> Arguments:
    length = 2 + int(random.random() * 4)
    return tuple([pick(random, [0.0, 1.0, 1.1, 5.0, 6.0]) for _ in range(length)] for _ in range(2))


_AGREEMENT = exercise(
    agreement_with_ties,
    _some_points,
    [
        ([0.0, 1.0, 5.0], [1.0, 6.0, 6.0]),
        ([0.0, 5.0], [1.0, 6.0]),
        ([0.0, 5.0], [6.0, 1.0]),
        ([1.0, 1.0], [5.0, 5.0]),
        ([1.0, 1.0], [5.0, 0.0]),
        ([0.0, 5.0], [1.0, 1.0]),
        ([1.0, 1.0, 5.0], [0.0, 0.0, 1.0]),
        ([5.0, 1.0, 1.0, 0.0], [5.0, 0.0, 1.0, 0.0]),
        ([6.0, 5.0, 0.0], [5.0, 1.0, 0.0]),
    ],
    {
        "pairs that a rater judges as equal are left out": _shares(_both_prefer, _same),
        "pairs that both raters judge as equal are left out": _shares(_any_prefers, _same),
        "a tie of both raters does not count as agreement": _shares(
            _everything, lambda system, other: _both_prefer(system, other) and _same(system, other)
        ),
        "a tie of one rater counts as agreement": (
            _shares(_everything, lambda system, other: not _both_prefer(system, other) or _same(system, other)),
            _shares(
                _everything,
                lambda system, other: 1 if _same(system, other) else 0.5 * (not _both_prefer(system, other)),
            ),
        ),
        "a tie is treated as a preference": (
            _shares(_everything, lambda system, other: (system[0] > other[0]) == (system[1] > other[1])),
            _shares(_everything, lambda system, other: (system[0] < other[0]) == (system[1] < other[1])),
        ),
        "the points themselves are compared instead of the preferences": (
            _shares(_everything, lambda system, other: system[0] == system[1] and other[0] == other[1]),
            lambda first, second: sum(a == b for a, b in zip(first, second, strict=True)) / len(first),
        ),
        "the raters must see a difference of the same size": _shares(
            _everything, lambda system, other: abs((system[0] - other[0]) - (system[1] - other[1])) < 1e-9
        ),
        "the direction of the preference is ignored": _shares(
            _everything, lambda system, other: (system[0] == other[0]) == (system[1] == other[1])
        ),
        **{name: _shares(_everything, _same, pairs) for name, pairs in _OTHER_PAIRS.items()},
        "a system is paired with itself": _shares(_everything, _same, lambda systems: list(product(systems, systems))),
        "a number of pairs is returned instead of a share": lambda *given: sum(
            _same(*pair) for pair in _all_pairs(list(zip(*given, strict=True)))
        ),
        "the fractional part is lost in a division": lambda *given: _shares(_everything, _same)(*given) // 1,
    },
    smaller=_fewer_translations,
)


# How accurate is a measure where people see hardly any difference?


def accuracy_within_clusters(scores: Numbers, points: Numbers, clusters: list[int]) -> float:
    """Compute the share of the pairs in the same cluster in which fewer points go with the higher score."""
    return _shares(_in_one_cluster, _right)(scores, points, clusters)


def _told_apart(system: System, other: System) -> bool:
    return system[1] != other[1]


def _in_one_cluster(system: System, other: System) -> bool:
    return system[2] == other[2] and _told_apart(system, other)


def _right(system: System, other: System) -> bool:
    return _preference(system[0], other[0]) == -_preference(system[1], other[1]) != 0


def _in_one_order(system: System, other: System) -> bool:
    return system[0] > other[0] and system[1] < other[1]


def _mean_of_clusters(*columns: Numbers) -> float:
    systems = list(zip(*columns, strict=True))
    found = []
    for cluster in sorted(set(columns[2])):
        pairs = [pair for pair in _all_pairs([one for one in systems if one[2] == cluster]) if _told_apart(*pair)]
        found += [sum(_right(*pair) for pair in pairs) / len(pairs)] if pairs else []
    return divided(sum(found), len(found))


def _number_within(*columns: Numbers) -> float:
    pairs = _all_pairs(list(zip(*columns, strict=True)))
    return sum(_in_one_cluster(*pair) and _right(*pair) for pair in pairs)


def _no_rule_within(*columns: Numbers) -> float:
    pairs = _all_pairs(list(zip(*columns, strict=True)))
    return _number_within(*columns) / sum(_in_one_cluster(*pair) for pair in pairs)


def _in_first_cluster(system: System, other: System) -> bool:
    return system[2] == 1 and _in_one_cluster(system, other)


def _some_clusters(random: Random) -> Arguments:
    length = 2 + int(random.random() * 5)
    scores = [pick(random, [10.0, 20.0, 25.0, 30.0, 40.0]) for _ in range(length)]
    points = [pick(random, [0.5, 1.0, 2.0, 2.5, 4.0]) for _ in range(length)]
    return scores, points, [pick(random, [1, 1, 2, 2, 3]) for _ in range(length)]


_ACCURACY = exercise(
    accuracy_within_clusters,
    _some_clusters,
    [
        ([30.0, 20.0, 25.0, 10.0], [1.0, 2.0, 4.0, 5.0], [1, 1, 2, 2]),
        ([30.0, 20.0], [1.0, 2.0], [1, 1]),
        ([20.0, 30.0], [1.0, 2.0], [1, 1]),
        ([30.0, 20.0], [1.0, 2.0], [1, 2]),
        ([20.0, 20.0], [1.0, 2.0], [2, 2]),
        ([30.0, 20.0], [1.0, 1.0], [1, 1]),
        ([20.0, 20.0, 10.0], [1.0, 2.0, 4.0], [1, 1, 1]),
        ([30.0, 20.0, 10.0, 25.0], [1.0, 2.0, 2.5, 0.5], [1, 2, 2, 1]),
        ([30.0, 20.0, 10.0, 20.0, 25.0], [1.0, 2.0, 4.0, 0.5, 1.0], [1, 1, 1, 2, 2]),
        ([20.0, 30.0, 25.0], [4.0, 1.0, 2.0], [2, 2, 2]),
        ([40.0, 25.0, 40.0], [2.5, 1.0, 2.0], [1, 1, 1]),
        ([30.0, 20.0, 10.0], [1.0, 1.0, 2.0], [2, 2, 2]),
    ],
    {
        "the shares of the clusters are averaged": _mean_of_clusters,
        "pairs from different clusters are included too": _shares(_told_apart, _right),
        "only pairs from different clusters are counted": _shares(
            lambda system, other: system[2] != other[2] and _told_apart(system, other), _right
        ),
        "only the first cluster is used": _shares(_in_first_cluster, _right),
        "a system that lost more points counts as better": _shares(
            _in_one_cluster, lambda system, other: system[0] != other[0] and not _right(system, other)
        ),
        "a tie in the scores counts as agreement": (
            _shares(_in_one_cluster, lambda system, other: _right(system, other) or system[0] == other[0]),
            _shares(_in_one_cluster, lambda system, other: (system[0] > other[0]) == (system[1] < other[1])),
            _shares(_in_one_cluster, lambda system, other: 0.5 if system[0] == other[0] else _right(system, other)),
        ),
        "ties in the scores are left out": _shares(
            lambda system, other: _in_one_cluster(system, other) and system[0] != other[0], _right
        ),
        "pairs that people judge as equal are included too": _shares(
            lambda system, other: system[2] == other[2], _right
        ),
        **{name: _shares(_in_one_cluster, _right, pairs) for name, pairs in _OTHER_PAIRS.items()},
        "a pair counts only when its first system is the better one": (
            _shares(_in_one_cluster, _in_one_order),
            _shares(_in_one_cluster, _in_one_order, lambda systems: list(permutations(systems, 2))),
        ),
        "a number of pairs is returned instead of a share": _number_within,
        "there is no rule for systems without a pair that counts": _no_rule_within,
        "the fractional part is lost in a division": lambda *given: _shares(_in_one_cluster, _right)(*given) // 1,
    },
    smaller=fewer_in_step,
)

EXERCISES: tuple[Task, ...] = (_AGREEMENT, _ACCURACY)
