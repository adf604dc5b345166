"""What the site's pages need that myst-nb does not do: a picture keeps the alternative text that its notebook has."""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

from docutils import nodes


def alternative_texts(notebook: dict) -> dict[str, str]:
    """The alternative text of each picture in a notebook's outputs, by the name that myst-nb gives to its file."""
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
    return {
        hashlib.sha256(base64.b64decode("".join(output["data"]["image/png"]))).hexdigest(): text
        for output in outputs
        if (text := output.get("metadata", {}).get("image/png", {}).get("alt"))
    }


def keep_alternative_texts(app: Any, document: nodes.document) -> None:
    """Write it into each picture of a page, where myst-nb would write the name of the file."""
    page = Path(app.env.doc2path(app.env.docname))
    if page.suffix == ".ipynb":
        texts = alternative_texts(json.loads(page.read_text(encoding="utf-8")))
        for picture in document.findall(nodes.image):
            if text := texts.get(Path(picture["uri"]).stem):
                picture["alt"] = text


def setup(app: Any) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("doctree-read", keep_alternative_texts)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
