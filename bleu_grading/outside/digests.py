"""The digests of all that a grade rests on, by which it is seen whether it still holds."""

import hashlib
import json
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path

from bleu_grading.outside.sandbox import Limits
from bleu_grading.outside.seed_and_answers import answers_file, read_seed
from bleu_grading.outside.submitted_files import within

Digests = dict[str, str]
"""For each thing that a grade rests on, a digest of it."""


def digests(course: Path, name: str, student: str) -> Digests:
    """Compute the digests of all that a student's grade rests on."""
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
    """Compute one digest of all plain files of a folder, and of what they are called there."""
    plain = within(folder)[0] if folder.is_dir() else []
    return _digest(json.dumps([(str(path.relative_to(folder)), _digest(path.read_bytes())) for path in plain]).encode())


def made_from(course: Path, name: str) -> Path:
    """Say where it stands of which problem set the students' version was made."""
    return course / "release" / f".{name}.made-from"


def outdated(course: Path, name: str) -> bool:
    """Whether a problem set has changed since its release was made: nbgrader has its tests from that day."""
    record = made_from(course, name)
    return record.is_file() and record.read_text(encoding="utf-8") != digest_of_files(course / "source" / name)
