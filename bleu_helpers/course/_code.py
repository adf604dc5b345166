"""What a notebook's code defines and needs, read without running it.

A student's notebook ran on another machine. A cell that stops here takes along what stands below in it, and later parts
that need it lose their points without a word. So does a right function whose name something below defines once more.
"""

import ast
import builtins
import contextlib
import re
import textwrap
import warnings
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

ABSENT = ("FileNotFoundError", "ImportError", "ModuleNotFoundError", "OSError")
"""With one of these stops a cell that misses a file or a module; nobody can read which names it was to make."""


_MAGIC = re.compile(r"(?m)^([ \t]*)(\w+ *= *)?[%!].*$|^([ \t]*)(?:\?{1,2}[\w.*]+|[\w.*]+\?{1,2})[ \t]*$")
"""A line that IPython reads as a command or a question, and not as Python."""


@lru_cache(maxsize=1000)  # the same cells are asked for many names
def statements(source: str) -> list[ast.stmt]:
    """Read the statements of a cell, with a plain value for each of its magics and commands.

    None where it is no Python. IPython's own reader would take minutes for some hundred magics.

    >>> [len(statements(source)) for source in ("a = 1", "files = !ls", "# a comment", "An essay, typed here")]
    [1, 1, 0, 0]
    """
    plain = textwrap.dedent(source)
    plain = "None" if plain.startswith("%%") else plain
    for written in (plain, _MAGIC.sub(r"\1\2\3None", plain)):
        with contextlib.suppress(Exception), warnings.catch_warnings(action="ignore"):  # as about "\\d" in a text
            return ast.parse(written).body
    return []


def made(source: str, first_line: int = 1) -> set[str]:
    """Name what a cell's statements from a line on make for other cells; where it is no Python, what it would define.

    >>> sorted(made("import json, os.path\\nfrom math import sqrt as root\\ndef f(x):\\n    y = 1"))
    ['f', 'json', 'os', 'root']
    >>> made("a = [b for b in 'cd']"), made("no Python"), made("def f[T](x: T) -> T: pass; (")
    ({'a'}, set(), {'f'})
    """
    known = statements(source)
    if not known:
        return set(re.findall(r"(?m)^(?:async +)?(?:def|class) +(\w+)", source))
    return {name for node in known if (node.end_lineno or 0) >= first_line for name in _bound(node)}


def _bound(node: ast.AST) -> Iterator[str]:
    waiting = [node]  # and no recursion: a sum of a thousand terms is a thousand levels deep
    while waiting:
        match waiting.pop():
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                yield from ((alias.asname or alias.name).partition(".")[0] for alias in names)
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                pass
            case other:
                waiting += ast.iter_child_nodes(other)


def above(grade_id: str, cells: Sequence[Any]) -> Sequence[Any]:
    """Give the cells above a test cell."""
    names = [cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in cells]
    return cells[: names.index(grade_id)] if grade_id in names else []


def stopped_before(function: str, cells: Sequence[Any]) -> Iterator[str]:
    """Say which cells stopped before they made what a function needs, and made nowhere else.

    Args:
        function: the name of a graded function.
        cells: those above its test, with the outputs of grading.
    """
    needed = _needed(function, cells)
    of_each = [made(_source(cell)) for cell in cells]
    nowhere = needed.difference(dir(builtins), *of_each)
    for place, cell in enumerate(cells):
        errors = [output for output in cell.get("outputs", []) if output["output_type"] == "error"]
        for output in errors[:1]:  # nbclient adds one of its own where a cell was interrupted
            elsewhere = set().union(*of_each[place + 1 :], set().union(*of_each[:place]) - {function})
            unmade = (made(_source(cell), _line(output)) & needed) - elsewhere
            if any(error in _told(output) for error in ABSENT):  # as where it says `import *`, or %run
                unmade |= nowhere
            if unmade:
                error = ascii(output["ename"])[1:-1]
                yield f"cell {place + 1} stopped with {error} before it made: {', '.join(sorted(unmade))}"


def defined_twice(function: str, cells: Sequence[Any]) -> str:
    """Name the cells that define a function, if there are several; else nothing."""
    places = [str(place) for place, cell in enumerate(cells, start=1) if function in made(_source(cell))]
    return f"cells {' and '.join(places)} define {function}" if len(places) > 1 else ""


def _source(cell: Any) -> str:
    return "".join(cell["source"]) if cell["cell_type"] == "code" else ""


def _needed(function: str, cells: Sequence[Any]) -> set[str]:
    """Name a function, and all that its definition reads, also through other definitions."""
    every = [({*_bound(node)}, node) for cell in cells for node in statements(_source(cell))]
    needed = {function}
    while more := {name for binds, node in every if binds & needed for name in _read(node)} - needed:
        needed |= more
    return needed


def _read(node: ast.AST) -> set[str]:
    """Name what a statement reads of the notebook: not what its own functions are given, or make for themselves."""
    every = [*ast.walk(node)]
    own = {inner.arg for inner in every if isinstance(inner, ast.arg)}
    own |= {str(name) for inner in every for name in (getattr(inner, "name", ""), *_bound(inner))}
    return {inner.id for inner in every if isinstance(inner, ast.Name)} - own


def _line(output: Any) -> int:
    """Say in which line of its own a cell stopped; the first, where that is not told."""
    found = re.search(r"Cell In\s*\[\d+\], line (\d+)", _told(output))
    return int(found[1]) if found and output["ename"] not in ("SyntaxError", "IndentationError") else 1


def _told(output: Any) -> str:
    """Give the traceback of an error, without its colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(map(str, output.get("traceback", []))))
