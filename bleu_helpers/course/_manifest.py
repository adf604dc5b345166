"""Which files of a course changed since the last preflight: a student's code runs beside them, and can write there."""

import hashlib
import json
from pathlib import Path

MANIFEST = "manifest.json"

ALONE = ("answers.py", "nbgrader_config.py")

TIMESTAMP = "timestamp.txt"
"""What nbgrader writes beside a notebook: when it came."""

Manifest = dict[str, str]
"""For each file, by its path from the course's folder, the SHA-256 of what is in it."""


def digest(path: Path) -> str:
    """Compute the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def take(course: Path, name: str) -> Manifest:
    """Hash what grading rests on: the problem set, its answers, the configuration, and what students handed in."""
    folders = [course / "source" / name, course / "release" / name, course / "downloaded" / name / "archive"]
    alone = (*ALONE, f"rubrics/{name}.md")
    found = [course / file for file in alone] + [path for folder in folders for path in folder.rglob("*")]
    return {path.relative_to(course).as_posix(): digest(path) for path in sorted(found) if path.is_file()}


def write(course: Path, name: str) -> None:
    """Write the hashes of one problem set into the manifest, beside those of the others."""
    every = read(course)
    every[name] = take(course, name)
    (course / MANIFEST).write_text(json.dumps(every, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def read(course: Path) -> dict[str, Manifest]:
    """Read the manifest: the hashes of each problem set that preflight saw."""
    path = course / MANIFEST
    found: dict[str, Manifest] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return found


def changed(course: Path, name: str, before: Manifest) -> list[str]:
    """Say which files are no longer what they were, and what in `submitted` is none of what was looked at."""
    now = take(course, name)
    found = []
    for path in [*before, *(path for path in now if before and path not in before)]:
        if now.get(path) != before.get(path):
            what = "is gone" if path not in now else "changed" if path in before else "is new"
            found.append(f"{path}: it {what} since the last preflight")
    handed_in = {known for path, known in before.items() if path.startswith("downloaded/")}
    for file in sorted(course.glob(f"submitted/*/{name}/**/*")):
        if handed_in and file.is_file() and file.name != TIMESTAMP and digest(file) not in handed_in:
            found.append(f"{file.relative_to(course).as_posix()}: it is none of the files that preflight saw")
    return found


def is_handed_in(said: str) -> bool:
    """Whether a line is about a file that came from a student: new and better ones are to be expected there.

    >>> is_handed_in("downloaded/ps1/archive/ada/ps1.ipynb: it changed since the last preflight")
    True
    """
    return said.startswith("downloaded/")
