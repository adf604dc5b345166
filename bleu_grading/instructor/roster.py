"""Who is in a course: roster.csv, by which the names that a learning platform gives to files become logins.

Its first line names the columns. One is "login"; all others are what else a platform may call the student: a name
("Ada Lovelace" or "Lovelace, Ada"), a number, an address.
"""

import os
import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

from bleu_grading.outside.submitted_files import printable
from bleu_grading.records.grades import harmless, rows_of

ROSTER = "roster.csv"

PATTERN_VARIABLE = "BLEU_PLATFORM_NAMES"
"""Holds a regular expression for names of another platform, with a group `name`, or `number`, or both."""

PATTERNS = (
    r"(?P<name>.+)_(?P<number>\d+)_assignsubmission_[a-z]+_?",  # Moodle: Grace Hopper_98765_assignsubmission_file_
    r"(?P<name>[^_]+)(_LATE)?_(?P<number>\d+)_\d+",  # Canvas: lovelaceada_LATE_1234_5678
)


class Roster:
    """The lines of a roster. Without a file, every name is a login."""

    def __init__(self, rows: Sequence[Mapping[str, str]] = ()) -> None:
        self.logins = [unicodedata.normalize("NFC", row["login"].strip()) for row in rows]
        self.names = {login: row["name"] for login, row in zip(self.logins, rows, strict=True) if row.get("name")}
        """For each login the student's name, if the roster has a column with names."""
        self._known: dict[str, set[str]] = {}
        for login, row in zip(self.logins, rows, strict=True):
            for alias in {alias for cell in row.values() for alias in _aliases(cell)}:
                self._known.setdefault(alias, set()).add(login)

    def login(self, name: str) -> str:
        """Give the login that a file's name stands for; the name itself where that is not clear."""
        if name in self.logins:
            return name
        fits = [found for pattern in _patterns() if (found := re.fullmatch(pattern, name))]
        asked = [found.groupdict().get(group) for found in fits[:1] for group in ("number", "name")]
        for one in filter(None, [*asked, name]):
            who = self._known.get(_plain(one), set())
            if len(who) == 1:
                return next(iter(who))
        return name

    def refuses(self, login: str) -> str:
        """Say why a login can stand in no table, if it cannot."""
        if printable(login) != login:
            return f"the login '{printable(login)}' has a character that cannot be shown. Rename the folder or the file"
        if harmless(login) != login:
            return f"a spreadsheet would run the login {login!a} as a formula. Rename the folder or the file"
        if self.logins and login and login not in self.logins:
            return f"{ROSTER} does not have exactly one line for {login!a}. Add one, or a column with this name"
        return ""

    def missing(self, handed_in: Sequence[str]) -> list[str]:
        """List who handed nothing in."""
        return [login for login in self.logins if login not in handed_in]


def _patterns() -> list[str]:
    own = os.environ.get(PATTERN_VARIABLE)
    return [*([own] if own else []), *PATTERNS]


def _aliases(cell: str) -> set[str]:
    """Write a cell of a roster as platforms do, which leave out blanks and turn names round."""
    words = re.findall(r"[^\s,;]+", cell)
    turned = [words[place:] + words[:place] for place in range(len(words))]
    return {_plain("".join(one)) for one in turned} - {""}


def _plain(name: str) -> str:
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFC", name)).casefold()


def read_roster(course: Path) -> Roster:
    """Read a course's roster; an empty one where there is none.

    Raises:
        ValueError: it has no column "login", or a login twice.
    """
    path = course / ROSTER
    if not path.is_file():
        return Roster()
    roster = Roster([row for row in rows_of(path, "login") if any(row.values())])
    if not all(roster.logins) or len({*roster.logins}) < len(roster.logins):
        raise ValueError(f"{ROSTER} has a line without a login, or the same login twice")
    return roster
