"""What `check` offers after several attempts: a hint, a similar task that solves no exercise, and the idea in words."""

import contextlib
import inspect
import io
import re

import pytest
from students import attempts

from bleu_exercises import check, diagnose
from bleu_exercises._lessons import HINTS
from bleu_exercises.exercises import EVERY_TASK, EXERCISES

every_task = pytest.mark.parametrize("task", HINTS)


def run(code):
    """Run the code of a similar task, and return its names and what it prints."""
    names = {}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code, names)
    return names, printed.getvalue()


@every_task
def test_the_code_of_a_similar_task_prints_the_output_shown(task):
    hint = HINTS[task]
    assert run(hint.code)[1] == f"{hint.output}\n"
    assert max(map(len, hint.code.splitlines())) <= 116
    assert hint.hint.endswith(("?", ".")) and hint.neighbour.endswith(("?", "."))
    assert 3 <= len(hint.idea) <= 5
    assert all(re.fullmatch(r"[A-Z][^`=_(){}\[\]]+\.", step) for step in hint.idea), "a step is not in words"


@every_task
def test_a_similar_task_does_not_solve_the_exercise(task):
    functions = [value for value in run(HINTS[task].code)[0].values() if inspect.isfunction(value)]
    assert functions, "the code defines no function"
    for function in functions:
        assert diagnose(function, task).status == "wrong"


@pytest.mark.parametrize("task", [task for task in EXERCISES if task in HINTS])
def test_hints_show_no_answer(task):
    """A hint contains no line of a right answer except for short ones, which occur in every function."""
    *texts, idea = HINTS[task]
    text = " ".join("\n".join([*texts, *idea]).split())
    for solution in attempts("right", task=task):
        lines = [" ".join(line.split()) for line in inspect.getsource(solution.function).splitlines()[2:]]
        assert [line for line in lines if len(line) > 22 and line in text] == []


def test_counts_attempts_for_each_task_since_the_last_right_answer(capsys):
    def stub(r, share):
        raise NotImplementedError

    right = attempts("right", task="shortest_allowed")[0].function
    wrong = [lambda r, share, number=number: 1000 + number for number in range(5)]
    for function in (*wrong[:2], stub, None, 3, lambda: 3, EVERY_TASK["shortest_allowed"].function, right, *wrong[2:4]):
        check(function, "shortest_allowed")
        check(lambda candidate, references: 1000, "words_to_add")
    assert "hint" not in capsys.readouterr().out
    check(wrong[4], "shortest_allowed")
    assert "You have tried 3 different ways" in capsys.readouterr().out
