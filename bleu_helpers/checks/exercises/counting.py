"""The exercises of lesson 01."""

from bleu_helpers.checks._tasks import Task

EXERCISES: tuple[Task, ...] = ()
