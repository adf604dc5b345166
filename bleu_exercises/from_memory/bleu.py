"""BLEU of a sentence and of a corpus, from memory, and the ways of getting them wrong."""

import math
from collections.abc import Callable, Sequence
from itertools import chain, zip_longest
from operator import mul, truediv
from statistics import fmean
from typing import Any, TypeAlias

from bleu_exercises._ways import ROUNDED, Function, Ways, around, as_it_is, either, merged, rounded
from bleu_exercises.from_memory.counts import (
    SHARED_WITH_BLEU,
    References,
    Words,
    divided,
    found,
    highest,
    match_counts,
)
from bleu_exercises.from_memory.lengths import (
    PENALTY_IN_BLEU,
    PENALTY_OF_ONE,
    ROUNDED_PENALTY,
    SHORT_ES,
    penalty_of,
    to_the_power,
)

Numbers: TypeAlias = Sequence[float]
Ratio: TypeAlias = Callable[[float, float], float]
Rows: TypeAlias = Sequence[Sequence[tuple[float, float]]]
"""For each order, and there for each segment, the numbers of matches and of n-grams."""

# The right functions, with their steps as keyword arguments.


def bleu_score(candidate: Words, references: References, weights: Numbers, **steps: Any) -> float:
    """Compute BLEU of one candidate."""
    return corpus_bleu([candidate], [references], weights, **steps)


def sums_divided_once(rows: Rows, ratio: Ratio) -> list[float]:
    """Add up the counts of all segments, and divide the sums of each order."""
    return [ratio(*map(sum, zip(*row, strict=True))) for row in rows]


def every_one(precisions: Numbers, weights: Numbers) -> tuple[Numbers, Numbers]:
    """Use all precisions as they are."""
    return precisions, weights


def geometric(precisions: Numbers, weights: Numbers) -> float:
    """Compute the weighted geometric mean for any weights."""
    return float(math.prod(map(pow, precisions, weights)))


def mean_of(
    precisions: Numbers,
    weights: Numbers,
    *,
    kept: Callable[[Numbers, Numbers], tuple[Numbers, Numbers]] = every_one,
    weighing: Callable[[Numbers], Numbers] = as_it_is,
    mean: Callable[[Numbers, Numbers], float] = geometric,
) -> float:
    """Compute one number from the precisions and the weights."""
    precisions, weights = kept(precisions, weights)
    return mean(precisions, weighing(weights))


def multiplied(penalty: float, mean: float, orders: int) -> float:
    """Multiply the mean by the penalty."""
    return penalty * mean


_OF_THE_PENALTY = ("lengths", "length", "shape", "cap", "factor")
_OF_THE_MEAN = ("kept", "weighing", "mean")


def corpus_bleu(
    candidates: Sequence[Words],
    references_per_candidate: Sequence[References],
    weights: Numbers,
    *,
    ratio: Ratio = divided,
    precisions: Callable[[Rows, Ratio], Numbers] = sums_divided_once,
    together: Callable[[float, float, int], float] = multiplied,
    **steps: Any,
) -> float:
    """Compute BLEU of a corpus from the sums of the counts and of the lengths."""
    of_penalty, of_mean = (
        {name: steps.pop(name) for name in names if name in steps} for names in (_OF_THE_PENALTY, _OF_THE_MEAN)
    )
    pairs = list(zip(candidates, references_per_candidate, strict=True))
    orders = len(weights)
    penalty = penalty_of(pairs, orders, **of_penalty)
    rows = [[match_counts(*pair, n, **steps) for pair in pairs] for n in range(1, orders + 1)]
    return together(penalty, mean_of(precisions(rows, ratio), weights, **of_mean), orders)


# Which precisions are used, and one number from them.

Kept = Callable[[Numbers, Numbers], tuple[Numbers, Numbers]]


def _if_all_are_0(result: float, kept: Kept) -> Kept:
    return lambda p, w: kept(p, w) if any(p) else ([result], [1.0])


def _for_zero(tiny: float) -> Kept:
    return lambda p, w: ([share or tiny for share in p], w)


def _without_zeros(precisions: Numbers, weights: Numbers) -> tuple[Numbers, Numbers]:
    kept = [(p, weight) for p, weight in zip(precisions, weights, strict=True) if p > 0]
    whole = sum(weight for _, weight in kept)
    return [p for p, _ in kept], [weight / whole for _, weight in kept]


def _part(part: slice) -> tuple[Kept, Kept]:
    """Use some of the precisions, with their own weights or with equal ones."""
    return (
        lambda p, w: (p[part], w[: len(p)][part]),
        lambda p, w: (p[part], [1 / max(len(p) - 1, 1)] * (len(p) - 1)),
    )


def _weighted_sum(precisions: Numbers, weights: Numbers) -> float:
    return float(sum(map(mul, weights, precisions)))


def _logarithms(precisions: Numbers, weights: Numbers) -> float:
    return _weighted_sum(list(map(math.log, precisions)), weights)


def _each(weight: Callable[[int], float]) -> Callable[[Numbers], Numbers]:
    """Give every precision a weight that depends only on how many there are."""
    return lambda weights: [weight(len(weights))] * len(weights)


def _power_of(e: float) -> Callable[[Numbers, Numbers], float]:
    """Make the geometric mean whose logarithms are undone with a base other than e."""
    return lambda p, w: geometric(p, w) ** math.log(e)


ZEROS = {
    "a precision of 0 is treated as 1": either("kept", _for_zero(1.0), _if_all_are_0(0.0, _for_zero(1.0))),
    "a precision of 0 is left out of the mean": either(
        "kept", _if_all_are_0(0.0, _without_zeros), _if_all_are_0(1.0, _without_zeros)
    ),
    "a small number is used instead of 0": tuple(
        {"kept": _for_zero(10.0**-digits)} for digits in (10, 9, 12, 8, 7, 6, 5, 4, 3, 2, 1, 15, 16, 20)
    ),
}
OTHER_WEIGHTS = {
    "the weights are ignored": {"weighing": _each(lambda orders: 1 / orders)},
    "the weights are in reverse order": {"weighing": lambda weights: weights[::-1]},
}
MEANS = {
    "the highest order is left out": either("kept", *_part(slice(None, -1))),
    "the first order is left out": either("kept", *_part(slice(1, None))),
    "only the highest order is used": {"kept": lambda p, w: (p[-1:], [1.0])},
    "the root of the product is not taken": {"weighing": _each(lambda orders: 1)},
    "the weights do not sum to 1": either("weighing", _each(lambda orders: 1 / 4), _each(lambda orders: orders / 4)),
    "the logarithm of 0 is computed": {"mean": lambda p, w: math.exp(_logarithms(p, w))},
    "the arithmetic mean is used": either("mean", _weighted_sum, lambda p, w: sum(p) / len(p)),
    "the precisions are added up": {"mean": lambda p, w: sum(p)},
    "the harmonic mean is used": {"mean": lambda p, w: 1 / sum(map(truediv, w, p)) if min(p) else 0.0},
    "only the smallest precision is used": {"mean": lambda p, w: min(p)},
    "the precisions are multiplied by their weights": either(
        "mean",
        lambda p, w: math.prod(map(mul, p, w)),
        lambda p, w: math.prod(map(mul, p, w)) ** (1 / len(w)),
    ),
    "the exponent of the root has no brackets": {"mean": lambda p, w: math.prod(p) / len(p)},
    "the exponent is 1/w instead of w": {"mean": lambda p, w: geometric(p, [1 / weight for weight in w])},
    "the base of the logarithm is not e": tuple(
        {"mean": lambda p, w, base=base: geometric(p, w) ** (1 / math.log(base))} for base in (10, 2)
    ),
    "the exponential is missing": {"mean": lambda p, w: _logarithms(p, w) if min(p) else 0.0},
    "exp is used without the logarithm": {"mean": lambda p, w: math.exp(_weighted_sum(p, w))},
    "e is written with only a few digits": (
        *either("mean", *map(_power_of, SHORT_ES)),
        *({"shape": to_the_power(e), "mean": _power_of(e)} for e in SHORT_ES),
    ),
    "the counts of all orders go into one precision": {
        "precisions": lambda rows, ratio: sums_divided_once([list(chain(*rows))], ratio) * len(rows)
    },
    "the brevity penalty is under the root too": {"together": lambda bp, mean, n: bp ** (1 / n) * mean},
    "the brevity penalty is applied more than once": either(
        "together",
        lambda bp, mean, n: bp**2 * mean,
        lambda bp, mean, n: bp**n * mean,
    ),
    "the brevity penalty is added instead of multiplied": either(
        "together", lambda bp, mean, n: bp + mean, lambda bp, mean, n: (bp + mean) / 2
    ),
}
_SHARED = merged(
    SHARED_WITH_BLEU,
    {
        "a small number is used instead of 0": tuple(
            {"ratio": lambda matched, total, tiny=tiny: (matched or tiny) / total if total > 0 else 0.0}
            for tiny in (0.1, 0.5)
        ),
    },
    PENALTY_IN_BLEU,
    ZEROS,
    {"only the first iteration of a loop counts": {"kept": lambda p, w: (p[:1], w[:1])}},
    OTHER_WEIGHTS,
    MEANS,
)


BLEU_4 = "the result is BLEU-4 whatever the weights are"


def _at_a_quarter(bleu: Function) -> Ways:
    """Make the function that uses the weights of BLEU-4."""
    return {BLEU_4: lambda candidates, references, weights, **steps: bleu(candidates, references, (0.25,) * 4, **steps)}


_ROUNDED = merged({ROUNDED: either("ratio", *rounded(divided))}, ROUNDED_PENALTY, around(ROUNDED))

# One reference at a time.


def _of_references(choose: Callable[[list[float]], float]) -> Function:
    return lambda candidate, references, weights, **steps: choose(
        [bleu_score(candidate, [reference], weights, **steps) for reference in references]
    )


BLEU_SCORE = merged(
    _SHARED,
    _at_a_quarter(bleu_score),
    {
        "only the best single reference is used": _of_references(max),
        "the result is averaged over the references": _of_references(fmean),
    },
    PENALTY_OF_ONE,
    _ROUNDED,
)

# A corpus.

ONE_TEXT = "the corpus is treated as one long text"


def _of_scores(choose: Callable[[list[float]], float]) -> Function:
    return lambda candidates, corpus, weights, **steps: choose(
        [bleu_score(*pair, weights, **steps) for pair in zip(candidates, corpus, strict=True)]
    )


def _of_penalties(choose: Callable[[list[float]], float]) -> Function:
    """Combine the penalties of all sentences into one."""
    return lambda segments, length, penalty: choose([penalty(c, length(c, lengths)) for c, lengths in segments])


def _one_text(references: Callable[[Sequence[References]], References]) -> Function:
    """Join all candidates into one text, and join the references as `references` does."""
    return lambda candidates, corpus, weights, **steps: bleu_score(
        list(chain(*candidates)), references(corpus), weights, **steps
    )


def _segments(part: slice) -> Function:
    return lambda candidates, corpus, weights, **steps: corpus_bleu(candidates[part], corpus[part], weights, **steps)


CORPUS_BLEU = merged(
    _SHARED,
    _at_a_quarter(corpus_bleu),
    {
        "sentences without a match are left out": {
            "total": lambda counts, c, others, n: counts.total() if found(counts, highest(others)) else 0
        },
        "each sentence counts as having at least one n-gram": {"total": lambda counts, c, others, n: max(c - n + 1, 1)},
        "a short candidate has a negative number of n-grams": {"total": lambda counts, c, others, n: c - n + 1},
        ONE_TEXT: (
            _one_text(lambda corpus: list(chain(*corpus))),
            _one_text(lambda corpus: [list(chain(*others)) for others in zip(*corpus, strict=False)]),
            _one_text(lambda corpus: [[word for others in corpus for word in others[0]]]),
            _one_text(lambda corpus: [list(chain(*others)) for others in zip_longest(*corpus, fillvalue=[])]),
            _one_text(lambda corpus: [list(chain(*others)) for others in corpus]),
        ),
        "the references of all segments are pooled": lambda candidates, corpus, weights, **steps: corpus_bleu(
            candidates, [list(chain(*corpus))] * len(corpus), weights, **steps
        ),
        "only the first segment is used": _segments(slice(1)),
        "only the last segment is used": _segments(slice(-1, None)),
        "the scores of the sentences are averaged": _of_scores(fmean),
        "the scores of the sentences are added up": _of_scores(sum),
        "the precisions of the sentences are averaged": {
            "precisions": lambda rows, ratio: [fmean([ratio(*pair) for pair in row]) for row in rows]
        },
        "the brevity penalties of the sentences are averaged": {"factor": _of_penalties(fmean)},
        "the brevity penalties of the sentences are multiplied": {"factor": _of_penalties(math.prod)},
    },
    _ROUNDED,
)
