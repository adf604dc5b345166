"""Match the cells of one submitted notebook with those of the release, so that nbgrader finds each of them.

A cell of the release is recognised by its name, or by its content if the name was lost (in Colab, when a cell was
copied, or in another program). It gets the grading data of the release, which no other cell keeps. The student's own
text is never changed.
"""

import copy
import hashlib
import re
import unicodedata
from dataclasses import dataclass, field

from bleu_grading.outside.problem_set import Cell, Notebook, code, grade_id, grading_data, is_test, text
from bleu_grading.records.notebook_code import defined_names, functions, statements

MIN_ESSAY = 40
"""The minimum number of characters of a text in the student's own cell that may be the missing written answer. Shorter
texts are headings and remarks."""


@dataclass
class Inspection:
    """The result of inspecting one notebook: what was repaired, and what is left to a person."""

    repaired: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    gradable: bool = True
    file: str = ""
    """The path of the file in the archive, as it can be printed."""
    student: str = ""
    """The login of the student."""
    notebook: Notebook = field(default_factory=dict, compare=False)
    """The notebook that nbgrader gets."""

    @property
    def name_for_nbgrader(self) -> str:
        """The student's name in nbgrader, which reads names as file patterns and skips those that begin with a dot.

        >>> [Inspection(student=login).name_for_nbgrader for login in ("ada", "kim, min [2]")]
        ['ada', 'kim-min-2-5a79a3']
        """
        plain = unicodedata.normalize("NFC", self.student)
        if re.fullmatch(r"\w[\w.@+ -]*", plain) and plain == plain.strip():
            return plain
        bare = re.sub(r"[^\w.@+-]+", "-", plain).strip("-.")
        return f"{bare}-{hashlib.sha256(plain.encode()).hexdigest()[:6]}"


# One notebook.


def repair(release: Notebook, submission: Notebook) -> Inspection:
    """Repair a copy of a submitted notebook, and return what was found."""
    found = Inspection(notebook=copy.deepcopy(submission))
    cells: list[Cell] = found.notebook["cells"]
    models: list[Cell] = [*filter(grade_id, release["cells"])]
    handed_out = {*map(text, release["cells"])}
    for cell in cells:
        if grade_id(cell) not in map(grade_id, models):  # nbgrader would stop at an unknown name
            cell.setdefault("metadata", {}).pop("nbgrader", None)
    for model in models:
        _assign_grading_data(model, cells, handed_out, found)
    if 2 * len([*filter(grade_id, cells)]) < len(models):
        message = "this does not look like the notebook that was handed out"
        cure = "Ask the student to put the answers into the notebook that was handed out"
        return Inspection(problems=[f"{message}. {cure}"], gradable=False, notebook=submission)
    _keep_what_was_typed(models, cells, found)
    _move_stubs_up(models, cells, found)
    _place_tests(models, cells, found)
    return found


def _assign_grading_data(model: Cell, cells: list[Cell], handed_out: set[str], found: Inspection) -> None:
    """Give the grading data of a release cell to exactly one cell, because nbgrader would stop at a second one."""
    name = grade_id(model)
    named = [cell for cell in cells if grade_id(cell) == name]
    free = [cell for cell in cells if not grade_id(cell)]
    unchanged = [cell for cell in named or free if text(cell) == text(model)] or named
    chosen = unchanged[:1]
    if grading_data(model)["solution"]:
        edited = [cell for cell in named if text(cell) not in ("", text(model))]
        answers = [] if edited else _answers(model, [cell for cell in free if text(cell) not in handed_out])
        if model["cell_type"] == "markdown" and answers and [cell["cell_type"] for cell in answers] != ["markdown"]:
            where = " and ".join(str(cells.index(cell) + 1) for cell in answers)
            why = f"it is empty, but its text may be in cell {where}. Read it, and grade by hand"
            found.problems.append(f"{name}: {why}")
            answers = []
        chosen = (edited or answers or unchanged)[-1:]
        if not chosen:
            found.problems.append(f"{name}: no cell looks like this answer. Look for it, and grade by hand")
    for cell in chosen:
        if named != [cell] or grading_data(cell) != grading_data(model):
            where = f"and is now in cell {cells.index(cell) + 1}"
            found.repaired.append(f"{name}: its grading data was lost, duplicated or changed, {where}")
    for cell in named:
        del cell["metadata"]["nbgrader"]
    for cell in chosen:
        cell["metadata"]["nbgrader"] = copy.deepcopy(grading_data(model))


def _answers(model: Cell, cells: list[Cell]) -> list[Cell]:
    """List the student's own cells that may be the answer for a cell of the release, the most likely last."""
    if model["cell_type"] == "code":
        wanted = functions(text(model))
        return [cell for cell in cells if wanted and wanted <= defined_names(code(cell))]
    long = [cell for cell in cells if len(text(cell)) >= MIN_ESSAY]
    return [cell for cell in long if not (statements(code(cell)) or defined_names(code(cell)))]


def _keep_what_was_typed(models: list[Cell], cells: list[Cell], found: Inspection) -> None:
    """Copy what a student defined in a locked cell into a new cell below, because nbgrader restores locked cells."""
    ours = {grade_id(model): model for model in models if code(model) and grading_data(model)["locked"]}
    for cell in [cell for cell in cells if grade_id(cell) in ours]:
        model = ours[grade_id(cell)]
        if defined_names(text(cell)) - defined_names(text(model)):
            cells.insert(cells.index(cell) + 1, cell | {"metadata": {}})
            cell["source"] = model["source"]
            message = "what was typed into this cell of ours is now in a separate cell below it"
            found.repaired.append(f"{grade_id(model)}: {message}")


def _definitions(model: Cell, cells: list[Cell]) -> list[int]:
    """List the places of the cells in which a student defines a function that a cell of the release asks for."""
    names = functions(text(model))
    changed = [index for index, cell in enumerate(cells) if text(cell) != text(model)]
    return [index for index in changed if names & defined_names(code(cells[index]))]


def _move_stubs_up(models: list[Cell], cells: list[Cell], found: Inspection) -> None:
    """Move an unchanged cell above the student's own definition, which it would undo. It may contain imports, too."""
    for model in models:
        for first in _definitions(model, cells)[:1]:
            below = [index for index, cell in enumerate(cells) if index > first and text(cell) == text(model)]
            cells[first:first] = [cells.pop(index) for index in reversed(below)]
            if below:
                found.repaired.append(f"{grade_id(model)}: unchanged, it would undo the answer, so it was moved up")


def _place_tests(models: list[Cell], cells: list[Cell], found: Inspection) -> None:
    """Put each test below the answers that it needs. It would give 0 points if it were missing or ran before them."""
    for at, test in enumerate(models):
        if not is_test(test):
            continue
        indices = [index for index, cell in enumerate(cells) if grade_id(cell) == grade_id(test)]
        needs = [index for model in models[:at] for index in _definitions(model, cells)[:1]]
        if not indices:
            above = {*map(grade_id, models[:at])}
            needs += [index for index, cell in enumerate(cells) if grade_id(cell) in above]
            cells.insert(max(needs, default=len(cells)) + 1, copy.deepcopy(test))
            found.repaired.append(f"{grade_id(test)}: the cell with the tests was missing, and was put back")
        elif max(needs, default=0) > indices[0]:
            cells.insert(max(needs), cells.pop(indices[0]))
            found.repaired.append(f"{grade_id(test)}: it was above an answer that it needs, so it was moved down")
