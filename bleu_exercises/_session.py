"""What a learner calls in a lesson: `check` and `progress`."""

from collections.abc import Sequence
from typing import Any

import exercise_checker
from bleu_exercises._forms import in_form
from bleu_exercises.exercises import EVERY_TASK, task_of
from bleu_helpers.language import say
from bleu_helpers.validation.values import wrong_type
from exercise_checker import Task, Verdict


def check(
    function: Any,
    task: str | Task | None = None,
    *,
    order: str = "",
    n: int | None = None,
    weights: Sequence[float] | None = None,
    asks_for_short: bool = True,
    one_reference: bool = False,
    texts: bool = False,
) -> None:
    """Compare your function with ours, and print the verdict as one message.

    After three different wrong tries, the message includes a hint, and after five it includes a similar task with its
    solution. If you then run the check again without a change, it explains the idea of the solution step by step. Two
    tries are different if the functions do different things. A check that takes a while says so, and stops after half a
    minute; a wrong function that is slow is tried on fewer inputs. Two things cannot be stopped: a loop inside a single
    call of a function that is written in C, such as `sum(itertools.count())`, and on Windows or in a thread, a function
    that waits. In these cases, restart the kernel.

    Args:
        function: the function that you wrote. Pass it by its name, without brackets.
        task: the name of the function that you are writing, for example "count_clip", or a task of your own.
        order: for a function from another course, the order of its arguments: "references first", or all names.
        n: the order of the n-grams, if your function takes neither n nor weights.
        weights: the weights, if your function takes none.
        asks_for_short: whether sentences without any n-gram are part of the task; if not, they only lead to a remark.
        one_reference: whether your function takes one reference instead of a list of references.
        texts: whether your function takes each sentence as a string.

    A course that always uses one form sets it once: `check = partial(check, one_reference=True)`.

    Raises:
        TypeError: the task is missing, or another argument does not have the form above.
        ValueError: there is no such task, or it has no such arguments.

    >>> def unigram_precision(candidate, references):
    ...     raise NotImplementedError
    >>> check(unigram_precision, "unigram_precision")
    unigram_precision: not attempted yet.
    Replace the line that raises NotImplementedError with your own code, then run this cell again.
    """
    if task is None:
        raise wrong_type("no_task", advice=which_task(function))
    form = in_form(task, order, n, weights, asks_for_short, one_reference=one_reference, texts=texts)
    exercise_checker.check(function, form)


def which_task(function: Any) -> str:
    """Say how to name the task: the one with the function's name, or all of them."""
    name = function if isinstance(function, str) else getattr(function, "__name__", "")
    if name in EVERY_TASK:
        return say("Pass the name of the task after the function: check({name}, {name!r}).", name=name)
    which = "Pass its name after the function: check(your_function, 'count_clip'). Tasks: {tasks}."
    return say(which, tasks=", ".join(EVERY_TASK))


def progress() -> None:
    """Print which tasks were checked since the kernel started, and with which result, lesson by lesson.

    A task that was once correct stays correct. If its newest attempt is wrong, the list says so.
    """
    exercise_checker.progress(EVERY_TASK.values())


def diagnose(function: Any, task: str | Task, *how: Any, **named: Any) -> Verdict:
    """Say whether a function is right, and if not, which mistake it makes.

    Args:
        function: what a learner wrote.
        task: the name of a task in a lesson, for example "count_clip", or a task of your own.
        how: further arguments for `exercise_checker.diagnose`.
        named: further arguments by name.

    Raises:
        TypeError: `task` is neither a name nor a task.
        ValueError: there is no such task.
    """
    return exercise_checker.diagnose(function, task_of(task), *how, **named)
