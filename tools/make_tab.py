"""Make the lessons that run in a browser's tab: JupyterLite, with what the lessons need that Pyodide does not have.

Called by tools/make_site.py, or by itself: `make_tab.py TARGET WORK [PYODIDE]`, the arguments of `make`. Python itself
(Pyodide) and its packages come from their publisher's address when a lesson is started, and from no other: the helpers
and what is missing there are wheels of the site's own.
"""

import base64
import contextlib
import hashlib
import importlib.metadata
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import lab

ROOT = Path(__file__).resolve().parent.parent
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
MISSING = ("sacrebleu", "colorama", "tabulate", "comm", "ipywidgets", "jupyterlab_widgets")
"""What the helpers, the kernel and the knobs need and Pyodide does not have. It is pure Python: what is installed here
runs there too."""

STAND_INS = {
    "portalocker": '''"""Stands in for portalocker, which sacreBLEU imports and which needs more than Pyodide has.

A tab has one process, so nobody else could hold a lock.
"""

from contextlib import nullcontext


def Lock(*arguments, **named):
    """A lock that is always free."""
    return nullcontext()
''',
}
"""What cannot be imported in a tab, and what takes its place there."""

ADDED_BY_AN_INSTALLER = {"INSTALLER", "REQUESTED", "RECORD", "direct_url.json"}
"""The files beside a wheel's own."""


def own_wheel(folder: Path) -> Path:
    """Build the helpers' wheel."""
    from flit_core import buildapi  # what the site is made with is not there where this module is only tested

    with contextlib.chdir(ROOT):
        return folder / buildapi.build_wheel(str(folder))


def wheel_of(name: str, folder: Path) -> Path:
    """Pack the wheel of a pure Python package again, as it is installed here: so nothing has to be fetched."""
    package = importlib.metadata.distribution(name)
    tags = [line.removeprefix("Tag: ") for line in package.read_text("WHEEL").splitlines() if line.startswith("Tag: ")]
    if not all(tag.endswith("-none-any") for tag in tags):
        raise ValueError(f"{name} is no pure Python: {', '.join(tags)}")
    files = {
        str(file): file.read_binary()
        for file in package.files or []
        if not {"..", "__pycache__"} & {*file.parts}
        and not (file.parts[0].endswith(".dist-info") and file.name in ADDED_BY_AN_INSTALLER)
    }
    return packed(name, package.version, files, folder)


def stand_in(name: str, folder: Path) -> Path:
    """Pack a package of one module in the place of another one."""
    version = importlib.metadata.version(name)
    information = f"{name}-{version}.dist-info"
    texts = {
        f"{name}.py": STAND_INS[name],
        f"{information}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{information}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    return packed(name, version, {file: text.encode() for file, text in texts.items()}, folder)


def packed(name: str, version: str, files: dict[str, bytes], folder: Path) -> Path:
    """Write a wheel of pure Python: its files, and the record of them."""
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


def settings(pyodide: str | None) -> dict:
    """What JupyterLite reads: that nothing is asked for elsewhere but what Pyodide publishes."""
    kernel = {"disablePyPIFallback": True} | ({"pyodideUrl": pyodide} if pyodide else {})
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "BLEU from scratch",
            "litePluginSettings": {KERNEL: kernel},
            "settingsOverrides": lab.SETTINGS,
        },
    }


def make(target: Path, work: Path, pyodide: str | None = None) -> bool:
    """Build JupyterLite with the lessons, and say whether that went well.

    Args:
        target: the folder that it goes into.
        work: a folder for what is put together; JupyterLite keeps notes there, and old ones bring old settings back.
        pyodide: where Pyodide is, seen from the target, if it is not at its publisher's address.
    """
    shutil.rmtree(work, ignore_errors=True)
    for folder in ("contents", "pypi"):
        (work / folder).mkdir(parents=True)
    for lesson in lab.lessons("en"):
        notebook = lab.handed_out(lesson)
        del notebook["metadata"][lab.HANDED_OUT]
        (work / "contents" / lesson.name).write_text(json.dumps(notebook, ensure_ascii=False), encoding="utf-8")
    own_wheel(work / "pypi")
    for name in MISSING:
        wheel_of(name, work / "pypi")
    for name in STAND_INS:
        stand_in(name, work / "pypi")
    (work / "jupyter-lite.json").write_text(json.dumps(settings(pyodide)), encoding="utf-8")
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", work, "--contents", work / "contents"]
    options = ["--output-dir", target, "--no-sourcemaps", "--no-unused-shared-packages"]
    done = subprocess.run([*command, *options], cwd=work, capture_output=True, text=True)
    if done.returncode:
        print(done.stdout, done.stderr, file=sys.stderr)
    return not done.returncode


if __name__ == "__main__":
    target, work, *pyodide = sys.argv[1:]
    sys.exit(not make(Path(target), Path(work), *pyodide))
