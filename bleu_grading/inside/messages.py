"""Values as JSON, between a student's process and the program that grades.

Lists, texts and numbers are themselves; what JSON lacks is a dict with one short key.
"""

import builtins
from typing import Any

from exercise_checker.description import Single, describe

Message = dict[str, Any]

_BITS = 1000
"""Python may refuse to write down an integer of many more bits than this."""


def encode(value: Any) -> Any:
    """Bring a value to a form that JSON can hold, from which a reader of results reads the same.

    >>> encode({("the",): 1})
    {'d': [[{'t': ['the']}, 1]]}
    """
    return _encoded(describe(value))


def _encoded(value: Any) -> Any:
    if isinstance(value, Single):
        return {"s": float(value)}
    if isinstance(value, int) and value.bit_length() > _BITS:
        return {"n": hex(value)}
    if value is None or isinstance(value, int | float | str):
        return value
    if isinstance(value, dict):
        return {"d": [[_encoded(key), _encoded(item)] for key, item in value.items()]}
    if isinstance(value, tuple):
        return {"t": [_encoded(item) for item in value]}
    return [_encoded(item) for item in value] if isinstance(value, list) else {"o": type(value).__name__}


def decode(value: Any) -> Any:
    """Bring a value back.

    >>> decode(encode({("the",): [1, None]}))
    {('the',): [1, None]}
    """
    if isinstance(value, list):
        return [decode(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "s" in value:
        return Single(value["s"])
    if "t" in value:
        return tuple(decode(item) for item in value["t"])
    if "d" in value:
        return {decode(key): decode(item) for key, item in value["d"]}
    if "n" in value:
        return int(value["n"], 16)
    return object()


def error_of(name: str, message: str) -> Exception:
    """Make an error of this name, of Python's own class where there is one."""
    own: Any = type("".join(filter(str.isalnum, name)) or "Error", (Exception,), {})
    known: Any = getattr(builtins, name, None)
    kinds = [known, own] if isinstance(known, type) and issubclass(known, Exception) else [own]
    try:
        made: Exception = kinds[0](message)
    except TypeError:  # a few, such as UnicodeDecodeError, want more than a message
        made = own(message)
    return made
