"""Lesson 05: BLEU, the geometric mean of the modified precisions times the brevity penalty.

What BLEU knows of a text are a few counts. `bleu_counts` takes them from a sentence, `bleu_of_counts` makes the score
of them, and everything else, here and in lesson 08, is a view of the two.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bleu_helpers.display import tables
from bleu_helpers.lessons.brevity_penalty import brevity_penalty_of_lengths, closest_ref_length
from bleu_helpers.lessons.clipping import max_ref_count
from bleu_helpers.lessons.counting import Ngram, Sentence
from bleu_helpers.lessons.ngrams import match_counts
from bleu_helpers.validation.counts import call_smoothing, check_bleu_counts

Smoothing = Callable[[Sequence[tuple[int, int]], int], Sequence[float]]
"""Turns the (matched, total) pairs of the orders 1 to N + 1, and the candidate's length, into N precisions.

The pairs go one order further than the precisions, because some smoothing methods look one order ahead.
"""

UNIFORM_WEIGHTS = (0.25, 0.25, 0.25, 0.25)


def geometric_mean(values: Sequence[float], weights: Sequence[float]) -> float:
    """Compute the weighted geometric mean: exp of the weighted sum of the logarithms.

    Args:
        values: numbers of at least 0.
        weights: one weight a value, of at least 0, with sum 1. A value of weight 0 does not count.

    Returns:
        A number between the smallest and the largest value; exactly 0.0 where a value that counts is 0.

    Source: exp(sum of w_n log p_n), Papineni et al. 2002, section 2.3.

    >>> geometric_mean([0.5, 0.125], weights=[0.5, 0.5])
    0.25
    """
    counting = [(float(value), weight) for value, weight in zip(values, weights, strict=True) if weight > 0]
    if any(value == 0 for value, _ in counting):
        return 0.0  # the logarithm of 0 is minus infinity, and exp(minus infinity) is 0
    logarithm = math.fsum(weight * math.log(value) for value, weight in counting)
    return _exp_between(logarithm, min(counting)[0], max(counting)[0])  # exp(sum of w log p), but for the last digits


def _exp_between(logarithm: float, smallest: float, largest: float) -> float:
    """exp of a mean logarithm, kept between the values that it is the mean of: rounding can push it past them."""
    mean = math.exp(min(logarithm, math.log(largest)))
    return min(max(mean, smallest), largest)


@dataclass(frozen=True)
class BleuCounts:
    """All that BLEU needs to know of a segment, or of many: small integers, and two of them add up with `+`.

    `matched` and `total` hold one entry an order, from order 1 to N + 1: one order more than BLEU-N scores, because
    some smoothing methods look one order ahead. The lengths are in tokens; `reference_length` is the closest one's.

    Raises:
        TypeError: a count is not an int, or `matched` or `total` is not a tuple.
        ValueError: a count is negative, `matched` and `total` are not equally long or hold fewer than two orders, or
            more match than there are. Or two of different orders are added up.

    Source: the sums in the formula of p_n, and c and r, Papineni et al. 2002, sections 2.1.1 and 2.2.2.

    >>> BleuCounts((3, 1), (4, 3), 4, 5) + BleuCounts((2, 2), (3, 2), 3, 3)
    BleuCounts(matched=(5, 3), total=(7, 5), candidate_length=7, reference_length=8)
    """

    matched: tuple[int, ...]
    total: tuple[int, ...]
    candidate_length: int
    reference_length: int

    def __post_init__(self) -> None:
        check_bleu_counts(self.matched, self.total, self.candidate_length, self.reference_length)

    def __add__(self, other: BleuCounts) -> BleuCounts:
        if not isinstance(other, BleuCounts):
            return NotImplemented
        if len(self.matched) != len(other.matched):
            raise ValueError(
                f"one BleuCounts has {len(self.matched)} orders, the other {len(other.matched)}. Only counts of the "
                "same orders add up: count both with the same n_gram."
            )
        return BleuCounts(
            tuple(a + b for a, b in zip(self.matched, other.matched, strict=True)),
            tuple(a + b for a, b in zip(self.total, other.total, strict=True)),
            self.candidate_length + other.candidate_length,
            self.reference_length + other.reference_length,
        )


def bleu_counts(candidate: Sentence, references: Sequence[Sentence], n_gram: int = 4) -> BleuCounts:
    """Count what BLEU knows of one candidate: matches and n-grams of each order, and two lengths.

    Args:
        candidate: the sentence to judge, a list or tuple of tokens.
        references: one or more correct sentences, each a list or tuple of tokens.
        n_gram: the highest order that is to be scored, 1 to 1000. One order more is counted.

    Returns:
        A BleuCounts: at each order what `match_counts` of lesson 03 gives. A candidate of fewer than n tokens has
        (0, 0) at order n.

    Source: the counts of Papineni et al. 2002, section 2.1.1, before they are divided.

    >>> bleu_counts("the cat".split(), ["the cat sat".split()], n_gram=1)
    BleuCounts(matched=(2, 1), total=(2, 1), candidate_length=2, reference_length=3)
    """
    matched, total = zip(*(match_counts(candidate, references, n) for n in range(1, n_gram + 2)), strict=True)
    return BleuCounts(matched, total, len(candidate), closest_ref_length(candidate, references))


def bleu_of_counts(
    counts: BleuCounts, weights: Sequence[float] = UNIFORM_WEIGHTS, smoothing: Smoothing | None = None
) -> float:
    """Compute BLEU from counts alone, of one segment or summed over many: the only place that does.

    Args:
        counts: a BleuCounts of exactly one order more than there are weights.
        weights: one weight an order, from order 1 on, with sum 1.
        smoothing: None, or a function that replaces the precisions where counts are small (lesson 09).

    Returns:
        A number from 0 to 1.

    Source: BLEU, Papineni et al. 2002, section 2.3.

    >>> bleu_of_counts(BleuCounts((7, 5, 3, 1, 0), (7, 6, 5, 4, 3), 7, 7))
    0.5946035575013605
    """
    precisions = _precisions(counts, smoothing)
    penalty = brevity_penalty_of_lengths(counts.candidate_length, counts.reference_length)
    return penalty * geometric_mean(precisions, weights)


def _precisions(counts: BleuCounts, smoothing: Smoothing | None) -> list[float]:
    """The N precisions that a score is made of: matched / total, 0.0 for 0/0, or what a smoothing makes of the counts.

    Where no unigram matches, all are 0.0 whatever the smoothing: it fills gaps in the evidence, and here there is none
    (NLTK and sacrebleu give 0 too). A precision is a share, so what a smoothing puts above 1 counts as 1.
    """
    pairs = list(zip(counts.matched, counts.total, strict=True))
    if counts.matched[0] == 0:
        return [0.0] * (len(pairs) - 1)
    if smoothing is None:
        return [matched / total if total > 0 else 0.0 for matched, total in pairs[:-1]]
    return [min(precision, 1.0) for precision in call_smoothing(smoothing, pairs, counts.candidate_length)]


def bleu_score(
    candidate: Sentence,
    references: Sequence[Sentence],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    smoothing: Smoothing | None = None,
) -> float:
    """Compute BLEU of one candidate: brevity penalty times the geometric mean of the modified precisions.

    Args:
        candidate: the sentence to judge, a list or tuple of tokens.
        references: one or more correct sentences, each a list or tuple of tokens.
        weights: one weight an order, from order 1 on, with sum 1. Four times 0.25 is BLEU-4.
        smoothing: None, or a function that replaces the precisions where counts are small (lesson 09).

    Returns:
        A number from 0 to 1. Exactly 0.0 where an order with a weight above 0 has no match, unless smoothed.

    Source: BLEU, Papineni et al. 2002, section 2.3.

    >>> bleu_score("the cat is on a mat".split(), ["the cat is on the mat".split()])
    0.537284965911771
    """
    counts = bleu_counts(candidate, references, n_gram=len(weights))
    return bleu_of_counts(counts, weights, smoothing)


@dataclass(frozen=True)
class BleuParts:
    """Everything that goes into the BLEU of counts, of a segment or of a corpus; prints as a table.

    The fields `matched`, `total`, `precisions` and `weights` hold one entry an order, from order 1 on.
    """

    matched: tuple[int, ...]
    total: tuple[int, ...]
    precisions: tuple[float, ...]
    weights: tuple[float, ...]
    candidate_length: int
    reference_length: int
    geometric_mean: float
    brevity_penalty: float
    score: float

    def _shown(self, times: str) -> tuple[str, str, list[tables.Order]]:
        shown = tables.four_decimals
        score = (
            f"BLEU {shown(self.score)} = brevity penalty {shown(self.brevity_penalty)} "
            f"{times} geometric mean {shown(self.geometric_mean)}"
        )
        lengths = f"candidate length {self.candidate_length}, closest reference length {self.reference_length}"
        return score, lengths, list(zip(self.matched, self.total, self.precisions, self.weights, strict=True))

    def _below(self) -> tuple[list[list[tuple[str, Ngram]]], str]:
        """The marked n-grams of each order, and the note beside the table."""
        names = "score, counts, totals, precisions, bp, sys_len, ref_len (score, precisions: percent)"
        return [], f"sacrebleu's names: {names}"

    def __repr__(self) -> str:
        return tables.bleu_as_text(*self._shown("x"), *self._below())

    def _repr_html_(self) -> str:
        return tables.bleu_as_html(*self._shown("×"), *self._below())


@dataclass(frozen=True, repr=False)
class BleuExplanation(BleuParts):
    """Everything that goes into the BLEU of one candidate; in its table, each n-gram is there with its mark."""

    candidate: Sentence
    references: Sequence[Sentence]

    def _below(self) -> tuple[list[list[tuple[str, Ngram]]], str]:
        orders = range(1, len(self.weights) + 1)
        ngrams = [marked_ngrams(self.candidate, self.references, n) for n in orders]
        return ngrams, f"n-grams: {tables.LEGEND}"


def explain_counts(
    counts: BleuCounts, weights: Sequence[float] = UNIFORM_WEIGHTS, smoothing: Smoothing | None = None
) -> BleuParts:
    """Compute BLEU from counts as `bleu_of_counts` does, and keep every number on the way.

    Args:
        counts: a BleuCounts of exactly one order more than there are weights.
        weights: one weight an order, from order 1 on, with sum 1.
        smoothing: None, or a function that replaces the precisions where counts are small (lesson 09).

    Returns:
        A frozen BleuParts. Its `precisions` are those that the score is made of, so after smoothing.

    Source: BLEU, Papineni et al. 2002, section 2.3.

    >>> explain_counts(BleuCounts((5, 2, 0), (6, 4, 2), 6, 7), weights=(0.5, 0.5)).precisions
    (0.8333333333333334, 0.5)
    """
    precisions = _precisions(counts, smoothing)
    orders = len(weights)
    return BleuParts(
        matched=counts.matched[:orders],
        total=counts.total[:orders],
        precisions=tuple(precisions),
        weights=tuple(float(weight) for weight in weights),
        candidate_length=counts.candidate_length,
        reference_length=counts.reference_length,
        geometric_mean=geometric_mean(precisions, weights),
        brevity_penalty=brevity_penalty_of_lengths(counts.candidate_length, counts.reference_length),
        score=bleu_of_counts(counts, weights, smoothing=lambda *_: precisions),  # smoothed once, above
    )


def explain_bleu(
    candidate: Sentence,
    references: Sequence[Sentence],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    smoothing: Smoothing | None = None,
) -> BleuExplanation:
    """Compute BLEU as `bleu_score` does, and keep every number on the way.

    Args:
        candidate: the sentence to judge, a list or tuple of tokens.
        references: one or more correct sentences, each a list or tuple of tokens.
        weights: one weight an order, from order 1 on, with sum 1.
        smoothing: None, or a function that replaces the precisions where counts are small (lesson 09).

    Returns:
        A frozen BleuExplanation. Its `precisions` are those that the score is made of, so after smoothing.

    Source: BLEU, Papineni et al. 2002, section 2.3.

    >>> explain_bleu("the cat sat".split(), ["the cat sat down".split()], weights=(0.5, 0.5))
    BLEU 0.7165 = brevity penalty 0.7165 x geometric mean 1.0000
    candidate length 3, closest reference length 4
    <BLANKLINE>
    n  matched  total  precision  weight
    1        3      3     1.0000  0.5000
    2        2      2     1.0000  0.5000
    <BLANKLINE>
    n-grams: + matched, / clipped, - in no reference
    1: +the +cat +sat
    2: +the_cat +cat_sat
    """
    counts = bleu_counts(candidate, references, n_gram=len(weights))
    return BleuExplanation(
        **vars(explain_counts(counts, weights, smoothing)),
        candidate=tuple(candidate),
        references=tuple(tuple(reference) for reference in references),
    )


def marked_ngrams(candidate: Sentence, references: Sequence[Sentence], n: int = 1) -> list[tuple[str, Ngram]]:
    """List the n-grams of a candidate in order, each with its mark.

    Args:
        candidate: the sentence to judge, a list or tuple of tokens.
        references: one or more correct sentences, each a list or tuple of tokens.
        n: the order of the n-grams, 1 to 1000.

    Returns:
        Pairs (mark, n-gram). Of an n-gram that occurs too often, the first occurrences match, the rest are clipped.

    Source: Count_clip, Papineni et al. 2002, section 2.1, occurrence by occurrence.

    >>> marked_ngrams("the the the dog".split(), ["the cat on the mat".split()])
    [('+', ('the',)), ('+', ('the',)), ('/', ('the',)), ('-', ('dog',))]
    """
    maximum = max_ref_count(references, n)
    seen: Counter[Ngram] = Counter()
    marked = []
    for start in range(len(candidate) - n + 1):
        ngram = tuple(candidate[start : start + n])
        seen[ngram] += 1
        mark = (
            tables.UNMATCHED
            if maximum[ngram] == 0
            else tables.MATCHED
            if seen[ngram] <= maximum[ngram]
            else tables.CLIPPED
        )
        marked.append((mark, ngram))
    return marked
