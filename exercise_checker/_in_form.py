"""Make the same task for a function that takes its arguments in another form.

The function does the same work, so it is tried on the same inputs and can have the same mistakes, except those that
make no difference in this form.
"""

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from exercise_checker._mistakes import Function, Mistake
from exercise_checker._tasks import PUBLIC_SEED, Task, inputs_of
from exercise_checker.outcomes import agree, outcome_of
from exercise_checker.shrinking import Arguments


def in_form(
    task: Task,
    parameters: Sequence[str],
    theirs: Callable[[Arguments], Arguments],
    ours: Callable[[Arguments], Arguments],
) -> Task:
    """Make the task of a function that does the same work, but takes its arguments in another form.

    Args:
        task: the task as it is.
        parameters: the names of the function's own arguments.
        theirs: converts the arguments of the task into those of the function. Some information may be lost.
        ours: converts them back.

    >>> power = Task(pow, lambda random: (2, 3), [(2, 3)], parameters=("base", "exponent"))
    >>> squared = in_form(power, ["base"], lambda given: given[:1], lambda given: (*given, 2))
    >>> squared.parameters, squared.probes, squared.right((3,)).value
    (('base',), ((2,),), 9.0)
    """

    def form(function: Function) -> Function:
        return functools.wraps(function)(lambda *given: function(*ours(given)))

    def smaller(*given: Any) -> Iterator[Arguments]:
        for simpler in task.neighbours(ours(given)):
            arguments = theirs(simpler)
            if arguments != given and ours(arguments) == simpler:
                yield arguments

    def build(function: Any, instead: Mapping[str, Any]) -> Iterator[Function]:
        return map(form, task.build(function.__wrapped__, instead))

    probes = tuple({repr(probe): probe for probe in map(theirs, task.probes)}.values())

    drawn = [theirs(case.arguments) for case in inputs_of(task, PUBLIC_SEED)[len(task.probes) :]]
    inputs = [(ours(given), task.right(ours(given))) for given in (*probes, *drawn)]

    def shows(mistake: Mistake) -> bool:
        return not all(agree(outcome_of(task.read, mistake.function, given), right) for given, right in inputs)

    return replace(
        task,
        parameters=tuple(parameters),
        function=form(task.function),
        draw=lambda random: theirs(task.draw(random)),
        probes=probes,
        mistakes=tuple(
            replace(mistake, function=form(mistake.function)) for mistake in task.mistakes if shows(mistake)
        ),
        smaller=smaller,
        plain=lambda given: theirs(task.plain(ours(given))),
        corner=lambda given: task.corner_of(ours(given)),
        steps=[(name, form(step)) for name, step in task.steps],
        section="",  # it is not part of a lesson
        build=build,
    )
