"""Lesson 07: precision and recall in one number."""

from collections.abc import Sequence
from typing import NamedTuple

from bleu_helpers.lessons.bleu import bleu_score
from bleu_helpers.lessons.counting import Sentence
from bleu_helpers.lessons.ngrams import modified_precision
from bleu_helpers.lessons.rouge_n import rouge_n


class RougeScores(NamedTuple):
    """The precision, recall and F1 of one candidate against one reference, each from 0 to 1."""

    precision: float
    recall: float
    f1: float


def f_score(precision: float, recall: float, beta: float = 1.0) -> float:
    """Compute the weighted harmonic mean of precision and recall.

    Args:
        precision: a number from 0 to 1.
        recall: a number from 0 to 1.
        beta: how many times as important recall is as precision: 1 for F1, 2 for F2. At least 0.

    Returns:
        A number from 0 to 1; 0.0 if precision and recall are both 0.

    Source: F = (1 + beta^2) P R / (beta^2 P + R), van Rijsbergen 1979, chapter 7; Lin 2004, section 3.1.

    >>> f_score(precision=0.5, recall=1.0)
    0.6666666666666666
    >>> f_score(precision=0.5, recall=1.0, beta=2)
    0.8333333333333334
    """
    precision, recall, weight = float(precision), float(recall), float(beta) ** 2
    denominator = weight * precision + recall
    return min((1 + weight) * precision * recall / denominator, 1.0) if denominator > 0 else 0.0


def rouge_scores_of_counts(matched: int, in_candidate: int, in_reference: int) -> RougeScores:
    """Compute precision, recall and F1 from three counts; 0/0 counts as 0.0."""
    precision = matched / in_candidate if in_candidate > 0 else 0.0
    recall = matched / in_reference if in_reference > 0 else 0.0
    return RougeScores(precision, recall, f_score(precision, recall))


def rouge_n_scores(candidate: Sentence, reference: Sentence, n: int = 1) -> RougeScores:
    """Compute the n-gram precision, recall and F1 of a candidate against one reference.

    Args:
        candidate: the sentence to score, a list or tuple of tokens.
        reference: one correct sentence (not a list of them), a list or tuple of tokens.
        n: the order of the n-grams, 1 to 1000.

    Returns:
        The tuple (precision, recall, f1), each from 0 to 1; 0/0 counts as 0.0.

    Source: ROUGE-N, Lin 2004, section 2, with the F-measure of its section 3.

    >>> rouge_n_scores("the cat".split(), "the cat sat down".split())
    RougeScores(precision=1.0, recall=0.5, f1=0.6666666666666666)
    """
    precision = modified_precision(candidate, [reference], n)
    recall = rouge_n(candidate, [reference], n)
    return RougeScores(precision, recall, f_score(precision, recall))


def ngram_f1(candidate: Sentence, references: Sequence[Sentence], n: int = 1) -> float:
    """Compute F1 with BLEU-n as the precision and ROUGE-n as the recall.

    Args:
        candidate: the sentence to score, a list or tuple of tokens.
        references: one or more correct sentences, each a list or tuple of tokens.
        n: the highest order, 1 to 1000. BLEU uses the orders 1 to n with equal weights; ROUGE uses order n only.

    Returns:
        A number from 0 to 1.

    Source: the third of the source tutorials (see the README). It is not a standard metric, so report BLEU-n and
    ROUGE-n next to it.

    >>> ngram_f1("the cat sat".split(), ["the cat sat".split()], n=2)
    1.0
    """
    return f_score(bleu_score(candidate, references, weights=(1 / n,) * n), rouge_n(candidate, references, n))
