"""The exercises of the lesson `bleu`."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

from bleu_exercises._random_inputs import EVERY_LOOK, PAIRS, Words, draw_pair, pair_and_order
from bleu_exercises._ways import FEW_REFERENCES, LETTERS, ROUNDED, Way, around, either, merged
from bleu_exercises._words import as_they_come
from bleu_exercises.exercises._exercise import exercise, first_removed, without_each
from bleu_exercises.from_memory.bleu import MEANS, ZEROS, geometric, mean_of
from bleu_exercises.from_memory.bleu import bleu_score as bleu_of_steps
from bleu_exercises.from_memory.counts import modified_precision
from bleu_exercises.from_memory.lengths import LENGTH, closest, penalty
from bleu_helpers.example_sentences import CAT_REFERENCES
from exercise_checker import read_numbers

ORDERS = (1, 2, 3, 4)
SHORTEST = "the length of the shortest reference is used"


# BLEU without one order.


def _precisions(candidate: Words, references: list[Words]) -> list[float]:
    return [modified_precision(candidate, references, order) for order in ORDERS]


def _without_order(precisions: list[float], n: int) -> list[float]:
    return without_each(precisions)[n - 1]


def _from_0(precisions: list[float], n: int) -> list[float]:
    return precisions[:n] + precisions[n + 1 :]


def _even(precisions: list[float]) -> float:
    return float(geometric(precisions, [1 / len(precisions)] * len(precisions)))


def bleu_without(
    candidate: Words,
    references: list[Words],
    n: int,
    *,
    kept: Callable[[list[float], int], list[float]] = _without_order,
    mean: Callable[[list[float]], float] = _even,
    length: Callable[[int, list[int]], int] = closest,
    short: Callable[[int, int], float] = penalty,
) -> float:
    """Compute BLEU from the orders 1 to 4 without order n, with equal weights for the other three."""
    c = len(candidate)
    factor = short(c, length(c, [len(reference) for reference in references]))
    return factor * mean(kept(_precisions(candidate, references), n))


def _means(name: str) -> tuple[Way, ...]:
    """List the ways of making a mistake in the mean, here with the precisions that are kept."""

    def of_kept(steps: Any) -> Way:
        return {"mean": lambda precisions: mean_of(precisions, (1 / len(precisions),) * len(precisions), **steps)}

    return tuple(map(of_kept, merged(ZEROS, MEANS)[name]))


_WITHOUT = exercise(
    bleu_without,
    pair_and_order,
    [
        *((candidate, references, n) for candidate, references in PAIRS for n in ORDERS),
        *((candidate, references, 4) for candidate, references in EVERY_LOOK),
    ],
    {
        **around(LETTERS),
        "no order is left out": {"kept": lambda precisions, n: precisions},
        "the first three orders are used for every n": {"kept": lambda precisions, n: precisions[:3]},
        "only order n is used": {"kept": lambda precisions, n: [precisions[n - 1]]},
        "BLEU-n is computed": {"kept": lambda precisions, n: precisions[:n]},
        "n is used as a position that starts at 0": (
            {"kept": _from_0},
            {"kept": _from_0, "mean": lambda precisions: math.prod(precisions) ** (1 / 3)},
            {"kept": lambda precisions, n: without_each(precisions)[n]},
        ),
        "the arithmetic mean is used": _means("the arithmetic mean is used"),
        "exp is used without the logarithm": _means("exp is used without the logarithm"),
        "a precision of 0 is treated as 1": _means("a precision of 0 is treated as 1"),
        "precisions of 0 are left out as well": _means("a precision of 0 is left out of the mean"),
        "the logarithm of 0 is computed": _means("the logarithm of 0 is computed"),
        "a small number is used instead of 0": _means("a small number is used instead of 0"),
        "the weights of the three orders do not sum to 1": either(
            "mean", lambda precisions: math.prod(precisions) ** (1 / 4), math.prod
        ),
        "only the first iteration of a loop counts": either(
            "mean", lambda precisions: precisions[0] ** (1 / 3), lambda precisions: precisions[0]
        ),
        "the exponent of the root has no brackets": {"mean": lambda precisions: math.prod(precisions) / 3},
        "the score is always 0": lambda candidate, references, n: 0.0,
        "a 0 in the order that is left out makes the score 0": {
            "kept": lambda precisions, n: _without_order(precisions, n) if min(precisions) > 0 else [0.0]
        },
        SHORTEST: LENGTH[SHORTEST],
        "there is no brevity penalty": {"short": lambda c, r: 1.0},
        **around(ROUNDED),
    },
)


# BLEU without one word.


def _bleu(words: Words, references: list[Words], **steps: Any) -> float:
    return bleu_of_steps(words, references, (1 / 4,) * 4, **steps)


def scores_without_each_word(
    candidate: Words,
    references: list[Words],
    *,
    shorter: Callable[[Words], list[Words]] = without_each,
    score: Callable[[Words, list[Words]], float] = _bleu,
    listed: Callable[[list[float]], list[float]] = list,
) -> list[float]:
    """Compute, for each position in the candidate, the BLEU-4 of the candidate without the word at this position."""
    return listed([score(words, references) for words in shorter(candidate)])


def _without_all(candidate: Words, word: str) -> Words:
    return [other for other in candidate if other != word]


def _lost(candidate: Words, references: list[Words]) -> list[float]:
    whole = _bleu(candidate, references)
    return [whole - score for score in scores_without_each_word(candidate, references)]


_EACH = exercise(
    scores_without_each_word,
    lambda random: draw_pair(random, longest=6),  # short pairs, because each word needs a score
    [
        ("the cat is on the mat".split(), CAT_REFERENCES),
        ("a b c d e".split(), ["a".split(), "b".split(), "a b c d e".split()]),
        *as_they_come(most=6),
    ],
    {
        **around(*FEW_REFERENCES),
        "no word is removed": {"shorter": lambda candidate: [candidate] * len(candidate)},
        "all words that are equal are removed at once": {
            "shorter": lambda candidate: [_without_all(candidate, word) for word in candidate]
        },
        "the first of several equal words is always removed": {"shorter": first_removed},
        "there is only one score for each different word": {
            "shorter": lambda candidate: [_without_all(candidate, word) for word in dict.fromkeys(candidate)]
        },
        "words that are removed are not put back": {
            "shorter": lambda candidate: [candidate[place:] for place in range(1, len(candidate) + 1)]
        },
        "the words after the removed one are lost": {
            "shorter": lambda candidate: [candidate[:place] for place in range(len(candidate))]
        },
        "one position is missing": either("listed", lambda scores: scores[:-1], lambda scores: scores[1:]),
        "only the first iteration of a loop counts": {"listed": lambda scores: scores[:1]},
        SHORTEST: {"score": partial(_bleu, length=lambda c, lengths: min(lengths))},
        "the change in the score is returned instead of the score": (
            _lost,
            lambda *given: [-loss for loss in _lost(*given)],
        ),
        "the scores are not in the order of the words": either(
            "listed", sorted, lambda scores: sorted(scores, reverse=True), lambda scores: scores[::-1]
        ),
        **around(ROUNDED),
    },
    read=read_numbers,
    result="a list of numbers, one for each word of the candidate",
    drawn=150,
)
