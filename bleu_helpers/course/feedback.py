"""What nbgrader's configuration calls before grades are made and before feedback goes out.

nbgrader drops an exception that comes from its hooks, so what must stop it ends the program.
"""

import shutil
import sys
from datetime import date
from pathlib import Path

from bleu_helpers.course._grades import GRADEBOOK, scores_of
from bleu_helpers.course._log import course_folder
from bleu_helpers.course._secrets import read_seed
from bleu_helpers.course.page import inputs_may_be_shown


def require_seed(**_: object) -> None:
    """End the program with a plain message if there is no seed, or no good one."""
    try:
        read_seed()
    except (OSError, ValueError) as problem:
        sys.exit(f"Nothing was graded: {problem}")


_warned: set[str] = set()
"""The assignments of which it was said already that a person has not read everything."""


def before_feedback(assignment: str, **_: object) -> None:
    """End the program if there is no seed or if the day for inputs is none; warn where answers wait for a person."""
    try:
        read_seed()
        inputs_may_be_shown(date.today())
    except (OSError, ValueError) as problem:
        sys.exit(f"There is no feedback: {problem}")
    if assignment in _warned:
        return
    _warned.add(assignment)
    cells = (score for of in scores_of(course_folder() / GRADEBOOK, assignment).values() for score in of.values())
    number = sum(score.waits for score in cells)
    if number:
        print(
            f"{assignment}: {number} written {'answer waits' if number == 1 else 'answers wait'} for a person, and the "
            f"points of these students will change. To grade them: fill in written-{assignment}.csv, then python -m "
            f"bleu_helpers.course grade {assignment}, then nbgrader generate_feedback with --force.",
            file=sys.stderr,
        )


def keep_feedback_clean(assignment: str, **_: object) -> None:
    """Leave only our pages in the feedback of an assignment.

    nbgrader copies each file beside a graded notebook into it, also one that a student's code made from what it saw.
    """
    course = course_folder()
    for path in sorted(course.glob(f"feedback/*/{assignment}/*")):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        elif not _is_page(path, course):
            path.unlink()


def _is_page(path: Path, course: Path) -> bool:
    graded = course / "autograded" / path.relative_to(course / "feedback").with_suffix(".ipynb")
    return path.suffix == ".html" and not path.is_symlink() and graded.is_file()
