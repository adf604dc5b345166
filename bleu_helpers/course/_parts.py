"""The cells of a problem set as its instructor has them: its parts in their order, and what is right for an earlier one
when a later one asks."""

import contextlib
import json
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple

from bleu_helpers.checks._guard import Guard
from bleu_helpers.course._asked import Question, every_question
from bleu_helpers.course._earlier import Names
from bleu_helpers.course._log import digest_of
from bleu_helpers.course._secrets import find_task
from bleu_helpers.course._values import Message, decode, encode

LONGEST_QUESTION = 100_000
"""Arguments of more characters come from no input of ours: they are to keep the program that grades busy."""


def questions(course: Path, name: str) -> list[Question]:
    """Read from the instructor's notebook what the test cells of a problem set ask, in their order.

    Raises:
        ValueError: the notebook, or one of its tests, cannot be read.
    """
    problem_set = course / "source" / name / f"{name}.ipynb"
    if not problem_set.is_file():
        return []
    try:
        return every_question(json.loads(problem_set.read_text(encoding="utf-8")))
    except (SyntaxError, ValueError, KeyError, IndexError, TypeError) as problem:
        raise ValueError(f"the tests of source/{name} cannot be read ({problem})") from problem


def outdated(course: Path, name: str, notebook: Path) -> list[str]:
    """Name the cells that nbgrader wrote into a notebook, and that the instructor's has otherwise or not at all.

    It is another cell too if it has other points. nbgrader has its cells from the day on which the release was made.
    Where one of the two cannot be read, as it is said elsewhere, none is named.
    """
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError, AttributeError):
        today = _rules_of(course / "source" / name / f"{name}.ipynb")
        return [cell for cell, rule in _rules_of(notebook).items() if today.get(cell) != rule]
    return []


class _Rule(NamedTuple):
    """What of a cell decides on a grade: its text, where no student can change that, and its points."""

    text: str
    points: float | None


def _rules_of(path: Path) -> dict[str, _Rule]:
    """Give for each cell that no student can change, or that has points, what decides on a grade."""
    found = {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        data = cell["metadata"].get("nbgrader", {})
        locked = not data.get("solution") and (data.get("grade") or data.get("locked"))
        if locked or data.get("grade"):
            text = digest_of("".join(cell["source"])) if locked else ""
            found[data["grade_id"]] = _Rule(text, data["points"] if data.get("grade") else None)
    return found


def longest_cell(notebook: Path) -> int:
    """Count the lines of the longest cell with code in a notebook; none where it cannot be read."""
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        return max(len("".join(cell["source"]).splitlines()) for cell in cells if cell["cell_type"] == "code")
    return 0


def parts(tests: Sequence[Question]) -> Names:
    """Give the functions that a problem set asks for, in their order, each with its task."""
    return {asked.function: asked.task for _, asked, _ in tests if asked.function.isidentifier()}


def before(task: str, all_parts: Names) -> Names:
    """Give the parts that come before a task; none where it is no part.

    >>> before("credited", {"overused": "overused", "credited": "credited", "last": "text_precision"})
    {'overused': 'overused'}
    """
    tasks = list(all_parts.values())
    place = tasks.index(task) if task in tasks else 0
    return dict(list(all_parts.items())[:place])


def right_result(question: Message, allowed: Collection[str]) -> Message:
    """Answer what a student's function asked of an earlier part: a result, or an error that our version raises."""
    name = question.get("earlier")
    if name not in allowed:
        return {"error": "RuntimeError", "message": "there is no such part, or not now"}
    if len(json.dumps(question)) > LONGEST_QUESTION:
        return {"error": "ValueError", "message": "the arguments are too long"}
    try:
        arguments = [decode(argument) for argument in question["arguments"]]
        named = {key: decode(argument) for key, argument in question["names"].items()}
    except Exception:  # another process wrote it
        return {"error": "TypeError", "message": "the arguments cannot be read"}
    run = Guard().call(find_task(str(name)).function, arguments, named)
    if run.error is not None:
        return {"error": type(run.error).__name__, "message": str(run.error)}
    if run.ended == "endless":
        return {"error": "RuntimeError", "message": "it takes too long"}
    return {"result": encode(run.result)}
