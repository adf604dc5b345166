"""The exercises of lesson 07."""

import math
from collections.abc import Callable, Iterator
from random import Random

from bleu_helpers.checks._drawing import Arguments
from bleu_helpers.checks._recipe import divided
from bleu_helpers.checks._shrinking import plainer
from bleu_helpers.checks._tasks import Task
from bleu_helpers.checks.exercises._exercise import Named, exercise, known
from bleu_helpers.f1 import f_score

LESSON = "07_f1"

_DIGITS = (2, 3, 4, 6)


# F1 from three counts


def f1_of_counts(matched: int, candidate_total: int, reference_total: int) -> float:
    """Compute F1 from the number of matches and the numbers of n-grams of both sentences; 0 without a match."""
    return _f1(matched, candidate_total, reference_total)


def _f1(matched: int, candidate_total: int, reference_total: int) -> float:
    return divided(2 * matched, candidate_total + reference_total)


def _of_shares(join: Callable[[float, float], float]) -> Callable[[int, int, int], float]:
    """Make the function that joins precision and recall to one number in its own way."""
    return lambda matched, c, r: join(divided(matched, c), divided(matched, r))


def _matches_and_totals(random: Random) -> Arguments:
    totals = [int(random.random() * 13) for _ in range(2)]
    return int(random.random() * (min(totals) + 1)), *totals


def _fewer_matches(*numbers: int) -> Iterator[Arguments]:
    """Lower one number. No total falls below the matches, and nothing becomes 0: that is a corner of its own."""
    for place, number in enumerate(numbers):
        for lower in range(1 if place == 0 else max(1, numbers[0]), number):
            yield (*numbers[:place], lower, *numbers[place + 1 :])


_NO_MATCH = known("no rule for 0/0 in F")
_NOTHING_TO_DIVIDE = known("no rule for 0/0")

_OF_COUNTS = exercise(
    f1_of_counts,
    LESSON,
    _matches_and_totals,
    [(1, 1, 2), (1, 2, 1), (2, 3, 3), (6, 13, 6), (2, 2, 6), (4, 4, 4), (0, 2, 3), (0, 0, 3), (0, 2, 0), (0, 0, 0)],
    [
        (
            Named(
                "precision in place of F1",
                "The reference gets longer, and nothing else changes. Does your number see it?",
                LESSON,
            ),
            _of_shares(lambda p, r: p),
        ),
        (
            Named(
                "recall in place of F1",
                "The candidate gets longer, and nothing else changes. Does your number see it?",
                LESSON,
            ),
            _of_shares(lambda p, r: r),
        ),
        (
            Named(
                "the smaller of precision and recall",
                "Precision is 0.5 and recall is 1. F1 is 0.6667: is yours?",
                LESSON,
            ),
            _of_shares(min),
        ),
        (
            Named(
                "the larger of precision and recall",
                "A candidate that says everything has a recall of 1. Is it perfect?",
                LESSON,
            ),
            _of_shares(max),
        ),
        (known("F as the arithmetic mean"), _of_shares(lambda p, r: (p + r) / 2)),
        (known("F as the geometric mean"), _of_shares(lambda p, r: math.sqrt(p * r))),
        (
            Named(
                "precision times recall",
                "Precision and recall are both 0.5. Can a mean of the two be less than 0.5?",
                LESSON,
            ),
            _of_shares(lambda p, r: p * r),
        ),
        (known("F without its factor in front"), lambda matched, c, r: divided(matched, c + r)),
        (
            Named(
                "the matches are taken off below the line",
                "3 matches, and totals of 3 and 6: which fraction is F1, and what is its number below the line?",
                LESSON,
            ),
            lambda matched, c, r: divided(matched, c + r - matched),
        ),
        (_NO_MATCH, lambda matched, c, r: 2 / (c / matched + r / matched)),
        (_NOTHING_TO_DIVIDE, lambda matched, c, r: 2 * matched / (c + r)),
        (_NOTHING_TO_DIVIDE, lambda matched, c, r: f_score(matched / c, matched / r)),
        (known("0/0 taken as 1"), lambda matched, c, r: _f1(matched, c, r) if c + r > 0 else 1.0),
        (known("division without the fraction"), lambda matched, c, r: 2 * matched // max(c + r, 1)),
        *(
            (known("rounded on the way"), lambda *counts, digits=digits: round(_f1(*counts), digits))
            for digits in _DIGITS
        ),
    ],
    smaller=_fewer_matches,
)


# Which recall is needed?


def recall_needed(precision: float, wanted_f1: float) -> float:
    """Compute the recall that gives this F1 together with this precision; 0 for an F1 of 0."""
    return _recall(precision, wanted_f1)


def _recall(p: float, f: float) -> float:
    return f * p / (2 * p - f) if f > 0 else 0.0


def _unless_0(solve: Callable[[float, float], float]) -> Callable[[float, float], float]:
    """Make the function that keeps the rule for an F1 of 0, and solves another equation."""
    return lambda p, f: solve(p, f) if f > 0 else 0.0


def _precision_and_f1(random: Random) -> Arguments:
    """Draw a precision, and an F1 that some recall reaches with it."""
    total = 1 + int(random.random() * 12)
    p, r = (int(random.random() * (total + 1)) for _ in range(2))
    # One division of whole numbers, so that F1 is rounded only once.
    return p / total, divided(2 * p * r, total * (p + r))


_PRECISIONS_AND_F1: list[Arguments] = [
    (0.5, 0.4),
    (1.0, 0.5),
    (0.5, 0.5),
    (0.3, 0.4),
    (0.6, 0.4),
    (0.25, 0.4),
    (1.0, 1.0),
    (0.5, 0.0),
    (0.0, 0.0),
]
"""Each F1 can be reached with its precision."""

_NO_RULE = Named(
    "no rule for an F1 of 0",
    "Which of your divisions is by 0 when F1 is 0, and which recall does the task ask for then?",
    LESSON,
)
_AVERAGE = Named(
    "solved for the ordinary average",
    "Precision is 1, and F1 is to be 0.5. Is an ordinary average of 0.5 enough for that?",
    LESSON,
)

_WRONG_SIGN = Named(
    "a wrong sign",
    "A term goes to the other side of an equation: which sign changes, and which signs stay?",
    LESSON,
)

_NEEDED = exercise(
    recall_needed,
    LESSON,
    _precision_and_f1,
    _PRECISIONS_AND_F1,
    [
        (_AVERAGE, lambda p, f: 2 * f - p),
        (_AVERAGE, _unless_0(lambda p, f: 2 * f - p)),
        (_AVERAGE, lambda p, f: max(0.0, 2 * f - p)),
        (
            Named(
                "solved for the geometric mean",
                "Precision is 1, and F1 is to be 0.5. Put your recall into the formula of F1: what does it give?",
                LESSON,
            ),
            _unless_0(lambda p, f: f**2 / p),
        ),
        (
            Named(
                "solved for the product",
                "Precision and recall of 0.5 give an F1 of 0.5. What is their product?",
                LESSON,
            ),
            _unless_0(lambda p, f: f / p),
        ),
        (
            Named(
                "F1 is computed once more",
                "F1 is known here. Which of the three numbers in its formula are you looking for?",
                LESSON,
            ),
            f_score,
        ),
        (
            Named(
                "solved for F without its 2",
                "If precision and recall are equal, F1 is equal to both. Is it so in the formula that you solved?",
                LESSON,
            ),
            _unless_0(lambda p, f: f * p / (p - f)),
        ),
        (
            Named(
                "a 2 too many",
                "If precision and F1 are both 0.5, which recall is needed? And what does your function say?",
                LESSON,
            ),
            _unless_0(lambda p, f: 2 * _recall(p, f)),
        ),
        (_WRONG_SIGN, _unless_0(lambda p, f: f * p / (f - 2 * p))),
        (_WRONG_SIGN, _unless_0(lambda p, f: f * p / (f + 2 * p))),
        (
            Named(
                "precision and F1 exchanged",
                "Which of the two arguments comes first, and which one is doubled in your formula?",
                LESSON,
            ),
            _unless_0(lambda p, f: f * p / (2 * f - p)),
        ),
        (_NO_RULE, lambda p, f: f * p / (2 * p - f)),
        (_NO_RULE, lambda p, f: 1 / (2 / f - 1 / p)),
        *(
            (known("rounded on the way"), lambda p, f, digits=digits: round(_recall(p, f), digits))
            for digits in _DIGITS
        ),
    ],
    smaller=lambda *arguments: plainer(_PRECISIONS_AND_F1, arguments),
    drawn=200,
)

EXERCISES: tuple[Task, ...] = (_OF_COUNTS, _NEEDED)
