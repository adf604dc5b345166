"""The catalogue of known mistakes: it turns a slip into a function that makes this mistake, for each task.

A mistake is a name with a function that makes only this mistake. For the functions of the package, it is built from a
recipe with one choice replaced, so that two slips can be combined. For an exercise, it is written out, or it is the
right function with a slip wrapped around it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import product
from typing import Any, TypeAlias

from bleu_exercises._lessons import FOLDER
from bleu_exercises._names import NAMES
from bleu_exercises._recipe import BUILD, HARMLESS, RIGHT, body_of
from bleu_exercises._slips import SLIPS
from bleu_exercises._slips.slip import Slip
from exercise_checker import Mistake, general_mistakes

Function: TypeAlias = Callable[..., Any]
Build: TypeAlias = Callable[[Function, Mapping[str, Slip]], Iterator[Function]]
"""Takes a function and yields each version of it with these slips."""


def mistake(task: str, name: str, function: Callable[..., Any], slip: Slip | None = None) -> Mistake:
    """Make a mistake from a name in the table and a function.

    Raises:
        LookupError: the name has no question.
    """
    if name not in NAMES:
        raise LookupError(
            f"the mistake {name!r} of {task} has no question. Add one in {FOLDER}/, below [names] in the .toml file of "
            f'the lesson that covers it, or in that of {task} if no earlier lesson does: "{name}" = "…?"'
        )
    of_name = NAMES[name]
    instead = {slip.field: slip} if slip else {}
    return Mistake(name, of_name.question, function, instead, of_name.lesson, of_name.choice)


GENERAL: dict[str, Mistake] = {
    name: replace(mistake, question=NAMES[name].question, lesson=NAMES[name].lesson)
    for name, mistake in general_mistakes().items()
}
"""The mistakes that are recognised by calling the learner's function in another way, with their lessons."""


def functions_with(task: str, *slips: Slip) -> Iterator[Callable[..., Any]]:
    """Build every function of a task that makes these slips and is otherwise right, in all its harmless variants."""
    changed = {slip.field: slip.choice for slip in slips}
    free = {
        choice.field: choice.choices
        for choice in HARMLESS
        if task in choice.tasks and choice.field not in changed and any(field in choice.beside for field in changed)
    }
    for chosen in product(*free.values()):
        harmless = dict(zip(free, chosen, strict=True))
        yield BUILD[task](RIGHT._replace(**harmless, **changed))


@cache
def mistakes(task: str) -> tuple[Mistake, ...]:
    """List the mistakes of a task. Several entries with the same name are ways of making the same mistake."""
    return tuple(
        mistake(task, slip.name, function, slip)
        for slip in SLIPS
        if task in slip.tasks
        for function in functions_with(task, slip)
    )


def build(task: str) -> Build:
    """Return the function that builds a task's function with other choices, in all its harmless variants."""
    return lambda function, instead: functions_with(task, *instead.values())


# Around any function.


def with_slip_around(function: Callable[..., Any], slip: Slip, parameters: Sequence[str]) -> Callable[..., Any]:
    """Make a function that reads its arguments wrongly, or changes its result, and is otherwise the same.

    Such a slip is possible in any task, and together with any other mistake.

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
    """Read every sentence in an argument, at any depth."""
    if isinstance(argument, list) and all(isinstance(item, str) for item in argument):
        return slip.choice(argument)
    return [_read(slip, item) for item in argument] if isinstance(argument, list) else argument


def build_around(right: Callable[..., Any], parameters: Sequence[str]) -> Build:
    """Return the function that builds the functions of an exercise with other choices and with slips around them."""

    def build(function: Callable[..., Any], instead: Mapping[str, Any]) -> Iterator[Callable[..., Any]]:
        choices = {name: choice for name, choice in instead.items() if not isinstance(choice, Slip)}
        if choices and function is not right:
            return
        made = partial(body_of(right), **choices) if function is right else function
        for slip in instead.values():
            made = with_slip_around(made, slip, parameters) if isinstance(slip, Slip) else made
        yield made

    return build
