"""Extend Sphinx and myst-nb with what the site's pages need.

Pictures keep the alternative texts from their notebooks, colons in docstrings stay as they are, and the fields of named
tuples that have no description are left out.
"""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from docutils import nodes


def alternative_texts(notebook: dict) -> dict[str, str]:
    """Return the alternative text of each picture in a notebook's outputs, by the file name that myst-nb uses."""
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
    return {
        hashlib.sha256(base64.b64decode("".join(output["data"]["image/png"]))).hexdigest(): text
        for output in outputs
        if (text := output.get("metadata", {}).get("image/png", {}).get("alt"))
    }


def keep_alternative_texts(app: Any, document: nodes.document) -> None:
    """Set the alternative text of each picture on a page, for which myst-nb would use the file name."""
    page = Path(app.env.doc2path(app.env.docname))
    if page.suffix == ".ipynb":
        texts = alternative_texts(json.loads(page.read_text(encoding="utf-8")))
        for picture in document.findall(nodes.image):
            if text := texts.get(Path(picture["uri"]).stem):
                picture["alt"] = text


def leave_out(app: Any, what: str, name: str, thing: Any, skip: bool, options: Any) -> bool | None:
    """Skip the fields of named tuples, whose default docstring says only their position; the class describes them."""
    return True if (getattr(thing, "__doc__", None) or "").startswith("Alias for field number") else None


def keep_colons(app: Any) -> None:
    """Keep a colon in the description of a return value; napoleon would treat the text before it as a type."""
    words: dict[str, list[str]] = {}

    def before(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
        words[name] = [*lines]

    def after(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
        if what in ("attribute", "data", "property"):
            lines[:] = words[name]

    app.connect("autodoc-process-docstring", before, priority=400)  # napoleon has priority 500
    app.connect("autodoc-process-docstring", after, priority=600)


def setup(app: Any) -> dict[str, bool]:
    """Register the extension; Sphinx calls this function."""
    keep_colons(app)
    app.connect("autodoc-skip-member", leave_out)
    app.connect("doctree-read", keep_alternative_texts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
