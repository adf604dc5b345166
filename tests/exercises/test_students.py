"""What the checker says about each function in support/students is true of it."""

from ast import literal_eval

import pytest
from students import attempts, mistakes_in, where_to_read

from bleu_exercises import diagnose
from bleu_exercises.exercises import EVERY_TASK
from exercise_checker._mistakes import SWAPPED
from exercise_checker.outcomes import agree, outcome_of


def each_of(attempts):
    names = [f"{attempt.task}-{getattr(attempt.function, '__name__', 'an object')}" for attempt in attempts]
    return pytest.mark.parametrize("attempt", attempts, ids=names)


@each_of(attempts("right"))
def test_accepts_a_right_function_in_any_style(attempt):
    assert str(diagnose(attempt.function, attempt.task)) == f"{attempt.task}: correct."


@each_of(attempts("wrong", "partly", "unknown"))
def test_rejects_a_wrong_function_and_names_only_its_own_mistakes(attempt):
    verdict, task = diagnose(attempt.function, attempt.task), EVERY_TASK[attempt.task]
    names = mistakes_in(verdict)
    assert verdict.status == "wrong", f"the function is wrong, but the verdict is {verdict.status!r}"
    assert names <= attempt.mistakes, f"these mistakes are named, but not made: {names - attempt.mistakes}"
    assert names == attempt.mistakes or attempt.kind != "wrong", f"not named: {attempt.mistakes - names}"
    assert names or attempt.kind != "partly", f"none of these mistakes is named: {attempt.mistakes}"
    for mistake in filter(None, (verdict.known, *verdict.also)):
        assert mistake.question in str(verdict) and where_to_read(mistake, task) in str(verdict)
    # The function is wrong for the example, and stops for some input if the verdict says that it stops.
    outcome_for = lambda arguments: outcome_of(task.read, attempt.function, arguments)  # noqa: E731
    if "did not end" not in str(verdict):
        arguments = [literal_eval(line.partition(" = ")[2]) for line in verdict.example[: len(task.parameters)]]
        assert not agree(outcome_for(arguments), task.right(arguments)), f"it is right for the example {arguments}"
    if SWAPPED not in names and ", it stops with " in "".join(verdict.beside):
        assert any(outcome_for(probe).kind == "error" for probe in task.probes), "no chosen input stops it"
