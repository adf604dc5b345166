"""Make the lessons that run in a browser's tab: JupyterLite, with what the lessons need that Pyodide does not have.

Called by tools/make_site.py. Python itself (Pyodide) and its packages come from their publisher's address when a lesson
is started, and from no other: the helpers and what is missing there are wheels of the site's own.
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
MISSING = ("sacrebleu", "portalocker", "colorama", "tabulate", "comm", "ipywidgets", "jupyterlab_widgets")
"""What the helpers, the kernel and the knobs need and Pyodide does not have. It is pure Python: what is installed here
runs there too."""

NOT_IN_A_WHEEL = {"INSTALLER", "REQUESTED", "RECORD", "direct_url.json"}
"""What an installer adds."""


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
    wheel = folder / f"{name}-{package.version}-py3-none-any.whl"
    record = ""
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(package.files or [], key=str):
            if ".." in file.parts or "__pycache__" in file.parts:
                continue
            if file.parts[0].endswith(".dist-info"):
                information = file.parts[0]
                if file.name in NOT_IN_A_WHEEL:
                    continue
            content = file.read_binary()
            archive.writestr(zipfile.ZipInfo(str(file)), content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record += f"{file},sha256={digest},{len(content)}\n"
        archive.writestr(zipfile.ZipInfo(f"{information}/RECORD"), f"{record}{information}/RECORD,,\n")
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
    (work / "jupyter-lite.json").write_text(json.dumps(settings(pyodide)), encoding="utf-8")
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--lite-dir", work, "--contents", work / "contents"]
    options = ["--output-dir", target, "--no-sourcemaps", "--no-unused-shared-packages"]
    done = subprocess.run([*command, *options], cwd=work, capture_output=True, text=True)
    if done.returncode:
        print(done.stdout, done.stderr, file=sys.stderr)
    return not done.returncode
