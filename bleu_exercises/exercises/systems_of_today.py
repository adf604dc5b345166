"""The exercises of the lesson `systems_of_today`."""

from collections.abc import Iterator
from itertools import product

from bleu_exercises._drawing import columns
from bleu_exercises.exercises._exercise import exercise
from bleu_exercises.exercises.what_people_say import (
    OTHER_PAIRS,
    POINTS,
    SCORES,
    Numbers,
    System,
    agree,
    all_pairs,
    any_pair,
    in_pairs,
    shares,
    told_apart,
)
from bleu_exercises.from_memory.counts import divided
from exercise_checker import Arguments, Task
from exercise_checker.shrinking import fewer, fewer_in_step

# How often do two raters say the same?


def agreement_with_ties(first: Numbers, second: Numbers) -> float:
    """Compute the share of the pairs in which two raters prefer the same system, or both see no difference."""
    return shares(any_pair, _same)(first, second)


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


_AGREEMENT = exercise(
    agreement_with_ties,
    columns(2, 5, *[[0.0, 1.0, 1.1, 5.0, 6.0]] * 2),
    [
        ([0.0, 1.0, 5.0], [1.0, 6.0, 6.0]),
        ([0.0, 5.0], [6.0, 1.0]),
        ([1.0, 1.0], [5.0, 5.0]),
        ([1.0, 1.0], [5.0, 0.0]),
    ],
    {
        "pairs that a rater judges as equal are left out": shares(_both_prefer, _same),
        "pairs that both raters judge as equal are left out": shares(_any_prefers, _same),
        "a tie of both raters does not count as agreement": shares(
            any_pair, lambda system, other: _both_prefer(system, other) and _same(system, other)
        ),
        "a tie of one rater counts as agreement": (
            shares(any_pair, lambda system, other: not _both_prefer(system, other) or _same(system, other)),
            shares(
                any_pair,
                lambda system, other: 1 if _same(system, other) else 0.5 * (not _both_prefer(system, other)),
            ),
        ),
        "a tie is treated as a preference": (
            shares(any_pair, lambda system, other: (system[0] > other[0]) == (system[1] > other[1])),
            shares(any_pair, lambda system, other: (system[0] < other[0]) == (system[1] < other[1])),
        ),
        "the direction of the preference is ignored": shares(
            any_pair, lambda system, other: (system[0] == other[0]) == (system[1] == other[1])
        ),
        **{name: shares(any_pair, _same, pairs) for name, pairs in OTHER_PAIRS.items()},
        "a system is paired with itself": shares(any_pair, _same, lambda systems: list(product(systems, systems))),
        "a number of pairs is returned instead of a share": shares(any_pair, _same, divide=lambda same, pairs: same),
        "the fractional part is lost in a division": shares(any_pair, _same, divide=lambda same, pairs: same // pairs),
    },
    smaller=_fewer_translations,
)


# How accurate is a measure where people see hardly any difference?


def accuracy_within_clusters(scores: Numbers, points: Numbers, clusters: list[int]) -> float:
    """Compute the share of the pairs in the same cluster in which fewer points go with the higher score."""
    return shares(_in_one_cluster, agree)(scores, points, clusters)


def _is_together(system: System, other: System) -> bool:
    return system[2] == other[2]


def _in_one_cluster(system: System, other: System) -> bool:
    return _is_together(system, other) and told_apart(system, other)


def _mean_of_clusters(*columns: Numbers) -> float:
    systems = list(zip(*columns, strict=True))
    found = []
    for cluster in sorted(set(columns[2])):
        pairs = [pair for pair in all_pairs([one for one in systems if one[2] == cluster]) if told_apart(*pair)]
        found += [sum(agree(*pair) for pair in pairs) / len(pairs)] if pairs else []
    return divided(sum(found), len(found))


_ACCURACY = exercise(
    accuracy_within_clusters,
    columns(2, 6, SCORES, POINTS, [1, 1, 2, 2, 3]),
    [
        ([30.0, 20.0, 25.0, 10.0], [1.0, 2.0, 4.0, 5.0], [1, 1, 2, 2]),
        ([30.0, 20.0], [1.0, 1.0], [1, 1]),
        ([20.0, 20.0, 10.0], [1.0, 2.0, 4.0], [1, 1, 1]),
        ([30.0, 20.0, 10.0, 20.0, 25.0], [1.0, 2.0, 4.0, 0.5, 1.0], [1, 1, 1, 2, 2]),
        ([20.0, 30.0, 25.0], [4.0, 1.0, 2.0], [2, 2, 2]),
        ([30.0, 20.0, 10.0], [1.0, 1.0, 2.0], [2, 2, 2]),
    ],
    {
        "the shares of the clusters are averaged": _mean_of_clusters,
        "pairs from different clusters are included too": shares(told_apart, agree),
        "only pairs from different clusters are counted": shares(
            lambda system, other: system[2] != other[2] and told_apart(system, other), agree
        ),
        **in_pairs("there is no rule for systems without a pair that counts", _is_together),
    },
    smaller=lambda *columns: zip(*map(fewer, columns), strict=True),
)

EXERCISES: tuple[Task, ...] = (_AGREEMENT, _ACCURACY)
