"""Define a task of any course: the right function, its inputs, and the known mistakes."""

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, update_wrapper
from random import Random
from types import CodeType
from typing import Any, NamedTuple, TypeVar

from exercise_checker import shrinking
from exercise_checker._changes import copied
from exercise_checker._mistakes import (
    Build,
    Function,
    Mistake,
    general_mistakes,
    not_made_yet,
    with_keywords,
)
from exercise_checker._plain_words import in_plain_words
from exercise_checker.description import Raised, describe_error, show
from exercise_checker.guard import Guard, is_raised_by_hand
from exercise_checker.messages import say
from exercise_checker.outcomes import Outcome, outcome_of, read_number
from exercise_checker.shrinking import Arguments

Item = TypeVar("Item")

PUBLIC_SEED = 2002
"""The seed of the checks that a learner starts, so that each check finds the same. Grading uses a secret seed."""

DRAWN_INPUTS = 400
"""How many inputs are drawn, in addition to the chosen ones. Rare combinations of mistakes show on few of them, and
most functions take a tenth of a second for all of them."""

_INPUTS_TO_CHANGE = 20
"""On this many inputs, the functions of a task must not change an argument."""


class Corner(NamedTuple):
    """What is special about a corner case, in words, such as "an empty list".

    Most functions fail on it, whatever else is wrong with them.
    """

    words: str


class Hint(NamedTuple):
    """The help after several tries: a hint, a similar task with its code and output, and the idea of the solution in
    steps."""

    hint: str
    neighbour: str = ""
    code: str = ""
    output: str = ""
    idea: Sequence[str] = ()


@dataclass(frozen=True, eq=False)
class Task:
    """One function to write. A task needs the first four fields; all others have a default.

    Args:
        function: the right function.
        draw: makes the arguments of one call from a source of randomness, as a tuple.
        probes: the arguments of a few chosen calls, the plainest first.
        mistakes: the known mistakes, the deepest cause first.
        name: the name of the function; by default, the right function's own name.
        parameters: the names of its arguments; by default, the positional ones without a default value.
        changes: the name of the argument that the function has to change in place; this argument is then compared,
            and what the function returns does not matter.
        read: converts a result into a form that can be compared.
        result: describes a result in words for the learner; by default, this follows from the right one.
        smaller: takes the arguments of a call and yields simpler ones; by default, this follows from their types.
        corner: describes what is special about the arguments of a call, if they are a corner case; by default, only
            empty arguments are.
        corners: the name for all corner cases in the name of a verdict.
        asks_for_corners: whether the text of the task says what is right in corner cases.
        hint: the help after several tries.
        lesson: the lesson that contains the task.
        section: the heading, such as "3. Sorting", that a message mentions if the mistake belongs to the same lesson.
        words: the headline and the advice for a finding, or for the name of an error, instead of ours.
        steps: the intermediate results, each with its name: if the mistake is not known, the learner is asked about
            the first one that may be wrong.
        general: the mistakes that the checker finds in any task, with their questions.
        plain: replaces all words with plain ones.
        same_work: further functions that do the work, so that a learner's function must not call them. A function of
            another package can be given by its address, such as "statistics:median". A name without a colon, such as
            "statistics", is a package: a function that uses it is not accepted as correct.
        library: the packages whose code was not written by the learner.
        drawn: how many inputs are drawn.
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
    changes: str = ""
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
    general: Mapping[str, Mistake] = field(default_factory=general_mistakes)
    plain: Callable[[Arguments], Arguments] = in_plain_words
    same_work: tuple[Function | str, ...] = ()
    library: tuple[str, ...] = ()
    drawn: int = DRAWN_INPUTS
    build: Build = with_keywords

    def __post_init__(self) -> None:
        if not isinstance(self.hint, Hint | None):
            raise TypeError(f'hint is of type {type(self.hint).__name__}. Pass a Hint: Hint("...").')
        # This is how the fields of a frozen dataclass are set.
        object.__setattr__(self, "name", self.name or self.function.__name__)
        object.__setattr__(self, "parameters", self.parameters or parameters_of(self.function))
        if self.changes and self.changes not in self.parameters:
            raise TypeError(f"changes is {self.changes!r}. Pass one of {', '.join(self.parameters)}.")
        object.__setattr__(self, "function", self._changing(self.function))
        object.__setattr__(self, "probes", tuple(self.probes))
        object.__setattr__(self, "mistakes", tuple(way for mistake in self.mistakes for way in self._ways(mistake)))

    def _ways(self, mistake: Mistake) -> list[Mistake]:
        """List the mistake once for each function that makes it."""
        if mistake.function is not not_made_yet:
            return [replace(mistake, function=self._changing(mistake.function)) if self.changes else mistake]
        made = self.build(self.function, mistake.instead) if mistake.instead else ()
        ways = [replace(mistake, function=function) for function in made]
        if not ways:
            raise TypeError(f"{mistake.name!r} needs either a function or keyword arguments that {self.name} accepts.")
        return ways

    def _changing(self, function: Function) -> Function:
        """Make a function that returns the argument which it has to change, if there is one."""
        if not self.changes or hasattr(function, "changes"):
            return function

        def changed(*given: Any, **more: Any) -> Any:
            function(*given, **more)
            return given[self.parameters.index(self.changes)]

        changed.changes = self.changes  # type: ignore[attr-defined]
        return update_wrapper(changed, function)

    @property
    def forbidden(self) -> frozenset[CodeType | str]:
        """The code that a learner's function must not run, and the addresses of such code in other packages.

        This is the code inside our wrappers, because all our functions share the wrappers themselves.
        """
        bodies = (inspect.unwrap(function) for function in (self.function, *self.same_work) if callable(function))
        addresses = (other for other in self.same_work if isinstance(other, str))
        return frozenset((*addresses, *(body.__code__ for body in bodies if hasattr(body, "__code__"))))

    def changing(self) -> list[str]:
        """List the right function and the mistakes that change an argument, although the task does not ask for it."""
        cases = inputs_of(self, PUBLIC_SEED)[-_INPUTS_TO_CHANGE:]
        guard = Guard(steps=sys.maxsize, library=self.library)
        others = {place for place, name in enumerate(self.parameters) if name != self.changes}

        def changes(function: Function) -> bool:
            return any(others & guard.call(function, [*case.arguments]).changed.keys() for case in cases)

        functions = [(self.name, self.function), *((mistake.name, mistake.function) for mistake in self.mistakes)]
        return [*dict.fromkeys(name for name, function in functions if changes(function))]

    def neighbours(self, arguments: Arguments) -> Iterator[Arguments]:
        """Yield the simpler neighbours of an input."""
        return (self.smaller or shrinking.by_kind)(*copied(arguments))

    def right(self, arguments: Arguments) -> Outcome:
        """Compute the right outcome for an input."""
        return outcome_of(self.read, self.function, arguments)

    def corner_of(self, arguments: Arguments) -> Corner | None:
        """Describe what is special about an input, if it is a corner case."""
        if self.corner is not None:
            return self.corner(copied(arguments))
        for name, argument in zip(self.parameters, arguments, strict=True):
            if has_something_empty(argument):
                return Corner(say("an input with empty {name}", name=name))
        return None

    def leaves_open(self, arguments: Arguments) -> bool:
        """Say whether the text of the task leaves open what is right for an input."""
        return not self.asks_for_corners and self.corner_of(arguments) is not None

    def with_all(self, mistakes: Sequence[Mistake]) -> Iterator[Function]:
        """Build every function that makes several mistakes of the task, if they can be made at once."""
        instead = {name: value for mistake in mistakes for name, value in mistake.instead.items()}
        variants = [mistake.function for mistake in mistakes if not mistake.instead]
        if len(variants) < 2 and len(instead) == sum(len(mistake.instead) for mistake in mistakes):
            yield from self.build(variants[0] if variants else self.function, instead)


def parameters_of(function: Function) -> tuple[str, ...]:
    """List the positional arguments that a function needs.

    >>> parameters_of(lambda values, limit, order=sorted: values)
    ('values', 'limit')
    """
    try:
        given = inspect.signature(function).parameters.values()
    except ValueError:  # some functions that are written in C
        name = function.__name__
        raise TypeError(f'{name} does not list its parameters. Set them in the Task: parameters=("values",).') from None
    return tuple(
        argument.name
        for argument in given
        if argument.default is argument.empty
        and argument.kind in (argument.POSITIONAL_ONLY, argument.POSITIONAL_OR_KEYWORD)
    )


def has_something_empty(argument: Any) -> bool:
    """Whether an argument is an empty list or string, or contains an empty list.

    >>> [has_something_empty(argument) for argument in ([], "", [[1], []], ["a"], 0)]
    [True, True, True, False, False]
    """
    if isinstance(argument, list | tuple):
        return not argument or any(isinstance(item, list | tuple) and has_something_empty(item) for item in argument)
    return isinstance(argument, str) and not argument


class _Case(NamedTuple):
    arguments: Arguments
    outcome: Outcome


class Case(_Case):
    """An input with its right outcome. It is equal only to itself, so that results for it can be cached."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__


@cache
def inputs_of(task: Task, seed: int | str) -> tuple[Case, ...]:
    """List the inputs of a task with their right outcomes: first the chosen inputs, then those drawn with the seed.

    Raises:
        TypeError: the task does not fit its own function, so wrong results would count as right.
    """
    random = Random(seed)
    drawn = (task.draw(random) for _ in range(task.drawn))
    cases = tuple(case_of(task, arguments) for arguments in (*task.probes, *drawn))
    stopped = [case for case in cases if case.outcome.kind == "error"]
    if len(stopped) == len(cases):
        raise TypeError(f"the right function of {task.name} stops for every input: {cases[0].outcome.value}.")
    return cases


def fault_of(task: Task, cases: tuple[Case, ...]) -> tuple[Arguments, Raised] | None:
    """Find an input for which the right function stops with an error that it does not raise on purpose."""
    for case in cases:
        if case.outcome.kind == "error" and not task.leaves_open(case.arguments):
            try:
                task.function(*copied(case.arguments))
            except Exception as error:
                if not is_raised_by_hand(error):
                    return case.arguments, describe_error(error)
    return None


def case_of(task: Task, arguments: Arguments) -> Case:
    """Compute the right outcome for an input, after checking that the task can handle the input and the result."""
    if not isinstance(arguments, tuple) or len(arguments) != len(task.parameters):
        raise TypeError(
            f"{task.name} takes ({', '.join(task.parameters)}), but an input of its Task is {arguments!r}. Each input "
            "must be a tuple with one item per parameter. A tuple with one item needs a comma: ([3, 1, 2],)."
        )
    right = task.right(arguments)
    if not isinstance(right, Outcome):
        raise TypeError(
            f"read= of the Task for {task.name} returns a value of type {type(right).__name__}. It must return "
            'an Outcome: lambda result: Outcome("value", result).'
        )
    if right.kind in ("text", "shape"):
        what = "a string" if right.kind == "text" else f"a value of type {right.value}"
        raise TypeError(
            f"the right function of {task.name} {'changes an argument to' if task.changes else 'returns'} {what} for "
            f"{', '.join(map(repr, arguments))}, but read= of its Task expects something else. For a string, use "
            "read=read_text; for a list of numbers, read=read_numbers."
        )
    if right.kind == "value" and not isinstance(right.value, str) and "0x..." in show(right.value):
        said = (
            "the right function of {name} returns {right}, and two of these cannot be compared. It must return "
            "numbers, strings, lists, tuples, dicts or sets."
        )
        raise TypeError(say(said, name=task.name, right=show(right.value)))
    return Case(arguments, right)


def pick(random: Random, items: Sequence[Item]) -> Item:
    """Draw one of the items, which is the same for a seed on every version of Python.

    >>> pick(Random(1), "abc")
    'a'
    """
    return items[int(random.random() * len(items))]
