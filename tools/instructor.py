"""Make the environment in which an instructor grades: this package and nbgrader, beside the one for the lessons.

  python3 tools/instructor.py      make it, where needed, and say how to use it

It stands in .environment/instructor. Where the running Python has the right nbgrader already, nothing is made.
"""

import hashlib
import importlib.metadata
import os
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ENVIRONMENT = ROOT / ".environment" / "instructor"
STAMP = ENVIRONMENT / "set-up-for"


def wanted() -> str:
    """The nbgrader that pyproject.toml asks for, as NAME==VERSION."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [requirement] = project["optional-dependencies"]["instructor"]
    return requirement


def has_it() -> bool:
    """Whether the running Python has that nbgrader."""
    name, version = wanted().split("==")
    try:
        return importlib.metadata.version(name) == version
    except importlib.metadata.PackageNotFoundError:
        return False


def python() -> Path:
    """A Python with nbgrader and this package: the running one, or the one of the environment, made where needed."""
    if has_it():
        return Path(sys.executable)
    found = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = f"{hashlib.sha256((ROOT / 'pyproject.toml').read_bytes()).hexdigest()} {ROOT}"
    if STAMP.is_file() and STAMP.read_text(encoding="utf-8") == stamp:
        return found
    # As in run.py: on Debian venv has no pip to give, but a pip outside can fill an environment that has none.
    builder = sys._base_executable
    outside_pip = subprocess.run([builder, "-m", "pip", "--version"], capture_output=True).returncode == 0
    subprocess.run([builder, "-m", "venv", "--clear", *["--without-pip"] * outside_pip, str(ENVIRONMENT)], check=True)
    pip = [builder, "-m", "pip", "--python", str(found)] if outside_pip else [str(found), "-m", "pip"]
    quiet = ["--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", *quiet, "--editable", f"{ROOT}[instructor]"], check=True)
    STAMP.write_text(stamp, encoding="utf-8")
    return found


if __name__ == "__main__":
    print("To grade, use this Python:", python())
