"""Lesson 01: plain unigram precision."""

from fractions import Fraction
from itertools import chain

from drawn_cases import drawn, pair

from bleu_helpers import unigram_precision


@drawn(pair)
def test_unigram_precision_agrees_with_an_independent_definition(pair):
    candidate, references = pair
    joined = list(chain.from_iterable(references))
    found = [word for word in candidate if joined.count(word) > 0]
    expected = Fraction(len(found), len(candidate)) if candidate else 0
    assert unigram_precision(candidate, references) == float(expected)
