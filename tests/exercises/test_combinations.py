"""A verdict on a mistake together with a crash, another mistake or swapped arguments, as in students' code."""

import functools
import math

import mistakes
import pytest
from students import mistakes_in
from students.ngrams import (
    nltk_like_precision,
    precision_over_words,
    two_at_once,
)

from bleu_exercises import Finding, diagnose
from exercise_checker import _examination
from exercise_checker._mistakes import SWAPPED


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


def test_a_constant_with_few_digits_hides_no_mistake():
    def brevity_penalty(candidate, references):
        r = min(map(len, references))
        return 2.718281828 ** min(0, 1 - r / len(candidate))

    verdict = diagnose(brevity_penalty, "brevity_penalty")
    assert verdict.known.name == "the length of the shortest reference is used"
    yours, right = (float(line.split(": ")[1]) for line in verdict.example[-2:])
    assert abs(yours - right) > 0.1


def rounded(task, digits, above=-1.0):
    def function(*arguments):
        result = mistakes.right(task)(*arguments)
        return round(result, digits) if result > above else result

    return function


NEARLY_E = {"shape": lambda c, r: 2.718281828 ** (1 - r / c)}


@pytest.mark.parametrize(
    ("task", "function"),
    [
        ("brevity_penalty", functools.partial(mistakes.right("brevity_penalty"), **NEARLY_E)),
        ("f_score", rounded("f_score", 7)),
        ("word_error_rate", rounded("word_error_rate", 10, above=0.3)),
    ],
)
def test_reports_that_only_the_last_digits_differ(task, function):
    verdict = diagnose(function, task)
    assert verdict.status == "wrong"
    assert verdict.finding is Finding.LAST_DIGITS or verdict.mistake == "a number is rounded"


# Arguments that are swapped, or are not.


def test_names_swapped_arguments_if_no_result_is_right():
    """For example, it is not mistaken for lists as keys, which stop with the same error."""
    right = mistakes.right("rouge_n")
    verdict = diagnose(mistakes.references_first(lambda *values: 0.9 * right(*values) + 0.01), "rouge_n")
    assert names_of(verdict) == [SWAPPED] and "does not know" in verdict.headline


def test_names_swapped_arguments_and_a_mistake_if_no_result_is_right():
    name = "the difference is used instead of the length"
    wrong = mistakes.references_first(mistakes.with_mistakes("closest_ref_length", name))
    assert names_of(diagnose(wrong, "closest_ref_length")) == [SWAPPED, name]


def test_does_not_name_swapped_arguments_if_one_argument_is_read_letter_by_letter():
    def letters(candidate, *others):
        return sum(len(word) % 2 for word in candidate) / max(len(candidate), 1)

    assert SWAPPED not in mistakes_in(diagnose(letters, "brevity_penalty"))


def test_the_example_shows_the_swapped_arguments_and_not_the_crash():
    def divides_first(references, candidate, n):
        return 1 / max(len(candidate) - n + 1, 0) and nltk_like_precision(candidate, references, n)

    verdict = diagnose(divides_first, "modified_precision")
    assert verdict.known.name == SWAPPED
    assert "ZeroDivisionError" not in "".join(verdict.example)


def test_does_not_name_lists_as_keys_for_an_error_of_swapped_arguments():
    three = (
        "e is written with only a few digits",
        "the denominator is off by one",
        "the score does not depend on the matches",
    )
    assert mistakes_in(diagnose(mistakes.with_mistakes("corpus_bleu", *three), "corpus_bleu")) <= {*three}


def test_does_not_name_swapped_arguments_if_the_names_are_in_order():
    def f_of(precision, recall, beta):
        below = precision + beta**2 * recall
        return precision * recall / below if below else 0

    wrong_side = "beta weights the wrong side (or precision and recall are swapped)"
    assert names_of(diagnose(f_of, "f_score")) == [wrong_side, "the factor in front of F is missing"]


@pytest.mark.parametrize(
    ("task", "function"),
    [
        ("unigram_precision", lambda references, candidate: len(" ".join(candidate)) + 7),
        ("unigram_precision", lambda candidate, references: len(candidate.split()) / len(references[0])),
    ],
)
def test_does_not_name_swapped_arguments_if_both_orders_fail(task, function):
    assert diagnose(function, task).finding is Finding.ERROR


# The search.


def test_search_for_two_mistakes_stops_at_the_limit(monkeypatch):
    monkeypatch.setattr(_examination, "MAX_CALLS", 10)
    assert diagnose(two_at_once, "modified_precision").finding is Finding.UNKNOWN
