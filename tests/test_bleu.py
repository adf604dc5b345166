"""Lesson 05: BLEU, and its explanation."""

import dataclasses
import math
from fractions import Fraction

import numpy as np
import pytest
from drawn_cases import WEIGHTS, drawn, explored, one_of, pair, uniform
from examples import (
    EXAMPLES,
    GUARD_CANDIDATE,
    GUARD_REFERENCES,
    OTHER_PROGRAM_CANDIDATE,
    PEN_CANDIDATE,
    PEN_REFERENCES,
    PROGRAM_CANDIDATE,
    PROGRAM_REFERENCES,
)
from peers import close, nltk_score, nltk_sentence_scores

from bleu_helpers import bleu_score, explain_bleu, geometric_mean
from bleu_helpers.cast import BAD_GUIDE_CANDIDATE, CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES


@pytest.mark.parametrize(
    ("candidate", "references", "weights", "expected"),
    [
        (GUIDE_CANDIDATE, GUIDE_REFERENCES, uniform(4), 0.5045666840058485),
        ([*GUIDE_CANDIDATE[:-1], "party."], GUIDE_REFERENCES, uniform(4), 0.46575793908279883),
        ("the mat".split(), CAT_REFERENCES, uniform(2), 0.1353352832366127),
        (PROGRAM_CANDIDATE, PROGRAM_REFERENCES, uniform(1), 0.5),
        (PROGRAM_CANDIDATE, PROGRAM_REFERENCES, uniform(2), 0.3779644730092272),
        (PROGRAM_CANDIDATE, PROGRAM_REFERENCES, uniform(3), 0.28768479133239405),
        (PROGRAM_CANDIDATE, PROGRAM_REFERENCES, uniform(4), 0.0),
        (OTHER_PROGRAM_CANDIDATE, PROGRAM_REFERENCES, uniform(1), 0.3),
        (OTHER_PROGRAM_CANDIDATE, PROGRAM_REFERENCES, uniform(2), 0.25819888974716104),
        (OTHER_PROGRAM_CANDIDATE, PROGRAM_REFERENCES, uniform(3), 0.20274006651911336),
        (PEN_CANDIDATE, PEN_REFERENCES, uniform(4), 0.5946035575013605),
        (GUARD_CANDIDATE, GUARD_REFERENCES, uniform(1), 0.625),
        (GUARD_CANDIDATE, GUARD_REFERENCES, uniform(2), 0.5976143046671968),
        (GUARD_CANDIDATE, GUARD_REFERENCES, uniform(3), 0.563123940221803),
        (GUARD_CANDIDATE, GUARD_REFERENCES, uniform(4), 0.5169731539571706),
    ],
)
def test_scores_of_the_sources(candidate, references, weights, expected):
    assert bleu_score(candidate, references, weights) == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize(
    ("candidate", "references"),
    [
        (["the"] * 7, CAT_REFERENCES),
        (BAD_GUIDE_CANDIDATE, GUIDE_REFERENCES),
        ([], CAT_REFERENCES),
        ("a a a".split(), ["a a a".split()]),
        (["x"], [["y"]]),
    ],
)
def test_an_order_without_a_match_makes_the_score_exactly_zero(candidate, references):
    assert bleu_score(candidate, references) == 0.0
    assert isinstance(bleu_score(candidate, references), float)


def test_an_order_of_weight_zero_does_not_count():
    assert bleu_score("the mat".split(), CAT_REFERENCES, (0.5, 0.5, 0, 0)) == 0.1353352832366127


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize(("candidate", "references"), EXAMPLES)
def test_examples_agree_with_nltk(candidate, references, weights):
    assert close(bleu_score(candidate, references, weights), nltk_score([candidate], [references], weights))


@drawn(pair)
def test_generated_cases_agree_with_nltk(pair):
    candidate, references = pair
    for weights, expected in zip(WEIGHTS, nltk_sentence_scores(candidate, references, WEIGHTS), strict=True):
        assert close(bleu_score(candidate, references, weights), expected)


def test_geometric_mean_is_the_root_of_the_product():
    assert geometric_mean([0.5, 0.25, 1.0], [1 / 3] * 3) == pytest.approx((0.5 * 0.25 * 1.0) ** (1 / 3), rel=1e-15)
    assert geometric_mean([0.0, 0.25], [0.5, 0.5]) == 0.0
    assert geometric_mean([0.0, 0.25], [0.0, 1.0]) == 0.25


@pytest.mark.parametrize(
    ("values", "error", "message"),
    [
        ([-1.0], ValueError, r"values\[0\] is -1\.0\. Pass a finite number of at least 0"),
        ([math.inf], ValueError, r"values\[0\] is inf"),
        (["1"], TypeError, r"values\[0\] is of type str"),
        (None, TypeError, "values is of type NoneType"),
    ],
)
def test_geometric_mean_refuses_what_has_no_logarithm(values, error, message):
    with pytest.raises(error, match=message):
        geometric_mean(values, [1])


def test_explanation_holds_plain_numbers():
    weights = explain_bleu(["a"], [["a"]], [Fraction(1, 2), np.float64(0.5)]).weights
    assert [type(weight) for weight in weights] == [float, float]


def test_geometric_mean_wants_one_weight_a_value():
    with pytest.raises(ValueError, match="values has 1 entries and weights has 2"):
        geometric_mean([1.0], [0.5, 0.5])


def test_a_smoothing_sees_one_order_more_and_replaces_the_precisions():
    seen = []

    def half_a_match(counts, candidate_length):
        seen.append((list(counts), candidate_length))
        return [max(matched, 0.5) / max(total, 1) for matched, total in counts[:-1]]

    candidate = CAT_CANDIDATES[0]
    assert bleu_score(candidate, CAT_REFERENCES, smoothing=half_a_match) == pytest.approx(
        math.exp(sum(math.log(p) for p in (5 / 6, 1 / 5, 0.5 / 4, 0.5 / 3)) / 4)
    )
    assert seen == [([(5, 6), (1, 5), (0, 4), (0, 3), (0, 2)], 6)]
    explanation = explain_bleu(candidate, CAT_REFERENCES, smoothing=half_a_match)
    assert explanation.precisions == (5 / 6, 1 / 5, 0.5 / 4, 0.5 / 3)
    assert explanation.score == bleu_score(candidate, CAT_REFERENCES, smoothing=half_a_match)


def test_smoothing_must_be_a_function():
    with pytest.raises(TypeError, match=r"smoothing is of type int: 1\. Pass a function"):
        bleu_score(["a"], [["a"]], smoothing=1)


def test_explanation_holds_everything():
    explanation = explain_bleu(GUIDE_CANDIDATE, GUIDE_REFERENCES)
    assert explanation.matched == (17, 10, 7, 4)
    assert explanation.total == (18, 17, 16, 15)
    assert explanation.precisions == (17 / 18, 10 / 17, 7 / 16, 4 / 15)
    assert explanation.weights == (0.25,) * 4
    assert (explanation.candidate_length, explanation.reference_length) == (18, 18)
    assert explanation.brevity_penalty == 1.0
    assert explanation.geometric_mean == explanation.score == bleu_score(GUIDE_CANDIDATE, GUIDE_REFERENCES)
    with pytest.raises(dataclasses.FrozenInstanceError):
        explanation.score = 1.0


@explored(pair, one_of(WEIGHTS))
def test_explanation_adds_up(pair, weights):
    candidate, references = pair
    explanation = explain_bleu(candidate, references, weights)
    assert explanation.score == bleu_score(candidate, references, weights)
    assert explanation.score == explanation.brevity_penalty * explanation.geometric_mean
    assert explanation.weights == tuple(weights)
    assert (explanation.candidate, explanation.references) == (tuple(candidate), tuple(map(tuple, references)))
