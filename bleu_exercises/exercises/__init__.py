"""The exercises at the end of the lessons, one module per lesson: the right answers and the known mistakes.

Each exercise goes one step beyond its lesson, so that no cell of the lesson and no function of the package is the
answer.
"""

from importlib import import_module

from bleu_exercises._lesson_tasks import TASKS, no_such_task
from bleu_exercises._lessons import LESSONS
from bleu_helpers.validation.values import wrong_type
from exercise_checker import Task

EXERCISES: dict[str, Task] = {
    task.name: task
    for lesson in LESSONS
    for task in vars(import_module(f"{__name__}.{lesson}")).values()
    if isinstance(task, Task)
}
"""The tasks with a stub in a lesson: all those that the lesson's module makes, in their order."""

EVERY_TASK: dict[str, Task] = TASKS | EXERCISES
"""All tasks that `check` knows: the functions of the package, to be written again from memory, and the exercises."""


def task_of(task: str | Task) -> Task:
    """Find a task by its name. A task itself is returned as it is.

    Raises:
        TypeError: the argument is neither a name nor a task.
        ValueError: there is no such task.
    """
    if isinstance(task, Task):
        return task
    if not isinstance(task, str):
        raise wrong_type("task_not_a_name")
    if task not in EVERY_TASK:
        raise no_such_task(task, EVERY_TASK)
    return EVERY_TASK[task]
