"""Slips in BLEU itself: the reference length, the penalty, the mean of the precisions, and a whole corpus."""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest
from operator import mul, truediv

from bleu_helpers.checks._recipe import (
    Lengths,
    Numbers,
    Pair,
    Recipe,
    Shape,
    Words,
    closest,
    corpus_lengths,
    exponential,
    geometric,
    matched_and_total,
    mean_of,
    penalty_of,
    precision,
    sentence_bleu,
    short_pays,
    sums_divided_once,
)
from bleu_helpers.checks._slips.counts import CUT, NOT_THE_FIRST, NOT_THE_LAST, cut_counts
from bleu_helpers.checks._slips.slip import BLEU, RETURNS, Slip, slips, slips_of

ONE_TEXT = "the corpus as one long text"

_PENALTIES = f"brevity_penalty {BLEU}"
_lengths = slips_of("lengths", f"closest_ref_length {_PENALTIES}", halves="bleu")
_length = slips_of("length", f"closest_ref_length {_PENALTIES}")
_shape = slips_of("shape", _PENALTIES)
_cap = slips_of("cap", _PENALTIES)
_kept = slips_of("kept", BLEU)
# In ngram_f1 nobody can see how BLEU treats a 0: where order n has no match, ROUGE is 0 too, and so is F1.
_kept_with_0 = slips_of("kept", "bleu_score corpus_bleu")
_weighing = slips_of("weighing", BLEU)
_mean = slips_of("mean", BLEU)
_together = slips_of("together", BLEU)
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


def _each_as_long_as(long: Callable[[Words], int]) -> Callable[[Words, list[Words], int], Lengths]:
    return lambda candidate, references, orders: (long(candidate), list(map(long, references)))


def _of_the_first(order: Callable[[Words, Words], float]) -> Callable[[Words, list[Words], int], Lengths]:
    """Look at the length of a single reference: the one that comes first in another order, on a tie the shorter."""
    return lambda candidate, references, orders: (
        len(candidate),
        [len(min(references, key=lambda reference: (order(candidate, reference), len(reference))))],
    )


# The penalty.

Cap = Callable[[Shape, float, float], float]


def _no_penalty(shape: Shape, c: float, r: float) -> float:
    return 1.0


def _or_0(cap: Cap) -> Cap:
    """Give an empty candidate 0, and every other one what it gets."""
    return lambda shape, c, r: cap(shape, c, r) if c > 0 else 0.0


def _to_the_power(e: float) -> Shape:
    """Make the penalty with another number in the place of e."""
    return lambda c, r: e ** (1 - r / c)


def _last_in_the_condition(recipe: Recipe, c: int, lengths: list[int]) -> float:
    r = recipe.length(c, lengths)
    return 0.0 if c == 0 else 1.0 if c > lengths[-1] else recipe.shape(c, r)


def _ngrams_of(length: int, n: int) -> int:
    return max(length - n + 1, 0)


# With 2.71828, only the last digits of a result differ.
SHORT_ES = (2.718, 2.72, 2.7, 2.71, 2.7183, 2.7182)

# Which precisions are taken, and one number from them.

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
    """Give the precisions that are left equal weights."""

    def again(precisions: Numbers, weights: Numbers) -> tuple[Numbers, Numbers]:
        left, _ = kept(precisions, weights)
        return left, [1 / max(len(left), 1)] * len(left)

    return again


def _weighted_sum(precisions: Numbers, weights: Numbers) -> float:
    return sum(weight * p for p, weight in zip(precisions, weights, strict=True))


def _each(weight: Callable[[int], float]) -> Callable[[Numbers], Numbers]:
    """Give each of so many precisions this weight, whatever the weights are."""
    return lambda weights: [weight(len(weights))] * len(weights)


def _power_of(e: float) -> Callable[[Numbers, Numbers], float]:
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
            replace(recipe, shape=_to_the_power(e), mean=_power_of(e)), *text_and_weights
        )
        for e in SHORT_ES
    ]


def _with_cut_references(score: Score) -> Score:
    """Cut the references before anything is done with them: their lengths are then cut too."""
    return lambda recipe, *text_and_weights: score(
        replace(
            recipe,
            others=cut_counts,
            lengths=lambda candidate, references, orders: (
                len(candidate),
                [min(len(reference), len(candidate)) for reference in references],
            ),
        ),
        *text_and_weights,
    )


def _in_one_precision(recipe: Recipe, pairs: list[Pair], weights: Numbers) -> float:
    """Add up the counts of all orders, and divide them once."""
    every = [matched_and_total(recipe, *pair, n) for pair in pairs for n in range(1, len(weights) + 1)]
    share = recipe.ratio(sum(matched for matched, _ in every), sum(total for _, total in every))
    return recipe.together(penalty_of(recipe, *corpus_lengths(recipe, pairs, len(weights))), share, len(weights))


# A corpus.

CorpusScore = Callable[[Recipe, list[Pair], Sequence[float]], float]


def _average_of_scores(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
    return _sum_of_scores(recipe, pairs, weights) / len(pairs)


def _sum_of_scores(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
    return sum(recipe.sentence(recipe, *pair, weights) for pair in pairs)


def _weighted_scores(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
    """Weigh each sentence's score by the number of its words."""
    scores = [(len(candidate), recipe.sentence(recipe, candidate, others, weights)) for candidate, others in pairs]
    return sum(c * score for c, score in scores) / (sum(c for c, _ in scores) or 1)


def _average_of_precisions(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
    orders = range(1, len(weights) + 1)
    precisions = [sum(precision(recipe, *pair, n) for pair in pairs) / len(pairs) for n in orders]
    factor = penalty_of(recipe, *corpus_lengths(recipe, pairs, len(weights)))
    return recipe.together(factor, mean_of(recipe, precisions, weights), len(weights))


def _of_penalties(choose: Callable[[list[float]], float]) -> CorpusScore:
    """Make one penalty of those of all sentences."""

    def score(recipe: Recipe, pairs: list[Pair], weights: Sequence[float]) -> float:
        factors = [penalty_of(recipe, *corpus_lengths(recipe, [pair], len(weights))) for pair in pairs]
        return choose(factors) * sums_divided_once(replace(recipe, cap=_no_penalty), pairs, weights)

    return score


def _together_in_one(sentences: Iterable[Words]) -> Words:
    return [word for sentence in sentences for word in sentence]


def _one_text(references: Callable[[list[list[Words]]], list[Words]]) -> CorpusScore:
    """Make one text of all candidates, and as many references as `references` makes of those of all segments."""
    return lambda recipe, pairs, weights: recipe.sentence(
        recipe,
        _together_in_one(candidate for candidate, _ in pairs),
        references([others for _, others in pairs]),
        weights,
    )


def _in_step(corpus: list[list[Words]], length: int) -> list[Words]:
    """Join the first references of all segments, then the second ones; the last one stands in where one is missing."""
    return [_together_in_one(others[min(place, len(others) - 1)] for others in corpus) for place in range(length)]


def _segments(choose: Callable[[list[Pair]], list[Pair]]) -> CorpusScore:
    return lambda recipe, pairs, weights: sums_divided_once(recipe, choose(pairs), weights)


def _with_all_references(pairs: list[Pair]) -> list[Pair]:
    every = [reference for _, references in pairs for reference in references]
    return [(candidate, every) for candidate, _ in pairs]


SLIPS: list[Slip] = [
    # The references.
    *slips(CUT, "bleu_score", "sentence", _with_cut_references(sentence_bleu)),
    *_corpus(CUT, _with_cut_references(sums_divided_once)),
    # How long the sentences are.
    *slips(
        "lengths are counted in characters",
        BLEU,
        "lengths",
        _each_as_long_as(lambda words: len("".join(words))),
        _each_as_long_as(lambda words: len(" ".join(words))),
        halves="bleu",
    ),
    *_lengths(
        "lengths are counted in characters",
        lambda candidate, references, orders: (len(candidate), [len(" ".join(reference)) for reference in references]),
        lambda candidate, references, orders: (len(" ".join(candidate)), list(map(len, references))),
    ),
    *_lengths(
        "the closest number of characters in place of words",
        _of_the_first(lambda candidate, reference: abs(len(" ".join(candidate)) - len(" ".join(reference)))),
    ),
    *_lengths(
        "the most words in common in place of the closest length",
        _of_the_first(lambda candidate, reference: -len({*candidate} & {*reference})),
        lambda candidate, references, orders: (
            len(candidate),
            [len(max(references, key=lambda reference: len({*candidate} & {*reference})))],
        ),
        _of_the_first(lambda candidate, reference: -(Counter(candidate) & Counter(reference)).total()),
    ),
    *_lengths(
        "lengths are counted in different words",
        _each_as_long_as(lambda words: len(set(words))),
        lambda candidate, references, orders: (len(set(candidate)), list(map(len, references))),
    ),
    *slips(
        "the lengths in the penalty are counted in n-grams",
        BLEU,
        "lengths",
        lambda candidate, references, n: _each_as_long_as(lambda words: _ngrams_of(len(words), n))(
            candidate, references, n
        ),
        lambda candidate, references, n: (_ngrams_of(len(candidate), n), list(map(len, references))),
        halves="bleu",
    ),
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
    # In BLEU these do what a missing penalty does, but for many references of a short candidate.
    *slips(
        "a position in place of a length",
        "closest_ref_length brevity_penalty",
        "length",
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
    *_length(
        "the most distant length in place of the closest",
        lambda c, lengths: max(lengths, key=lambda length: (abs(length - c), -length)),
        lambda c, lengths: max(lengths, key=lambda length: abs(length - c)),
    ),
    *slips(
        "the number of references in place of a length",
        "closest_ref_length brevity_penalty",
        "length",
        lambda c, lengths: len(lengths),
    ),
    *_length(
        "references shorter than the candidate are not looked at",
        lambda c, lengths: closest(c, [length for length in lengths if length >= c] or lengths),
    ),
    *_length(NOT_THE_LAST, lambda c, lengths: closest(c, lengths[:-1] or lengths)),
    *_length(NOT_THE_FIRST, lambda c, lengths: closest(c, lengths[1:] or lengths)),
    # The penalty.
    *slips(
        "the last reference's length in the condition",
        "brevity_penalty bleu_score ngram_f1",
        "factor",
        _last_in_the_condition,
        halves="bleu",
    ),
    *slips(
        "the average over the references",
        "brevity_penalty bleu_score ngram_f1",
        "factor",
        lambda recipe, c, lengths: sum(penalty_of(recipe, c, length) for length in lengths) / len(lengths),
        halves="bleu",
    ),
    *_cap("the brevity penalty is missing", _no_penalty),
    *slips("the brevity penalty is missing", "brevity_penalty", "cap", _or_0(_no_penalty)),
    *_shape("the ratio is upside down", lambda c, r: math.exp(1 - c / r)),
    *slips("the exponent has the wrong sign", "brevity_penalty", "shape", lambda c, r: math.exp(r / c - 1)),
    *slips(
        "the exponent has the wrong sign (or the score is divided by the penalty)",
        BLEU,
        "shape",
        lambda c, r: math.exp(r / c - 1),
    ),
    *_shape("c/r - 1 in place of 1 - r/c", lambda c, r: math.exp(c / r - 1)),
    *_shape(
        "1 - r is computed before the division by c",
        lambda c, r: math.exp((1 - r) / c),
        lambda c, r: math.exp(1 - r) / c,
    ),
    *_shape("the 1 is missing in the exponent", lambda c, r: math.exp(-r / c)),
    *_shape(
        "the difference of the lengths in place of their ratio",
        lambda c, r: math.exp(c - r),
        lambda c, r: math.exp(1 - (r - c)),
    ),
    *_shape("a straight line in place of the exponential", lambda c, r: c / r, lambda c, r: r / c),
    *_shape("division without the fraction", lambda c, r: math.exp(1 - r // c)),
    *_shape("the exponential is missing", lambda c, r: 1 - r / c),
    *_shape("e - r/c in place of a power of e", lambda c, r: math.e - r / c),
    *_shape("the share that is taken away in place of the share that is left", lambda c, r: 1 - exponential(c, r)),
    *_shape("another base than e", _to_the_power(2), _to_the_power(10)),
    *_shape("e with a few digits", *map(_to_the_power, SHORT_ES)),
    *_cap(
        "the condition is the wrong way round",
        _or_0(lambda shape, c, r: 1.0 if c < r else shape(c, r)),
    ),
    *_cap("the penalty is never capped at 1", _or_0(lambda shape, c, r: shape(c, r))),
    *_cap(
        "long candidates are punished too",
        lambda shape, c, r: short_pays(shape, c, r) if c <= r or r == 0 else shape(r, c),
        _or_0(lambda shape, c, r: math.exp(-abs(1 - r / c))),
    ),
    *_cap(
        "long candidates are punished in place of short ones",
        _or_0(lambda shape, c, r: 1.0 if c <= r or r == 0 else shape(r, c)),
        _or_0(lambda shape, c, r: 1.0 if c <= r else r / c),
    ),
    *_cap("no rule for an empty candidate", lambda shape, c, r: 1.0 if c > r else shape(c, r)),
    *slips(
        "an empty candidate pays nothing",
        "brevity_penalty",
        "cap",
        lambda shape, c, r: short_pays(shape, c, r) if c > 0 else 1.0,
    ),
    # Which precisions are taken, with which weights, and one number from them.
    *_kept_with_0("a precision of 0 taken as 1", _for_zero(1.0), _if_all_are_0(0.0, _for_zero(1.0))),
    *_kept_with_0(
        "a precision of 0 is left out of the mean",
        _if_all_are_0(0.0, _without_zeros),
        _if_all_are_0(1.0, _without_zeros),
    ),
    *_kept_with_0(
        "a small number in place of 0",
        *(_for_zero(10.0**-digits) for digits in (10, 9, 12, 8, 7, 6, 5, 4, 3, 2, 1, 15, 16, 20)),
    ),
    *_kept("the highest order is left out", _without_the_last, _evenly(_without_the_last)),
    *_kept("the first order is left out", _without_the_first, _evenly(_without_the_first)),
    *_kept("only the highest order", lambda precisions, weights: (precisions[-1:], [1.0])),
    *_kept_with_0(RETURNS, lambda precisions, weights: (precisions[:1], weights[:1])),
    *slips("the weights are not applied", "bleu_score", "sentence", _at_a_quarter(sentence_bleu)),
    *_corpus("the weights are not applied", _at_a_quarter(sums_divided_once)),
    *slips("the weights are not applied", "bleu_score corpus_bleu", "weighing", _each(lambda orders: 1 / orders)),
    *_weighing("no root is taken of the product", _each(lambda orders: 1)),
    *_weighing(
        "the weights do not sum to 1",
        _each(lambda orders: 1 / 4),
        _each(lambda orders: orders / 4),
    ),
    *slips("the weights stand in reverse order", "bleu_score corpus_bleu", "weighing", lambda weights: weights[::-1]),
    *_mean(
        "the logarithm of 0",
        lambda precisions, weights: math.exp(_weighted_sum(list(map(math.log, precisions)), weights)),
    ),
    *_mean("the arithmetic mean", _weighted_sum, lambda precisions, weights: sum(precisions) / len(precisions)),
    *_mean("the precisions are added up", lambda precisions, weights: sum(precisions)),
    *_mean(
        "the harmonic mean",
        lambda precisions, weights: 1 / sum(map(truediv, weights, precisions)) if min(precisions) else 0.0,
    ),
    *_mean("the smallest precision", lambda precisions, weights: min(precisions)),
    *_mean(
        "the precisions are multiplied by their weights",
        lambda precisions, weights: math.prod(map(mul, precisions, weights)),
        lambda precisions, weights: math.prod(map(mul, precisions, weights)) ** (1 / len(weights)),
    ),
    *_mean("a root without brackets", lambda precisions, weights: math.prod(precisions) / len(precisions)),
    *_mean(
        "1/w in the exponent in place of w",
        lambda precisions, weights: geometric(precisions, [1 / weight for weight in weights]),
    ),
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
    *_mean("e with a few digits", *map(_power_of, SHORT_ES)),
    *_sentence("e with a few digits", *_with_short_es(sentence_bleu)),
    *_corpus("e with a few digits", *_with_short_es(sums_divided_once)),
    *_sentence(
        "the counts of all orders in one precision",
        lambda recipe, candidate, references, weights: _in_one_precision(recipe, [(candidate, references)], weights),
    ),
    *_corpus("the counts of all orders in one precision", _in_one_precision),
    # One score from the penalty and the mean.
    *_together("the penalty is under the root too", lambda factor, mean, orders: factor ** (1 / orders) * mean),
    *_together(
        "the penalty counts more than once",
        lambda factor, mean, orders: factor**2 * mean,
        lambda factor, mean, orders: factor**orders * mean,
    ),
    *_together(
        "the penalty is added in place of multiplied",
        lambda factor, mean, orders: factor + mean,
        lambda factor, mean, orders: (factor + mean) / 2,
    ),
    # A corpus.
    *_corpus(
        ONE_TEXT,
        _one_text(lambda corpus: [reference for others in corpus for reference in others]),
        _one_text(lambda corpus: _in_step(corpus, min(map(len, corpus)))),
        _one_text(lambda corpus: _in_step(corpus, max(map(len, corpus)))),
        _one_text(lambda corpus: _in_step(corpus, 1)),
        _one_text(lambda corpus: [_together_in_one(map(_together_in_one, corpus))]),
        _one_text(lambda corpus: list(map(_together_in_one, zip_longest(*corpus, fillvalue=[])))),
        _one_text(lambda corpus: list(map(_together_in_one, corpus))),
    ),
    *_corpus("the references of all segments are put together", _segments(_with_all_references)),
    *_corpus("only the first segment is used", _segments(lambda pairs: pairs[:1])),
    *_corpus("only the last segment is used", _segments(lambda pairs: pairs[-1:])),
    *_corpus("the average of the sentences' scores", _average_of_scores, _weighted_scores),
    *_corpus("the sentences' scores are added up", _sum_of_scores),
    *_corpus("the average of the sentences' precisions", _average_of_precisions),
    *_corpus("the average of the sentences' penalties", _of_penalties(lambda factors: sum(factors) / len(factors))),
    *_corpus("the penalties of the sentences are multiplied", _of_penalties(math.prod)),
]
