"""Grade by hand what a program cannot: show each written answer that waits, beside its rubric, and ask for the points.

  python -m bleu_helpers.course.by_hand ASSIGNMENT

Run it in the course's folder, after `nbgrader autograde`. It goes question by question, and shows no names. The rubrics
are in rubrics/ASSIGNMENT.md, a section for each question. Points and a sentence for the student go into nbgrader's
gradebook, answer by answer, so you can stop at any time. The exit code is 1 if something still waits.
"""

import json
import re
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

from bleu_helpers.course._files import own
from bleu_helpers.course._gradebook import GRADEBOOK, note_by_hand
from bleu_helpers.course.preflight import grade_id, text

LATER, STOP = "", "q"


class Waiting(NamedTuple):
    """One answer that no person has graded yet."""

    cell: str
    notebook: str
    student: str
    points: float


def opened(address: str) -> AbstractContextManager[Any]:
    """Open nbgrader's gradebook, for example "sqlite:///gradebook.db"."""
    from nbgrader.api import Gradebook  # only an instructor has nbgrader

    book: AbstractContextManager[Any] = Gradebook(address)
    return book


def waiting(gradebook: Any, assignment: str) -> list[Waiting]:
    """List the answers of an assignment that wait for a person, question by question.

    A test that was never run waits too, as nbgrader sees it: it is to be run, and is left out here.
    """
    return sorted(
        Waiting(grade.name, notebook.name, submission.student.id, grade.max_score)
        for submission in gradebook.assignment_submissions(assignment)
        for notebook in submission.notebooks
        for grade in notebook.grades
        if grade.needs_manual_grade and grade.name in {cell.name for cell in notebook.notebook.solution_cells}
    )


def rubric(path: Path, cell: str) -> str:
    """Read the section of one question from a file of rubrics."""
    if path.is_file():
        for section in re.split(r"(?m)^## ", path.read_text(encoding="utf-8"))[1:]:
            name, _, rest = section.partition("\n")
            if name.split()[:1] == [cell]:
                return rest.strip()
    return f"({path} has no section ## {cell})"


def answer(one: Waiting, assignment: str) -> str:
    """Read a student's answer, without what would steer the terminal that shows it."""
    places = [Path(folder, one.student, assignment, f"{one.notebook}.ipynb") for folder in ("autograded", "submitted")]
    there = [
        own(path, Path(path.parts[0])) for path in places if path.is_file()
    ]  # whose notebook cannot be run has an answer all the same
    cells = json.loads(there[0].read_text(encoding="utf-8"))["cells"] if there else []
    found = next((text(cell) for cell in cells if grade_id(cell) == one.cell), "(the cell is gone)")
    return "".join(sign if sign.isprintable() or sign == "\n" else "\N{REPLACEMENT CHARACTER}" for sign in found)


def ask_points(one: Waiting, ask: Callable[[str], str]) -> float | str:
    """Ask until the answer is a number of points; LATER and STOP are answers too."""
    while True:
        said = ask(f"Points, 0 to {one.points:g} (Enter: later, {STOP}: stop): ").strip()
        if said in (LATER, STOP):
            return said
        try:
            points = float(said.replace(",", "."))
        except ValueError:
            points = -1.0
        if 0 <= points <= one.points:
            return points
        print(f"A number from 0 to {one.points:g}, please.")


def grade_all(gradebook: Any, assignment: str, ask: Callable[[str], str]) -> int:
    """Show what waits and save what the person says. Give the number of the answers that still wait."""
    found, shown = waiting(gradebook, assignment), ""
    for number, one in enumerate(found, start=1):
        if one.cell != shown:
            print(f"\n=== {one.cell}, {one.points:g} points\n\n{rubric(Path('rubrics', f'{assignment}.md'), one.cell)}")
            shown = one.cell
        print(f"\n--- answer {number} of {len(found)}\n\n{answer(one, assignment)}\n")
        points = ask_points(one, ask)
        if points == STOP:
            break
        if isinstance(points, float):
            _save(gradebook, assignment, one, points, ask("A sentence for the student (Enter: none): ").strip())
    return len(waiting(gradebook, assignment))


def _save(gradebook: Any, assignment: str, one: Waiting, points: float, sentence: str) -> None:
    place = (one.cell, one.notebook, assignment, one.student)
    grade = gradebook.find_grade(*place)
    grade.manual_score, grade.needs_manual_grade = points, False
    if sentence:
        gradebook.find_comment(*place).manual_comment = sentence
    gradebook.db.commit()
    note_by_hand(Path(), assignment, one.student, one.cell, points)


def main(arguments: list[str]) -> int:
    """Grade what waits of one assignment, and return the exit code."""
    if len(arguments) != 1:
        print((__doc__ or "").strip())
        return 2
    if not Path(GRADEBOOK).is_file():
        print(f"There is no {GRADEBOOK} here. Go to the course's folder, and run nbgrader autograde first.")
        return 2
    with opened(f"sqlite:///{Path(GRADEBOOK).resolve()}") as gradebook:
        try:
            left = grade_all(gradebook, arguments[0], input)
        except EOFError:
            left = len(waiting(gradebook, arguments[0]))
    print(f"\n{left} {'answer waits' if left == 1 else 'answers wait'} for a person.")
    return 1 if left else 0


if __name__ == "__main__":  # pragma: no cover - in a process of its own
    sys.exit(main(sys.argv[1:]))
