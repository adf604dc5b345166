"""The one index of the lessons with exercises, in their order; the names, hints and exercises are read by it.

Of the lesson `clipping`, the exercises stand in `exercises/clipping.py`, and beside it, in `exercises/clipping.toml`,
what is said about them: the mistakes that have a name, and what helps after several tries.
"""

import inspect
import tomllib
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

FOLDER = "bleu_helpers/checks/exercises"

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
            "what_people_say",
        ),
        start=1,
    )
}
"""The lessons by the names that their modules have. The number that a lesson has today stands here only."""

NUMBERS: dict[str, str] = {name: lesson[:2] for name, lesson in LESSONS.items()}
"""How a text speaks of a lesson: as "lesson {smoothing}"."""


def lesson_of(function: Callable[..., Any]) -> str:
    """Say which lesson a function belongs to: the one whose name its module has.

    Raises:
        LookupError: the index has no such lesson.
    """
    name = inspect.unwrap(function).__module__.rpartition(".")[2]
    if name not in LESSONS:
        raise LookupError(
            f"there is no lesson {name!r}. Its name belongs into LESSONS in bleu_helpers/checks/_lessons.py."
        )
    return LESSONS[name]


@cache
def texts_of(name: str) -> dict[str, Any]:
    """Read what is said about the exercises of a lesson, or under the name "python", of what no lesson treats.

    Raises:
        LookupError: there is no such file.
    """
    file = files(__package__).joinpath("exercises", f"{name}.toml")
    if not file.is_file():
        raise LookupError(f"{FOLDER}/{name}.toml is missing: the names and hints of the lesson {name!r} belong there.")
    return tomllib.loads(file.read_text("utf-8"))
