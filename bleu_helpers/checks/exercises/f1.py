"""The exercises of lesson 07."""

from bleu_helpers.checks._tasks import Task

EXERCISES: tuple[Task, ...] = ()
