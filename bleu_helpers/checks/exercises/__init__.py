"""The exercises at the end of the lessons, a module a lesson: the right answers, and the mistakes that have a name.

They ask for one step beyond their lesson, so that no cell of it, and no function of the package, is the answer.
"""

from bleu_helpers.checks._tasks import TASKS, Task
from bleu_helpers.checks.exercises import (
    a_real_system,
    at_scale,
    bleu,
    brevity_penalty,
    clipping,
    corpus_bleu,
    counting,
    error_rates,
    f1,
    ngrams,
    rouge_n,
    smoothing,
    tokenisation,
    which_metric,
)

_LESSONS = (
    counting,
    clipping,
    ngrams,
    brevity_penalty,
    bleu,
    rouge_n,
    f1,
    corpus_bleu,
    smoothing,
    error_rates,
    tokenisation,
    which_metric,
    a_real_system,
    at_scale,
)

EXERCISES: dict[str, Task] = {task.name: task for lesson in _LESSONS for task in lesson.EXERCISES}
"""The tasks with a stub in a lesson, in the order of the lessons."""

EVERY_TASK: dict[str, Task] = TASKS | EXERCISES
"""All that `check` knows: the functions of the package, to be written again from memory, and the exercises."""


def task_of(task: str | Task) -> Task:
    """Find a task by its name; a task itself is what it is.

    Raises:
        TypeError: it is neither.
        ValueError: there is no such task.
    """
    if isinstance(task, Task):
        return task
    if not isinstance(task, str):
        raise TypeError("task is not a name. Pass the function first, then the task: check(count_clip, 'count_clip').")
    if task not in EVERY_TASK:
        raise ValueError(f"there is no task {task!r}. The tasks are: {', '.join(EVERY_TASK)}.")
    return EVERY_TASK[task]
