"""Lesson 04: the closest reference length and the brevity penalty."""

import math

import nltk.translate.bleu_score as nltk_bleu
import pytest
from drawn_cases import drawn, pair
from peers import close

from bleu_helpers import brevity_penalty, brevity_penalty_of_lengths, closest_ref_length
from bleu_helpers.cast import CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES
from bleu_helpers.checks.exercises import brevity_penalty as exercise


def sentences(*lengths):
    return [["w"] * length for length in lengths]


@pytest.mark.parametrize(
    ("candidate_length", "reference_lengths", "expected"),
    [
        (7, [8, 6], 6),
        (7, [6, 8], 6),
        (7, [9, 8], 8),
        (18, [16, 18, 16], 18),
        (0, [3, 2], 2),
        (5, [0], 0),
    ],
)
def test_closest_ref_length(candidate_length, reference_lengths, expected):
    candidate, references = ["w"] * candidate_length, sentences(*reference_lengths)
    assert closest_ref_length(candidate, references) == expected


def test_penalties_of_the_sources():
    for candidate in ("cat mat", "the mat"):
        assert brevity_penalty(candidate.split(), CAT_REFERENCES) == 0.1353352832366127
    assert brevity_penalty(GUIDE_CANDIDATE, GUIDE_REFERENCES) == 1.0
    assert brevity_penalty(["w"] * 8, sentences(8)) == 1.0


def test_the_penalty_of_lengths_is_the_formula():
    assert brevity_penalty_of_lengths(9, 10) == math.exp(1 - 10 / 9)
    assert isinstance(brevity_penalty_of_lengths(2, 1), float)


@drawn(pair)
def test_generated_cases_agree_with_nltk(pair):
    candidate, references = pair
    r = nltk_bleu.closest_ref_length(references, len(candidate))
    assert closest_ref_length(candidate, references) == r
    assert close(brevity_penalty(candidate, references), nltk_bleu.brevity_penalty(r, len(candidate)))


def test_no_rounding_of_floats_decides_the_exercise_on_the_shortest_candidate():
    for r in range(1, exercise.LONGEST + 1):
        for share in exercise.SHARES:
            exact = exercise.border(r, share)
            assert share == 1 or abs(exact - round(exact)) > 0.001
            assert share < 1 or exact == r
