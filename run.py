#!/usr/bin/env python3
"""The front door of "BLEU from scratch". It needs Python 3.11 or later, and nothing else.

  python3 run.py lab     [ARGUMENT ...]  set up, then open the lessons in JupyterLab (--no-browser only serves)
  python3 run.py test    [ARGUMENT ...]  set up, then run every test: the helpers, and each notebook's outputs
  python3 run.py check   [NOTEBOOK ...]  run notebooks again and compare with their saved outputs (or all)
  python3 run.py refresh [NOTEBOOK ...]  run notebooks again and save their outputs in place
  python3 run.py clean   [NOTEBOOK ...]  undo what Colab adds to notebooks on saving, without running them
  python3 run.py address [OWNER/REPO]    show the GitHub address of badges and set-up cells, or write another one

Further arguments go to JupyterLab (lab) or to pytest (test). The environment is made in the folder .environment,
once, and again when pyproject.toml changes. Where the running Python already has everything, it is used as it is.
On Windows, type `py run.py` in place of `python3 run.py`.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
ENVIRONMENT = ROOT / ".environment"
COMMANDS = ("lab", "test", "check", "refresh", "clean", "address")


def main(arguments: list[str]) -> int:
    """Run one command and return its exit code."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(__doc__.strip())
        return 0
    command, rest = arguments[0], arguments[1:]
    if command not in COMMANDS:
        return fail(
            f"there is no command '{command}'. The commands are: {', '.join(COMMANDS)}. Try: python3 run.py --help"
        )
    if sys.version_info < (3, 11):
        return fail(f"this needs Python 3.11 or later, and this is Python {sys.version.split()[0]}.")
    notebooks = []
    if command in ("check", "refresh", "clean"):
        notebooks, missing = find_notebooks(rest)
        if missing:
            return fail(f"no notebook {missing}. Pass a path, a file name or its start, for example: {command} 04")

    try:
        python = str(set_up(ENVIRONMENT, "dev"))
    except KeyboardInterrupt:
        return fail("the set-up was interrupted. Run the command again: it starts where that is safe.")
    except subprocess.CalledProcessError as error:
        return fail(
            f"the set-up stopped (exit code {error.returncode}); the lines above say why. "
            "Run the command again to try once more."
        )

    if command == "lab":
        # In a container one is often root, and there JupyterLab would refuse to start.
        as_root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        return call(python, "-m", "jupyterlab", *as_root, *rest, folder=ROOT / "notebooks")
    if command == "test":
        coverage = [] if rest else ["--cov=bleu_helpers", "--cov-config=pyproject.toml"]
        return call(python, "-m", "pytest", *coverage, *rest)
    if command == "check":
        return call(python, "-m", "pytest", "-q", *notebooks)
    if command in ("refresh", "clean"):
        return call(python, f"tools/{command}.py", *notebooks)
    return call(python, "tools/address.py", *rest)


def find_notebooks(names: list[str]) -> tuple[list[str], str | None]:
    """The notebooks that the names stand for, and the first name that stands for none."""
    if not names:
        return ["notebooks"], None
    lessons = sorted((ROOT / "notebooks").glob("*.ipynb"))
    found = []
    for name in names:
        path = Path(name).resolve()
        if path.is_dir() or (path.is_file() and path.suffix == ".ipynb"):
            matches = [path]
        else:
            matches = [lesson for lesson in lessons if lesson.name.startswith(Path(name).name)]
        if not matches:
            return [], f"'{name}' here"
        found += [str(match) for match in matches]
    return found, None


def set_up(environment: Path, extra: str) -> Path:
    """A Python with all that an extra asks for: the running one if it has it, else the environment's, made if needed.

    `environment` is .environment or a folder in it, and `extra` is one of pyproject.toml's.
    """
    if runs_everything(extra):
        return Path(sys.executable)
    python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    stamp = environment / "set-up-for"
    wanted = f"{hashlib.sha256((ROOT / 'pyproject.toml').read_bytes()).hexdigest()} {ROOT}"
    made_for = stamp.read_text(encoding="utf-8") if stamp.is_file() else None
    if made_for == wanted and starts(python):
        return python

    # From inside .environment, the Python that made it does the work: our environments have no pip of their own.
    inside = Path(sys.prefix).resolve().is_relative_to(ENVIRONMENT)
    builder = sys._base_executable if inside else sys.executable
    outside_pip = subprocess.run([builder, "-m", "pip", "--version"], capture_output=True).returncode == 0
    # Gone first and written last: an interrupted set-up has no stamp, and the next run starts it afresh.
    stamp.unlink(missing_ok=True)
    if made_for is None or made_for.split(" ", 1)[1] != str(ROOT) or not starts(python):
        say(f"making an environment in {environment.relative_to(ROOT)} (once; about a minute)")
        for path in environment.glob("*"):
            if not (path / stamp.name).exists():  # a stamp: the instructor's environment, which stands inside ours
                shutil.rmtree(path, ignore_errors=True)
        # Debian's venv has no ensurepip, but an outside pip can fill an environment that has no pip.
        subprocess.run([builder, "-m", "venv", *["--without-pip"] * outside_pip, str(environment)], check=True)
    say("installing what pyproject.toml lists")
    pip = [builder, "-m", "pip", "--python", str(python)] if outside_pip else [str(python), "-m", "pip"]
    subprocess.run([*pip, "install", "--disable-pip-version-check", "--editable", f"{ROOT}[{extra}]"], check=True)
    stamp.write_text(wanted, encoding="utf-8")
    say("the environment is ready")
    return python


def runs_everything(extra: str) -> bool:
    """Whether the running Python has every requirement of the extra, and this folder as its bleu_helpers."""
    if not all(has(requirement) for requirement in requirements(extra)):
        return False
    try:
        source = json.loads(importlib.metadata.distribution("bleu-helpers").read_text("direct_url.json") or "{}")
    except importlib.metadata.PackageNotFoundError:
        return False
    return source.get("url") == ROOT.as_uri() and source.get("dir_info", {}).get("editable", False)


def requirements(extra: str) -> list[str]:
    """What the package and one of its extras need, from pyproject.toml."""
    import tomllib  # not there before Python 3.11, and an older Python shall get as far as our message

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project["dependencies"] + project["optional-dependencies"][extra]


def has(requirement: str) -> bool:
    """Whether the running Python has what a requirement of the form NAME>=VERSION or NAME==VERSION asks for."""
    name, relation, version = re.fullmatch(r"([\w.-]+)(>=|==)([\d.]+)", requirement).groups()
    try:
        have, want = release(importlib.metadata.version(name) or "0"), release(version)
    except importlib.metadata.PackageNotFoundError:
        return False
    return have == want if relation == "==" else have >= want


def release(version: str) -> tuple[int, ...]:
    """The numbers of a version, without zeros at the end: '3.9.0' gives (3, 9)."""
    numbers = [int(number) for number in re.match(r"[\d.]*\d", version).group().split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def starts(python: Path) -> bool:
    """Whether that Python starts (an environment breaks when the Python that made it goes away)."""
    return python.exists() and subprocess.run([str(python), "-c", ""], capture_output=True).returncode == 0


def call(*command: str, folder: Path = ROOT) -> int:
    """Run a command to its end, also when the person at the keyboard presses Ctrl-C, and return its exit code."""
    process = subprocess.Popen(command, cwd=folder)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue  # the command got the same signal, and ends in its own time


def say(text: str) -> None:
    """Print a line of progress at once."""
    print(f"run.py: {text}", flush=True)


def fail(text: str) -> int:
    """Print what went wrong and return the exit code for it."""
    print(f"run.py: {text}", file=sys.stderr, flush=True)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
