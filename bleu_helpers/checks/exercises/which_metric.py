"""The exercises of lesson 11."""

from bleu_helpers.checks._tasks import Task

EXERCISES: tuple[Task, ...] = ()
