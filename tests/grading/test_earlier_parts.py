"""A mistake costs points once: a later part that calls an earlier one is graded with our version of it."""

import contextlib
import re
import sys
from types import SimpleNamespace

import pytest
from course import in_adas_folder, logged, program_outside, solutions

from bleu_grading import grade
from bleu_grading.inside import examiner_proxy
from bleu_grading.outside.examiner import right_result
from bleu_grading.outside.problem_set import HiddenTest, ProblemSet, earlier_parts

FULL = {"normalise": 2.0, "order_precisions": 3.0, "mean_penalty": 3.0, "open_bleu": 4.0}
SET = [*FULL]

WRONG = """
def normalise(tokens):
    return list(tokens)
"""


@pytest.fixture
def course(tmp_path, monkeypatch):
    return in_adas_folder(tmp_path, monkeypatch, "ps2")


@pytest.fixture
def names(course, monkeypatch):
    """Return the names of a student's notebook whose `grade` asks a program outside, both in this process."""
    notebook = SimpleNamespace()
    monkeypatch.setitem(sys.modules, "__main__", notebook)
    calls = [test.call._replace(partial={}) for test in ProblemSet(course, "ps2").tests()]
    twice = [HiddenTest("", call, f"{call.task} {number}") for number in range(2) for call in calls]
    with program_outside(monkeypatch, twice):  # no cell begins here, and some tests grade a part twice
        yield vars(notebook)


def points_for(names, **instead):
    """Run the answers, grade them one after the other as the test cells do, and return the points."""
    points = {}
    for name in SET:
        with contextlib.suppress(SyntaxError):
            exec(instead.get(name, RIGHT[name]), names)
        points[name] = 0.0
        if name in names:
            points[name] = grade(names[name], name, points=FULL[name])
    return points


def last(course):
    return [event for event in logged(course, "ps2") if event["event"] == "graded"][-1]


RIGHT = solutions("ps2")
ALONE = re.sub(r"\b(normalise|order_precisions|mean_penalty)\b", r"own_\1", "\n".join(RIGHT[name] for name in SET))
ONE = "import math\n\ndef mean_penalty(candidate, references):\n    return 1.0\n"
FOLDED = "def normalise(tokens, fold):\n    return [fold(t) for t in tokens if t.isalpha()]\n"


def calling(candidate, reference="normalise(reference)"):
    """Return the last part with other calls of the first one."""
    return RIGHT["open_bleu"].replace("normalise(reference)", reference).replace("normalise(candidate)", candidate)


WITH_FOLD = calling("normalise(candidate, str)", "normalise(reference, str)")


@pytest.mark.parametrize(
    ("instead", "lost", "ours"),
    [
        ({"normalise": "def normalise(tokens:\n"}, ["normalise"], ["normalise"]),
        (
            {"normalise": WRONG, "mean_penalty": ONE, "open_bleu": calling("normalise(iter(candidate))")},
            *[["normalise", "mean_penalty"]] * 2,
        ),
        # It calls no earlier part, or calls one in a way that ours does not allow, so the first verdict counts.
        ({"normalise": WRONG, "open_bleu": ALONE.replace("token.lower()", "token")}, ["normalise", "open_bleu"], []),
        ({"normalise": FOLDED, "open_bleu": WITH_FOLD}, ["normalise", "open_bleu"], []),
    ],
)
def test_a_mistake_in_an_earlier_part_costs_points_once(instead, lost, ours, names, course):
    assert points_for(names, **instead) == FULL | dict.fromkeys(lost, 0.0)
    sentence = f"Tested with our {' and '.join(ours)}, not with yours"
    assert last(course)["earlier"] == ours and (sentence in last(course)["feedback"]) == bool(ours)
    assert last(course)["finding"] != "ERROR"
    assert ("normalise" in names) is ("tokens:" not in instead.get("normalise", ""))  # ours is removed again


def test_an_error_in_our_version_is_reported_with_the_students_line(names, course):
    fails = "def normalise(tokens):\n    raise ValueError"
    calls = "def open_bleu(candidate, references, max_n):\n    return normalise(1)"
    points_for(names, normalise=fails, open_bleu=calls)
    assert last(course)["earlier"] == ["normalise"] and ", in line 2 of its cell." in last(course)["feedback"]


def test_names_a_mistake_of_the_later_part_itself(names, course):
    kept = calling("normalise(candidate)", "reference")
    assert points_for(names, normalise=WRONG, open_bleu=kept)["open_bleu"] == 0.0
    assert last(course)["mistake"] == "the references are not normalised"
    assert last(course)["earlier"] == ["normalise"] and "Tested with our normalise" in last(course)["feedback"]


def test_a_function_in_a_helper_file_calls_our_version_too(names, monkeypatch):
    helper = SimpleNamespace()
    exec(WRONG + solutions("ps2")["order_precisions"] + solutions("ps2")["mean_penalty"], vars(helper))
    exec(solutions("ps2")["open_bleu"], vars(helper))
    for name in SET:
        names[name] = vars(helper)[name]
    assert [grade(names[name], name, points=FULL[name]) for name in SET] == [0.0, 3.0, 3.0, 4.0]
    assert helper.normalise(["A"]) == ["A"]


# Nothing leaks.


def test_refuses_a_part_after_our_version_of_it_has_answered(names, course):
    """A function could keep its inputs, ask our version for the results later, and be graded again."""
    seen, known = [], {}

    def normalise(tokens):
        seen.append(list(tokens))
        return known.get(tuple(tokens), [])

    def thief(candidate, references, max_n):
        for tokens in seen[:2]:
            known[tuple(tokens)] = known.get(tuple(tokens)) or names["normalise"](tokens)
        return 0.5

    names["normalise"] = normalise
    assert grade(normalise, "normalise", points=2) == 0.0
    assert grade(thief, "open_bleu", points=4) == 0.0
    assert any(known.values()), "it was able to ask our version"
    with pytest.raises(ValueError, match="no longer be graded"):
        grade(normalise, "normalise", points=2)


def test_our_version_answers_only_while_a_later_part_is_graded(names, course):
    kept = []

    def open_bleu(candidate, references, max_n):
        kept.append(names["normalise"])
        return 0.5

    exec(WRONG, names)
    grade(names["normalise"], "normalise", points=2)
    grade(open_bleu, "open_bleu", points=4)
    first, *_, ours = kept
    assert first is names["normalise"] is not ours
    with pytest.raises(RuntimeError, match="only while a later part is graded"):
        ours(["A"])


def test_answers_direct_messages_only_for_the_current_parts(names, course):
    """A student's code can write to the program outside, as `grade` does."""
    first, answers = [], []

    def open_bleu(*arguments):
        question = {"arguments": [["A"]], "names": {}}
        first.append(arguments)
        if arguments == first[0]:  # once in each round
            for task in ("normalise", "open_bleu"):
                answers.append(examiner_proxy.examiner._question(1, question | {"earlier": task}))
        return 0.5

    exec(WRONG, names)
    grade(names["normalise"], "normalise", points=2)
    grade(open_bleu, "open_bleu", points=4)
    results = [answer.get("result") for answer in answers]
    assert answers[0]["error"] == "RuntimeError" and ["a"] in results and set(map(str, results)) == {"None", "['a']"}
    assert not any("result" in answer for answer in answers[1::2])
    assert grade(lambda *_: 0.5, "open_bleu", points=4) == 0.0  # not refused, because nothing was revealed


TOKENS = {"arguments": [["The", "."]], "names": {}, "earlier": "normalise"}
GRAMS = [[{"t": ["a", "b"]}] * 2, [[{"t": ["a", "b"]}]]]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (TOKENS, {"result": ["the"]}),
        ({"arguments": [], "names": {"tokens": ["A"]}}, {"result": ["a"]}),
        ({"earlier": "overused", "arguments": GRAMS}, {"result": {"d": [[{"t": ["a", "b"]}, 1]]}}),
        ({"earlier": "open_bleu"}, {"error": "RuntimeError"}),
        ({"earlier": ["normalise"]}, {"error": "RuntimeError"}),
        ({"arguments": [["a" * 100_000]]}, {"error": "ValueError"}),
        ({"arguments": [{"d": 3}]}, {"error": "TypeError"}),
        ({"arguments": [3]}, {"error": "TypeError"}),
        ({"earlier": "ranks", "arguments": [[*map(float, range(10_000))]]}, {"error": "RuntimeError"}),
    ],
    ids=range(9),
)
def test_a_question_gets_a_result_or_an_error(question, answer, course):
    found = right_result(TOKENS | question, ("normalise", "overused", "ranks"))
    assert found.pop("message", None) or "error" not in answer, "an error has a message"
    assert found == answer


# Which parts there are.


def test_reads_the_parts_from_the_instructors_notebook(course):
    found = ProblemSet(course, "ps2").tests()
    assert earlier_parts("open_bleu", found) == {name: name for name in SET[:3]} and earlier_parts(SET[0], found) == {}
    assert ProblemSet(course, "ps9").tests() == [] and earlier_parts("ranks", found) == {}
    path = course / "source" / "ps2" / "ps2.ipynb"
    path.write_text(path.read_text("utf-8").replace("points=2)", ")"), encoding="utf-8")
    with pytest.raises(ValueError, match="source/ps2 cannot be read"):
        ProblemSet(course, "ps2").tests()
