"""Lesson 16: two words can mean nearly the same. With vectors for the words, a match can be better or worse."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from bleu_helpers.lessons.counting import Sentence
from bleu_helpers.lessons.f1 import RougeScores, f_score
from bleu_helpers.validation.values import wrong_value

if TYPE_CHECKING:
    from numpy.typing import NDArray

Vector = Sequence[float]
Vectors = Mapping[Any, Vector] | Callable[[Sentence], Any]
"""A table with a vector for each token, or an encoder, which computes the vectors of a sentence's tokens.

:meta hide-value:
"""


def bert_score_of_vectors(
    candidate: Sentence,
    references: Sequence[Sentence],
    vectors: Vectors,
    weights: Mapping[Any, float] | None = None,
) -> RougeScores:
    """Compute BERTScore's precision, recall and F1 with any vectors.

    Args:
        candidate: the sentence to score, a list or tuple of tokens.
        references: one or more correct sentences, each a list or tuple of tokens.
        vectors: a table that maps each token to its vector, or a function that computes an array with one vector for
            each token of a sentence.
        weights: maps each token to its weight, such as its `idf`. Without weights, all tokens count the same.

    Returns:
        The tuple (precision, recall, f1) for the reference with the highest F1, each at most 1. A sentence that is
        empty, or whose weights are all 0, has 0.0. If most cosines are negative, precision and recall can be negative
        too, and F1 is then no mean of the two.

    Source: BERTScore, Zhang et al. 2020, section 3, without the rescaling.

    >>> vectors = {"a": [1, 0, 0], "cat": [0, 1, 0], "kitten": [0, 4, 3]}
    >>> bert_score_of_vectors(["a", "kitten"], [["a", "cat"]], vectors)
    RougeScores(precision=0.9, recall=0.9, f1=0.9)
    """
    scores = []
    for reference in references:
        precision = _mean_match(greedy_matches(candidate, reference, vectors), weights)
        recall = _mean_match(greedy_matches(reference, candidate, vectors), weights)
        scores.append(RougeScores(precision, recall, f_score(precision, recall)))
    return max(scores, key=lambda score: score.f1)


def _mean_match(matches: Sequence[GreedyMatch], weights: Mapping[Any, float] | None) -> float:
    each = [1.0 if weights is None else weights[match.token] for match in matches]
    if not any(each):
        return 0.0
    return fmean((match.cosine for match in matches), each)


class GreedyMatch(NamedTuple):
    """A token of one sentence, the most similar token of the other one, and the cosine of their vectors."""

    token: Any
    match: Any
    cosine: float


def cosine(a: Vector, b: Vector) -> float:
    """Compute the cosine of the angle between two vectors.

    Args:
        a: a vector, a sequence of numbers.
        b: another one with the same number of entries.

    Returns:
        A number from -1 to 1; 0.0 if one of the vectors has only zeros.

    Source: the similarity of BERTScore, Zhang et al. 2020, section 3.

    >>> cosine([3, 4], [4, 3])
    0.96
    """
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    lengths = math.sqrt(sum(x * x for x in a) * sum(y * y for y in b))
    return float(dot / lengths) if lengths > 0 else 0.0


def cosines(candidate: Sentence, reference: Sentence, vectors: Vectors) -> NDArray[Any]:
    """Compute the cosine of each token of the candidate, which is a row, and each token of the reference."""
    import numpy as np

    ours, theirs = (_vectors_of(sentence, vectors) for sentence in (candidate, reference))
    lengths = np.sqrt(np.outer((ours * ours).sum(axis=1), (theirs * theirs).sum(axis=1)))
    table: NDArray[Any] = np.divide(ours @ theirs.T, lengths, out=np.zeros(lengths.shape), where=lengths > 0)
    return table


def _vectors_of(sentence: Sentence, vectors: Vectors) -> NDArray[Any]:
    import numpy as np

    # Sums of products of small whole numbers are exact in floats, so with the table they are the same on every machine.
    rows = np.array(vectors(sentence) if callable(vectors) else [vectors[token] for token in sentence], dtype=float)
    if rows.ndim != 2 or len(rows) != len(sentence):
        raise wrong_value("vectors_returned", "vectors", shape=rows.shape, tokens=len(sentence))
    return rows


def greedy_matches(candidate: Sentence, reference: Sentence, vectors: Vectors) -> list[GreedyMatch]:
    """Find the most similar token of the reference for each token of the candidate.

    Args:
        candidate: the sentence to score, a list or tuple of tokens.
        reference: one correct sentence (not a list of them), a list or tuple of tokens.
        vectors: a table that maps each token to its vector, or a function that computes an array with one vector for
            each token of a sentence.

    Returns:
        A list with a GreedyMatch for each token of the candidate; on a tie, with the first of the reference's tokens.
        The list is empty if one of the sentences is.

    Source: the greedy matching of BERTScore, Zhang et al. 2020, section 3.

    >>> vectors = {"cat": [1, 0], "kitten": [4, 3], "mat": [0, 1]}
    >>> greedy_matches(["kitten"], ["mat", "cat"], vectors)
    [GreedyMatch(token='kitten', match='cat', cosine=0.8)]
    """
    if len(candidate) == 0 or len(reference) == 0:
        return []
    table = cosines(candidate, reference, vectors).tolist()
    return [
        GreedyMatch(token, reference[row.index(max(row))], max(row))
        for token, row in zip(candidate, table, strict=True)
    ]


def idf(token: Any, sentences: Sequence[Sentence]) -> float:
    """Compute the inverse document frequency of a token, which is higher if fewer sentences contain it.

    Args:
        token: a token; it may occur in no sentence.
        sentences: lists or tuples of tokens, usually the references of a test set.

    Returns:
        The natural logarithm of (M + 1) / (k + 1), if k of the M sentences contain the token: 0 if all of them do.

    Source: BERTScore's idf with plus-one smoothing, Zhang et al. 2020, section 3.

    >>> idf("the", [["the", "cat"], ["the", "mat"]]), idf("dog", [["the", "cat"], ["the", "mat"]])
    (0.0, 1.0986122886681098)
    """
    return math.log((len(sentences) + 1) / (sum(token in sentence for sentence in sentences) + 1))
