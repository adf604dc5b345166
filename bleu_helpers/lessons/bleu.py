"""Lesson 05: BLEU, the geometric mean of the modified precisions times the brevity penalty.

BLEU needs only a few counts of a text. `bleu_counts` counts a sentence, and `bleu_of_counts` computes the score from
the counts. All other functions, here and in lesson 08, build on these two.
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
from bleu_helpers.validation.counts import call_smoothing, check_bleu_counts, check_same_orders

Smoothing = Callable[[Sequence[tuple[int, int]], int], Sequence[float]]
"""A function that turns the (matched, total) pairs of orders 1 to N + 1 and the candidate's length into N precisions.

There is one pair more than there are precisions because some smoothing methods need the counts of the next order.
"""

UNIFORM_WEIGHTS = (0.25, 0.25, 0.25, 0.25)


def bleu_score(
    candidate: Sentence,
    references: Sequence[Sentence],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    smoothing: Smoothing | None = None,
) -> float:
    """Compute BLEU for one candidate: the brevity penalty times the geometric mean of the modified precisions.

    Args:
        candidate: the sentence to score, a list or tuple of tokens.
        references: one or more correct sentences, each a list or tuple of tokens.
        weights: one weight per order, starting with order 1; they sum to 1. The default is BLEU-4.
        smoothing: None, or a function that replaces precisions where counts are small (lesson 09).

    Returns:
        A number from 0 to 1. Without smoothing it is exactly 0.0 if an order with a weight above 0 has no match.

    Source: BLEU, Papineni et al. 2002, section 2.3.

    >>> bleu_score("the cat is on a mat".split(), ["the cat is on the mat".split()])
    0.537284965911771
    """
    counts = bleu_counts(candidate, references, n_gram=len(weights))
    return bleu_of_counts(counts, weights, smoothing)


def bleu_of_counts(
    counts: BleuCounts, weights: Sequence[float] = UNIFORM_WEIGHTS, smoothing: Smoothing | None = None
) -> float:
    """Compute BLEU from the counts of one segment or the summed counts of several.

    Args:
        counts: a BleuCounts with exactly one order more than there are weights.
        weights: one weight per order, starting with order 1; they sum to 1.
        smoothing: None, or a function that replaces precisions where counts are small (lesson 09).

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
    """Compute the N precisions of a score: matched / total, with 0.0 for 0/0, or the result of the smoothing.

    If no unigram matches, all precisions are 0.0 whatever the smoothing is, because smoothing fills gaps in the
    evidence and here there is no evidence (NLTK and sacrebleu return 0 too). A smoothed precision above 1 is set to 1,
    because a precision is a share.
    """
    pairs = list(zip(counts.matched, counts.total, strict=True))
    if counts.matched[0] == 0:
        return [0.0] * (len(pairs) - 1)
    if smoothing is None:
        return [matched / total if total > 0 else 0.0 for matched, total in pairs[:-1]]
    return [min(precision, 1.0) for precision in call_smoothing(smoothing, pairs, counts.candidate_length)]


def geometric_mean(values: Sequence[float], weights: Sequence[float]) -> float:
    """Compute the weighted geometric mean: exp of the weighted sum of the logarithms.

    Args:
        values: numbers of at least 0.
        weights: one weight per value, each at least 0; they sum to 1. A value with weight 0 is ignored.

    Returns:
        A number between the smallest and the largest value; exactly 0.0 if a value with a weight above 0 is 0.

    Source: exp(sum of w_n log p_n), Papineni et al. 2002, section 2.3.

    >>> geometric_mean([0.5, 0.125], weights=[0.5, 0.5])
    0.25
    """
    counting = [(float(value), weight) for value, weight in zip(values, weights, strict=True) if weight > 0]
    if any(value == 0 for value, _ in counting):
        return 0.0  # the logarithm of 0 is minus infinity, and exp(minus infinity) is 0
    logarithm = math.fsum(weight * math.log(value) for value, weight in counting)
    return _exp_between(logarithm, min(counting)[0], max(counting)[0])  # exp(sum of w log p), except for rounding


def _exp_between(logarithm: float, smallest: float, largest: float) -> float:
    """Return exp of a mean logarithm, clipped to the range of the averaged values, which rounding can exceed."""
    mean = math.exp(min(logarithm, math.log(largest)))
    return min(max(mean, smallest), largest)


def bleu_counts(candidate: Sentence, references: Sequence[Sentence], n_gram: int = 4) -> BleuCounts:
    """Count everything that BLEU needs for one candidate: the matches and n-grams of each order, and two lengths.

    Args:
        candidate: the sentence to score, a list or tuple of tokens.
        references: one or more correct sentences, each a list or tuple of tokens.
        n_gram: the highest order that will be scored, 1 to 1000. One more order is counted.

    Returns:
        A BleuCounts that contains the result of `match_counts` (lesson 03) for each order. If the candidate has fewer
        than n tokens, the counts of order n are (0, 0).

    Source: the counts of Papineni et al. 2002, section 2.1.1, before the division.

    >>> bleu_counts("the cat".split(), ["the cat sat".split()], n_gram=1)
    BleuCounts(matched=(2, 1), total=(2, 1), candidate_length=2, reference_length=3)
    """
    matched, total = zip(*(match_counts(candidate, references, n) for n in range(1, n_gram + 2)), strict=True)
    return BleuCounts(matched, total, len(candidate), closest_ref_length(candidate, references))


@dataclass(frozen=True)
class BleuCounts:
    """The counts from which BLEU is computed, for one segment or for the sum of several; add two of them with `+`.

    `matched` and `total` have one entry per order, from order 1 to N + 1. This is one order more than BLEU-N uses,
    because some smoothing methods need the counts of the next order. Both lengths are in tokens; `reference_length` is
    the length of the closest reference.

    Raises:
        TypeError: a count is not an int, or `matched` or `total` is not a tuple.
        ValueError: a count is negative, `matched` and `total` differ in length or have fewer than two entries, or an
            order has more matches than n-grams; or the two objects that are added have different numbers of orders.

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
        check_same_orders(self.matched, other.matched)
        return BleuCounts(
            tuple(a + b for a, b in zip(self.matched, other.matched, strict=True)),
            tuple(a + b for a, b in zip(self.total, other.total, strict=True)),
            self.candidate_length + other.candidate_length,
            self.reference_length + other.reference_length,
        )


def explain_bleu(
    candidate: Sentence,
    references: Sequence[Sentence],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    smoothing: Smoothing | None = None,
) -> BleuExplanation:
    """Compute BLEU as `bleu_score` does, and return it with all intermediate results.

    Args:
        candidate: the sentence to score, a list or tuple of tokens.
        references: one or more correct sentences, each a list or tuple of tokens.
        weights: one weight per order, starting with order 1; they sum to 1.
        smoothing: None, or a function that replaces precisions where counts are small (lesson 09).

    Returns:
        A frozen BleuExplanation. Its `precisions` are the values after smoothing.

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


def explain_counts(
    counts: BleuCounts, weights: Sequence[float] = UNIFORM_WEIGHTS, smoothing: Smoothing | None = None
) -> BleuParts:
    """Compute BLEU as `bleu_of_counts` does, and return it with all intermediate results.

    Args:
        counts: a BleuCounts with exactly one order more than there are weights.
        weights: one weight per order, starting with order 1; they sum to 1.
        smoothing: None, or a function that replaces precisions where counts are small (lesson 09).

    Returns:
        A frozen BleuParts. Its `precisions` are the values after smoothing.

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
        score=bleu_of_counts(counts, weights, smoothing=lambda *_: precisions),  # already smoothed above
    )


@dataclass(frozen=True)
class BleuParts:
    """The score of a segment or a corpus with every number from which it was computed; printed as a table.

    The fields `matched`, `total`, `precisions` and `weights` have one entry per order, starting with order 1.
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

    def _marked(self) -> list[list[tuple[str, Ngram]]]:
        """Return the marked n-grams of each order; a corpus has none."""
        return []

    def __repr__(self) -> str:
        return tables.bleu_as_text(self, self._marked())

    def _repr_html_(self) -> str:
        return tables.bleu_as_html(self, self._marked())


@dataclass(frozen=True, repr=False)
class BleuExplanation(BleuParts):
    """The score of one candidate with every number from which it was computed; the table lists the marked n-grams."""

    candidate: Sentence
    references: Sequence[Sentence]

    def _marked(self) -> list[list[tuple[str, Ngram]]]:
        return [marked_ngrams(self.candidate, self.references, n) for n in range(1, len(self.weights) + 1)]


def marked_ngrams(candidate: Sentence, references: Sequence[Sentence], n: int = 1) -> list[tuple[str, Ngram]]:
    """List the n-grams of a candidate in order, and mark each as matched, clipped or found in no reference.

    Args:
        candidate: the sentence to score, a list or tuple of tokens.
        references: one or more correct sentences, each a list or tuple of tokens.
        n: the order of the n-grams, 1 to 1000.

    Returns:
        Pairs (mark, n-gram). If an n-gram occurs too often, its first occurrences match and the rest are clipped.

    Source: Count_clip, Papineni et al. 2002, section 2.1, applied to each occurrence.

    >>> marked_ngrams("the the the dog".split(), ["the cat on the mat".split()])
    [('+', ('the',)), ('+', ('the',)), ('/', ('the',)), ('-', ('dog',))]
    """
    maximum = max_ref_count(references, n)
    seen: Counter[Ngram] = Counter()
    marked = []
    for start in range(len(candidate) - n + 1):
        ngram = tuple(candidate[start : start + n])
        seen[ngram] += 1
        mark = tables.MATCHED if seen[ngram] <= maximum[ngram] else tables.CLIPPED
        marked.append((mark if ngram in maximum else tables.UNMATCHED, ngram))
    return marked
