"""What nbgrader wrote into its gradebook, read from the file: the grades that everybody goes by in the end."""

import contextlib
import sqlite3
from pathlib import Path
from typing import NamedTuple

GRADEBOOK = "gradebook.db"


class Score(NamedTuple):
    """The grade of one cell: what autograding gave, what a person gave; whether an answer waits, and is a person's."""

    points: float
    auto: float | None
    manual: float | None
    extra: float | None
    waits: bool
    by_hand: bool


Scores = dict[str, dict[str, Score]]
"""For each student, the grade of each cell."""


_QUERY = """
SELECT submitted_assignment.student_id, base_cell.name, grade_cells.max_score,
       grade.auto_score, grade.manual_score, grade.extra_credit,
       grade.needs_manual_grade AND answer.name IS NOT NULL, answer.name IS NOT NULL
FROM grade
JOIN base_cell ON base_cell.id = grade.cell_id
JOIN grade_cells ON grade_cells.id = base_cell.id
LEFT JOIN base_cell AS answer ON answer.type = 'SolutionCell'
     AND answer.name = base_cell.name AND answer.notebook_id = base_cell.notebook_id
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
            for student, cell, points, auto, manual, extra, waits, by_hand in base.execute(_QUERY, [assignment]):
                score = Score(points, auto, manual, extra, bool(waits), bool(by_hand))
                found.setdefault(student, {})[cell] = score
    except sqlite3.Error as problem:
        raise OSError(f"{gradebook.name} cannot be read as a gradebook of nbgrader ({problem})") from problem
    return found
