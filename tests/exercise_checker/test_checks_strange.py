"""Whatever a function returns or raises, a check ends with a verdict."""

import math
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from students.shared import grams

import bleu_exercises
from bleu_exercises.exercises import EVERY_TASK
from exercise_checker import Finding, Outcome, Task, check, diagnose, read_text, read_words


def refuse(*_):
    raise RuntimeError


METHODS = "repr str eq ne hash len iter getitem float index bool format getattribute".split()
HOSTILE = {f"__{name}__": refuse for name in METHODS} | dict.fromkeys(
    ("items", "tolist", "__class__"), property(refuse)
)


def hostile(*bases):
    return type("Hostile", bases, HOSTILE)


def never_ends(_):
    while True:
        pass


def nested(depth, made):
    for _ in range(depth):
        made = [made]
    return made


def itself():
    made = {}
    made["a"] = [made, made]
    return made


def array_of(thing):
    made = np.empty(1, dtype=object)
    made[0] = thing
    return made


RETURNED = {
    "hostile": hostile()(),
    **{base.__name__: hostile(base)() for base in (list, dict, str, int, float, tuple, set)},
    "inside": [{"a": hostile()()}, array_of(hostile()())],
    "large": 10**400,
    "very large": {("the",): -(10**5000)},
    "deep": nested(100_000, 1),
    "itself": itself(),
    "many": [0] * 20_000,
    "long": "x" * 10**6,
    "surrogates": ["\ud800"],
    "long repr": type("Long", (), {"__repr__": lambda _: "x" * 10**6})(),
    "no repr": type("Number", (), {"__repr__": lambda _: 1})(),
    "endless repr": type("Endless", (), {"__repr__": never_ends})(),
    "complex": 1j,
    "nan": [math.nan],
}
RAISED = {
    "base": type("Base", (BaseException,), {}),
    "exit": GeneratorExit,
    "hostile": hostile(Exception),
    "large": lambda: KeyError(10**5000),
    "surrogates": lambda: ValueError("\ud800"),
}


def raises(make):
    raise make()


FUNCTIONS = [(f"returned {name}", lambda thing=thing: thing) for name, thing in RETURNED.items()]
FUNCTIONS += [(f"raised {name}", lambda make=make: raises(make)) for name, make in RAISED.items()]
TASKS = {
    **{name: replace(EVERY_TASK[name], drawn=4) for name in ("simple_count", "bleu_score", "scores_without_each_word")},
    "a tuple": Task(lambda a: (1, 0.3), lambda random: (1,), [(1,)], read=lambda made: Outcome("value", made), drawn=4),
    "a text": Task(lambda a: "XIV", lambda random: (1,), [(1,)], read=read_text, drawn=4),
}


@pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
@pytest.mark.parametrize("function", [function for _, function in FUNCTIONS], ids=[name for name, _ in FUNCTIONS])
def test_gives_a_verdict_on_any_result_and_error(function, task, capsys):
    check(eval(f"lambda {', '.join(task.parameters)}: function()", {"function": function}), task)
    message = capsys.readouterr().out
    assert message.startswith(f"{task.name}: ") and message.encode() and len(message) < 3_000
    for wrong in (": correct", "did not end", "type int, but the result should be one number"):
        assert wrong not in message


@pytest.mark.parametrize("wrap", [list, tuple, set, lambda items: dict.fromkeys(items, 1), lambda items: {1: [*items]}])
def test_compares_numbers_inside_a_value_like_single_ones(wrap):
    task = Task(lambda a: wrap([0.3]), lambda random: (1,), [(1,)], name="it", read=lambda made: Outcome("value", made))
    assert diagnose(lambda a: wrap([0.1 + 0.2]), task).status == "correct"
    assert diagnose(lambda a: wrap([Fraction(3, 10)]), task).status == "correct"
    assert diagnose(lambda a: wrap([0.300001]), task).status == "wrong"


def test_the_exercise_is_broken_if_its_right_function_stops_unexpectedly():
    def right(a):
        return 1 / (a - 1) if a else raises(LookupError)

    def task(*probes):
        return Task(right, lambda random: (3,), [(probe,) for probe in probes])

    assert diagnose(lambda a: a, task(0, 1)).finding is Finding.BROKEN
    assert diagnose(lambda a: 0.5 if a else raises(LookupError), task(0)).status == "correct"


@pytest.mark.parametrize(
    ("reads_0", "corners"),
    [(lambda n, total: n / total, True), (lambda n, total: 1 / n and n / total if total else 0, False)],
)
def test_mentions_short_sentences_only_if_they_matter(reads_0, corners):
    def function(candidate, references, n):
        allowed = sum((Counter(grams(reference, n)) for reference in references), Counter())
        return reads_0((Counter(grams(candidate, n)) & allowed).total(), len(grams(candidate, n)))

    name = diagnose(function, EVERY_TASK["modified_precision"]).mistake
    assert name.startswith("the counts are clipped by the sum") and ("short or empty" in name) is corners


def test_shows_no_input_that_the_task_does_not_ask_for(capsys):
    def function(candidate, references, n):
        while len(candidate) < n:
            candidate.append("the")
        return 0.5

    bleu_exercises.check(function, "modified_precision", asks_for_short=False)
    assert "  n = 1\n" in capsys.readouterr().out


def test_reports_the_type_of_the_words():
    verdict = diagnose(
        lambda text: [b"a"], Task(str.split, lambda random: ("a",), name="it", parameters=("text",), read=read_words)
    )
    assert "of type list of bytes" in verdict.headline
