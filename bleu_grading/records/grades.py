"""Read grades from nbgrader's gradebook, and write them as tables that Canvas and Moodle can import."""

import contextlib
import csv
import io
import re
import sqlite3
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bleu_grading.outside.problem_set import ProblemSet


class Score(NamedTuple):
    """The grade of one cell: the maximum, the points from autograding, from a person, and as extra credit.

    `waits` means that a person has not graded this answer yet.
    """

    points: float
    auto: float | None
    manual: float | None
    extra: float | None
    waits: bool


Scores = dict[str, dict[str, Score]]
"""Maps each student to the grades of the cells."""


_QUERY = """
SELECT submitted_assignment.student_id, base_cell.name, grade_cells.max_score,
       grade.auto_score, grade.manual_score, grade.extra_credit,
       grade.needs_manual_grade AND answer.name IS NOT NULL
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


def read_scores(problem_set: ProblemSet) -> Scores:
    """Read every grade of a problem set from the gradebook.

    Raises:
        OSError: the file is not a gradebook of nbgrader.
    """
    found: Scores = {}
    if not problem_set.gradebook.is_file():
        return found
    try:
        address = f"{problem_set.gradebook.resolve().as_uri()}?mode=ro"
        with contextlib.closing(sqlite3.connect(address, uri=True)) as base:
            for student, cell, *score in base.execute(_QUERY, [problem_set.name]):
                found.setdefault(student, {})[cell] = Score._make(score)
    except sqlite3.Error as problem:
        raise OSError(f"{problem_set.gradebook.name} cannot be read as an nbgrader gradebook ({problem})") from problem
    return found


# The tables. They must be correct for every student's name.


_FORMULA = re.compile(r"(^|[;\t\r\n])(?=\s*[=+\-@])|^(?=[\t\r])")
"""The places where a spreadsheet may find a formula. With another separator than the comma, each line starts a cell."""


def escape_formula(text: str) -> str:
    """Escape a text that a student can influence, so that a spreadsheet does not run it as a formula.

    >>> escape_formula("=1+1"), escape_formula(" @SUM(A1)"), escape_formula("1 = 1")
    ("'=1+1", "' @SUM(A1)", '1 = 1')
    """
    return _FORMULA.sub(r"\1'", text)


REASON = "Why there is no Final Grade"
"""The name of a column for people. Canvas ignores a column whose name contains "Final Grade"."""

Rows = dict[str, tuple[float | None, str]]
"""Maps each student to the points, or to None and the reason why there are none."""


def canvas_table(name: str, points: float, rows: Rows, names: Mapping[str, str]) -> str:
    """Write the table that Canvas imports; `names` maps logins to names, and the login replaces a missing name."""
    table = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", name, REASON]]
    table.append(["    Points Possible", "", "", "", "", f"{points:g}", "(read only)"])
    for student, (total, reason) in sorted(rows.items()):
        displayed = escape_formula(names.get(student, student))
        table.append([displayed, "", "", escape_formula(student), "", _number(total), escape_formula(reason)])
    return csv_text(table)


def moodle_table(name: str, rows: Rows) -> str:
    """Write the table that Moodle imports, with the login in three columns, because it may be any of these."""
    numbers, reasons = f"Assignment: {name} (Real)", f"Assignment: {name} (Feedback)"
    table = [["Username", "ID number", "Email address", numbers, reasons]]
    for student, (total, reason) in sorted(rows.items()):
        login = escape_formula(student)
        table.append([login, login, login if "@" in login else "", _number(total), escape_formula(reason)])
    return csv_text(table)


def _number(total: float | None) -> str:
    return "" if total is None else f"{total:g}"


def csv_text(rows: Sequence[Sequence[str]]) -> str:
    """Convert the rows of a table to the text of a csv file."""
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    return written.getvalue()
