"""Whatever a function returns or raises, a check ends with a verdict."""

import math

import numpy as np
import pytest

import bleu_exercises
from exercise_checker import Outcome, Task, diagnose, pick, read_counts, read_numbers


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


def read_value(result):
    return Outcome("value", result)


FUNCTIONS = {f"returned {name}": lambda _, thing=thing: thing for name, thing in RETURNED.items()}
FUNCTIONS |= {f"raised {name}": lambda _, make=make: raises(make) for name, make in RAISED.items()}
RIGHT = {read_counts: {("a", "b"): 2}, read_numbers: [1, 0.5], read_value: (1, 0.3)}
TASKS = [
    Task(lambda given, right=right: right, lambda random: ([1],), [([2, 3],)], name="it", read=read, drawn=0)
    for read, right in RIGHT.items()
]


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_gives_a_verdict_on_any_result_and_error(function):
    for task in TASKS:
        message = str(diagnose(function, task))
        assert message.startswith("it: ") and message.encode() and len(message) < 3_000
        for wrong in (": correct", "did not end"):
            assert wrong not in message


def test_shows_no_input_that_the_task_does_not_ask_for(capsys):
    def function(candidate, references, n):
        while len(candidate) < n:
            candidate.append("the")
        return 0.5

    bleu_exercises.check(function, "modified_precision", asks_for_short=False)
    assert "  n = 1\n" in capsys.readouterr().out


def test_accepts_an_array_instead_of_a_list():
    def of(right):
        draw = lambda random: ([pick(random, range(9)), 4],)  # noqa: E731
        return Task(right, draw, name="sort", parameters=("values",), read=read_value, drawn=9)

    lists, array, arrays = sorted, lambda values: np.sort(values), lambda values: [np.sort(values)]
    for right, mine in ((lists, np.sort), (array, sorted), (arrays, lambda values: [sorted(values)])):
        assert str(diagnose(lambda values, mine=mine: mine(values), of(right))) == "sort: correct."
        assert diagnose(lambda values: np.array(values), of(right)).status == "wrong"
