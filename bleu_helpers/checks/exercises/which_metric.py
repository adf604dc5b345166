"""The exercises of lesson 11."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from random import Random
from statistics import pstdev, pvariance, stdev

from bleu_helpers.bleu import Smoothing, bleu_score
from bleu_helpers.cast import CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES
from bleu_helpers.checks._drawing import PAIRS, Arguments, Words, draw_pair, pick
from bleu_helpers.checks._shrinking import fewer_in_step
from bleu_helpers.checks._tasks import Task
from bleu_helpers.checks.exercises._exercise import Named, exercise, in_letters, known
from bleu_helpers.smoothing import add_epsilon, add_one, add_one_to_every_order, halve_at_each_zero

LESSON = "11_which_metric"


# How much does the choice of one reference move the score?


def reference_spread(candidate: Words, references: list[Words]) -> float:
    """Compute how far apart the best and the worst smoothed BLEU-4 are among the references taken one at a time."""
    return _largest_minus_smallest(_one_at_a_time(candidate, references))


@cache  # the right answer and nearly every mistake start from the same scores
def _alone(candidate: tuple[str, ...], reference: tuple[str, ...], smoothing: Smoothing | None) -> float:
    return bleu_score(candidate, [reference], smoothing=smoothing)


def _one_at_a_time(candidate: Words, references: list[Words], smoothing: Smoothing | None = add_one) -> list[float]:
    return [_alone(tuple(candidate), tuple(reference), smoothing) for reference in references]


def _largest_minus_smallest(scores: list[float]) -> float:
    return max(scores) - min(scores)


def _of_scores(does: Callable[[list[float]], float], smoothing: Smoothing | None = add_one) -> Callable[..., float]:
    return lambda candidate, references: does(_one_at_a_time(candidate, references, smoothing))


def _all_together(candidate: Words, references: list[Words]) -> float:
    return bleu_score(candidate, references, smoothing=add_one)


def _all_against(one: Callable[[list[float]], float]) -> Callable[..., float]:
    return lambda candidate, references: abs(
        _all_together(candidate, references) - one(_one_at_a_time(candidate, references))
    )


def _swapped(candidate: Words, references: list[Words]) -> float:
    return _largest_minus_smallest([_one_at_a_time(reference, [candidate])[0] for reference in references])


def _ratio(scores: list[float]) -> float:
    return max(scores) / min(scores)


def _ratio_or_0(scores: list[float]) -> float:
    return _ratio(scores) if min(scores) > 0 else 0.0


def _between_neighbours(scores: list[float]) -> float:
    return max((abs(one - other) for one, other in pairwise(scores)), default=0.0)


def _average(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _short_pair(random: Random) -> Arguments:
    return draw_pair(random, longest=6)


_OTHER_SMOOTHING = Named(
    "another smoothing",
    "Which smoothing does the task ask for, and which number has that method in lesson 09?",
    "09_smoothing",
)
_ALL = Named(
    "all references together against one",
    "Each of your two scores should come from a single reference. How many references does each of them see?",
    LESSON,
)
_RATIO = Named(
    "a ratio in place of a difference",
    "All references give the same score. By how much does the choice of the reference move it?",
    LESSON,
)
_SPREAD = Named(
    "the standard deviation, or the variance",
    "The scores are 0.2, 0.2 and 0.6. How far is it from the worst to the best?",
    LESSON,
)
_ENDS = Named(
    "the first and the last in the list",
    "Does your result change when the references stand in another order?",
    LESSON,
)

_REFERENCE_SPREAD = exercise(
    reference_spread,
    LESSON,
    _short_pair,
    [
        *((candidate, CAT_REFERENCES) for candidate in CAT_CANDIDATES),
        (GUIDE_CANDIDATE, GUIDE_REFERENCES),
        *((candidate, references) for candidate, references in PAIRS[12:]),
    ],
    [
        (known("characters instead of words"), in_letters(_of_scores(_largest_minus_smallest))),
        (
            Named(
                "candidate and reference in each other's place",
                "Which argument of `bleu_score` is the candidate, and which one is a list of references?",
                "05_bleu",
            ),
            _swapped,
        ),
        (
            Named(
                "without smoothing",
                "What does BLEU-4 say of a short sentence that shares words with its reference, but no 4-gram?",
                "09_smoothing",
            ),
            _of_scores(_largest_minus_smallest, None),
        ),
        (_OTHER_SMOOTHING, _of_scores(_largest_minus_smallest, add_epsilon)),
        (_OTHER_SMOOTHING, _of_scores(_largest_minus_smallest, halve_at_each_zero)),
        (_OTHER_SMOOTHING, _of_scores(_largest_minus_smallest, add_one_to_every_order)),
        (
            Named(
                "every score is the same, so the result is always 0",
                "Your loop visits one reference after the other. Which references does each score get to see?",
                LESSON,
            ),
            lambda candidate, references: 0.0,
        ),
        (_ALL, _all_against(max)),
        (_ALL, _all_against(min)),
        (_ALL, _all_against(_average)),
        (_ENDS, _of_scores(lambda scores: scores[0] - scores[-1])),
        (_ENDS, _of_scores(lambda scores: scores[-1] - scores[0])),
        (_ENDS, _of_scores(lambda scores: abs(scores[0] - scores[-1]))),
        (
            Named(
                "only neighbours in the list are compared",
                "The scores are 0.1, 0.4 and 0.6. Which two of them are farthest apart?",
                LESSON,
            ),
            _of_scores(_between_neighbours),
        ),
        (
            Named(
                "the smallest minus the largest",
                "Can a distance between two scores be negative?",
                LESSON,
            ),
            _of_scores(lambda scores: min(scores) - max(scores)),
        ),
        (
            Named(
                "the largest score only",
                "All references give the same high score. Does their choice move it?",
                LESSON,
            ),
            _of_scores(max),
        ),
        (
            Named(
                "the average score",
                "Two references give 0.5 and 0.5, two others 0.1 and 0.9. Does your function tell them apart?",
                LESSON,
            ),
            _of_scores(_average),
        ),
        (
            Named(
                "measured from the average",
                "The scores are 0.1, 0.4 and 0.6. Which two are farthest apart, and is the average one of them?",
                LESSON,
            ),
            _of_scores(lambda scores: max(scores) - _average(scores)),
        ),
        (_SPREAD, _of_scores(pstdev)),
        (_SPREAD, _of_scores(stdev)),
        (_SPREAD, _of_scores(lambda scores: stdev(scores) if len(scores) > 1 else 0.0)),
        (_SPREAD, _of_scores(pvariance)),
        (_RATIO, _of_scores(_ratio)),
        (_RATIO, _of_scores(_ratio_or_0)),
    ],
    drawn=150,
)


# How often does one system win?


def win_share(scores: Sequence[float], other_scores: Sequence[float]) -> float:
    """Compute the share of segments where the first score is the higher one; a tie is worth a half."""
    return _worth(0.5)(scores, other_scores)


def _worth(tie: float, loss: float = 0.0) -> Callable[..., float]:
    """The average over all segments of 1 for a win, and of these numbers for a tie and a loss."""

    def function(scores: Sequence[float], other_scores: Sequence[float]) -> float:
        pairs = zip(scores, other_scores, strict=True)
        return _average([1.0 if one > other else tie if one == other else loss for one, other in pairs])

    return function


def _wins(scores: Sequence[float], other_scores: Sequence[float]) -> float:
    return sum(one > other for one, other in zip(scores, other_scores, strict=True))


def _ties(scores: Sequence[float], other_scores: Sequence[float]) -> float:
    return sum(one == other for one, other in zip(scores, other_scores, strict=True))


def _without_ties(if_all_tie: Callable[[], float]) -> Callable[..., float]:
    def function(scores: Sequence[float], other_scores: Sequence[float]) -> float:
        decided = len(scores) - _ties(scores, other_scores)
        return _wins(scores, other_scores) / decided if decided else if_all_tie()

    return function


def _no_rule() -> float:
    raise ZeroDivisionError


def _means(rule: Callable[[float, float], float]) -> Callable[..., float]:
    return lambda scores, other_scores: rule(_average(scores), _average(other_scores))


def _each_with_each(scores: Sequence[float], other_scores: Sequence[float]) -> float:
    return _average([_worth(0.5)([one], [other]) for one in scores for other in other_scores])


def _draw_two_systems(random: Random) -> Arguments:
    length = 1 + int(random.random() * 6)
    return tuple([pick(random, _LEVELS) for _ in range(length)] for _ in range(2))


_LEVELS = [0.1, 0.25, 0.5, 0.5, 0.75, 0.9]

_LEFT_OUT = Named(
    "ties are left out",
    "Ten segments, one win, nine ties. Did the first system win all of them?",
    LESSON,
)
_COUNT = Named(
    "a number of segments in place of a share",
    "Two wins in 4 segments, two wins in 40: does your function tell them apart?",
    LESSON,
)
_MEANS_ONLY = Named(
    "only the average scores are compared",
    "One huge win and nine small losses: what does the average say, and in how many segments did the first system win?",
    LESSON,
)

_WIN_SHARE = exercise(
    win_share,
    LESSON,
    _draw_two_systems,
    [
        ([0.9, 0.5, 0.25, 0.75], [0.5, 0.5, 0.5, 0.1]),
        ([0.5], [0.5]),
        ([0.5], [0.25]),
        ([0.25], [0.5]),
        ([0.25, 0.5], [0.5, 0.25]),
        ([0.9, 0.1, 0.1], [0.1, 0.25, 0.25]),
        ([0.25, 0.25, 0.9], [0.5, 0.5, 0.1]),
    ],
    [
        (
            Named(
                "lower is better",
                "These are scores such as BLEU. Is the system with the higher number the better one, or the worse one?",
                LESSON,
            ),
            lambda scores, other_scores: _worth(0.5)(other_scores, scores),
        ),
        (
            Named(
                "a tie counts as a whole win",
                "The two systems are the same. How often does the first one win?",
                LESSON,
            ),
            _worth(1.0),
        ),
        (
            Named(
                "a tie counts as a loss",
                "The two lists are the same. Is the first system then worse than the second?",
                LESSON,
            ),
            _worth(0.0),
        ),
        (_LEFT_OUT, _without_ties(_no_rule)),
        (_LEFT_OUT, _without_ties(lambda: 0.0)),
        (_LEFT_OUT, _without_ties(lambda: 0.5)),
        (
            Named(
                "a loss counts as -1",
                "What does your function say of a system that loses everywhere, and which share is that?",
                LESSON,
            ),
            _worth(0.0, loss=-1.0),
        ),
        (known("division without the fraction"), lambda *scores: _worth(0.5)(*scores) // 1),
        (_COUNT, lambda *scores: _wins(*scores) + _ties(*scores) / 2),
        (_COUNT, _wins),
        (_MEANS_ONLY, _means(lambda mean, other: mean - other)),
        (_MEANS_ONLY, _means(lambda mean, other: float(mean > other))),
        (_MEANS_ONLY, _means(lambda mean, other: 1.0 if mean > other else 0.5 if mean == other else 0.0)),
        (
            Named(
                "every score is compared with every other",
                "Segment 1 is hard and segment 2 is easy. Should the two be compared with each other?",
                LESSON,
            ),
            _each_with_each,
        ),
        (
            Named(
                "the scores are sorted first",
                "Which two scores belong to one segment, and do they still stand in the same place?",
                LESSON,
            ),
            lambda scores, other_scores: _worth(0.5)(sorted(scores), sorted(other_scores)),
        ),
    ],
    smaller=fewer_in_step,
)

EXERCISES: tuple[Task, ...] = (_REFERENCE_SPREAD, _WIN_SHARE)
