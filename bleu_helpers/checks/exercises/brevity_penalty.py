"""The exercises of lesson 04."""

from bleu_helpers.checks._tasks import Task

EXERCISES: tuple[Task, ...] = ()
