"""Why a function may have lost points without its author's fault: a cell that stopped above it, a second definition.

A student's notebook ran on another machine. A cell that stops here takes along what stands below in it, and later parts
that need it lose their points without a word. So does a right function whose name something below defines once more.
"""

import ast
import contextlib
import re
from collections.abc import Iterator, Sequence
from typing import Any

from bleu_helpers.course._asked import Question
from bleu_helpers.course._imports import plain_python

NAMES = 5
"""So many names stand in a line."""


def why(question: Question, cells: Sequence[Any]) -> Iterator[str]:
    """Say which cells stopped before they made what a graded function needs, and made nowhere else.

    Args:
        question: the test cell.
        cells: of the graded notebook, with the outputs of grading.
    """
    above = _above(question, cells)
    needed = _needed(question.asked.function, above)
    for place, cell in enumerate(above):
        for output in cell.get("outputs", []):
            if output["output_type"] != "error":
                continue
            unmade = made(_source(cell), _line(output)) & needed
            unmade -= {name for other in above if other is not cell for name in made(_source(other))}
            if unmade:
                names = ", ".join(sorted(unmade)[:NAMES])
                error = ascii(output["ename"])[1:-1]
                yield f"cell {place + 1} stopped with {error} before it made: {names}"


def twice(question: Question, cells: Sequence[Any]) -> str:
    """Name the cells that define a graded function, if there are several; else nothing."""
    above = _above(question, cells)
    name = question.asked.function
    places = [str(place) for place, cell in enumerate(above, start=1) if name in made(_source(cell))]
    return f"cells {' and '.join(places)} define {name}" if len(places) > 1 else ""


def _above(question: Question, cells: Sequence[Any]) -> Sequence[Any]:
    names = [cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in cells]
    return cells[: names.index(question.grade_id)] if question.grade_id in names else []


def _source(cell: Any) -> str:
    return "".join(cell["source"]) if cell["cell_type"] == "code" else ""


def _needed(function: str, cells: Sequence[Any]) -> set[str]:
    """Name a function, and all that its definition reads, also through other definitions."""
    every = [(set(_bound(node)), node) for cell in cells for node in _statements(_source(cell))]
    needed = {function}
    while more := {name for binds, node in every if binds & needed for name in _read(node)} - needed:
        needed |= more
    return needed


def _line(output: Any) -> int:
    """Say in which line of its own a cell stopped; the first, where that is not told."""
    told = re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(map(str, output.get("traceback", []))))
    found = re.search(r"Cell In\s*\[\d+\], line (\d+)", told)
    return int(found[1]) if found and output["ename"] not in ("SyntaxError", "IndentationError") else 1


def made(source: str, first_line: int = 1) -> set[str]:
    """Name what a cell's statements from a line on make for other cells; where it is no Python, what it would define.

    >>> sorted(made("import json, os.path\\nfrom math import sqrt as root\\ndef f(x):\\n    y = 1"))
    ['f', 'json', 'os', 'root']
    >>> made("a = [b for b in 'cd']"), made("no Python"), made("def f[T](x: T) -> T: pass; (")
    ({'a'}, set(), {'f'})
    """
    statements = _statements(source)
    if not statements:
        return set(re.findall(r"(?m)^(?:async +)?(?:def|class) +(\w+)", source))
    return {name for node in statements if (node.end_lineno or 0) >= first_line for name in _bound(node)}


def _read(node: ast.AST) -> set[str]:
    """Name what a statement reads of the notebook: not what its own functions are given, or make for themselves."""
    names = [inner for inner in ast.walk(node) if isinstance(inner, ast.Name)]
    own = {inner.arg for inner in ast.walk(node) if isinstance(inner, ast.arg)}
    own |= {name.id for name in names if isinstance(name.ctx, ast.Store)}
    return {name.id for name in names} - own


def _statements(source: str) -> list[ast.stmt]:
    with contextlib.suppress(SyntaxError, ValueError, RecursionError):
        return ast.parse(plain_python(source)).body
    return []


def _bound(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            yield from ((alias.asname or alias.name).partition(".")[0] for alias in names)
        case ast.Name(id=name, ctx=ast.Store()):
            yield name
        case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            pass
        case _:
            for inner in ast.iter_child_nodes(node):
                yield from _bound(inner)
