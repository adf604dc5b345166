"""Read roster.csv, which lists the students of a course, and find the login for a name that a learning platform uses.

The first line of the file contains the names of the columns. One column is "login"; the others contain whatever else a
platform may use to identify a student: a name ("Ada Lovelace" or "Lovelace, Ada"), a number, an address.
"""

import contextlib
import csv
import io
import os
import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

ROSTER = "roster.csv"

PATTERN_VARIABLE = "BLEU_PLATFORM_NAMES"
"""Contains a regular expression for the names of another platform, with a group `name`, `number`, or both."""

PATTERNS = (
    r"(?P<name>.+)_(?P<number>\d+)_assignsubmission_[a-z]+_?",  # Moodle: Grace Hopper_98765_assignsubmission_file_
    r"(?P<name>[^_]+)(_LATE)?_(?P<number>\d+)_\d+",  # Canvas: lovelaceada_LATE_1234_5678
)


class Roster:
    """The students in a roster. Without a roster, every name is taken as a login."""

    def __init__(self, rows: Sequence[Mapping[str, str]] = ()) -> None:
        self.logins = [unicodedata.normalize("NFC", row["login"].strip()) for row in rows]
        self.names = {login: row["name"] for login, row in zip(self.logins, rows, strict=True) if row.get("name")}
        """Maps logins to the names of the students, if the roster has a column "name"."""
        self._known: dict[str, set[str]] = {}
        for login, row in zip(self.logins, rows, strict=True):
            for alias in {alias for cell in row.values() for alias in _aliases(cell)}:
                self._known.setdefault(alias, set()).add(login)

    def login(self, name: str) -> str:
        """Return the login for the name of a file or folder, or the name itself if the login is not clear."""
        if name in self.logins:
            return name
        patterns = filter(None, [os.environ.get(PATTERN_VARIABLE), *PATTERNS])
        matches = [found for pattern in patterns if (found := re.fullmatch(pattern, name))]
        candidates = [found.groupdict().get(group) for found in matches[:1] for group in ("number", "name")]
        for alias in filter(None, [*candidates, name]):
            logins = self._known.get(_plain(alias), set())
            if len(logins) == 1:
                return next(iter(logins))
        return name


def _aliases(cell: str) -> set[str]:
    """Return the forms of a roster's cell that platforms use: without spaces, and with first and last names swapped."""
    words = re.findall(r"[^\s,;]+", cell)
    rotations = [words[index:] + words[:index] for index in range(len(words))]
    return {_plain("".join(rotated)) for rotated in rotations} - {""}


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFC", name)).casefold()


ENCODINGS = ("utf-8-sig", "utf-16", "cp1252")
"""The encodings in which spreadsheets save csv files, the most likely first."""


def _read_rows(path: Path) -> list[dict[str, str]]:
    """Read the rows of a roster in any encoding and with any separator; the case of its columns does not matter."""
    for encoding in ENCODINGS:
        with contextlib.suppress(UnicodeDecodeError):
            content = path.read_bytes().decode(encoding)
            first = content.partition("\n")[0]
            table = csv.DictReader(io.StringIO(content), delimiter=max(",;\t", key=first.count), restval="")
            table.fieldnames = [name.strip().casefold() for name in table.fieldnames or ()]
            if "login" in table.fieldnames:
                return [{name: row[name] for name in table.fieldnames} for row in table]
    raise ValueError(f"{ROSTER} does not have the column login in its first line. Put it back, or delete the file")


def read_roster(course: Path) -> Roster:
    """Read a course's roster, or return an empty one if there is no file.

    Raises:
        ValueError: a login is missing or appears twice, or there is no column "login".
    """
    path = course / ROSTER
    if not path.is_file():
        return Roster()
    roster = Roster([row for row in _read_rows(path) if any(row.values())])
    if not all(roster.logins) or len({*roster.logins}) < len(roster.logins):
        raise ValueError(f"{ROSTER} has a line without a login, or the same login twice")
    return roster
