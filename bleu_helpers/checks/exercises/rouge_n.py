"""The exercises of lesson 06."""

from bleu_helpers.checks._tasks import Task

EXERCISES: tuple[Task, ...] = ()
