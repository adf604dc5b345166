"""The exercises of the lesson `word_vectors`."""

import math
from collections.abc import Callable
from operator import truediv
from random import Random
from statistics import fmean

from bleu_exercises._random_inputs import EVERY_LOOK, Words, draw_words
from bleu_exercises._simpler import smaller_in_step
from bleu_exercises._ways import ROUNDED, around, either
from bleu_exercises.exercises._exercise import all_words, exercise
from exercise_checker import Arguments, pick, read_numbers
from exercise_checker.shrinking import fewer, one_at_a_time

Numbers = list[float]
Matrix = list[Numbers]

# Greedy matching of two matrices of vectors


def _dot(a: Numbers, b: Numbers) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _cosine(a: Numbers, b: Numbers) -> float:
    return _dot(a, b) / math.sqrt(_dot(a, a) * _dot(b, b))


def greedy_scores(
    candidate: Matrix,
    reference: Matrix,
    *,
    similarity: Callable[[Numbers, Numbers], float] = _cosine,
    best: Callable[..., float] = max,
    mean: Callable[..., float] = fmean,
) -> tuple[float, float]:
    """Compute precision and recall from the vectors of the words of two sentences."""
    table = [[similarity(ours, theirs) for theirs in reference] for ours in candidate]
    precision, recall = (mean([best(row) for row in rows]) for rows in (table, zip(*table, strict=True)))
    return precision, recall


def _matched_once(candidate: Matrix, reference: Matrix) -> tuple[float, float]:
    def of(words: Matrix, others: Matrix) -> float:
        free, total = list(others), 0.0
        for word in words:
            if free:
                match = max(free, key=lambda other: _cosine(word, other))
                free.remove(match)
                total += _cosine(word, match)
        return total / len(words)

    return of(candidate, reference), of(reference, candidate)


def _other_denominator(candidate: Matrix, reference: Matrix) -> tuple[float, float]:
    precision, recall = greedy_scores(candidate, reference, mean=sum)
    return precision / len(reference), recall / len(candidate)


def _draw_matrices(random: Random) -> Arguments:
    # The last entry is never 0, so no vector has only zeros.
    size, rows = 2 + int(random.random() * 2), [1 + int(random.random() * 3) for _ in range(2)]
    return tuple(
        [[*(pick(random, _ENTRIES) for _ in range(size - 1)), pick(random, [1, 2, 3])] for _ in range(row)]
        for row in rows
    )


_ENTRIES = [-2, -1, 0, 0, 1, 2, 3, 4]


_GREEDY_SCORES = exercise(
    greedy_scores,
    _draw_matrices,
    [([[3, 4], [0, 1]], [[4, 3], [1, 0], [6, 8]]), ([[1, 2]], [[-4, 3], [-2, -1]])],
    {
        "the vectors are not divided by their lengths": {"similarity": _dot},
        "only one of the two lengths is used": either(
            "similarity",
            lambda a, b: _dot(a, b) / math.sqrt(_dot(a, a)),
            lambda a, b: _dot(a, b) / math.sqrt(_dot(b, b)),
        ),
        "the square root of the lengths is missing": {
            "similarity": lambda a, b: _dot(a, b) / (_dot(a, a) * _dot(b, b))
        },
        "the sign of the cosine is lost": {"similarity": lambda a, b: abs(_cosine(a, b))},
        "a negative cosine becomes 0": {"similarity": lambda a, b: max(_cosine(a, b), 0.0)},
        "a distance is computed instead of a cosine": (
            {"similarity": math.dist},
            {"similarity": math.dist, "best": min},
        ),
        "a mean is computed instead of the maximum": {"best": fmean},
        "the minimum is computed instead of the maximum": {"best": min},
        "a word is matched only once": _matched_once,
        "a sum is returned instead of a mean": {"mean": sum},
        "the best of all cosines is returned": {"mean": max},
        "the denominator of the other side is used": _other_denominator,
        "precision and recall are swapped": lambda *given: greedy_scores(*given)[::-1],
        "both numbers are the precision": lambda *given: (greedy_scores(*given)[0],) * 2,
    },
    read=read_numbers,
    result="a pair of numbers, the precision and the recall",
    smaller=one_at_a_time(fewer, fewer),
)


# Rare words count more


def _containing(word: str, references: list[Words]) -> int:
    return sum(word in reference for reference in references)


def _idf(containing: int, sentences: int) -> float:
    return math.log((sentences + 1) / (containing + 1))


def _mean(total: float, weights: float) -> float:
    return total / weights if weights else 0.0


def weighted_precision(
    candidate: Words,
    best: Numbers,
    references: list[Words],
    *,
    count: Callable[[str, list[Words]], int] = _containing,
    weight: Callable[[int, int], float] = _idf,
    denominator: Callable[[Numbers], float] = sum,
    mean: Callable[[float, float], float] = _mean,
) -> float:
    """Compute the mean of the best cosines of the candidate's words, weighted by idf; 0 if all weights are 0."""
    weights = [weight(count(word, references), len(references)) for word in candidate]
    return mean(_dot(weights, best), denominator(weights))


_WORDS = ["the", "a", "cat", "mat", "dog"]


def _draw_weighted(random: Random) -> Arguments:
    references = [draw_words(random, _WORDS[:4], 1, 4) for _ in range(1 + int(random.random() * 3))]
    candidate = draw_words(random, _WORDS, 1, 4)
    return candidate, [pick(random, (0.25, 0.5, 0.75, 1.0)) for _ in candidate], references


_WEIGHTED_PRECISION = exercise(
    weighted_precision,
    _draw_weighted,
    [
        (["the", "cat"], [1.0, 0.5], [["the", "cat"], ["the", "mat"]]),
        *(
            (candidate, [1 / place for place in range(2, len(candidate) + 2)], references)
            for candidate, references in EVERY_LOOK
        ),
    ],
    {
        "the weights are not used": lambda candidate, best, references: fmean(best),
        "the sum is divided by the number of words, not by the sum of the weights": {"denominator": len},
        "the sum is not divided by the weights": {"denominator": lambda weights: 1},
        "frequent words get the higher weight": {"weight": lambda containing, sentences: containing / sentences},
        "every occurrence of a word is counted, not every sentence that contains it": {
            "count": lambda word, references: all_words(references).count(word)
        },
        "the 1 is missing from the fraction of idf": either(
            "weight",
            lambda containing, sentences: math.log(sentences / containing),
            lambda containing, sentences: math.log(sentences / (containing + 1)),
            lambda containing, sentences: math.log(sentences / max(containing, 1)),
            lambda containing, sentences: math.log((sentences + 1) / max(containing, 1)),
        ),
        "the logarithm is missing from idf": {
            "weight": lambda containing, sentences: (sentences + 1) / (containing + 1)
        },
        "a word that is in no reference gets a weight of 0": {
            "weight": lambda containing, sentences: _idf(containing, sentences) if containing else 0.0
        },
        "there is no rule for weights that are all 0": {"mean": truediv},
        **around(ROUNDED),
    },
    smaller=smaller_in_step,
)
