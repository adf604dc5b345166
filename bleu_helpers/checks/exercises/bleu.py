"""The exercises of lesson 05."""

from bleu_helpers.checks._tasks import Task

EXERCISES: tuple[Task, ...] = ()
