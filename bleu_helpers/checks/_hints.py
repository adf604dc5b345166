"""The hints of the tables `[hints…]`, and the headings to which a mistake in an exercise sends back."""

from functools import cache
from typing import Any

from bleu_helpers.checks._lessons import LESSONS, texts_of
from exercise_checker import Hint


def hints() -> dict[str, Hint]:
    """Read the hints of all tasks. What a table lacks is empty: the tests say where it belongs."""
    return {task: Hint(*(texts.get(name, "") for name in Hint._fields)) for task, texts in _tables().items()}


def section_of(task: str) -> str:
    """Say below which heading of its lesson a task stands, if one is named."""
    section: str = _tables().get(task, {}).get("section", "")
    return section


@cache
def _tables() -> dict[str, dict[str, Any]]:
    return {task: texts for lesson in LESSONS for task, texts in texts_of(lesson).get("hints", {}).items()}
