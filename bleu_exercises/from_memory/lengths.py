"""The functions for the reference length and the brevity penalty, from memory, and the ways of getting them wrong."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from bleu_exercises._ways import JOINED, LETTERS, ROUNDED, around, either, merged, rounded
from bleu_exercises.from_memory.counts import References, Words

Lengths: TypeAlias = tuple[int, list[int]]
"""The length of a candidate, and those of its references."""
Length: TypeAlias = Callable[[int, list[int]], float]
"""Finds the reference length."""
Shape: TypeAlias = Callable[[float, float], float]
"""Computes the penalty of a candidate that is too short, from c and r."""
Cap: TypeAlias = Callable[[Shape, float, float], float]
"""Decides which candidates have a penalty."""

# The right functions, with their steps as keyword arguments.


def in_words(candidate: Words, references: References, orders: int) -> Lengths:
    """Count the words, independently of the highest order."""
    return len(candidate), list(map(len, references))


def closest(c: int, lengths: list[int]) -> int:
    """Find the closest length; on a tie, the shorter one."""
    return min(lengths, key=lambda length: (abs(length - c), length))


def closest_ref_length(
    candidate: Words,
    references: References,
    *,
    lengths: Callable[[Words, References, int], Lengths] = in_words,
    length: Length = closest,
) -> float:
    """Find the length of the closest reference."""
    return length(*lengths(candidate, references, 1))


def exponential(c: float, r: float) -> float:
    """Compute the penalty of a candidate that is too short."""
    return math.exp(1 - r / c)


def short_pays(shape: Shape, c: float, r: float) -> float:
    """Penalise short candidates, and return 0 for an empty one."""
    return 0.0 if c == 0 else 1.0 if c > r else shape(c, r)


penalty = partial(short_pays, exponential)


def of_the_sums(segments: Sequence[Lengths], length: Length, penalty: Shape) -> float:
    """Compute the penalty from the sum of the candidates' lengths and the sum of the reference lengths."""
    return penalty(sum(c for c, _ in segments), sum(length(c, lengths) for c, lengths in segments))


def penalty_of(
    pairs: Sequence[tuple[Words, References]],
    orders: int,
    *,
    lengths: Callable[[Words, References, int], Lengths] = in_words,
    length: Length = closest,
    shape: Shape = exponential,
    cap: Cap = short_pays,
    factor: Callable[[Sequence[Lengths], Length, Shape], float] = of_the_sums,
) -> float:
    """Compute the brevity penalty of a corpus."""
    return factor([lengths(*pair, orders) for pair in pairs], length, partial(cap, shape))


def brevity_penalty(candidate: Words, references: References, **steps: Any) -> float:
    """Compute the brevity penalty of one candidate."""
    return penalty_of([(candidate, references)], 1, **steps)


# The lengths of the sentences.


def _each_as_long_as(long: Callable[[Words], int]) -> Callable[[Words, References, int], Lengths]:
    return lambda candidate, references, orders: (long(candidate), list(map(long, references)))


def _of_the_first(order: Callable[[Words, Words], float]) -> Callable[[Words, References, int], Lengths]:
    """Use the length of a single reference: the first one in another order; on a tie, the shorter one."""
    return lambda candidate, references, orders: (
        len(candidate),
        [len(min(references, key=lambda reference: (order(candidate, reference), len(reference))))],
    )


_LENGTHS = {
    "the closest number of characters is used instead of words": {
        "lengths": _of_the_first(lambda candidate, reference: abs(len(" ".join(candidate)) - len(" ".join(reference))))
    },
    "the reference with the most common words is used, not the closest length": {
        "lengths": _of_the_first(lambda candidate, reference: -len({*candidate} & {*reference}))
    },
    "a length counts only different words": {"lengths": _each_as_long_as(lambda words: len(set(words)))},
}
_LENGTHS_IN_BLEU = {
    "a length is measured in characters": either(
        "lengths",
        _each_as_long_as(lambda words: len("".join(words))),
        _each_as_long_as(lambda words: len(" ".join(words))),
    ),
    "the brevity penalty measures a length in n-grams": {
        "lengths": lambda candidate, references, n: _each_as_long_as(lambda words: max(len(words) - n + 1, 0))(
            candidate, references, n
        )
    },
}

# The reference length.


def _tie_to_first(c: int, lengths: list[int]) -> float:
    return min(lengths, key=lambda length: abs(length - c))


def _the_best_so_far(closer: Callable[[int, int, int], bool], *before: int) -> Length:
    """Go through the lengths, and keep one if it is `closer` than the best so far, as this function decides."""

    def length(c: int, lengths: list[int]) -> float:
        best, *others = [*before, *lengths]
        for other in others:
            best = other if closer(other, best, c) else best
        return best

    return length


def _closer_to_the_best(other: int, best: int, c: int) -> bool:
    return abs(other - best) < abs(best - c)


_BEST_SO_FAR = "lengths are compared with the best one so far, not with the candidate"
LENGTH = {
    "the length of the shortest reference is used": {"length": lambda c, lengths: min(lengths)},
    "the length of the longest reference is used": {"length": lambda c, lengths: max(lengths)},
    "the average reference length is used": either(
        "length",
        lambda c, lengths: sum(lengths) / len(lengths),
        lambda c, lengths: round(sum(lengths) / len(lengths)),
        lambda c, lengths: sum(lengths) // len(lengths),
    ),
    "the length of the first reference is used": {"length": lambda c, lengths: lengths[0]},
    "the length of the last reference is used": {"length": lambda c, lengths: lengths[-1]},
    "the closest ratio of lengths is used instead of the closest length": either(
        "length",
        lambda c, lengths: min(lengths, key=lambda length: (abs(1 - c / length), length)),
        lambda c, lengths: min(lengths, key=lambda length: abs(1 - c / length)),
    ),
    "on a tie, the longer reference is used": {
        "length": lambda c, lengths: min(lengths, key=lambda length: (abs(length - c), -length))
    },
    "on a tie, the first reference in the list is used": {"length": _tie_to_first},
    "on a tie, the last reference in the list is used": {"length": lambda c, lengths: _tie_to_first(c, lengths[::-1])},
    "the difference is used instead of the length": {
        "length": lambda c, lengths: min(abs(length - c) for length in lengths)
    },
    _BEST_SO_FAR: {"length": _the_best_so_far(_closer_to_the_best)},
    "a difference is used instead of a distance": either(
        "length",
        _the_best_so_far(lambda other, best, c: other - c < abs(best - c)),
        _the_best_so_far(lambda other, best, c: c - other < abs(best - c)),
    ),
    "the most distant length is used instead of the closest one": {
        "length": lambda c, lengths: max(lengths, key=lambda length: (abs(length - c), -length))
    },
    "references shorter than the candidate are ignored": {
        "length": lambda c, lengths: closest(c, [length for length in lengths if length >= c] or lengths)
    },
    "the last reference is ignored": {"length": lambda c, lengths: closest(c, lengths[:-1] or lengths)},
    "the first reference is ignored": {"length": lambda c, lengths: closest(c, lengths[1:] or lengths)},
}
# In BLEU, the first two of these act like a missing penalty, except when a short candidate has many references.
_LENGTH_ALONE = {
    "a position is returned instead of a length": {"length": lambda c, lengths: lengths.index(closest(c, lengths))},
    "the number of references is used instead of a length": {"length": lambda c, lengths: len(lengths)},
    "only the first two references are used": {"length": lambda c, lengths: closest(c, lengths[:2])},
}
_ADDED_UP = {"all reference lengths are added up": {"length": lambda c, lengths: sum(lengths)}}
# With a penalty, starting with a best length of 0 has the same effect as having no penalty.
_FROM_0 = {
    "the length of the candidate is returned": {"length": lambda c, lengths: c},
    _BEST_SO_FAR: {"length": _the_best_so_far(_closer_to_the_best, 0)},
}

# The penalty.


def no_penalty(shape: Shape, c: float, r: float) -> float:
    """Penalise nothing."""
    return 1.0


def _or_0(cap: Cap) -> Cap:
    """Return 0 for an empty candidate, and the usual value for every other one."""
    return lambda shape, c, r: cap(shape, c, r) if c > 0 else 0.0


def to_the_power(e: float) -> Shape:
    """Make the penalty with another number instead of e."""
    return lambda c, r: e ** (1 - r / c)


def _last_in_the_condition(segments: Sequence[Lengths], length: Length, penalty: Shape) -> float:
    ((c, lengths),) = segments
    return 1.0 if c > lengths[-1] else exponential(c, length(c, lengths)) if c else 0.0


SHORT_ES = (2.718, 2.72, 2.7, 2.71, 2.7183, 2.7182)
"""With 2.71828, only the last digits of a result differ."""

PENALTY_OF_ONE = {
    "the condition uses the length of the last reference": {"factor": _last_in_the_condition},
    "the result is averaged over the references": {
        "factor": lambda segments, length, penalty: sum(
            penalty(c, other) / len(lengths) for c, lengths in segments for other in lengths
        )
    },
}
_PENALTIES = {
    "the brevity penalty is missing": {"cap": no_penalty},
    "the ratio of the lengths is upside down": {"shape": lambda c, r: math.exp(1 - c / r)},
    "c/r - 1 is used instead of 1 - r/c": {"shape": lambda c, r: math.exp(c / r - 1)},
    "1 - r is computed before the division by c": either(
        "shape", lambda c, r: math.exp((1 - r) / c), lambda c, r: math.exp(1 - r) / c
    ),
    "the 1 is missing from the exponent": {"shape": lambda c, r: math.exp(-r / c)},
    "the difference of the lengths is used instead of their ratio": either(
        "shape", lambda c, r: math.exp(c - r), lambda c, r: math.exp(1 - (r - c))
    ),
    "a straight line is used instead of the exponential": either("shape", lambda c, r: c / r, lambda c, r: r / c),
    "the fractional part is lost in a division": {"shape": lambda c, r: math.exp(1 - r // c)},
    "the exponential is missing": {"shape": lambda c, r: 1 - r / c},
    "e - r/c is computed instead of a power of e": {"shape": lambda c, r: math.e - r / c},
    "the share that is lost is used instead of the share that is left": {"shape": lambda c, r: 1 - exponential(c, r)},
    "the base of the power is not e": either("shape", to_the_power(2), to_the_power(10)),
    "e is written with only a few digits": either("shape", *map(to_the_power, SHORT_ES)),
    "the condition is the wrong way round": {"cap": _or_0(lambda shape, c, r: 1.0 if c < r else shape(c, r))},
    "the penalty is never capped at 1": {"cap": _or_0(lambda shape, c, r: shape(c, r))},
    "long candidates are penalised too": either(
        "cap",
        lambda shape, c, r: short_pays(shape, c, r) if c <= r or r == 0 else shape(r, c),
        _or_0(lambda shape, c, r: math.exp(-abs(1 - r / c))),
    ),
    "long candidates are penalised instead of short ones": {
        "cap": _or_0(lambda shape, c, r: 1.0 if c <= r or r == 0 else shape(r, c))
    },
    "there is no rule for an empty candidate": {"cap": lambda shape, c, r: 1.0 if c > r else shape(c, r)},
}


def _divided_by(c: float, r: float) -> float:
    return math.exp(r / c - 1)


# The mistakes in each function.

CLOSEST_REF_LENGTH = merged(around(LETTERS), _LENGTHS, LENGTH, _LENGTH_ALONE, _ADDED_UP, _FROM_0)
BREVITY_PENALTY = merged(
    around(LETTERS, JOINED),
    _LENGTHS,
    LENGTH,
    _LENGTH_ALONE,
    PENALTY_OF_ONE,
    _PENALTIES,
    {
        "the exponent has the wrong sign": {"shape": _divided_by},
        "the brevity penalty is missing": {"cap": _or_0(no_penalty)},
        "an empty candidate is not penalised": {"cap": lambda shape, c, r: short_pays(shape, c, r) if c > 0 else 1.0},
    },
    around(ROUNDED),
)
PENALTY_IN_BLEU = merged(
    _LENGTHS_IN_BLEU,
    _LENGTHS,
    LENGTH,
    _ADDED_UP,
    _PENALTIES,
    {"the exponent has the wrong sign (or you divide by the brevity penalty)": {"shape": _divided_by}},
)
ROUNDED_PENALTY = {ROUNDED: either("cap", *rounded(short_pays))}
