"""Lesson 08's fast path is held equal to the definition: the counts that lessons 03 and 04 give, segment by segment."""

import random
from functools import reduce
from operator import add

import numpy as np
import pytest
from drawn_cases import pair, uniform
from test_growth import peak

from bleu_helpers import (
    BleuCounts,
    bleu_counts,
    bleu_of_counts,
    bleu_score,
    closest_ref_length,
    corpus_counts,
    match_counts,
    rouge_n_scores,
    segment_counts,
    segment_rouge_scores,
)
from bleu_helpers.fast.engine import sorted_with_places, summed_counts
from bleu_helpers.fast.texts import TEXTS
from bleu_helpers.fast.tokens import TOKENS

NAN = float("nan")
FAMILIES = {
    "words": ["the", "cat", "on", "mat", "a"],
    "few words": ["a", "b"],
    "one and its equals": [1, 1.0, True, 0, False, 2],
    "not a number, the same and others": [NAN, NAN, float("nan"), float("nan"), 0.0, -0.0],
    "all kinds": ["a", ("a",), ("a", "b"), None, 1, b"a", frozenset({1}), 2.5, "", ()],
    "large numbers, alike in 64 bits": [0, 2**61 - 1, 2**64, 2**64 + 1, -1, -2],
}


def by_definition(candidate, references, n_gram):
    matched, total = zip(*(match_counts(candidate, references, n) for n in range(1, n_gram + 2)), strict=True)
    return BleuCounts(matched, total, len(candidate), closest_ref_length(candidate, references))


def segments(family, count, seed):
    """Candidates with their references, every other one in tuples."""
    rng = random.Random(f"{family} {seed}")
    for place in range(count):
        candidate, references = pair(rng, FAMILIES[family])
        yield candidate, tuple(map(tuple, references)) if place % 2 else references


@pytest.mark.parametrize("n_gram", [1, 2, 4, 10, 40])
@pytest.mark.parametrize("family", FAMILIES)
def test_each_segment_has_the_counts_of_the_definition(family, n_gram):
    pairs = list(segments(family, 150 if n_gram < 10 else 40, n_gram))
    wanted = [by_definition(candidate, references, n_gram) for candidate, references in pairs]
    assert segment_counts(*zip(*pairs, strict=True), n_gram) == wanted
    assert [bleu_counts(candidate, references, n_gram) for candidate, references in pairs] == wanted
    if n_gram < 10:
        assert any(counts.matched[-1] > 0 for counts in wanted), "no match at the highest order: too easy"


def test_a_corpus_of_many_chunks_has_the_sum_of_its_segments():
    pairs = [pair for seed in range(4) for pair in segments("words", 600, seed)]
    candidates, references_per_candidate = zip(*pairs, strict=True)
    one_by_one = [bleu_counts(*pair) for pair in pairs]
    assert segment_counts(candidates, references_per_candidate) == one_by_one
    assert corpus_counts(candidates, references_per_candidate) == reduce(add, one_by_one)


def test_one_segment_larger_than_a_chunk():
    rng = random.Random(5)
    candidate, reference = rng.choices("abcdefgh", k=30_000), rng.choices("abcdefgh", k=29_000)
    assert corpus_counts([candidate], [[reference]]) == bleu_counts(candidate, [reference])


@pytest.mark.parametrize(("references", "n_gram"), [(1, 1000), (500, 4)])
@pytest.mark.parametrize(("reader", "empty"), [(TOKENS, ()), (TEXTS, "")], ids=["tokens", "texts"])
def test_a_stream_of_empty_segments_takes_little_memory(reader, empty, references, n_gram):
    pairs = ((empty, [empty] * references) for _ in range(2000))
    assert peak(summed_counts, pairs, n_gram, reader) < 20 * 2**20


def test_numbers_too_large_to_be_sorted_in_one_word_with_their_places():
    numbers, places = np.array([2**62, 5, 2**62, 5]), np.array([0, 1, 4, 9])
    for one in (numbers, numbers // 2**40):
        ordered, where = sorted_with_places(one, places, bits=4)
        assert (ordered.tolist(), where.tolist()) == (sorted(one.tolist()), [1, 9, 0, 4])


@pytest.mark.parametrize("family", FAMILIES)
def test_rouge_of_each_segment_is_the_rouge_of_the_pair(family):
    pairs = [(candidate, references[0]) for candidate, references in segments(family, 150, "rouge")]
    candidates, references = map(list, zip(*pairs, strict=True))
    for orders in ((1,), (1, 2), (1, 2, 3)):
        assert segment_rouge_scores(candidates, references, n_gram=len(orders)) == [
            tuple(rouge_n_scores(candidate, reference, n) for n in orders) for candidate, reference in pairs
        ]
    assert segment_rouge_scores([], []) == []
    assert segment_rouge_scores(candidates, references) == segment_rouge_scores(candidates, references, n_gram=2)


@pytest.mark.parametrize("length", [20, 500, 4000])
def test_a_long_pair_has_the_counts_that_the_definition_shows(length):
    rng = random.Random(length)
    candidate, *references = [rng.choices(FAMILIES["words"], k=length - size) for size in (0, 1, 9)]
    for orders in (1, 2, 4):
        counts = by_definition(candidate, references, orders)
        assert bleu_counts(candidate, references, orders) == counts
        assert bleu_score(candidate, references, uniform(orders)) == bleu_of_counts(counts, uniform(orders))
