"""The catalogue of mistakes that have a name: how a slip becomes a function that makes it, in each task.

A mistake is a name, with a function that makes this mistake and no other. For the functions of the package it is made
from a recipe with one choice replaced, so that two slips can be made at once; for an exercise it is written out, or it
is the right function with a slip around it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import product
from typing import Any, TypeAlias

from bleu_helpers.checks._lessons import FOLDER
from bleu_helpers.checks._names import NAMES
from bleu_helpers.checks._recipe import BUILD, HARMLESS, RIGHT, body_of, ngram_f1_of
from bleu_helpers.checks._slips import SLIPS
from bleu_helpers.checks._slips.slip import Slip
from exercise_checker import Mistake, general_mistakes

Function: TypeAlias = Callable[..., Any]
Build: TypeAlias = Callable[[Function, Mapping[str, Slip]], Iterator[Function]]
"""Makes of a function each one with these slips."""


def mistake(task: str, name: str, function: Callable[..., Any], slip: Slip | None = None) -> Mistake:
    """Make a mistake of a name that stands in the table.

    Raises:
        LookupError: it has no question.
    """
    if name not in NAMES:
        raise LookupError(
            f"the mistake {name!r} of {task} has no question. Write one into {FOLDER}/, below [names] in the .toml "
            f'file of the lesson that treats it, that of {task} if no earlier one does: "{name}" = "…?"'
        )
    of_name = NAMES[name]
    instead = {slip.field: slip} if slip else {}
    return Mistake(name, of_name.question, function, instead, of_name.lesson, of_name.choice)


GENERAL: dict[str, Mistake] = {
    name: replace(mistake, question=NAMES[name].question, lesson=NAMES[name].lesson)
    for name, mistake in general_mistakes().items()
}
"""What is recognised by calling the learner's function in another way, with the lesson that treats it."""

_IN_BOTH_HALVES = ("read", "references", "others", "ngrams", "candidate_ngrams", "tally", "clip", "total", "ratio")
"""The choices that both halves of ngram_f1 make: a mistake may be in either of them, or in both."""


def functions_with(task: str, *slips: Slip) -> Iterator[Callable[..., Any]]:
    """Build every function of a task that makes these slips and is right otherwise, in all harmless ways."""
    changed = {slip.field: slip.choice for slip in slips}
    free = {
        choice.field: choice.choices
        for choice in HARMLESS
        if task in choice.tasks and choice.field not in changed and any(field in choice.beside for field in changed)
    }
    for chosen in product(*free.values()):
        harmless = dict(zip(free, chosen, strict=True))
        wrong = RIGHT._replace(**harmless, **changed)
        yield BUILD[task](wrong)
        if task == "ngram_f1" and all(field in _IN_BOTH_HALVES for field in changed):
            right = RIGHT._replace(**harmless)
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


def build(task: str) -> Build:
    """Make what builds a task's function from the choices that are made differently, in all harmless ways."""
    return lambda function, instead: functions_with(task, *instead.values())


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


def build_around(right: Callable[..., Any], parameters: Sequence[str]) -> Build:
    """Make what gives the right function of an exercise other choices, and puts slips around any function of it."""

    def build(function: Callable[..., Any], instead: Mapping[str, Any]) -> Iterator[Callable[..., Any]]:
        choices = {name: choice for name, choice in instead.items() if not isinstance(choice, Slip)}
        if choices and function is not right:
            return
        made = partial(body_of(right), **choices) if function is right else function
        for slip in instead.values():
            made = with_slip_around(made, slip, parameters) if isinstance(slip, Slip) else made
        yield made

    return build
