"""Inspect submitted notebooks before nbgrader runs, and repair what would stop it or lead to 0 points unnoticed.

The submitted files are not changed: nbgrader gets repaired copies. The student's own text is not changed in them
either, except for lone surrogates (halves of a character), which nbgrader cannot write.
"""

import json
import re
import shutil
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import nbformat

from bleu_grading.instructor.repair import Inspection, repair
from bleu_grading.instructor.roster import ROSTER, Roster
from bleu_grading.outside.problem_set import Cell, Notebook, ProblemSet
from bleu_grading.outside.submitted_files import NotPlain, delete_links, list_files
from bleu_grading.records.grades import escape_formula

PACKED = (".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".7z", ".rar")
"""Archives are not opened; a person has to unpack them."""

OF_MACOS = "__MACOSX"
"""A folder that macOS adds to an archive. It contains nothing that the student wrote."""

MAX_FILES = 500
"""The maximum number of files in a submission. nbgrader copies them all, and hangs if there are a few thousand."""

MAX_MEGABYTES = 50
"""The maximum size of a submission. It is copied three times, and a sandbox has room for 256 MB."""

MAX_CODE = 300_000
"""The maximum number of characters in all code cells. People type a few thousand; parsing this many takes seconds."""

MAX_CELLS = 500
"""The maximum number of cells. Each is compared with each of ours, and nbgrader runs them one by one."""

AGAIN = "Ask the student to open it in Jupyter or Colab, to save it, and to hand it in again"
AS_UTF_8 = "Ask the student to save it in UTF-8 (Windows Notepad: Save as, Encoding), or to download it again"
SMALLER = "Ask the student to clear its outputs, and to hand it in without anything that is not needed"
NO_NOTEBOOK = "it is not a notebook, so it will not be graded. If a notebook needs it, put both into one folder"
NO_FILE = "it does not contain a notebook{}. Ask the student for the file whose name ends with .ipynb"
NOT_OPENED = "so it is not opened. If it is needed, ask for a plain file or folder, and read what else was handed in"


# One file.


class Unreadable(Exception):
    """A notebook cannot be read. The message gives the reason and says what to do about it."""


def explain(problem: Exception) -> str:
    """Write one sentence about why a submission cannot be graded, and another one about what to do."""
    match problem:
        case Unreadable():
            return str(problem)
        case UnicodeDecodeError(object=raw) if b'"cells"' in raw:  # not a renamed PDF or ZIP file
            return f"it is saved in an encoding other than UTF-8. {AS_UTF_8}"
        case UnicodeDecodeError() | json.JSONDecodeError():
            return f"it is incomplete, or not a notebook, because it is not JSON. {AGAIN}"
        case RecursionError():
            return f"something in it, such as an output, is nested too deeply to be read. {SMALLER}"
        case NotPlain():
            return f"it is {problem}, {NOT_OPENED}"
        case OSError():
            return f"it cannot be read ({problem.strerror}). Give yourself permission to read it, or ask for it again"
    return f"it cannot be read ({type(problem).__name__}). {AGAIN}"


def read_notebook(path: Path) -> Notebook:
    """Read the text and nbgrader's data of each cell of a notebook. Everything else is as in a new notebook.

    Therefore it does not matter what else a program wrote into the file: byte-order marks, lone surrogates (which
    nbgrader cannot write), outputs, or the number of the format.

    Raises:
        Unreadable: the notebook is empty or too large, has no list of cells, or has a damaged cell.
        ValueError: the file is not JSON.
    """
    if (megabytes := path.stat().st_size / 1e6) > MAX_MEGABYTES:
        raise Unreadable(f"it has {megabytes:.0f} MB, but the limit is {MAX_MEGABYTES} MB. {SMALLER}")
    raw = path.read_bytes()
    if not raw.strip(b"\0 \t\r\n"):
        raise Unreadable(f"it is empty. {AGAIN}")
    match json.loads(raw, parse_int=float):  # because Python refuses to parse an integer with 5,000 digits
        case {"cells": [*cells]}:
            read = [_read_cell(number, cell) for number, cell in enumerate(cells, start=1)]
        case _:
            raise Unreadable(f"it is not a notebook, because it has no list of cells. {AGAIN}")
    code = sum(len(cell["source"]) for cell in read if cell["cell_type"] == "code")
    if len(read) > MAX_CELLS or code > MAX_CODE:
        most = f"the limit is {MAX_CELLS} cells with {MAX_CODE} characters"
        raise Unreadable(f"it has {len(read)} cells with {code} characters of code, but {most}. {SMALLER}")
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": read}


MORE: dict[str, Cell] = {"code": {"outputs": [], "execution_count": None}, "markdown": {}, "raw": {}}
"""The keys that the cells of each kind have in addition to their text."""


def _read_cell(number: int, cell: Any) -> Cell:
    try:
        kind, source = cell["cell_type"], "".join(cell.get("source", ""))
        new = {"cell_type": kind, "metadata": {}, "source": source.encode(errors="replace").decode()} | MORE[kind]
    except (TypeError, KeyError, AttributeError) as problem:
        raise Unreadable(f"its cell {number} is damaged. {AGAIN}") from problem
    match cell:
        case {"metadata": {"nbgrader": dict(given)}}:
            new["metadata"]["nbgrader"] = given
    if kind != "code" and "attachments" in cell:
        new["attachments"] = cell["attachments"]
    return new


def inspect_file(release: Notebook, path: Path) -> Inspection:
    """Repair one notebook, and return what was found: for any file, a notebook or a sentence about the problem."""
    try:
        found = repair(release, read_notebook(path))
        for number, cell in enumerate(found.notebook["cells"]):
            cell["id"] = f"cell-{number}"
        known: Any = nbformat  # typed as Any because its functions have no type hints
        known.validate(known.from_dict(found.notebook))
        return found
    except Exception as problem:  # only this submission is not graded
        return Inspection(problems=[explain(problem)], gradable=False)


# A folder with the files of many students.


def is_notebook_or_archive(path: Path) -> bool:
    """Whether a file's name is that of a notebook, or of an archive that may contain one."""
    return path.suffix.lower() in (".ipynb", *PACKED) and path.name[:2] != "._"  # macOS adds such a file for each file


def notebooks(submission: Path) -> list[Path]:
    """List the notebooks of a submission (a file or a folder), and the paths in it that must not be opened."""
    if submission.is_symlink() or not submission.is_dir():
        return [submission]
    plain, others = list_files(submission)
    return [*filter(is_notebook_or_archive, plain), *others]


def without_copy_marks(stem: str, name: str) -> str:
    """Remove from a file's name what programs add to copies and to repeated submissions.

    >>> without_copy_marks("ada_Copy of ps1 (2)", "ps1"), without_copy_marks("ada_last-1", "last")
    ('ada_ps1', 'ada_last')
    >>> without_copy_marks("week-2", "week-2")
    'week-2'
    """
    plain = re.sub(r"(?i)copy[ _]of[ _]", "", unicodedata.normalize("NFC", stem))
    return re.sub(rf"(?i)([ _-]*\(\d+\)|[ _-]+copy\d*|(?<={re.escape(name)})-\d+)+$", "", plain)


def is_called(path: Path, name: str) -> bool:
    """Whether a file's name is that of this problem set, possibly after the student's name.

    >>> is_called(Path("ada_Copy of ps1 (2).ipynb"), "ps1"), is_called(Path("maps1.ipynb"), "ps1")
    (True, False)
    """
    return f"_{without_copy_marks(path.stem, name)}".endswith(f"_{name}")


def student(path: Path, folder: Path, name: str) -> str:
    """Return the student of a file, as nbgrader does: its folder's name, or the text before the problem set's name.

    >>> student(Path("all/ada/old/ps1.ipynb"), Path("all"), "ps1")
    'ada'
    >>> student(Path("all/bob_ps1.ipynb"), Path("all"), "ps1")
    'bob'
    """
    first, *rest = path.relative_to(folder).parts
    if rest or path.is_dir():
        return unicodedata.normalize("NFC", first)
    return without_copy_marks(path.stem, name).removesuffix(name).removesuffix("_")


HIDDEN_SIGNS = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories of invisible characters: controls, formatting, line breaks, and bytes that are not UTF-8."""


def printable(name: str) -> str:
    """Write each invisible character of a name as an escape sequence, so that the name can be read and saved.

    >>> print(printable("김 a\\u200bb\\n"), printable(b"\\xb1\\xe8".decode(errors="surrogateescape")))
    김 a\\u200bb\\n \\udcb1\\udce8
    """
    return "".join(ascii(char)[1:-1] if unicodedata.category(char) in HIDDEN_SIGNS else char for char in name)


def bad_login(login: str, roster: Roster) -> str:
    """Return why a login cannot be used in a table, or an empty string if it can."""
    if printable(login) != login:
        return f"the login '{printable(login)}' has a character that cannot be shown. Rename the folder or the file"
    if escape_formula(login) != login:
        return f"a spreadsheet would run the login {login!a} as a formula. Rename the folder or the file"
    if roster.logins and login and login not in roster.logins:
        return f"{ROSTER} does not have exactly one line for {login!a}. Add one, or a column with this name"
    return ""


def inspect_all(problem_set: ProblemSet, roster: Roster) -> dict[Path, Inspection]:
    """Inspect all submissions, and find problems that appear only when they are compared, such as two for one student.

    A submission is a folder or a file in the archive. Files that are ruled out by their name or size are not read.
    """
    folder, name = problem_set.archive, problem_set.name
    submissions: dict[Path, list[Path]] = {path: [] for path in sorted(folder.iterdir())}
    plain, others = list_files(folder)
    for path in [*plain, *others]:
        submissions[folder / path.relative_to(folder).parts[0]].append(path)
    refused = dict[Path, str]()
    for submission, files in submissions.items():
        megabytes = sum(path.lstat().st_size for path in files if path not in others) / 1e6
        if len(files) > MAX_FILES or megabytes > MAX_MEGABYTES:
            most = f"the limit is {MAX_FILES} files with {MAX_MEGABYTES} MB"
            refused[submission] = f"it has {len(files)} files with {megabytes:.0f} MB, but {most}. {SMALLER}"
    left_alone = {path for submission in refused for path in submissions[submission]}
    plain = [path for path in plain if path not in left_alone]
    refused |= {path: f"it is {what}, {NOT_OPENED}" for path, what in others.items() if path not in left_alone}
    owners = {path: roster.login(student(path, folder, name)) for path in [*submissions, *plain, *refused]}
    found = [*filter(is_notebook_or_archive, plain)]
    in_folder = Counter(path.parent for path in found if path.parent != folder)
    collected = [path for path in found if in_folder[path.parent] == 1 or is_called(path, name)]
    times = Counter(owners[path] for path in collected)
    for path in found:
        owner = owners[path]
        if path.suffix.lower() in PACKED:
            refused[path] = "it is an archive. Unpack it, then run this again"
        elif path not in collected:
            refused[path] = f"its name does not say that it is {name}. Rename it if it is"
        elif line := bad_login(owner, roster):
            refused[path] = line
        elif not owner and len(found) > 1:
            refused[path] = "nothing shows whose it is. Put it into a folder with the student's name"
        elif times[owner] > 1:
            refused[path] = f"{owner} has more than one {name}. Move the one that does not count to another place"
    in_folders = {owners[path] for path in found if path.parent != folder}
    named = {*found, *(path for path in refused if path.name[:1] != ".")}
    for submission, files in submissions.items():
        if submission.name[:1] == "." or submission.name == OF_MACOS or {submission, *files} & named:
            continue
        if submission in files:
            refused[submission] = NO_NOTEBOOK
        elif owners[submission] not in in_folders:
            names = ", ".join(printable(path.name) for path in files[:3])
            refused[submission] = NO_FILE.format(f", only {names}" if names else "")
    release = json.loads(problem_set.release.read_text(encoding="utf-8"))
    inspections = {path: inspect_file(release, path) for path in found if path not in refused}
    inspections |= {path: Inspection(problems=[line], gradable=False) for path, line in refused.items()}
    for path, inspection in inspections.items():
        inspection.file = printable(str(path.relative_to(folder)))
        inspection.student = printable(owners[path])
    return dict(sorted(inspections.items()))


# From the archive to nbgrader.

TIMESTAMP = "timestamp.txt"
"""The file with the time of submission. Only the instructor's is used, because students could hand in their own."""


def collect(problem_set: ProblemSet, inspections: Mapping[Path, Inspection]) -> dict[str, str]:
    """Copy what can be graded to nbgrader's folder, and map nbgrader's name for each student to the login."""
    delete_links(problem_set.course / "submitted")
    students = {}
    for path, found in inspections.items():
        student = found.name_for_nbgrader
        try:
            if found.gradable:
                files = list_files(path.parent)[0] if path.parent != problem_set.archive else []
                _copy(path.parent, files, problem_set.submitted(student), found.notebook)
                students[student] = found.student
        except Exception as problem:
            found.gradable = False
            found.problems.append(explain(problem))
    return students


def _copy(folder: Path, files: Collection[Path], target: Path, notebook: Notebook) -> None:
    """Copy a notebook and the files next to it to nbgrader's folder, replacing what is there."""
    target.parent.mkdir(parents=True, exist_ok=True)
    for old in target.parent.iterdir():
        if old.is_dir():
            shutil.rmtree(old)
        elif old.name != TIMESTAMP:
            old.unlink()
    for other in files:
        if other.name[:1] != "." and other.suffix.lower() != ".ipynb" and other.name != TIMESTAMP:
            copy = target.parent / other.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(other.read_bytes())
    # The notebook is written last, because nbgrader ignores a folder without it.
    target.write_text(json.dumps(notebook, indent=1) + "\n", encoding="utf-8")
