"""The hints of the tables `[hints…]`, and the headings to which a mistake in an exercise sends back."""

from functools import cache
from typing import Any

from bleu_helpers.checks._lessons import LESSONS, texts_of
from exercise_checker import Hint


def hints() -> dict[str, Hint]:
    """Read the hints of all tasks."""
    return {
        task: Hint(**{name: text for name, text in texts.items() if name != "section"})
        for task, texts in _tables().items()
    }


def section_of(task: str) -> str:
    """Say below which heading of its lesson a task stands, if one is named."""
    section: str = _tables().get(task, {}).get("section", "")
    return section


@cache
def _tables() -> dict[str, dict[str, Any]]:
    return {task: texts for lesson in LESSONS for task, texts in texts_of(lesson).get("hints", {}).items()}
