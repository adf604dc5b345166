"""Test that a tab has everything a lesson needs, in Pyodide's list of packages or among the site's wheels."""

import ast
import sys

import make_tab
import pytest
from notebook_rules import NOTEBOOKS, ROOT, code, code_cells, load
from pyodide_stubs import of_pyodide

pytestmark = pytest.mark.node

PACKAGES = ("bleu_helpers", "bleu_exercises", "exercise_checker")


def imported(trees):
    """Yield the names of the packages that are imported anywhere in some code."""
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.split(".")[0]


def missing(trees):
    """Return the packages that some code imports and a tab lacks."""
    listed = {module.split(".")[0] for package in of_pyodide().values() for module in package["imports"]}
    wheels = {*PACKAGES, *make_tab.MISSING, *make_tab.STAND_INS}
    return {*imported(trees)} - sys.stdlib_module_names - listed - wheels


def test_every_import_of_a_lesson_is_available_in_a_tab():
    """Lesson 14 imports the engines only if they are installed, and its saved outputs do not need them."""
    found = {path.stem: missing([code(cell) for cell in code_cells(load(path))]) for path in NOTEBOOKS}
    assert {name: them for name, them in found.items() if them} == {"14_at_scale": {"dask", "pyspark"}}


def test_every_import_of_the_helpers_is_available_in_a_tab():
    """Without rapidfuzz, the definition computes the error rates; without Numba, texts are counted in arrays."""
    modules = {
        path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if "tests" not in path.parts[-2:]
    }
    assert missing([ast.parse(module.read_text(encoding="utf-8")) for module in modules]) == {"rapidfuzz", "numba"}
