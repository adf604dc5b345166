"""An environment like Colab's, in which a notebook runs alone: its versions, its kernel, an empty folder and home.

Colab itself cannot be run here, but a virtual environment can have exactly its versions, which colab_freeze.txt lists.
It is created in .environment/colab, and again when that list changes. Notebooks that install the same packages share a
copy of it. The set-up cell of the first notebook installs the packages, so a later notebook finds only packages that it
installs itself.

Only the creation of the environment needs the network. Afterwards, pip finds the packages in a folder of wheels.
"""

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

from commands import python_in
from notebook_rules import ROOT, set_up_cells

FREEZE = Path(__file__).with_name("colab_freeze.txt")
KERNEL = Path(__file__).with_name("colab_kernel.py")
STORE = ROOT / ".environment" / "colab"
PYTHONS = ("3.13", "3.12", "3.11")
"""Colab's version, and the older versions that the project supports."""


KEPT = {"HOME", "LD_LIBRARY_PATH", "PATH", "TMPDIR"}
"""The environment variables that a notebook can see. Others could show it where the repository is."""


def run(*command, **options) -> str:
    """Run a command, and return its output; if it fails, raise an error with its message."""
    options = {"env": clean_environment(), **options}
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, encoding="utf-8", errors="replace", **options
    )
    if done.returncode != 0:
        raise RuntimeError(f"`{' '.join(Path(str(part)).name for part in command[:3])} …` says: {done.stderr.strip()}")
    return done.stdout


def clean_environment(**more: str) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name in KEPT} | more


def uv(*arguments) -> str:
    """Run uv with all environment variables, because it needs the machine's settings to reach the packages.

    Like pip, it uses the system's certificates, because its own do not work behind some companies' proxies.
    """
    system_certificates = {"UV_SYSTEM_CERTS": "true", "UV_NATIVE_TLS": "true"}  # the new name and the old one
    environment = {**system_certificates, **os.environ}
    return run(sys.executable, "-m", "uv", "--no-python-downloads", *arguments, env=environment)


# The environment.


def newest_python() -> str:
    """Return the newest Python on this machine up to Colab's version, including pyenv's, which uv does not find."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for version in PYTHONS:
        for request in (*pyenv.glob(f"{version}.*/bin/python"), version):
            with contextlib.suppress(RuntimeError):
                return uv("python", "find", "--no-project", "--system", request).strip()
    raise RuntimeError(f"this needs one of Python {', '.join(PYTHONS)}")


def wanted_wheels() -> list[str]:
    """Return what pip may need in a copy: the build requirements, and the other packages of the set-up cells."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    return [*build, *(packages_of("\n".join(set_up_cells())) - {"bleu-helpers", "exercise-checker"})]


def store() -> Path:
    """Return the folder with the environment and the wheels; create it if it is missing or belongs to another list."""
    base = newest_python()
    key = hashlib.sha256(repr([FREEZE.read_text(encoding="utf-8"), base, wanted_wheels()]).encode()).hexdigest()[:16]
    folder = STORE / key
    if not folder.is_dir():
        shutil.rmtree(STORE, ignore_errors=True)
        fill(STORE / "partial", base)
        # It is renamed last, so a folder with this name is complete even if an earlier run was interrupted.
        (STORE / "partial").rename(folder)
    return folder


def fill(folder: Path, base: str) -> None:
    """Create the environment and download the wheels, which needs the network."""
    python = python_in(folder / "environment")
    uv("venv", "--no-project", "--python", base, folder / "environment")
    uv("pip", "sync", "--python", python, FREEZE)
    run(
        *(python, "-m", "pip", "download", "--quiet", "--only-binary=:all:"),
        *("--dest", folder / "wheels", *wanted_wheels()),
        env=os.environ,
    )
    # Import the packages once, so that Python compiles them here instead of in every copy.
    run(python, KERNEL, "--version")
    run(python, "-c", "import nltk.translate.bleu_score")


# The set-up cells.


def packages_of(text: str) -> set[str]:
    """Return the names of the packages that a lesson installs with pip."""
    words = [word for line in re.findall(r"%pip install (.*)", text) for word in line.split()]
    ours = {word: "exercise-checker" if "#" in word else "bleu-helpers" for word in words if "://" in word}
    return {ours.get(word, word) for word in words if not word.startswith("-")}


def names(freeze: set[str]) -> set[str]:
    """Return the names of the packages in the lines of a freeze."""
    return {re.split("==| @ ", line)[0] for line in freeze}


# A copy of the environment.


@dataclass
class Environment:
    """A folder with a copy of the environment, for notebooks that install the same packages."""

    folder: Path
    wheels: Path

    def __post_init__(self) -> None:
        self.python = python_in(self.folder / "environment")
        self.before = self.freeze()

    def freeze(self) -> set[str]:
        """Return the lines of `pip freeze --all`, which uv prints faster."""
        return set(uv("pip", "freeze", "--python", self.python).splitlines())

    def open(self, notebook: dict, name: str) -> subprocess.CompletedProcess:
        """Run all cells of a notebook with the environment's kernel, and compare each output with the saved one.

        As in every other test, nbval compares them, with the additions of pytest_notebook_differences.
        """
        folder = Path(tempfile.mkdtemp(prefix=Path(name).stem, dir=self.folder))
        content, home, kernel = folder / "content", folder / "home", folder / "jupyter" / "kernels" / "colab"
        for new in (content, home, kernel):
            new.mkdir(parents=True)
        (content / name).write_text(json.dumps(notebook), encoding="utf-8")
        (kernel / "kernel.json").write_text(json.dumps(self.kernel_specification(home)), encoding="utf-8")
        return subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
                *("--rootdir=.", "-p", "pytest_notebook_differences.plugin"),
                *("--nbval", "--nbval-kernel-name=colab", "--nbval-cell-timeout=120", f"content/{name}"),
            ],
            cwd=folder,
            env=clean_environment(JUPYTER_PATH=str(folder / "jupyter"), COLUMNS="200", PYTHONUTF8="1"),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=600,
        )

    def kernel_specification(self, home: Path) -> dict:
        environment = {
            "HOME": str(home),
            "MPLBACKEND": "module://matplotlib_inline.backend_inline",
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.wheels),
        }
        launch = [str(self.python), str(KERNEL), "-f", "{connection_file}"]
        return {"argv": launch, "display_name": "Colab", "language": "python", "env": environment}


def copy_environment(folder: Path) -> Environment:
    """Copy the stored environment with hard links, or with copies of its files if links are impossible."""
    stored = store()

    def link(old: str, new: str) -> None:
        try:
            os.link(old, new)
        except OSError:
            shutil.copy2(old, new)

    shutil.copytree(stored / "environment", folder / "environment", symlinks=True, copy_function=link)
    return Environment(folder, stored / "wheels")
