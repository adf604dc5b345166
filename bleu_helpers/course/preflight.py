"""Look through submitted notebooks before nbgrader does, and repair what would stop it or make it give a silent 0.

  python -m bleu_helpers.course.preflight RELEASE SUBMISSION...

RELEASE is the notebook that the students got. A SUBMISSION is a notebook, or a folder in which all notebooks are
looked at. Cells are recognised by their content: what was lost or doubled on the way (in Colab, by copying a cell, in
another program) is put right. No text of a student's is ever changed, but for half a character, which nbgrader cannot
write, and no cell is removed. The notebook as it came stays beside the repaired one, with the ending
.before-preflight. The exit code is 1 if something is left for a person.
"""

import codecs
import copy
import json
import re
import shutil
import sys
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bleu_helpers.course._asked import faults
from bleu_helpers.course._broken import made
from bleu_helpers.course._files import NotPlain, own, within
from bleu_helpers.course._imports import does_something, imported, missing, names_used
from bleu_helpers.course._secrets import find_answers
from bleu_helpers.course._tables import name_for_nbgrader

Cell = dict[str, Any]
Notebook = dict[str, Any]

BACKUP = ".before-preflight"


@dataclass
class Findings:
    """What was found in one notebook: what is repaired, and what is left for a person."""

    repaired: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    gradable: bool = True

    def stop(self, line: str) -> None:
        """Add what keeps a notebook from being graded at all."""
        self.open.append(line)
        self.gradable = False


def text(cell: Cell) -> str:
    """Give a cell's text without the white space at the ends of its lines, which programs change when they save."""
    source = cell.get("source", "")
    joined = source if isinstance(source, str) else "".join(source)
    return "\n".join(line.rstrip() for line in joined.strip().split("\n"))


def grading(cell: Cell) -> dict[str, Any]:
    """Give what nbgrader wrote into a cell, or nothing."""
    found = cell.get("metadata", {}).get("nbgrader", {})
    return found if isinstance(found, dict) else {}


def grade_id(cell: Cell) -> str:
    """Give nbgrader's name of a cell, or an empty string."""
    return str(grading(cell).get("grade_id", ""))


def functions(cell: Cell) -> set[str]:
    """Name the functions that a cell defines, also where its code has an error."""
    return set(re.findall(r"(?m)^def +(\w+)", text(cell)))


# One notebook.


def repair(release: Notebook, submission: Notebook) -> tuple[Notebook, Findings]:
    """Give a repaired copy of a submitted notebook, and what was found."""
    fixed, findings = copy.deepcopy(submission), Findings()
    wanted = {grade_id(cell): cell for cell in release["cells"] if grade_id(cell)}
    cells: list[Cell] = fixed["cells"]
    _drop_unknown(cells, wanted, findings)
    for name, model in wanted.items():
        _keep_one(cells, name, model, findings)
        _keep_what_was_typed(cells, name, model, findings)
    for name, model in wanted.items():
        if not any(grade_id(cell) == name for cell in cells):
            _find_lost(release, cells, name, model, findings)
    if 2 * sum(bool(grade_id(cell)) for cell in cells) < len(wanted):
        return submission, Findings(open=["this does not look like the notebook that was handed out"], gradable=False)
    for name, model in wanted.items():
        _find_essay(release, cells, name, model, findings)
    for name, model in wanted.items():
        _restore(cells, name, model, findings)
    _put_back_tests(release, cells, findings)
    for name, model in wanted.items():
        _move_stub_up(cells, name, model, findings)
    _check_order(release, cells, findings)
    _mend_ids(fixed, findings)
    return fixed, findings


def _drop_unknown(cells: list[Cell], wanted: dict[str, Cell], findings: Findings) -> None:
    """Take nbgrader's data from cells that are not of this problem set: nbgrader would stop at them."""
    for place, cell in enumerate(cells, start=1):
        if "nbgrader" in cell.setdefault("metadata", {}) and grade_id(cell) not in wanted:
            del cell["metadata"]["nbgrader"]
            findings.repaired.append(f"cell {place}: it had grading data that is not of this problem set")


def _keep_one(cells: list[Cell], name: str, model: Cell, findings: Findings) -> None:
    """Of several cells with one name, keep the name in one: nbgrader would stop at the second."""
    same = [cell for cell in cells if grade_id(cell) == name]
    if len(same) < 2:
        return
    edited = [cell for cell in same if text(cell) != text(model)]
    untouched = [cell for cell in same if text(cell) == text(model)]
    is_answer = grading(model)["solution"]
    keep = (edited or untouched)[-1] if is_answer else (untouched or edited)[0]
    for cell in same:
        if cell is not keep:
            del cell["metadata"]["nbgrader"]
    findings.repaired.append(f"{name}: {len(same)} cells had this name, and one has it now")
    if is_answer and len({text(cell) for cell in edited}) > 1:
        findings.open.append(f"{name}: there are different answers. The last one counts. Look at both")


def _find_lost(release: Notebook, cells: list[Cell], name: str, model: Cell, findings: Findings) -> None:
    """Find the cell that lost its grading data, and mark it."""
    free = [cell for cell in cells if not grade_id(cell) and cell["cell_type"] == model["cell_type"]]
    found = [cell for cell in free if text(cell) == text(model)][:1]
    how = "its text"
    if not found and grading(model)["solution"]:
        if functions(model):
            found, how = [cell for cell in free if functions(model) <= functions(cell)][-1:], "its function"
        else:
            first = text(model).split("\n")[0]
            found, how = [cell for cell in free if text(cell).split("\n")[0] == first][-1:], "its first line"
        if not found:
            found, how = _by_place(release, cells, model), "its place"
    if found:
        found[0]["metadata"]["nbgrader"] = {"grade_id": name}
        findings.repaired.append(f"{name}: its grading data was lost; the cell was found by {how}")
    elif grading(model)["solution"]:
        findings.open.append(f"{name}: no cell looks like this answer")


ESSAY = 20
"""From so many words on, a text in a cell of a student's own may be the answer that was asked for."""


def _find_essay(release: Notebook, cells: list[Cell], name: str, model: Cell, findings: Findings) -> None:
    """Find a written answer that stands in a cell of its own, above or below a place that was left empty.

    One that was typed into a cell for code is made a text: as code it did nothing but stop.
    """
    place = [number for number, cell in enumerate(cells) if grade_id(cell) == name]
    if model["cell_type"] != "markdown" or not grading(model)["solution"] or not place:
        return
    if text(cells[place[0]]) not in ("", text(model)):
        return
    known = {text(cell) for cell in release["cells"]}
    essays = [cell for cell in cells if not grade_id(cell) and text(cell) not in known and _is_prose(cell)]
    if len(essays) == 1:
        del cells[place[0]]["metadata"]["nbgrader"]
        essays[0]["metadata"]["nbgrader"] = {"grade_id": name}
        findings.repaired.append(f"{name}: it was left empty; the text in cell {cells.index(essays[0]) + 1} is graded")
        if essays[0]["cell_type"] != "markdown":
            essays[0]["cell_type"] = "markdown"
            for of_code in ("outputs", "execution_count"):
                essays[0].pop(of_code, None)
            findings.repaired.append(f"{name}: its text stood in a cell for code")
    elif essays:
        where = " and ".join(str(cells.index(cell) + 1) for cell in essays)
        findings.open.append(f"{name}: it is empty, and there are texts in cells {where}. Read them, and grade by hand")


def _is_prose(cell: Cell) -> bool:
    """Whether a cell holds so many words and is no code. A sign of Chinese or Japanese is a word here."""
    words = re.findall(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\d_\u3040-\u30ff\u3400-\u9fff]+", text(cell))
    if len(words) < ESSAY or cell["cell_type"] == "markdown":
        return len(words) >= ESSAY
    of_code = re.findall(r"[=_()\[\]{}]", text(cell))  # code with a mistake, or behind a #, is full of these
    return len(words) > 5 * len(of_code) and not does_something(text(cell))


def _by_place(release: Notebook, cells: list[Cell], model: Cell) -> list[Cell]:
    """Find the only cell of its type between the neighbours of a lost cell."""
    models: list[Cell] = release["cells"]
    at = next(place for place, cell in enumerate(models) if cell is model)
    before = [place for cell in models[:at] for place in _same_place(cells, cell)][-1:]
    after = [place for cell in models[at + 1 :] for place in _same_place(cells, cell)][:1]
    if not before or not after:
        return []
    between = cells[before[0] + 1 : after[0]]
    fits = [cell for cell in between if cell["cell_type"] == model["cell_type"] and text(cell) and not grade_id(cell)]
    return fits if len(fits) == 1 else []


def _same_place(cells: list[Cell], model: Cell) -> Iterator[int]:
    """Say where a cell of the release stands in the submission."""
    for place, cell in enumerate(cells):
        if (grade_id(model) and grade_id(cell) == grade_id(model)) or text(cell) == text(model):
            yield place
            return


def _restore(cells: list[Cell], name: str, model: Cell, findings: Findings) -> None:
    """Write the release's grading data into the cell of this name."""
    for cell in cells:
        if grade_id(cell) == name and grading(cell) != grading(model):
            if len(grading(cell)) > 1:  # one that was found just now holds its name only
                findings.repaired.append(f"{name}: its grading data had been changed")
            cell["metadata"]["nbgrader"] = copy.deepcopy(grading(model))


def _put_back_tests(release: Notebook, cells: list[Cell], findings: Findings) -> None:
    """Put back the test cells that are gone: nbgrader would give 0 for them without a word."""
    for at, model in enumerate(release["cells"]):
        if not grading(model).get("grade") or grading(model).get("solution"):
            continue
        if any(grade_id(cell) == grade_id(model) for cell in cells):
            continue
        before = [place for cell in release["cells"][:at] for place in _same_place(cells, cell)]
        cells.insert(max(before) + 1 if before else len(cells), copy.deepcopy(model))
        findings.repaired.append(f"{grade_id(model)}: the cell with the tests was gone, and is back")


def _keep_what_was_typed(cells: list[Cell], name: str, model: Cell, findings: Findings) -> None:
    """Put what a student defined in one of our cells into a cell below it: nbgrader writes ours anew."""
    for place, cell in enumerate(cells):
        ours = grade_id(cell) == name and model["cell_type"] == "code" and grading(model).get("locked")
        if ours and made(text(cell)) - made(text(model)):
            cells.insert(place + 1, copy.deepcopy(cell) | {"id": "", "metadata": {}})
            cell["source"] = model["source"]
            findings.repaired.append(f"{name}: what was typed into this cell of ours stands in a cell of its own below")
            return


def _move_stub_up(cells: list[Cell], name: str, model: Cell, findings: Findings) -> None:
    """Move a cell that was left as handed out above the student's own definition, which it would undo."""
    stubs = [place for place, cell in enumerate(cells) if cell["cell_type"] == "code" and text(cell) == text(model)]
    if not stubs or not functions(model) or not grading(model)["solution"]:
        return
    own = [
        place
        for place, cell in enumerate(cells)
        if place not in stubs and cell["cell_type"] == "code" and functions(model) & made(text(cell))
    ]
    if own and own[-1] < stubs[-1]:
        below = [cells.pop(place) for place in reversed(stubs) if place > own[0]]
        cells[own[0] : own[0]] = reversed(below)
        findings.repaired.append(f"{name}: the cell as it was handed out undid the answer above it, and is moved up")


def _check_order(release: Notebook, cells: list[Cell], findings: Findings) -> None:
    """Report the tests that stand above an answer that they need: they would give 0 for what is not there yet."""
    place = {grade_id(cell): number for number, cell in enumerate(cells) if grade_id(cell)}
    answers: list[str] = []
    for model in release["cells"]:
        name = grade_id(model)
        if functions(model):
            answers.append(name)
        elif grading(model).get("grade") and not grading(model).get("solution") and name in place:
            below = [answer for answer in answers if place.get(answer, -1) > place[name]]
            findings.open += [f"{name}: it stands above {answer}, and cannot see that answer" for answer in below]


def _mend_ids(notebook: Notebook, findings: Findings) -> None:
    """Give every cell an id of its own where the notebook's format asks for one, and none where it does not."""
    new = notebook.get("nbformat_minor", 0) >= 5
    seen: set[str] = set()
    mended = False
    for place, cell in enumerate(notebook["cells"], start=1):
        if not new:
            cell.pop("id", None)  # the programs that write the older format leave it out, and so do we
        elif not cell.get("id") or cell["id"] in seen:
            cell["id"], mended = f"preflight-{place}", True
        seen.add(cell.get("id", ""))
    if mended:
        findings.repaired.append("cells without an id, or with the id of another cell, have one of their own")


# Files.


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


def proper_name(path: Path, name: str, in_own_folder: bool) -> Path | None:
    """Say what a file should be called, so that nbgrader takes it; None if that is not clear.

    >>> proper_name(Path("ada_Copy of ps1 (2).ipynb"), "ps1", False).name
    'ada_ps1.ipynb'
    """
    if bare(path.stem) == unicodedata.normalize("NFC", path.stem) and path.stem.endswith(f"_{name}"):
        return path
    if bare(path.stem) == name or bare(path.stem).endswith(f"_{name}"):
        return path.with_name(f"{bare(path.stem)}.ipynb")
    return path.with_name(f"{name}.ipynb") if in_own_folder else None


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
    return new


def look_at(release: Notebook, name: str, path: Path, in_own_folder: bool) -> tuple[Path, Findings]:
    """Repair one file, and rename it where its name is not the one that nbgrader looks for. Give its name then."""
    if path.suffix in PACKED:
        return path, Findings(open=["it is packed. Unpack it, then run this again"], gradable=False)
    try:
        submission, repaired = read(own(path, path.parent))
        fixed, findings = repair(release, submission)
        absent = missing_imports(fixed, path.parent if in_own_folder else None)
    except NotPlain as problem:
        return path, Findings(open=[not_opened(str(problem))], gradable=False)
    except Unreadable as problem:
        return path, Findings(open=[str(problem)], gradable=False)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        said = f"it cannot be read as a notebook ({type(problem).__name__}). {AGAIN}"
        return path, Findings(open=[said], gradable=False)
    findings.repaired += repaired
    if absent:
        names = ", ".join(absent)
        findings.stop(
            f"it imports {names}, which is not here. Install it where it is a library. A file of the student's own has "
            "to be handed in beside the notebook: ask for it, and put none there yourself"
        )
    if fixed != submission or repaired:
        keep(path)
        path.write_text(json.dumps(fixed, indent=1) + "\n", encoding="utf-8")
    target = proper_name(path, name, in_own_folder)
    if target is None:
        findings.stop(f"its name does not say that it is {name}. Rename it if it is")
    elif target != path and target.exists():
        findings.stop(f"there is a {target.name} beside it. Put the one that does not count elsewhere")
    elif target != path and target.stem != f"_{name}":  # a file of nobody is looked for under the name that it has
        path.rename(target)
        findings.repaired.append(f"{path.name} is renamed to {target.name}")
        return target, findings
    return path, findings


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


def keep(path: Path) -> None:
    """Copy a file as it came, beside it; also a second one that came later under the same name."""
    number = 1
    while True:
        backup = path.with_name(path.name + BACKUP + f"-{number}" * (number > 1))
        if not backup.exists():
            shutil.copy2(path, backup)
        if backup.read_bytes() == path.read_bytes():
            return
        number += 1


# A folder with the files of many students.


def student(path: Path, folder: Path, name: str) -> str:
    """Say whose a file is, as nbgrader does: by its folder, else by what stands before the problem set's name.

    >>> student(Path("all/ada/old/ps1.ipynb"), Path("all"), "ps1")
    'ada'
    >>> student(Path("all/bob_ps1.ipynb"), Path("all"), "ps1")
    'bob'
    """
    first, *rest = path.relative_to(folder).parts
    return unicodedata.normalize("NFC", first) if rest else bare(path.stem).removesuffix(name).removesuffix("_")


def logins(course: Path) -> dict[str, str]:
    """Give the logins that nbgrader could not work with, by the names that it has in their place."""
    owners = {
        student(path, archive, archive.parent.name)
        for archive in course.glob("downloaded/*/archive")
        for path in notebooks(archive)
    }
    return {name_for_nbgrader(owner): owner for owner in owners if name_for_nbgrader(owner) != owner}


def with_login(where: str, known: Mapping[str, str]) -> str:
    """Write the login beside a path with nbgrader's name for it.

    >>> with_login("submitted/o-neil-eb1aed/ps1/ps1.ipynb", {"o-neil-eb1aed": "o'neil"})
    "submitted/o-neil-eb1aed/ps1/ps1.ipynb (o'neil)"
    """
    found = [known[part] for part in Path(where).parts if part in known]
    return f"{where} ({found[0]})" if found else where


def compare(folder: Path, name: str, looked_at: dict[Path, Findings]) -> None:
    """Report what only shows beside the others: two files of one student, a file of nobody, a student without any."""
    collected = [path for path in looked_at if bare(path.stem) == name or bare(path.stem).endswith(f"_{name}")]
    for path in collected:
        owner = student(path, folder, name)
        if not owner and len(looked_at) > 1:
            looked_at[path].stop("nothing says whose it is. Put it into a folder with the student's name")
        elif sum(student(other, folder, name) == owner for other in collected) > 1:
            looked_at[path].stop(f"{owner} has more than one {name}. Put the one that does not count elsewhere")
    owners = {student(path, folder, name) for path in looked_at if path.parent != folder}
    for path in within(folder)[0]:
        hidden = BACKUP in path.name or path.name[:1] == "."
        alone = path.parent == folder or student(path, folder, name) not in owners
        if path not in looked_at and not hidden and alone:
            said = "it is no notebook, so nobody will grade it. If a notebook needs it, put both into one folder"
            looked_at[path] = Findings(open=[said], gradable=False)


def look_at_all(release: Notebook, name: str, submission: Path) -> dict[Path, Findings]:
    """Look at a notebook, or at every one in a folder with the files of many students."""
    found = notebooks(submission)
    looked_at = {}
    for path in found:
        alone = sum(other.parent == path.parent for other in found) == 1
        now, findings = look_at(release, name, path, alone and path.parent != submission and path != submission)
        looked_at[now] = findings
    if submission.is_dir():
        compare(submission, name, looked_at)
        for path, what in within(submission)[1].items():
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


def main(arguments: list[str]) -> int:
    """Look at every notebook, print a line or more about each, and return the exit code."""
    if len(arguments) < 2:
        print((__doc__ or "").strip())
        return 2
    name, count = Path(arguments[0]).stem, {"as it should be": 0, "repaired": 0, "look at it": 0}
    try:
        release = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        print(f"The first name is to be the notebook that the students got, and it cannot be read: {problem}")
        return 2
    course = Path(arguments[0]).resolve().parent.parent.parent
    for submission in map(Path, arguments[1:]):
        looked_at = look_at_all(release, name, submission)
        for path, findings in looked_at.items():
            state = "look at it" if findings.open else "repaired" if findings.repaired else "as it should be"
            count[state] += 1
            print(f"{path}: {state}")
            for line in findings.repaired:
                print(f"  repaired: {line}")
            for line in findings.open:
                print(f"  open: {line}")
    if (course / "nbgrader_config.py").is_file():
        for fault in tests_at_fault(course, name):
            count["look at it"] += 1
            print(f"source/{name}/{name}.ipynb: look at it\n  open: {fault}")
    print(", ".join(f"{number} {state}" for state, number in count.items()))
    return 1 if count["look at it"] else 0


if __name__ == "__main__":  # pragma: no cover - in a process of its own
    sys.exit(main(sys.argv[1:]))
