"""The exercises at the end of the lessons, one module per lesson: the right answers and the known mistakes.

Each exercise goes one step beyond its lesson, so that no cell of the lesson and no function of the package is the
answer.
"""

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

from bleu_exercises._lessons import FOLDER, LESSONS
from bleu_exercises._tasks import TASKS, no_such_task
from bleu_helpers.validation.values import wrong_type
from exercise_checker import Task


def of_lesson(lesson: str) -> tuple[Task, ...]:
    """Import the exercises of a lesson.

    Raises:
        LookupError: there is no such module.
    """
    if find_spec(f"{__name__}.{lesson}") is None:
        raise LookupError(f"{FOLDER}/{lesson}.py is missing: the exercises of the lesson {lesson!r} belong there.")
    exercises: tuple[Task, ...] = import_module(f"{__name__}.{lesson}").EXERCISES
    return exercises


EXERCISES: dict[str, Task] = {task.name: task for lesson in LESSONS for task in of_lesson(lesson)}
"""The tasks with a stub in a lesson, in the order of the lessons."""

EVERY_TASK: dict[str, Task] = TASKS | EXERCISES
"""All tasks that `check` knows: the functions of the package, to be written again from memory, and the exercises."""


def task_of(task: str | Task) -> Task:
    """Find a task by its name. A task itself is returned as it is.

    Raises:
        TypeError: the argument is neither a name nor a task.
        ValueError: there is no such task.
        LookupError: a lesson that has exercises is missing from the index of the lessons.
    """
    if isinstance(task, Task):
        return task
    if not isinstance(task, str):
        raise wrong_type("task_not_a_name")
    if task not in EVERY_TASK:
        for module in iter_modules(__path__):
            import_module(f"{__name__}.{module.name}")  # raises an error if the module's .toml file has no number
        raise no_such_task(task, EVERY_TASK)
    return EVERY_TASK[task]
