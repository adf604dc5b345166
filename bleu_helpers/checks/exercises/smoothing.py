"""The exercises of lesson 09."""

from bleu_helpers.checks._tasks import Task

EXERCISES: tuple[Task, ...] = ()
