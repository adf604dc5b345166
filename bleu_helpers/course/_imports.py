"""What a notebook imports, and whether it is there where the notebook is graded."""

import ast
import contextlib
import importlib.machinery
import importlib.util
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from bleu_helpers.course import _sandbox

COLAB = "google.colab"
"""The package that is nowhere but in Colab; `_colab` stands in for it."""


def plain_python(source: str) -> str:
    """Write a cell as IPython reads it: every magic, command and question becomes a call of `get_ipython()`.

    >>> plain_python("%matplotlib inline")
    "get_ipython().run_line_magic('matplotlib', 'inline')\\n"
    """
    from IPython.core.inputtransformer2 import TransformerManager

    reader: Any = TransformerManager  # some versions of IPython tell its types, and some do not
    return str(reader().transform_cell(source))


def does_something(source: str) -> bool:
    """Whether a cell does anything when it is run: what is no Python does not, and nor do comments and texts alone.

    >>> [does_something(source) for source in ("a = 1", "# a comment", "'a text'", "An essay, typed here")]
    [True, False, False, False]
    """
    with contextlib.suppress(SyntaxError, ValueError, RecursionError):
        body = ast.parse(plain_python(source)).body
        return not all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in body)
    return False


def imported(source: str, called: Collection[str] | None = None) -> set[str]:
    """Name the modules that a cell or a file imports, with their packages; none where it is no Python.

    What stands below a `try` or an `if` may be missing: its author thought of that. What is imported from a module may
    be a module too, so it is named with it. With `called`, the names that are used somewhere, only what surely runs
    counts: nothing below a `suppress`, and nothing in a function that nobody calls.

    >>> sorted(imported("import os.path\\nfrom google import colab"))
    ['google.colab', 'os.path']
    """
    with contextlib.suppress(SyntaxError, ValueError, RecursionError):
        return set(_in(ast.parse(plain_python(source)), called))
    return set()


def names_used(source: str) -> set[str]:
    """Name what a cell or a file reads, calls or imports by its name: a function that it defines and leaves is none.

    >>> sorted(names_used("def f(): pass\\ng(a.b)"))
    ['a', 'b', 'g']
    """
    with contextlib.suppress(SyntaxError, ValueError, RecursionError):
        return set(map(_name_used, ast.walk(ast.parse(plain_python(source))))) - {""}
    return set()


def _name_used(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name, ctx=ast.Load()) | ast.Attribute(attr=name) | ast.alias(name=name):
            return name
    return ""


def _may_not_run(tree: ast.AST, called: Collection[str]) -> bool:
    match tree:
        case ast.With():
            return any("suppress" in map(_name_used, ast.walk(item.context_expr)) for item in tree.items)
        case ast.FunctionDef(name=name, decorator_list=[]) | ast.AsyncFunctionDef(name=name, decorator_list=[]):
            return name not in called and not name.startswith("__")
    return False


def _in(tree: ast.AST, called: Collection[str] | None) -> Iterator[str]:
    if called is not None and _may_not_run(tree, called):
        return
    match tree:
        case ast.Import():
            yield from (alias.name for alias in tree.names)
        case ast.ImportFrom(module=str(module), level=0):
            yield from (f"{module}.{alias.name}".removesuffix(".*") for alias in tree.names)
        case ast.Call(
            func=ast.Attribute(attr="run_line_magic"), args=[ast.Constant("load_ext"), ast.Constant(str(name))]
        ):
            if (
                "." in name or importlib.util.find_spec(f"IPython.extensions.{name}") is None
            ):  # else it is IPython's own
                yield name
        case ast.Try() | ast.If():
            pass
        case _:
            for inner in ast.iter_child_nodes(tree):
                yield from _in(inner, called)


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
