"""What a lesson needs in a browser's tab is there: in Pyodide's list of packages, or among the site's own wheels."""

import ast
import hashlib
import importlib
import importlib.metadata
import json
import sys
import zipfile
from pathlib import Path

import fetch_wheels
import make_tab
import pytest
from notebook_rules import NOTEBOOKS, ROOT, code, code_cells, load
from packaging.utils import canonicalize_name
from site_server import handing_out

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


@pytest.mark.parametrize(
    "module", sorted({*HELPERS.rglob("*.py"), *CHECKER.rglob("*.py")} - {*HELPERS.glob("course/**/*.py")}), ids=str
)
def test_every_import_of_the_helpers_is_there(module):
    """Without rapidfuzz, the definition of the error rates counts."""
    found = missing([ast.parse(module.read_text(encoding="utf-8"))])
    assert found == ({"rapidfuzz"} if module == HELPERS / "error_rates.py" else set())


# Our list of packages, in the place of Pyodide's.


def test_a_wheel_of_ours_says_what_it_needs_in_a_tab(tmp_path):
    [sacrebleu, widgets] = [
        make_tab.entry(make_tab.wheel_of(name, tmp_path), "3.14") for name in ("sacrebleu", "ipywidgets")
    ]
    assert sacrebleu["depends"] == ["colorama", "lxml", "numpy", "portalocker", "regex", "tabulate"]
    assert (sacrebleu["name"], sacrebleu["imports"]) == ("sacrebleu", ["sacrebleu"])
    assert widgets["depends"] == ["comm", "ipython", "jupyterlab-widgets", "traitlets"]
    wheel = (tmp_path / sacrebleu["file_name"]).read_bytes()
    assert hashlib.sha256(wheel).hexdigest() == sacrebleu["sha256"]


# The wheels of the others.


@pytest.fixture
def publisher(tmp_path):
    """A publisher of three wheels with its address, and a list of them in another folder."""
    there, here = tmp_path / "there", tmp_path / "here"
    there.mkdir()
    here.mkdir()
    packages = {}
    for name in ("one.whl", "two.whl", "three.whl"):
        (there / name).write_text(name, encoding="utf-8")
        packages[name] = {"file_name": name, "sha256": hashlib.sha256(name.encode()).hexdigest()}
    (here / make_tab.LOCK).write_text(json.dumps({"packages": packages}), encoding="utf-8")
    with handing_out(there) as source:
        yield there, here / make_tab.LOCK, source


def test_another_wheel_than_the_list_means_is_refused_and_a_missing_one_is_named(publisher):
    there, lock, source = publisher
    (there / "one.whl").write_text("another", encoding="utf-8")
    (there / "two.whl").unlink()
    (lock.parent / "three.whl").write_text("another", encoding="utf-8")
    assert fetch_wheels.fetch(lock, source) == [
        "one.whl: its sha256 is not the one in pyodide-lock.json",
        "two.whl: HTTP Error 404: File not found",
        "three.whl: its sha256 is not the one in pyodide-lock.json",
    ]
    assert [path.name for path in lock.parent.glob("*.whl")] == ["three.whl"]


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


# The wheels.


@pytest.mark.parametrize("name", make_tab.MISSING)
def test_a_wheel_is_packed_from_what_is_installed(name, tmp_path):
    wheel = make_tab.wheel_of(name, tmp_path)
    version = importlib.metadata.version(name)
    assert wheel.name == f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        files = archive.namelist()
        [record] = [file for file in files if file.endswith(".dist-info/RECORD")]
        listed = [line.split(",")[0] for line in archive.read(record).decode().splitlines()]
    assert sorted(listed) == sorted(files)
    assert any(file.endswith(".dist-info/METADATA") for file in files)
    assert any(file.split("/")[0].removesuffix(".py") == name for file in files)
    assert not [file for file in files if ".." in file or "__pycache__" in file or file.endswith("direct_url.json")]
