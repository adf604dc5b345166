"""Run the tests on the oldest versions that pyproject.toml allows, and on the newest there are, pre-releases included.

Called by `python3 run.py versions [oldest] [newest] [ARGUMENT ...]`, where the arguments go to pytest. Each of the two
gets an environment of its own, which uv makes anew. Where a test or a cell says something else there, each library
whose version is not the one that the lessons were saved with is put back, one at a time: what is right again then is
that library's change, and what never is, is ours or that of several together.

`python3 run.py versions --save` writes down what the lessons were saved with. Do that when all saved outputs hold.
"""

import json
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path

from front_door import ENVIRONMENT, ROOT, Refusal, python_in, refuse, say, wanted

AGES = {
    "oldest": ("--resolution", "lowest-direct"),
    "newest": ("--prerelease", "allow", "--upgrade"),
}
SAVED_WITH = Path(__file__).with_name("saved_with.txt")
PLAIN_WORDS = "in plain words"
"""The name under which conftest.py reports what a cell said, and says now."""

Differences = dict[str, str]
"""What says something else: the name of each test or cell, and how it differs, in plain words."""


def libraries() -> list[str]:
    """Whatever could make a lesson say something else: all that the package and its tests ask for themselves."""
    return sorted(wanted("dev"))


def saved_with() -> dict[str, str]:
    """The versions that the lessons were saved with."""
    lines = SAVED_WITH.read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if not line.startswith("#"))


def save() -> None:
    """Write down the versions of the running Python."""
    lines = [f"{library}=={version(library)}" for library in libraries()]
    head = "# What the lessons were saved with: `python3 run.py versions --save` writes it."
    SAVED_WITH.write_text("\n".join([head, *lines, ""]), encoding="utf-8")


# An environment.


def uv(*arguments: str | Path) -> str:
    """Let uv do something, and return what it prints; where it fails, say what it said."""
    done = subprocess.run([sys.executable, "-m", "uv", *arguments], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise Refusal(f"uv {' '.join(map(str, arguments[:2]))} stopped:\n{done.stderr}")
    return done.stdout


def make(age: str) -> Path:
    """A Python with the oldest, or the newest, of everything: made anew, since what is newest changes."""
    folder = ENVIRONMENT / "versions" / age
    shutil.rmtree(folder, ignore_errors=True)
    say(f"making an environment with the {age} versions")
    uv("venv", "--quiet", *(["--python", "3.11"] if age == "oldest" else []), folder)
    python = python_in(folder)
    uv("pip", "install", "--quiet", "--python", python, *AGES[age], "--editable", f"{ROOT}[dev]")
    return python


def installed(python: Path) -> dict[str, str]:
    """The versions of the libraries in an environment."""
    listed = {one["name"]: one["version"] for one in json.loads(uv("pip", "list", "--format=json", "--python", python))}
    return {library: listed[library.lower()] for library in libraries()}


def put(python: Path, library: str, release: str) -> None:
    """Put one version of a library in the place of another, and leave all others as they are."""
    uv("pip", "install", "--quiet", "--no-deps", "--reinstall", "--python", python, f"{library}=={release}")


# What is said there.


def differences(python: Path, arguments: Iterable[str]) -> Differences:
    """Run the tests in an environment, and return what says something else there."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        options = ["-m", "not environments and not style", "-o", "junit_family=xunit1", f"--junitxml={report}"]
        done = subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, *arguments], cwd=ROOT)
        if done.returncode not in (0, 1):
            raise Refusal(f"the tests did not get to their end (exit code {done.returncode}): the lines above say why.")
        return read(report.read_text(encoding="utf-8"))


def read(report: str) -> Differences:
    """What failed, by a report of pytest's."""
    found = {}
    for case in xml.etree.ElementTree.fromstring(report).iter("testcase"):
        trouble = next((case.find(kind) for kind in ("failure", "error") if case.find(kind) is not None), None)
        if trouble is not None:
            words = {one.get("name"): one.get("value") for one in case.iter("property")}.get(PLAIN_WORDS)
            name = f"{case.get('file')}::{case.get('name')}"
            found[name] = words or f"{name}\n    {(trouble.get('message') or '').splitlines()[0]}"
    return found


def by_library(
    found: Differences,
    there: dict[str, str],
    known: dict[str, str],
    put: Callable[[str, str], None],
    ask: Callable[[list[str]], Differences],
) -> dict[str | None, Differences]:
    """Tell apart whose change it is: of each library alone, and under None what none of them mends.

    Args:
        found: what says something else.
        there: the versions with which it does.
        known: the versions that the lessons were saved with.
        put: puts a version of a library in the place of the one that is there.
        ask: runs files again, and returns what says something else.
    """
    whose: dict[str | None, Differences] = {}
    left = dict(found)
    for library, release in known.items():
        if left and there[library] != release:
            put(library, release)
            still = ask(sorted({name.split("::")[0] for name in left}))
            put(library, there[library])
            mended = {name: words for name, words in left.items() if name not in still}
            if mended:
                whose[library] = mended
                left = {name: words for name, words in left.items() if name in still}
    return whose | ({None: left} if left else {})


def last_lines(age: str, whose: dict[str | None, Differences], there: dict[str, str], known: dict[str, str]) -> str:
    """Say whose change each difference is."""
    if not whose:
        return f"On the {age} versions everything says what it said."
    lines = [f"On the {age} versions, {sum(map(len, whose.values()))} tests or cells say something else."]
    for library, found in whose.items():
        if library is None:
            lines.append("No library alone is why: ours, or a change of several together or of one below them:")
        else:
            now, then = there[library], known[library]
            lines.append(f"By a change of {library}, not of ours: with {then} these say what they said, with {now}:")
        lines += [f"  {line}" for words in found.values() for line in words.splitlines()]
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Run the tests on the oldest versions, on the newest, or on both; 1 where something differs."""
    if "--save" in arguments:
        save()
        return 0
    ages = [age for age in AGES if age in arguments] or list(AGES)
    further = [argument for argument in arguments if argument not in AGES]
    known, said, differs = saved_with(), [], False
    try:
        for age in ages:
            python = make(age)
            there = installed(python)
            found = differences(python, further)
            whose = by_library(found, there, known, partial(put, python), partial(differences, python))
            said.append(last_lines(age, whose, there, known))
            differs |= bool(whose)
    except Refusal as reason:
        return refuse(reason)
    print("", *said, sep="\n")
    return int(differs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
