"""Slips in the lengths: the length of a sentence, the reference length, and the penalty for short candidates."""

import math
from collections.abc import Callable

from bleu_exercises._recipe import (
    Lengths,
    Recipe,
    Shape,
    Words,
    closest,
    exponential,
    penalty_of,
    short_pays,
)
from bleu_exercises._slips.slip import BLEU, Slip, slips, slips_of

_PENALTIES = f"brevity_penalty {BLEU}"
_lengths = slips_of("lengths", f"closest_ref_length {_PENALTIES}")
_length = slips_of("length", f"closest_ref_length {_PENALTIES}")
_shape = slips_of("shape", _PENALTIES)
_cap = slips_of("cap", _PENALTIES)


# The reference length.


def _tie_to_first(c: int, lengths: list[int]) -> float:
    return min(lengths, key=lambda length: abs(length - c))


def _to_the_best_so_far(before: list[int]) -> Callable[[int, list[int]], float]:
    """Go through the lengths, and choose one that is closer to the best so far than that one is to the candidate."""

    def length(c: int, lengths: list[int]) -> float:
        best, *others = [*before, *lengths]
        for other in others:
            best = other if abs(other - best) < abs(best - c) else best
        return best

    return length


def _without_abs(difference: Callable[[int, int], int]) -> Callable[[int, list[int]], float]:
    """Find the smallest difference, where only that of the best so far is a distance."""

    def length(c: int, lengths: list[int]) -> float:
        best = lengths[0]
        for length in lengths[1:]:
            best = length if difference(length, c) < abs(best - c) else best
        return best

    return length


def _each_as_long_as(long: Callable[[Words], int]) -> Callable[[Words, list[Words], int], Lengths]:
    return lambda candidate, references, orders: (long(candidate), list(map(long, references)))


def _of_the_first(order: Callable[[Words, Words], float]) -> Callable[[Words, list[Words], int], Lengths]:
    """Use the length of a single reference: the first one in another order; on a tie, the shorter one."""
    return lambda candidate, references, orders: (
        len(candidate),
        [len(min(references, key=lambda reference: (order(candidate, reference), len(reference))))],
    )


# The penalty.

Cap = Callable[[Shape, float, float], float]


def no_penalty(shape: Shape, c: float, r: float) -> float:
    return 1.0


def _or_0(cap: Cap) -> Cap:
    """Return 0 for an empty candidate, and the usual value for every other one."""
    return lambda shape, c, r: cap(shape, c, r) if c > 0 else 0.0


def to_the_power(e: float) -> Shape:
    """Make the penalty with another number instead of e."""
    return lambda c, r: e ** (1 - r / c)


def _last_in_the_condition(recipe: Recipe, c: int, lengths: list[int]) -> float:
    r = recipe.length(c, lengths)
    return 0.0 if c == 0 else 1.0 if c > lengths[-1] else recipe.shape(c, r)


def _ngrams_of(length: int, n: int) -> int:
    return max(length - n + 1, 0)


# With 2.71828, only the last digits of a result differ.
SHORT_ES = (2.718, 2.72, 2.7, 2.71, 2.7183, 2.7182)


SLIPS: list[Slip] = [
    # The lengths of the sentences.
    *slips(
        "a length is measured in characters",
        BLEU,
        "lengths",
        _each_as_long_as(lambda words: len("".join(words))),
        _each_as_long_as(lambda words: len(" ".join(words))),
    ),
    *_lengths(
        "the closest number of characters is used instead of words",
        _of_the_first(lambda candidate, reference: abs(len(" ".join(candidate)) - len(" ".join(reference)))),
    ),
    *_lengths(
        "the reference with the most common words is used, not the closest length",
        _of_the_first(lambda candidate, reference: -len({*candidate} & {*reference})),
    ),
    *_lengths("a length counts only different words", _each_as_long_as(lambda words: len(set(words)))),
    *slips(
        "the brevity penalty measures a length in n-grams",
        BLEU,
        "lengths",
        lambda candidate, references, n: _each_as_long_as(lambda words: _ngrams_of(len(words), n))(
            candidate, references, n
        ),
    ),
    # The reference length.
    *_length("the length of the shortest reference is used", lambda c, lengths: min(lengths)),
    *_length("the length of the longest reference is used", lambda c, lengths: max(lengths)),
    *_length(
        "the average reference length is used",
        lambda c, lengths: sum(lengths) / len(lengths),
        lambda c, lengths: round(sum(lengths) / len(lengths)),
        lambda c, lengths: sum(lengths) // len(lengths),
    ),
    *_length("the length of the first reference is used", lambda c, lengths: lengths[0]),
    *_length("the length of the last reference is used", lambda c, lengths: lengths[-1]),
    *slips(
        "all reference lengths are added up",
        "closest_ref_length bleu_score corpus_bleu ngram_f1",
        "length",
        lambda c, lengths: sum(lengths),
    ),
    *_length(
        "the closest ratio of lengths is used instead of the closest length",
        lambda c, lengths: min(lengths, key=lambda length: (abs(1 - c / length), length)),
        lambda c, lengths: min(lengths, key=lambda length: abs(1 - c / length)),
    ),
    *_length(
        "on a tie, the longer reference is used",
        lambda c, lengths: min(lengths, key=lambda length: (abs(length - c), -length)),
    ),
    *_length("on a tie, the first reference in the list is used", _tie_to_first),
    *_length("on a tie, the last reference in the list is used", lambda c, lengths: _tie_to_first(c, lengths[::-1])),
    # In BLEU these act like a missing penalty, except when a short candidate has many references.
    *slips(
        "a position is returned instead of a length",
        "closest_ref_length brevity_penalty",
        "length",
        lambda c, lengths: lengths.index(closest(c, lengths)),
    ),
    *slips("the length of the candidate is returned", "closest_ref_length", "length", lambda c, lengths: c),
    *_length(
        "the difference is used instead of the length", lambda c, lengths: min(abs(length - c) for length in lengths)
    ),
    *_length(
        "lengths are compared with the best one so far, not with the candidate",
        _to_the_best_so_far([]),
    ),
    # With a penalty, starting with a best length of 0 has the same effect as having no penalty.
    *slips(
        "lengths are compared with the best one so far, not with the candidate",
        "closest_ref_length",
        "length",
        _to_the_best_so_far([0]),
    ),
    *_length(
        "a difference is used instead of a distance",
        _without_abs(lambda length, c: length - c),
        _without_abs(lambda length, c: c - length),
    ),
    *_length(
        "the most distant length is used instead of the closest one",
        lambda c, lengths: max(lengths, key=lambda length: (abs(length - c), -length)),
    ),
    *slips(
        "the number of references is used instead of a length",
        "closest_ref_length brevity_penalty",
        "length",
        lambda c, lengths: len(lengths),
    ),
    *_length(
        "references shorter than the candidate are ignored",
        lambda c, lengths: closest(c, [length for length in lengths if length >= c] or lengths),
    ),
    *slips(
        "only the first two references are used",
        "closest_ref_length brevity_penalty",
        "length",
        lambda c, lengths: closest(c, lengths[:2]),
    ),
    *_length("the last reference is ignored", lambda c, lengths: closest(c, lengths[:-1] or lengths)),
    *_length("the first reference is ignored", lambda c, lengths: closest(c, lengths[1:] or lengths)),
    # The penalty.
    *slips(
        "the condition uses the length of the last reference",
        "brevity_penalty bleu_score ngram_f1",
        "factor",
        _last_in_the_condition,
    ),
    *slips(
        "the result is averaged over the references",
        "brevity_penalty bleu_score ngram_f1",
        "factor",
        lambda recipe, c, lengths: sum(penalty_of(recipe, c, length) for length in lengths) / len(lengths),
    ),
    *_cap("the brevity penalty is missing", no_penalty),
    *slips("the brevity penalty is missing", "brevity_penalty", "cap", _or_0(no_penalty)),
    *_shape("the ratio of the lengths is upside down", lambda c, r: math.exp(1 - c / r)),
    *slips("the exponent has the wrong sign", "brevity_penalty", "shape", lambda c, r: math.exp(r / c - 1)),
    *slips(
        "the exponent has the wrong sign (or you divide by the brevity penalty)",
        BLEU,
        "shape",
        lambda c, r: math.exp(r / c - 1),
    ),
    *_shape("c/r - 1 is used instead of 1 - r/c", lambda c, r: math.exp(c / r - 1)),
    *_shape(
        "1 - r is computed before the division by c",
        lambda c, r: math.exp((1 - r) / c),
        lambda c, r: math.exp(1 - r) / c,
    ),
    *_shape("the 1 is missing from the exponent", lambda c, r: math.exp(-r / c)),
    *_shape(
        "the difference of the lengths is used instead of their ratio",
        lambda c, r: math.exp(c - r),
        lambda c, r: math.exp(1 - (r - c)),
    ),
    *_shape("a straight line is used instead of the exponential", lambda c, r: c / r, lambda c, r: r / c),
    *_shape("the fractional part is lost in a division", lambda c, r: math.exp(1 - r // c)),
    *_shape("the exponential is missing", lambda c, r: 1 - r / c),
    *_shape("e - r/c is computed instead of a power of e", lambda c, r: math.e - r / c),
    *_shape("the share that is lost is used instead of the share that is left", lambda c, r: 1 - exponential(c, r)),
    *_shape("the base of the power is not e", to_the_power(2), to_the_power(10)),
    *_shape("e is written with only a few digits", *map(to_the_power, SHORT_ES)),
    *_cap(
        "the condition is the wrong way round",
        _or_0(lambda shape, c, r: 1.0 if c < r else shape(c, r)),
    ),
    *_cap("the penalty is never capped at 1", _or_0(lambda shape, c, r: shape(c, r))),
    *_cap(
        "long candidates are penalised too",
        lambda shape, c, r: short_pays(shape, c, r) if c <= r or r == 0 else shape(r, c),
        _or_0(lambda shape, c, r: math.exp(-abs(1 - r / c))),
    ),
    *_cap(
        "long candidates are penalised instead of short ones",
        _or_0(lambda shape, c, r: 1.0 if c <= r or r == 0 else shape(r, c)),
    ),
    *_cap("there is no rule for an empty candidate", lambda shape, c, r: 1.0 if c > r else shape(c, r)),
    *slips(
        "an empty candidate is not penalised",
        "brevity_penalty",
        "cap",
        lambda shape, c, r: short_pays(shape, c, r) if c > 0 else 1.0,
    ),
]
