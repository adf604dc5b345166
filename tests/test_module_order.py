"""Which module imports which: the lessons in their order, and what shows things below or above them."""

import ast
import re
import tomllib
from pathlib import Path

import pytest
from importlinter.cli import lint_imports
from notebook_rules import NOTEBOOKS, ROOT, WITHOUT_A_MODULE

import bleu_helpers

PACKAGE = Path(bleu_helpers.__file__).parent
NAMES = {path.stem[:2]: path.stem[3:] for path in NOTEBOOKS}
# The package's docstring lists them, one a line: counting         01  words, counts, unigram precision
LISTED = re.findall(r"^    (\w+) +(\d\d)  ", bleu_helpers.__doc__, re.MULTILINE)
LESSONS = [f"bleu_helpers.{module}" for module, _ in LISTED]
BESIDE_THE_LESSONS = [
    path
    for path in sorted(PACKAGE.rglob("*.py"))
    if path.parent != PACKAGE or path.stem not in ("__init__", *dict(LISTED))
]


def test_the_docstring_lists_the_modules_in_the_order_of_the_lessons():
    assert [number for _, number in LISTED] == sorted(number for _, number in LISTED)
    of_lessons = {(name, number) for number, name in NAMES.items() if f"{number}_{name}" not in WITHOUT_A_MODULE}
    assert of_lessons <= set(LISTED)
    public = {path.stem for path in PACKAGE.glob("[!_]*.py")}
    assert {module for module, _ in LISTED} == public - {"cast", "judgements", "small_test_set"}
    assert all((ROOT / "tests" / f"test_{module}.py").is_file() for module, _ in LISTED)


def test_every_module_imports_only_what_stands_below_it():
    """The order stands in pyproject.toml, and import-linter holds the modules to it."""
    [contract] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    assert [layer for layer in reversed(contract["layers"]) if layer in LESSONS] == LESSONS
    assert lint_imports(str(ROOT / "pyproject.toml"), no_cache=True) == 0


@pytest.mark.parametrize("path", BESIDE_THE_LESSONS, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_beside_the_lessons_a_public_name_is_the_packages(path):
    """So that what calls a function of ours calls the one that checks its input."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    taken = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module in LESSONS]
    assert not {alias.name for node in taken for alias in node.names} & {*bleu_helpers.__all__}


def test_the_figures_have_a_module_a_lesson():
    assert {path.stem for path in (PACKAGE / "display" / "plots").glob("[!_]*.py")} == {*NAMES.values()}
