"""The exercises of lesson 03."""

from bleu_helpers.checks._tasks import Task

EXERCISES: tuple[Task, ...] = ()
