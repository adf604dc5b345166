"""The catalogue of mistakes that have a name: how a slip becomes a function that makes it, in each task.

A mistake is a name, with a function that makes this mistake and no other. For the functions of the package it is made
from a recipe with one choice replaced, so that two slips can be made at once; for an exercise it is written out, or it
is the right function with a slip around it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations, product
from typing import Any

from bleu_helpers.checks._lessons import FOLDER
from bleu_helpers.checks._names import NAMES
from bleu_helpers.checks._recipe import BUILD, HARMLESS, RIGHT, ngram_f1_of
from bleu_helpers.checks._slips import SLIPS
from bleu_helpers.checks._slips.slip import Slip


@dataclass(frozen=True)
class Mistake:
    """A mistake in one task, as a whole function that makes this mistake and no other.

    `choice` says that it is no slip: its sources leave it open, and the words of the task decide. `slip` is what the
    function was made with, where it was: it can be made beside another mistake too.
    """

    task: str
    name: str
    lesson: str
    question: str
    function: Callable[..., Any]
    choice: bool = False
    slip: Slip | None = None


def mistake(task: str, name: str, function: Callable[..., Any], slip: Slip | None = None) -> Mistake:
    """Make a mistake of a name that stands in the table.

    Raises:
        LookupError: it has no question.
    """
    if name not in NAMES:
        raise LookupError(
            f"the mistake {name!r} of {task} has no question. Write one into {FOLDER}/, below [names] in the .toml "
            f'file of the lesson that treats it: "{name}" = "…?"'
        )
    of_name = NAMES[name]
    return Mistake(task, name, of_name.lesson, of_name.question, function, of_name.choice, slip)


SWAPPED = "the first two arguments are swapped"
REORDERED = "the arguments stand in another order"
CAPITALS = "capital letters make no difference"
NORMALISED = "what a word looks like makes a difference"
"""It is recognised by calling the learner's function with plain words in the place of all others."""

_IN_BOTH_HALVES = ("read", "references", "ngrams", "tally", "clip", "total", "ratio")
"""The choices that both halves of ngram_f1 make: a mistake may be in either of them, or in both."""


def functions_with(task: str, *slips: Slip) -> Iterator[Callable[..., Any]]:
    """Build every function of a task that makes these slips and is right otherwise, in all harmless ways."""
    changed = {slip.field: slip.choice for slip in slips}
    free = {
        one.field: one.choices
        for one in HARMLESS
        if task in one.tasks and one.field not in changed and any(field in one.beside for field in changed)
    }
    for chosen in product(*free.values()):
        harmless = dict(zip(free, chosen, strict=True))
        wrong = replace(RIGHT, **harmless, **changed)
        yield BUILD[task](wrong)
        if task == "ngram_f1" and all(field in _IN_BOTH_HALVES for field in changed):
            right = replace(RIGHT, **harmless)
            if all("bleu" in slip.halves for slip in slips):
                yield ngram_f1_of(wrong, right)
            if all("rouge" in slip.halves for slip in slips):
                yield ngram_f1_of(right, wrong)


@cache
def mistakes(task: str) -> tuple[Mistake, ...]:
    """List the mistakes of a task. Those with one name are ways of making the same one."""
    return tuple(
        mistake(task, slip.name, function, slip)
        for slip in SLIPS
        if task in slip.tasks
        for function in functions_with(task, slip)
    )


def other_orders(count: int) -> Iterator[tuple[int, ...]]:
    """List the other orders of so many arguments, the one with only the first two exchanged first.

    >>> list(other_orders(3))
    [(1, 0, 2), (0, 2, 1), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    """
    ways = sorted(permutations(range(count)), key=lambda order: order != (1, 0, *range(2, count)))
    yield from (order for order in ways if order != tuple(range(count)))


def reordered(task: str, right: Callable[..., Any], order: Sequence[int]) -> Mistake:
    """Make the mistake of taking the arguments in another order: `order` says which of ours each of its own is.

    It is recognised by calling the learner's function with its arguments exchanged.
    """
    name = SWAPPED if list(order) == [1, 0, *range(2, len(order))] else REORDERED
    return mistake(task, name, lambda *given: right(*(given[order.index(place)] for place in range(len(order)))))


# Around any function.


def with_slip_around(function: Callable[..., Any], slip: Slip, parameters: Sequence[str]) -> Callable[..., Any]:
    """Make the function that reads its arguments wrongly, or does something to its result, and is the same otherwise.

    Such a slip can be made in any task, and beside any other mistake.

    >>> def together(candidate, references):
    ...     return [candidate, *references]
    >>> letters, first = (next(slip for slip in SLIPS if slip.field == field) for field in ("read", "references"))
    >>> with_slip_around(together, letters, ["candidate", "references"])(["on", "a"], [["mat"], ["cat"]])
    [['o', 'n', 'a'], ['m', 'a', 't'], ['c', 'a', 't']]
    >>> with_slip_around(together, first, ["candidate", "references"])(["on", "a"], [["mat"], ["cat"]])
    [['on', 'a'], ['mat']]
    """

    def wrong(*arguments: Any) -> Any:
        given = dict(zip(parameters, arguments, strict=True))
        if slip.field == "read":
            given = {name: _read(slip, argument) for name, argument in given.items()}
        if slip.field == "references":
            given["references"] = slip.choice(given["references"])
        result = function(*given.values())
        return slip.choice(result) if slip.field == "finish" else result

    return wrong


def _read(slip: Slip, argument: Any) -> Any:
    """Read every sentence in an argument, however deep it lies."""
    if isinstance(argument, list) and all(isinstance(item, str) for item in argument):
        return slip.choice(argument)
    return [_read(slip, item) for item in argument] if isinstance(argument, list) else argument


# Several at once.


def with_all(
    mistakes: Sequence[Mistake],
    parameters: Sequence[str],
    form: Callable[[Callable[..., Any]], Callable[..., Any]] = lambda function: function,
) -> Iterator[Callable[..., Any]]:
    """Build every function that makes several mistakes of one task, if they can be made at once.

    Args:
        mistakes: some mistakes of the task.
        parameters: the names of the task's arguments.
        form: makes a function with these arguments of one that has those of the lesson.
    """
    task, slips = mistakes[0].task, [one.slip for one in mistakes if one.slip]
    if len({slip.field for slip in slips}) < len(slips):
        return
    if task in BUILD and len(slips) == len(mistakes):
        yield from map(form, functions_with(task, *slips))
    elif task not in BUILD and len(slips) >= len(mistakes) - 1:
        inner, *_ = sorted(mistakes, key=lambda one: one.slip is not None)
        function = inner.function
        for slip in (slip for slip in slips if slip is not inner.slip):
            function = with_slip_around(function, slip, parameters)
        yield function
