"""Compute digests of everything that a grade depends on. If one of them has changed, the grade is out of date."""

import hashlib
import json
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

from bleu_grading.outside.sandbox import Limits
from bleu_grading.outside.seed_and_answers import answers_file, read_seed
from bleu_grading.outside.submitted_files import within

Digests = dict[str, str]
"""Maps the name of each thing that a grade depends on to its digest."""


def digests(course: Path, name: str, student: str) -> Digests:
    """Compute the digests of everything that a student's grade depends on."""
    limits = json.dumps(asdict(Limits())).encode()
    return {
        "the submission": digest_of_files(course / "submitted" / student / name),
        f"source/{name}": digest_of_files(course / "source" / name),
        "answers.py": _digest(answers_file().read_bytes()),
        "the seed": _digest(read_seed().encode()),
        "the limits": _digest(limits),
        "bleu_helpers": version("bleu-helpers"),
    }


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:32]


def digest_of_files(folder: Path) -> str:
    """Compute one digest of the names and contents of all plain files in a folder."""
    files = within(folder)[0] if folder.is_dir() else []
    return _digest(json.dumps([(str(path.relative_to(folder)), _digest(path.read_bytes())) for path in files]).encode())


def made_from(course: Path, name: str) -> Path:
    """Return the path of the file with the digest of the problem set from which the release was made."""
    return course / "release" / f".{name}.made-from"


def outdated(course: Path, name: str) -> bool:
    """Whether a problem set has changed since its release was made. nbgrader uses the tests of the release."""
    record = made_from(course, name)
    return record.is_file() and record.read_text(encoding="utf-8") != digest_of_files(course / "source" / name)
