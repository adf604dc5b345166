"""What nbgrader wrote into its gradebook, read from the file: the grades that everybody goes by in the end."""

import contextlib
import csv
import json
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

GRADEBOOK = "gradebook.db"

BY_HAND = "by_hand.jsonl"
"""What the command `by_hand` wrote into the gradebook: a line for each answer."""

GRADES = "grades.csv"
"""What `nbgrader export --to grades.csv` writes."""


class Score(NamedTuple):
    """The grade of one cell: what autograding gave, what a person gave, and whether an answer waits for a person."""

    points: float
    auto: float | None
    manual: float | None
    extra: float | None
    waits: bool

    @property
    def counts(self) -> float:
        """What nbgrader adds up: a person's grade if there is one."""
        score = self.auto if self.manual is None else self.manual
        return (score or 0.0) + (self.extra or 0.0)


Scores = dict[str, dict[str, Score]]
"""For each student, the grade of each cell."""


def total(cells: Mapping[str, Score]) -> float:
    """Add up the points of a student."""
    return sum(score.counts for score in cells.values())


_QUERY = """
SELECT submitted_assignment.student_id, base_cell.name, grade_cells.max_score,
       grade.auto_score, grade.manual_score, grade.extra_credit,
       grade.needs_manual_grade AND EXISTS (
           SELECT 1 FROM base_cell AS answer WHERE answer.type = 'SolutionCell'
           AND answer.name = base_cell.name AND answer.notebook_id = base_cell.notebook_id
       )
FROM grade
JOIN base_cell ON base_cell.id = grade.cell_id
JOIN grade_cells ON grade_cells.id = base_cell.id
JOIN submitted_notebook ON submitted_notebook.id = grade.notebook_id
JOIN submitted_assignment ON submitted_assignment.id = submitted_notebook.assignment_id
JOIN assignment ON assignment.id = submitted_assignment.assignment_id
WHERE assignment.name = ?
ORDER BY submitted_assignment.student_id, base_cell.name
"""


def scores(gradebook: Path, assignment: str) -> Scores:
    """Read every grade of an assignment.

    Raises:
        OSError: the file is no gradebook of nbgrader.
    """
    found: Scores = {}
    if not gradebook.is_file():
        return found
    try:
        with contextlib.closing(sqlite3.connect(f"{gradebook.resolve().as_uri()}?mode=ro", uri=True)) as base:
            for student, cell, *grade in base.execute(_QUERY, [assignment]):
                found.setdefault(student, {})[cell] = Score(*grade)
    except sqlite3.Error as problem:
        raise OSError(f"{gradebook.name} cannot be read as a gradebook of nbgrader ({problem})") from problem
    return found


def note_by_hand(course: Path, assignment: str, student: str, cell: str, points: float) -> None:
    """Note what a person gave, beside the gradebook: a grade that is not noted there came from something else."""
    with (course / BY_HAND).open("a", encoding="utf-8") as file:
        file.write(json.dumps([assignment, student, cell, points]) + "\n")


def given_by_hand(course: Path, assignment: str) -> dict[str, dict[str, float]]:
    """Read what a person gave last, for each student and each cell."""
    path = course / BY_HAND
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    found: dict[str, dict[str, float]] = {}
    for name, student, cell, points in map(json.loads, lines):
        if name == assignment:
            found.setdefault(student, {})[cell] = points
    return found


def exported(table: Path, assignment: str) -> dict[str, float]:
    """Read what `nbgrader export` wrote for an assignment, before it took points off for being late."""
    if not table.is_file():
        return {}
    with table.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row.get("assignment") == assignment]
    return {row["student_id"]: float(row.get("raw_score") or 0) for row in rows}
