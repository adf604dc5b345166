"""The text of a cell as it is run in the sandbox, and the digest that identifies a cell on both sides."""

import hashlib
import re

INVISIBLE = r"[\ufeff\u200b\u200e\u200f\u2060]+"
"""Invisible characters that Python accepts only in strings. Editors and messengers leave them in code."""


def plain(source: str) -> str:
    """Remove what would only prevent a cell from running: invisible characters before a line, and `%%timeit`.

    Jupyter stops at a byte-order mark, which some editors write, and `%%timeit` discards what a cell defines.

    >>> plain("%%timeit -n 1\\n\\ufeffdef f(): pass")
    '#\\ndef f(): pass'
    """
    visible = re.sub(f"(?m)^{INVISIBLE}", "", source)
    return re.sub(r"\A\s*%%timeit\b.*", "#", visible)


def digest_of(source: str) -> str:
    """Compute the digest that identifies a cell, which ignores spaces and empty lines around its text.

    >>> digest_of("a = 1") == digest_of("a = 1\\n")
    True
    """
    return hashlib.sha256(source.strip().encode(errors="replace")).hexdigest()
