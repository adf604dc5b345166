"""Tables of grades in the form that Canvas and Moodle read, for students whatever they are called."""

import csv
import hashlib
import io
import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path


def name_for_nbgrader(student: str) -> str:
    """Give a name that nbgrader can work with: it takes names for patterns of files, and misses those with a dot first.

    >>> name_for_nbgrader("ada"), name_for_nbgrader("kim, min [2]")
    ('ada', 'kim-min-2-5a79a3')
    """
    plain = unicodedata.normalize("NFC", student)
    if re.fullmatch(r"\w[\w.@+ -]*", plain) and plain == plain.strip():
        return plain
    bare = re.sub(r"[^\w.@+-]+", "-", plain).strip("-.")
    return f"{bare}-{hashlib.sha256(plain.encode()).hexdigest()[:6]}"


PLATFORMS = ("canvas", "moodle")


def table_of(course: Path, name: str, platform: str) -> Path:
    """Say where the table of a problem set is."""
    return course / f"grades-{name}-{platform}.csv"


def canvas(name: str, points: float, totals: Mapping[str, float | None]) -> str:
    """Write the table that Canvas imports. The name that came is given as its login, and as the student's name."""
    rows = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", name]]
    rows.append(["    Points Possible", "", "", "", "", f"{points:g}"])
    rows += [[student, "", "", student, "", _number(total)] for student, total in sorted(totals.items())]
    return _csv(rows)


def moodle(name: str, totals: Mapping[str, float | None]) -> str:
    """Write the table that Moodle imports: the name that came may be one of three things there."""
    rows = [["Username", "ID number", "Email address", f"Assignment: {name} (Real)"]]
    for student, total in sorted(totals.items()):
        rows.append([student, student, student if "@" in student else "", _number(total)])
    return _csv(rows)


def read_table(path: Path, name: str) -> dict[str, float | None]:
    """Read a table back, also one that a person or a program has changed: for each login its number, if it has one.

    Raises:
        ValueError: it is none of our tables any more.
    """
    found = {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            for row in csv.DictReader(file):
                login = row["SIS Login ID"] if "SIS Login ID" in row else row["Username"]
                number = row[name] if name in row else row[f"Assignment: {name} (Real)"]
                if login:
                    found[login] = float(number) if number.strip() else None
    except (KeyError, AttributeError, ValueError, csv.Error) as problem:
        raise ValueError(f"it is no longer the table that `grade` wrote ({type(problem).__name__})") from problem
    return found


def _number(total: float | None) -> str:
    return "" if total is None else f"{total:g}"


def _csv(rows: list[list[str]]) -> str:
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    return written.getvalue()
