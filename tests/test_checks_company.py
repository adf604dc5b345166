"""What a verdict says where a mistake stands beside a crash, another mistake or a swap: code as students write it."""

import math

import pytest
import students
import students_by_hand
import students_of_lists
from learners import clipped_share, closest
from students import named
from students_of_lists import OUTSIDE

from bleu_helpers.checks import Finding, _causes, catalogue, diagnose, in_form
from bleu_helpers.checks._outcomes import outcome_of
from bleu_helpers.checks._slips import slips_called
from bleu_helpers.checks._tasks import TASKS, inputs_of
from bleu_helpers.checks.catalogue import SWAPPED

# Crashes.


def test_a_crash_on_a_short_candidate_is_the_second_line():
    verdict = diagnose(students_by_hand.precision_over_words, "modified_precision")
    assert verdict.known.name == "divided by the number of words"
    assert verdict.mistake == "divided by the number of words and short or empty sentences"
    (line,) = verdict.beside
    assert line.startswith("And: an empty candidate stops it with ZeroDivisionError: division by zero, in your line ")
    assert line in str(verdict)


def half_of_the_share(candidate, references, n):
    hits = sum(any(word in reference for reference in references) for word in candidate)
    return 1 / (2 + len(candidate) / hits) if hits else candidate[0] * 0 or 0.25


def stops_everywhere(candidate, references, n):
    return len(candidate[0]) / 0


@pytest.mark.parametrize("order", ["candidate first", "references first"])
def test_a_crash_is_the_second_line_beside_a_mistake_that_nobody_knows(order):
    def precision(first, second, n):
        return half_of_the_share(*((first, second) if order == "candidate first" else (second, first)), n) or 0.25

    verdict = diagnose(precision, in_form(TASKS["modified_precision"], order))
    assert verdict.finding is Finding.UNKNOWN
    (line,) = verdict.beside
    assert line.startswith("And: an empty candidate stops it with IndexError: list index out of range, in your line ")


def test_a_crash_is_the_second_line_beside_a_swap_and_something_unknown():
    def precision(references, candidate, n):
        candidate[0][0]
        if candidate[0] == "the":
            return 0.123
        return students_by_hand.nltk_like_precision(candidate, references, n)

    verdict = diagnose(precision, "modified_precision")
    assert verdict.headline.endswith("it is still wrong, in a way that is not known here.")
    assert verdict.beside[0].startswith("And: an empty candidate stops it with IndexError")


def test_the_same_error_is_not_said_twice_and_another_one_is():
    verdict = diagnose(stops_everywhere, "modified_precision")
    assert verdict.error == "ZeroDivisionError"
    assert verdict.beside[0].startswith("And: an empty candidate stops it with IndexError")
    assert diagnose(lambda candidate, references, n: 1 / 0, "modified_precision").beside == ()


def test_a_wrong_number_comes_before_an_error_that_shows_only_where_the_right_result_is_0():
    def f_score(precision, recall, beta):
        return (1 + beta) ** 3 / (1 / precision + 7 * beta / recall)

    verdict = diagnose(f_score, "f_score")
    assert verdict.finding is Finding.UNKNOWN
    assert verdict.beside[0].startswith("And: an input whose right result is 0 stops it with ZeroDivisionError")


def test_what_a_short_candidate_gets_is_the_second_line():
    def precision(candidate, references, n):
        if len(candidate) < n:
            return 7
        return students_by_hand.precision_over_words(candidate, references, n)

    assert diagnose(precision, "modified_precision").beside == (
        "And: for a candidate of fewer than 2 words it returns 7, and right is 0.",
    )


def test_an_input_with_a_right_result_of_0_is_named_as_such():
    def f_score(precision, recall, beta):
        return (1 + beta) / (1 / precision + beta / recall)

    (line,) = diagnose(f_score, "f_score").beside
    assert line.startswith("And: an input whose right result is 0 stops it with ZeroDivisionError")


def test_two_mistakes_are_both_named_and_the_example_shows_the_first():
    verdict = diagnose(students_by_hand.two_at_once, "modified_precision")
    assert verdict.headline == (
        "wrong. There are two mistakes, and both have a name: "
        "clipped by the sum over the references. And: divided by the number of words."
    )
    assert "  n = 1\n" in str(verdict), "where the number of words is the right number"
    assert verdict.mistake.startswith("clipped by the sum over the references and divided by the number of words")
    assert [line.startswith("Question: ") for line in verdict.advice] == [True, False, True, False]


def all_but_the_last_letters(tokens, n):
    text = " ".join(tokens)
    counts = {}
    for start in range(len(text) - n):
        piece = tuple(text[start : start + n])
        counts[piece] = counts.get(piece, 0) + 1
    return counts


def first_letter_only(candidate, references):
    text = " ".join(candidate)
    for letter in text:
        return sum(text.count(letter) for reference in references if letter in " ".join(reference)) and (
            text.count(letter) / len(text)
        )
    return 0


@pytest.mark.parametrize(
    ("function", "task", "names"),
    [
        (all_but_the_last_letters, "simple_count", {"off by one: an n-gram is missing"}),
        (first_letter_only, "unigram_precision", {"the function returns in the first round of its loop"}),
    ],
)
def test_two_mistakes_that_hide_each_other_everywhere_are_both_named(function, task, names):
    assert named(diagnose(function, task)) == {"characters instead of words", *names}


def bleu_by_bare_logs(length):
    def bleu_score(candidate, references, weights):
        if not candidate:
            return 0
        r = length(len(candidate), [len(reference) for reference in references])
        penalty = 1 if len(candidate) > r else math.exp(1 - r / len(candidate))
        shares = [clipped_share(candidate, references, n) for n in range(1, len(weights) + 1)]
        return penalty * math.exp(sum(w * math.log(share) for w, share in zip(weights, shares, strict=True)))

    return bleu_score


@pytest.mark.parametrize(
    ("length", "name"),
    [
        (lambda c, lengths: min(lengths), "the shortest reference's length"),
        (lambda c, lengths: max(lengths), "the longest reference's length"),
    ],
)
def test_an_unguarded_logarithm_is_named_beside_another_mistake(length, name):
    verdict = diagnose(bleu_by_bare_logs(length), "bleu_score")
    assert (verdict.known.name, [one.name for one in verdict.also]) == (name, ["the logarithm of 0"])
    assert not verdict.example[-2].startswith("yours: ValueError")


def test_what_is_added_where_right_is_0_is_paid_from_the_budget():
    task = TASKS["bleu_score"]
    shortest = next(one for one in task.mistakes if one.name == "the shortest reference's length")
    wrong, found = bleu_by_bare_logs(lambda c, lengths: min(lengths)), _causes._Found((shortest,), shortest.function)
    rows = [_causes.Row(case, None, outcome_of(task.read, wrong, case.arguments)) for case in inputs_of(task, 2002)]
    assert _causes._where_the_result_is_0(task, found, rows, _causes.Budget(0)) == (found, 3)


def test_what_is_rounded_is_named_after_a_deeper_cause():
    def brevity_penalty(candidate, references):
        c, r = len(candidate), min(map(len, references))
        return round(0 if c == 0 else 1 if c > r else math.exp(1 - r / c), 3)

    verdict = diagnose(brevity_penalty, "brevity_penalty")
    assert verdict.mistake == "the shortest reference's length and rounded on the way"


def test_a_swap_is_seen_whatever_else_is_wrong():
    verdict = diagnose(students_by_hand.nltk_order, "bleu_score")
    assert verdict.known.name == SWAPPED and [one.name for one in verdict.also] == ["the brevity penalty is missing"]
    assert "And with the arguments exchanged there is more: the brevity penalty is missing." in verdict.headline


def test_a_swap_beside_something_unknown():
    def precision(references, candidate, n):
        if candidate[:1] == ["the"]:
            return 0.123
        return students_by_hand.nltk_like_precision(candidate, references, n)

    verdict = diagnose(precision, "modified_precision")
    assert (verdict.known.name, verdict.also) == (SWAPPED, ())
    assert verdict.headline.endswith("it is still wrong, in a way that is not known here.")


@pytest.mark.parametrize(
    ("function", "task", "said"),
    [
        ("lists_in_a_dict", "count_clip", [SWAPPED, "lists as keys"]),
        ("jiwer_cut_off", "word_error_rate", [SWAPPED, "the rate is cut off at 1"]),
        (
            "jiwer_without_insertions",
            "word_error_rate",
            ["divided by the candidate's length (or the arguments swapped)"],
        ),
    ],
)
def test_a_swap_is_seen_where_no_result_is_right_with_the_arguments_exchanged(function, task, said):
    """Of two mistakes that could be a swap and another one, only what is true of both is said."""
    verdict = diagnose(getattr(students_of_lists, function), task)
    assert [one.name for one in (verdict.known, *verdict.also)] == said


def test_an_order_in_which_all_is_the_same_is_no_sign_of_a_swap():
    """With the arguments exchanged, these find nothing, as a function does in which no word is ever found."""
    for handed in OUTSIDE:
        if handed.function.__name__ in ("in_half_of_the_references", "second_reference_first"):
            assert diagnose(handed.function, handed.task).finding is Finding.UNKNOWN


def test_a_swap_beside_a_crash():
    def length(references, candidate):
        candidate[0]
        return students_by_hand.closest_by_loop(candidate, references)

    verdict = diagnose(length, "closest_ref_length")
    assert (verdict.known.name, verdict.also) == (SWAPPED, ())
    assert verdict.beside[0].startswith("And: an empty candidate stops it with IndexError")


def squared_in_place_of_the_exponential(references, candidate):
    c, r = len(candidate), closest(len(candidate), references)
    return (min(c, r) / r) ** 2


def one_more_in_the_exponent(references, candidate):
    c, r = len(candidate), closest(len(candidate), references)
    return 1.0 if c >= r else math.exp(1 - (r + 1) / c) if c else 0.0


@pytest.mark.parametrize("function", [squared_in_place_of_the_exponential, one_more_in_the_exponent])
def test_who_looks_at_the_letters_of_words_has_taken_a_word_for_a_sentence(function):
    """Nothing stops because of it, and what is wrong beside it, nobody knows."""
    verdict = diagnose(function, "brevity_penalty")
    assert (verdict.known.name, verdict.also) == (SWAPPED, ())
    assert verdict.headline.endswith("it is still wrong, in a way that is not known here.")


@pytest.mark.parametrize("task", [task for task in students.SWAPPABLE if task != "count_clip"])
def test_a_swap_is_seen_where_no_result_is_ever_right(task):
    """In particular it is not taken for lists as keys, whose error it ends with."""
    handed = students.references_first(lambda *given: 0.9 * students.right(task)(*given) + 0.01)
    verdict = diagnose(handed, task)
    assert (verdict.known.name, verdict.also) == (SWAPPED, ())
    assert verdict.headline.endswith("it is still wrong, in a way that is not known here.")


@pytest.mark.parametrize("name", ["a position in place of a length", "the difference in place of the length"])
def test_a_swap_is_seen_by_what_is_looked_at_where_nothing_is_right(name):
    wrong = next(one for one in catalogue.mistakes("closest_ref_length") if one.name == name)
    verdict = diagnose(students.references_first(wrong.function), "closest_ref_length")
    assert (verdict.known.name, [one.name for one in verdict.also]) == (SWAPPED, [name])


def letters_of_the_first_words(candidate, references):
    c, r = sum(map(len, candidate)), min(map(len, references))
    return 1.0 if c >= r else c / r / 2


@pytest.mark.parametrize("task", ["unigram_precision", "modified_precision", "rouge_n", "brevity_penalty"])
def test_who_looks_at_the_letters_of_one_argument_only_has_not_swapped_it(task):
    def letters(candidate, *others):
        return sum(len(word) % 2 for word in candidate) / max(len(candidate), 1)

    assert SWAPPED not in named(diagnose(letters, task))


def test_who_looks_at_letters_in_both_orders_has_not_swapped_for_certain():
    assert SWAPPED not in named(diagnose(letters_of_the_first_words, "brevity_penalty"))


@pytest.mark.parametrize("task", ["bleu_score", "modified_precision", "rouge_n"])
def test_the_example_of_a_swap_shows_the_swap_and_not_the_crash_beside_it(task):
    handed = students.references_first(students.stops_on_short_ones(task, students.right(task)))
    verdict = diagnose(handed, task)
    assert verdict.known.name == SWAPPED
    assert "ZeroDivisionError" not in "".join(verdict.example)


def test_lists_as_keys_are_seen_beside_a_swap_and_a_crash():
    lists = next(one for one in catalogue.mistakes("rouge_n") if one.name == "lists as keys")
    verdict = diagnose(students.references_first(students.stops_on_short_ones("rouge_n", lists.function)), "rouge_n")
    assert (verdict.known.name, [one.name for one in verdict.also]) == (SWAPPED, ["lists as keys"])


@pytest.mark.parametrize("company", [lambda task, function: function, students.stops_on_short_ones])
def test_who_stops_at_lists_only_with_the_arguments_exchanged_has_no_lists_as_keys(company):
    three = [
        ("e with a few digits", "corpus", 3),
        ("off by one in the denominator", "total", 0),
        ("the references are not looked at", "clip", 0),
    ]
    slips = [
        [slip for slip in slips_called(name) if slip.field == field and "corpus_bleu" in slip.tasks][place]
        for name, field, place in three
    ]
    function = company("corpus_bleu", next(catalogue.functions_with("corpus_bleu", *slips)))
    assert named(diagnose(function, "corpus_bleu")) <= {slip.name for slip in slips}


def test_unhashable_keys_keep_their_name():
    def count_clip(candidate, references, n):
        return {candidate[i : i + n]: 1 for i in range(len(candidate))}

    assert diagnose(count_clip, "count_clip").known.name == "lists as keys"


def test_a_function_that_fails_in_either_order_has_no_swap():
    def precision(candidate, references):
        return len(candidate.split()) / len(references[0])

    assert diagnose(precision, "unigram_precision").finding is Finding.ERROR
