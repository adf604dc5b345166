"""Read a notebook's cells: their text, the data that nbgrader stores in them, and which of them are tests."""

from typing import Any

Cell = dict[str, Any]
Notebook = dict[str, Any]


def text(cell: Cell) -> str:
    """Return a cell's text without white space at the ends of lines, which some programs change when they save."""
    return "\n".join(line.rstrip() for line in "".join(cell.get("source", "")).strip().split("\n"))


def grading(cell: Cell) -> dict[str, Any]:
    """Return the data that nbgrader wrote into a cell, or an empty dict."""
    data = cell.get("metadata", {}).get("nbgrader", {})
    return data if isinstance(data, dict) else {}


def grade_id(cell: Cell) -> str:
    """Return nbgrader's name for a cell, or an empty string."""
    return str(grading(cell).get("grade_id", ""))


def is_test(cell: Any) -> bool:
    """Whether a cell contains an instructor's tests."""
    data = cell["metadata"].get("nbgrader", {})
    return bool(cell["cell_type"] == "code" and data.get("grade") and not data.get("solution"))
