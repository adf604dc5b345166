"""What a function keeps from one call to the next is found, and so are built-in names with another value."""

import functools
import itertools
import random
import time

import numpy as np
import pytest
from students import message_about

from bleu_helpers.checks import Finding, diagnose

# What a function keeps from one call to the next.


def precision(candidate, references):
    return sum(any(word in reference for reference in references) for word in candidate) / (len(candidate) or 1)


SEEN, FIRST = {}, None


def with_a_cache(candidate, references):
    return SEEN.setdefault(tuple(candidate), precision(candidate, references))


def with_a_cache_of_lengths(candidate, references, seen={}):  # noqa: B006
    return seen.setdefault(len(candidate), precision(candidate, references))


def with_the_first_references(candidate, references):
    global FIRST
    FIRST = FIRST or references
    return precision(candidate, FIRST)


def with_an_attribute(candidate, references):
    vars(with_an_attribute).setdefault("first", references)
    return precision(candidate, with_an_attribute.first)


@functools.cache
def cached(candidate):
    return precision(candidate, CURRENT)


def with_a_cached_helper(candidate, references):
    global CURRENT
    CURRENT = references
    return cached(tuple(candidate))


class Cache:
    def __init__(self):
        self.seen = {}

    def method(self, candidate, references):
        return self.seen.setdefault(tuple(candidate), precision(candidate, references))


class Last:
    value = 0.5

    def method(self, candidate, references):
        self.value = (self.value + precision(candidate, references)) / 2
        return self.value


Cache.__module__ = Last.__module__ = "__main__"
KEEPING = [
    *(with_a_cache, with_a_cache_of_lengths, with_the_first_references, with_an_attribute, with_a_cached_helper),
    *(Cache().method, Last().method),
]


@pytest.mark.parametrize("function", KEEPING, ids=lambda function: function.__name__)
def test_asks_about_what_is_kept_between_calls(function):
    first, again = diagnose(function, "unigram_precision"), diagnose(function, "unigram_precision")
    assert first.finding is Finding.REMEMBERS and str(first) == str(again)
    after, alone, right = (line.partition(": ")[2] for line in first.example[-3:])
    assert after != alone and float(alone) == pytest.approx(float(right), abs=0.5)


@pytest.mark.parametrize("items", [itertools.cycle([0, 0.1, 0.2]), (n / 1000 for n in range(9000)), itertools.count()])
def test_asks_about_an_iterator_that_cannot_be_restored(items):
    verdict = diagnose(
        lambda candidate, references: precision(candidate, references) + next(items), "unigram_precision"
    )
    assert verdict.finding is Finding.REMEMBERS and "yours, as the first call" not in str(verdict)


GENERATOR = np.random.default_rng()


@pytest.mark.parametrize(
    "function",
    [
        lambda candidate, references: precision(candidate, [random.choice(references)]),
        lambda candidate, references: precision(candidate, references) + GENERATOR.random(),
        lambda candidate, references: precision(candidate, references) + np.random.rand(),
        lambda candidate, references: precision(candidate, references) + (random.random() < 0.05),
        lambda candidate, references: time.perf_counter_ns() % 1001 / 1000,
    ],
)
def test_calls_a_random_function_random(function):
    assert diagnose(function, "unigram_precision").finding is Finding.RANDOM
    assert "is random" in message_about(function, "unigram_precision")


def test_shows_no_result_of_a_call_that_was_stopped():
    def share_of_all(candidate, references, seen=["the"] * 8000):
        seen.extend(candidate)
        return sum(token in references[0] for token in seen) / len(seen)

    verdict = diagnose(share_of_all, "unigram_precision")
    assert verdict.finding is Finding.REMEMBERS and "yours, as the first call" not in str(verdict)


def test_a_cache_with_the_right_key_is_right():
    seen = {}

    def with_a_right_cache(candidate, references):
        return seen.setdefault(repr((candidate, references)), precision(candidate, references))

    assert diagnose(with_a_right_cache, "unigram_precision").finding is Finding.CORRECT
    wrong = lambda candidate, references: with_a_right_cache(candidate, references) / 2  # noqa: E731
    assert diagnose(wrong, "unigram_precision").finding is not Finding.REMEMBERS


# Built-in names with another value.


FOUND = "any(word in reference for reference in references) for word in candidate"


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("len", 3, "max(map(len, references))"),
        ("set", {1}, "isinstance(candidate, set)"),
        ("str", "a", "[str(word) for word in candidate]"),
        ("list", lambda a, b: a, "len(list(candidate))"),
        ("sum", lambda values: 3, f"sum({FOUND}) / (len(candidate) or 1)"),
        ("any", np.any, f"sum({FOUND}) / (len(candidate) or 1)"),
        ("max", np.max, f"min(1, sum({FOUND}) / max(len(candidate), 1))"),
    ],
)
def test_names_a_built_in_that_the_notebook_has_overwritten(name, value, code):
    space = {name: value}
    exec(f"def unigram_precision(candidate, references):\n    return {code}", space)
    message = message_about(space["unigram_precision"], "unigram_precision")
    assert f"your function uses {name}, but" in message and f"del {name}" in message and "one_reference" not in message
    assert space[name] is value


@pytest.mark.parametrize(
    ("space", "code"),
    [
        ({"sum": lambda values: values + 1}, "sum(candidate)"),  # fails with Python's own sum, too
        ({"format": 3}, "'{}'.format(1) + 1"),
        ({"exit": 3, "copyright": 3}, "[exit, copyright][candidate]"),
        ({"max": 3}, "(candidate[:9] if len(candidate) > max else candidate)[99]"),
    ],
)
def test_blames_no_name_that_is_not_the_reason(space, code):
    exec(f"def unigram_precision(candidate, references):\n    return {code}", space)
    assert diagnose(space["unigram_precision"], "unigram_precision").error in ("TypeError", "IndexError")


def test_asks_about_a_variable_that_hides_a_built_in_name():
    def hides(candidate, references):
        sum = len(candidate)
        return sum(word in references[0] for word in candidate) / sum

    assert "A variable named sum" in message_about(hides, "unigram_precision")


@functools.lru_cache
def precision_with_a_cache(candidate, references):
    return precision(candidate, references)


def with_a_helper_with_a_cache(candidate, references):
    return precision_with_a_cache(candidate, references)


@pytest.mark.parametrize("function", [precision_with_a_cache, with_a_helper_with_a_cache])
def test_names_a_cache_that_gets_a_list(function):
    verdict = diagnose(function, "unigram_precision")
    assert verdict.finding is Finding.CACHED and "def precision_with_a_cache" in str(verdict)
