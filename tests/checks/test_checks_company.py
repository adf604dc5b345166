"""What a verdict says where a mistake stands beside a crash, another mistake or a swap: code as students write it."""

import math

import mistakes
import pytest
from students import named
from students.bleu import nltk_order, without_penalty
from students.ngrams import (
    half_of_the_share,
    nltk_like_precision,
    precision_over_words,
    two_at_once,
)

from bleu_helpers.checks import Finding, catalogue, diagnose, in_form
from bleu_helpers.checks._recipe import BUILD, RIGHT
from bleu_helpers.checks._slips import slips_called
from bleu_helpers.checks._tasks import TASKS
from exercise_checker import _examination
from exercise_checker._mistakes import SWAPPED

STILL_WRONG = "one that the checker does not know."


def names_of(verdict):
    """The names in the order in which they are said."""
    return [one.name for one in (verdict.known, *verdict.also) if one]


# A crash on inputs that are short, empty, or whose right result is 0.


def seven_for_short_ones(candidate, references, n):
    return 7 if len(candidate) < n else precision_over_words(candidate, references, n)


def precision_with_a_first_word(references, candidate, n):
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
            precision_over_words,
            WORDS,
            "With an empty candidate, it stops with ZeroDivisionError: ",
        ),
        (
            "modified_precision",
            seven_for_short_ones,
            WORDS,
            "With a candidate of fewer than 2 words, it returns 7 ",
        ),
        ("modified_precision", precision_with_a_first_word, SWAPPED, INDEX),
        ("f_score", lambda p, r, beta: (1 + beta) / (1 / p + beta / r), "beta is not squared", OF_0),
    ],
)
def test_a_crash_is_the_second_line(task, function, name, line):
    verdict = diagnose(function, task)
    assert names_of(verdict) == [name]
    assert [line in beside for beside in verdict.beside] == [True] and verdict.beside[0] in str(verdict)


def test_an_error_is_not_said_twice():
    assert diagnose(lambda candidate, references, n: 1 / 0, "modified_precision").beside == ()


def test_in_a_form_a_crash_is_the_second_line_too_and_of_two_short_ones_the_candidate_is_named():
    verdict = diagnose(
        lambda rs, c, n: half_of_the_share(c, rs, n) or 0.25, in_form("modified_precision", "references first")
    )
    assert verdict.finding is Finding.UNKNOWN and INDEX in verdict.beside[0]
    form = in_form(TASKS["bleu_score"], "references first", n=2)
    (line,) = diagnose(lambda rs, c: without_penalty(c, rs, (0.5, 0.5)), form).beside
    assert line.startswith(
        ("There is something else. With an empty candidate", "There is something else. With a candidate of f")
    )


@pytest.mark.parametrize("handed", mistakes.some(mistakes.right_but_for_short_ones(), 8))
def test_what_is_right_but_for_short_ones_passes_where_the_words_do_not_ask_for_them(handed):
    assert diagnose(handed.function, handed.task).status == "wrong"
    verdict = diagnose(handed.function, in_form(TASKS[handed.task], asks_for_short=False))
    assert verdict.status == "correct" and verdict.remarks[0].startswith(
        "It is right for every ordinary input, but not for all inputs."
    )


# Two mistakes.

BY_SUM, BY_WORDS = "the counts are clipped by the sum over the references", "the denominator is the number of words"


def test_two_mistakes_are_both_named_and_the_example_shows_the_first():
    verdict = diagnose(two_at_once, "modified_precision")
    assert "  n = 1\n" in str(verdict), "where the number of words is the right number"
    assert verdict.mistake.startswith(f"{BY_SUM} and {BY_WORDS}") and f": {BY_SUM}; {BY_WORDS}." in verdict.headline
    assert [line.startswith("Question: ") for line in verdict.advice] == [True, False, True, False]


def test_a_logarithm_of_something_else_is_not_called_one_of_0():
    def bleu_score(candidate, references, weights):
        if candidate and len(candidate) % 3 == 0:
            return math.log(-len(candidate))
        return BUILD["bleu_score"](RIGHT)(candidate, references[:1], weights)

    assert "the logarithm of 0 is computed" not in named(diagnose(bleu_score, "bleu_score"))


def test_a_constant_with_a_few_digits_hides_no_mistake_and_the_example_shows_the_mistake():
    def brevity_penalty(candidate, references):
        r = min(map(len, references))
        return 2.718281828 ** min(0, 1 - r / len(candidate))

    verdict = diagnose(brevity_penalty, "brevity_penalty")
    assert verdict.known.name == "the length of the shortest reference is used"
    yours, right = (float(line.split(": ")[1]) for line in verdict.example[-2:])
    assert abs(yours - right) > 0.1


@pytest.mark.parametrize("handed", mistakes.some(mistakes.last_digits(), 12))
def test_only_the_last_digits(handed):
    verdict = diagnose(handed.function, handed.task)
    assert verdict.status == "wrong"
    assert verdict.finding is Finding.LAST_DIGITS or verdict.mistake == "a number is rounded"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kind", "share"),
    [
        ("and a crash on short ones", 0.9),
        ("two mistakes", 0.7),
        ("references first", 0.9),
        ("and rounded", 0.9),
        ("in another form", 1.0),
    ],
)
def test_mistakes_in_company_have_true_names(kind, share):
    found = mistakes.counted(mistakes.some(mistakes.WRONG[kind](), 8))
    assert found.rejected == found.handed_in and found.wrong_names == []
    assert found.named >= share * found.handed_in


# Arguments that are exchanged, or are not.


def test_a_swap_is_seen_whatever_else_is_wrong():
    verdict = diagnose(nltk_order, "bleu_score")
    assert names_of(verdict) == [SWAPPED, "the brevity penalty is missing"]
    assert [mistake.name for mistake in verdict.also] == ["the brevity penalty is missing"]


@pytest.mark.parametrize("task", ["unigram_precision", "closest_ref_length", "bleu_score", "rouge_n"])
def test_a_swap_is_seen_where_no_result_is_ever_right(task):
    """In particular it is not taken for lists as keys, whose error it ends with."""
    handed = mistakes.references_first(lambda *given: 0.9 * mistakes.right(task)(*given) + 0.01)
    verdict = diagnose(handed, task)
    assert names_of(verdict) == [SWAPPED] and verdict.headline.endswith(STILL_WRONG)


@pytest.mark.parametrize(
    "name", ["a position is returned instead of a length", "the difference is used instead of the length"]
)
def test_a_swap_is_seen_by_what_is_looked_at_where_nothing_is_right(name):
    wrong = next(one for one in catalogue.mistakes("closest_ref_length") if one.name == name)
    assert names_of(diagnose(mistakes.references_first(wrong.function), "closest_ref_length")) == [SWAPPED, name]


@pytest.mark.parametrize("task", ["unigram_precision", "brevity_penalty"])
def test_who_looks_at_the_letters_of_one_argument_only_has_not_swapped_it(task):
    def letters(candidate, *others):
        return sum(len(word) % 2 for word in candidate) / max(len(candidate), 1)

    assert SWAPPED not in named(diagnose(letters, task))


@pytest.mark.parametrize("task", ["bleu_score", "modified_precision", "rouge_n"])
def test_the_example_of_a_swap_shows_the_swap_and_not_the_crash_beside_it(task):
    verdict = diagnose(mistakes.references_first(mistakes.stops_on_short_ones(task, mistakes.right(task))), task)
    assert verdict.known.name == SWAPPED
    assert "ZeroDivisionError" not in "".join(verdict.example)


def test_lists_as_keys_are_seen_beside_a_swap_and_a_crash():
    lists = next(one for one in catalogue.mistakes("rouge_n") if one.name == "lists are used as keys")
    verdict = diagnose(mistakes.references_first(mistakes.stops_on_short_ones("rouge_n", lists.function)), "rouge_n")
    assert names_of(verdict) == [SWAPPED, "lists are used as keys"]


@pytest.mark.parametrize("company", [lambda task, function: function, mistakes.stops_on_short_ones])
def test_who_stops_at_lists_only_with_the_arguments_exchanged_has_no_lists_as_keys(company):
    three = [
        ("e is written with only a few digits", "corpus", 3),
        ("the denominator is off by one", "total", 0),
        ("the score does not depend on the matches", "clip", 0),
    ]
    slips = [
        [slip for slip in slips_called(name) if slip.field == field and "corpus_bleu" in slip.tasks][place]
        for name, field, place in three
    ]
    function = company("corpus_bleu", next(catalogue.functions_with("corpus_bleu", *slips)))
    assert named(diagnose(function, "corpus_bleu")) <= {slip.name for slip in slips}


def test_who_takes_the_arguments_by_the_tasks_names_has_not_exchanged_them():
    def f_of(precision, recall, beta):
        below = precision + beta**2 * recall
        return precision * recall / below if below else 0

    both = ["beta weights the wrong side (or precision and recall are swapped)", "the factor in front of F is missing"]
    assert names_of(diagnose(f_of, "f_score")) == both


@pytest.mark.parametrize(
    ("task", "function"),
    [
        ("unigram_precision", lambda references, candidate: len(" ".join(candidate)) + 7),
        ("unigram_precision", lambda candidate, references: len(candidate.split()) / len(references[0])),
    ],
)
def test_a_function_that_fails_in_either_order_has_no_swap(task, function):
    assert diagnose(function, task).finding is Finding.ERROR


# The search.


def test_the_search_for_two_mistakes_ends(monkeypatch):
    monkeypatch.setattr(_examination, "MAX_CALLS", 10)
    assert diagnose(two_at_once, "modified_precision").finding is Finding.UNKNOWN
