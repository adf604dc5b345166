"""Read the hints from the tables `[hints…]`, and the headings that a message about a mistake mentions."""

from functools import cache
from typing import Any

from bleu_exercises._lessons import LESSONS, texts_of
from exercise_checker import Hint


def hints() -> dict[str, Hint]:
    """Read the hints of all tasks. A missing entry becomes empty, and the tests report it."""
    return {task: Hint(*(texts.get(name, "") for name in Hint._fields)) for task, texts in tables().items()}


def section_of(task: str) -> str:
    """Return the heading of the lesson section that explains a task, if the table names one."""
    section: str = tables().get(task, {}).get("section", "")
    return section


@cache
def tables() -> dict[str, dict[str, Any]]:
    return {task: texts for lesson in LESSONS for task, texts in texts_of(lesson).get("hints", {}).items()}
