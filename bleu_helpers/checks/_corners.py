"""What is out of the ordinary about the arguments of the lessons' functions: a sentence too short for an n-gram.

Most functions stop on an empty or short candidate, whatever else is wrong with them.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from exercise_checker import Arguments, Corner

_KINDS = {
    "tokens": "sentence",
    "candidates": "candidate",
    "references": "reference",
    "references_per_candidate": "reference",
}
"""What one of the sentences in an argument is called."""


def corner_of(parameters: Sequence[str]) -> Callable[[Arguments], Corner | None]:
    """Make what says of the arguments with these names which sentence is too short to have an n-gram of each order.

    >>> corner_of(("candidate", "references", "n"))((["a", "b"], [["a", "b"], []], 2))
    Corner(words='an empty reference', level=1)
    """

    def corner(arguments: Arguments) -> Corner | None:
        given = dict(zip(parameters, arguments, strict=True))
        lacking, enough = short(given), _longest_order(given)
        if not lacking:
            return None
        name = min(lacking, key=lambda name: "reference" in name)  # most functions stumble over the candidate
        kind = _KINDS.get(name, name)
        words = f"a {kind} of fewer than {enough} words" if lacking[name] else f"an empty {kind}"
        return Corner(words, 1 if "reference" in name else 0)

    return corner


def short(given: dict[str, Any]) -> dict[str, int]:
    """Find the arguments with a sentence that is too short to have an n-gram of each order, and the length it has.

    >>> short({"candidate": ["a"], "references": [["a", "b"], []], "n": 2})
    {'candidate': 1, 'references': 0}
    """
    enough = _longest_order(given)
    lengths = {name: min(map(len, _sentences(argument)), default=enough) for name, argument in given.items()}
    return {name: length for name, length in lengths.items() if length < enough}


def _longest_order(given: dict[str, Any]) -> int:
    """Find the length of the longest n-grams that are looked at."""
    return int(given["n"]) if "n" in given else len(given["weights"]) if "weights" in given else 1


def _sentences(argument: Any) -> Iterator[Any]:
    """Yield the sentences in an argument, however deep they lie. A text counts as one."""
    if isinstance(argument, str) or (isinstance(argument, list) and all(isinstance(item, str) for item in argument)):
        yield argument
    elif isinstance(argument, list):
        for item in argument:
            yield from _sentences(item)
