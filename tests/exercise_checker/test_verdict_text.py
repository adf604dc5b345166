"""What a learner reads about a function: one plain message, whatever the function does."""

import math
import re
from collections import Counter
from fractions import Fraction

import numpy
import pytest
from mistakes import with_mistakes
from students import message_about
from students.brevity_penalty import to_the_longer
from students.clipping import clip_by_sum
from students.shared import grams

import bleu_helpers
from bleu_exercises import Finding, check, diagnose, in_form
from exercise_checker import Task

# A mistake, and the smallest input that shows it.


def test_asks_about_the_first_intermediate_result_if_the_mistake_is_unknown():
    line = "  an intermediate result (the number of n-grams): 1. Does your function get the same?\n"
    assert line in message_about(lambda c, rs, n: 0.125, "modified_precision")


def test_a_mistake_with_swapped_arguments_has_its_own_example():
    message = message_about(lambda references, candidate, n: clip_by_sum(candidate, references, n), "count_clip")
    first, second = message.split("\nQuestion:")[0].split("\nAn input that shows ")
    assert "passed in the order" in second
    assert re.search(r"\n  candidate = .*\n(  .*\n)+  yours: .*\n  right: .*", second)
    assert second.partition("\n")[2] not in first


def test_each_of_three_mistakes_has_its_own_example():
    names = (
        "the counts are clipped by the sum over the references",
        "the denominator is the number of words",
        "uppercase and lowercase are treated as the same",
    )
    function = with_mistakes("modified_precision", *names)
    verdict = diagnose(lambda *given: function(*given), "modified_precision")
    inputs = re.findall(r"  candidate = .*\n  references = .*\n  n = .*\n", str(verdict))
    assert len(verdict.also) == 2 and len(inputs) == len(set(inputs)) == 3


def test_suggests_one_reference_to_a_function_that_takes_one():
    def unigram_precision(candidate, reference):
        return (Counter(candidate) & Counter(reference)).total()

    assert "one_reference=True" in message_about(unigram_precision, "unigram_precision")
    stops = lambda candidate, reference: candidate + 1  # noqa: E731
    assert "one_reference=True" not in message_about(stops, in_form("unigram_precision", one_reference=True))


def test_shows_a_right_count_of_0_if_yours_differs():
    message = message_about(lambda candidate, references, n: Counter(grams(candidate, n)), "count_clip")
    assert "  yours: {('mat',): 1}\n  right: {('mat',): 0}\n" in message


def test_a_choice_that_the_paper_leaves_open_is_not_called_a_mistake():
    verdict = diagnose(to_the_longer, "closest_ref_length")
    assert verdict.status == "wrong" and verdict.mistake == "on a tie, the longer reference is used"
    assert "makes a choice" in verdict.headline and "sacreBLEU" in str(verdict)
    assert "makes a choice" not in message_about(lambda c, rs: len(rs[0]), "closest_ref_length")


# What the learner returned, as the learner wrote it.


@pytest.mark.parametrize(
    ("task", "function", "yours"),
    [
        ("simple_count", lambda tokens, n: Counter({"the cat": 2, "a": 0}), "{'the cat': 2, 'a': 0}"),
        ("simple_count", lambda tokens, n: {("b", "a"), ("a",)}, "{('a',), ('b', 'a')}"),
        ("unigram_precision", lambda c, rs: Fraction(1, 7), "Fraction(1, 7)"),
        ("unigram_precision", lambda c, rs: 1 / 7, "0.142857"),
        ("unigram_precision", lambda c, rs: [object()], "[<object object at 0x...>]"),
        ("unigram_precision", lambda c, rs: numpy.array([1.0, 0.5]), "array([1. , 0.5])"),
        ("unigram_precision", lambda c, rs: [1.0, 0.5, 0], "[1.0, 0.5, 0]"),
        ("unigram_precision", lambda c, rs: list(range(300)), f"[{', '.join(map(str, range(101)))}, [...]"),
    ],
)
def test_shows_the_result_as_the_function_returned_it(task, function, yours):
    shown = [line for line in diagnose(function, task).example if line.startswith("yours: ")]
    assert [line[7:] for line in shown] == [yours]


def test_shows_arguments_in_full_so_that_they_can_be_pasted():
    def above(r, share):
        return next(c for c in range(1, r + 1) if c == r or bleu_helpers.brevity_penalty_of_lengths(c, r) > share)

    arguments = dict(line.split(" = ") for line in diagnose(above, "shortest_allowed").example[:2])
    r, share = int(arguments["r"]), float(arguments["share"])
    assert above(r, share) != math.ceil(r / (1 - math.log(share)))


# What the function prints.

PRINTS = "Your function also prints something"


@pytest.mark.parametrize(
    ("function", "is_reported"),
    [
        (lambda values: [print(values), len(values)][1], True),
        (lambda values: [print(values), 0][1], True),
        (lambda values: print(values), False),  # the finding says so
        (lambda values: 0, False),
    ],
)
def test_reports_that_the_function_prints(function, is_reported):
    task = Task(lambda values: len(values), lambda random: ([1, 2],), name="count", drawn=9)
    assert (PRINTS in str(diagnose(function, task))) == is_reported


# The error and its line, in the message and in fields.


def stops(values):
    return sum(values) / (len(values) - 2)


def test_reports_the_name_and_line_of_an_error():
    task = Task(lambda values: 0.0, lambda random: ([1, 2, 3],), [([1, 2],)], name="none", drawn=1)
    verdict = diagnose(stops, task)
    assert "ZeroDivisionError" in verdict.headline
    assert (verdict.error, verdict.known) == ("ZeroDivisionError", None)
    assert verdict.line == (stops.__code__.co_firstlineno + 1, "return sum(values) / (len(values) - 2)")
    assert verdict.example[-1] == f"in your line {verdict.line.number}: {verdict.line.text}"


# Results of a wrong type, and functions that do more than they should.


def changes_candidate(candidate, references):
    while len(candidate) > 1:
        candidate.pop()
    return 0.125


async def several_without_waiting(candidate, references, n):
    yield 0.5


COUNTS, PRECISION, UNIGRAMS = "simple_count", "modified_precision", "unigram_precision"


@pytest.mark.parametrize(
    ("task", "function", "finding", "words"),
    [
        (PRECISION, None, Finding.NO_FUNCTION, "this is None, but"),
        (PRECISION, max, Finding.NO_FUNCTION, "this is max, a class or a built-in function, but"),
        (PRECISION, str.split, Finding.NO_FUNCTION, "this is split, a class or a built-in function, but"),
        (PRECISION, several_without_waiting, Finding.NO_FUNCTION, "this is an async function, but"),
        (PRECISION, lambda c, rs, n: print("0.5"), Finding.RETURNS_NONE, "It prints something"),
        (COUNTS, lambda tokens, n: None, Finding.RETURNS_NONE, "  right: {('is',): 1}\n"),
        (PRECISION, lambda c, rs, n: "0.5", Finding.RETURNS_TEXT, "\n  yours: '0.5'\n  right: 0\n"),
        (PRECISION, lambda c, rs, n: (yield 0.5), Finding.ANOTHER_TYPE, "of type generator"),
        (COUNTS, lambda tokens, n: {"the": "two"}, Finding.ANOTHER_TYPE, "type dict with a count of type str"),
        ("closest_ref_length", lambda c, rs: c[99], Finding.ERROR, "\n  right: 1\n  in your line "),
        (PRECISION, lambda c, rs, n: input("n? "), Finding.ERROR, "input()"),
        (PRECISION, lambda c, rs, n: rs(c, n), Finding.ERROR, "Which name before a bracket is not a function?"),
        (
            PRECISION,
            lambda c, rs: 1.0,
            Finding.OTHER_ARGUMENTS,
            "your function is defined as modified_precision(c, rs)",
        ),
        (
            UNIGRAMS,
            changes_candidate,
            Finding.CHANGES_ARGUMENTS,
            "  candidate = ['cat', 'is']\n  references = [['cat']]\n",
        ),
    ],
)
def test_each_finding_has_its_message(task, function, finding, words):
    verdict = diagnose(function, task)
    assert (verdict.finding, verdict.mistake) == (finding, finding.value) and words in str(verdict)
    assert verdict.status == "wrong"


def test_recognises_rounded_percentages():
    task = Task(lambda share: 1 - share, lambda random: (random.random(),), [(0.25,)], name="rest", drawn=20)
    assert diagnose(lambda share: round(100 * (1 - share)), task).finding is Finding.PERCENTAGES
    assert diagnose(lambda share: 1 + round(100 * (1 - share)), task).finding is Finding.UNKNOWN


def test_the_message_is_always_the_same_and_has_no_addresses():
    def fails(candidate, references):
        raise KeyError(object(), set("abcdefg") and "x" * 3000)

    first, second = message_about(fails, "unigram_precision"), message_about(fails, "unigram_precision")
    assert first == second
    assert "0x..." in first and len(first.split("\n")[0]) < 500


def test_never_shortens_our_own_error_messages():
    def all_orders_at_a_quarter(candidate, references, n):
        weights = [0.25, 0.25, 0.25, 0.25]
        weights[n - 1] = 0
        return bleu_helpers.bleu_score(candidate, references, weights)

    message = message_about(all_orders_at_a_quarter, "bleu_without")
    assert "divide each of them by their sum.\n" in message


# Wrong calls of check.


def test_a_missing_task_is_an_error_that_shows_the_call():
    with pytest.raises(TypeError, match=r"task is missing\..* check\(count_clip, 'count_clip'\)"):
        check(bleu_helpers.count_clip)
    with pytest.raises(TypeError, match=r"task is missing\..* simple_count, "):
        check(clip_by_sum)
