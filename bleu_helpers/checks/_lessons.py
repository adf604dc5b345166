"""The one table of the lessons, in their order: what a message calls a lesson follows from it."""

import inspect
from collections.abc import Callable
from typing import Any

LESSONS: dict[str, str] = {
    name: f"{number:02}_{name}"
    for number, name in enumerate(
        (
            "counting",
            "clipping",
            "ngrams",
            "brevity_penalty",
            "bleu",
            "rouge_n",
            "f1",
            "corpus_bleu",
            "smoothing",
            "error_rates",
            "tokenisation",
            "which_metric",
            "a_real_system",
            "at_scale",
        ),
        start=1,
    )
}
"""The lessons by the names that their modules have. The number that a lesson has today stands here only."""

NUMBERS: dict[str, str] = {name: lesson[:2] for name, lesson in LESSONS.items()}
"""How a text speaks of a lesson: as "lesson {smoothing}"."""


def lesson_of(function: Callable[..., Any]) -> str:
    """Say which lesson a function belongs to: the one whose name its module has."""
    return LESSONS[inspect.unwrap(function).__module__.rpartition(".")[2]]
