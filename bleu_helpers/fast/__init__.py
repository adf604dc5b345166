"""Faster equivalents of the definitions, under the same names; they return the same numbers.

No lesson needs them. `tokens`, `texts` and `characters` turn sentences into integers, `engine` counts these integers,
`compiled` counts large corpora of texts in a loop that Numba compiles, and `edits` computes edit distances with
rapidfuzz. The first sentence in the docstring of each equivalent says for which inputs it runs, and a test checks that
it returns the same results as the definition.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any


def counting_with(counts: Callable[..., Any], definition: Any) -> Any:
    """Return a definition that calls a quicker function in place of the one with the same name."""
    names = definition.__globals__ | {"__name__": counts.__module__, counts.__name__: counts}
    quicker = FunctionType(definition.__code__, names, definition.__name__, definition.__defaults__)
    quicker.__doc__ = "Runs for every input. The counting is faster, and the formula is the same."
    return quicker
