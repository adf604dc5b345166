"""The checker at functions as students write them, in support/students: what it says is what is true of each."""

from ast import literal_eval

import pytest
from students import handed_in, named, sends_back_to, verdict_on

from bleu_helpers.checks.exercises import EVERY_TASK
from exercise_checker._mistakes import SWAPPED
from exercise_checker.outcomes import agree, outcome_of


def each(handed):
    names = [f"{one.task}-{getattr(one.function, '__name__', 'an object')}" for one in handed]
    return pytest.mark.parametrize("handed", handed, ids=names)


@each(handed_in("right"))
def test_a_right_function_passes_in_any_style(handed):
    assert str(verdict_on(handed)) == f"{handed.task}: correct."


@each(handed_in("wrong", "partly", "unknown"))
def test_a_wrong_function_never_passes_and_only_true_names_are_said(handed):
    verdict, task = verdict_on(handed), EVERY_TASK[handed.task]
    said = named(verdict)
    assert verdict.status == "wrong", f"the verdict is {verdict.status!r}, but the function is wrong"
    assert said <= handed.names, f"named, but not made by this function: {said - handed.names}"
    assert said == handed.names or handed.kind != "wrong", f"not named: {handed.names - said}"
    assert said or handed.kind != "partly", f"none of these is named: {handed.names}"
    for one in filter(None, (verdict.known, *verdict.also)):
        assert one.question in str(verdict) and sends_back_to(one, task) in str(verdict)
    # The example shows that it is wrong, and what is said to stop it does.
    does = lambda arguments: outcome_of(task.read, handed.function, arguments)  # noqa: E731
    if "did not end" not in str(verdict):
        given = [literal_eval(line.partition(" = ")[2]) for line in verdict.example[: len(task.parameters)]]
        assert not agree(does(given), task.right(given))
    if SWAPPED not in named(verdict) and " stops it with " in "".join(verdict.beside):
        assert any(does(probe).kind == "error" for probe in task.probes)
