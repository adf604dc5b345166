"""The exercises of the lesson `which_metric`."""

from collections.abc import Callable, Sequence
from functools import cache
from statistics import fmean, pstdev, pvariance, stdev

from bleu_exercises._random_inputs import EVERY_LOOK, PAIRS, Words, columns, draw_pair
from bleu_exercises._ways import LETTERS, Function, around, either
from bleu_exercises.exercises._exercise import exercise
from bleu_exercises.from_memory.counts import divided
from bleu_helpers import add_epsilon, add_one, add_one_to_every_order, bleu_score, halve_at_each_zero
from bleu_helpers.lessons.bleu import Smoothing
from exercise_checker.shrinking import fewer_in_step

# How much does the choice of one reference move the score?


@cache  # the right answer and nearly every mistake need the same scores
def _alone(candidate: tuple[str, ...], reference: tuple[str, ...], smoothing: Smoothing | None) -> float:
    return bleu_score(candidate, [reference], smoothing=smoothing)


def _one_at_a_time(candidate: Words, references: list[Words], smoothing: Smoothing | None = add_one) -> list[float]:
    return [_alone(tuple(candidate), tuple(reference), smoothing) for reference in references]


def _largest_minus_smallest(scores: list[float]) -> float:
    return max(scores) - min(scores)


def reference_spread(
    candidate: Words,
    references: list[Words],
    *,
    smoothing: Smoothing | None = add_one,
    spread: Callable[[list[float]], float] = _largest_minus_smallest,
) -> float:
    """Compute the distance between the best and the worst smoothed BLEU-4 with a single reference."""
    return spread(_one_at_a_time(candidate, references, smoothing))


def _as_nltk(counts: Sequence[tuple[int, int]], candidate_length: int) -> list[float]:
    """Smooth as NLTK's method 2 does, which counts at least one n-gram where there is none."""
    return add_one([(m, max(total, 1)) for m, total in counts], candidate_length)


def _all_against(value: Callable[[list[float]], float]) -> Function:
    return lambda candidate, references: abs(
        bleu_score(candidate, references, smoothing=add_one) - value(_one_at_a_time(candidate, references))
    )


_REFERENCE_SPREAD = exercise(
    reference_spread,
    lambda random: draw_pair(random, longest=6),
    [*PAIRS, *((candidate, [*references, ["we", "saw"]]) for candidate, references in EVERY_LOOK)],
    {
        **around(LETTERS),
        "the candidate and the reference are swapped": lambda candidate, references: _largest_minus_smallest(
            [_one_at_a_time(reference, [candidate])[0] for reference in references]
        ),
        "smoothing is not used": {"smoothing": None},
        "another smoothing method is used": either(
            "smoothing", add_epsilon, halve_at_each_zero, add_one_to_every_order
        ),
        "NLTK's smoothing is used instead of ours": {"smoothing": _as_nltk},
        "the result is always 0, because all the scores are the same one": lambda candidate, references: 0.0,
        "a single reference is compared with all references together": (
            _all_against(max),
            _all_against(min),
            _all_against(fmean),
        ),
        "the first and the last score in the list are compared": either(
            "spread", lambda scores: scores[0] - scores[-1], lambda scores: abs(scores[0] - scores[-1])
        ),
        "the largest score is subtracted from the smallest": {"spread": lambda scores: min(scores) - max(scores)},
        "only the largest score is used": {"spread": max},
        "the average score is returned": {"spread": fmean},
        "the distance is measured from the average": {"spread": lambda scores: max(scores) - fmean(scores)},
        "the standard deviation or the variance is computed": either(
            "spread", pstdev, lambda scores: stdev(scores) if len(scores) > 1 else 0.0, pvariance
        ),
        "a ratio is computed instead of a difference": {"spread": lambda scores: max(scores) / min(scores)},
    },
    drawn=150,
)


# How often does one system win?


def win_share(
    scores: Sequence[float],
    other_scores: Sequence[float],
    *,
    tie: float = 0.5,
    loss: float = 0.0,
    mean: Callable[[list[float]], float] = fmean,
) -> float:
    """Compute the share of segments in which the first score is higher. A tie is worth a half."""
    pairs = zip(scores, other_scores, strict=True)
    return mean([1.0 if score > other else tie if score == other else loss for score, other in pairs])


_LEVELS = [0.1, 0.25, 0.5, 0.5, 0.75, 0.9]

_WIN_SHARE = exercise(
    win_share,
    columns(1, 6, _LEVELS, _LEVELS),
    [([0.9, 0.5, 0.25, 0.75], [0.5, 0.5, 0.5, 0.1]), ([0.5001, 0.25], [0.5, 0.5])],
    {
        "only the first iteration of a loop counts": either(
            "mean", lambda points: points[0] / len(points), lambda points: points[0]
        ),
        "the lower score wins": lambda scores, other_scores: win_share(other_scores, scores),
        "a tie counts as a whole win": {"tie": 1.0},
        "a tie counts as a loss": {"tie": 0.0},
        "ties are left out": {"mean": lambda points: divided(points.count(1.0), len(points) - points.count(0.5))},
        "a loss counts as -1": {"tie": 0.0, "loss": -1.0},
        "the fractional part is lost in a division": {"mean": lambda points: fmean(points) // 1},
        "a number of segments is returned instead of a share": ({"mean": sum}, {"mean": sum, "tie": 0.0}),
        "only the average scores are compared": (
            lambda scores, other_scores: fmean(scores) - fmean(other_scores),
            lambda scores, other_scores: win_share([fmean(scores)], [fmean(other_scores)]),
        ),
    },
    smaller=fewer_in_step,
)
