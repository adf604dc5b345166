"""Functions as students hand them in, by the lesson, each below its task and what is true of it.

`right` passes. `wrong` is told all of its names and no other; of `partly`, some of them. What `unknown` does, nobody
has to know: the names beside it, if any, are what may be said. tests/test_students.py asks all of this of the checker.

The checker calls a function and does not read it. So what one of the catalogue's does on every input stands here for a
way of writing at most: tests/test_catalogue.py has those checked.
"""

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from bleu_helpers.checks import diagnose


class Handed(NamedTuple):
    """A function as it was handed in, and what is true of it."""

    kind: str
    task: str
    function: Callable
    names: frozenset = frozenset()


HANDED: list[Handed] = []


def _header(kind):
    def of(task, *names):
        def put(function):
            HANDED.append(Handed(kind, task, function, frozenset(names)))
            return function

        return put

    return of


right, wrong, partly, unknown = map(_header, ("right", "wrong", "partly", "unknown"))

for module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"students.{module.name}")


def handed_in(*kinds, task=None):
    """Those of some kinds, of one task or of all."""
    return [one for one in HANDED if one.kind in kinds and task in (None, one.task)]


@cache
def verdict_on(handed):
    """What the checker says of a function: asked once, whoever wants to know."""
    return diagnose(handed.function, handed.task)


def sends_back_to(mistake, task):
    """Where a message sends who makes a mistake: to a section of the lesson that has the task, or to another lesson."""
    in_this_lesson = task.section and mistake.lesson == task.lesson
    return task.section.partition(". ")[2] if in_this_lesson else mistake.lesson


def said(function, task):
    """The message about a function that stands in no module here."""
    return str(diagnose(function, task))


def named(verdict):
    """The names that a verdict says."""
    return frozenset(one.name for one in (verdict.known, *verdict.also) if one)
