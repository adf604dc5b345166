"""What the audit looked at before and found nothing in, so that it looks at the rest only.

Without a sandbox nothing is kept: a student's code could write there. What there was something to say of is looked at
again each time, because a person may have mended it, or the machine may have been busy.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from bleu_helpers.course import _sandbox
from bleu_helpers.course._gradebook import Score
from bleu_helpers.course._log import Event
from bleu_helpers.course._manifest import digest
from bleu_helpers.course._secrets import rules

SEEN = "audited.json"
"""In the folder of the course. To have everybody looked at anew, delete it."""

Seen = dict[str, tuple[str, int]]
"""For each graded notebook, the digest of what its audit rests on, and the number of its functions."""


def read(course: Path) -> Seen:
    """Read what there was nothing to say of. A file that cannot be read is none."""
    try:
        found = json.loads((course / SEEN).read_text(encoding="utf-8"))
        return {path: (str(key), int(number)) for path, (key, number) in found.items()} if _kept(course) else {}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def write(course: Path, seen: Seen) -> None:
    """Write it, in the folder of a course."""
    if _kept(course):
        (course / SEEN).write_text(json.dumps(seen, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _kept(course: Path) -> bool:
    return (course / "nbgrader_config.py").is_file() and _sandbox.kind() != "none"


def key(path: Path, seed: str, scores: Mapping[str, Score], log: Sequence[Event] | None) -> str:
    """Compute a digest of all that the audit of a graded notebook rests on; nothing where it is not there."""
    if not path.is_file():
        return ""
    beside = [(other.name, digest(other)) for other in sorted(path.parent.iterdir()) if other.is_file()]
    rests_on = [beside, seed, rules(), _our_code(), scores, log]
    return hashlib.sha256(json.dumps(rests_on).encode()).hexdigest()


@cache
def _our_code() -> str:
    """Compute a digest of this package: another version may say something else."""
    package = Path(__file__).parent.parent
    code = [(path.relative_to(package).as_posix(), digest(path)) for path in sorted(package.rglob("*.py"))]
    return hashlib.sha256(json.dumps(code).encode()).hexdigest()
