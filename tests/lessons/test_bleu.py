"""Lesson 05: BLEU, and its explanation."""

from fractions import Fraction

import pytest
from drawn_cases import WEIGHTS, drawn, one_of, pair
from peers import close, nltk_score

from bleu_helpers import (
    add_one_to_every_order,
    bleu_score,
    brevity_penalty,
    geometric_mean,
    match_counts,
    modified_precision,
    smoothing_method,
)
from bleu_helpers.example_sentences import CAT_REFERENCES

SMOOTHINGS = [None, add_one_to_every_order, *map(smoothing_method, range(8))]


# --- the score -------------------------------------------------------------------------------------------------------


def test_the_score_is_exactly_0_if_an_order_has_no_match():
    for candidate, references in ((["the"] * 7, CAT_REFERENCES), (["a"] * 3, [["a"] * 3])):
        score = bleu_score(candidate, references)
        assert (score, type(score)) == (0.0, float)


@drawn(pair, one_of(WEIGHTS))
def test_generated_cases_agree_with_nltk(pair, weights):
    candidate, references = pair
    assert close(bleu_score(candidate, references, weights), nltk_score(candidate, references, weights))


# --- the parts of the score ------------------------------------------------------------------------------------------


@drawn(pair, one_of(WEIGHTS), one_of(SMOOTHINGS))
def test_the_score_is_exactly_the_product_of_the_earlier_lessons_functions(pair, weights, smoothing):
    candidate, references = pair
    orders = range(1, len(weights) + 2)
    precisions = [modified_precision(candidate, references, n) for n in orders[:-1]]
    if smoothing is not None and precisions[0] > 0:
        counts = [match_counts(candidate, references, n) for n in orders]
        precisions = [min(precision, 1.0) for precision in smoothing(counts, len(candidate))]
    expected = brevity_penalty(candidate, references) * geometric_mean(precisions, weights)
    assert bleu_score(candidate, references, weights, smoothing) == expected


@pytest.mark.parametrize("value", [Fraction(1, 3), 0.7, 0.9999999, 5e-324, 1e-300, 3, 1.7976931348623157e308])
@pytest.mark.parametrize("weights", [*WEIGHTS, (0.3, 0.7 + 9e-10), (0.3, 0.7 - 9e-10)])
def test_the_geometric_mean_of_equal_values_is_the_value(value, weights):
    mean = geometric_mean([value] * len(weights), weights)
    assert (mean, type(mean)) == (float(value), float)
