"""Lesson 16: words as vectors."""

import math
from collections import Counter

import numpy as np
import pytest
from drawn_cases import drawn, one_of, pair
from peers import all_close, close
from refused import refused

from bleu_helpers import bert_score_of_vectors, cosine, greedy_matches, idf

VECTORS = {"a": [1, 2, -2], "b": [3, 0, 4], "cc": [-1, 1, 0], "the": [2, 1, 2], "mat": [0, -5, 1]}


def by_numpy(candidate, reference, weights):
    """Compute precision, recall and F1 with arrays of unit vectors, in another order of steps than the package."""
    if not candidate or not reference:
        return 0.0, 0.0, 0.0
    ours, theirs = (np.array([VECTORS[word] for word in words], float) for words in (candidate, reference))
    table = (ours / np.linalg.norm(ours, axis=1)[:, None]) @ (theirs / np.linalg.norm(theirs, axis=1)[:, None]).T
    sides = []
    for words, best in ((candidate, table.max(axis=1)), (reference, table.max(axis=0))):
        each = np.array([1.0 if weights is None else weights[word] for word in words])
        sides.append(float(each @ best / each.sum()) if each.sum() else 0.0)
    return *sides, 2 * sides[0] * sides[1] / sum(sides) if sum(sides) > 0 else 0.0


@drawn(pair, one_of([None, {"a": 1.0, "b": 0.5, "cc": 2.0, "the": 0.0, "mat": 3.0}]))
def test_agrees_with_arrays_of_unit_vectors(pair, weights):
    candidate, references = pair
    each = [bert_score_of_vectors(candidate, [reference], VECTORS, weights) for reference in references]
    for ours, reference in zip(each, references, strict=True):
        assert all_close(ours, by_numpy(candidate, reference, weights))
    best = bert_score_of_vectors(*pair, lambda tokens: np.array([VECTORS[token] for token in tokens]), weights)
    assert best == max(each, key=lambda scores: scores.f1)


def test_a_match_is_the_first_of_the_most_similar_words():
    matches = greedy_matches(["the", "b"], ["cc", "b", "b"], VECTORS)
    assert [(match.token, match.match, round(match.cosine, 4)) for match in matches] == [
        ("the", "b", 0.9333),
        ("b", "b", 1),
    ]
    assert greedy_matches([], ["a"], VECTORS) == greedy_matches(["a"], [], VECTORS) == []


@pytest.mark.parametrize(
    ("a", "b", "value"),
    [([3, 4], [4, 3], 0.96), ([1, 0], [-2, 0], -1), ([0, 0], [1, 2], 0), ((1,), (5,), 1), ([], [], 0)],
)
def test_cosine(a, b, value):
    assert cosine(a, b) == cosine(b, a) == value
    assert type(cosine(a, b)) is float


def test_cosines_of_the_table_are_exact():
    """The sums are whole numbers, and one square root and one division are the same on every machine."""
    a, b = (127, -126, *range(62)), (-127, 125, *range(62))
    dot, lengths = -(127**2) - 126 * 125 + 77531, (127**2 + 126**2 + 77531) * (127**2 + 125**2 + 77531)
    [match] = greedy_matches(["a"], ["b"], {"a": a, "b": b})
    assert match.cosine == cosine(a, b) == dot / math.sqrt(lengths)


@drawn(pair)
def test_idf_counts_the_sentences_that_contain_a_word(pair):
    _, sentences = pair
    containing = Counter(word for sentence in sentences for word in {*sentence})
    for word in VECTORS:
        assert close(math.exp(idf(word, sentences)), (len(sentences) + 1) / (containing[word] + 1))


def test_refuses_an_encoder_with_a_wrong_number_of_rows():
    message = refused(ValueError, greedy_matches, ["a", "b"], ["a"], lambda tokens: np.ones((3, 2)))
    assert "(3, 2) for a sentence of length 2" in message
