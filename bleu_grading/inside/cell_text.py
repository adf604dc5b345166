"""The text of a cell: as it is run in the sandbox, and the digest by which a cell is known again on both sides."""

import hashlib
import re

INVISIBLE = r"[\ufeff\u200b\u200e\u200f\u2060]+"
"""Marks without a shape that Python refuses outside of a text. Editors and messengers leave them in code."""


def plain(source: str) -> str:
    """Leave out what only keeps a cell from being run: marks that nobody sees before a line, and `%%timeit`.

    Jupyter stops at a byte-order mark, which some editors write, and `%%timeit` keeps nothing that a cell defines.

    >>> plain("%%timeit -n 1\\n\\ufeffdef f(): pass")
    '#\\ndef f(): pass'
    """
    visible = re.sub(f"(?m)^{INVISIBLE}", "", source)
    return re.sub(r"\A\s*%%timeit\b.*", "#", visible)


def digest_of(source: str) -> str:
    """Compute the digest by which a cell is known again.

    >>> digest_of("a = 1") == digest_of("a = 1\\n")
    True
    """
    return hashlib.sha256(source.strip().encode(errors="replace")).hexdigest()
