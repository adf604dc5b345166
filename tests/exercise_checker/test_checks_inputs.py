"""What a check is made of: the inputs that are drawn, what is simpler than one, and how results are read."""

import math
from fractions import Fraction

import numpy
import pytest
from students import attempts

from bleu_helpers.checks import Finding, diagnose
from bleu_helpers.checks._tasks import TASKS
from exercise_checker._tasks import PUBLIC_SEED, inputs_of

# The inputs.


def given(name):
    """The arguments of all calls of a check."""
    return [arguments for arguments, _ in inputs_of(TASKS[name], PUBLIC_SEED)]


def test_a_seed_gives_the_same_inputs_each_time_and_another_seed_others():
    for name in ("simple_count", "f_score", "word_error_rate"):
        assert repr(inputs_of(TASKS[name], 7)) == repr(inputs_of.__wrapped__(TASKS[name], 7))
        assert repr(inputs_of(TASKS[name], 7)) != repr(inputs_of(TASKS[name], 8))


def test_the_drawn_inputs_are_what_they_should_be():
    pairs = given("unigram_precision")
    assert {1, 2, 3, 4} <= {len(references) for _, references in pairs}
    assert any(not candidate for candidate, _ in pairs)
    ties = [
        1
        for candidate, references in pairs
        if len({len(other) for other in references if abs(len(other) - len(candidate)) == 1}) == 2
    ]
    assert len(ties) > 20
    assert all(
        reference for _, reference in (arguments for arguments, _ in inputs_of(TASKS["word_error_rate"], PUBLIC_SEED))
    )


# How results are read.


@pytest.mark.parametrize("form", [tuple, iter, numpy.array, lambda scores: [Fraction(score) for score in scores]])
def test_a_list_of_numbers_may_come_in_any_form(form):
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
def test_what_is_no_list_of_numbers(result, finding):
    assert diagnose(lambda candidate, references: result, "scores_without_each_word").finding is finding
