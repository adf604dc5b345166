"""One mistake is paid for once: a later part that calls an earlier one is graded with our version of that."""

import contextlib
import re
import sys
from types import SimpleNamespace

import pytest
from course import in_adas_folder, logged, program_outside, solutions

from bleu_grading import grade
from bleu_grading.inside import examiner_proxy
from bleu_grading.outside.hidden_tests import HiddenTest, before, read_tests, right_result

FULL = {"normalise": 2.0, "order_precisions": 3.0, "mean_penalty": 3.0, "open_bleu": 4.0}
SET = [*FULL]

WRONG = """
def normalise(tokens):
    return list(tokens)
"""

SLOW = """
def normalise(tokens):
    while True:
        len(tokens)
"""

FEW_DRAWN = """
import dataclasses

TASKS = [dataclasses.replace(task, drawn=30) for task in TASKS]
"""
"""Whose version of a part is asked does not depend on how many inputs are drawn; each of them is sent to and fro."""


@pytest.fixture
def course(tmp_path, monkeypatch):
    folder = in_adas_folder(tmp_path, monkeypatch, "ps2")
    with (folder / "answers.py").open("a", encoding="utf-8") as answers:
        answers.write(FEW_DRAWN)
    return folder


@pytest.fixture
def space(course, monkeypatch):
    """A student's notebook, whose `grade` speaks to a program outside: here, both in one process."""
    notebook = SimpleNamespace()
    monkeypatch.setitem(sys.modules, "__main__", notebook)
    asked = [test.call._replace(partial={}) for test in read_tests(course, "ps2")]
    twice = [HiddenTest("", call, f"{call.task} {number}") for number in range(2) for call in asked]
    with program_outside(monkeypatch, twice):  # no cell begins here; and some of these tests ask once more
        yield vars(notebook)


def handed_in(space, **instead):
    """Run the answers, and grade them one after the other as the test cells do. Gives the points."""
    points = {}
    for name in SET:
        with contextlib.suppress(SyntaxError):
            exec(instead.get(name, RIGHT[name]), space)
        points[name] = 0.0
        if name in space:
            points[name] = grade(space[name], name, points=FULL[name])
    return points


def last(course):
    return [event for event in logged(course, "ps2") if event["event"] == "graded"][-1]


RIGHT = solutions("ps2")
ALONE = re.sub(r"\b(normalise|order_precisions|mean_penalty)\b", r"own_\1", "\n".join(RIGHT[name] for name in SET))
ONE = "import math\n\ndef mean_penalty(candidate, references):\n    return 1.0\n"
FOLDED = "def normalise(tokens, fold):\n    return [fold(t) for t in tokens if t.isalpha()]\n"


def calling(candidate, reference="normalise(reference)"):
    """The last part, which calls the first one in another way."""
    return RIGHT["open_bleu"].replace("normalise(reference)", reference).replace("normalise(candidate)", candidate)


@pytest.mark.parametrize(
    ("instead", "lost", "ours"),
    [
        ({"normalise": WRONG}, ["normalise"], ["normalise"]),
        ({"normalise": SLOW}, ["normalise"], ["normalise"]),
        ({"normalise": "def normalise(tokens:\n"}, ["normalise"], ["normalise"]),
        ({"normalise": WRONG, "mean_penalty": ONE}, ["normalise", "mean_penalty"], ["normalise", "mean_penalty"]),
        ({"normalise": WRONG, "open_bleu": calling("normalise(iter(candidate))")}, ["normalise"], ["normalise"]),
        ({"normalise": WRONG, "open_bleu": calling("normalise(tuple(candidate))")}, ["normalise"], ["normalise"]),
        # Which calls none of them, or in a way in which ours cannot be called: then the first verdict stands.
        ({"normalise": WRONG, "open_bleu": ALONE}, ["normalise"], []),
        ({"open_bleu": ALONE.replace("token.lower()", "token")}, ["open_bleu"], []),
        ({"normalise": WRONG, "open_bleu": ALONE.replace("token.lower()", "token")}, ["normalise", "open_bleu"], []),
        (
            {"normalise": FOLDED, "open_bleu": calling("normalise(candidate, str)", "normalise(reference, str)")},
            ["normalise", "open_bleu"],
            [],
        ),
    ],
)
def test_a_mistake_in_an_earlier_part_is_paid_for_once(instead, lost, ours, space, course):
    assert handed_in(space, **instead) == FULL | dict.fromkeys(lost, 0.0)
    said = f"Tested with our {' and '.join(ours)}, not with yours: a mistake there costs points only there.\n"
    assert last(course)["earlier"] == ours and (said in last(course)["said"]) == bool(ours)
    assert last(course)["finding"] != "ERROR"
    assert ("normalise" in space) is ("tokens:" not in instead.get("normalise", ""))  # what was not there is gone again


def test_where_ours_raises_an_error_the_line_is_the_students(space, course):
    fails = "def normalise(tokens):\n    raise ValueError"
    handed_in(space, normalise=fails, open_bleu="def open_bleu(candidate, references, max_n):\n    return normalise(1)")
    assert last(course)["earlier"] == ["normalise"] and ", in line 2 of its cell." in last(course)["said"]


def test_a_mistake_of_the_later_part_is_its_own(space, course):
    kept = calling("normalise(candidate)", "reference")
    assert handed_in(space, normalise=WRONG, open_bleu=kept)["open_bleu"] == 0.0
    assert last(course)["mistake"] == "the references are not normalised"
    assert last(course)["earlier"] == ["normalise"] and "Tested with our normalise" in last(course)["said"]


def test_a_function_in_a_file_beside_the_notebook_gets_ours_too(space, monkeypatch):
    helper = SimpleNamespace()
    exec(WRONG + solutions("ps2")["order_precisions"] + solutions("ps2")["mean_penalty"], vars(helper))
    exec(solutions("ps2")["open_bleu"], vars(helper))
    for name in SET:
        space[name] = vars(helper)[name]
    assert [grade(space[name], name, points=FULL[name]) for name in SET] == [0.0, 3.0, 3.0, 4.0]
    assert helper.normalise(["A"]) == ["A"]


def test_a_function_that_answers_otherwise_the_second_time_is_noted_and_keeps_its_points(space, course):
    exec(solutions("ps2")["normalise"], space)
    right, asked = space["normalise"], []

    def forgets(tokens):
        asked.append(list(tokens))
        return right(tokens) if asked.count(list(tokens)) == 1 else []

    assert grade(forgets, "normalise", points=2) == 2.0
    assert [event["event"] for event in logged(course, "ps2")] == ["asked", "otherwise", "graded"]


# Nothing leaks.


def test_what_ours_said_is_no_help_with_the_part_itself(space, course):
    """A function that keeps its inputs, asks our version of them later, and is graded once more."""
    seen, known = [], {}

    def normalise(tokens):
        seen.append(list(tokens))
        return known.get(tuple(tokens), [])

    def thief(candidate, references, max_n):
        for tokens in seen[:20]:
            known[tuple(tokens)] = known.get(tuple(tokens)) or space["normalise"](tokens)
        return 0.5

    space["normalise"] = normalise
    assert grade(normalise, "normalise", points=2) == 0.0
    assert grade(thief, "open_bleu", points=4) == 0.0
    assert any(known.values())  # it could ask
    with pytest.raises(ValueError, match="yours can no longer be graded"):
        grade(normalise, "normalise", points=2)


def test_ours_answers_only_while_a_later_part_is_graded(space, course):
    kept = []

    def open_bleu(candidate, references, max_n):
        kept.append(space["normalise"])
        return 0.5

    exec(WRONG, space)
    grade(space["normalise"], "normalise", points=2)
    grade(open_bleu, "open_bleu", points=4)
    first, *_, ours = kept
    assert first is space["normalise"] is not ours
    with pytest.raises(RuntimeError, match="our normalise answers only while a later part is graded"):
        ours(["A"])


def test_what_is_sent_by_hand_is_answered_for_the_parts_of_this_round_only(space, course):
    """A student's code can write to the program outside as `grade` does."""
    first, answers = [], []

    def open_bleu(*arguments):
        said = {"arguments": [["A"]], "names": {}}
        first.append(arguments)
        if arguments == first[0]:  # once in each round
            for task in ("normalise", "open_bleu"):
                answers.append(examiner_proxy.examiner._question(1, said | {"earlier": task}))
        return 0.5

    exec(WRONG, space)
    grade(space["normalise"], "normalise", points=2)
    grade(open_bleu, "open_bleu", points=4)
    results = [answer.get("result") for answer in answers]
    assert answers[0]["error"] == "RuntimeError" and ["a"] in results and set(map(str, results)) == {"None", "['a']"}
    assert not any("result" in answer for answer in answers[1::2])
    assert grade(lambda *_: 0.5, "open_bleu", points=4) == 0.0  # nothing was told of it: it is not refused


TOKENS = {"arguments": [["The", "."]], "names": {}, "earlier": "normalise"}
GRAMS = [[{"t": ["a", "b"]}] * 2, [[{"t": ["a", "b"]}]]]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (TOKENS, {"result": ["the"]}),
        ({"arguments": [], "names": {"tokens": ["A"]}}, {"result": ["a"]}),
        ({"earlier": "overused", "arguments": GRAMS}, {"result": {"d": [[{"t": ["a", "b"]}, 1]]}}),
        ({"earlier": "open_bleu"}, {"error": "RuntimeError", "message": "there is no such part, or not now"}),
        ({"earlier": ["normalise"]}, {"error": "RuntimeError", "message": "there is no such part, or not now"}),
        ({"arguments": [["a" * 100_000]]}, {"error": "ValueError", "message": "the arguments are too long"}),
        ({"arguments": [{"d": 3}]}, {"error": "TypeError", "message": "the arguments cannot be read"}),
        ({"arguments": [3]}, {"error": "TypeError", "message": "'int' object is not iterable"}),
        (
            {"earlier": "ranks", "arguments": [[*map(float, range(10_000))]]},
            {"error": "RuntimeError", "message": "it takes too long"},
        ),
    ],
    ids=range(9),
)
def test_a_question_from_outside_gets_a_result_or_an_error(question, answer, course):
    assert right_result(TOKENS | question, ("normalise", "overused", "ranks")) == answer


# Which parts there are.


def test_the_parts_are_those_of_the_instructors_notebook(course):
    found = read_tests(course, "ps2")
    assert before("open_bleu", found) == {name: name for name in SET[:3]} and before(SET[0], found) == {}
    assert read_tests(course, "ps9") == [] and before("ranks", found) == {}
    path = course / "source" / "ps2" / "ps2.ipynb"
    path.write_text(path.read_text("utf-8").replace("points=2)", ")"), encoding="utf-8")
    with pytest.raises(ValueError, match="the tests of source/ps2 cannot be read"):
        read_tests(course, "ps2")
