"""What a function keeps from one call to the next is found, and so are built-in names with another value."""

import functools
import itertools
import random
import time

import numpy as np
import pytest

from exercise_checker import Finding, Task, diagnose, guard, pick

TOTAL = Task(
    lambda values: float(sum(values)),
    lambda random: ([pick(random, range(9)) for _ in range(pick(random, range(1, 5)))],),
    [([3, 1, 2],), ([4, 1],), ([2, 2, 1],)],
    name="total",
    drawn=100,
)

# What a function keeps from one call to the next.

SEEN, FIRST, ITEMS = {}, None, itertools.cycle([0, 0.1, 0.2])


def in_a_dict(values):
    return SEEN.setdefault(len(values), sum(values))


def in_a_default(values, seen={}):  # noqa: B006
    return seen.setdefault(len(values), sum(values))


def in_a_global_variable(values):
    global FIRST
    FIRST = FIRST or values[0]
    return sum(values) - values[0] + FIRST


def in_an_attribute(values):
    return sum(values) + vars(in_an_attribute).setdefault("first", values[0])


@functools.cache
def cached(length):
    return sum(CURRENT)


def in_a_cached_helper(values):
    global CURRENT
    CURRENT = values
    return cached(len(values))


class InAnObject:
    value = 0.5

    def number(self, values):
        self.value = (self.value + sum(values)) / 2
        return self.value


InAnObject.__module__ = "__main__"
KEEPING = [in_a_dict, in_a_default, in_a_global_variable, in_an_attribute, in_a_cached_helper]


@pytest.mark.parametrize("function", [*KEEPING, InAnObject().number], ids=lambda f: f.__name__)
def test_shows_the_results_with_and_without_what_is_kept(function):
    first, again = diagnose(function, TOTAL), diagnose(function, TOTAL)
    assert first.finding is Finding.REMEMBERS and str(first) == str(again)
    after, alone, _ = first.example[-3:]
    assert after.startswith("yours, after other calls: ") and alone.startswith("yours, as the first call: ")
    assert after.partition(": ")[2] != alone.partition(": ")[2]


def takes_the_next_item(values):
    return sum(values) + next(ITEMS)


@pytest.mark.parametrize(
    "function",
    [
        takes_the_next_item,
        lambda values: sum(values) + np.random.rand(),
        lambda values: sum(values) + (random.random() < 0.2),
        lambda values: time.perf_counter_ns() % 1001 / 1000,
    ],
)
def test_shows_no_results_that_cannot_be_repeated(function):
    verdict = diagnose(function, TOTAL)
    assert verdict.finding is (Finding.REMEMBERS if function is takes_the_next_item else Finding.RANDOM)
    assert "yours, as the first call" not in str(verdict)


def test_shows_no_result_of_a_call_that_was_stopped(monkeypatch):
    def counts_all(values, seen=[1] * 100):
        seen.extend(values)
        return sum(1 for _ in seen)

    monkeypatch.setattr(guard, "MAX_STEPS", 40_000)
    verdict = diagnose(counts_all, TOTAL)
    assert verdict.finding is Finding.REMEMBERS and "yours, as the first call" not in str(verdict)


def test_a_cache_with_the_right_key_is_right():
    def with_a_right_cache(values, seen={}):  # noqa: B006
        return seen.setdefault(repr(values), sum(values))

    assert diagnose(with_a_right_cache, TOTAL).finding is Finding.CORRECT
    assert diagnose(lambda values: with_a_right_cache(values) / 2, TOTAL).finding is Finding.UNKNOWN


# Built-in names with another value, and caches.


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("len", 3, "sum(values[place] for place in range(len(values)))"),
        ("list", lambda a, b: a, "sum(list(values))"),
        ("sum", lambda values: 3, "sum(values)"),
        ("max", np.max, "sum(max(0, value) for value in values)"),
    ],
)
def test_names_a_built_in_that_the_notebook_has_overwritten(name, value, code):
    space = {name: value}
    exec(f"def total(values):\n    return {code}", space)
    message = str(diagnose(space["total"], TOTAL))
    assert f"your function uses {name}, but" in message and f"del {name}" in message
    assert space[name] is value


@pytest.mark.parametrize(
    ("space", "code"),
    [
        ({"sum": lambda values: values + 1}, "sum(str(values))"),  # fails with Python's own sum, too
        ({"format": 3}, "'{}'.format(1) + 1"),
        ({"exit": 3, "copyright": 3}, "[exit, copyright][values]"),
        ({"max": 3}, "(values[:9] if len(values) > max else values)[99]"),
    ],
)
def test_blames_no_name_that_is_not_the_reason(space, code):
    exec(f"def total(values):\n    return {code}", space)
    assert diagnose(space["total"], TOTAL).error in ("TypeError", "IndexError")


@functools.lru_cache
def total_with_a_cache(values):
    return sum(values)


@pytest.mark.parametrize("function", [total_with_a_cache, lambda values: total_with_a_cache(values)])
def test_names_a_cache_that_gets_a_list(function):
    verdict = diagnose(function, TOTAL)
    assert verdict.finding is Finding.CACHED and "def total_with_a_cache" in str(verdict)
