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


RUN_BY_SPREADSHEETS = "=+-@\t\r"
"""What begins with one of these is a formula for a spreadsheet."""


def harmless(text: str) -> str:
    """Write a text that a student can influence so that no spreadsheet runs it.

    >>> harmless("=1+1"), harmless(" @SUM(A1)"), harmless("1 = 1")
    ("'=1+1", "' @SUM(A1)", '1 = 1')
    """
    return f"'{text}" if text.lstrip(" \n")[:1] in {*RUN_BY_SPREADSHEETS} else text


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


def _number(total: float | None) -> str:
    return "" if total is None else f"{total:g}"


def _csv(rows: list[list[str]]) -> str:
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    return written.getvalue()
