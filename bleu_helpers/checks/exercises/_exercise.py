"""What every module of exercises is written with."""

import inspect
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from bleu_helpers.checks._drawing import Arguments
from bleu_helpers.checks._tasks import Task
from bleu_helpers.checks.catalogue import SLIPS, Mistake


class Named(NamedTuple):
    """A mistake's name, the question that leads to the cure, and the lesson that treats it."""

    name: str
    question: str
    lesson: str


_OF_THE_CATALOGUE = {slip.name: Named(slip.name, slip.question, slip.lesson) for slip in SLIPS}


def known(name: str) -> Named:
    """Take the name, the question and the lesson of a mistake that the catalogue has.

    Raises:
        KeyError: the catalogue has no mistake of this name.
    """
    return _OF_THE_CATALOGUE[name]


def exercise(
    function: Callable[..., Any],
    lesson: str,
    draw: Callable[[Random], Arguments],
    probes: Sequence[Arguments],
    mistakes: Sequence[tuple[Named, Callable[..., Any]]],
    **more: Any,
) -> Task:
    """Make a task of a right function: its name and its parameters are those of the function.

    Args:
        function: the right answer.
        lesson: the notebook that asks for it, for example "02_clipping".
        draw: draws the arguments of one call.
        probes: the arguments of a few chosen calls, the plainest first.
        mistakes: names, each with a function that makes this mistake and no other; the deepest cause first. Ways of
            making one mistake that differ in a corner stand under one name.
        more: `read`, `result`, `smaller`, `drawn` or `same_work` of the task.
    """
    name = function.__name__
    named = tuple(Mistake(name, one.name, one.lesson, one.question, wrong) for one, wrong in mistakes)
    parameters = tuple(inspect.signature(function).parameters)
    return Task(name, lesson, parameters, function, draw, tuple(probes), mistakes=named, **more)


def in_letters(function: Callable[..., Any]) -> Callable[..., Any]:
    """Make the function that sees each sentence as a list of letters, and does the same otherwise.

    >>> in_letters(lambda candidate, references: (candidate, references))(["on", "a"], [["mat"]])
    (['o', 'n', 'a'], [['m', 'a', 't']])
    """

    def letters(argument: Any) -> Any:
        if isinstance(argument, list) and all(isinstance(item, str) for item in argument):
            return list("".join(argument))
        return [letters(item) for item in argument] if isinstance(argument, list) else argument

    return lambda *arguments: function(*(letters(argument) for argument in arguments))
