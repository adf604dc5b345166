"""Functions that make mistakes of the catalogue: one, several at once, or one together with something else."""

from collections.abc import Callable
from itertools import product
from typing import Any

from bleu_exercises._lesson_tasks import TASKS
from bleu_exercises.from_memory import FROM_MEMORY

Function = Callable[..., Any]


def right(task: str) -> Function:
    """Return the right function of a task that has its steps as keyword arguments."""
    return FROM_MEMORY[task][0]


def with_mistakes(task: str, *names: str) -> Function:
    """Build a function that makes the mistakes with these names, each in the first way in which they go together."""
    ways = ([mistake for mistake in TASKS[task].mistakes if mistake.name == name] for name in names)
    return next(function for each in product(*ways) for function in TASKS[task].with_all(each))


def references_first(function: Function) -> Function:
    """Exchange the first two arguments, which gives NLTK's order."""
    return lambda references, candidate, *rest: function(candidate, references, *rest)
