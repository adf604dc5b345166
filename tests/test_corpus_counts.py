"""Lesson 08's fast path is held equal to the definition: the counts that lessons 03 and 04 give, segment by segment."""

import random
import sys
from functools import reduce
from itertools import islice
from operator import add

import numpy as np
import pytest
from refused import refused

from bleu_helpers import (
    BleuCounts,
    bleu_counts,
    closest_ref_length,
    corpus_counts,
    match_counts,
    rouge_n_scores,
    segment_counts,
    segment_rouge_scores,
)
from bleu_helpers.corpus_counts import _chunks, _counts_of_row, _numbered, _segment_table

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


def sentence_near(words, first, rng):
    """A few edits away from `first` or drawn blindly, sometimes empty, often of nearly the same length."""
    if rng.random() < 0.1:
        return []
    if rng.random() < 0.3:
        return rng.choices(words, k=rng.randint(0, 9))
    edited = [rng.choice(words) if rng.random() < 0.2 else word for word in first]
    return edited[rng.randint(0, 2) : len(edited) - rng.randint(0, 2)]


def segments(family, count, seed):
    rng = random.Random(f"{family} {seed}")
    for _ in range(count):
        first = rng.choices(FAMILIES[family], k=rng.randint(0, 12))
        candidate, *references = [sentence_near(FAMILIES[family], first, rng) for _ in range(rng.randint(2, 6))]
        yield candidate, references if rng.random() < 0.5 else tuple(map(tuple, references))


@pytest.mark.parametrize("n_gram", [1, 2, 4, 10, 40])
@pytest.mark.parametrize("family", FAMILIES)
def test_each_segment_has_the_counts_of_the_definition(family, n_gram):
    pairs = list(segments(family, 150 if n_gram < 10 else 40, n_gram))
    wanted = [by_definition(candidate, references, n_gram) for candidate, references in pairs]
    assert [_counts_of_row(row) for row in _segment_table(pairs, n_gram).tolist()] == wanted
    assert [bleu_counts(candidate, references, n_gram) for candidate, references in pairs] == wanted
    if n_gram < 10:
        assert any(counts.matched[-1] > 0 for counts in wanted), "no match at the highest order: too easy"


def test_the_cases_have_what_makes_counting_hard():
    pairs = [pair for family in FAMILIES for pair in segments(family, 150, 4)]
    assert {len(references) for _, references in pairs} == {1, 2, 3, 4, 5}
    assert any(len(candidate) == 0 for candidate, _ in pairs)
    assert any(len(reference) == 0 for _, references in pairs for reference in references)
    ties = [
        candidate
        for candidate, references in pairs
        if {len(candidate) - 1, len(candidate) + 1} <= set(map(len, references))
        and len(candidate) not in set(map(len, references))
    ]
    assert len(ties) > 10


def test_a_corpus_of_many_chunks_has_the_sum_of_its_segments():
    pairs = [pair for seed in range(4) for pair in segments("words", 600, seed)]
    assert len(list(_chunks(pairs))) > 2
    candidates, references_per_candidate = zip(*pairs, strict=True)
    one_by_one = [bleu_counts(*pair) for pair in pairs]
    assert segment_counts(candidates, references_per_candidate) == one_by_one
    assert corpus_counts(candidates, references_per_candidate) == reduce(add, one_by_one)


def test_few_tokens_are_counted_one_pair_after_another_and_many_all_at_once(monkeypatch):
    """Both ways give the same on both sides of the border, for the segments and for their sum."""
    module = sys.modules["bleu_helpers.corpus_counts"]
    tables = []
    monkeypatch.setattr(module, "_segment_table", lambda *given: tables.append(given) or _segment_table(*given))
    for reference_length, at_once in ((10, 0), (126, 0), (127, 1)):
        candidates, references_per_candidate = [["a"] * 100, ["b"] * 30], [[["a"] * reference_length], [[]]]
        wanted = [bleu_counts(*pair) for pair in zip(candidates, references_per_candidate, strict=True)]
        tables.clear()
        assert segment_counts(candidates, references_per_candidate) == wanted
        assert corpus_counts(candidates, references_per_candidate) == reduce(add, wanted)
        assert len(tables) == 2 * at_once


def test_the_chunks_hold_every_segment_once_in_order():
    pairs = list(segments("words", 2000, "chunks"))
    assert [pair for chunk in _chunks(iter(pairs)) for pair in chunk] == pairs


@pytest.mark.parametrize("segment", [([], [[]]), (["a"] * 100, [["a"] * 100])])
def test_a_chunk_ends_whatever_the_segments_are(segment):
    """Memory stays flat for long segments and for empty ones: both fill a chunk."""
    assert max(len(chunk) for chunk in _chunks(segment for _ in range(40_000))) <= 16_384
    assert sum(1 for _ in _chunks(segment for _ in range(40_000))) > 1


@pytest.mark.parametrize(("candidate", "reference", "segments"), [(100, 100, 82), (1, 0, 8192), (0, 0, 16_384)])
def test_a_chunk_ends_where_enough_tokens_have_come_together(candidate, reference, segments):
    stream = ((["a"] * candidate, [["a"] * reference]) for _ in range(40_000))
    assert [len(chunk) for chunk in islice(_chunks(stream), 2)] == [segments] * 2


def test_the_tokens_have_a_part_for_the_candidates_and_for_each_reference_in_turn():
    numbers, starts = _numbered([(["a", "b"], [["b"], ["a", "c"], []]), (["a"], [["a"]])])
    assert [part.tolist() for part in np.split(numbers, starts)] == [
        [0, 1, -1, 2, -1],
        [1, -1, 2, -1],
        [0, -1, -1],
        [-1],
    ]


def test_one_segment_larger_than_a_chunk():
    rng = random.Random(5)
    candidate, reference = rng.choices("abcdefgh", k=30_000), rng.choices("abcdefgh", k=29_000)
    assert corpus_counts([candidate], [[reference]]) == bleu_counts(candidate, [reference])


def test_a_vocabulary_of_one_use_each():
    candidate = list(range(40_000))
    counts = corpus_counts([candidate], [[candidate[::-1], candidate]], n_gram=40)
    assert counts.matched == counts.total == tuple(range(40_000, 39_959, -1))


def test_segments_never_mix():
    assert corpus_counts([["a", "b"], ["c", "d"]], [[["c", "d"]], [["a", "b"]]], n_gram=1).matched == (0, 0)
    assert corpus_counts([["a"], ["b"]], [[["a"]], [["b"]]], n_gram=1).matched == (2, 0), "no n-gram across segments"


def test_a_corpus_without_a_segment_has_no_counts():
    assert corpus_counts([], [], n_gram=2) == BleuCounts((0, 0, 0), (0, 0, 0), 0, 0)


def test_the_numbers_are_plain():
    counts = corpus_counts([["a", "b"]], [[["a", "b"]]])
    numbers = [*counts.matched, *counts.total, counts.candidate_length, counts.reference_length]
    assert {type(number) for number in numbers} == {int}


def test_the_input_is_not_changed():
    candidates, references_per_candidate = [["a", "b"]], [[["a", "b"], ["a"]]]
    corpus_counts(candidates, references_per_candidate)
    assert (candidates, references_per_candidate) == ([["a", "b"]], [[["a", "b"], ["a"]]])


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


class Counted:
    """A token that counts how often it is hashed and compared."""

    work = 0

    def __init__(self, word):
        self.word = word

    def __hash__(self):
        Counted.work += 1
        return hash(self.word)

    def __eq__(self, other):
        Counted.work += 1
        return self.word == other.word


@pytest.mark.parametrize(
    "function", [corpus_counts, lambda c, r: [bleu_counts(*pair) for pair in zip(c, r, strict=True)]]
)
def test_the_work_grows_as_the_tokens_do(function):
    """Ten times the segments, the tokens or the references are ten times the work with tokens, and no more."""

    def sentence(tokens):
        return [Counted(place % 5) for place in range(tokens)]

    def work(segments, tokens, references):
        candidates = [sentence(tokens) for _ in range(segments)]
        references_per_candidate = [[sentence(tokens) for _ in range(references)] for _ in range(segments)]
        Counted.work = 0
        function(candidates, references_per_candidate)
        return Counted.work

    once = work(5, 20, 2)
    assert work(50, 20, 2) < 12 * once
    assert work(5, 200, 2) < 12 * once
    assert work(5, 20, 20) < 12 * once


def test_rouge_has_one_reference_for_each_candidate():
    assert refused(ValueError, segment_rouge_scores, [["a"]], []) == (
        "candidates has 1 entries and references has 0. ROUGE compares each candidate with one reference: "
        "pass as many of the one as of the other."
    )
