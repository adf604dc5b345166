"""What a lesson needs in a browser's tab is there: in Pyodide's list of packages, or among the site's own wheels."""

import ast
import json
import sys
from pathlib import Path

import make_tab
import pytest
from notebook_rules import NOTEBOOKS, ROOT, code, code_cells, load
from packaging.utils import canonicalize_name

LIST = Path(__file__).with_name("pyodide_packages.txt")
PACKAGES = {
    name: (version, modules.split(","))
    for line in LIST.read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
    for name, version, modules in [line.split(" ")]
}
HELPERS, CHECKER = ROOT / "bleu_helpers", ROOT / "exercise_checker"


def imported(trees):
    """The names of the packages that some Python imports, wherever it does."""
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.split(".")[0]


def missing(trees):
    """What some Python imports and a tab does not have."""
    of_pyodide = {module.split(".")[0] for _, modules in PACKAGES.values() for module in modules}
    wheels = {"bleu_helpers", "exercise_checker", *make_tab.MISSING, *make_tab.STAND_INS}
    return {*imported(trees)} - sys.stdlib_module_names - of_pyodide - wheels


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_import_of_a_lesson_is_there(path):
    """Lesson 14 imports the engines where somebody has them: it is compared where nobody has."""
    trees = [code(cell) for cell in code_cells(load(path))]
    assert missing(trees) == ({"dask", "pyspark"} if path.stem == "14_at_scale" else set())


def test_every_import_of_the_helpers_is_there():
    """Without rapidfuzz, the definition of the error rates counts."""
    modules = {*HELPERS.rglob("*.py"), *CHECKER.rglob("*.py")} - {*HELPERS.glob("course/**/*.py")}
    assert missing([ast.parse(module.read_text(encoding="utf-8")) for module in modules]) == {"rapidfuzz"}


# The list of the tests is Pyodide's.


def named():
    """The version of Pyodide that the site's package.json names."""
    return json.loads((make_tab.FRAME / "package.json").read_text(encoding="utf-8"))["dependencies"]["pyodide"]


def test_the_list_is_of_the_version_that_the_site_names():
    assert f"pyodide {named()}," in LIST.read_text(encoding="utf-8")


@pytest.mark.node
def test_the_list_is_that_of_pyodide():
    folder = make_tab.CORE
    assert json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"] == named()
    lock = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))["packages"]
    for name, (version, modules) in PACKAGES.items():
        assert (lock[name]["version"], lock[name]["imports"]) == (version, modules)
        assert {*map(canonicalize_name, lock[name]["depends"])} <= PACKAGES.keys()
    own = {canonicalize_name(name) for name in (*make_tab.MISSING, *make_tab.STAND_INS)}
    assert not own & lock.keys(), "what Pyodide has is not brought twice"
