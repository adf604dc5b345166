"""Repair the cells of one submitted notebook, so that nbgrader finds each where it looks for it.

Cells are recognised by their content: what was lost or doubled on the way (in Colab, by copying a cell, in another
program) is put right. No text of a student's is ever changed, and no cell is removed.
"""

import copy
import re
from dataclasses import dataclass, field
from typing import Any

from bleu_helpers.course._code import does_something, made

Cell = dict[str, Any]
Notebook = dict[str, Any]


@dataclass
class Inspection:
    """What preflight saw in one notebook: what is repaired, and what is left for a person."""

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


def repair(release: Notebook, submission: Notebook) -> Inspection:
    """Repair a copy of a submitted notebook, and say what was found."""
    found = Inspection(notebook=copy.deepcopy(submission))
    models: list[Cell] = release["cells"]
    cells: list[Cell] = found.notebook["cells"]
    for find in (_take_unknown_names, _keep_one_of_each, _keep_what_was_typed, _find_lost):
        find(models, cells, found)
    if 2 * len([*filter(grade_id, cells)]) < len([*filter(grade_id, models)]):
        said = "this does not look like the notebook that was handed out"
        return Inspection(open=[said], gradable=False, notebook=submission)
    for mend in (_find_essays, _restore, _put_back_tests, _move_stubs_up, _check_order):
        mend(models, cells, found)
    _mend_ids(found)
    return found


def _take_unknown_names(models: list[Cell], cells: list[Cell], found: Inspection) -> None:
    """Take nbgrader's data from cells that are not of this problem set: nbgrader would stop at them."""
    known = {*map(grade_id, models)} - {""}
    for place, cell in enumerate(cells, start=1):
        if "nbgrader" in cell.setdefault("metadata", {}) and grade_id(cell) not in known:
            del cell["metadata"]["nbgrader"]
            found.repaired.append(f"cell {place}: it had grading data that is not of this problem set")


def _keep_one_of_each(models: list[Cell], cells: list[Cell], found: Inspection) -> None:
    """Of several cells with one name, keep the name in one: nbgrader would stop at the second."""
    for model in filter(grade_id, models):
        same = [cell for cell in cells if grade_id(cell) == grade_id(model)]
        if len(same) < 2:
            continue
        edited = [cell for cell in same if text(cell) != text(model)]
        untouched = [cell for cell in same if text(cell) == text(model)]
        is_answer = grading(model)["solution"]
        keep = (edited or untouched)[-1] if is_answer else (untouched or edited)[0]
        for cell in same:
            if cell is not keep:
                del cell["metadata"]["nbgrader"]
        found.repaired.append(f"{grade_id(model)}: {len(same)} cells had this name, and one has it now")
        if is_answer and len({*map(text, edited)}) > 1:
            said = "there are different answers. The last one counts. Look at both"
            found.open.append(f"{grade_id(model)}: {said}")


def _keep_what_was_typed(models: list[Cell], cells: list[Cell], found: Inspection) -> None:
    """Put what a student defined in one of our cells into a cell below it: nbgrader writes ours anew."""
    ours = {grade_id(model): model for model in models if model["cell_type"] == "code" and grading(model).get("locked")}
    for cell in [*cells]:
        model = ours.get(grade_id(cell))
        if model and made(text(cell)) - made(text(model)):
            cells.insert(cells.index(cell) + 1, copy.deepcopy(cell) | {"id": "", "metadata": {}})
            cell["source"] = model["source"]
            said = "what was typed into this cell of ours stands in a cell of its own below"
            found.repaired.append(f"{grade_id(model)}: {said}")


def _find_lost(models: list[Cell], cells: list[Cell], found: Inspection) -> None:
    """Find the cells that lost their grading data, and mark them."""
    for model in filter(grade_id, models):
        name = grade_id(model)
        if name in map(grade_id, cells):
            continue
        free = [cell for cell in cells if not grade_id(cell) and cell["cell_type"] == model["cell_type"]]
        first, wanted = text(model).split("\n")[0], functions(model)
        alike = {"its text": [cell for cell in free if text(cell) == text(model)][:1]}
        if grading(model)["solution"] and wanted:
            alike["its function"] = [cell for cell in free if wanted <= made(text(cell))][-1:]
        elif grading(model)["solution"]:
            alike["its first line"] = [cell for cell in free if text(cell).split("\n")[0] == first][-1:]
            essays = [cell for cell in _essays(models, cells) if cell["cell_type"] == model["cell_type"]]
            alike["its length"] = essays if len(essays) == 1 else []
        how = next((how for how, those in alike.items() if those), "")
        if how:
            alike[how][0]["metadata"]["nbgrader"] = {"grade_id": name}
            found.repaired.append(f"{name}: its grading data was lost; the cell was found by {how}")
        elif grading(model)["solution"]:
            found.open.append(f"{name}: no cell looks like this answer")


ESSAY = 20
"""From so many words on, a text in a cell of a student's own may be the answer that was asked for."""


def _find_essays(models: list[Cell], cells: list[Cell], found: Inspection) -> None:
    """Find a written answer that stands in a cell of its own, above or below a place that was left empty.

    One that was typed into a cell for code is made a text: as code it did nothing but stop.
    """
    for model in (one for one in models if one["cell_type"] == "markdown" and grading(one).get("solution")):
        name, essays = grade_id(model), _essays(models, cells)
        empty = [cell for cell in cells if grade_id(cell) == name and text(cell) in ("", text(model))]
        numbers = [cells.index(essay) + 1 for essay in essays]
        if not empty or not essays:
            continue
        if len(essays) > 1:
            where = " and ".join(map(str, numbers))
            said = f"it is empty, and there are texts in cells {where}. Read them, and grade by hand"
            found.open.append(f"{name}: {said}")
            continue
        [essay] = essays
        del empty[0]["metadata"]["nbgrader"]
        essay["metadata"]["nbgrader"] = {"grade_id": name}
        found.repaired.append(f"{name}: it was left empty; the text in cell {numbers[0]} is graded")
        if essay["cell_type"] != "markdown":
            essay["cell_type"] = "markdown"
            for of_code in ("outputs", "execution_count"):
                essay.pop(of_code, None)
            found.repaired.append(f"{name}: its text stood in a cell for code")


def _essays(models: list[Cell], cells: list[Cell]) -> list[Cell]:
    """List the cells of a student's own with so many words that are no code."""
    known = {*map(text, models)}
    return [cell for cell in cells if not grade_id(cell) and text(cell) not in known and _is_prose(cell)]


def _is_prose(cell: Cell) -> bool:
    """Whether a cell holds so many words and is no code. A sign of Chinese or Japanese is a word here."""
    words = re.findall(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W\d_\u3040-\u30ff\u3400-\u9fff]+", text(cell))
    if len(words) < ESSAY or cell["cell_type"] == "markdown":
        return len(words) >= ESSAY
    of_code = re.findall(r"[=_()\[\]{}]", text(cell))  # code with a mistake, or behind a #, is full of these
    return len(words) > 5 * len(of_code) and not does_something(text(cell))


def _restore(models: list[Cell], cells: list[Cell], found: Inspection) -> None:
    """Write the release's grading data into its cells."""
    wanted = {grade_id(model): grading(model) for model in models}
    for cell in filter(grade_id, cells):
        name = grade_id(cell)
        if grading(cell) not in (wanted[name], {"grade_id": name}):  # one that was found just now holds its name only
            found.repaired.append(f"{name}: its grading data had been changed")
        cell["metadata"]["nbgrader"] = copy.deepcopy(wanted[name])


def _put_back_tests(models: list[Cell], cells: list[Cell], found: Inspection) -> None:
    """Put back the test cells that are gone, below what stands above them: nbgrader would give 0 without a word."""
    for at, model in enumerate(models):
        if not _is_test(model) or grade_id(model) in map(grade_id, cells):
            continue
        above = {*map(grade_id, models[:at])} - {""}
        places = [place for place, cell in enumerate(cells, start=1) if grade_id(cell) in above]
        cells.insert(max(places, default=len(cells)), copy.deepcopy(model))
        found.repaired.append(f"{grade_id(model)}: the cell with the tests was gone, and is back")


def _move_stubs_up(models: list[Cell], cells: list[Cell], found: Inspection) -> None:
    """Move a cell that was left as handed out above the student's own definition, which it would undo."""
    for model in (one for one in models if functions(one) and grading(one).get("solution")):
        code = [(place, cell) for place, cell in enumerate(cells) if cell["cell_type"] == "code"]
        stubs = [place for place, cell in code if text(cell) == text(model)]
        own = [place for place, cell in code if place not in stubs and functions(model) & made(text(cell))]
        if stubs and own and own[-1] < stubs[-1]:
            below = [cells.pop(place) for place in reversed(stubs) if place > own[0]]
            cells[own[0] : own[0]] = reversed(below)
            said = "the cell as it was handed out undid the answer above it, and is moved up"
            found.repaired.append(f"{grade_id(model)}: {said}")


def _check_order(models: list[Cell], cells: list[Cell], found: Inspection) -> None:
    """Report the tests that stand above an answer that they need: they would give 0 for what is not there yet."""
    place = {grade_id(cell): number for number, cell in enumerate(cells) if grade_id(cell)}
    for at, model in enumerate(models):
        for answer in map(grade_id, filter(functions, models[:at])):
            if _is_test(model) and place.get(answer, -1) > place[grade_id(model)]:
                found.open.append(f"{grade_id(model)}: it stands above {answer}, and cannot see that answer")


def _is_test(model: Cell) -> bool:
    return bool(grading(model).get("grade") and not grading(model).get("solution"))


def _mend_ids(found: Inspection) -> None:
    """Give every cell an id of its own where the notebook's format asks for one, and none where it does not."""
    new = found.notebook.get("nbformat_minor", 0) >= 5
    seen, mended = set[str](), False
    for place, cell in enumerate(found.notebook["cells"], start=1):
        if not new:
            cell.pop("id", None)  # the programs that write the older format leave it out, and so do we
        elif not cell.get("id") or cell["id"] in seen:
            cell["id"], mended = f"preflight-{place}", True
        seen.add(cell.get("id", ""))
    if mended:
        found.repaired.append("cells without an id, or with the id of another cell, have one of their own")
