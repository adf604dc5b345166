"""The exercises of the lesson `systems_of_today`."""

from collections.abc import Iterator
from itertools import combinations
from statistics import fmean
from typing import Any

from bleu_exercises._random_inputs import columns
from bleu_exercises._ways import either
from bleu_exercises.exercises import what_people_say
from bleu_exercises.exercises._exercise import exercise
from bleu_exercises.exercises.what_people_say import Numbers, Rule, System, any_pair, share_of_pairs
from exercise_checker import Arguments
from exercise_checker.shrinking import fewer, fewer_in_step

# How often do two raters say the same?


def agreement_with_ties(first: Numbers, second: Numbers, *, asked: Rule = any_pair, **steps: Any) -> float:
    """Compute the share of the pairs in which two raters prefer the same system, or both see no difference."""
    return share_of_pairs(first, second, asked=asked, **{"agree": _same, **steps})


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
        "pairs that a rater judges as equal are left out": {"asked": _both_prefer},
        "pairs that both raters judge as equal are left out": {"asked": _any_prefers},
        "a tie of both raters does not count as agreement": {
            "agree": lambda system, other: _both_prefer(system, other) and _same(system, other)
        },
        "a tie of one rater counts as agreement": either(
            "agree",
            lambda system, other: not _both_prefer(system, other) or _same(system, other),
            lambda system, other: 1 if _same(system, other) else 0.5 * (not _both_prefer(system, other)),
        ),
        "a tie is treated as a preference": either(
            "agree",
            lambda system, other: (system[0] > other[0]) == (system[1] > other[1]),
            lambda system, other: (system[0] < other[0]) == (system[1] < other[1]),
        ),
        "the direction of the preference is ignored": {
            "agree": lambda system, other: (system[0] == other[0]) == (system[1] == other[1])
        },
        "a system is paired with itself": what_people_say.WITH_ITSELF,
        **what_people_say.OTHER_PAIRS,
    },
    smaller=_fewer_translations,
)


# How accurate is a measure where people see hardly any difference?


def _is_together(system: System, other: System) -> bool:
    return system[2] == other[2]


def accuracy_within_clusters(
    scores: Numbers, points: Numbers, clusters: list[int], *, among: Rule = _is_together, **steps: Any
) -> float:
    """Compute the share of the pairs in the same cluster in which fewer points go with the higher score."""
    return share_of_pairs(scores, points, list(map(float, clusters)), among=among, **steps)


def _mean_of_clusters(*columns: Numbers) -> float:
    pairs = [pair for pair in combinations(zip(*columns, strict=True), 2) if what_people_say.told_apart(*pair)]
    of_each = ([pair for pair in pairs if pair[0][2] == pair[1][2] == cluster] for cluster in sorted({*columns[2]}))
    shares = [fmean(what_people_say.agree(*pair) for pair in chosen) for chosen in of_each if chosen]
    return fmean(shares) if shares else 0.0


_ACCURACY = exercise(
    accuracy_within_clusters,
    columns(2, 6, what_people_say.SCORES, what_people_say.POINTS, [1, 1, 2, 2, 3]),
    [
        ([30.0, 20.0], [1.0, 1.0], [1, 1]),
        ([20.0, 20.0, 10.0], [1.0, 2.0, 4.0], [1, 1, 1]),
        ([30.0, 20.0, 10.0, 20.0, 25.0], [1.0, 2.0, 4.0, 0.5, 1.0], [1, 1, 1, 2, 2]),
        ([20.0, 30.0, 25.0], [4.0, 1.0, 2.0], [2, 2, 2]),
        ([30.0, 20.0, 10.0], [1.0, 1.0, 2.0], [2, 2, 2]),
    ],
    {
        "the shares of the clusters are averaged": _mean_of_clusters,
        "pairs from different clusters are included too": {"among": any_pair},
        "only pairs from different clusters are counted": {"among": lambda system, other: system[2] != other[2]},
        **what_people_say.IN_PAIRS,
        "there is no rule for systems without a pair that counts": what_people_say.NO_RULE,
    },
    smaller=lambda *columns: zip(*map(fewer, columns), strict=True),
)
