"""The inputs of a check, and how it reads lists of numbers."""

import math
from fractions import Fraction

import numpy
import pytest
from students import attempts

from bleu_exercises import Finding, diagnose
from bleu_exercises._tasks import TASKS
from exercise_checker._tasks import PUBLIC_SEED, inputs_of

# The inputs.


def test_a_seed_always_draws_the_same_inputs():
    for name in ("simple_count", "f_score", "word_error_rate"):
        assert repr(inputs_of(TASKS[name], 7)) == repr(inputs_of.__wrapped__(TASKS[name], 7))
        assert repr(inputs_of(TASKS[name], 7)) != repr(inputs_of(TASKS[name], 8))


def test_drawn_inputs_include_empty_candidates_and_ties_of_lengths():
    pairs = [arguments for arguments, _ in inputs_of(TASKS["unigram_precision"], PUBLIC_SEED)]
    assert {1, 2, 3, 4} <= {len(references) for _, references in pairs}
    assert any(not candidate for candidate, _ in pairs)
    ties = [
        1
        for candidate, references in pairs
        if len({len(other) for other in references if abs(len(other) - len(candidate)) == 1}) == 2
    ]
    assert len(ties) > 20
    assert all(reference for (_, reference), _ in inputs_of(TASKS["word_error_rate"], PUBLIC_SEED))


# How results are read.


@pytest.mark.parametrize("form", [tuple, iter, numpy.array, lambda scores: [Fraction(score) for score in scores]])
def test_accepts_a_list_of_numbers_in_any_form(form):
    right = attempts("right", task="scores_without_each_word")[0].function
    verdict = diagnose(lambda candidate, references: form(right(candidate, references)), "scores_without_each_word")
    assert verdict.status == "correct"


@pytest.mark.parametrize(
    ("result", "finding"),
    [
        ("0.5", Finding.RETURNS_TEXT),
        ({0: 0.5}, Finding.ANOTHER_TYPE),
        ([0.5, None], Finding.ANOTHER_TYPE),
        ([0.5, "1"], Finding.ANOTHER_TYPE),
        ([0.5, math.nan], Finding.RETURNS_NAN),
    ],
)
def test_rejects_what_is_not_a_list_of_numbers(result, finding):
    assert diagnose(lambda candidate, references: result, "scores_without_each_word").finding is finding
