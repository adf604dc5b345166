"""Extend Sphinx and myst-nb with what the site's pages need.

Formulas become MathML, which browsers draw without a script. Colons in docstrings stay as they are, and the fields of
named tuples that have no description are left out. The search finds Korean and Chinese words.
"""

import re
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn
from xml.etree.ElementTree import tostring
from xml.sax.saxutils import unescape

from docutils import nodes
from latex2mathml.converter import Converter
from sphinx.ext.napoleon import GoogleDocstring
from sphinx.search import SearchEnglish

# How TeX sets what the converter does not. The converter writes letters that are not in ASCII as references.
BELOW = {"msub": "munder", "msubsup": "munderover"}
"""In a formula with lines of its own, the limits of a sum are above and below it."""
SUM, EQUALS, MINUS = "&#x02211;", "&#x0003D;", "&#x02212;"
NO_OPERATORS = ("min", "max", "&#x0002F;")
"""Names and signs that have no room around them."""
SPACE_AROUND_LOG = re.compile(r"(?<=\w) (?=\\l(?:og|n)\b)|(?<=\\log) |(?<=\\ln) ")


def formula(tex: str, display: str = "inline") -> str:
    """Return a formula as MathML."""
    math = Converter(display=display).convert_to_element(SPACE_AROUND_LOG.sub(r"\\,", tex))
    for part in math.iter():
        if part.tag in BELOW and part[0].text == SUM:
            part.tag = BELOW[part.tag]
        elif part.tag == "mtext":  # browsers treat it as a space, so an operator next to it would have no room
            part.tag, part.text = "mi", part.text.replace(r"\_", "_")
            part.set("mathvariant", "normal")
        elif part.text in NO_OPERATORS:
            part.tag = "mi"
        for before, after in pairwise(part):
            if (before.text, after.text) == (EQUALS, MINUS):
                after.set("form", "prefix")
    content = unescape(tostring(math[0], encoding="unicode"))
    return f'<math display="{display}">{content}</math>'


def write_inline(translator: Any, node: nodes.math) -> NoReturn:
    """Write a formula within a line."""
    translator.body.append(formula(node.astext()))
    raise nodes.SkipNode


def write_block(translator: Any, node: nodes.math_block) -> NoReturn:
    """Write a formula with lines of its own, in a box that scrolls where the formula is wider than the page."""
    translator.body.append(f'<div class="pst-scrollable-table-container">{formula(node.astext(), "block")}</div>\n')
    raise nodes.SkipNode


def convert_choices(app: Any, document: nodes.document) -> None:
    """Convert the formulas in the choices of questions, which are HTML and not Markdown."""
    for raw in document.findall(nodes.raw):
        for choice in re.findall("<summary>.*</summary>", text := raw.astext()):
            text = text.replace(choice, re.sub(r"\$([^$]+)\$", lambda match: formula(match[1]), choice))
        raw[0] = nodes.Text(text)


def leave_out(app: Any, what: str, name: str, thing: Any, skip: bool, options: Any) -> bool | None:
    """Skip the fields of named tuples, whose default docstring says only their position; the class describes them."""
    return True if (getattr(thing, "__doc__", None) or "").startswith("Alias for field number") else None


class Search(SearchEnglish):
    """Finds Korean and Chinese words, between which there may be no space, by the pairs of their letters."""

    js_splitter_code = (Path(__file__).parent / "search.js").read_text(encoding="utf-8")

    def split(self, text: str) -> list[str]:
        """Return the words of a text, and for Korean and Chinese its letters and pairs of letters."""
        found = re.findall(r"(?=([가-힣一-鿿]))(?=([가-힣一-鿿]{2})?)|([^\W가-힣一-鿿]+)", text)
        return [word for words in found for word in words if word]


def setup(app: Any) -> dict[str, bool]:
    """Register the extension; Sphinx calls this function."""
    # Otherwise, the text before a colon in the description of a value would be shown as its type.
    GoogleDocstring._parse_attribute_docstring = GoogleDocstring._consume_to_end
    app.add_search_language(Search)
    app.connect("autodoc-skip-member", leave_out)
    app.connect("doctree-read", convert_choices)
    app.add_html_math_renderer("mathml", (write_inline, None), (write_block, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
