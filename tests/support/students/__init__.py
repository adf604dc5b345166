"""Functions as students write them, one module per lesson, each with its task and the mistakes that it makes.

A `right` function passes. For a `wrong` one, the checker names all the mistakes listed, and for a `partly` named one at
least one of them. For an `unknown` one it may name those listed, if any, but does not have to. No other mistake is ever
named. tests/exercises/test_students.py checks this.

The checker calls a function and does not read it, so one function is enough for each way of behaving.
tests/exercises/test_catalogue.py checks the functions of the catalogue itself.
"""

import importlib
import pkgutil
from collections.abc import Callable
from typing import NamedTuple

from bleu_exercises import diagnose


class Attempt(NamedTuple):
    """A student's function for a task, how much of it the checker names, and its mistakes."""

    kind: str
    task: str
    function: Callable
    mistakes: frozenset = frozenset()


ATTEMPTS: list[Attempt] = []


def _decorator(kind):
    def attempt_at(task, *mistakes):
        def register(function):
            ATTEMPTS.append(Attempt(kind, task, function, frozenset(mistakes)))
            return function

        return register

    return attempt_at


right, wrong, partly, unknown = map(_decorator, ("right", "wrong", "partly", "unknown"))

for module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"students.{module.name}")


def attempts(*kinds, task=None):
    """List the attempts of some kinds, for one task or for all."""
    return [attempt for attempt in ATTEMPTS if attempt.kind in kinds and task in (None, attempt.task)]


def where_to_read(mistake, task):
    """Return what a message about a mistake refers to: a section of the task's own lesson, or another lesson."""
    in_this_lesson = task.section and mistake.lesson == task.lesson
    number, _, name = mistake.lesson.partition("_")
    return task.section.partition(". ")[2] if in_this_lesson else f"Lesson {number} explains" * bool(name)


def message_about(function, task):
    """Return what a learner reads about a function."""
    return str(diagnose(function, task))


def mistakes_in(verdict):
    """Return the names of the mistakes that a verdict reports."""
    return frozenset(mistake.name for mistake in (verdict.known, *verdict.also) if mistake)
