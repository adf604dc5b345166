"""Mistakes that have a name, and functions that make two of them at once."""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import permutations
from typing import Any, TypeAlias

Function: TypeAlias = Callable[..., Any]

Build: TypeAlias = Callable[[Function, Mapping[str, Any]], Iterator[Function]]
"""Takes a function and what it should do instead, and yields each function that does so and is otherwise the same."""


def not_made_yet(*arguments: Any) -> Any:
    """Serve as the function of a mistake until the task builds one from its own function."""
    raise NotImplementedError


@dataclass(frozen=True, eq=False)
class Mistake:
    """A mistake in one task: its name, a question that leads to the solution, and a function that makes only it.

    `instead` gives other values for keyword arguments of the right function, such as `{"order": list}`. The checker
    then builds `function` from it, and can combine the mistake with another one. `lesson` is the lesson that covers it.
    A message gives only what comes before its first underscore. `choice` means that it is not really a mistake: the
    sources leave the point open, and the text of the task decides.

    >>> Mistake("the list is not sorted", "What is in the middle?", instead={"order": list}).name
    'the list is not sorted'
    """

    name: str
    question: str
    function: Function = not_made_yet
    instead: Mapping[str, Any] = field(default_factory=dict)
    lesson: str = ""
    choice: bool = False


signature_of = cache(inspect.signature)
"""A long search builds the same functions again and again."""


def with_keywords(function: Function, instead: Mapping[str, Any]) -> Iterator[Function]:
    """Build the function with other keyword arguments, if it accepts them.

    >>> [downwards] = with_keywords(sorted, {"reverse": True})
    >>> downwards([1, 2]), [*with_keywords(lambda values: values, {"reverse": True})]
    ([2, 1], [])
    """
    parameters = signature_of(function).parameters
    takes_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
    if takes_any or instead.keys() <= parameters.keys():
        yield partial(function, **instead)


# Arguments in the wrong order, and results that depend on the spelling of a word: any task can have these mistakes.

SWAPPED = "the first two arguments are swapped"
REORDERED = "the arguments are in the wrong order"
NORMALISED = "the spelling of a word changes the result"

PERCENTAGES = "the results are percentages"


@cache
def general_mistakes() -> dict[str, Mistake]:
    """List the mistakes that can be made in any task, by their names.

    The checker finds them by calling the learner's function in a different way, with its arguments swapped or with
    every word replaced by a plain one, or by dividing its results by 100.

    >>> list(general_mistakes())[0]
    'the first two arguments are swapped'
    """
    questions = {
        SWAPPED: "Which argument comes first here, and does your function use each of them correctly?",
        REORDERED: "In which order does the task list its arguments, and in which order does your function take them?",
        PERCENTAGES: "Where do you multiply by 100?",
        NORMALISED: "Which words does your function change before it compares them, and does the task ask for that?",
    }
    return {name: Mistake(name, question) for name, question in questions.items()}


def other_orders(count: int) -> Iterator[tuple[int, ...]]:
    """List the other orders of this many arguments. The one that swaps only the first two comes first.

    >>> list(other_orders(3))
    [(1, 0, 2), (0, 2, 1), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
    """
    ways = sorted(permutations(range(count)), key=lambda order: order != (1, 0, *range(2, count)))
    yield from (order for order in ways if order != tuple(range(count)))


def name_of_order(order: Sequence[int]) -> str:
    """Name the mistake of taking the arguments in this order: `order` gives our position of each argument it takes.

    >>> name_of_order((1, 0, 2)), name_of_order((2, 1, 0))
    ('the first two arguments are swapped', 'the arguments are in the wrong order')
    """
    return SWAPPED if list(order) == [1, 0, *range(2, len(order))] else REORDERED
