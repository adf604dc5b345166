"""A room like Colab's, in which a notebook opens alone: its versions, its kernel, an empty folder, an empty home.

Nobody can run Colab itself from here. What can be had is a virtual environment with exactly its versions (listed in
colab_freeze.txt). It is made once, in .environment/colab, and again when that list changes. Notebooks that install the
same share a copy of it: the first one's set-up cell installs, and nothing is there for the next that it does not name.

Making the environment needs the network, once, as `python3 run.py` itself does. From then on nothing does: git finds
the repository in a folder in place of GitHub, and pip finds what it may ask for in a folder of wheels.
"""

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import address
from notebook_rules import ROOT, set_up_cells

FREEZE = Path(__file__).with_name("colab_freeze.txt")
KERNEL = Path(__file__).with_name("colab_kernel.py")
STORE = ROOT / ".environment" / "colab"
PYTHONS = ("3.13", "3.12", "3.11")
"""Newest first: Colab's own, and those that the project allows below it."""


KEPT = {
    *("PATH", "TEMP", "TMP", "TMPDIR", "LD_LIBRARY_PATH"),
    *("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA"),
    *("SYSTEMROOT", "WINDIR", "COMSPEC", "PATHEXT"),
}
"""The environment variables that a notebook's run may see. Anything else could tell it where the repository is."""


def run(*command, **options) -> str:
    """Run a command and return what it printed; where it fails, say what it said."""
    options = {"env": clean_environment(), **options}
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, encoding="utf-8", errors="replace", **options
    )
    if done.returncode != 0:
        raise RuntimeError(f"`{' '.join(Path(str(part)).name for part in command[:3])} …` says: {done.stderr.strip()}")
    return done.stdout


def clean_environment(**more: str) -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name.upper() in KEPT} | more


def uv(*arguments) -> str:
    """Run uv, with all of the environment: only the machine's own settings know how it reaches the packages.

    It is told to trust what the system trusts, as pip does: behind a company's proxy its own certificates do not do.
    """
    system_certificates = {"UV_SYSTEM_CERTS": "true", "UV_NATIVE_TLS": "true"}  # the new name and the old one
    environment = {**system_certificates, **os.environ}
    return run(sys.executable, "-m", "uv", "--no-python-downloads", *arguments, env=environment)


# The environment.


def newest_python() -> str:
    """The newest Python up to Colab's that is on this machine, pyenv's among them, which uv does not look for."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for version in PYTHONS:
        for request in (*pyenv.glob(f"{version}.*/bin/python"), version):
            with contextlib.suppress(RuntimeError):
                return uv("python", "find", "--no-project", "--system", request).strip()
    raise RuntimeError(f"this needs one of Python {', '.join(PYTHONS)}")


def wanted_wheels() -> list[str]:
    """What pip may ask for in the room: what builds the package, and what the set-up cells name beside it."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["build-system"]["requires"]
    return [*build, *(packages_of("\n".join(set_up_cells())) - {"bleu-helpers"})]


def python_of(environment: Path) -> Path:
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def store() -> Path:
    """The folder with the environment and the wheels, made where it is missing or was made for another list."""
    base = newest_python()
    key = hashlib.sha256(repr([FREEZE.read_text(encoding="utf-8"), base, wanted_wheels()]).encode()).hexdigest()[:16]
    folder = STORE / key
    if not folder.is_dir():
        shutil.rmtree(STORE, ignore_errors=True)
        fill(STORE / "partial", base)
        # Renamed last: a folder with this name is a whole one, also when an earlier run was interrupted.
        (STORE / "partial").rename(folder)
    return folder


def fill(folder: Path, base: str) -> None:
    """Make the environment and fetch the wheels, which needs the network."""
    python = python_of(folder / "environment")
    uv("venv", "--no-project", "--python", base, folder / "environment")
    uv("pip", "sync", "--python", python, FREEZE)
    run(
        *(python, "-m", "pip", "download", "--quiet", "--only-binary=:all:"),
        *("--dest", folder / "wheels", *wanted_wheels()),
        env=os.environ,
    )
    # Python compiles what it imports for the first time: here once, and not in every room.
    run(python, KERNEL, "--version")
    run(python, "-c", "import nltk.translate.bleu_score")


# The repository.


def git(folder: Path, *arguments) -> str:
    return run("git", f"--git-dir={folder}", *arguments).strip()


def publish(github: Path, work_tree: Path = ROOT) -> str:
    """Put the working tree, with everything that is not ignored, into a bare repository; return its commit."""
    repository = github / f"{address.current()}.git"
    run("git", "init", "--quiet", "--bare", "--initial-branch=main", repository)
    git(repository, f"--work-tree={work_tree}", "-c", "core.autocrlf=false", "add", "--all")
    author = ("-c", "user.name=a test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false")
    git(repository, f"--work-tree={work_tree}", *author, "commit", "--quiet", "--message=The working tree")
    if address.ref() != "main":  # a release's commit: its lessons ask for the tag
        git(repository, "tag", address.ref())
    return git(repository, "rev-parse", "main")


# The set-up cells.


def packages_of(text: str) -> set[str]:
    """The names of the packages that the pip lines of a lesson name."""
    words = [word for line in re.findall(r"%pip install (.*)", text) for word in line.split()]
    return {"bleu-helpers" if "git+" in word else word for word in words if not word.startswith("-")}


def names(freeze: set[str]) -> set[str]:
    """The names of the packages in lines of a freeze."""
    return {re.split("==| @ ", line)[0] for line in freeze}


# The room.


@dataclass
class Room:
    """The place of notebooks that install the same: a folder, with a copy of the environment in it."""

    folder: Path
    wheels: Path

    def __post_init__(self) -> None:
        self.python = python_of(self.folder / "environment")
        self.before = self.freeze()

    def freeze(self) -> set[str]:
        """What `pip freeze --all` lists (uv's, which is quick)."""
        return set(uv("pip", "freeze", "--python", self.python).splitlines())

    def open(self, notebook: dict, name: str, github: Path) -> subprocess.CompletedProcess:
        """Run a notebook from its first cell to its last, and compare each cell's output with the saved one.

        It is nbval that does, with this repository's additions to it, as in every other test; only the kernel
        is the room's.
        """
        own = self.folder / Path(name).stem
        content, home, kernel = own / "content", own / "home", own / "jupyter" / "kernels" / "colab"
        for folder in (content, home, kernel):
            folder.mkdir(parents=True)
        (content / name).write_text(json.dumps(notebook), encoding="utf-8")
        (kernel / "kernel.json").write_text(json.dumps(self.kernel_specification(home, github)), encoding="utf-8")
        shutil.copy(ROOT / "conftest.py", own)
        (own / "pytest.ini").write_text(f"[pytest]\npythonpath = '{ROOT / 'tests' / 'support'}'\n", encoding="utf-8")
        return subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
                *("--nbval", "--nbval-kernel-name=colab", "--nbval-cell-timeout=120", f"content/{name}"),
            ],
            cwd=own,
            env=clean_environment(JUPYTER_PATH=str(own / "jupyter"), COLUMNS="200", PYTHONUTF8="1"),
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=600,
        )

    def kernel_specification(self, home: Path, github: Path) -> dict:
        environment = {name: str(home) for name in ("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA")}
        environment |= {
            "MPLBACKEND": "module://matplotlib_inline.backend_inline",
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.wheels),
            # Nothing but folders may be cloned, so no test depends on what GitHub has under this address.
            "GIT_ALLOW_PROTOCOL": "file",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": f"url.{github.as_uri()}/.insteadOf",
            "GIT_CONFIG_VALUE_0": "https://github.com/",
        }
        launch = [str(self.python), str(KERNEL), "-f", "{connection_file}"]
        return {"argv": launch, "display_name": "Colab", "language": "python", "env": environment}


def furnish(folder: Path) -> Room:
    """A new room: hard links to the stored environment, or copies where there can be none."""
    stored = store()

    def link(old: str, new: str) -> None:
        try:
            os.link(old, new)
        except OSError:
            shutil.copy2(old, new)

    shutil.copytree(stored / "environment", folder / "environment", symlinks=True, copy_function=link)
    return Room(folder, stored / "wheels")
