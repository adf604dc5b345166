"""What a notebook's code imports, defines and needs, read without running it.

A student's notebook ran on another machine. A cell that stops here takes along what stands below in it, and later parts
that need it lose their points without a word. So does a right function whose name something below defines once more.
"""

import ast
import contextlib
import importlib.machinery
import importlib.util
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from bleu_helpers.course import _sandbox

COLAB = "google.colab"
"""The package that is nowhere but in Colab; `_kernel` stands in for it."""

NAMES = 5
"""So many names stand in a line."""


def plain_python(source: str) -> str:
    """Write a cell as IPython reads it: every magic, command and question becomes a call of `get_ipython()`.

    >>> plain_python("%matplotlib inline")
    "get_ipython().run_line_magic('matplotlib', 'inline')\\n"
    """
    from IPython.core.inputtransformer2 import TransformerManager

    reader: Any = TransformerManager  # some versions of IPython tell its types, and some do not
    return str(reader().transform_cell(source))


@lru_cache(maxsize=1000)  # the same cells are asked for many names
def _statements(source: str) -> list[ast.stmt]:
    """Read the statements of a cell; none where it is no Python."""
    with contextlib.suppress(SyntaxError, ValueError, RecursionError):
        return ast.parse(plain_python(source)).body
    return []


def does_something(source: str) -> bool:
    """Whether a cell does anything when it is run: what is no Python does not, and nor do comments and texts alone.

    >>> [does_something(source) for source in ("a = 1", "# a comment", "'a text'", "An essay, typed here")]
    [True, False, False, False]
    """
    return not all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in _statements(source))


# What a notebook imports.


def imported(source: str, code: str | None = None) -> set[str]:
    """Name the modules that a cell or a file imports, with their packages; none where it is no Python.

    What stands below a `try`, an `if` or a `suppress` may be missing: its author thought of that. What is imported from
    a module may be a module too, so it is named with it.

    Args:
        source: the cell or the file.
        code: all code of the notebook. With it, nothing counts in a function that is named nowhere else in there.

    >>> sorted(imported("import os.path\\nfrom google import colab"))
    ['google.colab', 'os.path']
    """
    return {name for node in _statements(source) for name in _in(node, code)}


def _in(tree: ast.AST, code: str | None) -> Iterator[str]:
    match tree:
        case ast.Import():
            yield from (alias.name for alias in tree.names)
        case ast.ImportFrom(module=str(module), level=0):
            yield from (f"{module}.{alias.name}".removesuffix(".*") for alias in tree.names)
        case ast.Call(
            func=ast.Attribute(attr="run_line_magic"), args=[ast.Constant("load_ext"), ast.Constant(str(name))]
        ):
            if "." in name or importlib.util.find_spec(f"IPython.extensions.{name}") is None:  # else IPython's own
                yield name
        case ast.Try() | ast.If():
            pass
        case ast.With(items=items) if "suppress" in "".join(map(ast.unparse, items)):
            pass
        case ast.FunctionDef(name=name) if code is not None and _is_named_once(name, code):
            pass
        case _:
            for inner in ast.iter_child_nodes(tree):
                yield from _in(inner, code)


def _is_named_once(name: str, code: str) -> bool:
    return not name.startswith("__") and len(re.findall(rf"\b{name}\b", code)) == 1


def imports_colab(source: str) -> bool:
    """Whether a cell or a file imports what only Colab has, without a thought of its being missing."""
    return "colab" in source and any(f"{name}.".startswith(f"{COLAB}.") for name in imported(source))


def missing(name: str) -> str:
    """Give the part of a module's name that is not to be found where notebooks are graded; nothing if it is there.

    No code of a package is run. So within a package it is not looked any further; within a folder of packages by
    different authors, as `google` is one, it is.

    >>> missing("os.path"), missing("no_such_module.inside"), missing("google.colab.drive")
    ('', 'no_such_module', '')
    """
    if f"{name}.".startswith(f"{COLAB}."):
        return ""
    known, places = "", None
    for part in name.split("."):
        known = f"{known}.{part}".lstrip(".")
        try:
            spec = _spec(known, places)
        except ValueError:  # it is the program that runs here
            return ""
        if spec is None or not _in_sight(spec):
            return known
        if spec.origin is not None or not spec.submodule_search_locations:
            return ""
        places = [*spec.submodule_search_locations]
    return ""


def _spec(name: str, places: list[str] | None) -> importlib.machinery.ModuleSpec | None:
    return importlib.util.find_spec(name) if places is None else importlib.machinery.PathFinder.find_spec(name, places)


def _in_sight(spec: importlib.machinery.ModuleSpec) -> bool:
    """Whether a module of this program is one in a sandbox too: what lies in the course's folder, say, is not."""
    files = [spec.origin] if spec.has_location else spec.submodule_search_locations
    if not files:  # it is built in
        return True
    try:
        return _sandbox.kind() == "none" or any(_sandbox.shows(Path(file)) for file in files if file)
    except _sandbox.NoSandbox:  # whoever grades hears of that by itself
        return True


# What a notebook defines, and why a function may have lost points without its author's fault.


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
    for place, cell in enumerate(cells):
        for output in cell.get("outputs", []):
            if output["output_type"] != "error":
                continue
            unmade = made(_source(cell), _line(output)) & needed
            unmade -= {name for other in cells if other is not cell for name in made(_source(other))}
            if unmade:
                names = ", ".join(sorted(unmade)[:NAMES])
                error = ascii(output["ename"])[1:-1]
                yield f"cell {place + 1} stopped with {error} before it made: {names}"


def defined_twice(function: str, cells: Sequence[Any]) -> str:
    """Name the cells that define a function, if there are several; else nothing."""
    places = [str(place) for place, cell in enumerate(cells, start=1) if function in made(_source(cell))]
    return f"cells {' and '.join(places)} define {function}" if len(places) > 1 else ""


def _source(cell: Any) -> str:
    return "".join(cell["source"]) if cell["cell_type"] == "code" else ""


def _needed(function: str, cells: Sequence[Any]) -> set[str]:
    """Name a function, and all that its definition reads, also through other definitions."""
    every = [({*_bound(node)}, node) for cell in cells for node in _statements(_source(cell))]
    needed = {function}
    while more := {name for binds, node in every if binds & needed for name in _read(node)} - needed:
        needed |= more
    return needed


def _read(node: ast.AST) -> set[str]:
    """Name what a statement reads of the notebook: not what its own functions are given, or make for themselves."""
    names = [inner for inner in ast.walk(node) if isinstance(inner, ast.Name)]
    own = {inner.arg for inner in ast.walk(node) if isinstance(inner, ast.arg)}
    own |= {name.id for name in names if isinstance(name.ctx, ast.Store)}
    return {name.id for name in names} - own


def _line(output: Any) -> int:
    """Say in which line of its own a cell stopped; the first, where that is not told."""
    told = re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(map(str, output.get("traceback", []))))
    found = re.search(r"Cell In\s*\[\d+\], line (\d+)", told)
    return int(found[1]) if found and output["ename"] not in ("SyntaxError", "IndentationError") else 1
