"""The checker, seen from the learner: one plain message, whatever the function does."""

import contextlib
import functools
import io
import itertools
import math
import signal
import sys
import time
import warnings
from collections import Counter
from decimal import Decimal
from fractions import Fraction

import numpy
import pytest

import bleu_helpers
from bleu_helpers.checks import _diagnosis, _guard, _inputs, _outcomes, _session, check, progress
from bleu_helpers.checks._diagnosis import diagnose
from bleu_helpers.checks._guard import Guard
from bleu_helpers.checks._tasks import TASKS, inputs
from bleu_helpers.checks.exercises import EVERY_TASK


@pytest.fixture(autouse=True)
def new_session(monkeypatch):
    monkeypatch.setattr(_session, "_seen", {})


def said(function, task, seed=2002):
    return str(diagnose(function, task, seed))


# Right answers in many styles.


def grams(tokens, n):
    return list(zip(*(tokens[start:] for start in range(n)), strict=False))


def exact_bleu(candidate, references, weights):
    if not candidate:
        return 0
    score = 1.0
    for n, weight in enumerate(weights, start=1):
        counts = Counter(grams(candidate, n))
        matched = sum(min(k, max(grams(other, n).count(g) for other in references)) for g, k in counts.items())
        score *= Fraction(matched, max(len(grams(candidate, n)), 1)) ** weight
    r = sorted(map(len, references), key=lambda length: (abs(length - len(candidate)), length))[0]
    return score * min(1, math.exp(1 - r / len(candidate)))


def numpy_bleu(candidate, references, weights):
    counts = [bleu_helpers.match_counts(candidate, references, n + 1) for n in range(len(weights))]
    precisions = numpy.array([matched / max(total, 1) for matched, total in counts])
    r = bleu_helpers.closest_ref_length(candidate, references)
    with numpy.errstate(divide="ignore"):
        mean = numpy.exp(numpy.dot(weights, numpy.log(precisions)))
    return mean * numpy.exp(numpy.minimum(0, 1 - r / max(len(candidate), 1)))


def count_into_lists(tokens, n):
    pairs = []
    for gram in grams(tokens, n):
        for pair in pairs:
            if pair[0] == list(gram):
                pair[1] += 1
                break
        else:
            pairs.append([list(gram), 1])
    return pairs


def count_and_yield(tokens, n):
    yield from Counter(" ".join(gram) for gram in grams(tokens, n)).items()


def table_of_edits(candidate, reference):
    table = numpy.zeros((len(candidate) + 1, len(reference) + 1), dtype=int)
    table[:, 0] = range(len(candidate) + 1)
    table[0, :] = range(len(reference) + 1)
    for i in range(len(candidate)):
        for j in range(len(reference)):
            change = table[i, j] + (candidate[i] != reference[j])
            table[i + 1, j + 1] = min(change, table[i, j + 1] + 1, table[i + 1, j] + 1)
    return table[-1, -1] / len(reference)


def edits(candidate, reference):
    if not candidate or not reference:
        return len(candidate) + len(reference)
    if candidate[0] == reference[0]:
        return edits(candidate[1:], reference[1:])
    rest = edits(candidate[1:], reference[1:]), edits(candidate[1:], reference), edits(candidate, reference[1:])
    return 1 + min(rest)


def corpus_by_loops(candidates, corpus, weights):
    matched, total, c, r = [0] * len(weights), [0] * len(weights), 0, 0
    for candidate, references in zip(candidates, corpus, strict=True):
        c += len(candidate)
        r += bleu_helpers.closest_ref_length(candidate, references)
        for n in range(1, len(weights) + 1):
            clipped = bleu_helpers.count_clip(candidate, references, n)
            matched[n - 1] += sum(clipped.values())
            total[n - 1] += max(0, len(candidate) - n + 1)
    if 0 in matched:
        return 0
    logs = [w * (math.log(m) - math.log(t)) for w, m, t in zip(weights, matched, total, strict=True)]
    return (1.0 if c >= r else math.exp(1 - r / c)) * math.exp(sum(logs))


def clip_with_zeros(candidate, references, n):
    counts = dict.fromkeys([gram for reference in references for gram in grams(reference, n)], 0)
    for gram, count in Counter(grams(candidate, n)).items():
        counts[gram] = numpy.int64(min(count, max(grams(other, n).count(gram) for other in references)))
    return counts


def clip_without_zeros(candidate, references, n):
    most = functools.reduce(lambda one, other: one | other, (Counter(grams(other, n)) for other in references))
    return Counter(grams(candidate, n)) & most


def one_for_c_equal_r(candidate, references):
    c, r = len(candidate), bleu_helpers.closest_ref_length(candidate, references)
    return 1 if c >= r else math.exp(1 - r / c) if c else 0


class Precision:
    """A function may be an object, and take its arguments by name only."""

    def __call__(self, *, candidate, references, n):
        return Fraction(sum(clip_without_zeros(candidate, references, n).values()), max(len(grams(candidate, n)), 1))


RIGHT = [
    ("simple_count", lambda tokens, n: Counter(grams(tokens, n))),
    ("simple_count", count_into_lists),
    ("simple_count", count_and_yield),
    (
        "simple_count",
        lambda tokens, n: {gram if n > 1 else gram[0]: grams(tokens, n).count(gram) for gram in grams(tokens, n)},
    ),
    ("simple_count", lambda tokens, n: Counter(grams(tokens, n)).items()),
    ("simple_count", lambda tokens, n: itertools.chain(Counter(grams(tokens, n)).items())),
    ("unigram_precision", lambda c, rs: sum(any(word in r for r in rs) for word in c) / (len(c) or 1)),
    ("unigram_precision", lambda c, rs: (c and Fraction(sum(word in itertools.chain(*rs) for word in c), len(c))) or 0),
    ("unigram_precision", lambda c, rs: numpy.mean([word in {w for r in rs for w in r} for word in c]) if c else 0),
    ("count_clip", clip_with_zeros),
    ("count_clip", clip_without_zeros),
    ("modified_precision", Precision()),
    ("modified_precision", lambda *a: numpy.float64(bleu_helpers.match_counts(*a)[0]) / max(1, len(a[0]) - a[2] + 1)),
    ("modified_precision", lambda c, references, n=1: Precision()(candidate=c, references=references, n=n)),
    ("closest_ref_length", lambda c, rs: sorted(sorted(map(len, rs)), key=lambda r: abs(r - len(c)))[0]),
    ("closest_ref_length", lambda c, rs: numpy.int64(min((abs(len(r) - len(c)), len(r)) for r in rs)[1])),
    (
        "brevity_penalty",
        lambda c, rs: min(1, math.exp(1 - bleu_helpers.closest_ref_length(c, rs) / len(c))) if c else 0,
    ),
    ("brevity_penalty", one_for_c_equal_r),
    ("bleu_score", exact_bleu),
    ("bleu_score", numpy_bleu),
    ("rouge_n", lambda c, rs, n: max(clip_without_zeros(r, [c], n).total() / (len(grams(r, n)) or 1) for r in rs)),
    ("f_score", lambda p, r, beta: p * r and 1 / ((1 / p + beta * beta / r) / (1 + beta * beta))),
    (
        "f_score",
        lambda p, r, beta: (
            Decimal(0) if p * r == 0 else Fraction(1 + beta**2) / (1 / Fraction(p) + Fraction(beta) ** 2 / Fraction(r))
        ),
    ),
    ("ngram_f1", lambda c, rs, n: bleu_helpers.f_score(exact_bleu(c, rs, [1 / n] * n), bleu_helpers.rouge_n(c, rs, n))),
    ("corpus_bleu", corpus_by_loops),
    ("word_error_rate", table_of_edits),
    ("word_error_rate", lambda c, r: edits(c, r) / len(r)),
]


@pytest.mark.parametrize(("task", "function"), RIGHT)
def test_a_right_function_passes_in_any_style(task, function):
    assert said(function, task) == f"{task}: correct."


def test_every_task_has_a_right_style():
    assert {task for task, _ in RIGHT} == set(TASKS)


def test_nltk_is_right_about_bleu():
    from nltk.translate.bleu_score import sentence_bleu

    assert said(lambda c, rs, w: sentence_bleu(rs, c, w), "bleu_score") == "bleu_score: correct."


# The messages, word for word where a notebook saves them.


def clip_by_sum(candidate, references, n=1):
    counts = Counter(grams(candidate, n))
    return {
        gram: min(count, sum(grams(other, n).count(gram) for other in references)) for gram, count in counts.items()
    }


def test_a_known_mistake_has_a_name_a_question_a_lesson_and_the_smallest_input(capsys):
    assert check(clip_by_sum, "count_clip") is None
    assert capsys.readouterr() == (
        "count_clip: wrong. The mistake has a name: clipped by the sum over the references.\n"
        "  candidate = ['the', 'the']\n"
        "  references = [['the'], ['the']]\n"
        "  n = 1\n"
        "  yours: {('the',): 2}\n"
        "  right: {('the',): 1}\n"
        "Question: Two references each have 'the' once. Does any single one of them allow 'the the'?\n"
        "This is treated in lesson 02_clipping.\n",
        "",
    )


def test_an_unknown_mistake_comes_with_the_smallest_input():
    assert said(lambda c, rs, n: 0.125, "modified_precision") == (
        "modified_precision: wrong, and not in a way that is known here.\n"
        "  candidate = ['mat']\n"
        "  references = [['cat']]\n"
        "  n = 1\n"
        "  yours: 0.125\n"
        "  right: 0\n"
        "Go through your code with this input, by hand, line by line. Where does it leave the right way?"
    )


def test_not_attempted_yet():
    def stub(candidate, references, n=1):
        raise NotImplementedError

    assert said(stub, "count_clip").startswith("count_clip: not attempted yet.\n")


def test_half_a_function_is_attempted():
    def half(candidate, references):
        if len(candidate) > 2:
            return bleu_helpers.closest_ref_length(candidate, references)
        raise NotImplementedError("short ones")

    message = said(lambda c, rs: min(map(len, rs)) if len(c) > 6 else half(c, []), "closest_ref_length")
    assert "not attempted" not in message


def test_swapped_arguments():
    def swapped(references, candidate, n):
        return clip_without_zeros(candidate, references, n)

    message = said(swapped, "count_clip")
    assert "the first two arguments are swapped" in message
    assert "yours: TypeError" in message or "yours: AttributeError" in message


def test_a_swap_is_not_looked_for_where_arguments_go_by_name():
    def by_name(*, candidate, references):
        return 0.125

    assert "not in a way that is known" in said(by_name, "unigram_precision")


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (None, "this is not a function but None"),
        (0.5, "this is not a function but a value of type float"),
        (lambda c, rs, n: None, "returns None."),
        (lambda c, rs, n: print("0.5"), "It prints something. But print shows"),
        (lambda c, rs, n: math.nan, "returns NaN"),
        (lambda c, rs, n: "0.5", "returns a text, and the result is one number"),
        (lambda c, rs, n: [0.5], "something of type list"),
        (lambda c, rs, n: (yield 0.5), "something of type generator"),
        (lambda c, rs, n: 100 * bleu_helpers.match_counts(c, rs, n)[0] / max(len(c) - n + 1, 1), "percentages"),
        (lambda c, rs, n: c[7] / 2, "IndexError: list index out of range"),
        (lambda c, rs, n: exit(), "SystemExit"),
        (lambda c, rs, n: input("n? "), "must not call input()"),
        (lambda c, rs: 1.0, "Yours is written as modified_precision(c, rs)."),
        (lambda *, a, **b: 1.0, "Yours is written as modified_precision(a, **b)."),
    ],
)
def test_each_trouble_has_its_message(function, words):
    assert words in said(function, "modified_precision")


def plain_precision(candidate, references, n):
    return sum(clip_without_zeros(candidate, references, n).values()) / max(len(grams(candidate, n)), 1)


@pytest.mark.parametrize("digits", [0, 1, 2, 4])
def test_rounded_percentages_are_percentages(digits):
    rounded = lambda *arguments: round(100 * plain_precision(*arguments), digits)  # noqa: E731
    assert "percentages" in said(rounded, "modified_precision")
    assert "percentages" not in said(lambda *arguments: 1 + rounded(*arguments), "modified_precision")


def test_what_was_expected_is_said_also_where_there_is_no_result():
    assert "  right: {('is',): 1}\nDoes every way" in said(lambda tokens, n: None, "simple_count")
    assert "\n  right: 0\nIt returns '0.5'" in said(lambda c, rs, n: "0.5", "modified_precision")
    assert "\n  right: 1\n  in your line " in said(lambda c, rs: c[99], "closest_ref_length")


def test_a_known_mistake_that_stops_with_an_error_shows_the_line():
    def lists(tokens, n):
        counts = {}
        for start in range(len(tokens) - n + 1):
            counts[tokens[start : start + n]] = 1
        return counts

    message = said(lists, "simple_count")
    assert "lists as keys" in message
    assert (
        "unhashable type: 'list', in your line " in message and ": counts[tokens[start : start + n]] = 1\n" in message
    )


def text_of_letters(tokens, n):
    text = " ".join(tokens)
    return Counter(text[start : start + n] for start in range(len(text) - n + 1))


def letters_of_each_word(tokens, n):
    return Counter(word[start : start + n] for word in tokens for start in range(len(word) - n + 1))


def one_step_too_far(tokens, n):
    return Counter(" ".join(tokens[start : start + n]) for start in range(len(tokens) - n + 2))


def lists_of_the_candidate(candidate, references, n):
    return dict.fromkeys([list(gram) for gram in grams(candidate, n)], 1)


def bleu_4_whatever_the_weights(candidate, references, weights):
    return exact_bleu(candidate, references, (0.25,) * 4)


def by_the_first_reference(candidate, references):
    return sum(any(word in r for r in references) for word in candidate) / len(references[0])


@pytest.mark.parametrize(
    ("task", "function", "name"),
    [
        ("simple_count", text_of_letters, "characters instead of words"),
        ("simple_count", letters_of_each_word, "characters instead of words"),
        ("simple_count", one_step_too_far, "off by one: n-grams that are too short"),
        ("count_clip", lists_of_the_candidate, "lists as keys"),
        ("bleu_score", bleu_4_whatever_the_weights, "the weights are not applied"),
        ("corpus_bleu", lambda cs, rss, w: corpus_by_loops(cs, rss, (0.25,) * 4), "the weights are not applied"),
        ("unigram_precision", by_the_first_reference, "divided by the reference's n-grams"),
    ],
)
def test_other_ways_of_writing_a_known_mistake(task, function, name):
    assert diagnose(function, task).mistake == name


def test_counts_that_are_none():
    assert "a dict or a Counter" in said(lambda tokens, n: 3, "simple_count")
    assert "a dict or a Counter" in said(lambda tokens, n: set(tokens), "simple_count")
    assert "type dict with a count of type str" in said(lambda tokens, n: {"the": "two"}, "simple_count")
    assert "returns a text" in said(lambda tokens, n: str(Counter(tokens)), "simple_count")
    assert "something of type list" in said(lambda tokens, n: [(gram, 1) for gram in grams(tokens, n)], "simple_count")
    assert "NaN" in said(lambda tokens, n: {"the": math.nan}, "simple_count")


def test_a_result_that_cannot_be_read():
    class Odd:
        def __float__(self):
            raise RuntimeError

    assert "something of type Odd" in said(lambda c, rs: Odd(), "closest_ref_length")


def test_an_error_shows_the_line():
    def divides(candidate, references):
        matched = 1
        return matched / (len(candidate) - 3)

    message = said(divides, "unigram_precision")
    assert "your function stops with an error: ZeroDivisionError" in message
    assert ": return matched / (len(candidate) - 3)\n" in message


def test_the_line_of_code_without_a_file():
    space = {}
    exec("def f(candidate, references):\n    return candidate[99]", space)
    assert "  in your line 2\n" in said(space["f"], "unigram_precision") + "\n"


def test_the_same_message_each_time_without_addresses():
    def bad(candidate, references):
        raise KeyError(object(), set("abcdefg") and "x" * 300)

    first, second = said(bad, "unigram_precision"), said(bad, "unigram_precision")
    assert first == second
    assert "0x..." in first and len(first.split("\n")[0]) < 250


def test_an_error_that_cannot_be_printed():
    class Odd(Exception):
        def __str__(self):
            raise RuntimeError

    def bad(candidate, references):
        raise Odd

    assert "an error: Odd." in said(bad, "unigram_precision")


def test_an_unknown_task_is_an_error_that_lists_the_tasks():
    with pytest.raises(ValueError, match=r"there is no task 'clip'\. The tasks are: simple_count, unigram_precision"):
        check(clip_by_sum, "clip")
    with pytest.raises(TypeError, match="Pass the function first"):
        check("count_clip", clip_by_sum)


def test_a_function_that_does_not_tell_its_arguments():
    assert diagnose(max, "closest_ref_length").mistake == "another type"


# Our own functions under another name.


@pytest.mark.parametrize(
    "function",
    [
        bleu_helpers.bleu_score,
        functools.partial(bleu_helpers.bleu_score),
        lambda *arguments: bleu_helpers.bleu_score(*arguments),
        lambda *arguments: bleu_helpers.explain_bleu(*arguments).score,
        functools.lru_cache(lambda c, rs, w: bleu_helpers.bleu_score(c, rs, w)).__wrapped__,
    ],
)
def test_our_own_function_is_recognised(function):
    assert "the function of bleu_helpers itself" in said(function, "bleu_score")


def test_a_wider_function_of_ours_is_recognised():
    assert "bleu_helpers itself" in said(lambda c, rs, w: bleu_helpers.corpus_bleu([c], [rs], w), "bleu_score")
    assert "bleu_helpers itself" in said(lambda c, r: bleu_helpers.corpus_word_error_rate([c], [r]), "word_error_rate")


def test_functions_of_earlier_lessons_are_welcome():
    def modified_precision(candidate, references, n):
        total = len(candidate) - n + 1
        return sum(bleu_helpers.count_clip(candidate, references, n).values()) / total if total > 0 else 0.0

    assert said(modified_precision, "modified_precision") == "modified_precision: correct."


# The guards, and that each of them is needed: with a broken one the function gets away with it.

COUNTED = 300_000
"""More steps than the limit in these tests, and still a loop that ends, so that a broken guard does not hang."""


@pytest.fixture
def low_limit(monkeypatch):
    monkeypatch.setattr(_guard, "MAX_STEPS_PER_CALL", 50_000)


def long_loop(candidate, references):
    rounds = 0
    while rounds < COUNTED:
        rounds += 1
    return 0.125


def long_loop_that_catches_exceptions(candidate, references):
    rounds = 0
    while rounds < COUNTED:
        try:
            rounds += 1
        except Exception:
            continue
    return 0.125


def long_loop_that_catches_everything(candidate, references):
    rounds = 0
    while rounds < COUNTED:
        try:
            rounds += 1
        except:  # noqa: E722
            continue
    return 0.125


def long_loop_that_keeps_everything(candidate, references):
    rounds, errors = 0, []
    while rounds < COUNTED:
        try:
            rounds += abs(1)
        except BaseException as error:
            errors.append(error)
    return 0.125


def long_loop_that_sleeps(candidate, references):
    for _ in range(200):
        time.sleep(0.001)
    return 0.125


def changes_candidate(candidate, references):
    while len(candidate) > 1:
        candidate.pop()
    return 0.125


def remembers(candidate, references, seen=[]):  # noqa: B006
    seen.append(candidate)
    return len(seen) / 1024


def prints(candidate, references):
    print("printed")
    print("to stderr", file=sys.stderr)
    warnings.warn("careful", stacklevel=1)
    return 0.125


SPACE = {}
exec("def empty(candidate, references):\n    while True: pass", SPACE)  # on one line: the formatter would make it two
EMPTY_LOOP = SPACE["empty"]

STOPPED = "did not come to an end"


@pytest.mark.parametrize(
    "function",
    [
        long_loop,
        long_loop_that_catches_exceptions,
        long_loop_that_catches_everything,
        long_loop_that_keeps_everything,
        lambda c, rs: sum(1 for _ in range(COUNTED)),
        lambda c, rs: len([x for x in range(COUNTED)]),
    ],
)
def test_a_loop_is_stopped(function, low_limit):
    assert STOPPED in said(function, "unigram_precision")


def test_a_loop_that_sleeps_is_stopped(monkeypatch):
    monkeypatch.setattr(_guard, "MAX_SECONDS_PER_CALL", 0.01)
    assert STOPPED in said(long_loop_that_sleeps, "unigram_precision")


def test_really_endless_loops_are_stopped():
    def bare(candidate, references):
        while True:
            try:
                while True:
                    try:
                        len(candidate)
                    except:  # noqa: E722
                        continue
            except BaseException:
                continue

    def generator(tokens, n):
        while True:
            yield ("the",), 1

    assert STOPPED in said(EMPTY_LOOP, "unigram_precision")
    assert STOPPED in said(bare, "unigram_precision")
    assert STOPPED in said(generator, "simple_count")
    assert STOPPED in said(lambda tokens, n: zip(itertools.repeat("the"), itertools.repeat(1)), "simple_count")


def test_an_endless_recursion_is_an_error():
    def again(candidate, references):
        return again(candidate, references)

    verdict = diagnose(again, "unigram_precision")
    assert "it calls itself again and again" in str(verdict) and verdict.mistake == "endless recursion"


def test_a_loop_around_an_endless_recursion_is_stopped(monkeypatch):
    def again(candidate, references):
        return again(candidate, references)

    def loop(candidate, references):
        with contextlib.suppress(RecursionError):
            again(candidate, references)
        return long_loop(candidate, references)

    assert "calls itself" in said(loop, "unigram_precision")
    # The hook itself fails at Python's own limit. Then the interpreter drops it, and the loop gets away.
    monkeypatch.setattr(_guard, "MAX_DEPTH", 10**9)
    monkeypatch.setattr(_guard, "MAX_STEPS_PER_CALL", 100_000)
    assert Guard().call(loop, [["the"], [["the"]]]).ended == "returned"


def test_many_calls_that_come_back_are_no_recursion():
    def fails():
        raise KeyError

    def many(candidate, references):
        for _ in range(2 * _guard.MAX_DEPTH):
            with contextlib.suppress(KeyError):
                fails()
        return 0.125

    assert Guard().call(many, [["the"], [["the"]]]).result == 0.125


def test_all_calls_together_have_a_limit(monkeypatch):
    monkeypatch.setattr(_guard, "MAX_STEPS", 100_000)

    def slow(candidate, references):
        for _ in range(5_000):
            pass
        return 0.125

    assert STOPPED in said(slow, "unigram_precision")


def test_without_the_step_limit_a_loop_gets_away(monkeypatch):
    monkeypatch.setattr(_guard, "MAX_STEPS_PER_CALL", 10**9)
    run = Guard().call(long_loop, [["the"], [["the"]]])
    assert (run.ended, run.result) == ("returned", 0.125)


def test_if_it_were_an_exception_a_loop_that_catches_exceptions_would_get_away(low_limit, monkeypatch):
    class Weak(Exception):
        def __init__(self, when_dropped):
            pass

    monkeypatch.setattr(_guard, "OutOfSteps", Weak)
    guard = Guard()
    result, error = guard._limited(long_loop_that_catches_exceptions, [["the"], [["the"]]], {})
    assert (result, error) == (0.125, None)


@pytest.mark.parametrize("function", [long_loop_that_catches_everything, long_loop_that_keeps_everything])
def test_if_it_were_raised_once_a_loop_that_catches_everything_would_get_away(function, low_limit, monkeypatch):
    monkeypatch.setattr(Guard, "_arm", lambda self: None)
    result, error = Guard()._limited(function, [["the"], [["the"]]], {})
    assert (result, error) == (0.125, None)


@pytest.mark.skipif(sys.version_info[:2] != (3, 11) or not hasattr(signal, "setitimer"), reason="Python 3.11 on Unix")
def test_without_the_look_at_instructions_an_empty_loop_would_not_be_seen(monkeypatch):
    class Alarm(BaseException):
        pass

    def ring(*_):
        raise Alarm

    monkeypatch.setattr(_guard, "_jumps_to_itself", lambda code: False)
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 1.0)
    try:
        with pytest.raises(Alarm):
            Guard().call(EMPTY_LOOP, [["the"], [["the"]]])
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_the_limit_leaves_debuggers_and_profilers_as_they_were():
    def tracer(*_):
        return None

    before = sys.gettrace(), sys.getprofile()
    sys.settrace(tracer)
    sys.setprofile(tracer)
    try:
        Guard().call(len, [["the"]])
        after = sys.gettrace(), sys.getprofile()
    finally:
        sys.setprofile(before[1])
        sys.settrace(before[0])
    assert after == (tracer, tracer)


def test_ctrl_c_passes_through():
    def interrupted(candidate, references):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        said(interrupted, "unigram_precision")


def test_changed_arguments_are_reported_with_the_smallest_input():
    message = said(changes_candidate, "unigram_precision")
    assert "changes its arguments" in message
    assert "  candidate = ['cat', 'is']\n  references = [['cat']]\n" in message


def test_words_that_turned_into_arrays_are_a_change():
    def into_arrays(candidate, references):
        candidate[:] = [numpy.array([word, word]) for word in candidate]
        return 0.125

    assert "changes its arguments" in said(into_arrays, "unigram_precision")


def test_without_copies_the_inputs_themselves_would_change(monkeypatch):
    monkeypatch.setattr(_guard, "_copy", lambda value: value)
    sentence = ["the", "cat"]
    assert not Guard().call(changes_candidate, [sentence, [["the"]]]).changed
    assert sentence == ["the"]


def test_a_function_that_remembers_earlier_calls():
    assert "gives different results for the same input" in said(remembers, "unigram_precision")


def test_without_a_second_call_it_would_be_an_unknown_mistake(monkeypatch):
    monkeypatch.setattr(_diagnosis, "_same_again", lambda *_: True)
    assert "not in a way that is known" in said(remembers, "unigram_precision")


def test_an_error_that_comes_only_once(monkeypatch):
    def once(candidate, references, seen=[]):  # noqa: B006
        seen.append(candidate)
        if len(seen) == 10:
            raise OSError("now and then")
        return 0.125

    monkeypatch.setattr(_diagnosis, "_same_again", lambda *_: True)
    assert "gives different results for the same input" in said(once, "unigram_precision")


def test_prints_and_warnings_stay_away_from_the_notebook(capfd):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check(prints, "unigram_precision")
    out, err = capfd.readouterr()
    assert err == "" and caught == []
    assert "printed" not in out and out.startswith("unigram_precision: wrong")


def test_without_the_quiet_everything_would_be_seen(capfd, monkeypatch):
    import contextlib

    monkeypatch.setattr(_diagnosis, "quiet", contextlib.nullcontext)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check(prints, "unigram_precision")
    out, err = capfd.readouterr()
    assert "printed" in out and "to stderr" in err and caught


def test_displays_stay_away_and_exit_does_not_end_the_kernel(monkeypatch):
    """The names are IPython's: the test of a real notebook below holds them."""

    class Shell:
        def __init__(self):
            self.display_pub, self.ask_exit = Shell, math.floor

    shell = Shell()
    monkeypatch.setitem(sys.modules, "IPython", type("IPython", (), {"get_ipython": staticmethod(lambda: shell)}))

    def shows(candidate, references):
        shell.display_pub.clear_output()
        return shell.display_pub.publish({"text/plain": "shown"}, metadata={})

    assert "returns None" in said(shows, "unigram_precision")
    assert "SystemExit" in said(lambda c, rs: shell.ask_exit(), "unigram_precision")
    assert (shell.display_pub, shell.ask_exit) == (Shell, math.floor)
    with pytest.raises(SystemExit):
        _guard._no_exit()


def test_the_input_function_is_given_back():
    import builtins

    before = builtins.input
    said(lambda c, rs: input(), "unigram_precision")
    assert builtins.input is before


def test_without_names_a_crash_would_not_be_told_from_another():
    other = TypeError("unsupported operand type(s)")
    assert _outcomes.error_kind(other) != _outcomes.error_kind(TypeError("unhashable type: 'list'"))
    assert _outcomes.error_kind(ValueError("expected a positive input")) == "ValueError: logarithm"
    assert _outcomes.error_kind(ValueError("max() arg is an empty sequence")) == "ValueError"


def test_a_wider_tolerance_would_let_rounding_pass(monkeypatch):
    def rounded(candidate, references, n):
        matched, total = bleu_helpers.match_counts(candidate, references, n)
        return round(matched / total, 10) if total else 0.0

    assert "rounded on the way" in said(rounded, "modified_precision")
    monkeypatch.setattr(_outcomes, "RELATIVE", 1e-9)
    assert said(rounded, "modified_precision") == "modified_precision: correct."


@pytest.mark.parametrize("result", [[0.5, 1], (0.5, True), numpy.array([0.5, 1.0]), [Fraction(1, 2), numpy.float64(1)]])
def test_a_list_of_numbers_may_come_in_any_form(result):
    read = _outcomes.read_numbers(result)
    assert read == _outcomes.Outcome("numbers", (0.5, 1.0))
    assert _outcomes.agree(read, _outcomes.read_numbers([0.5 + 1e-16, 1.0]))
    assert not _outcomes.agree(read, _outcomes.read_numbers([0.5, 1.001]))
    assert not _outcomes.agree(read, _outcomes.read_numbers([0.5]))


@pytest.mark.parametrize(
    ("result", "kind", "value"),
    [
        (None, "none", "None"),
        ("0.5", "text", "'0.5'"),
        (0.5, "shape", "float"),
        (numpy.float64(0.5), "shape", "float64"),
        ({0: 0.5}, "shape", "dict"),
        ([0.5, None], "shape", "list of NoneType"),
        ([0.5, "1"], "shape", "list of str"),
        ([0.5, math.nan], "nan", "nan"),
    ],
)
def test_what_is_no_list_of_numbers(result, kind, value):
    assert _outcomes.read_numbers(result) == _outcomes.Outcome(kind, value)


def test_lists_are_shown_in_their_order():
    long, other = [place / 7 for place in range(12)], [0.0] * 12
    yours, right = _outcomes.show_both(_outcomes.read_numbers(long), _outcomes.read_numbers(other))
    assert yours.startswith("[0, 0.142857, 0.285714") and yours.endswith("1.57143]")
    assert right == f"[{', '.join(['0'] * 12)}]"


# The inputs.


def test_a_seed_gives_the_same_inputs_each_time_and_another_seed_others():
    for name in TASKS:
        assert repr(inputs(name, 7)) == repr(inputs.__wrapped__(name, 7))
        assert repr(inputs(name, 7)) != repr(inputs(name, 8))


def test_the_drawn_inputs_are_what_they_should_be():
    pairs = [arguments for arguments, _ in inputs("unigram_precision")]
    assert {1, 2, 3, 4} <= {len(references) for _, references in pairs}
    assert any(not candidate for candidate, _ in pairs)
    ties = [
        1
        for candidate, references in pairs
        if len({len(other) for other in references if abs(len(other) - len(candidate)) == 1}) == 2
    ]
    assert len(ties) > 20
    assert all(reference for _, reference in (arguments for arguments, _ in inputs("word_error_rate")))


def test_every_smaller_input_is_smaller():
    for name, task in TASKS.items():
        for arguments, _ in inputs(name)[:60]:
            for simpler in _inputs.smaller(task.parameters, arguments):
                assert simpler != arguments


def test_our_functions_agree_with_nltk_about_the_inputs_of_a_corpus():
    from nltk.translate.bleu_score import corpus_bleu

    long = [row for row in inputs("corpus_bleu") if all(len(candidate) >= 4 for candidate in row[0][0])]
    assert len(long) > 10
    for (candidates, corpus, weights), right in long:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert math.isclose(corpus_bleu(corpus, candidates, weights), right.value, rel_tol=1e-12, abs_tol=1e-15)


# Progress.


def test_progress_lists_what_was_attempted_correct_and_open(capsys, monkeypatch):
    known = ("longest_perfect", "count_clip", "unigram_precision", "simple_count", "bleu_score")
    monkeypatch.setattr(_session, "EVERY_TASK", {name: EVERY_TASK[name] for name in known})
    check(clip_without_zeros, "count_clip")
    check(lambda c, rs: 0.125, "unigram_precision")
    capsys.readouterr()
    progress()
    assert capsys.readouterr().out == (
        "1 of 5 tasks are correct.\n"
        "correct:\n"
        "  02_clipping: count_clip\n"
        "attempted, not correct yet:\n"
        "  01_counting: unigram_precision\n"
        "open:\n"
        "  01_counting: simple_count\n"
        "  02_clipping: longest_perfect\n"
        "  05_bleu: bleu_score\n"
        "These are public checks only. A course may grade with other inputs, which are not shown.\n"
    )


def test_progress_at_first_has_every_task_open(capsys):
    progress()
    said = capsys.readouterr().out
    assert said.startswith(
        f"0 of {len(EVERY_TASK)} tasks are correct.\ncorrect: none\nattempted, not correct yet: none\n"
    )
    assert all(name in said.split("open:")[1] for name in EVERY_TASK)


def test_importing_the_package_does_not_import_the_checks():
    import subprocess

    code = "import bleu_helpers, sys; print([name for name in sys.modules if name.startswith('bleu_helpers.checks')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def test_a_stub_after_a_right_function_does_not_undo_it(capsys):
    def stub(candidate, references, n):
        raise NotImplementedError

    check(clip_without_zeros, "count_clip")
    check(stub, "count_clip")
    progress()
    assert "\ncorrect:\n  02_clipping: count_clip\n" in capsys.readouterr().out


# The hooks of the guard, one by one: while they work, no tool that measures coverage can see them.


def here(*_):
    return sys._getframe()


def test_the_hooks_count_and_stop():
    guard = Guard(frozenset({here.__code__}))
    guard._left, guard._until = 3, time.monotonic() + 60
    assert guard._on_call(here(), "call", None) == guard._on_line
    assert guard.calls_ours
    assert guard._on_line(here(), "line", None) == guard._on_line
    profiler = sys.getprofile()
    try:
        with pytest.raises(_guard.OutOfSteps):
            guard._on_line(here(), "line", None)
        guard._on_profile(here(), "c_call", None)
    finally:
        sys.setprofile(profiler)
    assert guard._stopped


def test_the_hook_knows_how_deep_it_is(monkeypatch):
    monkeypatch.setattr(_guard, "MAX_DEPTH", 1)
    guard = Guard()
    guard._left, guard._until = 10, time.monotonic() + 60
    profiler = sys.getprofile()
    try:
        for _ in range(3):
            guard._on_call(here(), "call", None)
            guard._on_line(here(), "return", None)
        guard._on_call(here(), "call", None)
        with pytest.raises(_guard.OutOfSteps):
            guard._on_call(here(), "call", None)
    finally:
        sys.setprofile(profiler)
    assert guard._too_deep


def test_the_hook_leaves_code_of_libraries_alone():
    frame = (lambda: None).__code__
    assert _guard._is_learners.__wrapped__(frame.co_filename)
    assert not _guard._is_learners.__wrapped__(_guard.__file__)
    assert not _guard._is_learners.__wrapped__(functools.__file__)
    assert _guard._jumps_to_itself.__wrapped__(EMPTY_LOOP.__code__) or sys.version_info[:2] != (3, 11)
    guard = Guard()
    code = Counter.update.__code__
    assert guard._on_call(type("Frame", (), {"f_code": code})(), "call", None) is None


def test_a_loop_that_jumps_to_itself_is_followed_by_instructions():
    class Frame:
        f_code = EMPTY_LOOP.__code__
        f_trace_opcodes = False

    guard = Guard()
    guard._left = 100
    guard._on_call(Frame, "call", None)
    assert Frame.f_trace_opcodes or sys.version_info[:2] != (3, 11)


def test_watching_again_sets_the_hook_on_every_running_frame_of_the_learner(monkeypatch):
    watching, own = [], sys._getframe()
    guard = Guard()
    guard._arm()
    assert own.f_trace is None or own.f_trace != guard._on_line  # nothing happens after the call is over
    guard._active = True
    tracer, before = sys.gettrace(), own.f_trace
    with monkeypatch.context() as patch:
        patch.setattr(_guard.sys, "settrace", watching.append)
        _guard._call_and_collect(guard._arm, [], {})
        guard._arm()
        seen, own.f_trace = own.f_trace, before
    guard._active = False
    assert watching == [guard._on_call] * 2 and seen == guard._on_line
    assert sys.gettrace() == tracer


def test_generators_are_read_up_to_a_limit():
    assert _guard._call_and_collect(lambda: (1 for _ in range(3)), [], {}) == [1, 1, 1]
    with pytest.raises(_guard._Endless):
        _guard._call_and_collect(lambda: map(str, itertools.count()), [], {})
    with pytest.raises(RuntimeError, match="must not call input"):
        _guard._no_input("n? ")


# In a notebook.


@pytest.mark.slow
def test_the_checks_work_in_a_notebook():
    import nbclient
    import nbformat

    cells = [
        "from bleu_helpers.checks import check, progress",
        "def unigram_precision(candidate, references):\n    total = len(candidate)\n    return total / (total - 3)",
        "check(unigram_precision, 'unigram_precision')",
        "def unigram_precision(candidate, references):\n"
        "    while True:\n        try:\n            len(candidate)\n        except:\n            pass",
        "check(unigram_precision, 'unigram_precision')",
        "check(lambda c, rs: input('?'), 'unigram_precision')\nprogress()",
        "check(lambda c, rs: display(c), 'unigram_precision')",
        "check(lambda c, rs: exit(), 'unigram_precision')",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    outputs = [cell.outputs for cell in notebook.cells]
    assert all(output.output_type == "stream" and output.name == "stdout" for one in outputs for output in one)
    texts = ["".join(output.text for output in one) for one in outputs]
    assert "ZeroDivisionError" in texts[2] and "  in your line 3: return total / (total - 3)\n" in texts[2]
    assert STOPPED in texts[4]
    assert "must not call input()" in texts[5] and f"0 of {len(EVERY_TASK)} tasks" in texts[5]
    assert "returns None" in texts[6] and "SystemExit" in texts[7]
    assert not any("/tmp" in text or "ipykernel" in text for text in texts)


def test_the_sink_counts_and_keeps_nothing():
    sink = _guard._Sink()
    print("abc", file=sink)
    assert sink.count == 4 and isinstance(sink, io.TextIOBase)
