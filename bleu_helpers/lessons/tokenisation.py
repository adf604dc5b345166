"""Lesson 11: a score of words depends on what counts as a word. chrF avoids the question by counting characters.

Only chrF is here. The tokenisers are in `corpora/tokenisers.py`, which asks sacreBLEU for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

from bleu_helpers.lessons.f1 import f_score
from bleu_helpers.lessons.ngrams import match_counts
from bleu_helpers.validation.counts import check_chrf_counts

CHARACTER_ORDERS = range(1, 7)
"""The orders of the character n-grams that chrF counts."""


def chrf(candidate: str, references: Sequence[str], beta: float = 2.0) -> float:
    """Compute chrF for one candidate: F_beta of its character n-grams, maximised over the references.

    Args:
        candidate: the text to score, a string.
        references: one or more correct texts, a list of strings.
        beta: how many times as important recall is as precision. At least 0.

    Returns:
        A number from 0 to 1; sacrebleu returns it as a percentage.

    Source: chrF, Popović 2015. With beta 2 it is sacrebleu's chrF2.

    >>> chrf("the cat sat on a mat", ["the cat sat on the mat", "there is a cat on the mat"])
    0.6597965990995549
    """
    return max(chrf_of_counts(chrf_counts(candidate, reference), beta) for reference in references)


def chrf_of_counts(counts: ChrfCounts, beta: float = 2.0) -> float:
    """Compute chrF from the counts of one segment or the summed counts of several.

    Args:
        counts: a ChrfCounts.
        beta: how many times as important recall is as precision. At least 0.

    Returns:
        A number from 0 to 1: F_beta of the mean precision and the mean recall over the orders in which both sides have
        n-grams; 0.0 if there is no such order.

    Source: chrF, Popović 2015, as computed by sacrebleu, which skips orders for which one side is too short.

    >>> chrf_of_counts(ChrfCounts((3, 2, 1, 0, 0, 0), (4, 3, 2, 1, 0, 0), (6, 5, 4, 3, 2, 1)))
    0.31249999999999994
    """
    orders = list(zip(counts.matched, counts.in_candidate, counts.in_reference, strict=True))
    both_have = [(m, ours, theirs) for m, ours, theirs in orders if ours > 0 and theirs > 0]
    if len(both_have) == 0:
        return 0.0
    precision = sum(matched / ours for matched, ours, _ in both_have) / len(both_have)
    recall = sum(matched / theirs for matched, _, theirs in both_have) / len(both_have)
    return f_score(precision, recall, beta)


def chrf_counts(candidate: str, reference: str) -> ChrfCounts:
    """Count everything that chrF needs for one candidate and one reference.

    Args:
        candidate: the text to score, a string. White space is ignored.
        reference: one correct text (not a list of them), a string.

    Returns:
        A ChrfCounts. As in sacrebleu, a character is a code point here. If the reference has no n-grams of an order,
        the candidate's n-grams of that order are not counted either, because there is nothing to compare them with.

    Source: the n-grams of chrF, Popović 2015; the rule for short references is from sacrebleu.

    >>> chrf_counts("a cat", "the cat")
    ChrfCounts(matched=(3, 2, 1, 0, 0, 0), in_candidate=(4, 3, 2, 1, 0, 0), in_reference=(6, 5, 4, 3, 2, 1))
    """
    ours, theirs = list("".join(candidate.split())), list("".join(reference.split()))
    matched, in_candidate = zip(*(match_counts(ours, [theirs], n) for n in CHARACTER_ORDERS), strict=True)
    in_reference = tuple(max(len(theirs) - n + 1, 0) for n in CHARACTER_ORDERS)
    comparable = tuple(total if wanted > 0 else 0 for total, wanted in zip(in_candidate, in_reference, strict=True))
    return ChrfCounts(matched, comparable, in_reference)


@dataclass(frozen=True)
class ChrfCounts:
    """The counts from which chrF is computed, for one segment or for the sum of several; add two of them with `+`.

    Each field has one entry per order, from order 1 to 6: the number of character n-grams that the candidate and the
    reference share, the number in the candidate, and the number in the reference.

    Raises:
        TypeError: a field is not a tuple of ints.
        ValueError: a count is negative, a field does not have six entries, or an order has more matches than either
            side has n-grams.
    """

    matched: tuple[int, ...]
    in_candidate: tuple[int, ...]
    in_reference: tuple[int, ...]

    def __post_init__(self) -> None:
        check_chrf_counts(self.matched, self.in_candidate, self.in_reference, len(CHARACTER_ORDERS))

    def __add__(self, other: ChrfCounts) -> ChrfCounts:
        if not isinstance(other, ChrfCounts):
            return NotImplemented
        return ChrfCounts(
            tuple(map(add, self.matched, other.matched)),
            tuple(map(add, self.in_candidate, other.in_candidate)),
            tuple(map(add, self.in_reference, other.in_reference)),
        )


def segment_chrf_counts(
    candidates: Sequence[str], references_per_candidate: Sequence[Sequence[str]], beta: float = 2.0
) -> list[ChrfCounts]:
    """Count each segment of a corpus of texts for chrF, with the reference that gives it the highest chrF.

    Args:
        candidates: the texts to score, strings.
        references_per_candidate: a list of one or more correct texts for each candidate. On a tie, the first of the
            references with the highest chrF is used.
        beta: how many times as important recall is as precision. At least 0.

    Returns:
        One ChrfCounts per segment: the `chrf_counts` of the candidate and its chosen reference.

    Source: chrF, Popović 2015; the choice of the reference is sacrebleu's.

    >>> segment_chrf_counts(["a cat"], [["the cat", "a cat"]])
    [ChrfCounts(matched=(4, 3, 2, 1, 0, 0), in_candidate=(4, 3, 2, 1, 0, 0), in_reference=(4, 3, 2, 1, 0, 0))]
    """
    pairs = zip(candidates, references_per_candidate, strict=True)
    each = ([chrf_counts(candidate, reference) for reference in references] for candidate, references in pairs)
    return [max(several, key=lambda counts: chrf_of_counts(counts, beta)) for several in each]


def corpus_chrf(
    candidates: Sequence[str], references_per_candidate: Sequence[Sequence[str]], beta: float = 2.0
) -> float:
    """Compute chrF of a corpus from counts that are summed over all segments.

    Args:
        candidates: the texts to score, strings; at least one.
        references_per_candidate: a list of one or more correct texts for each candidate. Only the reference with the
            highest chrF is counted; on a tie, the first one.
        beta: how many times as important recall is as precision. At least 0.

    Returns:
        A number from 0 to 1. It is not the mean of the sentence scores.

    Source: chrF, Popović 2015. With beta 2 it is sacrebleu's chrF2.

    >>> corpus_chrf(["the cat sat on a mat", "a dog"], [["the cat sat on the mat"], ["the dog", "a dog"]])
    0.682142805233825
    """
    return chrf_of_counts(reduce(add, segment_chrf_counts(candidates, references_per_candidate, beta)), beta)
