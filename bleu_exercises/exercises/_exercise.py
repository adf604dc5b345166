"""Tools for writing the exercise modules."""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from bleu_exercises._drawing import Words
from bleu_exercises._lessons import lesson_of
from bleu_exercises._slips import slips_called
from bleu_exercises._tasks import sentence_task
from bleu_exercises.catalogue import build_around, mistake
from exercise_checker import Arguments, Mistake, Task

Function = Callable[..., Any]
Way = Function | dict[str, Any]

IN_THE_LOOP = "items are removed from a list while a loop runs over it"
LETTERS = "characters are used instead of words"
FEW_REFERENCES = (
    "only the first reference is used",
    "only the last reference is used",
    "only the first two references are used",
)
ROUNDED = "a number is rounded"


def exercise(
    function: Function,
    draw: Callable[[Random], Arguments],
    probes: Sequence[Arguments],
    mistakes: Mapping[str, Way | tuple[Way, ...]],
    around: Sequence[str] = (),
    **more: Any,
) -> Task:
    """Make a task from a right function, which gives it a name and parameters, and whose module gives it the lesson.

    Args:
        function: the right answer.
        draw: draws the arguments of one call.
        probes: the arguments of a few chosen calls, the plainest first.
        mistakes: names, each with a function that makes only this mistake, or with other values for keyword arguments
            of the right one; the deepest cause first. A tuple contains ways of making one mistake that differ in corner
            cases.
        around: names of slips that are wrapped around the right answer, when it reads its arguments or at the end.
        more: `read`, `result`, `smaller`, `drawn`, `same_work` or `examples` of the task.
    """
    lesson, signature = lesson_of(function), inspect.signature(function)
    parameters = tuple(name for name, parameter in signature.parameters.items() if parameter.default is parameter.empty)
    build = build_around(function, parameters)

    def slips_in(*fields: str) -> Iterator[Mistake]:
        for name in around:
            for slip in slips_called(name):
                if slip.field in fields:
                    yield from (mistake(function.__name__, name, made, slip) for made in build(function, {name: slip}))

    written_out = (
        replace(mistake(function.__name__, name, made), instead={} if callable(way) else way)
        for name, ways in mistakes.items()
        for way in (ways if isinstance(ways, tuple) else (ways,))
        for made in ([way] if callable(way) else build(function, way))
    )
    named = [*slips_in("read", "references"), *written_out, *slips_in("finish")]
    # A mistake that a later lesson covers in full is covered here as far as this exercise needs it.
    named = [replace(known, lesson=min(known.lesson, lesson)) for known in named]
    return sentence_task(function, parameters, draw, probes, named, lesson=lesson, build=build, **more)


def all_words(references: list[Words]) -> Words:
    """List the words of all references, one after another."""
    return [word for reference in references for word in reference]
