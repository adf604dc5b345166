"""The lessons with exercises, in order. Each lesson has one module and one file of texts.

For example, the exercises of the lesson `clipping` are in `exercises/clipping.py`, and their texts are in
`exercises/clipping.toml`: the lesson's number, what it teaches, the known mistakes, the help after several tries, and
the facts with which the tests check the lesson's own text.
"""

import inspect
import tomllib
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from exercise_checker import Hint

FOLDER = "bleu_exercises/exercises"
_TEXTS = files(__package__).joinpath("exercises")


@cache
def texts_of(name: str) -> dict[str, Any]:
    """Read the texts for the exercises of a lesson, or of "python" for the mistakes that no lesson covers."""
    return tomllib.loads(_TEXTS.joinpath(f"{name}.toml").read_text("utf-8"))


def numbers_by_lesson() -> dict[str, str]:
    names = [file.name.removesuffix(".toml") for file in _TEXTS.iterdir() if file.name.endswith(".toml")]
    numbers = {name: texts_of(name)["lesson"] for name in names if "lesson" in texts_of(name)}
    return dict(sorted(numbers.items(), key=lambda item: item[1]))


NUMBERS: dict[str, str] = numbers_by_lesson()
"""The numbers of the lessons by the names of their modules. A text refers to a lesson as "lesson {smoothing}"."""

LESSONS: dict[str, str] = {name: f"{number}_{name}" for name, number in NUMBERS.items()}
"""The files of the lessons, in their order, by the same names."""

_HINTS = {task: texts for lesson in LESSONS for task, texts in texts_of(lesson).get("hints", {}).items()}

HINTS: dict[str, Hint] = {task: Hint(*(texts.get(name, "") for name in Hint._fields)) for task, texts in _HINTS.items()}
"""The hints of all tasks. A missing entry becomes empty, and the tests report it."""

SECTIONS: dict[str, str] = {task: texts.get("section", "") for task, texts in _HINTS.items()}
"""The heading of the lesson section that explains a task, or an empty string."""


def lesson_of(function: Callable[..., Any]) -> str:
    """Find the lesson of a function from the name of its module.

    Raises:
        LookupError: there is no such lesson.
    """
    name = inspect.unwrap(function).__module__.rpartition(".")[2]
    if name not in LESSONS:
        raise LookupError(f'there is no lesson {name!r}. {FOLDER}/{name}.toml has to begin with lesson = "NN".')
    return LESSONS[name]
