"""Ways of making a mistake: a function that makes it, or what the right function does instead in some of its steps.

A step of a right function is one of its keyword arguments, such as `ngrams` in `simple_count(tokens, n, *, ngrams)`.
Three more steps are possible around any function: reading each sentence, choosing references, changing the result.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from exercise_checker import with_keywords

Function: TypeAlias = Callable[..., Any]
Way: TypeAlias = Function | Mapping[str, Any]
Ways: TypeAlias = Mapping[str, Any]
"""Names of mistakes, each with one way or several ways of making it, the deepest cause first."""

READ, CHOOSE, FINISH = "read each sentence", "choose references", "change the result"
"""The steps around any function. They are not names of arguments, so that no function has a step with such a name."""


def either(name: str, *choices: Any) -> tuple[Way, ...]:
    """List ways of making one mistake in a step, which differ only in corner cases.

    >>> either("mean", min, max)
    ({'mean': <built-in function min>}, {'mean': <built-in function max>})
    """
    return tuple({name: choice} for choice in choices)


def merged(*tables: Ways) -> dict[str, tuple[Any, ...]]:
    """Join tables of ways. A name that occurs in several of them has all their ways, at its first place.

    >>> merged({"a": max, "b": min}, {"a": sum})
    {'a': (<built-in function max>, <built-in function sum>), 'b': (<built-in function min>,)}
    """
    names = dict.fromkeys(name for table in tables for name in table)
    return {name: tuple(way for table in tables for way in several(table.get(name, ()))) for name in names}


def several(ways: Any) -> tuple[Any, ...]:
    return ways if isinstance(ways, tuple) else (ways,)


def build_from(
    right: Function, again: Function, parameters: Sequence[str]
) -> Callable[[Function, Mapping[str, Any]], Iterator[Function]]:
    """Return the function that builds functions with other steps from a right one, or from one with a mistake.

    `again` is the same as the right function, with its steps as keyword arguments.
    """

    def build(function: Function, instead: Mapping[str, Any]) -> Iterator[Function]:
        around = {name: choice for name, choice in instead.items() if name in (READ, CHOOSE, FINISH)}
        inside = {name: choice for name, choice in instead.items() if name not in around}
        for made in with_keywords(again if function is right else function, inside):
            yield with_steps_around(made, around, parameters) if around else made

    return build


def with_steps_around(function: Function, around: Mapping[str, Function], parameters: Sequence[str]) -> Function:
    """Make a function that reads its arguments wrongly, or changes its result, and is otherwise the same.

    >>> def together(candidate, references):
    ...     return [candidate, *references]
    >>> wrong = with_steps_around(together, {READ: sorted, CHOOSE: joined}, ["candidate", "references"])
    >>> wrong(["on", "a"], [["mat"], ["cat"]])
    [['a', 'on'], ['cat', 'mat']]
    """
    steps: list[Function] = [around.get(name, as_it_is) for name in (READ, CHOOSE, FINISH)]
    read, choose, finish = steps

    def chosen(name: str, argument: Any) -> Any:
        if name == "references_per_candidate":
            return list(map(choose, argument))
        return choose(argument) if name == "references" else argument

    def wrong(*arguments: Any) -> Any:
        given = (chosen(*pair) for pair in zip(parameters, arguments, strict=True))
        return finish(function(*(read_argument(read, argument) for argument in given)))

    return wrong


def as_it_is(value: Any) -> Any:
    """Return the value, as a step that changes nothing."""
    return value


def read_argument(read: Function, argument: Any) -> Any:
    """Read every sentence in an argument, at any depth."""
    if isinstance(argument, list) and all(isinstance(item, str) for item in argument):
        return read(argument)
    return [read_argument(read, item) for item in argument] if isinstance(argument, list) else argument


def joined(references: Sequence[Sequence[Any]]) -> list[list[Any]]:
    """Join all references into a single long one."""
    return [[word for reference in references for word in reference]]


DIGITS = (2, 3, 4, 1, 5, 6, 8, 10)
"""The numbers of digits to which people round, the most usual first."""


def rounded(function: Function) -> tuple[Function, ...]:
    """List the ways of rounding the result of a function, which is one number or a list of numbers."""

    def to(digits: int) -> Function:
        def function_and_round(*arguments: Any) -> Any:
            result = function(*arguments)
            return [round(number, digits) for number in result] if isinstance(result, list) else round(result, digits)

        return function_and_round

    return tuple(map(to, DIGITS))


LETTERS = "characters are used instead of words"
LOWERED = "uppercase and lowercase are treated as the same"
IN_PLACE = "a word matches only at the same position in both sentences"
LAST_WORD = "the last word is ignored (off by one)"
JOINED = "the references are joined into one long reference"
ROUNDED = "a number is rounded"

FEW_REFERENCES: Ways = {
    "only the first reference is used": {CHOOSE: lambda references: references[:1]},
    "only the last reference is used": {CHOOSE: lambda references: references[-1:]},
    "only the first two references are used": {CHOOSE: lambda references: references[:2]},
}
ONE_MISSING: Ways = {
    "the last reference is ignored": either(
        CHOOSE, lambda references: references[:-1] or references, lambda references: references[:-1]
    ),
    "the first reference is ignored": either(
        CHOOSE, lambda references: references[1:] or references, lambda references: references[1:]
    ),
}
AROUND: Ways = {
    LETTERS: either(READ, lambda words: list("".join(words)), lambda words: list(" ".join(words))),
    LOWERED: {READ: lambda words: [word.lower() for word in words]},
    IN_PLACE: {READ: lambda words: list(enumerate(words))},
    LAST_WORD: {READ: lambda words: words[:-1]},
    **FEW_REFERENCES,
    **ONE_MISSING,
    JOINED: {CHOOSE: joined},
    ROUNDED: either(FINISH, *rounded(as_it_is)),
}
"""The mistakes that are possible in any task with such arguments, together with any other mistake."""


def around(*names: str) -> Ways:
    """List the mistakes with these names that are possible around any function."""
    return {name: AROUND[name] for name in names}
