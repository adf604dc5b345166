"""A notebook's cells as nbgrader keeps them: their text, its data, and which of them are tests."""

from typing import Any

Cell = dict[str, Any]
Notebook = dict[str, Any]


def text(cell: Cell) -> str:
    """Give a cell's text without the white space at the ends of its lines, which programs change when they save."""
    return "\n".join(line.rstrip() for line in "".join(cell.get("source", "")).strip().split("\n"))


def grading(cell: Cell) -> dict[str, Any]:
    """Give what nbgrader wrote into a cell, or nothing."""
    found = cell.get("metadata", {}).get("nbgrader", {})
    return found if isinstance(found, dict) else {}


def grade_id(cell: Cell) -> str:
    """Give nbgrader's name of a cell, or an empty string."""
    return str(grading(cell).get("grade_id", ""))


def is_test(cell: Any) -> bool:
    """Whether a cell holds tests of an instructor's."""
    data = cell["metadata"].get("nbgrader", {})
    return bool(cell["cell_type"] == "code" and data.get("grade") and not data.get("solution"))
