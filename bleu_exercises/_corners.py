"""Recognise corner cases among the arguments of the lessons' functions: sentences that are too short for an n-gram.

Most functions stop with an error on an empty or short candidate, whatever else is wrong with them.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from exercise_checker import Arguments, Corner
from exercise_checker.messages import say, translated

_KINDS = {
    "tokens": "sentence",
    "candidates": "candidate",
    "references": "reference",
    "references_per_candidate": "reference",
}
"""The word for one of the sentences in an argument."""


def corner_of(parameters: Sequence[str]) -> Callable[[Arguments], Corner | None]:
    """Return the function that says which of the arguments with these names is too short to have n-grams of each order.

    >>> corner_of(("candidate", "references", "n"))((["a", "b"], [["a", "b"], []], 2))
    Corner(words='an empty reference')
    """

    def corner(arguments: Arguments) -> Corner | None:
        given = dict(zip(parameters, arguments, strict=True))
        lacking, enough = short(given), longest_order(given)
        if not lacking:
            return None
        name = min(lacking, key=lambda name: "reference" in name)  # most functions fail on the candidate
        kind = _KINDS.get(name, name)
        template = "a {kind} of fewer than {enough} words" if lacking[name] else "an empty {kind}"
        return Corner(say(template, kind=translated(kind), enough=enough))

    return corner


def short(given: dict[str, Any]) -> dict[str, int]:
    """Find the arguments with a sentence that is too short to have an n-gram of each order, and its length.

    >>> short({"candidate": ["a"], "references": [["a", "b"], []], "n": 2})
    {'candidate': 1, 'references': 0}
    """
    enough = longest_order(given)
    lengths = {name: min(map(len, sentences(argument)), default=enough) for name, argument in given.items()}
    return {name: length for name, length in lengths.items() if length < enough}


def longest_order(given: dict[str, Any]) -> int:
    """Find the length of the longest n-grams that are used."""
    return int(given["n"]) if "n" in given else len(given["weights"]) if "weights" in given else 1


def sentences(argument: Any) -> Iterator[Any]:
    """Yield the sentences in an argument, at any depth. A string counts as one sentence."""
    if isinstance(argument, str) or (isinstance(argument, list) and all(isinstance(item, str) for item in argument)):
        yield argument
    elif isinstance(argument, list):
        for item in argument:
            yield from sentences(item)
