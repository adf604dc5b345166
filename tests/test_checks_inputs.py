"""What a check is made of: the inputs that are drawn, what is simpler than one, and how results are read."""

import math
from fractions import Fraction

import numpy
import pytest
from course import ASSIGNMENTS
from students import handed_in

from bleu_helpers.checks import Finding, diagnose
from bleu_helpers.checks._lessons import FOLDER
from bleu_helpers.checks._tasks import TASKS
from bleu_helpers.checks.exercises import EVERY_TASK
from bleu_helpers.course import _secrets
from exercise_checker._tasks import PUBLIC_SEED, inputs_of
from exercise_checker.outcomes import agree, outcome_of

PROBLEM_SETS = _secrets._load(str(ASSIGNMENTS / "answers.py"))

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


def file_of_probes(task):
    if task.name in TASKS:
        return "bleu_helpers/checks/_drawing.py"
    return f"{FOLDER}/{task.lesson[3:]}.py" if task.name in EVERY_TASK else "notebooks/assignments/answers.py"


@pytest.mark.parametrize("task", [*EVERY_TASK.values(), *PROBLEM_SETS.values()], ids=lambda task: task.name)
def test_no_known_mistake_needs_luck_to_be_seen(task):
    """Among the inputs that every check has, whatever its seed, one tells the mistake from what is right."""
    right = [task.right(probe) for probe in task.probes]
    for mistake in task.mistakes:
        does = (outcome_of(task.read, mistake.function, probe) for probe in task.probes)
        assert not all(map(agree, does, right)), (
            f"no probe of {task.name} shows the mistake {mistake.name!r}: "
            f"add an input that does to its probes, the chosen inputs, in {file_of_probes(task)}"
        )


# How results are read.


@pytest.mark.parametrize("form", [tuple, iter, numpy.array, lambda scores: [Fraction(score) for score in scores]])
def test_a_list_of_numbers_may_come_in_any_form(form):
    right = handed_in("right", task="scores_without_each_word")[0].function
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
