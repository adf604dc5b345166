"""Functions that change words or leave some out: every check has inputs that show it, and the verdict says so."""

import re
import string
from ast import literal_eval

import pytest
from course import ASSIGNMENTS, SEED
from students import mistakes_in

from bleu_exercises import diagnose
from bleu_exercises._tasks import TASKS
from bleu_exercises._ways import READ
from bleu_exercises._words import TOLD_APART
from bleu_exercises.exercises import EVERY_TASK
from bleu_grading.outside import seed_and_answers
from exercise_checker._mistakes import NORMALISED
from exercise_checker._tasks import inputs_of
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


# The inputs.

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


# The verdict.

MARKS_OFF, LOWERED = "marks off", "uppercase and lowercase are treated as the same"
READERS = {
    MARKS_OFF: lambda words: [word.strip(string.punctuation) for word in words],
    LOWERED: lambda words: [word.lower() for word in words],
    "words only": lambda words: re.findall(r"\b\w+\b", " ".join(words)),
    "no marks": lambda words: list(filter(str.isalnum, words)),
    "half of the sentence": lambda words: words[: len(words) // 2],
}
NOT_CLIPPED, BY_WORDS = "the counts are not clipped", "the denominator is the number of words"


def with_another_reader(name, reader, *names):
    """Return a function that reads sentences differently, and makes some known mistakes as well."""
    task = TASKS[name]
    first = [next(mistake for mistake in task.mistakes if mistake.name == of) for of in names]
    steps = {step: choice for mistake in first for step, choice in mistake.instead.items()}
    return next(task.build(task.function, {READ: READERS[reader], **steps}))


@pytest.mark.parametrize(
    ("name", "reader"),
    [("unigram_precision", "words only"), ("brevity_penalty", "no marks"), ("rouge_n", "no marks")],
)
def test_names_changed_words_with_a_small_example(name, reader):
    verdict = diagnose(with_another_reader(name, reader), name)
    assert verdict.mistake in (NORMALISED, f"{NORMALISED} and short or empty sentences")
    given = [literal_eval(line.partition(" = ")[2]) for line in verdict.example[:-2]]
    assert len(words_in(given)) <= 6


@pytest.mark.parametrize(
    ("name", "reader", "names", "headline"),
    [
        ("modified_precision", MARKS_OFF, [NOT_CLIPPED], "There are 2 known mistakes: "),
        ("simple_count", "no marks", ["one n-gram is missing (off by one)"], ""),
        ("modified_precision", LOWERED, [NOT_CLIPPED, BY_WORDS], ""),
    ],
)
def test_names_known_mistakes_together_with_changed_words(name, reader, names, headline):
    verdict = diagnose(with_another_reader(name, reader, *names), name)
    assert mistakes_in(verdict) == {*names, LOWERED if reader == LOWERED else NORMALISED}
    assert headline in verdict.headline


@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("modified_precision", with_another_reader("modified_precision", "half of the sentence")),
        ("f_score", lambda precision, recall, beta: precision * recall**3),
    ],
)
def test_does_not_name_changed_words_for_other_mistakes(name, function):
    assert NORMALISED not in str(diagnose(function, name))
