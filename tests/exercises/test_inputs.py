"""The inputs on which a function is tried: they show whether it changes words or leaves some out."""

import re

import pytest
from course import ASSIGNMENTS, SEED

from bleu_exercises._lesson_tasks import TASKS
from bleu_exercises._words import TOLD_APART
from bleu_exercises.exercises import EVERY_TASK
from bleu_grading.outside import seed_and_answers
from exercise_checker._tasks import PUBLIC_SEED, inputs_of
from exercise_checker.guard import MAX_STEPS_PER_CALL
from exercise_checker.outcomes import agree, outcome_of

PROBLEM_SETS = seed_and_answers._load(str(ASSIGNMENTS / "answers.py"))


def words_in(value):
    if isinstance(value, list | tuple):
        return [word for item in value for word in words_in(item)]
    return [value] if isinstance(value, str) else []


def replaced(value, word, other):
    if isinstance(value, list):
        return [replaced(item, word, other) for item in value]
    return other if value == word else value


LENGTHS_ONLY = {"closest_ref_length", "brevity_penalty", "words_to_add", "corpus_words_to_add"}
WITHOUT_CASE = {"precision_without_case", "matches_without_case"}
"""Tasks in which some words make no difference."""
OF_SENTENCES = [
    name
    for name, task in EVERY_TASK.items()
    if any(isinstance(value, list) and words_in(value) for value in task.probes[0])
]


@pytest.mark.parametrize("name", sorted({*OF_SENTENCES} - LENGTHS_ONLY - WITHOUT_CASE))
def test_a_chosen_input_shows_that_two_words_are_treated_as_one(name):
    task = EVERY_TASK[name]
    for word, other in TOLD_APART:
        inputs = [probe for probe in task.probes if word in words_in(probe)]
        read = (outcome_of(task.read, task.function, replaced([*probe], word, other)) for probe in inputs)
        wrong = (not agree(outcome, task.right(probe)) for outcome, probe in zip(read, inputs, strict=True))
        assert any(wrong), f"no input of {name} shows that {word!r} is read as {other!r}"


@pytest.mark.parametrize("name", ["overused", "credited", "text_precision", "order_precisions", "open_bleu"])
def test_drawn_inputs_contain_marks_digits_and_other_letters(name):
    """A function that reads words differently is then wrong for many hidden inputs."""
    task = PROBLEM_SETS[name]
    hidden = [" ".join(words_in(case.arguments)) for case in inputs_of(task, SEED)[len(task.probes) :]]
    for sign in ("[0-9]", "[^\\W0-9_a-zA-Z]", "[A-Za-z][^\\w\\s]", "(^| )[^\\w\\s]( |$)"):
        assert sum(bool(re.search(sign, text)) for text in hidden) >= 20, sign


@pytest.mark.parametrize("name", PROBLEM_SETS)
def test_inputs_are_short_enough_for_a_slow_function(name):
    """A slow function has three nested loops over the words of a candidate and its references."""
    for case in inputs_of(PROBLEM_SETS[name], SEED):
        sentences = len(words_in(case.arguments[:1])), len(words_in(case.arguments[1:]))
        assert sentences[0] ** 2 * max(sentences) < MAX_STEPS_PER_CALL


def test_a_seed_always_draws_the_same_inputs():
    for name in ("simple_count", "f_score", "word_error_rate"):
        assert repr(inputs_of(TASKS[name], 7)) == repr(inputs_of.__wrapped__(TASKS[name], 7))
        assert repr(inputs_of(TASKS[name], 7)) != repr(inputs_of(TASKS[name], 8))


def test_drawn_inputs_include_empty_candidates_and_ties_of_lengths():
    pairs = [arguments for arguments, _ in inputs_of(TASKS["unigram_precision"], PUBLIC_SEED)]
    assert {1, 2, 3, 4} <= {len(references) for _, references in pairs}
    assert any(not candidate for candidate, _ in pairs)
    lengths = [(len(candidate), set(map(len, references))) for candidate, references in pairs]
    assert sum({c - 1, c + 1} <= r for c, r in lengths) > 20
    assert all(reference for (_, reference), _ in inputs_of(TASKS["word_error_rate"], PUBLIC_SEED))
