"""Let a person grade written answers in any spreadsheet: write them to a csv file without names, and read it back.

`grade` writes `written-ps1.csv` as long as answers wait. Fill in the columns "points" and "remark" of as many rows as
you like, in any order, and run `grade` again. It finds each answer by its key, saves the points in nbgrader's
gradebook, and writes a new file with the answers that still wait. To use nbgrader's formgrader instead, ignore the
file.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

from bleu_grading.outside.problem_set import ProblemSet, grade_id, text
from bleu_grading.outside.seed_and_answers import read_seed
from bleu_grading.outside.submitted_files import read_cells
from bleu_grading.records.grades import Scores, csv_text, escape_formula, read_csv_rows, read_scores

COLUMNS = ("key", "question", "of", "answer", "points", "remark")


class Answer(NamedTuple):
    """A written answer: its student, cell, maximum points and given points, and whether it waits for a person."""

    student: str
    cell: str
    points: float
    has: float | None
    waits: bool
    text: str

    @property
    def key(self) -> str:
        """Letters that identify this answer. They cannot be computed without the seed."""
        about = json.dumps([read_seed(), self.student, self.cell, self.text])
        digest = hashlib.sha256(about.encode()).hexdigest()[:16]
        return "".join("abcdefghijklmnop"[int(sign, 16)] for sign in digest)  # a spreadsheet might reformat digits


def csv_path(problem_set: ProblemSet) -> Path:
    """Return the path of a problem set's csv file."""
    return problem_set.course / f"written-{problem_set.name}.csv"


def answers(problem_set: ProblemSet, scores: Scores) -> list[Answer]:
    """List the written answers that a person has to grade or has graded."""
    found = []
    for student, cells in scores.items():
        submitted = read_cells(problem_set.submitted(student), problem_set.course)
        texts = {grade_id(cell): text(cell) for cell in submitted}
        for cell, score in cells.items():
            if score.by_hand and cell in texts:
                found.append(Answer(student, cell, score.points, score.manual, score.waits, texts[cell]))
    return found


def write_out(problem_set: ProblemSet, scores: Scores) -> None:
    """Write the csv file with all waiting answers, sorted by question and key so that the order reveals no names."""
    waiting = sorted((answer.cell, answer.key, answer) for answer in answers(problem_set, scores) if answer.waits)
    if not waiting:
        return
    rows = [[key, cell, f"{answer.points:g}", answer.text, "", ""] for cell, key, answer in waiting]
    table = csv_text([COLUMNS, *([*map(escape_formula, row)] for row in rows)])
    csv_path(problem_set).write_text(table, encoding="utf-8-sig", newline="")


def read_back(problem_set: ProblemSet) -> list[str]:
    """Copy points and remarks from the csv file to nbgrader's gradebook, and list the rows that cannot be read."""
    path = csv_path(problem_set)
    if not path.is_file():
        return []
    known = {answer.key: answer for answer in answers(problem_set, read_scores(problem_set))}
    problems, given = list[str](), list[tuple[Answer, float, str]]()
    for number, row in enumerate(read_csv_rows(path, "key", "points", "remark"), start=2):
        points, remark = row["points"].strip(), row["remark"].strip()
        if not points and not remark:
            continue
        try:
            given += _given(known.get(row["key"].strip()), points, remark)
        except ValueError as problem:
            problems.append(f"row {number} of {path.name}: {problem}")
    if given:
        with opened(f"sqlite:///{problem_set.gradebook.resolve()}") as gradebook:
            for answer, number_of_points, remark in given:
                _save(gradebook, problem_set.name, answer, number_of_points, remark)
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
    from nbgrader.api import Gradebook  # imported here because only instructors have nbgrader

    book: AbstractContextManager[Any] = Gradebook(address)
    return book


def _save(gradebook: Any, name: str, answer: Answer, points: float, remark: str) -> None:
    place = (answer.cell, name, name, answer.student)
    grade = gradebook.find_grade(*place)
    grade.manual_score, grade.needs_manual_grade = points, False
    if remark:
        gradebook.find_comment(*place).manual_comment = remark
    gradebook.db.commit()
