"""Lesson 05: BLEU, the geometric mean of the modified precisions times the brevity penalty."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bleu_helpers import display
from bleu_helpers._inputs import check_candidate_and_references, check_smoothing, check_values, check_weights
from bleu_helpers.brevity_penalty import brevity_penalty, closest_ref_length
from bleu_helpers.counting import Sentence
from bleu_helpers.ngrams import match_counts

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

    Raises:
        TypeError: `values` or `weights` is not a list or tuple of numbers.
        ValueError: a value is negative or not finite, there are not as many values as weights, or the weights do not
            sum to 1.

    Source: exp(sum of w_n log p_n), Papineni et al. 2002, section 2.3.

    >>> geometric_mean([0.5, 0.125], weights=[0.5, 0.5])
    0.25
    """
    check_values(values)
    check_weights(weights)
    if len(values) != len(weights):
        raise ValueError(f"values has {len(values)} entries and weights has {len(weights)}. Pass one weight a value.")
    counting = [(value, weight) for value, weight in zip(values, weights, strict=True) if weight > 0]
    if any(value == 0 for value, _ in counting):
        return 0.0  # the logarithm of 0 is minus infinity, and exp(minus infinity) is 0
    return math.exp(math.fsum(weight * math.log(value) for value, weight in counting))


def precisions_of_counts(
    counts: Sequence[tuple[int, int]], candidate_length: int, smoothing: Smoothing | None = None
) -> list[float]:
    """Turn the counts of each order into the precisions that a score is made of.

    Args:
        counts: the pairs (matched, total) of the orders 1 to N + 1, of one candidate or summed over a corpus.
        candidate_length: the tokens of the candidate, or of all candidates of the corpus.
        smoothing: None, or a function that replaces the precisions where counts are small (lesson 09).

    Returns:
        N numbers from 0 to 1; without smoothing matched / total, and 0.0 for 0/0. Where no unigram matches, all are
        0.0 whatever the smoothing: it fills gaps in the evidence, and here there is none (NLTK and sacrebleu give 0
        too). A precision is a share, so what a smoothing puts above 1 counts as 1.

    Source: p_n, Papineni et al. 2002, section 2.1.1.

    >>> precisions_of_counts([(3, 4), (1, 3), (0, 2)], candidate_length=4)
    [0.75, 0.3333333333333333]
    """
    if counts[0][0] == 0:
        return [0.0] * (len(counts) - 1)
    if smoothing is None:
        return [matched / total if total > 0 else 0.0 for matched, total in counts[:-1]]
    return [min(precision, 1.0) for precision in smoothing(counts, candidate_length)]


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

    Raises:
        TypeError: an argument is not of the form above; the message says what to change.
        ValueError: `references` is empty, or the weights do not sum to 1.

    Source: BLEU, Papineni et al. 2002, section 2.3.

    >>> bleu_score("the cat is on a mat".split(), ["the cat is on the mat".split()])
    0.537284965911771
    """
    precisions = _precisions(candidate, references, weights, smoothing)
    return brevity_penalty(candidate, references) * geometric_mean(precisions, weights)


@dataclass(frozen=True, repr=False)
class BleuExplanation:
    """Everything that goes into one BLEU score; prints as a table, in a notebook with the n-grams marked.

    The fields `matched`, `total`, `precisions` and `weights` hold one entry an order, from order 1 on.
    """

    candidate: Sentence
    references: Sequence[Sentence]
    matched: tuple[int, ...]
    total: tuple[int, ...]
    precisions: tuple[float, ...]
    weights: tuple[float, ...]
    candidate_length: int
    reference_length: int
    geometric_mean: float
    brevity_penalty: float
    score: float

    def __repr__(self) -> str:
        return display.explanation_as_text(self)

    def _repr_html_(self) -> str:
        return display.explanation_as_html(self)


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

    Raises:
        TypeError: an argument is not of the form above; the message says what to change.
        ValueError: `references` is empty, or the weights do not sum to 1.

    Source: BLEU, Papineni et al. 2002, section 2.3.

    >>> explain_bleu("the cat sat".split(), ["the cat sat down".split()], weights=(0.5, 0.5))
    BLEU 0.716531 = brevity penalty 0.716531 x geometric mean 1
    candidate length 3, closest reference length 4
    <BLANKLINE>
    n  matched  total  precision  weight
    1        3      3          1     0.5
    2        2      2          1     0.5
    <BLANKLINE>
    n-grams: + matched, / clipped, - in no reference
    1: +the +cat +sat
    2: +the_cat +cat_sat
    """
    precisions = tuple(_precisions(candidate, references, weights, smoothing))
    matched, total = zip(*(match_counts(candidate, references, n) for n in range(1, len(weights) + 1)), strict=True)
    return BleuExplanation(
        candidate=tuple(candidate),
        references=tuple(tuple(reference) for reference in references),
        matched=matched,
        total=total,
        precisions=precisions,
        weights=tuple(float(weight) for weight in weights),
        candidate_length=len(candidate),
        reference_length=closest_ref_length(candidate, references),
        geometric_mean=geometric_mean(precisions, weights),
        brevity_penalty=brevity_penalty(candidate, references),
        score=bleu_score(candidate, references, weights, smoothing),
    )


def _precisions(
    candidate: Sentence, references: Sequence[Sentence], weights: Sequence[float], smoothing: Smoothing | None
) -> Sequence[float]:
    """The precisions that a score is made of, one a weight: the modified ones, or what the smoothing makes of them."""
    check_candidate_and_references(candidate, references)
    check_weights(weights)
    check_smoothing(smoothing)
    counts = [match_counts(candidate, references, n) for n in range(1, len(weights) + 2)]
    return precisions_of_counts(counts, len(candidate), smoothing)
