"""Which modules a module may import: lessons only earlier lessons, and each folder only the folders below it."""

import inspect
import re
import tomllib
from pathlib import Path

import grimp
from importlinter.cli import lint_imports
from notebook_rules import NOTEBOOKS, ROOT
from site_pages import modules

import bleu_helpers

PACKAGE = Path(bleu_helpers.__file__).parent
NAMES = {path.stem[:2]: path.stem[3:] for path in NOTEBOOKS}
LISTED = modules()
LESSONS = [f"bleu_helpers.{module}" for module in LISTED]
FOLDERS = ("lessons", "fast", "corpora")


def test_the_docstring_lists_the_modules_in_the_order_of_the_lessons():
    for folder in FOLDERS:
        listed = [number for module, number in LISTED.items() if module.startswith(f"{folder}.")]
        assert listed == sorted(listed)
        files = {f"{folder}.{path.stem}" for path in (PACKAGE / folder).glob("[!_]*.py")}
        others = files ^ {module for module in LISTED if module.startswith(f"{folder}.")}
        assert not others, f"the docstring of bleu_helpers/__init__.py must list each module once: {others}"
    for module in (module for module in LISTED if module.startswith("lessons.")):
        number = LISTED[module]
        assert NAMES.get(number) == module.removeprefix("lessons."), f"{module} is not the module of lesson {number}"
    homes = {inspect.unwrap(getattr(bleu_helpers, name)).__module__ for name in bleu_helpers.__all__}
    assert {home for home in homes if home.split(".")[1] in FOLDERS} <= {*LESSONS}


def test_every_module_imports_only_from_layers_below_it():
    """The layers are listed in pyproject.toml, and import-linter checks the imports."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    order, *_, public = settings["contracts"]
    private = {f"exercise_checker.{path.stem}" for path in (ROOT / "exercise_checker").glob("_[!_]*.py")}
    assert {*public["forbidden_modules"]} == private
    layers = [module.strip() for layer in reversed(order["layers"]) for module in re.split("[|:]", layer)]
    needed = {f"bleu_helpers.{path.stem}" for path in PACKAGE.glob("[!_]*.py")} | {*LESSONS}
    without = {module for module in needed if not {module, module.rpartition(".")[0]} & {*layers}}
    assert not without, f"list these under [tool.importlinter] in pyproject.toml: {sorted(without)}"
    assert lint_imports(str(ROOT / "pyproject.toml"), no_cache=True) == 0


def test_a_lesson_imports_only_earlier_lessons():
    imports = grimp.build_graph("bleu_helpers", cache_dir=None)
    lessons = [module for module in LESSONS if ".lessons." in module]
    for place, module in enumerate(lessons):
        later = imports.find_upstream_modules(module) & {*lessons[place:]}
        assert not later, f"{module} imports from a later lesson: {sorted(later)}"
