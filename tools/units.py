"""Cut a lesson or a page into units of translation, and put translations back; everything else stays byte for byte.

A unit is a paragraph, a heading, a cell of a table, the summary of a fold, a comment, a paragraph of a docstring, or a
label that a cell prints. In a page of HTML it is an element that is a line of its own, or a text in an attribute.
"""

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from markdown_it import MarkdownIt

MARKDOWN = MarkdownIt("commonmark").enable("table")
CODE = re.compile(r"`+[^`]+`+")
FORMULA = re.compile(r"\$\$.+?\$\$|\$[^$\n]+\$", re.DOTALL)
WORDS_IN_FORMULA = re.compile(r"\\text\{[^{}]*\}")
UNSEEN = re.compile(r"\]\((?:[^()\s]|\([^()\s]*\))*\)|<(?!img)[^>]*>|https?://\S+")
"""What a reader of a rendered text does not see: the targets of links, tags and addresses. A picture has a text."""
FIELD = re.compile(r"\{['(\w](?:[^{}]|\{[^{}]*\})*\}")
"""The name of a value in a message, or the expression for one in a label that is printed."""
LABEL = re.compile(r'f?"([^"]*)"')
ALIGNED = re.compile(r"[A-Za-z]{2}.*(  |\t)", re.DOTALL)
"""What only a label has that is part of an aligned table, which a translation would not fit: spaces after a word."""
IN_BLOCK = re.compile(r'(?<=<summary>)(?P<summary>.*?)(?=</summary>)|(?<=<img alt=")(?P<text>[^"]+)', re.DOTALL)
CELLS = ("th", "td")
IN_CODE = ("comment", "docstring", "printed", "text")
IN_HTML = re.compile(
    r'^<(?!script)(\w+)[^>]*>(?P<html>.+)</\1>$|\b(?:aria-label|data-\w+)="(?P<text>[^"]+)"', re.MULTILINE
)
"""A line that is one element, and an attribute that a reader sees or hears."""


class Unit(NamedTuple):
    """A unit of translation."""

    start: int
    """Where it begins in its text."""
    end: int
    kind: str
    text: str
    """The unit as it is listed in a catalogue."""
    indent: str = ""
    """What comes before each of its lines except the first one."""
    place: str = ""
    """The name of its cell."""


def has_words(text: str) -> bool:
    """Return whether a unit has a word to translate, apart from code, formulas, and the targets of links."""
    in_formulas = WORDS_IN_FORMULA.findall(text)
    seen = UNSEEN.sub(" ", FORMULA.sub(" ", CODE.sub(" ", text)))
    return bool(re.search("[A-Za-z]{2}", seen) or in_formulas)


@cache
def units(text: str, is_code: bool = False) -> tuple[Unit, ...]:
    """Return the units of a Markdown text, or of the code of a cell, in their order."""
    is_html = text.startswith("<!doctype")
    every = _of_code(text) if is_code else _of_html(text) if is_html else _of_markdown(text)
    return tuple(sorted(unit for unit in every if has_words(unit.text)))


def merged(text: str, translate: Callable[[Unit], str], is_code: bool = False) -> str:
    """Replace each unit of a text with its translation."""
    for unit in reversed(units(text, is_code)):
        new = translate(unit)
        if unit.kind in CELLS:
            new = new.replace("|", r"\|")
        text = text[: unit.start] + new.replace("\n", f"\n{unit.indent}") + text[unit.end :]
    return text


def _line_starts(text: str) -> list[int]:
    return [0, *accumulate(len(line) + 1 for line in text.split("\n"))]


def _of_markdown(text: str) -> Iterator[Unit]:
    starts, tokens, at = _line_starts(text), MARKDOWN.parse(text), 0
    for opener, token in zip([None, *tokens], tokens, strict=False):
        if token.map:
            at = max(at, starts[token.map[0]])
        if token.type == "html_block":
            for found in IN_BLOCK.finditer(text, at, starts[token.map[1]]):
                yield Unit(*found.span(), found.lastgroup, found.group())
        elif token.type == "fence" and token.info == "text":
            at += len(token.markup + token.info) + 1
            yield Unit(at, at + len(token.content) - 1, "fence", token.content.rstrip("\n"))
        elif token.type == "inline" and token.content:
            kind = opener.type.removesuffix("_open")
            raw = token.content.replace("|", r"\|") if kind in CELLS else token.content
            first, last = raw.split("\n")[0], raw.split("\n")[-1]
            start = text.index(first, at)
            at = text.index(last, start + len(raw) - len(last)) + len(last)
            yield Unit(start, at, kind, token.content)


def _of_html(text: str) -> Iterator[Unit]:
    for found in IN_HTML.finditer(text):
        kind = "html" if found["html"] else "text"
        if has_words(FIELD.sub("", found[kind])):
            yield Unit(*found.span(kind), "text" if found[1] == "title" else kind, found[kind])


def _of_code(source: str) -> Iterator[Unit]:
    # A line such as %pip is not Python; a statement of the same length takes its place.
    clean = re.sub(r"(?m)^([ \t]*)([%!].*)$", lambda line: line[1] + "pass".ljust(len(line[2])), source)
    starts = _line_starts(clean)
    yield from _printed(clean, starts)
    for token in tokenize.generate_tokens(io.StringIO(clean).readline):
        (row, column), text = token.start, token.string
        start = starts[row - 1] + column
        if token.type == tokenize.COMMENT:
            said = text.lstrip("# ")
            yield Unit(start + len(text) - len(said), start + len(text), "comment", said)
        elif token.type == tokenize.STRING and text.startswith('"""') and not token.line[:column].strip():
            for found in re.finditer(r"\S.*(?:\n[ \t]*\S.*)*", text[3:-3]):
                if not found.group().startswith(">>>"):
                    lines, indent = [line.strip() for line in found.group().split("\n")], token.line[:column]
                    begin = start + 3 + found.start()
                    yield Unit(begin, begin + len(found.group().rstrip()), "docstring", "\n".join(lines), indent)


def _printed(source: str, starts: list[int]) -> Iterator[Unit]:
    """Yield the labels that are arguments of `print`, or a choice (`if`, `or`) in an argument."""
    printed: set[ast.AST] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "print":
            printed |= {*node.args}
        elif node in printed and isinstance(node, ast.IfExp):
            printed |= {node.body, node.orelse}
        elif node in printed and isinstance(node, ast.BoolOp):
            printed |= {*node.values}
        elif (
            node in printed
            and isinstance(node, ast.Constant | ast.JoinedStr)
            and (label := LABEL.fullmatch(ast.get_source_segment(source, node)))
        ):
            text, line = label[1], source[starts[node.lineno - 1] :]
            if has_words(FIELD.sub("", text)) and not ALIGNED.search(FIELD.sub("_", text)):
                start = starts[node.lineno - 1] + len(line.encode()[: node.col_offset].decode()) + label.start(1)
                yield Unit(start, start + len(text), "printed", text)
