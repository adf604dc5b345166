"""The one table of mistakes that have a name: `names.toml`, read once."""

import tomllib
from importlib.resources import files
from typing import NamedTuple

from bleu_helpers.checks._lessons import LESSONS, NUMBERS


class Name(NamedTuple):
    """What a mistake is called, the lesson that treats it if there is one, and the question that leads to the cure.

    `choice` says that it is no slip: its sources leave it open, and this series decided otherwise.
    """

    name: str
    lesson: str
    question: str
    choice: bool = False


def _read() -> dict[str, Name]:
    table = tomllib.loads(files(__package__).joinpath("names.toml").read_text("utf-8"))
    choices = table.pop("another_choice")
    questions = {
        name: Name(name, LESSONS[lesson] if lesson != "python" else "", question.format(**NUMBERS), name in choices)
        for lesson, of_lesson in table.items()
        for name, question in of_lesson.items()
    }
    return questions


NAMES: dict[str, Name] = _read()
