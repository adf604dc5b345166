"""Lesson 01: counting, and plain unigram precision."""

from collections import Counter
from fractions import Fraction
from itertools import chain

import pytest
from drawn_cases import drawn, pair
from examples import OTHER_PROGRAM_CANDIDATE, PROGRAM_CANDIDATE, PROGRAM_REFERENCES
from nltk import ngrams as nltk_ngrams

from bleu_helpers import simple_count, unigram_precision
from bleu_helpers.cast import CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE


def test_counts_of_source_000():
    counts = simple_count([*GUIDE_CANDIDATE[:-1], "party."])
    assert counts[("the",)] == 3
    assert [count for word, count in counts.items() if word != ("the",)] == [1] * 15
    assert list(counts)[-1] == ("party.",)
    assert simple_count(["the"] * 7) == Counter({("the",): 7})


def test_orders_of_source_004():
    assert [simple_count("The ball is blue".split(), n).total() for n in (1, 2, 3, 4)] == [4, 3, 2, 1]
    assert simple_count("The ball is blue".split(), 2) == {("The", "ball"): 1, ("ball", "is"): 1, ("is", "blue"): 1}


def test_keys_are_tuples_also_for_words():
    assert simple_count(["a"]) == Counter({("a",): 1})


@drawn(pair)
def test_counts_agree_with_nltk(pair):
    candidate, _ = pair
    for n in (1, 2, 3, 4):
        assert simple_count(candidate, n) == Counter(nltk_ngrams(candidate, n))


@pytest.mark.parametrize(
    ("candidate", "references", "expected"),
    [
        (["the"] * 7, CAT_REFERENCES, 7 / 7),
        (CAT_CANDIDATES[0], CAT_REFERENCES, 5 / 6),
        ("He ate an apple".split(), ["He eats an apple".split()], 3 / 4),
        ("He He He".split(), ["He eats an apple".split()], 3 / 3),
        (PROGRAM_CANDIDATE, PROGRAM_REFERENCES, 4 / 8),
        (OTHER_PROGRAM_CANDIDATE, PROGRAM_REFERENCES, 3 / 10),
        ([], CAT_REFERENCES, 0.0),
    ],
)
def test_unigram_precision(candidate, references, expected):
    assert unigram_precision(candidate, references) == expected


@drawn(pair)
def test_unigram_precision_agrees_with_an_independent_definition(pair):
    candidate, references = pair
    joined = list(chain.from_iterable(references))
    found = [word for word in candidate if joined.count(word) > 0]
    expected = Fraction(len(found), len(candidate)) if candidate else 0
    assert unigram_precision(candidate, references) == float(expected)


def test_one_reference_is_enough():
    assert unigram_precision(["a", "b"], [["a"], ["b"]]) == 1.0
