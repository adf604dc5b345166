"""Which module imports which: the lessons in their order, and what shows things below or above them."""

import ast
import inspect
import tomllib
from pathlib import Path

import grimp
import pytest
from importlinter.cli import lint_imports
from notebook_rules import NOTEBOOKS, ROOT
from site_pages import modules

import bleu_helpers

PACKAGE = Path(bleu_helpers.__file__).parent
NAMES = {path.stem[:2]: path.stem[3:] for path in NOTEBOOKS}
LISTED = modules()
LESSONS = [f"bleu_helpers.{module}" for module in LISTED]
ROOMS = ("lessons", "fast", "corpora", "validation")
"""The rooms whose functions trust their input, or are what checks it."""
OUTSIDE_THE_ROOMS = [
    path for path in sorted(PACKAGE.rglob("*.py")) if path.relative_to(PACKAGE).parts[0] not in (*ROOMS, "__init__.py")
]


def test_the_docstring_lists_the_modules_in_the_order_of_the_lessons():
    for room in ROOMS[:3]:
        listed = [number for module, number in LISTED.items() if module.startswith(f"{room}.")]
        assert listed == sorted(listed)
        files = {f"{room}.{path.stem}" for path in (PACKAGE / room).glob("[!_]*.py")}
        others = files ^ {module for module in LISTED if module.startswith(f"{room}.")}
        assert not others, f"the docstring of bleu_helpers/__init__.py lists each module once: {others}"
    for module in (module for module in LISTED if module.startswith("lessons.")):
        number = LISTED[module]
        assert NAMES.get(number) == module.removeprefix("lessons."), f"{module} is no module of lesson {number}"
    homes = {inspect.unwrap(getattr(bleu_helpers, name)).__module__ for name in bleu_helpers.__all__}
    assert {home for home in homes if home.split(".")[1] in ROOMS} <= {*LESSONS}
    with_tests = [module.split(".")[1] for module in LISTED if not module.startswith("fast.")]
    untested = [module for module in with_tests if not [*(ROOT / "tests").rglob(f"test_{module}.py")]]
    assert not untested, f"each has a file tests/…/test_….py, but for {untested}"


def test_every_module_imports_only_what_stands_below_it():
    """The order stands in pyproject.toml, and import-linter holds the modules to it."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    order, _, public = settings["contracts"]
    private = {f"exercise_checker.{path.stem}" for path in (ROOT / "exercise_checker").glob("_[!_]*.py")}
    assert {*public["forbidden_modules"]} == private
    layers = [module.strip() for layer in reversed(order["layers"]) for module in layer.split("|")]
    needed = {f"bleu_helpers.{path.stem}" for path in PACKAGE.glob("[!_]*.py")} | {*LESSONS}
    without = {module for module in needed if not {module, module.rpartition(".")[0]} & {*layers}}
    assert not without, f"these have no place under [tool.importlinter] in pyproject.toml: {sorted(without)}"
    assert lint_imports(str(ROOT / "pyproject.toml"), no_cache=True) == 0


def test_a_lesson_imports_only_earlier_lessons():
    imports = grimp.build_graph("bleu_helpers", cache_dir=None)
    lessons = [module for module in LESSONS if ".lessons." in module]
    for place, module in enumerate(lessons):
        later = imports.find_upstream_modules(module) & {*lessons[place:]}
        assert not later, f"{module} imports from a later lesson: {sorted(later)}"


@pytest.mark.parametrize("path", OUTSIDE_THE_ROOMS, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_beside_the_lessons_a_public_name_is_the_packages(path):
    """So that what calls a function of ours calls the one that checks its input."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    taken = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module in LESSONS]
    assert not {alias.name for node in taken for alias in node.names} & {*bleu_helpers.__all__}


def test_the_figures_have_a_module_a_lesson():
    folder = PACKAGE / "display" / "plots"
    others = {path.stem for path in folder.glob("[!_]*.py")} - {*NAMES.values()}
    assert not others, f"a module in {folder.relative_to(ROOT)} has the name of its lesson: {others}"
