"""Tools for writing the exercise modules."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from bleu_exercises._lesson_tasks import sentence_task
from bleu_exercises._lessons import lesson_of
from bleu_exercises._random_inputs import Words
from bleu_exercises._ways import Function, Ways, build_from
from bleu_exercises.catalogue import named
from exercise_checker import Arguments, Task

IN_THE_LOOP = "items are removed from a list while a loop runs over it"


def exercise(
    function: Function,
    draw: Callable[[Random], Arguments],
    probes: Sequence[Arguments],
    mistakes: Ways,
    drawn: int = 250,
    **more: Any,
) -> Task:
    """Make a task from a right function, which gives it a name and parameters, and whose module gives it the lesson.

    Args:
        function: the right answer.
        draw: draws the arguments of one call.
        probes: the arguments of a few chosen calls, the plainest first.
        mistakes: names, each with a function that makes only this mistake, or with other values for keyword arguments
            of the right one, its steps; the deepest cause first. A tuple contains ways of making one mistake that
            differ in corner cases.
        drawn: how many inputs are drawn.
        more: `read`, `result`, `smaller` or `same_work` of the task.
    """
    lesson, signature = lesson_of(function), inspect.signature(function)
    parameters = tuple(name for name, of in signature.parameters.items() if of.kind is of.POSITIONAL_OR_KEYWORD)
    # A mistake that a later lesson covers in full is covered here as far as this exercise needs it.
    known = [replace(of, lesson=min(of.lesson, lesson)) for of in named(function.__name__, mistakes)]
    build = build_from(function, function, parameters)
    return sentence_task(function, parameters, draw, probes, known, lesson=lesson, build=build, drawn=drawn, **more)


def without_each(items: Sequence[Any]) -> list[list[Any]]:
    """List, for each item, all the other ones.

    >>> without_each("abc")
    [['b', 'c'], ['a', 'c'], ['a', 'b']]
    """
    return [[*items[:place], *items[place + 1 :]] for place in range(len(items))]


def first_removed(items: list[Any]) -> list[list[Any]]:
    """List, for each item, all items without the first one that is equal to it.

    >>> first_removed(["a", "b", "a"])
    [['b', 'a'], ['a', 'a'], ['b', 'a']]
    """
    others = without_each(items)
    return [others[items.index(item)] for item in items]


def all_words(references: list[Words]) -> Words:
    """List the words of all references, one after another."""
    return [word for reference in references for word in reference]
