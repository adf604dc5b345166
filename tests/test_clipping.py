"""Lesson 02: clipping."""

from collections import Counter
from functools import reduce
from operator import or_

import pytest
from drawn_cases import drawn, pair
from examples import FRUIT_CANDIDATE, FRUIT_REFERENCES
from nltk import ngrams as nltk_ngrams

from bleu_helpers import count_clip, max_ref_count
from bleu_helpers.cast import CAT_REFERENCES


@pytest.mark.parametrize(
    ("candidate", "references", "expected"),
    [
        (["the"] * 7, CAT_REFERENCES, {("the",): 2}),
        (FRUIT_CANDIDATE, FRUIT_REFERENCES, {("He",): 1, ("eats",): 1, ("tasty",): 1, ("fruit",): 0}),
    ],
)
def test_clipped_counts_of_the_sources(candidate, references, expected):
    assert count_clip(candidate, references) == expected
    assert isinstance(count_clip(candidate, references), Counter)


def test_an_unmatched_ngram_keeps_its_key():
    assert dict(count_clip(["x"], [["y"]])) == {("x",): 0}


def test_the_maximum_is_over_single_references():
    assert max_ref_count([["a"], ["a"], ["b", "b"]]) == {("a",): 1, ("b",): 2}


@drawn(pair)
def test_clipped_counts_agree_with_an_independent_definition(pair):
    candidate, references = pair
    for n in (1, 2, 3, 4):
        maximum = reduce(or_, (Counter(nltk_ngrams(reference, n)) for reference in references))
        assert max_ref_count(references, n) == maximum
        assert +count_clip(candidate, references, n) == Counter(nltk_ngrams(candidate, n)) & maximum
