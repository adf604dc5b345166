"""Look through submitted notebooks before nbgrader does, and repair what would stop it or make it give a silent 0.

Nothing of what was handed in is changed: what is repaired goes to nbgrader. No text of a student's is ever changed
there, but for half a character, which nbgrader cannot write.
"""

import json
import re
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

from bleu_helpers.course._code import imported, missing
from bleu_helpers.course._files import NotPlain, own, within
from bleu_helpers.course._repair import Inspection, Notebook, grade_id, repair, text
from bleu_helpers.course._roster import Roster

PACKED = (".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".7z", ".rar")
"""What is not looked into: a person unpacks it."""

FRAME = {"metadata": {}, "nbformat": 4, "nbformat_minor": 4}
"""What stands beside the cells of every notebook: nbgrader reads none without it."""

AGAIN = "Ask the student to hand it in again"

NOT_HERE = (
    "which is not here. Install it where it is a library. A file of the student's own has to be handed in beside the "
    "notebook: ask for it, and put none there yourself"
)
NO_NOTEBOOK = "it is no notebook, so nobody will grade it. If a notebook needs it, put both into one folder"
NOT_OPENED = "and is left alone. Ask the student for the file itself, and read what else is in there"


# One file.


class Unreadable(Exception):
    """A file is no notebook. The message says what it is, and what to do."""


def read_notebook(path: Path) -> Notebook:
    """Read a notebook in whatever form it came: with a byte order mark, half a character, or in an older format.

    Raises:
        Unreadable: nobody can read it.
    """
    raw = path.read_bytes()
    try:
        whole = json.dumps(FRAME | json.loads(raw), ensure_ascii=False).encode(errors="replace")
    except ValueError as problem:
        raise Unreadable(f"{_no_notebook(raw.strip())}. {AGAIN}") from problem
    notebook: Notebook = json.loads(whole)
    if "worksheets" not in notebook:
        return notebook
    import nbformat

    library: Any = nbformat  # it tells no types
    new: Notebook = json.loads(library.writes(library.reads(whole.decode(), as_version=4)))
    return new


def _no_notebook(content: bytes) -> str:
    """Say what a file is that is no JSON."""
    if content.startswith(b"<"):
        return "it is a web page and no notebook (in Colab: File, Download, Download .ipynb)"
    if not content.startswith(b"{"):
        return "it is no notebook" if content else "it is empty"
    return "it is damaged" if content.endswith(b"}") else "it breaks off in the middle"


def look_at(release: Notebook, name: str, path: Path, in_own_folder: bool) -> Inspection:
    """Repair one notebook, and say what was found."""
    found = Inspection()
    try:
        if path.suffix in PACKED:
            raise Unreadable("it is packed. Unpack it, then run this again")
        found = repair(release, read_notebook(own(path, path.parent)))
        absent = ", ".join(missing_imports(found.notebook, path.parent if in_own_folder else None))
        if absent:
            found.stop(f"it imports {absent}, {NOT_HERE}")
        if not (in_own_folder or is_called(path, name)):
            found.stop(f"its name does not say that it is {name}. Rename it if it is")
    except NotPlain as problem:
        found.stop(f"it is {problem}, {NOT_OPENED}")
    except Unreadable as problem:
        found.stop(str(problem))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        found.stop(f"it cannot be read as a notebook ({type(problem).__name__}). {AGAIN}")
    return found


def missing_imports(notebook: Notebook, beside: Path | None) -> list[str]:
    """Name the modules that a notebook and its own files import, and that are neither here nor beside it."""
    cells = [text(cell) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    beside_it = [path for path in within(beside)[0] if path.parent == beside] if beside else []
    files = {path.stem: path.read_text("utf-8", "replace") if path.suffix == ".py" else "" for path in beside_it}
    own = {*files, *(name for cell in cells for name in re.findall(r"(?m)^%%writefile +(\w+)\.py", cell))}
    code = "\n".join([*cells, *files.values(), *map(grade_id, notebook["cells"])])  # by names: the tests are hidden
    wanted, waiting = set[str](), cells
    while waiting:
        new = imported(waiting.pop(), code)
        waiting += [files.pop(name) for name in {one.split(".")[0] for one in new} & files.keys()]
        wanted |= new
    return sorted({missing(name) for name in wanted if name.split(".")[0] not in own} - {""})


# A folder with the files of many students.


def notebooks(submission: Path) -> list[Path]:
    """List the notebooks of a submission: itself, or those in the folder."""
    if not submission.is_dir():
        return [submission]
    return [path for path in within(submission)[0] if path.suffix in (".ipynb", *PACKED)]


def bare(stem: str) -> str:
    """Take from a file's name what programs add to copies and to what is handed in once more.

    >>> bare("ada_Copy of ps1 (2)"), bare("ps1-1")
    ('ada_ps1', 'ps1')
    """
    plain = re.sub(r"(?i)copy[ _]of[ _]", "", unicodedata.normalize("NFC", stem))
    return re.sub(r"(?i)([ _-]*\(\d+\)|[ _-]+copy\d*|(?<=\d)-\d+)+$", "", plain)


def is_called(path: Path, name: str) -> bool:
    """Whether a file's name says which problem set it is.

    >>> is_called(Path("ada_Copy of ps1 (2).ipynb"), "ps1"), is_called(Path("maps1.ipynb"), "ps1")
    (True, False)
    """
    return f"_{bare(path.stem)}".endswith(f"_{name}")


def student(path: Path, folder: Path, name: str) -> str:
    """Say whose a file is, as nbgrader does: by its folder, else by what stands before the problem set's name.

    >>> student(Path("all/ada/old/ps1.ipynb"), Path("all"), "ps1")
    'ada'
    >>> student(Path("all/bob_ps1.ipynb"), Path("all"), "ps1")
    'bob'
    """
    first, *rest = path.relative_to(folder).parts
    return unicodedata.normalize("NFC", first) if rest else bare(path.stem).removesuffix(name).removesuffix("_")


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
