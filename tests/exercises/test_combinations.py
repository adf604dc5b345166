"""A verdict on a mistake together with a crash, another mistake or swapped arguments, as in students' code."""

import functools
import math
import re
import string

import mistakes
import pytest
from students import mistakes_in
from students.ngrams import nltk_like_precision, precision_over_words, two_at_once

from bleu_exercises import Finding, diagnose
from bleu_exercises._lesson_tasks import TASKS
from bleu_exercises._ways import READ, with_steps_around
from exercise_checker import _examination
from exercise_checker._mistakes import NORMALISED, SWAPPED


def names_of(verdict):
    """Return the names of the mistakes in the order in which a verdict reports them."""
    return [mistake.name for mistake in (verdict.known, *verdict.also) if mistake]


# A crash on inputs that are short or empty, or whose right result is 0.


def returns_7_for_short_candidates(candidate, references, n):
    return 7 if len(candidate) < n else precision_over_words(candidate, references, n)


def reads_the_first_word(references, candidate, n):
    candidate[0][0]
    return 0.123 if candidate[0] == "the" else nltk_like_precision(candidate, references, n)


INDEX = "With an empty candidate, it stops with IndexError: list index out of range, in your line "
OF_0 = "With an input whose right result is 0, it stops with ZeroDivisionError"
WORDS = "the denominator is the number of words"


@pytest.mark.parametrize(
    ("task", "function", "name", "line"),
    [
        (
            "modified_precision",
            returns_7_for_short_candidates,
            WORDS,
            "With a candidate of fewer than 2 words, it returns 7 ",
        ),
        ("modified_precision", reads_the_first_word, SWAPPED, INDEX),
        ("f_score", lambda p, r, beta: (1 + beta) / (1 / p + beta / r), "beta is not squared", OF_0),
    ],
)
def test_reports_a_crash_after_the_mistake(task, function, name, line):
    verdict = diagnose(function, task)
    assert names_of(verdict) == [name]
    assert [line in beside for beside in verdict.beside] == [True] and verdict.beside[0] in str(verdict)


def test_does_not_report_an_error_twice():
    assert diagnose(lambda candidate, references, n: 1 / 0, "modified_precision").beside == ()


# Two mistakes.

BY_SUM, BY_WORDS = "the counts are clipped by the sum over the references", "the denominator is the number of words"


def test_names_two_mistakes_and_shows_the_first_in_the_example():
    verdict = diagnose(two_at_once, "modified_precision")
    assert "  n = 1\n" in str(verdict), "for n = 1, the number of words is the right denominator"
    assert verdict.mistake.startswith(f"{BY_SUM} and {BY_WORDS}") and f": {BY_SUM}; {BY_WORDS}." in verdict.headline
    assert [line.startswith("Question: ") for line in verdict.advice] == [True, False, True, False]


def test_does_not_mistake_a_logarithm_of_a_negative_number_for_one_of_0(monkeypatch):
    monkeypatch.setattr(_examination, "MAX_CALLS", 3_000)

    def bleu_score(candidate, references, weights):
        if candidate and len(candidate) % 3 == 0:
            return math.log(-len(candidate))
        return mistakes.right("bleu_score")(candidate, references[:1], weights)

    assert "the logarithm of 0 is computed" not in mistakes_in(diagnose(bleu_score, "bleu_score"))


NEARLY_E = {"shape": lambda c, r: 2.718281828 ** (1 - r / c)}


@pytest.mark.parametrize(
    ("task", "function"),
    [
        ("brevity_penalty", functools.partial(mistakes.right("brevity_penalty"), **NEARLY_E)),
        ("f_score", lambda *given: round(mistakes.right("f_score")(*given), 7)),
    ],
)
def test_reports_that_only_the_last_digits_differ(task, function):
    verdict = diagnose(function, task)
    assert verdict.status == "wrong"
    assert verdict.finding is Finding.LAST_DIGITS or verdict.mistake == "a number is rounded"


# Which names are given to mistakes in a wrong order of arguments, in words that are read differently, and in others.


def reading(reader, task, *names):
    """Return a function that reads each sentence differently, and makes some known mistakes as well."""
    return with_steps_around(mistakes.with_mistakes(task, *names), {READ: reader}, TASKS[task].parameters)


def words_only(words):
    return re.findall(r"\b\w+\b", " ".join(words))


def no_marks(words):
    return list(filter(str.isalnum, words))


def marks_off(words):
    return [word.strip(string.punctuation) for word in words]


def read_letter_by_letter(candidate, *others):
    return sum(len(word) % 2 for word in candidate) / max(len(candidate), 1)


def f_of(precision, recall, beta):
    below = precision + beta**2 * recall
    return precision * recall / below if below else 0


def penalty_of_the_shortest(candidate, references):
    return 2.718281828 ** min(0, 1 - min(map(len, references)) / len(candidate))


def nearly_recall(references, candidate, n):
    return 0.9 * mistakes.right("rouge_n")(candidate, references, n) + 0.01


NOT_CLIPPED, SHORTEST = "the counts are not clipped", "the length of the shortest reference is used"
DIFFERENCE, ONE_MISSING = "the difference is used instead of the length", "one n-gram is missing (off by one)"
IN_F = {"beta weights the wrong side (or precision and recall are swapped)", "the factor in front of F is missing"}
THREE = (
    "e is written with only a few digits",
    "the denominator is off by one",
    "the score does not depend on the matches",
)


@pytest.mark.parametrize(
    ("task", "function", "names"),
    [
        ("rouge_n", nearly_recall, {SWAPPED}),  # no result is right in any order
        (
            "closest_ref_length",
            mistakes.references_first(mistakes.with_mistakes("closest_ref_length", DIFFERENCE)),
            {SWAPPED, DIFFERENCE},
        ),
        ("corpus_bleu", mistakes.with_mistakes("corpus_bleu", *THREE), {*THREE}),  # not lists as keys
        ("brevity_penalty", read_letter_by_letter, set()),
        ("f_score", f_of, IN_F),
        ("unigram_precision", lambda references, candidate: len(" ".join(candidate)) + 7, set()),
        ("unigram_precision", lambda candidate, references: len(candidate.split()) / len(references[0]), set()),
        ("brevity_penalty", penalty_of_the_shortest, {SHORTEST}),  # a constant with few digits hides no mistake
        ("unigram_precision", reading(words_only, "unigram_precision"), {NORMALISED}),
        ("brevity_penalty", reading(no_marks, "brevity_penalty"), {NORMALISED}),
        ("modified_precision", reading(marks_off, "modified_precision", NOT_CLIPPED), {NOT_CLIPPED, NORMALISED}),
        ("simple_count", reading(no_marks, "simple_count", ONE_MISSING), {ONE_MISSING, NORMALISED}),
        ("modified_precision", reading(lambda words: words[: len(words) // 2], "modified_precision"), set()),
        ("f_score", lambda precision, recall, beta: precision * recall**3, set()),
    ],
)
def test_names_these_mistakes_and_no_other_one(task, function, names):
    assert mistakes_in(diagnose(function, task)) == names


def test_names_changed_words_with_a_small_example():
    verdict = diagnose(reading(no_marks, "rouge_n"), "rouge_n")
    assert verdict.mistake in (NORMALISED, f"{NORMALISED} and short or empty sentences")
    assert sum(line.count("'") for line in verdict.example[:-2]) <= 2 * 6


def test_the_example_shows_the_swapped_arguments_and_not_the_crash():
    def divides_first(references, candidate, n):
        return 1 / max(len(candidate) - n + 1, 0) and nltk_like_precision(candidate, references, n)

    verdict = diagnose(divides_first, "modified_precision")
    assert verdict.known.name == SWAPPED
    assert "ZeroDivisionError" not in "".join(verdict.example)


# The search.


def test_search_for_two_mistakes_stops_at_the_limit(monkeypatch):
    monkeypatch.setattr(_examination, "MAX_CALLS", 10)
    assert diagnose(two_at_once, "modified_precision").finding is Finding.UNKNOWN
