"""What `check` offers after several tries: a hint, a neighbour of the task that solves no task, an idea in words."""

import contextlib
import inspect
import io
import re

import pytest
from students import handed_in

from bleu_helpers.checks import check, diagnose
from bleu_helpers.checks._hints import hints
from bleu_helpers.checks.exercises import EVERY_TASK, EXERCISES
from exercise_checker import _session

every_task = pytest.mark.parametrize("task", hints())


@pytest.fixture(autouse=True)
def new_session(monkeypatch):
    monkeypatch.setattr(_session, "_seen", {})
    monkeypatch.setattr(_session, "_tries", {})


def run(code):
    """The names of a neighbour's code, and what it prints."""
    names = {}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code, names)
    return names, printed.getvalue()


@every_task
def test_the_code_of_a_neighbour_prints_what_is_shown(task):
    hint = hints()[task]
    assert run(hint.code)[1] == f"{hint.output}\n"
    assert max(map(len, hint.code.splitlines())) <= 116
    assert hint.hint.endswith(("?", ".")) and hint.neighbour.endswith(("?", "."))
    assert 3 <= len(hint.idea) <= 5
    assert all(re.fullmatch(r"[A-Z][^`=_(){}\[\]]+\.", step) for step in hint.idea), "in words, without code"


@every_task
def test_a_neighbour_solves_no_task(task):
    functions = [value for value in run(hints()[task].code)[0].values() if inspect.isfunction(value)]
    assert functions
    for function in functions:
        assert diagnose(function, task).status == "wrong"


@pytest.mark.parametrize("task", [task for task in EXERCISES if task in hints()])
def test_no_hint_shows_an_answer(task):
    """No line of an answer stands in it, but for short ones, which every function has."""
    *texts, idea = hints()[task]
    text = " ".join("\n".join([*texts, *idea]).split())
    for solution in handed_in("right", task=task):
        lines = [" ".join(line.split()) for line in inspect.getsource(solution.function).splitlines()[2:]]
        assert not any(line in text for line in lines if len(line) > 22)


def test_the_tries_at_each_task_are_counted_by_themselves_and_what_is_no_try_is_not(capsys):
    def stub(r, share):
        raise NotImplementedError

    for number in range(2):
        check(lambda r, share, number=number: 1000 + number, "shortest_allowed")
        check(lambda candidate, references, number=number: 1000 + number, "words_to_add")
    for nothing in (stub, None, 3, lambda: 3, EVERY_TASK["shortest_allowed"].function):
        check(nothing, "shortest_allowed")
    assert "hint" not in capsys.readouterr().out


def test_a_right_answer_begins_anew(capsys):
    def wrong(number):
        check(lambda r, share: 1000 + number, "shortest_allowed")

    wrong(1), wrong(2)
    check(handed_in("right", task="shortest_allowed")[0].function, "shortest_allowed")
    wrong(3)
    assert "hint" not in capsys.readouterr().out
    wrong(4), wrong(5)
    assert "You have tried 3 different ways" in capsys.readouterr().out
