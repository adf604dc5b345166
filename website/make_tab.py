"""Build the lessons that run in a browser tab: JupyterLite, and the Python that it starts.

Called by website/make_site.py. Python in the browser is Pyodide, whose core is installed with npm. Its list of packages
is reduced to those that the lessons need. The helpers and the packages that Pyodide lacks are added as wheels in the
same folder, so a set-up cell in the tab finds everything and downloads nothing.
"""

import base64
import contextlib
import gzip
import hashlib
import importlib.metadata
import json
import re
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Iterable
from http.client import HTTPException
from pathlib import Path

import commands
import lab
import learn
import site_pages
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

FRAME = Path(__file__).resolve().parent
CORE = FRAME / "node_modules" / "pyodide"
PUBLISHED = "https://cdn.jsdelivr.net/pyodide/v{}/full/"
"""The address at which Pyodide's publisher has the packages of a version."""

FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
PLACE = "static/pyodide"
"""The folder of all these files in the tab."""

JUPYTERLITE = 1_600_000
"""The bytes that JupyterLite itself loads, compressed, as a browser's network log counts them for lesson 05."""

WATCH = "watch_kernel.js"
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
OF_THE_KERNEL = {"widgetsnbextension"}
"""Packages that JupyterLite replaces with its own wheels."""

STARTED_WITH = ("micropip", "comm", "jedi", "ipython", "bleu-helpers", "ipywidgets")
"""Packages that are loaded before the first cell: those that the kernel needs, the helpers, and ipywidgets."""

MISSING = ("sacrebleu", "colorama", "tabulate", "comm", "ipywidgets", "jupyterlab_widgets")
"""Packages that the lessons, the kernel or the knobs need and that Pyodide lacks.

They are pure Python, so the files that are installed here also run in the browser.
"""

STAND_INS = {
    "portalocker": '''"""Replaces portalocker, which sacreBLEU imports and which does not work in Pyodide.

A tab has only one process, so a lock is always free.
"""

from contextlib import nullcontext


def Lock(*arguments, **named):
    """A lock that is always free."""
    return nullcontext()
''',
}
"""Packages that do not work in a tab, and the source code of the modules that replace them there."""

THEME = {"@jupyterlab/apputils-extension:themes": {"adaptive-theme": True}}
"""The setting that makes the tab light or dark according to the reader's system."""

ADDED_BY_AN_INSTALLER = {"INSTALLER", "REQUESTED", "RECORD", "direct_url.json"}
"""Metadata files that an installer adds, so they are not part of the wheel."""


def own_wheels(folder: Path) -> None:
    """Build the wheels of the helpers and of what they require of ours."""
    from hatchling import build  # imported here because it may be missing where this module is only tested

    for ours in commands.folders_of("fast"):
        with contextlib.chdir(ours):
            build.build_wheel(str(folder))


def wheel_of(name: str, folder: Path) -> Path:
    """Pack an installed pure Python package into a wheel again, so that nothing has to be downloaded."""
    package = importlib.metadata.distribution(name)
    files = {
        str(file): file.read_binary()
        for file in package.files or []
        if not {"..", "__pycache__"} & {*file.parts}
        and not (file.parts[0].endswith(".dist-info") and file.name in ADDED_BY_AN_INSTALLER)
    }
    return packed(name, package.version, files, folder)


def stand_in(name: str, version: str, module: str, text: str, folder: Path) -> Path:
    """Make a wheel with one module that replaces another package."""
    information = f"{name}-{version}.dist-info"
    texts = {
        f"{module}/__init__.py": text,
        f"{information}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{information}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    return packed(name, version, {file: text.encode() for file, text in texts.items()}, folder)


def packed(name: str, version: str, files: dict[str, bytes], folder: Path) -> Path:
    """Write a pure Python wheel with these files and a RECORD that lists them."""
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    place = next(file.split("/")[0] for file in files if file.endswith(".dist-info/METADATA")) + "/RECORD"
    lines = []
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, content in sorted(files.items()):
            archive.writestr(file, content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            lines.append(f"{file},sha256={digest},{len(content)}\n")
        archive.writestr(place, f"{''.join(lines)}{place},,\n")
    return wheel


def entry(wheel: Path, python: str) -> dict:
    """Return the entry of one of our wheels for Pyodide's list; `python` is the version of Python in the tab."""
    [package] = importlib.metadata.distributions(path=[str(wheel)])
    there = {"sys_platform": "emscripten", "platform_system": "Emscripten", "python_version": python, "extra": ""}
    needs = [Requirement(line) for line in package.requires or []]
    depends = {canonicalize_name(need.name) for need in needs if not need.marker or need.marker.evaluate(there)}
    modules = {file.parts[0].removesuffix(".py") for file in package.files or []}
    return {
        "name": canonicalize_name(package.name),
        "version": package.version,
        "file_name": wheel.name,
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "depends": sorted(depends - OF_THE_KERNEL),
        "imports": sorted(module for module in modules if module.isidentifier()),
        "install_dir": "site",
        "package_type": "package",
        "unvendored_tests": False,
    }


def listed(packages: dict[str, dict], wanted: Iterable[str], who: str = "the tab") -> dict[str, dict]:
    """Return the part of a list with these packages and their dependencies."""
    found: dict[str, dict] = {}
    remaining = [(name, who) for name in wanted]
    for name, who in remaining:  # the list grows
        name = canonicalize_name(name)
        if name in found:
            continue
        if name not in packages:
            raise commands.Refusal(f"{who} needs {name}, of which neither Pyodide nor the site has a wheel")
        found[name] = packages[name]
        remaining += [(needed, name) for needed in packages[name]["depends"]]
    return dict(sorted(found.items()))


def bring_python(place: Path, core: Path, source: str | None) -> None:
    """Copy Pyodide's core into a folder that contains our wheels, and write the list of all packages.

    Args:
        place: the folder.
        core: the folder of the npm package.
        source: the address from which the other wheels are downloaded; None if browsers download them from Pyodide's
            publisher.

    Raises:
        commands.Refusal: a package is missing, or its wheel does not have the sha256 in the list.
    """
    for file in FILES:
        shutil.copy(core / file, place)
    lock = json.loads((core / LOCK).read_text(encoding="utf-8"))
    python = ".".join(lock["info"]["python"].split(".")[:2])
    own = {package["name"]: package for package in (entry(wheel, python) for wheel in place.glob("*.whl"))}
    lock["packages"] = listed(lock["packages"] | own, (*STARTED_WITH, *own))
    for name in lock["packages"].keys() - own.keys():
        package = lock["packages"][name]
        if source is None:
            package["file_name"] = published(core) + package["file_name"]
        else:
            (place / package["file_name"]).write_bytes(fetched(source, package))
    (place / LOCK).write_text(json.dumps(lock), encoding="utf-8")


def fetched(source: str, package: dict) -> bytes:
    """Download the wheel of a package from its publisher, and check its sha256."""
    name = package["file_name"]
    try:
        with urllib.request.urlopen(f"{source.rstrip('/')}/{name}", timeout=120) as answer:
            content = answer.read()
    except (OSError, HTTPException) as error:
        raise commands.Refusal(f"{name}: {error}") from None
    if hashlib.sha256(content).hexdigest() != package["sha256"]:
        raise commands.Refusal(f"{name}: its sha256 is not the one in {LOCK}")
    return content


def published(core: Path = CORE) -> str:
    """Return the address of the packages for this Pyodide."""
    return PUBLISHED.format(json.loads((core / "package.json").read_text(encoding="utf-8"))["version"])


def download(tab: Path) -> str:
    """Say how much a browser downloads for a tab, from the compressed sizes; the text is empty if there is no tab."""
    if not tab.exists():
        return ""
    size = JUPYTERLITE + sum(len(gzip.compress(file.read_bytes())) for file in (tab / PLACE).iterdir())
    some_elsewhere = published() in (tab / PLACE / LOCK).read_text(encoding="utf-8")
    return f"{'> ' * some_elsewhere}{size / 1e6:.0f} MB"


def watch_the_kernel(target: Path) -> None:
    """Add to each page a message that is shown if Python does not start."""
    shutil.copy(FRAME / WATCH, target)
    for page in target.glob("**/index.html"):
        text = page.read_text(encoding="utf-8")
        if root := re.search('data-jupyter-lite-root="([^"]*)"', text):
            script = f'<script src="{root[1]}/{WATCH}" defer></script>\n</head>'
            page.write_text(text.replace("</head>", script, 1), encoding="utf-8")


def settings() -> dict:
    """Return JupyterLite's settings: where Pyodide is, which packages it loads, and no downloads from PyPI."""
    kernel = {
        "disablePyPIFallback": True,
        "pyodideUrl": f"./{PLACE}/pyodide.mjs",
        "loadPyodideOptions": {"packages": STARTED_WITH},
    }
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "BLEU from scratch",
            "exposeAppInBrowser": True,  # lets our script see whether Python has started
            "litePluginSettings": {KERNEL: kernel},
            "settingsOverrides": {**lab.SETTINGS, **THEME},
        },
    }


def make(target: Path, work: Path, source: str | None) -> None:
    """Build JupyterLite with the lessons, or refuse with the reason why it failed.

    Args:
        target: the folder to write to.
        work: a folder for temporary files. It is emptied, because JupyterLite would reuse old settings from it.
        source: the address from which the wheels of a complete site are downloaded; None for any other site.
    """
    shutil.rmtree(work, ignore_errors=True)
    (work / "contents").mkdir(parents=True)
    for language in learn.LANGUAGES:
        (folder := work / "contents" / site_pages.folder(language)).mkdir(exist_ok=True)
        for lesson in lab.lessons(language):
            notebook = lab.handed_out(lesson)
            del notebook["metadata"][lab.HANDED_OUT]
            (folder / lesson.name).write_text(json.dumps(notebook, ensure_ascii=False), encoding="utf-8")
    (work / "jupyter-lite.json").write_text(json.dumps(settings()), encoding="utf-8")
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", work, "--contents", work / "contents"]
    options = ["--output-dir", target, "--no-sourcemaps", "--no-unused-shared-packages"]
    done = subprocess.run([*command, *options], cwd=work, capture_output=True, text=True)
    if done.returncode:
        raise commands.Refusal(f"the lessons for the tab could not be built:\n{done.stdout}{done.stderr}")
    watch_the_kernel(target)
    place = target / PLACE
    place.mkdir(parents=True)
    own_wheels(place)
    for name in MISSING:
        wheel_of(name, place)
    for name, text in STAND_INS.items():
        stand_in(name, importlib.metadata.version(name), name, text, place)
    bring_python(place, CORE, source)
