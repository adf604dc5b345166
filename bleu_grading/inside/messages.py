"""Encode the values that the student's process and the examiner send to each other as JSON.

Lists, strings and numbers are sent as they are. A value of a type that JSON lacks becomes a dict with one short key,
for example {"t": [1, 2]} for the tuple (1, 2).
"""

import builtins
from typing import Any

from exercise_checker.description import Single, describe

Message = dict[str, Any]

_MAX_DECIMAL_BITS = 1000
"""Longer integers are sent in hexadecimal, because Python refuses to convert very long ones to decimal digits."""


def encode(value: Any) -> Any:
    """Convert a value to a form that JSON can hold. After decoding, a task reads it like the original value.

    >>> encode({("the",): 1})
    {'d': [[{'t': ['the']}, 1]]}
    """
    return _encoded(describe(value))


def _encoded(value: Any) -> Any:
    if isinstance(value, Single):
        return {"s": float(value)}
    if isinstance(value, int) and value.bit_length() > _MAX_DECIMAL_BITS:
        return {"n": hex(value)}
    if value is None or isinstance(value, int | float | str):
        return value
    if isinstance(value, dict):
        return {"d": [[_encoded(key), _encoded(item)] for key, item in value.items()]}
    if isinstance(value, tuple):
        return {"t": [_encoded(item) for item in value]}
    return [_encoded(item) for item in value] if isinstance(value, list) else {"o": type(value).__name__}


def decode(value: Any) -> Any:
    """Convert an encoded value back.

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
    """Make an error with this name, using Python's built-in class if there is one."""
    new_class: Any = type("".join(filter(str.isalnum, name)) or "Error", (Exception,), {})
    built_in: Any = getattr(builtins, name, None)
    classes = [built_in, new_class] if isinstance(built_in, type) and issubclass(built_in, Exception) else [new_class]
    try:
        error: Exception = classes[0](message)
    except TypeError:  # a few classes, such as UnicodeDecodeError, need more than a message
        error = new_class(message)
    return error
