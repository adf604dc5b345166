"""The exercises of the lesson `f1`."""

import math
from collections.abc import Callable, Iterator
from random import Random

from bleu_exercises._ways import ROUNDED, Function, around
from bleu_exercises.exercises._exercise import exercise
from bleu_exercises.from_memory.counts import divided
from bleu_helpers import f_score
from exercise_checker import Arguments

# F1 from three counts


def f1_of_counts(matched: int, candidate_total: int, reference_total: int) -> float:
    """Compute F1 from the number of matches and the numbers of n-grams of both sentences; 0 without a match."""
    return divided(2 * matched, candidate_total + reference_total)


def _of_shares(join: Callable[[float, float], float]) -> Function:
    """Make the function that combines precision and recall with `join`."""
    return lambda matched, c, r: join(divided(matched, c), divided(matched, r))


def _matches_and_totals(random: Random) -> Arguments:
    totals = [int(random.random() * 13) for _ in range(2)]
    return int(random.random() * (min(totals) + 1)), *totals


def _fewer_matches(*numbers: int) -> Iterator[Arguments]:
    """Lower one number. No total falls below the matches, and nothing becomes 0, which is a separate corner case."""
    for place, number in enumerate(numbers):
        for lower in range(1 if place == 0 else max(1, numbers[0]), number):
            yield (*numbers[:place], lower, *numbers[place + 1 :])


_OF_COUNTS = exercise(
    f1_of_counts,
    _matches_and_totals,
    [(1, 1, 2), (1, 2, 1), (2, 3, 3), (6, 13, 6), (2, 2, 6), (4, 4, 4), (0, 2, 3), (0, 0, 3), (0, 2, 0), (0, 0, 0)],
    {
        "precision is computed instead of F1": _of_shares(lambda p, r: p),
        "recall is computed instead of F1": _of_shares(lambda p, r: r),
        "the smaller of precision and recall is returned": _of_shares(min),
        "the larger of precision and recall is returned": _of_shares(max),
        "F is computed as the arithmetic mean": _of_shares(lambda p, r: (p + r) / 2),
        "F is computed as the geometric mean": _of_shares(lambda p, r: math.sqrt(p * r)),
        "precision is multiplied by recall": _of_shares(lambda p, r: p * r),
        "the factor in front of F is missing": lambda matched, c, r: divided(matched, c + r),
        "the matches are subtracted in the denominator": lambda matched, c, r: divided(matched, c + r - matched),
        "there is no rule for 0/0 in F": lambda matched, c, r: 2 / (c / matched + r / matched),
        "there is no rule for 0/0": (
            lambda matched, c, r: 2 * matched / (c + r),
            lambda matched, c, r: f_score(matched / c, matched / r),
        ),
        "0/0 is treated as 1": lambda matched, c, r: 2 * matched / (c + r) if c + r > 0 else 1.0,
        "the fractional part is lost in a division": lambda matched, c, r: 2 * matched // max(c + r, 1),
        **around(ROUNDED),
    },
    smaller=_fewer_matches,
)


# Which recall is needed?


def recall_needed(precision: float, wanted_f1: float) -> float:
    """Compute the recall that gives this F1 together with this precision; 0 for an F1 of 0."""
    return wanted_f1 * precision / (2 * precision - wanted_f1) if wanted_f1 > 0 else 0.0


def _unless_0(solve: Callable[[float, float], float]) -> Function:
    """Make the function that keeps the rule for an F1 of 0, but solves another equation."""
    return lambda p, f: solve(p, f) if f > 0 else 0.0


def _precision_and_f1(random: Random) -> Arguments:
    """Draw a precision, and an F1 that some recall reaches with it."""
    total = 1 + int(random.random() * 12)
    p, r = (int(random.random() * (total + 1)) for _ in range(2))
    # There is one division of whole numbers, so that F1 is rounded only once.
    return p / total, divided(2 * p * r, total * (p + r))


_NEEDED = exercise(
    recall_needed,
    _precision_and_f1,
    [(0.5, 0.4), (1.0, 0.5), (0.5, 0.5), (0.25, 0.4), (1.0, 1.0), (0.5, 0.0), (0.0, 0.0)],
    {
        "the formula of the ordinary average is solved": _unless_0(lambda p, f: 2 * f - p),
        "the formula of the geometric mean is solved": _unless_0(lambda p, f: f**2 / p),
        "the formula of the product is solved": _unless_0(lambda p, f: f / p),
        "F1 is computed again": f_score,
        "the 2 is missing from the formula that is solved": _unless_0(lambda p, f: f * p / (p - f)),
        "there is one factor of 2 too many": lambda p, f: 2 * recall_needed(p, f),
        "a sign is wrong": (_unless_0(lambda p, f: f * p / (f - 2 * p)), _unless_0(lambda p, f: f * p / (f + 2 * p))),
        "precision and F1 are swapped": _unless_0(lambda p, f: f * p / (2 * f - p)),
        "the sum in the denominator is left out": _unless_0(lambda p, f: f / (2 * p)),
        "there is no rule for an F1 of 0": (lambda p, f: f * p / (2 * p - f), lambda p, f: 1 / (2 / f - 1 / p)),
        **around(ROUNDED),
    },
)
