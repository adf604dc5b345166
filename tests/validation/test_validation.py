"""The input rules for every public function: wrong arguments are always refused, with the messages in the tables."""

import copy
import inspect
import pickle
import sys
from functools import partial

import numpy as np
import pytest
from refused import refused
from validation_rules import OWN_RULES, REFERENCES, RESULTS, RULES

import bleu_helpers as helpers


def public_calls():
    """Return everything that a caller can call, by name: functions, classes and the methods of a new object of each."""
    calls = {name: getattr(helpers, name) for name in helpers.__all__ if name not in RESULTS}
    for name, made in list(calls.items()):
        if isinstance(made, type):
            one = made(**good_arguments(name, made))
            methods = [method for method in vars(made) if inspect.isfunction(vars(made)[method]) and method[0] != "_"]
            calls |= {f"{name}.{method}": getattr(one, method) for method in methods}
    return calls


def rules_of(name, call):
    """Return the rules that a call must obey, by the names of its parameters."""
    left, found = {*inspect.signature(call).parameters}, []
    for good, rows in [*OWN_RULES.get(name, []), *RULES]:
        if left >= {*good}:
            left -= {*good}
            found.append((good, rows))
    return found


def good_arguments(name, call):
    return {parameter: value for good, _ in rules_of(name, call) for parameter, value in good.items()}


def ask(name, /, **changes):
    """Call with valid arguments, except for these."""
    signature = inspect.signature(CALLS[name])
    arguments = good_arguments(name, CALLS[name]) | changes
    bound = inspect.BoundArguments(signature, {p: arguments[p] for p in signature.parameters if p in arguments})
    return CALLS[name](*bound.args, **bound.kwargs)


CALLS = public_calls()
FUNCTIONS = {name: call for name, call in CALLS.items() if inspect.isfunction(call)}
both = pytest.mark.parametrize(
    "name",
    [
        name
        for name, call in CALLS.items()
        if {"candidate", "references"} <= {*inspect.signature(call).parameters} and name not in OWN_RULES
    ],
)


@pytest.mark.parametrize("name", CALLS)
def test_each_parameter_takes_what_is_good_and_refuses_what_is_wrong_by_its_name(name):
    ask(name)
    rows = [row for _, rows in rules_of(name, CALLS[name]) for row in rows]
    seen = set()
    for row in rows:
        message = refused(row.error, ask, name, **row.changes)
        assert message.startswith(row.start)
        assert [part for part in row.inside if part not in message] == []
        seen |= {*row.changes}
    assert seen == {*inspect.signature(CALLS[name]).parameters} - TAKE_ANYTHING.get(name, set())


TAKE_ANYTHING = {"reveal": {"answer", "guess", "exact", "digits"}}


@both
@pytest.mark.parametrize("tokens", [["the", "cat"], ("the", "cat"), [1, 2], list("the cat"), [("a", 1), None, 2.5]])
def test_a_list_or_tuple_of_hashable_tokens_is_fine_and_stays_as_it_was(name, tokens):
    references = [list(tokens), tuple(tokens)]
    for outer in (references, tuple(references)):
        before = copy.deepcopy((tokens, outer))
        ask(name, candidate=tokens, references=outer)
        assert (tokens, outer) == before


@pytest.mark.parametrize("weights", [(0.5, 0.5 + 9e-10), [1], (1 / 3, 1 / 3, 1 / 3), (0.1,) * 10])
def test_weights_within_the_tolerance(weights):
    candidate = ["a"] * 10
    assert helpers.bleu_score(candidate, [candidate], weights) == pytest.approx(1.0)


def test_counts_add_up_only_with_counts_of_the_same_orders():
    one, other = (helpers.bleu_counts(["a"], [["a"]], n_gram) for n_gram in (1, 2))
    assert refused(ValueError, lambda: one + other).startswith("one BleuCounts has 2 orders, the other 3.")
    assert refused(ValueError, lambda: other + one).startswith("one BleuCounts has 3 orders, the other 2.")
    assert "unsupported operand" in refused(TypeError, lambda: one + 1)


def test_who_calls_makes_no_difference():
    """The package's function always checks its arguments; the function in the lesson's module only has the formula."""
    public, plain = helpers.closest_ref_length, sys.modules["bleu_helpers.lessons.brevity_penalty"].closest_ref_length
    call = compile("function('the cat', [['a']])", "<a caller>", "eval")
    for space in ({}, dict(vars(sys.modules["bleu_helpers.lessons.brevity_penalty"])), vars(helpers)):
        assert refused(TypeError, eval, call, {**space, "function": public}).startswith("candidate is a string")
        assert eval(call, {**space, "function": plain}) == 1


@pytest.mark.parametrize("name", FUNCTIONS)
def test_pickle_gives_the_function_itself(name):
    assert pickle.loads(pickle.dumps(FUNCTIONS[name])) is FUNCTIONS[name]


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
        (np.array(0.5), TypeError, " is of type ndarray: array(0.5). It must be a list of numbers."),
        ([0.5], ValueError, " has 1 entries for 2 orders."),
        ([0.5, -1.0], ValueError, "[1] is -1.0. Pass a finite number of at least 0."),
        ([0.5, "1"], TypeError, "[1] is of type str: '1'. Pass a number."),
    ],
)
def test_what_a_smoothing_hands_in_is_checked(returned, error, message):
    said = refused(error, helpers.bleu_score, ["the"], REFERENCES, (0.5, 0.5), lambda counts, length: returned)
    assert said.startswith("smoothing(counts, candidate_length)" + message)


def test_python_itself_says_which_argument_is_missing():
    assert "missing 1 required positional argument: 'references'" in refused(TypeError, helpers.count_clip, ["a"])


def test_what_cannot_be_called_as_a_smoothing_is_named():
    said = refused(TypeError, helpers.bleu_score, ["the"], REFERENCES, (1.0,), lambda counts: [0.5])
    assert said.startswith("smoothing(counts, candidate_length) cannot be called: ")
    assert said.endswith(". It gets pairs (matched, total) and an int.")
