"""Where the rules of the door apply: once, where a caller comes in, whichever way."""

import _thread
import inspect
import itertools
import math
import queue
import sys
from functools import partial

import numpy as np
import pytest
from refused import refused
from sentence_rules import REFERENCES

import bleu_helpers as helpers
import bleu_helpers.small_test_set
from bleu_helpers import _door


def calls_of(work):
    """The names of the door's functions that run during some work, in order."""
    seen = []

    def look(frame, event, _):
        if event == "call" and frame.f_code.co_filename == _door.__file__:
            seen.append(frame.f_code.co_name)

    sys.setprofile(look)
    try:
        work()
    finally:
        sys.setprofile(None)
    return seen


@pytest.mark.parametrize("function", [helpers.bleu_score, helpers.explain_bleu, helpers.rouge_n, helpers.ngram_f1])
def test_each_sentence_is_checked_once_however_many_functions_call_each_other(function):
    calls = calls_of(lambda: function("a b c a b".split(), [["a", "b"], ["b"], ["c", "a"]]))
    assert calls.count("check_candidate_and_references") == 1
    assert calls.count("_is_sentence") == 1 + 3


def test_a_corpus_is_checked_once():
    calls = calls_of(lambda: helpers.corpus_bleu([["a", "b"]] * 10, [[["a", "b"], ["c"]]] * 10))
    assert calls.count("check_corpus") == 1
    assert calls.count("_is_sentence") == 10 + 20


@pytest.mark.parametrize(
    "function", [getattr(helpers, name) for name in helpers.__all__ if inspect.isfunction(getattr(helpers, name))]
)
def test_what_a_lesson_shows_of_a_function_is_the_formula_alone(function, capsys):
    helpers.show_source(function)
    source = capsys.readouterr().out
    assert source.startswith("def ")
    assert "check" not in source


def test_a_smoothing_of_ones_own_stands_outside():
    def careless(counts, candidate_length):
        return [helpers.modified_precision("the cat", REFERENCES, 1)] * 4

    assert refused(TypeError, helpers.bleu_score, ["the"], REFERENCES, (1.0,), careless) == (
        "candidate is a string: 'the cat'. Split it into tokens first, for example with candidate.split()."
    )


def test_a_parameter_of_a_smoothing_is_checked_where_the_smoothing_is_called():
    smoothing = partial(helpers.add_epsilon, epsilon=-1)
    for call in (
        lambda: helpers.bleu_score(["the"], REFERENCES, smoothing=smoothing),
        lambda: helpers.corpus_bleu([["the"]], [REFERENCES], smoothing=smoothing),
        lambda: helpers.explain_bleu(["the"], REFERENCES, smoothing=smoothing),
    ):
        assert refused(ValueError, call) == "epsilon is -1. Pass a finite number above 0."


@pytest.mark.parametrize(
    ("returned", "error", "message"),
    [
        (None, TypeError, " is of type NoneType: None. It must be a list of numbers."),
        (0.5, TypeError, " is of type float: 0.5. It must be a list of numbers."),
        (np.array(0.5), TypeError, " is of type ndarray: array(0.5). It must be a list of numbers."),
        (itertools.repeat(0.5), ValueError, " has 2000 entries for 2 orders."),
        ([0.5], ValueError, " has 1 entries for 2 orders."),
        ([0.5, -1.0], ValueError, "[1] is -1.0. Pass a finite number of at least 0."),
        ([0.5, math.nan], ValueError, "[1] is nan. Pass a finite number of at least 0."),
        ([0.5, "1"], TypeError, "[1] is of type str: '1'. Pass a number."),
    ],
)
def test_what_a_smoothing_hands_in_is_checked(returned, error, message):
    said = refused(error, helpers.bleu_score, ["the"], REFERENCES, (0.5, 0.5), lambda counts, length: returned)
    assert said.startswith("smoothing(counts, candidate_length)" + message)


@pytest.mark.parametrize("smoothing", [lambda: [0.5], lambda counts: [0.5], len, max, int, partial(pow, 2)])
def test_what_cannot_be_called_as_a_smoothing_is_named(smoothing):
    said = refused(TypeError, helpers.bleu_score, ["the"], REFERENCES, (1.0,), smoothing)
    assert said.startswith("smoothing(counts, candidate_length) cannot be called: ")
    assert said.endswith(". It gets pairs (matched, total) and an int.")


def test_what_a_smoothing_itself_raises_comes_through_with_a_note():
    with pytest.raises(ZeroDivisionError) as caught:
        helpers.bleu_score(["the"], REFERENCES, (1.0,), lambda counts, length: [1 / 0])
    assert caught.value.__notes__ == [
        "This was raised within smoothing(counts, candidate_length), which is called with pairs (matched, total) and "
        "an int."
    ]


def test_a_smoothing_may_return_anything_that_holds_numbers():
    score = helpers.bleu_score(["the"], REFERENCES, (0.5, 0.5), lambda counts, length: iter((1, 0.25)))
    assert score == pytest.approx(0.5 * helpers.brevity_penalty(["the"], REFERENCES))


def test_rules_of_several_arguments_see_the_defaults_too():
    counts = helpers.bleu_counts(["the"], REFERENCES, n_gram=2)
    assert "made for 2 weights, and weights has 4" in refused(ValueError, helpers.bleu_of_counts, counts)


def test_python_itself_says_which_argument_is_missing_or_too_many():
    assert "missing 1 required positional argument: 'references'" in refused(TypeError, helpers.count_clip, ["a"])
    assert "takes from 2 to 3 positional" in refused(TypeError, helpers.count_clip, ["a"], REFERENCES, 1, 2)
    assert "multiple values for argument 'n'" in refused(
        TypeError, partial(helpers.count_clip, n=1), ["a"], REFERENCES, 1
    )


def test_arguments_passed_by_name_are_checked_too():
    call = partial(helpers.bleu_score, references=REFERENCES, candidate="the cat")
    assert refused(TypeError, call).startswith("candidate is a string")


def test_only_the_lessons_own_modules_are_inside():
    call = compile("closest_ref_length('the cat', [['a']])", "<a caller>", "eval")
    a_copy = dict(vars(sys.modules["bleu_helpers.brevity_penalty"]))  # as a doctest runs in
    for space in ({}, {"__package__": "bleu_helpers"}, vars(sys.modules["bleu_helpers.small_test_set"]), a_copy):
        outside = {**space, "closest_ref_length": helpers.closest_ref_length}
        assert refused(TypeError, lambda space=outside: eval(call, space)).startswith("candidate is a string")
    assert eval(call, vars(sys.modules["bleu_helpers.brevity_penalty"])) == 1


def test_a_call_from_c_is_from_outside():
    """A thread that starts right in the function has no frame of Python's below it."""
    came = queue.SimpleQueue()
    smoothing = partial(lambda counts, length: came.put(counts) or [1.0])
    _thread.start_new_thread(helpers.bleu_score, (["the", "cat"], [["the", "cat"]], (1.0,), smoothing))
    assert came.get(timeout=10) == [(2, 2), (1, 1)]


def test_a_check_of_what_is_no_parameter_is_refused():
    with pytest.raises(TypeError, match="order has no parameter n, references to check"):

        @_door.checked(_door.check_candidate_and_references, n=_door.check_order)
        def order(candidate, refs, n_gram=1):
            return n_gram


def test_a_smoothing_may_change_the_list_that_it_gets():
    def pops(counts, candidate_length):
        counts.pop()
        return [0.5] * len(counts)

    assert helpers.bleu_score(["the", "cat"], [["the", "cat"]], (0.5, 0.5), pops) == 0.5


def test_an_explanation_holds_plain_floats_whatever_a_smoothing_returns():
    explanation = helpers.explain_bleu(["the"], REFERENCES, (0.5, 0.5), lambda counts, length: np.full(2, 0.5))
    assert [type(precision) for precision in explanation.precisions] == [float, float]
