"""The exercises of the lesson `word_vectors`."""

import math
from collections.abc import Callable, Iterator
from random import Random
from statistics import fmean

from bleu_exercises._drawing import Words, draw_words
from bleu_exercises._recipe import divided
from bleu_exercises.exercises._exercise import ROUNDED, Function, exercise
from exercise_checker import Arguments, Task, pick
from exercise_checker.outcomes import read_numbers
from exercise_checker.shrinking import plainer

Numbers = list[float]

# How close does any of the others come?


def best_cosine(vector: Numbers, others: list[Numbers]) -> float:
    """Compute the highest cosine of a vector with one of the others."""
    return max(_cosine(vector, other) for other in others)


def _dot(a: Numbers, b: Numbers) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


def _cosine(a: Numbers, b: Numbers) -> float:
    return _dot(a, b) / math.sqrt(_dot(a, a) * _dot(b, b))


def _best(similarity: Callable[[Numbers, Numbers], float], choose: Callable[..., float] = max) -> Function:
    return lambda vector, others: choose([similarity(vector, other) for other in others])


def _draw_vectors(random: Random) -> Arguments:
    # The last entry is never 0, so no vector has only zeros.
    size, number = 2 + int(random.random() * 2), 1 + int(random.random() * 3)
    drawn = [
        [*(pick(random, range(-2, 5)) for _ in range(size - 1)), pick(random, (1, 2, 3))] for _ in range(number + 1)
    ]
    return drawn[0], drawn[1:]


_VECTORS: list[Arguments] = [
    ([3, 4], [[4, 3], [0, 1]]),
    ([3, 4], [[6, 8]]),
    ([1, 2], [[-4, 3]]),
    ([1, 0], [[-1, 0]]),
    ([1, 2], [[2, 1], [-2, -1]]),
    ([3, 4], [[0, 9], [4, 3]]),
]

_BEST_COSINE = exercise(
    best_cosine,
    _draw_vectors,
    _VECTORS,
    {
        "the dot product is not divided by the lengths": _best(_dot),
        "only one of the two lengths is used": (
            _best(lambda a, b: _dot(a, b) / math.sqrt(_dot(a, a))),
            _best(lambda a, b: _dot(a, b) / math.sqrt(_dot(b, b))),
        ),
        "the square root of the lengths is missing": _best(lambda a, b: _dot(a, b) / (_dot(a, a) * _dot(b, b))),
        "the vectors are divided by the sum of their entries": _best(
            lambda a, b: divided(_dot(a, b), sum(map(abs, a)) * sum(map(abs, b)))
        ),
        "a mean is computed instead of the maximum": _best(_cosine, fmean),
        "the minimum is computed instead of the maximum": _best(_cosine, min),
        "the cosines are added up": _best(_cosine, sum),
        "the sign of the cosine is lost": _best(lambda a, b: abs(_cosine(a, b))),
        "a distance is computed instead of a cosine": _best(math.dist, min),
        "only the first iteration of a loop counts": lambda vector, others: _cosine(vector, others[0]),
    },
    around=(ROUNDED,),
    smaller=lambda *arguments: plainer(_VECTORS, arguments),
)


# Precision and recall from a table of cosines


def greedy_scores(cosines: list[Numbers]) -> tuple[float, float]:
    """Compute precision and recall from the cosines: a row for each word of the candidate."""
    return fmean(map(max, cosines)), fmean(map(max, zip(*cosines, strict=True)))


def _both(of_row: Callable[..., float], mean: Callable[..., float] = fmean) -> Function:
    return lambda cosines: (mean(list(map(of_row, cosines))), mean([of_row(row) for row in zip(*cosines, strict=True)]))


def _swapped(cosines: list[Numbers]) -> tuple[float, float]:
    precision, recall = greedy_scores(cosines)
    return recall, precision


def _each_column_once(cosines: list[Numbers]) -> tuple[float, float]:
    def taken_once(rows: list[Numbers]) -> float:
        free, total = [*range(len(rows[0]))], 0.0
        for row in rows:
            if free:
                best = max(free, key=row.__getitem__)
                free.remove(best)
                total += row[best]
        return total / len(rows)

    return taken_once(cosines), taken_once([list(column) for column in zip(*cosines, strict=True)])


def _draw_cosines(random: Random) -> Arguments:
    rows, columns = (1 + int(random.random() * 3) for _ in range(2))
    return ([[pick(random, (0.0, 0.1, 0.25, 0.5, 0.75, 1.0, -0.25)) for _ in range(columns)] for _ in range(rows)],)


def _smaller_table(cosines: list[Numbers]) -> Iterator[Arguments]:
    if len(cosines) > 1:
        yield from (([*cosines[:row], *cosines[row + 1 :]],) for row in range(len(cosines)))
    if len(cosines[0]) > 1:
        for column in range(len(cosines[0])):
            yield ([[*row[:column], *row[column + 1 :]] for row in cosines],)


_GREEDY_SCORES = exercise(
    greedy_scores,
    _draw_cosines,
    [
        ([[1.0, 0.25, 0.0], [0.5, 0.75, 0.25]],),
        ([[1.0, 0.5], [1.0, 0.0]],),
        ([[0.5, 0.25]],),
        ([[0.75], [0.25]],),
        ([[-0.25, -0.5]],),
        ([[0.25, 0.5, 0.75], [1.0, 0.0, 0.5], [0.75, 0.25, 1.0]],),
    ],
    {
        "precision and recall are swapped": _swapped,
        "a mean is computed instead of the maximum": _both(fmean),
        "the minimum is computed instead of the maximum": _both(min),
        "a word is matched only once": _each_column_once,
        "a sum is returned instead of a mean": _both(max, sum),
        "the best of all cosines is returned": _both(max, max),
        "only cosines of 1 count as a match": _both(lambda row: float(max(row) == 1)),
        "the denominator of the other side is used": lambda cosines: (
            sum(map(max, cosines)) / len(cosines[0]),
            sum(map(max, zip(*cosines, strict=True))) / len(cosines),
        ),
        "both numbers are the precision": lambda cosines: (fmean(map(max, cosines)),) * 2,
        "only the diagonal of the table is used": lambda cosines: tuple(
            sum(row[place] for place, row in enumerate(cosines) if place < len(row)) / length
            for length in (len(cosines), len(cosines[0]))
        ),
    },
    read=read_numbers,
    result="a pair of numbers, the precision and the recall",
    smaller=_smaller_table,
)


# Rare words count more


def weighted_precision(candidate: Words, best: Numbers, references: list[Words]) -> float:
    """Compute the mean of the best cosines of the candidate's words, weighted by idf; 0 if all weights are 0."""
    return _weighted(_idf)(candidate, best, references)


def _containing(word: str, references: list[Words]) -> int:
    return sum(word in reference for reference in references)


def _idf(word: str, references: list[Words]) -> float:
    return math.log((len(references) + 1) / (_containing(word, references) + 1))


def _weighted(
    weight: Callable[[str, list[Words]], float],
    denominator: Callable[[Numbers], float] = sum,
) -> Function:
    def function(candidate: Words, best: Numbers, references: list[Words]) -> float:
        weights = [weight(word, references) for word in candidate]
        return divided(_dot(weights, best), denominator(weights))

    return function


def _occurrences(word: str, references: list[Words]) -> float:
    count = sum(list(reference).count(word) for reference in references)
    return math.log((len(references) + 1) / (count + 1))


def _no_rule(candidate: Words, best: Numbers, references: list[Words]) -> float:
    weights = [_idf(word, references) for word in candidate]
    return _dot(weights, best) / sum(weights)


_WORDS = ["the", "a", "cat", "mat", "dog"]


def _draw_weighted(random: Random) -> Arguments:
    references = [draw_words(random, _WORDS[:4], 1, 4) for _ in range(1 + int(random.random() * 3))]
    candidate = draw_words(random, _WORDS, 1, 4)
    return candidate, [pick(random, (0.25, 0.5, 0.75, 1.0)) for _ in candidate], references


def _smaller_weighted(candidate: Words, best: Numbers, references: list[Words]) -> Iterator[Arguments]:
    for place in range(len(candidate) if len(candidate) > 1 else 0):
        yield [*candidate[:place], *candidate[place + 1 :]], [*best[:place], *best[place + 1 :]], references
    for place in range(len(references) if len(references) > 1 else 0):
        yield candidate, best, [*references[:place], *references[place + 1 :]]


_TWO = [["the", "cat"], ["the", "mat"]]

_WEIGHTED_PRECISION = exercise(
    weighted_precision,
    _draw_weighted,
    [
        (["the", "cat"], [1.0, 0.5], _TWO),
        (["dog", "cat"], [0.5, 1.0], _TWO),
        (["the", "the"], [1.0, 1.0], _TWO),
        (["a", "cat", "dog"], [0.25, 0.75, 0.5], [["a", "a", "cat"], ["the", "cat"], ["the", "mat"]]),
        (["cat"], [0.5], [["the"]]),
    ],
    {
        "the weights are not used": lambda candidate, best, references: fmean(best),
        "the sum is divided by the number of words, not by the sum of the weights": _weighted(_idf, len),
        "the sum is not divided by the weights": _weighted(_idf, lambda weights: 1),
        "frequent words get the higher weight": (
            _weighted(lambda word, references: -_idf(word, references)),
            _weighted(lambda word, references: _containing(word, references) / len(references)),
        ),
        "every occurrence of a word is counted, not every sentence that contains it": _weighted(_occurrences),
        "the 1 is missing from the fraction of idf": (
            lambda *given: _weighted(
                lambda word, references: math.log(len(references) / _containing(word, references))
            )(*given),
            _weighted(lambda word, references: math.log(len(references) / (_containing(word, references) + 1))),
            _weighted(lambda word, references: math.log((len(references) + 1) / max(_containing(word, references), 1))),
        ),
        "the logarithm is missing from idf": _weighted(
            lambda word, references: (len(references) + 1) / (_containing(word, references) + 1)
        ),
        "a word that is in no reference gets a weight of 0": _weighted(
            lambda word, references: _idf(word, references) if _containing(word, references) else 0.0
        ),
        "there is no rule for weights that are all 0": _no_rule,
    },
    around=(ROUNDED,),
    smaller=_smaller_weighted,
)

EXERCISES: tuple[Task, ...] = (_BEST_COSINE, _GREEDY_SCORES, _WEIGHTED_PRECISION)
