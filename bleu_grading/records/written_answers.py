"""Written answers, for a person: one csv with the answers and without names, to be filled in with any spreadsheet.

`grade` writes `written-ps1.csv` while answers wait. Fill in the columns "points" and "remark" of as many rows as you
like, in any order, and run `grade` again: it reads them back by their keys into nbgrader's gradebook, and writes the
file anew with those that still wait. Who prefers nbgrader's formgrader leaves the file alone.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

from bleu_grading.outside.cells import grade_id, text
from bleu_grading.outside.seed_and_answers import read_seed
from bleu_grading.outside.submitted_files import cells_of
from bleu_grading.records.grades import GRADEBOOK, harmless, rows_of, scores_of, written_as_csv

COLUMNS = ("key", "question", "of", "answer", "points", "remark")


class Answer(NamedTuple):
    """One written answer: whose, to which question, for how many points; those that it has, and whether it waits."""

    student: str
    cell: str
    points: float
    has: float | None
    waits: bool
    text: str

    @property
    def key(self) -> str:
        """Letters that stand for this answer, and that nobody can compute who does not know the seed."""
        about = json.dumps([read_seed(), self.student, self.cell, self.text])
        digest = hashlib.sha256(about.encode()).hexdigest()[:16]
        return "".join("abcdefghijklmnop"[int(sign, 16)] for sign in digest)  # a spreadsheet would change digits


def csv_of(course: Path, name: str) -> Path:
    """Say where the csv of a problem set is."""
    return course / f"written-{name}.csv"


def answers(course: Path, name: str) -> list[Answer]:
    """List the written answers that a person is to grade, or has graded."""
    found = []
    for student, cells in scores_of(course / GRADEBOOK, name).items():
        path = course / "submitted" / student / name / f"{name}.ipynb"
        texts = {grade_id(cell): text(cell) for cell in cells_of(path, course)}
        for cell, score in cells.items():
            if score.by_hand and cell in texts:
                found.append(Answer(student, cell, score.points, score.manual, score.waits, texts[cell]))
    return found


def write_out(course: Path, name: str) -> None:
    """Write the csv with all answers that wait, question by question and in no order of names."""
    waiting = sorted((one.cell, one.key, one) for one in answers(course, name) if one.waits)
    if not waiting:
        return
    rows = [[key, harmless(cell), f"{one.points:g}", harmless(one.text), "", ""] for cell, key, one in waiting]
    csv_of(course, name).write_text(written_as_csv([COLUMNS, *rows]), encoding="utf-8-sig", newline="")


def read_back(course: Path, name: str) -> list[str]:
    """Bring points and remarks of the csv into nbgrader's gradebook, and say which rows cannot be read."""
    path = csv_of(course, name)
    if not path.is_file():
        return []
    known = {one.key: one for one in answers(course, name)}
    problems, given = list[str](), list[tuple[Answer, float, str]]()
    for number, row in enumerate(rows_of(path, "key", "points", "remark"), start=2):
        points, remark = row["points"].strip(), row["remark"].strip()
        if not points and not remark:
            continue
        try:
            given += _given(known.get(row["key"].strip()), points, remark)
        except ValueError as problem:
            problems.append(f"row {number} of {path.name}: {problem}")
    if given:
        with opened(f"sqlite:///{(course / GRADEBOOK).resolve()}") as gradebook:
            for answer, number_of_points, remark in given:
                _save(gradebook, name, answer, number_of_points, remark)
    return problems


def _given(answer: Answer | None, points: str, remark: str) -> Iterator[tuple[Answer, float, str]]:
    if answer is None:
        raise ValueError("no answer has this key: either the student's text or the key has changed")
    number = float(points.replace(",", ".")) if re.fullmatch(r"\d+([.,]\d*)?", points) else -1.0
    if not 0 <= number <= answer.points:
        raise ValueError(f"{points!a} is not a number of points from 0 to {answer.points:g}")
    if answer.waits:
        yield answer, number, remark
    elif answer.has != number:
        raise ValueError(f"this answer already has {answer.has or 0:g} points: change them in nbgrader's formgrader")


def opened(address: str) -> AbstractContextManager[Any]:
    """Open nbgrader's gradebook, for example "sqlite:///gradebook.db"."""
    from nbgrader.api import Gradebook  # only an instructor has nbgrader

    book: AbstractContextManager[Any] = Gradebook(address)
    return book


def _save(gradebook: Any, name: str, answer: Answer, points: float, remark: str) -> None:
    place = (answer.cell, name, name, answer.student)
    grade = gradebook.find_grade(*place)
    grade.manual_score, grade.needs_manual_grade = points, False
    if remark:
        gradebook.find_comment(*place).manual_comment = remark
    gradebook.db.commit()
