"""The input rules for every public function: invalid arguments are always refused, and the message says which one."""

import copy
import inspect
import pickle
import re
from functools import partial

import pytest
from refused import refused
from validation_rules import CANDIDATE_AND_REFERENCES, EMPTY_CORPUS, NEEDS_A_SEGMENT, REFERENCES, RULES, UNCHECKED

import bleu_helpers as helpers


def public_calls():
    """Return everything that a user can call, by name: functions, classes and the methods of a new object of each."""
    calls = {name: getattr(helpers, name) for name in helpers.__all__ if name not in UNCHECKED}
    for name, kind in list(calls.items()):
        if isinstance(kind, type):
            instance = kind(**valid_arguments(kind))
            methods = [method for method in vars(kind) if inspect.isfunction(vars(kind)[method]) and method[0] != "_"]
            calls |= {f"{name}.{method}": getattr(instance, method) for method in methods}
    return calls


def rules_of(call):
    """Return the rules for the parameters of a call: for each rule, the valid arguments by name, and its rows."""
    annotations = {name: str(parameter.annotation) for name, parameter in inspect.signature(call).parameters.items()}
    remaining, found = {*annotations}, []
    for valid, rows in RULES:
        parameters = [label.partition(": ") for label in valid]
        if all(name in remaining and kind in annotations[name] for name, _, kind in parameters):
            names = [name for name, _, _ in parameters]
            remaining -= {*names}
            found.append((dict(zip(names, valid.values(), strict=True)), rows))
    return found


def valid_arguments(call):
    return {name: value for valid, _ in rules_of(call) for name, value in valid.items()}


def call_with(name, /, **changes):
    """Call with valid arguments, except for these."""
    signature = inspect.signature(CALLS[name])
    arguments = valid_arguments(CALLS[name]) | changes
    bound = inspect.BoundArguments(signature, {p: arguments[p] for p in signature.parameters if p in arguments})
    return CALLS[name](*bound.args, **bound.kwargs)


CALLS = public_calls()


@pytest.mark.parametrize("name", CALLS)
def test_accepts_valid_arguments_and_names_the_one_that_it_refuses(name):
    call_with(name)
    rows = [row for _, rows in rules_of(CALLS[name]) for row in rows]
    refused_parameters = set()
    for error, part, *cases in [*rows, *(EMPTY_CORPUS if name in NEEDS_A_SEGMENT else [])]:
        for changes in cases:
            message = refused(error, call_with, name, **changes)
            parameter, value = next(iter(changes.items()))
            assert part.format(name=parameter, type="is None" if value is None else type(value).__name__) in message
            assert len(changes) > 1 or re.search(rf"\b{parameter}\b", message)
            refused_parameters |= {*changes}
    assert refused_parameters == {*inspect.signature(CALLS[name]).parameters}, "a parameter without a rule"


@pytest.mark.parametrize(
    "name", [name for name in CALLS if any(rows is CANDIDATE_AND_REFERENCES for _, rows in rules_of(CALLS[name]))]
)
def test_accepts_lists_and_tuples_of_hashable_tokens_and_does_not_change_them(name):
    for tokens in (["the", "cat"], ("the", "cat"), [1, 2], list("the cat"), [("a", 1), None, 2.5]):
        for outer in ([list(tokens), tuple(tokens)], (list(tokens), tuple(tokens))):
            before = copy.deepcopy((tokens, outer))
            call_with(name, candidate=tokens, references=outer)
            assert (tokens, outer) == before


def test_counts_can_only_be_added_to_counts_of_the_same_orders():
    bigram_counts, unigram_counts = (helpers.bleu_counts(["a"], [["a"]], n_gram) for n_gram in (2, 1))
    assert "2 orders, the other 3" in refused(ValueError, lambda: unigram_counts + bigram_counts)
    assert "3 orders, the other 2" in refused(ValueError, lambda: bigram_counts + unigram_counts)
    assert "unsupported operand" in refused(TypeError, lambda: unigram_counts + 1)


def test_public_functions_can_be_pickled():
    functions = [*filter(inspect.isfunction, CALLS.values())]
    assert pickle.loads(pickle.dumps(functions)) == functions


def test_the_docstring_of_each_public_function_says_that_it_refuses_invalid_arguments():
    for function in filter(inspect.isfunction, CALLS.values()):
        assert "Raises:\n    TypeError" in inspect.getdoc(function), function


def test_reports_an_invalid_parameter_of_a_smoothing():
    smoothing = partial(helpers.add_epsilon, epsilon=-1)
    message = refused(ValueError, helpers.bleu_score, ["the"], REFERENCES, smoothing=smoothing)
    assert message.startswith("epsilon is -1")


@pytest.mark.parametrize(
    ("returned", "error", "part"),
    [
        (None, TypeError, "is None. It must"),
        ([0.5], ValueError, "length 1, and the number of orders is 2"),
        ([0.5, -1.0], ValueError, "[1] is -1.0"),
    ],
)
def test_reports_an_invalid_result_of_a_smoothing(returned, error, part):
    message = refused(error, helpers.bleu_score, ["the"], REFERENCES, (0.5, 0.5), lambda counts, length: returned)
    assert message.startswith("smoothing(counts, candidate_length)") and part in message


def test_reports_a_smoothing_that_takes_other_arguments():
    message = refused(TypeError, helpers.bleu_score, ["the"], REFERENCES, (1.0,), lambda counts: [0.5])
    assert message.startswith("smoothing(counts, candidate_length) cannot be called")


def test_python_reports_a_missing_argument():
    assert "missing 1 required positional argument: 'references'" in refused(TypeError, helpers.count_clip, ["a"])
