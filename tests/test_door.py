"""The rules of the door, for every public function: its own parameters say which of them it must obey."""

import copy
import inspect

import pytest
from door_rules import OWN_RULES, RESULTS, RULES
from refused import refused
from sentence_rules import REFERENCES

import bleu_helpers as helpers


def public_calls():
    """By name, all that a caller can call: functions, classes and the methods of a new object of each class."""
    calls = {name: getattr(helpers, name) for name in helpers.__all__ if callable(getattr(helpers, name))}
    results = {name for name in RESULTS if isinstance(calls[name], type)}
    calls = {name: call for name, call in calls.items() if name not in results}
    for name, made in list(calls.items()):
        if isinstance(made, type):
            one = made(**good_arguments(name, made))
            methods = [method for method in vars(made) if inspect.isfunction(vars(made)[method]) and method[0] != "_"]
            calls |= {f"{name}.{method}": getattr(one, method) for method in methods}
    return calls


def rules_of(name, call):
    """Which rules a call must obey, by the names of its parameters; and the parameters that no rule names."""
    left, found = {*inspect.signature(call).parameters}, []
    for good, rows in [*OWN_RULES.get(name, []), *RULES]:
        if left >= {*good}:
            left -= {*good}
            found.append((good, rows))
    return found, left


def good_arguments(name, call):
    return {parameter: value for good, _ in rules_of(name, call)[0] for parameter, value in good.items()}


def ask(name, /, **changes):
    """Call with good arguments, but for these."""
    signature = inspect.signature(CALLS[name])
    arguments = good_arguments(name, CALLS[name]) | changes
    bound = inspect.BoundArguments(signature, {p: arguments[p] for p in signature.parameters if p in arguments})
    return CALLS[name](*bound.args, **bound.kwargs)


CALLS = public_calls()
REFUSED = {
    f"{name}-{'-'.join(row.changes)}-{number}": (name, row)
    for name, call in CALLS.items()
    for _, rows in rules_of(name, call)[0]
    for number, row in enumerate(rows)
}
every_call = pytest.mark.parametrize("name", CALLS)
both = pytest.mark.parametrize(
    "name",
    [
        name
        for name, call in CALLS.items()
        if {"candidate", "references"} <= {*inspect.signature(call).parameters} and name not in OWN_RULES
    ],
)


@every_call
def test_every_parameter_has_a_rule_and_good_arguments_pass(name):
    assert rules_of(name, CALLS[name])[1] == set()
    ask(name)


@pytest.mark.parametrize(("name", "row"), REFUSED.values(), ids=REFUSED)
def test_what_is_wrong_is_refused_by_its_name(name, row):
    message = refused(row.error, ask, name, **row.changes)
    assert message.startswith(row.start)
    for part in row.inside:
        assert part in message


@both
@pytest.mark.parametrize("tokens", [["the", "cat"], ("the", "cat"), [1, 2], list("the cat"), [("a", 1), None, 2.5]])
def test_a_list_or_tuple_of_hashable_tokens_is_fine_and_stays_as_it_was(name, tokens):
    references = [list(tokens), tuple(tokens)]
    for outer in (references, tuple(references)):
        before = copy.deepcopy((tokens, outer))
        ask(name, candidate=tokens, references=outer)
        assert (tokens, outer) == before


@both
def test_the_type_of_the_containers_makes_no_difference(name):
    lists = ask(name, candidate=["a", "b"], references=[["a", "c"], ["b"]])
    assert ask(name, candidate=("a", "b"), references=(("a", "c"), ("b",))) == lists


@pytest.mark.parametrize("weights", [(0.5, 0.5 + 9e-10), [1], (1 / 3, 1 / 3, 1 / 3), (0.1,) * 10])
def test_weights_within_the_tolerance(weights):
    candidate = ["a"] * 10
    assert helpers.bleu_score(candidate, [candidate], weights) == pytest.approx(1.0)


def test_an_empty_candidate():
    for references in (REFERENCES, [[]]):
        assert helpers.unigram_precision([], references) == 0.0
        assert [helpers.modified_precision([], references, n) for n in (1, 2, 3, 4)] == [0.0] * 4
        assert helpers.brevity_penalty([], references) == 0.0
        assert helpers.bleu_score([], references) == 0.0
        assert helpers.rouge_n([], references) == 0.0
        assert helpers.ngram_f1([], references) == 0.0
    assert helpers.rouge_n_scores([], []) == (0.0, 0.0, 0.0)


def test_a_candidate_shorter_than_n():
    assert helpers.match_counts(["the"], REFERENCES, 2) == (0, 0)
    assert helpers.modified_precision(["the"], REFERENCES, 2) == 0.0


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (helpers.unigram_precision(["the"], REFERENCES), float),
        (helpers.modified_precision(["the"], REFERENCES, 1), float),
        (helpers.closest_ref_length(["the"], REFERENCES), int),
        (helpers.brevity_penalty(["the"], REFERENCES), float),
        (helpers.bleu_score(["the"], REFERENCES, (1,)), float),
        (helpers.rouge_n(["the"], REFERENCES), float),
        (helpers.f_score(1, 1), float),
        (helpers.ngram_f1(["the"], REFERENCES), float),
        *((count, int) for count in helpers.simple_count(["a"]).values()),
        *((number, int) for number in helpers.match_counts(["a"], REFERENCES, 1)),
    ],
)
def test_plain_python_numbers_come_back(value, kind):
    assert type(value) is kind


def test_counts_add_up_only_with_counts_of_the_same_orders():
    one, other = (helpers.bleu_counts(["a"], [["a"]], n_gram) for n_gram in (1, 2))
    assert refused(ValueError, lambda: one + other).startswith("one BleuCounts has 2 orders, the other 3.")
    assert refused(ValueError, lambda: other + one).startswith("one BleuCounts has 3 orders, the other 2.")
    assert "unsupported operand" in refused(TypeError, lambda: one + 1)
