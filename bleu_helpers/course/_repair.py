"""Repair the cells of one submitted notebook, so that nbgrader finds each where it looks for it.

Cells are recognised by their content: what was lost or doubled on the way (in Colab, by copying a cell, in another
program) is put right. No text of a student's is ever changed, and no cell is removed.
"""

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bleu_helpers.course._broken import made
from bleu_helpers.course._imports import does_something

Cell = dict[str, Any]
Notebook = dict[str, Any]


@dataclass
class Findings:
    """What was found in one notebook: what is repaired, and what is left for a person."""

    repaired: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    gradable: bool = True
    notebook: Notebook = field(default_factory=dict, compare=False)
    """As nbgrader is to have it."""

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


def repair(release: Notebook, submission: Notebook) -> Findings:
    """Repair a copy of a submitted notebook, and say what was found."""
    fixed = copy.deepcopy(submission)
    findings = Findings(notebook=fixed)
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
        said = "this does not look like the notebook that was handed out"
        return Findings(open=[said], gradable=False, notebook=submission)
    for name, model in wanted.items():
        _find_essay(release, cells, name, model, findings)
    for name, model in wanted.items():
        _restore(cells, name, model, findings)
    _put_back_tests(release, cells, findings)
    for name, model in wanted.items():
        _move_stub_up(cells, name, model, findings)
    _check_order(release, cells, findings)
    _mend_ids(fixed, findings)
    return findings


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
