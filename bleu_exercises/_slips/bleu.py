"""Slips in BLEU itself: the mean of the precisions, its combination with the penalty, and a whole corpus."""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest
from operator import mul, truediv

from bleu_exercises._recipe import (
    Numbers,
    Pair,
    Recipe,
    Words,
    corpus_lengths,
    geometric,
    matched_and_total,
    mean_of,
    penalty_of,
    precision,
    sentence_bleu,
    sums_divided_once,
)
from bleu_exercises._slips.lengths import SHORT_ES, no_penalty, to_the_power
from bleu_exercises._slips.slip import BLEU, Slip, slips, slips_of

ONE_TEXT = "the corpus is treated as one long text"

_kept = slips_of("kept", BLEU)
# In ngram_f1, it does not matter how BLEU treats a 0: if order n has no match, ROUGE is 0 too, and so is F1.
_kept_with_0 = slips_of("kept", "bleu_score corpus_bleu")
_weighing = slips_of("weighing", BLEU)
_mean = slips_of("mean", BLEU)
_together = slips_of("together", BLEU)
_sentence = slips_of("sentence", "bleu_score ngram_f1")
_corpus = slips_of("corpus", "corpus_bleu")


# Which precisions are used, and one number from them.

Kept = Callable[[Numbers, Numbers], tuple[Numbers, Numbers]]


def _if_all_are_0(result: float, kept: Kept) -> Kept:
    return lambda precisions, weights: kept(precisions, weights) if any(precisions) else ([result], [1.0])


def _for_zero(tiny: float) -> Kept:
    return lambda precisions, weights: ([p or tiny for p in precisions], weights)


def _without_zeros(precisions: Numbers, weights: Numbers) -> tuple[Numbers, Numbers]:
    kept = [(p, weight) for p, weight in zip(precisions, weights, strict=True) if p > 0]
    whole = sum(weight for _, weight in kept)
    return [p for p, _ in kept], [weight / whole for _, weight in kept]


def _without_the_last(precisions: Numbers, weights: Numbers) -> tuple[Numbers, Numbers]:
    return precisions[:-1], weights[: len(precisions) - 1]


def _without_the_first(precisions: Numbers, weights: Numbers) -> tuple[Numbers, Numbers]:
    return precisions[1:], weights[1:]


def _evenly(kept: Kept) -> Kept:
    """Give equal weights to the precisions that are left."""

    def again(precisions: Numbers, weights: Numbers) -> tuple[Numbers, Numbers]:
        left, _ = kept(precisions, weights)
        return left, [1 / max(len(left), 1)] * len(left)

    return again


def _weighted_sum(precisions: Numbers, weights: Numbers) -> float:
    return sum(weight * p for p, weight in zip(precisions, weights, strict=True))


def _each(weight: Callable[[int], float]) -> Callable[[Numbers], Numbers]:
    """Give every precision a weight that depends only on how many there are."""
    return lambda weights: [weight(len(weights))] * len(weights)


def _power_of(e: float) -> Callable[[Numbers, Numbers], float]:
    """Make the geometric mean whose logarithms are undone with a base other than e."""
    return lambda precisions, weights: geometric(precisions, weights) ** math.log(e)


# BLEU of a sentence or of a corpus, with two of its steps changed together.

Score = Callable[..., float]
"""BLEU for a recipe, a text and weights: `sentence_bleu` or `sums_divided_once`."""


def _at_a_quarter(score: Score) -> Score:
    return lambda recipe, *text_and_weights: score(recipe, *text_and_weights[:-1], (0.25,) * 4)


def _with_short_es(score: Score) -> list[Score]:
    return [
        lambda recipe, *text_and_weights, e=e: score(
            recipe._replace(shape=to_the_power(e), mean=_power_of(e)), *text_and_weights
        )
        for e in SHORT_ES
    ]


def _in_one_precision(recipe: Recipe, pairs: list[Pair], weights: Numbers) -> float:
    """Add up the counts of all orders, and divide the sums once."""
    every = [matched_and_total(recipe, *pair, n) for pair in pairs for n in range(1, len(weights) + 1)]
    share = recipe.ratio(sum(matched for matched, _ in every), sum(total for _, total in every))
    return recipe.together(penalty_of(recipe, *corpus_lengths(recipe, pairs, len(weights))), share, len(weights))


# A corpus.

CorpusScore = Callable[[Recipe, list[Pair], Sequence[float]], float]


def _average_of_scores(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
    return _sum_of_scores(recipe, pairs, weights) / len(pairs)


def _sum_of_scores(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
    return sum(recipe.sentence(recipe, *pair, weights) for pair in pairs)


def _average_of_precisions(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
    orders = range(1, len(weights) + 1)
    precisions = [sum(precision(recipe, *pair, n) for pair in pairs) / len(pairs) for n in orders]
    factor = penalty_of(recipe, *corpus_lengths(recipe, pairs, len(weights)))
    return recipe.together(factor, mean_of(recipe, precisions, weights), len(weights))


def _of_penalties(choose: Callable[[list[float]], float]) -> CorpusScore:
    """Combine the penalties of all sentences into one."""

    def score(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
        factors = [penalty_of(recipe, *corpus_lengths(recipe, [pair], len(weights))) for pair in pairs]
        return choose(factors) * sums_divided_once(recipe._replace(cap=no_penalty), pairs, weights)

    return score


def _together_in_one(sentences: Iterable[Words]) -> Words:
    return [word for sentence in sentences for word in sentence]


def _one_text(references: Callable[[list[list[Words]]], list[Words]]) -> CorpusScore:
    """Join all candidates into one text, and join the references as `references` does."""
    return lambda recipe, pairs, weights: recipe.sentence(
        recipe,
        _together_in_one(candidate for candidate, _ in pairs),
        references([others for _, others in pairs]),
        weights,
    )


def _in_step(corpus: list[list[Words]], length: int) -> list[Words]:
    """Join the first references of all segments, then the second ones. The last one replaces a missing one."""
    return [_together_in_one(others[min(place, len(others) - 1)] for others in corpus) for place in range(length)]


def _segments(choose: Callable[[list[Pair]], list[Pair]]) -> CorpusScore:
    return lambda recipe, pairs, weights: sums_divided_once(recipe, choose(pairs), weights)


def _with_all_references(pairs: list[Pair]) -> list[Pair]:
    every = [reference for _, references in pairs for reference in references]
    return [(candidate, every) for candidate, _ in pairs]


SLIPS: list[Slip] = [
    # Which precisions are used, with which weights, and one number from them.
    *_kept_with_0("a precision of 0 is treated as 1", _for_zero(1.0), _if_all_are_0(0.0, _for_zero(1.0))),
    *_kept_with_0(
        "a precision of 0 is left out of the mean",
        _if_all_are_0(0.0, _without_zeros),
        _if_all_are_0(1.0, _without_zeros),
    ),
    *_kept_with_0(
        "a small number is used instead of 0",
        *(_for_zero(10.0**-digits) for digits in (10, 9, 12, 8, 7, 6, 5, 4, 3, 2, 1, 15, 16, 20)),
    ),
    *_kept("the highest order is left out", _without_the_last, _evenly(_without_the_last)),
    *_kept("the first order is left out", _without_the_first, _evenly(_without_the_first)),
    *_kept("only the highest order is used", lambda precisions, weights: (precisions[-1:], [1.0])),
    *_kept_with_0(
        "only the first iteration of a loop counts", lambda precisions, weights: (precisions[:1], weights[:1])
    ),
    *slips("the result is BLEU-4 whatever the weights are", "bleu_score", "sentence", _at_a_quarter(sentence_bleu)),
    *_corpus("the result is BLEU-4 whatever the weights are", _at_a_quarter(sums_divided_once)),
    *slips("the weights are ignored", "bleu_score corpus_bleu", "weighing", _each(lambda orders: 1 / orders)),
    *_weighing("the root of the product is not taken", _each(lambda orders: 1)),
    *_weighing(
        "the weights do not sum to 1",
        _each(lambda orders: 1 / 4),
        _each(lambda orders: orders / 4),
    ),
    *slips("the weights are in reverse order", "bleu_score corpus_bleu", "weighing", lambda weights: weights[::-1]),
    *_mean(
        "the logarithm of 0 is computed",
        lambda precisions, weights: math.exp(_weighted_sum(list(map(math.log, precisions)), weights)),
    ),
    *_mean("the arithmetic mean is used", _weighted_sum, lambda precisions, weights: sum(precisions) / len(precisions)),
    *_mean("the precisions are added up", lambda precisions, weights: sum(precisions)),
    *_mean(
        "the harmonic mean is used",
        lambda precisions, weights: 1 / sum(map(truediv, weights, precisions)) if min(precisions) else 0.0,
    ),
    *_mean("only the smallest precision is used", lambda precisions, weights: min(precisions)),
    *_mean(
        "the precisions are multiplied by their weights",
        lambda precisions, weights: math.prod(map(mul, precisions, weights)),
        lambda precisions, weights: math.prod(map(mul, precisions, weights)) ** (1 / len(weights)),
    ),
    *_mean(
        "the exponent of the root has no brackets", lambda precisions, weights: math.prod(precisions) / len(precisions)
    ),
    *_mean(
        "the exponent is 1/w instead of w",
        lambda precisions, weights: geometric(precisions, [1 / weight for weight in weights]),
    ),
    *_mean(
        "the base of the logarithm is not e",
        *(
            lambda precisions, weights, base=base: geometric(precisions, weights) ** (1 / math.log(base))
            for base in (10, 2)
        ),
    ),
    *_mean(
        "the exponential is missing",
        lambda precisions, weights: _weighted_sum(list(map(math.log, precisions)), weights) if min(precisions) else 0.0,
    ),
    *_mean(
        "exp is used without the logarithm", lambda precisions, weights: math.exp(_weighted_sum(precisions, weights))
    ),
    *_mean("e is written with only a few digits", *map(_power_of, SHORT_ES)),
    *_sentence("e is written with only a few digits", *_with_short_es(sentence_bleu)),
    *_corpus("e is written with only a few digits", *_with_short_es(sums_divided_once)),
    *_sentence(
        "the counts of all orders go into one precision",
        lambda recipe, candidate, references, weights: _in_one_precision(recipe, [(candidate, references)], weights),
    ),
    *_corpus("the counts of all orders go into one precision", _in_one_precision),
    # One score from the penalty and the mean.
    *_together("the brevity penalty is under the root too", lambda factor, mean, orders: factor ** (1 / orders) * mean),
    *_together(
        "the brevity penalty is applied more than once",
        lambda factor, mean, orders: factor**2 * mean,
        lambda factor, mean, orders: factor**orders * mean,
    ),
    *_together(
        "the brevity penalty is added instead of multiplied",
        lambda factor, mean, orders: factor + mean,
        lambda factor, mean, orders: (factor + mean) / 2,
    ),
    # A corpus.
    *_corpus(
        ONE_TEXT,
        _one_text(lambda corpus: [reference for others in corpus for reference in others]),
        _one_text(lambda corpus: _in_step(corpus, min(map(len, corpus)))),
        _one_text(lambda corpus: _in_step(corpus, 1)),
        _one_text(lambda corpus: list(map(_together_in_one, zip_longest(*corpus, fillvalue=[])))),
        _one_text(lambda corpus: list(map(_together_in_one, corpus))),
    ),
    *_corpus("the references of all segments are pooled", _segments(_with_all_references)),
    *_corpus("only the first segment is used", _segments(lambda pairs: pairs[:1])),
    *_corpus("only the last segment is used", _segments(lambda pairs: pairs[-1:])),
    *_corpus("the scores of the sentences are averaged", _average_of_scores),
    *_corpus("the scores of the sentences are added up", _sum_of_scores),
    *_corpus("the precisions of the sentences are averaged", _average_of_precisions),
    *_corpus(
        "the brevity penalties of the sentences are averaged",
        _of_penalties(lambda factors: sum(factors) / len(factors)),
    ),
    *_corpus("the brevity penalties of the sentences are multiplied", _of_penalties(math.prod)),
]
