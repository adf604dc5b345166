"""No call changes what another one gets: each has its own copy of the input, and what a function keeps is found."""

import builtins
import collections
import copy
import functools
import itertools
import random
import time
from dataclasses import replace

import numpy as np
import pytest
from students import message_about

from bleu_helpers.checks import Finding, check, diagnose
from exercise_checker import Mistake, Task, pick, read_numbers, read_words, review
from exercise_checker._tasks import PUBLIC_SEED, inputs_of
from exercise_checker.description import describe

# Arguments.


def drawn(random):
    return ([pick(random, range(10)) for _ in range(pick(random, range(1, 8)))],)


def largest_by_sorting(values):
    values.sort()
    return values[-1]


def last_by_popping(values):
    return values.pop()


LAST = Mistake("the last value", "Does the order matter?", last_by_popping)
LARGEST = Task(largest_by_sorting, drawn, [([3, 1, 2],), ([1, 4],)], [LAST], name="largest")


class Author:
    """An object whose repr does not show what is in it."""

    def __init__(self, **held):
        vars(self).update(held)


class Titled(Author):
    __repr__ = lambda self: "Titled"  # noqa: E731


class Slotted:
    __slots__ = ("n",)

    def __init__(self):
        self.n = 1


def family():
    parent = Author(children=[])
    parent.children = [Author(parent=parent, n=1), Author(parent=parent, n=2)]
    return parent


def takes_apart(*given):
    """Stand for any function of a task: it empties every list and dict that it gets."""
    for argument in given:
        for inner in argument if isinstance(argument, list | tuple) else []:
            takes_apart(inner)
        if isinstance(argument, list | dict):
            argument.clear()
    return True


def test_no_function_of_a_task_changes_the_inputs_of_the_next_call():
    task = replace(
        LARGEST,
        kinds={"all": takes_apart},
        corner=lambda given: takes_apart(*given) and None,
        examples={LAST.name: takes_apart},
        steps=[("a step", takes_apart)],
        plain=lambda given: takes_apart(*given) and given,
    )
    before = copy.deepcopy([case.arguments for case in inputs_of(task, PUBLIC_SEED)])
    for function in (lambda values: values[-1], lambda values: 7 * max(values) + 1, largest_by_sorting):
        diagnose(function, task)
    assert [case.arguments for case in inputs_of(task, PUBLIC_SEED)] == before


@pytest.mark.parametrize(
    ("arguments", "changes"),
    [
        (([3, 1],), lambda given: given.sort()),
        (([[3, 1]],), lambda given: given[0].sort()),
        ((([3, 1],),), lambda given: given[0].sort()),
        (({"a": 1},), lambda given: given.popitem()),
        (({"a": [1]},), lambda given: given["a"].append(2)),
        (({1, 2},), lambda given: given.pop()),
        ((Author(n=1),), lambda given: setattr(given, "n", 2)),
        (([Author(inner={"a": Author(n=[1])})],), lambda given: given[0].inner["a"].n.append(2)),
        ((family(),), lambda given: given.children.pop()),
        ((Titled(n=1),), lambda given: setattr(given, "n", 2)),
        ((Slotted(),), lambda given: setattr(given, "n", 2)),
    ],
)
def test_an_argument_of_any_type_is_copied_and_compared(arguments, changes):
    task = Task(lambda given: 1, lambda random: arguments, [arguments] * 8, name="one", parameters=("given",))
    before = describe(copy.deepcopy(arguments), whole=True)
    assert diagnose(lambda given: [changes(given), 1][1], task).finding is Finding.CHANGES_ARGUMENTS
    assert diagnose(lambda given: copy.deepcopy(given) and 1, task).finding is Finding.CORRECT
    assert describe(arguments, whole=True) == before


def test_a_learner_who_does_not_sort_is_wrong_although_the_right_function_sorts_in_place():
    assert diagnose(lambda values: values[-1], LARGEST).mistake == "the last value"
    assert diagnose(lambda values: max(values), LARGEST).finding is Finding.CORRECT


def test_review_reports_each_function_that_changes_an_argument():
    found = [finding.names for finding in review(LARGEST, "").findings if finding.doubt == "changed"]
    assert found == [("largest",), ("the last value",)]


# A task to change an argument in place.


def put(words, word, front=False):
    words.insert(0 if front else len(words), word)


IN_PLACE = Task(
    put,
    lambda random: ([pick(random, "abc") for _ in range(3)], pick(random, "abc")),
    [(["a"], "b"), (["b", "a"], "c")],
    [Mistake("it is put first", "Where does it belong?", instead={"front": True})],
    changes="words",
    read=read_words,
)


@pytest.mark.parametrize(
    ("function", "found"),
    [
        (lambda words, word: words.append(word), "correct"),
        (lambda words, *, word: words.append(word) or "whatever", "correct"),
        (lambda words, word: None, "unknown"),
        (lambda words, word: [*words, word], "unknown"),
        (lambda words, word: words.insert(0, word), "it is put first"),
        (lambda word, words: words.append(word), "the first two arguments are swapped"),
    ],
)
def test_compares_the_argument_that_is_changed_in_place(function, found):
    assert diagnose(function, IN_PLACE).mistake == found
    assert not review(IN_PLACE, "").findings


def test_shows_the_changed_argument_and_allows_no_change_of_another_one():
    assert diagnose(lambda words, word: None, IN_PLACE).example[-2:] == ("yours: ['a']", "right: ['a', 'b']")
    both = Task(lambda ones, others: ones.sort(), lambda r: ([2, 1], [4, 3]), [([2, 1], [2, 1])] * 8, name="sort")
    both = replace(both, changes="ones", read=read_numbers)
    assert diagnose(lambda ones, others: [ones.sort(), others.sort()], both).finding is Finding.CHANGES_ARGUMENTS
    with pytest.raises(TypeError, match=r"changes is 'values'\. Pass one of words, word\."):
        replace(IN_PLACE, changes="values")


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


def with_a_closure():
    last = 0.5

    def mean_with_the_last(candidate, references):
        nonlocal last
        last = (last + precision(candidate, references)) / 2
        return last

    return mean_with_the_last


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


def with_a_deque(candidate, references, kept=collections.deque()):  # noqa: B006
    kept.append(references)
    return precision(candidate, kept[0])


def with_an_array(candidate, references, known=np.full(99, -1.0)):  # noqa: B008
    if known[len(candidate)] < 0:
        known[len(candidate)] = precision(candidate, references)
    return float(known[len(candidate)])


Cache.__module__ = Last.__module__ = "__main__"
KEEPING = [
    *(with_a_cache, with_a_cache_of_lengths, with_the_first_references, with_an_attribute, with_a_cached_helper),
    *(with_a_closure(), Cache().method, Last().method, with_a_deque, with_an_array),
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


@pytest.mark.parametrize(
    "names", [("len", "zip", "isinstance", "float"), ("id", "any", "list", "issubclass", "getattr")]
)
def test_what_is_changed_in_the_module_builtins_is_restored(names, capsys):
    own, others = [getattr(builtins, name) for name in names], dict.fromkeys(names, lambda *_: 3)

    def changes(candidate, references):
        vars(builtins).update(others)
        return [0.5, (lambda: 0.5)()][1]

    vars(builtins).update(others)  # in the notebook
    check(precision, "unigram_precision")
    check(changes, "unigram_precision")
    assert [getattr(builtins, name) for name in names] == own
    correct, wrong = capsys.readouterr().out.split("Python's own.\n")[:2]
    for message, beginning in ((correct, "unigram_precision: correct."), (wrong, "unigram_precision: wrong.")):
        assert message.startswith(beginning) and f"Your code changed {', '.join(sorted(names))} in builtins" in message


@functools.lru_cache
def precision_with_a_cache(candidate, references):
    return precision(candidate, references)


def with_a_helper_with_a_cache(candidate, references):
    return precision_with_a_cache(candidate, references)


@pytest.mark.parametrize("function", [precision_with_a_cache, with_a_helper_with_a_cache])
def test_names_a_cache_that_gets_a_list(function):
    verdict = diagnose(function, "unigram_precision")
    assert verdict.finding is Finding.CACHED and "def precision_with_a_cache" in str(verdict)
