"""What a cell would have made that stopped because of the machine: a file, a module or a network is not here.

A student's notebook ran on another machine. A cell that stops here takes along what stands below in it, and later parts
that need it lose their points without a word.
"""

import ast
import builtins
import contextlib
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from bleu_helpers.course._imports import plain_python

MACHINES = (ImportError, OSError)
"""Python's errors of this kind."""

OTHERS = ("LookupError", "URLError", "HTTPError", "SSLError", "gaierror")
"""Further ones by their names: NLTK looks for data with the first. That the time was up is not among them: the longest
time is the same for everybody, and an endless loop is the student's own.
"""


class Stopped(NamedTuple):
    """A cell that stopped: its number from 1 in the notebook, the name of the error, and what it left unmade."""

    number: int
    error: str
    unmade: frozenset[str]


def stopped(cells: Sequence[Any]) -> Iterator[Stopped]:
    """Find the cells that stopped for a reason of the machine's, among those above a test.

    Args:
        cells: of a graded notebook, with the outputs of grading.
    """
    for place, cell in enumerate(cells):
        if cell["cell_type"] == "code":
            for output in cell["outputs"]:
                if output["output_type"] == "error" and _of_the_machine(str(output["ename"])):
                    unmade = made("".join(cell["source"]), _line(output))
                    for other in (*cells[:place], *cells[place + 1 :]):
                        if other["cell_type"] == "code":
                            unmade -= made("".join(other["source"]))
                    yield Stopped(place + 1, str(output["ename"]), frozenset(unmade))


def _of_the_machine(error: str) -> bool:
    known = getattr(builtins, error, None)
    return error in OTHERS or (isinstance(known, type) and issubclass(known, MACHINES))


def _line(output: Any) -> int:
    """Say in which line of its own a cell stopped; the first, where that is not told."""
    told = re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(map(str, output.get("traceback", []))))
    found = re.search(r"Cell In\s*\[\d+\], line (\d+)", told)
    return int(found[1]) if found else 1


def made(source: str, first_line: int = 1) -> set[str]:
    """Name what a cell's statements from a line on make for other cells.

    >>> sorted(made("import json, os.path\\nfrom math import sqrt as root\\ndef f(x):\\n    y = 1"))
    ['f', 'json', 'os', 'root']
    >>> made("a = [b for b in 'cd']"), made("no Python")
    ({'a'}, set())
    """
    return {name for node in _statements(source) if (node.end_lineno or 0) >= first_line for name in _bound(node)}


def used(source: str) -> set[str]:
    """Name what a cell reads, also within its functions."""
    nodes = [inner for node in _statements(source) for inner in ast.walk(node)]
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


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
