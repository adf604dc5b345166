"""What a learner calls in a lesson: `check` and `progress`."""

from collections.abc import Sequence
from typing import Any

import exercise_checker
from bleu_helpers.checks._forms import in_form
from bleu_helpers.checks.exercises import EVERY_TASK, task_of
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
    """Run your function against ours, and print what there is to say about it: one message at a time.

    After three different wrong tries it adds a hint, and after five a task of the same kind that is solved. Run again
    without a change, it then adds the idea of the solution, step by step in words. Two tries are different if the
    functions do different things. A check that takes a while says that it is at work, and stops after half a minute; a
    wrong function that is slow is tried on fewer inputs. The one thing that it cannot stop is a loop inside a single
    call of a function that is written in C, such as `sum(itertools.count())`: interrupt the kernel then.

    Args:
        function: the function that you wrote. Pass it by its name, without brackets.
        task: which function it is meant to be, for example "count_clip", or a task of one's own.
        order: for a function of another course, the order of its arguments: "references first", or all names.
        n: the order of the n-grams, where your function takes neither n nor weights.
        weights: the weights, where your function takes none.
        asks_for_short: whether sentences without any n-gram are part of the task; if not, they lead to a remark only.
        one_reference: whether your function takes one reference in the place of a list of them.
        texts: whether your function takes each sentence as a text.

    A course that asks for one form sets it once: `check = partial(check, one_reference=True)`.

    Raises:
        TypeError: the task is missing, or what stands after the function is not of the form above.
        ValueError: there is no such task, or it has no such arguments.

    >>> def unigram_precision(candidate, references):
    ...     raise NotImplementedError
    >>> check(unigram_precision, "unigram_precision")
    unigram_precision: not attempted yet.
    Replace the line that raises NotImplementedError with your own code, then run this cell again.
    """
    if task is None:
        raise TypeError(f"task is missing. {_which_task(function)}")
    form = in_form(task, order, n, weights, asks_for_short, one_reference=one_reference, texts=texts)
    exercise_checker.check(function, form)


def _which_task(function: Any) -> str:
    """Say how a task is named: the one that the function is called after, or all that there are."""
    name = function if isinstance(function, str) else getattr(function, "__name__", "")
    if name in EVERY_TASK:
        return f"Say which function yours is meant to be: check({name}, {name!r})."
    return f"Pass its name after the function: check(your_function, 'count_clip'). Tasks: {', '.join(EVERY_TASK)}."


def progress() -> None:
    """Print which tasks were checked since the notebook's kernel started, and how it went, lesson by lesson.

    A task that was once correct stays so. If its newest attempt is wrong, this is said, too.
    """
    exercise_checker.progress(EVERY_TASK.values())


def diagnose(function: Any, task: str | Task, *how: Any, **named: Any) -> Verdict:
    """Say whether a function is right, and if not, which mistake it makes.

    Args:
        function: what a learner wrote.
        task: the name of a lesson's task, for example "count_clip", or a task of one's own.
        how: the further arguments of `exercise_checker.diagnose`.
        named: the same, by their names.

    Raises:
        TypeError: `task` is neither a name nor a task.
        ValueError: there is no such task.
    """
    return exercise_checker.diagnose(function, task_of(task), *how, **named)
