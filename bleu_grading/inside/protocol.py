"""What the student's process and the examiner agree on: how values are encoded, and how a cell is identified.

Lists, strings and numbers are sent as JSON. A value of a type that JSON lacks becomes a dict with one short key, for
example {"t": [1, 2]} for the tuple (1, 2).
"""

import builtins
import contextlib
import hashlib
import re
from typing import Any

from exercise_checker.description import Single, describe

Message = dict[str, Any]

INVISIBLE = r"[\ufeff\u200b\u200e\u200f\u2060]+"
"""Invisible characters that Python accepts only in strings. Editors and messengers leave them in code."""


def runnable(source: str) -> str:
    """Remove what would only prevent a cell from running: invisible characters before a line, and `%%timeit`.

    Jupyter stops at a byte-order mark, which some editors write, and `%%timeit` discards what a cell defines.

    >>> runnable("%%timeit -n 1\\n\\ufeffdef f(): pass")
    '#\\ndef f(): pass'
    """
    visible = re.sub(f"(?m)^{INVISIBLE}", "", source)
    return re.sub(r"\A\s*%%timeit\b.*", "#", visible)


def cell_digest(source: str) -> str:
    """Compute the digest that identifies a cell, which ignores spaces and empty lines around its text.

    >>> cell_digest("a = 1") == cell_digest("a = 1\\n")
    True
    """
    return hashlib.sha256(source.strip().encode(errors="replace")).hexdigest()


# Values.

_TOO_LARGE = 10**300
"""Larger integers are sent as objects, because Python refuses to convert very long ones to decimal digits."""


def encode(value: Any) -> Any:
    """Convert a value to a form that JSON can hold. After decoding, a task reads it like the original value.

    >>> encode({("the",): 1})
    {'d': [[{'t': ['the']}, 1]]}
    """
    return _encoded(describe(value))


def _encoded(value: Any) -> Any:
    if isinstance(value, Single):
        return {"s": float(value)}
    if value is None or isinstance(value, float | str) or (isinstance(value, int) and abs(value) < _TOO_LARGE):
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
    return object()


def named_error(name: str, message: str) -> Exception:
    """Make an error with this name, using Python's built-in class if there is one."""
    built_in = getattr(builtins, name, None)
    if isinstance(built_in, type) and issubclass(built_in, Exception):
        with contextlib.suppress(TypeError):  # a few classes, such as UnicodeDecodeError, need more than a message
            return built_in(message)
    new_class: type[Exception] = type("".join(filter(str.isalnum, name)) or "Error", (Exception,), {})
    return new_class(message)
