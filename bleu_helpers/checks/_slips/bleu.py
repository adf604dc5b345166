"""Slips in BLEU itself: the reference length, the penalty, the mean of the precisions, and a whole corpus."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest

from bleu_helpers.checks._recipe import (
    Pair,
    Recipe,
    Words,
    closest,
    corpus_lengths,
    geometric,
    penalty,
    precision,
    sentence_bleu,
    sums_divided_once,
)
from bleu_helpers.checks._slips.counts import CUT, cut_to_the_candidate
from bleu_helpers.checks._slips.slip import BLEU, RETURNS, Slip, slips, slips_of

ONE_TEXT = "the corpus as one long text"

_length = slips_of("length", f"closest_ref_length brevity_penalty {BLEU}")
_penalty = slips_of("penalty", f"brevity_penalty {BLEU}")
_mean = slips_of("mean", BLEU)
# In ngram_f1 nobody can see how BLEU treats a 0: where order n has no match, ROUGE is 0 too, and so is F1.
_mean_with_0 = slips_of("mean", "bleu_score corpus_bleu")
_sentence = slips_of("sentence", "bleu_score ngram_f1", halves="bleu")
_corpus = slips_of("corpus", "corpus_bleu")


# The reference length.


def _tie_to_first(c: int, lengths: list[int]) -> float:
    return min(lengths, key=lambda length: abs(length - c))


def _by_ngrams(n: int) -> Callable[[int, list[int]], float]:
    """Find the length of the reference whose number of n-grams is closest, on a tie the shorter."""
    return lambda c, lengths: min(lengths, key=lambda length: (abs(_ngrams_of(length, n) - _ngrams_of(c, n)), length))


def _to_the_best_so_far(before: list[int], at_a_tie: bool) -> Callable[[int, list[int]], float]:
    """Go through the lengths, and take one that is closer to the best so far than that one is to the candidate."""

    def length(c: int, lengths: list[int]) -> float:
        best, *others = [*before, *lengths]
        for one in others:
            far, least = abs(one - best), abs(best - c)
            best = one if far < least or (at_a_tie and far == least) else best
        return best

    return length


def _to_the_one_before(c: int, lengths: list[int]) -> float:
    """The same with the smallest distance kept beside the best length."""
    best, least = lengths[0], abs(lengths[0] - c)
    for one in lengths[1:]:
        if abs(one - best) < least:
            best, least = one, abs(one - best)
    return best


def _without_abs(difference: Callable[[int, int], int], kept: bool) -> Callable[[int, list[int]], float]:
    """Find the smallest difference, where only the first one, or the one of the best so far, is a distance."""

    def length(c: int, lengths: list[int]) -> float:
        best, least = lengths[0], abs(lengths[0] - c)
        for one in lengths[1:]:
            if difference(one, c) < least:
                best, least = one, difference(one, c) if kept else abs(one - c)
        return best

    return length


# The penalty.


def _no_penalty(c: float, r: float) -> float:
    return 1.0


def _or_0(factor: Callable[[float, float], float]) -> Callable[[float, float], float]:
    """Give an empty candidate 0, and every other one the factor."""
    return lambda c, r: factor(c, r) if c > 0 else 0.0


def _upside_down(c: float, r: float) -> float:
    return 1.0 if c > r or r == 0 else math.exp(1 - c / r)


def _short_e(e: float) -> Callable[[float, float], float]:
    """Make the penalty with another number in the place of e."""
    return _or_0(lambda c, r: 1.0 if c > r else e ** (1 - r / c))


def _last_in_the_condition(recipe: Recipe, c: int, lengths: list[int]) -> float:
    return _or_0(lambda c, r: 1.0 if c > lengths[-1] else math.exp(1 - r / c))(c, recipe.length(c, lengths))


def _ngrams_of(length: int, n: int) -> int:
    return max(length - n + 1, 0)


# With 2.71828, only the last digits of a result differ.
SHORT_ES = (2.718, 2.72, 2.7, 2.71, 2.7183, 2.7182)

# One number from the precisions.

Mean = Callable[[Sequence[float], Sequence[float]], float]


def _if_all_are_0(result: float, mean: Mean) -> Mean:
    return lambda precisions, weights: mean(precisions, weights) if any(precisions) else result


def _for_zero(tiny: float) -> Mean:
    return lambda precisions, weights: geometric([p or tiny for p in precisions], weights)


def _without_zeros(precisions: Sequence[float], weights: Sequence[float]) -> float:
    kept = [(p, weight) for p, weight in zip(precisions, weights, strict=True) if p > 0]
    whole = sum(weight for _, weight in kept)
    return geometric([p for p, _ in kept], [weight / whole for _, weight in kept])


def _weighted_sum(precisions: Sequence[float], weights: Sequence[float]) -> float:
    return sum(weight * p for p, weight in zip(precisions, weights, strict=True))


def _weighing(weight: Callable[[int], float]) -> Mean:
    """Give each of so many precisions this weight, whatever the weights are."""
    return lambda precisions, weights: math.prod(p ** weight(len(precisions)) for p in precisions)


def _power_of(e: float) -> Mean:
    """Make the geometric mean whose logarithms are taken back with another number than e."""
    return lambda precisions, weights: geometric(precisions, weights) ** math.log(e)


# BLEU of a sentence or of a corpus, where two of its steps do something else together.

Score = Callable[..., float]
"""BLEU of a recipe, a text and weights: `sentence_bleu` or `sums_divided_once`."""


def _closest_by_ngrams(score: Score) -> Score:
    return lambda recipe, *text_and_weights: score(
        replace(recipe, length=_by_ngrams(len(text_and_weights[-1]))), *text_and_weights
    )


def _at_a_quarter(score: Score) -> Score:
    return lambda recipe, *text_and_weights: score(recipe, *text_and_weights[:-1], (0.25,) * 4)


def _with_short_es(score: Score) -> list[Score]:
    return [
        lambda recipe, *text_and_weights, e=e: score(
            replace(recipe, penalty=_short_e(e), mean=_power_of(e)), *text_and_weights
        )
        for e in SHORT_ES
    ]


def _with_cut_references(score: Score) -> Score:
    """Cut the references before anything is done with them: their lengths are then cut too."""
    return lambda recipe, *text_and_weights: score(
        replace(
            recipe,
            cut=cut_to_the_candidate,
            lengths=lambda c, lengths, orders: (c, [min(length, c) for length in lengths]),
        ),
        *text_and_weights,
    )


# A corpus.

CorpusScore = Callable[[Recipe, list[Pair], Sequence[float]], float]


def _average_of_scores(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
    return sum(recipe.sentence(recipe, *pair, weights) for pair in pairs) / len(pairs)


def _average_of_precisions(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
    orders = range(1, len(weights) + 1)
    precisions = [sum(precision(recipe, *pair, n) for pair in pairs) / len(pairs) for n in orders]
    return recipe.penalty(*corpus_lengths(recipe, pairs, len(weights))) * recipe.mean(precisions, weights)


def _average_of_penalties(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
    factor = sum(recipe.penalty(*corpus_lengths(recipe, [pair], len(weights))) for pair in pairs) / len(pairs)
    return factor * sums_divided_once(replace(recipe, penalty=_no_penalty), pairs, weights)


def _together(sentences: Iterable[Words]) -> Words:
    return [word for sentence in sentences for word in sentence]


def _one_text(references: Callable[[list[list[Words]]], list[Words]]) -> CorpusScore:
    """Make one text of all candidates, and as many references as `references` makes of those of all segments."""
    return lambda recipe, pairs, weights: recipe.sentence(
        recipe, _together(candidate for candidate, _ in pairs), references([others for _, others in pairs]), weights
    )


def _in_step(corpus: list[list[Words]], length: int) -> list[Words]:
    """Join the first references of all segments, then the second ones; the last one stands in where one is missing."""
    return [_together(others[min(place, len(others) - 1)] for others in corpus) for place in range(length)]


def _segments(choose: Callable[[list[Pair]], list[Pair]]) -> CorpusScore:
    return lambda recipe, pairs, weights: sums_divided_once(recipe, choose(pairs), weights)


SLIPS: list[Slip] = [
    # The references.
    *slips(CUT, "bleu_score", "sentence", _with_cut_references(sentence_bleu)),
    *_corpus(CUT, _with_cut_references(sums_divided_once)),
    # The reference length.
    *_length("the shortest reference's length", lambda c, lengths: min(lengths)),
    *_length("the longest reference's length", lambda c, lengths: max(lengths)),
    *_length(
        "the average of the reference lengths",
        lambda c, lengths: sum(lengths) / len(lengths),
        lambda c, lengths: round(sum(lengths) / len(lengths)),
        lambda c, lengths: sum(lengths) // len(lengths),
    ),
    *_length("the first reference's length", lambda c, lengths: lengths[0]),
    *_length("the last reference's length", lambda c, lengths: lengths[-1]),
    *slips(
        "all reference lengths added up",
        "closest_ref_length bleu_score corpus_bleu ngram_f1",
        "length",
        lambda c, lengths: sum(lengths),
    ),
    *_sentence("the closest number of n-grams in place of words", _closest_by_ngrams(sentence_bleu)),
    *_corpus("the closest number of n-grams in place of words", _closest_by_ngrams(sums_divided_once)),
    *_length(
        "the closest ratio in place of the closest length",
        lambda c, lengths: min(lengths, key=lambda length: (abs(1 - c / length), length)),
        lambda c, lengths: min(lengths, key=lambda length: abs(1 - c / length)),
        lambda c, lengths: max(lengths, key=lambda length: (min(c, length) / max(c, length), -length)),
        lambda c, lengths: max(lengths, key=lambda length: min(c, length) / max(c, length)),
    ),
    *_length(
        "a tie goes to the longer", lambda c, lengths: min(lengths, key=lambda length: (abs(length - c), -length))
    ),
    *_length("a tie goes to the first in the list", _tie_to_first),
    *_length("a tie goes to the last in the list", lambda c, lengths: _tie_to_first(c, lengths[::-1])),
    *_length(
        "a position in place of a length",
        lambda c, lengths: lengths.index(closest(c, lengths)),
        lambda c, lengths: lengths.index(_tie_to_first(c, lengths)),
    ),
    *_length("the difference in place of the length", lambda c, lengths: min(abs(length - c) for length in lengths)),
    *_length(
        "the distance to the best so far in place of the candidate",
        _to_the_best_so_far([], at_a_tie=False),
        _to_the_best_so_far([], at_a_tie=True),
        _to_the_one_before,
    ),
    # With a penalty, a best length of 0 to begin with does the same as no penalty at all.
    *slips(
        "the distance to the best so far in place of the candidate",
        "closest_ref_length",
        "length",
        _to_the_best_so_far([0], at_a_tie=False),
        _to_the_best_so_far([0], at_a_tie=True),
    ),
    *_length(
        "a difference in place of a distance",
        _without_abs(lambda length, c: length - c, kept=False),
        _without_abs(lambda length, c: length - c, kept=True),
        _without_abs(lambda length, c: c - length, kept=False),
        _without_abs(lambda length, c: c - length, kept=True),
    ),
    # The penalty.
    *slips(
        "the last reference's length in the condition",
        "brevity_penalty bleu_score ngram_f1",
        "factor",
        _last_in_the_condition,
        halves="bleu",
    ),
    *slips(
        "the lengths in the penalty are counted in n-grams",
        BLEU,
        "lengths",
        lambda c, lengths, n: (_ngrams_of(c, n), [_ngrams_of(length, n) for length in lengths]),
        lambda c, lengths, n: (_ngrams_of(c, n), lengths),
        halves="bleu",
    ),
    *_penalty("the brevity penalty is missing", _no_penalty),
    *slips("the brevity penalty is missing", "brevity_penalty", "penalty", _or_0(_no_penalty)),
    *_penalty("the ratio is upside down", _upside_down, _or_0(_upside_down)),
    *_penalty("the exponent has the wrong sign", _or_0(lambda c, r: 1.0 if c > r else math.exp(r / c - 1))),
    *_penalty(
        "a straight line in place of the exponential",
        _or_0(lambda c, r: 1.0 if c > r else c / r),
        lambda c, r: c / r if r > 0 else 1.0,
    ),
    *_penalty("the condition is the wrong way round", _or_0(lambda c, r: 1.0 if c < r else math.exp(1 - r / c))),
    *_penalty("the penalty is never capped at 1", _or_0(lambda c, r: math.exp(1 - r / c))),
    *_penalty(
        "long candidates are punished too",
        lambda c, r: penalty(c, r) if c <= r or r == 0 else math.exp(1 - c / r),
        _or_0(lambda c, r: math.exp(-abs(1 - r / c))),
    ),
    *_penalty(
        "long candidates are punished in place of short ones",
        _or_0(lambda c, r: 1.0 if c <= r or r == 0 else math.exp(1 - c / r)),
        _or_0(lambda c, r: 1.0 if c <= r else r / c),
    ),
    *_penalty("division without the fraction", _or_0(lambda c, r: 1.0 if c > r else math.exp(1 - r // c))),
    *_penalty(
        "the exponential is missing",
        _or_0(lambda c, r: 1.0 if c > r else 1 - r / c),
        _or_0(lambda c, r: 1.0 if c >= r else 1 - r / c),
    ),
    *_penalty("no rule for an empty candidate", lambda c, r: 1.0 if c > r else math.exp(1 - r / c)),
    *slips(
        "an empty candidate pays nothing", "brevity_penalty", "penalty", lambda c, r: penalty(c, r) if c > 0 else 1.0
    ),
    *_penalty("e with a few digits", *map(_short_e, SHORT_ES)),
    # One number from the precisions.
    *_mean_with_0("a precision of 0 taken as 1", _for_zero(1.0), _if_all_are_0(0.0, _for_zero(1.0))),
    *_mean_with_0(
        "a precision of 0 is left out of the mean",
        _if_all_are_0(0.0, _without_zeros),
        _if_all_are_0(1.0, _without_zeros),
    ),
    *_mean(
        "the logarithm of 0",
        lambda precisions, weights: math.exp(_weighted_sum(list(map(math.log, precisions)), weights)),
    ),
    *_mean_with_0(
        "a small number in place of 0",
        *(_for_zero(10.0**-digits) for digits in (10, 9, 12, 8, 7, 6, 5, 4, 3, 15, 16, 20)),
    ),
    *_mean("the arithmetic mean", _weighted_sum, lambda precisions, weights: sum(precisions) / len(precisions)),
    *_mean(
        "a logarithm to another base than e",
        *(
            lambda precisions, weights, base=base: geometric(precisions, weights) ** (1 / math.log(base))
            for base in (10, 2)
        ),
    ),
    *_mean(
        "the exponential is missing",
        lambda precisions, weights: _weighted_sum(list(map(math.log, precisions)), weights) if min(precisions) else 0.0,
    ),
    *_mean("exp without the logarithm", lambda precisions, weights: math.exp(_weighted_sum(precisions, weights))),
    *slips("the weights are not applied", "bleu_score", "sentence", _at_a_quarter(sentence_bleu)),
    *_corpus("the weights are not applied", _at_a_quarter(sums_divided_once)),
    *slips("the weights are not applied", "bleu_score corpus_bleu", "mean", _weighing(lambda orders: 1 / orders)),
    *_mean(
        "the weights do not sum to 1",
        _weighing(lambda orders: 1),
        _weighing(lambda orders: 1 / 4),
        _weighing(lambda orders: orders / 4),
    ),
    *_mean("e with a few digits", *map(_power_of, SHORT_ES)),
    *_sentence("e with a few digits", *_with_short_es(sentence_bleu)),
    *_corpus("e with a few digits", *_with_short_es(sums_divided_once)),
    *_mean(
        "the highest order is left out",
        lambda precisions, weights: math.prod(map(pow, precisions[:-1], weights)),
        lambda precisions, weights: math.prod(precisions[:-1]) ** (1 / max(len(precisions) - 1, 1)),
    ),
    *_mean("only the highest order", lambda precisions, weights: precisions[-1]),
    *_mean_with_0(RETURNS, lambda precisions, weights: float(precisions[0] ** weights[0])),
    # A corpus.
    *_corpus(
        ONE_TEXT,
        _one_text(lambda corpus: [reference for others in corpus for reference in others]),
        _one_text(lambda corpus: _in_step(corpus, min(map(len, corpus)))),
        _one_text(lambda corpus: _in_step(corpus, max(map(len, corpus)))),
        _one_text(lambda corpus: _in_step(corpus, 1)),
        _one_text(lambda corpus: [_together(map(_together, corpus))]),
        _one_text(lambda corpus: list(map(_together, zip_longest(*corpus, fillvalue=[])))),
        _one_text(lambda corpus: list(map(_together, corpus))),
    ),
    *_corpus("only the first segment is used", _segments(lambda pairs: pairs[:1])),
    *_corpus("only the last segment is used", _segments(lambda pairs: pairs[-1:])),
    *_corpus("the average of the sentences' scores", _average_of_scores),
    *_corpus("the average of the sentences' precisions", _average_of_precisions),
    *_corpus("the average of the sentences' penalties", _average_of_penalties),
]
