"""The tasks: for each function that a learner writes, the right one, its inputs, and the mistakes that have a name."""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from types import CodeType
from typing import Any, NamedTuple, TypeVar

from exercise_checker import shrinking
from exercise_checker._mistakes import (
    Build,
    Function,
    Mistake,
    general_mistakes,
    not_made_yet,
    with_keywords,
)
from exercise_checker._words import in_plain_words
from exercise_checker.description import Raised, describe, describe_error, show
from exercise_checker.guard import is_raised_by_hand
from exercise_checker.messages import say
from exercise_checker.outcomes import Outcome, outcome_of, read_number
from exercise_checker.shrinking import Arguments

Item = TypeVar("Item")

PUBLIC_SEED = 2002
"""The seed of the checks that a learner starts: each finds the same. Who grades takes one that nobody knows."""

DRAWN = 400
"""How many inputs are drawn, beside the chosen ones."""


class Corner(NamedTuple):
    """What is out of the ordinary about an input, in words: "an empty list".

    `level` is 0 where most functions stumble, whatever else is wrong with them, and 1 where only some of them do.
    """

    words: str
    level: int = 0


class Hint(NamedTuple):
    """What helps after several tries: a hint, a task of the same kind with its code and what the code prints, and the
    idea of the solution, in steps."""

    hint: str
    neighbour: str = ""
    code: str = ""
    output: str = ""
    idea: Sequence[str] = ()


@dataclass(frozen=True, eq=False)
class Task:
    """One function to write. The first four fields are what a task needs; all others have a default.

    Args:
        function: the right one.
        draw: makes the arguments of one call from a source of randomness, as a tuple.
        probes: the arguments of a few chosen calls, the plainest first.
        mistakes: those that have a name, the deepest cause first.
        name: what the function is called; its own name, if nothing is said.
        parameters: the names of its arguments; those by place that have no default, if nothing is said.
        read: brings a result into a form that can be compared.
        result: says what a result is, in words for the learner; else that follows from the right one.
        smaller: takes the arguments of a call, and yields simpler ones; else that follows from their kinds.
        corner: says what is out of the ordinary about the arguments of a call, if anything is; else, what is empty.
        corners: what all of them are called in a verdict's name.
        asks_for_corners: whether the words of the task say what is right there.
        hint: what is offered after several tries.
        lesson: where the task stands.
        section: the heading, such as "3. Sorting", to which a mistake of the same lesson sends back.
        words: the headline and the advice for a finding, or for an error by its name, in other words than ours.
        steps: the numbers on the way to the result, each with its name: where nobody knows the mistake, the first one
            that can be another one is asked for.
        examples: for a mistake's name, with which arguments it is seen for what it is, where it stands beside others.
        stops_at_0: for a mistake's name, the kind of error with which it stops where another one makes the result 0.
        general: the mistakes that the checker finds in any task, with their questions.
        plain: puts plain words in the places of all words.
        same_work: further functions that do the work: who calls one of them has not written their own.
        library: the packages whose code is no learner's.
        drawn: how many inputs are drawn.
        kinds: the kinds of input for which a course can give points of their own: a name, and a function of the
            arguments that says whether they are of this kind.
        build: makes a function that does something else `instead`.

    >>> task = Task(max, lambda random: ([random.random(), 1],), [([2, 3],)], parameters=("values",))
    >>> task.name, task.right(([2, 3],))
    ('max', Outcome(kind='number', value=3.0))
    """

    function: Function
    draw: Callable[[Random], Arguments]
    probes: Sequence[Arguments] = ()
    mistakes: Sequence[Mistake] = ()
    name: str = ""
    parameters: tuple[str, ...] = ()
    read: Callable[[Any], Outcome] = read_number
    result: str = ""
    smaller: shrinking.Smaller | None = None
    corner: Callable[[Arguments], Corner | None] | None = None
    corners: str = "inputs out of the ordinary"
    asks_for_corners: bool = True
    hint: Hint | None = None
    lesson: str = ""
    section: str = ""
    words: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    steps: Sequence[tuple[str, Function]] = ()
    examples: Mapping[str, Callable[..., bool]] = field(default_factory=dict)
    stops_at_0: Mapping[str, str] = field(default_factory=dict)
    general: Mapping[str, Mistake] = field(default_factory=general_mistakes)
    plain: Callable[[Arguments], Arguments] = in_plain_words
    same_work: tuple[Function, ...] = ()
    library: tuple[str, ...] = ()
    drawn: int = DRAWN
    kinds: Mapping[str, Callable[..., bool]] = field(default_factory=dict)
    build: Build = with_keywords

    def __post_init__(self) -> None:
        if not isinstance(self.hint, Hint | None):
            raise TypeError(f'hint is of type {type(self.hint).__name__}. Pass a Hint: Hint("...").')
        # The fields of a frozen class are set in this way.
        object.__setattr__(self, "name", self.name or self.function.__name__)
        object.__setattr__(self, "parameters", self.parameters or _parameters_of(self.function))
        object.__setattr__(self, "probes", tuple(self.probes))
        object.__setattr__(self, "mistakes", tuple(way for mistake in self.mistakes for way in self._ways(mistake)))

    def _ways(self, mistake: Mistake) -> list[Mistake]:
        """List a mistake with each function that makes it."""
        if mistake.function is not not_made_yet:
            return [mistake]
        made = self.build(self.function, mistake.instead) if mistake.instead else ()
        ways = [replace(mistake, function=function) for function in made]
        if not ways:
            raise TypeError(f"{mistake.name!r} needs a function, or keyword arguments that {self.name} takes instead.")
        return ways

    @property
    def forbidden(self) -> frozenset[CodeType]:
        """The code that a learner's function must not run.

        It is the code of the bodies. What is wrapped around them is shared by all functions of ours, so that it says
        nothing about which one was called.
        """
        bodies = (inspect.unwrap(function) for function in (self.function, *self.same_work))
        return frozenset(body.__code__ for body in bodies if hasattr(body, "__code__"))

    def neighbours(self, arguments: Arguments) -> Iterator[Arguments]:
        """Yield the simpler neighbours of an input."""
        return (self.smaller or shrinking.by_kind)(*arguments)

    def right(self, arguments: Arguments) -> Outcome:
        """The right outcome for an input."""
        return outcome_of(lambda result: self.read(describe(result)), self.function, arguments)

    def corner_of(self, arguments: Arguments) -> Corner | None:
        """Say what is out of the ordinary about an input, if anything is."""
        if self.corner is not None:
            return self.corner(arguments)
        empty = (
            name for name, argument in zip(self.parameters, arguments, strict=True) if _has_something_empty(argument)
        )
        return next((Corner(f"an input with empty {name}") for name in empty), None)

    def leaves_open(self, arguments: Arguments) -> bool:
        """Say whether the words of the task leave open what is right for an input."""
        return not self.asks_for_corners and self.corner_of(arguments) is not None

    def with_all(self, mistakes: Sequence[Mistake]) -> Iterator[Function]:
        """Build every function that makes several mistakes of the task, if they can be made at once."""
        instead = {name: value for mistake in mistakes for name, value in mistake.instead.items()}
        variants = [mistake.function for mistake in mistakes if not mistake.instead]
        if len(variants) < 2 and len(instead) == sum(len(mistake.instead) for mistake in mistakes):
            yield from self.build(variants[0] if variants else self.function, instead)


def _parameters_of(function: Function) -> tuple[str, ...]:
    """List the arguments by place that a function needs.

    >>> _parameters_of(lambda values, limit, order=sorted: values)
    ('values', 'limit')
    """
    try:
        given = inspect.signature(function).parameters.values()
    except ValueError:  # some of those that are written in C
        name = function.__name__
        raise TypeError(f'{name} does not say what it takes. Name it in the Task: parameters=("values",).') from None
    return tuple(
        argument.name
        for argument in given
        if argument.default is argument.empty
        and argument.kind in (argument.POSITIONAL_ONLY, argument.POSITIONAL_OR_KEYWORD)
    )


def _has_something_empty(argument: Any) -> bool:
    """Whether an argument is an empty list or text, or has an empty list in it.

    >>> [_has_something_empty(one) for one in ([], "", [[1], []], ["a"], 0)]
    [True, True, True, False, False]
    """
    if isinstance(argument, list | tuple):
        return not argument or any(isinstance(item, list | tuple) and _has_something_empty(item) for item in argument)
    return isinstance(argument, str) and not argument


class _Case(NamedTuple):
    arguments: Arguments
    outcome: Outcome


class Case(_Case):
    """An input, and what is right for it. It is itself alone, so that what was found out about it can be remembered."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__


@cache
def inputs_of(task: Task, seed: int | str) -> tuple[Case, ...]:
    """List the inputs of any task, each with its right outcome: the chosen ones first, then those of the seed.

    Raises:
        TypeError: the task does not fit its own function, so that wrong results would pass for right ones.
    """
    random = Random(seed)
    drawn = (task.draw(random) for _ in range(task.drawn))
    cases = tuple(_case(task, arguments) for arguments in (*task.probes, *drawn))
    stopped = [case for case in cases if case.outcome.kind == "error"]
    if len(stopped) == len(cases):
        raise TypeError(f"the right function of {task.name} stops for every input: {cases[0].outcome.value}.")
    return cases


def fault_of(task: Task, cases: tuple[Case, ...]) -> tuple[Arguments, Raised] | None:
    """Find an input for which the right function stops, and the error, unless it has a `raise` for it."""
    for case in cases:
        if case.outcome.kind == "error" and not task.leaves_open(case.arguments):
            try:
                task.function(*case.arguments)
            except Exception as error:
                if not is_raised_by_hand(error):
                    return case.arguments, describe_error(error)
    return None


def _case(task: Task, arguments: Arguments) -> Case:
    """Say what is right for an input, if it is one, and if the task can read what is right."""
    if not isinstance(arguments, tuple) or len(arguments) != len(task.parameters):
        raise TypeError(
            f"{task.name} takes ({', '.join(task.parameters)}), and an input of its Task is {arguments!r}. Each input "
            "is a tuple with as many items. A tuple of one needs a comma: ([3, 1, 2],)."
        )
    right = task.right(arguments)
    if not isinstance(right, Outcome):
        raise TypeError(
            f"read= of the Task for {task.name} makes something of type {type(right).__name__} of a result. It has to "
            'make an Outcome: lambda result: Outcome("value", result).'
        )
    if right.kind in ("text", "shape"):
        what = "a text" if right.kind == "text" else f"something of type {right.value}"
        raise TypeError(
            f"the right function of {task.name} returns {what} for {', '.join(map(repr, arguments))}, and read= of its "
            "Task takes something else. For a text it is read_text."
        )
    if right.kind == "value" and not isinstance(right.value, str) and "0x..." in show(right.value):
        raise TypeError(
            say(
                "the right function of {name} returns {right}, and two of these cannot be compared. It has to return "
                "numbers, texts, lists, tuples, dicts or sets.",
                name=task.name,
                right=show(right.value),
            )
        )
    return Case(arguments, right)


def pick(random: Random, items: Sequence[Item]) -> Item:
    """Draw one of the items: the same for a seed on every version of Python.

    >>> pick(Random(1), "abc")
    'a'
    """
    return items[int(random.random() * len(items))]
