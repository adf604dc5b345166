"""The lessons with exercises, in their order: what is said about them is in one file for each lesson.

The exercises of the lesson `clipping` are in `exercises/clipping.py`. What is said about them is in
`exercises/clipping.toml`: the lesson's number, what a learner learns in it, the mistakes that have a name, and what
helps after several tries.
"""

import inspect
import tomllib
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

FOLDER = "bleu_helpers/checks/exercises"
_TEXTS = files(__package__).joinpath("exercises")


@cache
def texts_of(name: str) -> dict[str, Any]:
    """Read what is said about the exercises of a lesson, or under the name "python", of what no lesson treats.

    Raises:
        LookupError: there is no such file.
    """
    file = _TEXTS.joinpath(f"{name}.toml")
    if not file.is_file():
        raise LookupError(f"{FOLDER}/{name}.toml is missing: the names and hints of the lesson {name!r} belong there.")
    return tomllib.loads(file.read_text("utf-8"))


def _numbers() -> dict[str, str]:
    names = [file.name.removesuffix(".toml") for file in _TEXTS.iterdir() if file.name.endswith(".toml")]
    numbers = {name: texts_of(name)["lesson"] for name in names if "lesson" in texts_of(name)}
    return dict(sorted(numbers.items(), key=lambda item: item[1]))


NUMBERS: dict[str, str] = _numbers()
"""The numbers of the lessons by the names that their modules have. A text refers to one as "lesson {smoothing}"."""

LESSONS: dict[str, str] = {name: f"{number}_{name}" for name, number in NUMBERS.items()}
"""The files of the lessons, in their order, by the same names."""


def lesson_of(function: Callable[..., Any]) -> str:
    """Say which lesson a function belongs to: the one whose name its module has.

    Raises:
        LookupError: there is no such lesson.
    """
    name = inspect.unwrap(function).__module__.rpartition(".")[2]
    if name not in LESSONS:
        raise LookupError(f'there is no lesson {name!r}. {FOLDER}/{name}.toml has to begin with lesson = "NN".')
    return LESSONS[name]
