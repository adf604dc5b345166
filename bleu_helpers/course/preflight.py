"""Look through submitted notebooks before nbgrader does, and repair what would stop it or make it give a silent 0.

Nothing of what was handed in is changed: what is repaired goes to nbgrader. No text of a student's is ever changed
there, but for half a character, which nbgrader cannot write.
"""

import json
import re
import unicodedata
import warnings
from collections import Counter
from pathlib import Path
from typing import Any

import nbformat

from bleu_helpers.course._files import within
from bleu_helpers.course._repair import Inspection, Notebook, repair
from bleu_helpers.course._roster import Roster

PACKED = (".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".7z", ".rar")
"""What is not looked into: a person unpacks it."""

UNREADABLE = (
    "it is empty, breaks off, or is no notebook. Ask the student to hand it in again (in Colab: File, Download, "
    "Download .ipynb)"
)
NO_NOTEBOOK = "it is no notebook, so nobody will grade it. If a notebook needs it, put both into one folder"
NOT_OPENED = "and is left alone. Ask the student for the file itself, and read what else is in there"


# One file.


def read_notebook(path: Path) -> Notebook:
    """Read a notebook, also one with a byte order mark or with half a character, which nbgrader cannot write.

    Raises:
        ValueError: it is no JSON.
    """
    whole = json.dumps(json.loads(path.read_bytes()), ensure_ascii=False).encode(errors="replace")
    notebook: Notebook = json.loads(whole)
    return notebook


def _validate(notebook: Notebook) -> None:
    """Raise an error for what nbgrader would stop at, without a word to anybody. It empties the outputs first."""
    cells = [cell | {"outputs": []} if isinstance(cell.get("outputs"), list) else cell for cell in notebook["cells"]]
    known: Any = nbformat  # its functions have no types
    with warnings.catch_warnings(action="ignore"):  # cells without ids, as Colab saves them
        known.validate(known.from_dict(notebook | {"cells": cells}))


def look_at(release: Notebook, name: str, path: Path, in_own_folder: bool) -> Inspection:
    """Repair one notebook, and say what was found."""
    found = Inspection()
    if path.suffix in PACKED:
        found.stop("it is packed. Unpack it, then run this again")
        return found
    try:
        found = repair(release, read_notebook(path))
        _validate(found.notebook)
        if not (in_own_folder or is_called(path, name)):
            found.stop(f"its name does not say that it is {name}. Rename it if it is")
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, nbformat.ValidationError):
        found.stop(UNREADABLE)
    return found


# A folder with the files of many students.


def notebooks(submission: Path) -> list[Path]:
    """List the notebooks of a submission: itself, or those in the folder."""
    if not submission.is_dir():
        return [submission]
    named = (path for path in within(submission)[0] if path.suffix in (".ipynb", *PACKED))
    return [path for path in named if path.name[:2] != "._"]  # which macOS puts into an archive for each file


def bare(stem: str, name: str) -> str:
    """Take from a file's name what programs add to copies and to a problem set that is handed in once more.

    >>> bare("ada_Copy of ps1 (2)", "ps1"), bare("ada_last-1", "last"), bare("week-2", "week-2")
    ('ada_ps1', 'ada_last', 'week-2')
    """
    plain = re.sub(r"(?i)copy[ _]of[ _]", "", unicodedata.normalize("NFC", stem))
    return re.sub(rf"(?i)([ _-]*\(\d+\)|[ _-]+copy\d*|(?<={re.escape(name)})-\d+)+$", "", plain)


def is_called(path: Path, name: str) -> bool:
    """Whether a file's name says which problem set it is.

    >>> is_called(Path("ada_Copy of ps1 (2).ipynb"), "ps1"), is_called(Path("maps1.ipynb"), "ps1")
    (True, False)
    """
    return f"_{bare(path.stem, name)}".endswith(f"_{name}")


def student(path: Path, folder: Path, name: str) -> str:
    """Say whose a file is, as nbgrader does: by its folder, else by what stands before the problem set's name.

    >>> student(Path("all/ada/old/ps1.ipynb"), Path("all"), "ps1")
    'ada'
    >>> student(Path("all/bob_ps1.ipynb"), Path("all"), "ps1")
    'bob'
    """
    first, *rest = path.relative_to(folder).parts
    return unicodedata.normalize("NFC", first) if rest else bare(path.stem, name).removesuffix(name).removesuffix("_")


def look_at_all(release: Notebook, name: str, folder: Path, roster: Roster) -> dict[Path, Inspection]:
    """Look at every file in a folder with the files of many students, and at what only shows beside the others."""
    plain, others = within(folder)
    found = notebooks(folder)
    in_folder = Counter(path.parent for path in found)
    alone = {path for path in found if path.parent != folder and in_folder[path.parent] == 1}
    looked_at = {path: look_at(release, name, path, path in alone) for path in found}
    owners = {path: roster.login(student(path, folder, name)) for path in [*plain, *others]}
    collected = [path for path in found if path in alone or is_called(path, name)]
    times = Counter(owners[path] for path in collected)
    for path in collected:
        owner = owners[path]
        if refused := roster.refuses(owner):
            looked_at[path].stop(refused)
        elif not owner and len(found) > 1:
            looked_at[path].stop("nothing says whose it is. Put it into a folder with the student's name")
        elif times[owner] > 1:
            looked_at[path].stop(f"{owner} has more than one {name}. Put the one that does not count elsewhere")
    with_folders = {owners[path] for path in found if path.parent != folder}
    for path in plain:
        of_nobody = path.parent == folder or owners[path] not in with_folders
        if path not in looked_at and path.name[:1] != "." and of_nobody:
            looked_at[path] = Inspection(open=[NO_NOTEBOOK], gradable=False)
    for path, what in others.items():
        looked_at[path] = Inspection(open=[f"it is {what}, {NOT_OPENED}"], gradable=False)
    for path, one in looked_at.items():
        one.student = owners[path]
    return looked_at
