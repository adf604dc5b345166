"""Pyodide on this machine, as far as its packages are available: its core from npm, and pure Python packages from PyPI.

The packages that Pyodide compiles itself (NumPy, matplotlib, regex, lxml, MarkupSafe) exist only at its own address.
They are replaced with packages that accept every call of lesson 02, which uses them only to draw. Its numbers are ours,
and its pictures are empty.
"""

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

import commands
import make_tab

STORE = commands.ENVIRONMENT / "pyodide"
BESIDE_OURS = ("ipython", "jedi", "lxml", "micropip", "traitlets")
"""The packages from Pyodide's list that the kernel and the site's own wheels need, besides those of the helpers."""

TAKES_ANYTHING = """
import importlib.machinery
import sys
import types
from unittest.mock import MagicMock


def nothing_is_drawn():
    from bleu_helpers.display.plots import _figure

    _figure.as_png = lambda figure: b""
    _figure.read = lambda figure: None
    _figure.text_form = lambda drawn: "Figure: nothing"


class Module(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"): raise AttributeError(name)
        if name == "Figure": nothing_is_drawn()
        return MagicMock()


class Finder:
    def find_spec(self, name, path=None, target=None):
        if name.startswith(__name__ + "."):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
    def create_module(self, spec): return Module(spec.name)
    def exec_module(self, module): pass


sys.meta_path.append(Finder())


def __getattr__(name):
    if name.startswith("__"): raise AttributeError(name)
    return MagicMock()
"""
AS_RE = "from re import *\nV0 = V1 = VERSION0 = VERSION1 = WORD = W = 0\n"
STAND_INS = {
    **dict.fromkeys(("numpy", "matplotlib", "lxml", "kiwisolver", "contourpy", "markupsafe"), TAKES_ANYTHING),
    "pillow": TAKES_ANYTHING,
    "regex": AS_RE,
}


def of_pyodide() -> dict[str, dict]:
    """Return the entries of Pyodide's list that the tab needs."""
    packages = json.loads((make_tab.CORE / make_tab.LOCK).read_text(encoding="utf-8"))["packages"]
    return make_tab.listed(packages, ({*commands.wanted("fast")} & packages.keys()) | {*BESIDE_OURS})


def furnish(target: Path) -> None:
    """Copy Pyodide to a folder as it is published, but with only those packages of its list that the tab needs."""
    shutil.copytree(make_tab.CORE, target)
    lock, listed = json.loads((target / make_tab.LOCK).read_text(encoding="utf-8")), of_pyodide()
    wheels = fetched({name: package["version"] for name, package in listed.items() if name not in STAND_INS})
    for name, package in listed.items():
        if name in STAND_INS:
            wheel = make_tab.stand_in(name, package["version"], package["imports"][-1], STAND_INS[name], target)
        else:
            start = name.replace("-", "_") + "-"
            wheel = shutil.copy(next(wheel for wheel in wheels if wheel.name.lower().startswith(start)), target)
        package["file_name"] = Path(wheel).name
        package["sha256"] = hashlib.sha256(Path(wheel).read_bytes()).hexdigest()
    lock["packages"] = listed
    (target / make_tab.LOCK).write_text(json.dumps(lock), encoding="utf-8")


def fetched(versions: dict[str, str]) -> list[Path]:
    """Return the wheels of pure Python packages in Pyodide's versions. The first call downloads them."""
    wanted = sorted(f"{name}=={version}" for name, version in versions.items())
    folder = STORE / hashlib.sha256(repr(wanted).encode()).hexdigest()[:16]
    if not folder.is_dir():
        shutil.rmtree(STORE, ignore_errors=True)
        platform = ["--platform", "any", "--implementation", "py", "--abi", "none", "--python-version", "3.14"]
        options = ["--quiet", "--no-deps", "--only-binary=:all:", *platform]
        subprocess.run(
            [sys.executable, "-m", "pip", "download", *options, "--dest", STORE / "partial", *wanted], check=True
        )
        (STORE / "partial").rename(folder)
    return sorted(folder.glob("*.whl"))
