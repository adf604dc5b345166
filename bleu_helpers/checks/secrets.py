"""What nbgrader's configuration calls before grades are made and before feedback goes out.

nbgrader drops an exception that comes from its hooks, so what must stop it ends the program.
"""

import os
import sys
from pathlib import Path

from bleu_helpers.checks._grading import ANSWERS_VARIABLE, answers, leaks, read_seed
from bleu_helpers.checks._tasks import TASKS

WITHHELD = ".withheld"

_seen: set[tuple[Path, int]] = set()
"""The pages that were looked through already, in the form that they had."""


def require_seed(**_: object) -> None:
    """End the program with a plain message if there is no seed, or no good one."""
    try:
        read_seed()
    except (OSError, ValueError) as problem:
        sys.exit(f"Nothing was graded: {problem}")


def keep_feedback_clean(assignment: str, **_: object) -> None:
    """Look through the feedback of an assignment, and rename each file that gives a secret away, with a message.

    nbgrader calls this after each student, and says "*" in place of the student's name. So each page is read once.
    """
    seed, tasks = read_seed(), [*TASKS.values(), *answers().values()]
    course = Path(os.environ[ANSWERS_VARIABLE]).parent
    for path in sorted(course.glob(f"feedback/*/{assignment}/*.html")):
        if (path, path.stat().st_mtime_ns) in _seen:
            continue
        _seen.add((path, path.stat().st_mtime_ns))
        found = list(leaks(path.read_text(encoding="utf-8"), tasks, seed))
        if found:
            path.replace(path.with_name(path.name + WITHHELD))
            print(f"{path.relative_to(course)}: withheld, because it shows {', '.join(found)}.", file=sys.stderr)
