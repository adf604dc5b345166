"""Look through submitted notebooks before nbgrader does, and repair what would stop it or make it give a silent 0.

Nothing of what was handed in is changed: what is repaired goes to nbgrader. No text of a student's is ever changed
there, but for half a character, which nbgrader cannot write.
"""

import codecs
import json
import re
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Any

from bleu_helpers.course._asked import faults
from bleu_helpers.course._files import NotPlain, own, within
from bleu_helpers.course._imports import imported, missing, names_used
from bleu_helpers.course._repair import Findings, Notebook, grade_id, repair, text
from bleu_helpers.course._roster import ROSTER, Roster
from bleu_helpers.course._roster import read as read_roster
from bleu_helpers.course._secrets import find_answers


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
    return bare(path.stem) == name or bare(path.stem).endswith(f"_{name}")


AGAIN = "Ask the student to hand it in again"

PACKED = (".zip", ".tar", ".tgz", ".gz", ".bz2", ".xz", ".7z", ".rar")
"""What is not looked into: a person unpacks it."""


FRAME = {"metadata": {}, "nbformat": 4, "nbformat_minor": 4}
"""What stands beside the cells of every notebook: nbgrader reads none without it."""


class Unreadable(Exception):
    """A file is no notebook. The message says what it is, and what to do."""


def read(path: Path) -> tuple[Notebook, list[str]]:
    """Read a notebook in whatever form it came, and say what was not as it should be.

    Raises:
        Unreadable: nobody can read it.
    """
    raw, repaired = path.read_bytes(), []
    encoding = "utf-16" if raw[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig"
    try:
        content = raw.decode(encoding)
    except UnicodeDecodeError as problem:
        raise Unreadable(f"it is neither text nor a notebook. {AGAIN}") from problem
    if not content.strip():
        raise Unreadable(f"it is empty. {AGAIN}")
    if content.lstrip()[0] == "<":
        raise Unreadable(f"it is a web page and no notebook. {AGAIN} (in Colab: File, Download, Download .ipynb)")
    try:
        notebook = json.loads(content)
    except ValueError as problem:
        what = "it breaks off in the middle" if not content.rstrip().endswith("}") else "it is damaged"
        raise Unreadable(f"{what}. {AGAIN}") from problem
    if isinstance(notebook, dict) and "cells" in notebook and (lost := FRAME.keys() - notebook.keys()):
        notebook = FRAME | notebook
        repaired.append(f"it had no {' and no '.join(sorted(lost))}")
    whole = json.dumps(notebook, ensure_ascii=False)
    if (held := whole.encode(errors="replace").decode()) != whole:
        notebook = json.loads(held)
        repaired.append("it had half a character, which nbgrader cannot write: there is a ? in its place")
    if encoding == "utf-16" or raw.startswith(codecs.BOM_UTF8):
        repaired.append("it began with a byte order mark")
    if isinstance(notebook, dict) and "worksheets" in notebook:
        notebook = _of_today(notebook)
        repaired.append("it was in the format of before 2015")
    return notebook, repaired


def _of_today(notebook: Notebook) -> Notebook:
    """Bring a notebook of an older format to the one of today."""
    import nbformat

    library: Any = nbformat  # it tells no types
    new: Notebook = json.loads(library.writes(library.reads(json.dumps(notebook), as_version=4)))
    for place, cell in enumerate(new["cells"], start=1):
        cell["id"] = f"cell-{place}"  # in place of one by chance: the same notebook stays the same
    return new


def look_at(release: Notebook, name: str, path: Path, in_own_folder: bool) -> Findings:
    """Repair one notebook, and say what was found."""
    if path.suffix in PACKED:
        return Findings(open=["it is packed. Unpack it, then run this again"], gradable=False)
    try:
        submission, repaired = read(own(path, path.parent))
        findings = repair(release, submission)
        absent = missing_imports(findings.notebook, path.parent if in_own_folder else None)
    except NotPlain as problem:
        return Findings(open=[not_opened(str(problem))], gradable=False)
    except Unreadable as problem:
        return Findings(open=[str(problem)], gradable=False)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        said = f"it cannot be read as a notebook ({type(problem).__name__}). {AGAIN}"
        return Findings(open=[said], gradable=False)
    findings.repaired += repaired
    if absent:
        names = ", ".join(absent)
        findings.stop(
            f"it imports {names}, which is not here. Install it where it is a library. A file of the student's own has "
            "to be handed in beside the notebook: ask for it, and put none there yourself"
        )
    if not (in_own_folder or is_called(path, name)):
        findings.stop(f"its name does not say that it is {name}. Rename it if it is")
    return findings


def missing_imports(notebook: Notebook, beside: Path | None) -> list[str]:
    """Name the modules that a notebook and its own files import, and that are neither here nor beside it."""
    sources = [text(cell) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    own = {match for source in sources for match in re.findall(r"(?m)^%%writefile +(\w+)\.py", source)}
    files = {path.stem: path for path in within(beside)[0] if path.parent == beside} if beside else {}
    python = [path for path in files.values() if path.suffix == ".py"]
    beside_it = [path.read_text(encoding="utf-8", errors="replace") for path in python]
    called = set().union(map(grade_id, notebook["cells"]), *map(names_used, [*sources, *beside_it]))  # tests are hidden
    wanted = set[str]().union(*(imported(source, called) for source in sources))
    waiting = [*wanted]
    while waiting:
        file = files.pop(waiting.pop().split(".")[0], None)
        if file is not None:
            own.add(file.stem)
            new = (
                imported(file.read_text(encoding="utf-8", errors="replace"), called) if file.suffix == ".py" else set()
            )
            wanted |= new
            waiting += new
    return sorted({missing(name) for name in wanted if name.split(".")[0] not in own} - {""})


# A folder with the files of many students.


def student(path: Path, folder: Path, name: str) -> str:
    """Say whose a file is, as nbgrader does: by its folder, else by what stands before the problem set's name.

    >>> student(Path("all/ada/old/ps1.ipynb"), Path("all"), "ps1")
    'ada'
    >>> student(Path("all/bob_ps1.ipynb"), Path("all"), "ps1")
    'bob'
    """
    first, *rest = path.relative_to(folder).parts
    found = unicodedata.normalize("NFC", first) if rest else bare(path.stem).removesuffix(name).removesuffix("_")
    return roster_of(folder).login(found)


def roster_of(folder: Path) -> Roster:
    """Read the roster of the course that a folder of submissions is in, downloaded/ps1/archive."""
    course = folder.resolve().joinpath("..", "..", "..").resolve()
    path = course / ROSTER
    return _read_roster(course, path.stat().st_mtime_ns if path.is_file() else 0)


@lru_cache(maxsize=1)
def _read_roster(course: Path, when: int) -> Roster:
    return read_roster(course)


def compare(folder: Path, name: str, looked_at: dict[Path, Findings], alone: set[Path]) -> None:
    """Report what only shows beside the others: two files of one student, a file of nobody, a student without any."""
    collected = [path for path in looked_at if path in alone or is_called(path, name)]
    owners = {path: student(path, folder, name) for path in looked_at}
    for path in collected:
        owner = owners[path]
        if refused := roster_of(folder).refuses(owner):
            looked_at[path].stop(refused)
        elif not owner and len(looked_at) > 1:
            looked_at[path].stop("nothing says whose it is. Put it into a folder with the student's name")
        elif sum(owners[other] == owner for other in collected) > 1:
            looked_at[path].stop(f"{owner} has more than one {name}. Put the one that does not count elsewhere")
    with_folders = {owner for path, owner in owners.items() if path.parent != folder}
    for path in within(folder)[0]:
        if (
            path not in looked_at
            and path.name[:1] != "."
            and (path.parent == folder or student(path, folder, name) not in with_folders)
        ):
            said = "it is no notebook, so nobody will grade it. If a notebook needs it, put both into one folder"
            looked_at[path] = Findings(open=[said], gradable=False)


def look_at_all(release: Notebook, name: str, folder: Path) -> dict[Path, Findings]:
    """Look at every notebook in a folder with the files of many students."""
    found = notebooks(folder)
    parents = [path.parent for path in found]
    alone = {path for path in found if path.parent != folder and parents.count(path.parent) == 1}
    looked_at = {path: look_at(release, name, path, path in alone) for path in found}
    compare(folder, name, looked_at, alone)
    for path, what in within(folder)[1].items():
        looked_at[path] = Findings(open=[not_opened(what)], gradable=False)
    return looked_at


def not_opened(what: str) -> str:
    """Say that a path of a submission is none that is opened."""
    return f"it is {what}, and is left alone. Ask the student for the file itself, and read what else is in there"


def tests_at_fault(course: Path, name: str) -> list[str]:
    """Say which tests of a course's problem set would cost points that nobody meant to take."""
    find_answers(course)
    problem_set = course / "source" / name / f"{name}.ipynb"
    return faults(json.loads(problem_set.read_text(encoding="utf-8"))) if problem_set.is_file() else []
