"""The same task in a form of one's own: the arguments in another order, or some of them fixed.

A course may be older than this series, and ask for BLEU with the references first, or for BLEU-2 without weights. Its
functions do the same work, so they are checked on the same inputs, and have the same mistakes.
"""

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from bleu_helpers._validation.values import check_order, check_title, check_weights
from bleu_helpers.checks._drawing import Arguments
from bleu_helpers.checks._tasks import Task
from bleu_helpers.checks.catalogue import Mistake, mistake
from bleu_helpers.checks.exercises import task_of
from exercise_checker.outcomes import close

_JOINED = "the references are joined into one long one"

_ABOUT_ORDERS = {
    "the order n is not used",
    "BLEU-4 for every n",
    "all orders up to n in one count",
    "bigrams for every n",
}
"""The mistakes that only a function can make which takes n or weights: without these, their names say nothing."""

_ABOUT_WEIGHTS = {"the weights are not applied"}
"""The same of weights that are all equal: who uses no others has applied them."""

_ABOUT_SEVERAL_ORDERS = {
    "count_clip": {_JOINED},
    "modified_precision": {_JOINED},
    "rouge_n": {_JOINED},
    "ngram_f1": {"the precision of order n in place of BLEU-n"},
}
"""For n = 1 these do what another mistake does too, which is the nearer one: no pair of words arises where references
meet, and BLEU-1 is the penalty times a single precision."""


def in_form(
    task: str | Task,
    order: str = "",
    n: int | None = None,
    weights: Sequence[float] | None = None,
    asks_for_short: bool = True,
    name: str = "",
) -> Task:
    """Make the task of a function that does the same work in a form of its own.

    Args:
        task: a task, or the name of one of a lesson.
        order: in which order the function takes its arguments: "references first", or all of their names, such as
            "references, candidate, n". An `n` in the place of `weights` stands for n equal weights.
        n: the order of the n-grams, for a function that takes no n and no weights: BLEU-n has n equal weights.
        weights: the weights, for a function that takes none.
        asks_for_short: whether the words of the task say what is right for sentences without an n-gram.
        name: what the function is called in a course, if it has a name of its own there.

    Returns:
        A task with arguments of its own.

    Raises:
        TypeError: an argument is not of the form above.
        ValueError: there is no such task, or it has no such arguments, or n or the weights are none.

    >>> in_form("bleu_score", "references first", n=2).parameters
    ('references', 'candidate')
    >>> in_form("bleu_score", "references, candidate, n", name="bleu").parameters
    ('references', 'candidate', 'n')
    """
    check_form(order, n, weights, asks_for_short)
    check_title(name, "name")
    return _in_form(task_of(task), order, n, None if weights is None else tuple(weights), asks_for_short, name)


def check_form(order: Any, n: Any, weights: Any, asks_for_short: Any) -> None:
    """Raise an error unless a task could be asked for in this form."""
    check_title(order, "order")
    if n is not None:
        check_order(n, "n")
    if weights is not None:
        check_weights(weights, "weights")
    if not isinstance(asks_for_short, bool):
        raise TypeError(f"asks_for_short is of type {type(asks_for_short).__name__}. Pass True or False.")


@cache
def _in_form(
    task: Task, order: str, n: int | None, weights: tuple[float, ...] | None, asks_for_short: bool, name: str
) -> Task:
    fixed = _fixed(task, n, weights)
    parameters = _in_order(task, order, tuple(name for name in task.parameters if name not in fixed))

    def ours(given: Arguments) -> Arguments:
        by_name = fixed | dict(zip(parameters, given, strict=True))
        if "weights" in task.parameters and "weights" not in by_name:
            by_name["weights"] = (1 / by_name["n"],) * by_name["n"]
        return tuple(by_name[name] for name in task.parameters)

    def theirs(arguments: Arguments) -> Arguments:
        by_name = dict(zip(task.parameters, arguments, strict=True))
        if "weights" in by_name:
            by_name.setdefault("n", len(by_name["weights"]))
        return tuple(by_name[name] for name in parameters)

    def form(function: Callable[..., Any]) -> Callable[..., Any]:
        return functools.wraps(function)(lambda *given: function(*ours(given)))

    def smaller(*given: Any) -> Iterator[Arguments]:
        whole = ours(given)
        for simpler in task.neighbours(whole):
            by_name = dict(zip(task.parameters, simpler, strict=True))
            arguments = theirs(simpler)
            if arguments != given and all(by_name[name] == value for name, value in fixed.items()):
                yield arguments

    return replace(
        task,
        name=name or task.name,
        parameters=parameters,
        function=form(task.function),
        draw=lambda random: theirs(task.draw(random)),
        probes=tuple({repr(probe): probe for probe in map(theirs, task.probes)}.values()),
        mistakes=tuple(
            replace(_for_orders(one) if "n" in parameters else one, function=form(one.function))
            for one in task.mistakes
            if _is_true(one, fixed)
        ),
        smaller=smaller,
        asks_for_short=asks_for_short,
        fixed=tuple(fixed.items()),
        form=form,
    )


def _for_orders(one: Mistake) -> Mistake:
    """Give a mistake about weights the name that it has where n stands in their place."""
    return mistake(one.task, "BLEU-4 for every n", one.function, one.slip) if one.name in _ABOUT_WEIGHTS else one


def _is_true(one: Mistake, fixed: Mapping[str, Any]) -> bool:
    """Whether the name of a mistake is true of what it does in a form with these arguments."""
    weights = fixed.get("weights", ())
    if one.name in _ABOUT_WEIGHTS:
        return len(set(weights)) != 1 and "n" not in fixed
    if one.name == "the weights do not sum to 1" and weights and one.slip:
        return not close(one.slip.choice([0.5] * len(weights), weights), 0.5)
    if fixed.get("n") == 1 and one.name in _ABOUT_SEVERAL_ORDERS.get(one.task, ()):
        return False
    return not (fixed and one.name in _ABOUT_ORDERS)


def _fixed(task: Task, n: int | None, weights: tuple[float, ...] | None) -> dict[str, Any]:
    """The arguments that have the same value in every call."""
    if weights is None and n is not None and "n" not in task.parameters:
        weights, n = (1 / n,) * n, None
    fixed = {name: value for name, value in (("n", n), ("weights", weights)) if value is not None}
    if any(name not in task.parameters for name in fixed):
        raise ValueError(f"{task.name} has neither n nor weights that could be fixed: it takes {_listed(task)}.")
    return fixed


def _in_order(task: Task, order: str, parameters: tuple[str, ...]) -> tuple[str, ...]:
    """Put the arguments into the order that is asked for."""
    names = tuple(order.replace(",", " ").split())
    if names[1:] == ("first",):
        first = tuple(name for name in parameters if name.startswith(names[0]))[:1] or names[:1]
        names = (*first, *(name for name in parameters if name not in first))
    names = names or parameters
    wanted = {"weights" if name == "n" and "n" not in task.parameters else name for name in names}
    if wanted != set(parameters) or len(names) != len(parameters):
        raise ValueError(f"order is not an order of the arguments of {task.name}: it takes {_listed(task)}.")
    return names


def _listed(task: Task) -> str:
    return ", ".join(task.parameters)
