"""The exercises at the end of the lessons, a module a lesson: the right answers, and the mistakes that have a name.

They ask for one step beyond their lesson, so that no cell of it, and no function of the package, is the answer.
"""

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

from bleu_helpers.checks._lessons import FOLDER, LESSONS
from bleu_helpers.checks._tasks import TASKS, no_such_task
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
"""All that `check` knows: the functions of the package, to be written again from memory, and the exercises."""


def task_of(task: str | Task) -> Task:
    """Find a task by its name; a task itself is what it is.

    Raises:
        TypeError: it is neither.
        ValueError: there is no such task.
        LookupError: the index of the lessons lacks one that has exercises.
    """
    if isinstance(task, Task):
        return task
    if not isinstance(task, str):
        raise TypeError("task is not a name. Pass the function first, then the task: check(count_clip, 'count_clip').")
    if task not in EVERY_TASK:
        for module in iter_modules(__path__):
            import_module(f"{__name__}.{module.name}")  # a module whose .toml has no number stops and says so
        raise no_such_task(task, EVERY_TASK, f" in {FOLDER}")
    return EVERY_TASK[task]
