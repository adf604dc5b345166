"""The exercises of lesson 08."""

from bleu_helpers.checks._tasks import Task

EXERCISES: tuple[Task, ...] = ()
