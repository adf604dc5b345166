"""The exercises of lesson 10."""

from bleu_helpers.checks._tasks import Task

EXERCISES: tuple[Task, ...] = ()
