"""The one table of mistakes that have a name: `names.toml`, read once."""

import tomllib
from importlib.resources import files
from typing import NamedTuple


class Name(NamedTuple):
    """What a mistake is called, the lesson that treats it, and the question that leads to the cure."""

    name: str
    lesson: str
    question: str


NAMES: dict[str, Name] = {
    name: Name(name, lesson, question)
    for lesson, questions in tomllib.loads(files(__package__).joinpath("names.toml").read_text("utf-8")).items()
    for name, question in questions.items()
}
