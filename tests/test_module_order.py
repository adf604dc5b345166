"""Which module imports which: the lessons in their order, what shows things below or above them, and no circle.

Read from the modules' text, so that an import counts wherever it stands: inside a function, and for types only.
"""

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import architecture
import pytest
from notebook_rules import WITHOUT_A_MODULE

import bleu_helpers

PACKAGE = Path(bleu_helpers.__file__).parent
FILES = architecture.files_of(PACKAGE)
NOTEBOOKS = [path.stem.split("_", 1) for path in sorted((PACKAGE.parent / "notebooks").glob("*.ipynb"))]
NUMBERS = {name: number for number, name in NOTEBOOKS}
# The package's docstring lists them, one a line: counting         01  words, counts, unigram precision
LISTED = re.findall(r"^    (\w+) +(\d\d)  ", bleu_helpers.__doc__, re.MULTILINE)
LESSONS = [f"bleu_helpers.{module}" for module, _ in LISTED]
FIGURES = "bleu_helpers.display.plots"
KNOBS = "bleu_helpers.display.knobs"


@cache
def imports(name):
    """The modules of the package that the text of a module names in its imports."""
    return architecture.imports_of(name, FILES)


def reached(name):
    """The modules of the package that a module imports, and those that these import, and so on."""
    found, new = set(), imports(name)
    while new:
        found |= new
        new = set().union(*(imports(module) for module in new)) - found
    return found


def inside(name, package):
    return name == package or name.startswith(f"{package}.")


def test_the_docstring_lists_the_modules_in_the_order_of_the_lessons():
    assert [number for _, number in LISTED] == sorted(number for _, number in LISTED)
    of_lessons = {(name, number) for number, name in NOTEBOOKS if f"{number}_{name}" not in WITHOUT_A_MODULE}
    assert of_lessons <= set(LISTED)
    public = {path.stem for path in PACKAGE.glob("[!_]*.py")}
    assert {module for module, _ in LISTED} == public - {"cast", "small_test_set"}


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_builds_on_earlier_lessons_only(lesson):
    earlier = LESSONS[: LESSONS.index(lesson)]
    beside = {"bleu_helpers.display.tables", "bleu_helpers.display.bar"}
    assert {one for one in imports(lesson) if not inside(one, "bleu_helpers._validation")} <= {*earlier, *beside}


@pytest.mark.parametrize("name", [name for name in FILES if name not in ("bleu_helpers", *LESSONS)])
def test_beside_the_lessons_a_public_name_is_the_packages(name):
    """So that what calls a function of ours calls the one that checks its input."""
    text = FILES[name].read_text(encoding="utf-8")
    taken = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ImportFrom) and node.module in LESSONS]
    assert not {alias.name for node in taken for alias in node.names} & {*bleu_helpers.__all__}


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_imports_by_import_statements_alone(lesson):
    assert not re.findall(r"importlib|__import__|sys\.modules", FILES[lesson].read_text(encoding="utf-8"))


@pytest.mark.parametrize("renderer", ["tables", "source", "shell", "bar"])
def test_what_the_lessons_use_to_show_things_knows_no_lesson(renderer):
    assert not reached(f"bleu_helpers.display.{renderer}") & {"bleu_helpers", *LESSONS}


def test_the_package_of_what_is_shown_imports_nothing():
    assert not imports("bleu_helpers.display")


def test_the_figures_have_a_module_a_lesson():
    modules = {path.stem for path in FILES[FIGURES].parent.glob("[!_]*.py")}
    assert modules == set(NUMBERS)
    assert imports(FIGURES) == {f"{FIGURES}.{module}" for module in modules}


@pytest.mark.parametrize("name", [name for name in FILES if not inside(name, FIGURES) and name != KNOBS])
def test_nothing_but_the_knobs_is_built_on_the_figures(name):
    assert not [module for module in imports(name) if inside(module, FIGURES)]


def test_nothing_is_built_on_the_knobs():
    assert not [name for name in FILES if KNOBS in imports(name)]


@pytest.mark.parametrize(
    ("above", "itself"), [("checks", ["checks", "course"]), ("course", ["course"])], ids=["checks", "course"]
)
def test_imports_go_one_way_from_the_course_to_the_checks_to_the_lessons(above, itself):
    below = [name for name in FILES if not any(inside(name, f"bleu_helpers.{package}") for package in itself)]
    assert len(below) > 10
    found = [(name, module) for name in below for module in imports(name)]
    assert not [one for one in found if inside(one[1], f"bleu_helpers.{above}")]


def test_no_module_comes_back_to_itself():
    order = TopologicalSorter({name: imports(name) for name in FILES}).static_order()
    assert set(order) >= set(FILES)
