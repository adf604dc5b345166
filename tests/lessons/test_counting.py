"""Lesson 01: counting, and plain unigram precision."""

from collections import Counter
from fractions import Fraction
from itertools import chain

from drawn_cases import drawn, pair
from nltk import ngrams as nltk_ngrams

from bleu_helpers import simple_count, unigram_precision


@drawn(pair)
def test_counts_agree_with_nltk(pair):
    candidate, _ = pair
    for n in (1, 2, 3, 4):
        assert simple_count(candidate, n) == Counter(nltk_ngrams(candidate, n))


@drawn(pair)
def test_unigram_precision_agrees_with_an_independent_definition(pair):
    candidate, references = pair
    joined = list(chain.from_iterable(references))
    found = [word for word in candidate if joined.count(word) > 0]
    expected = Fraction(len(found), len(candidate)) if candidate else 0
    assert unigram_precision(candidate, references) == float(expected)
