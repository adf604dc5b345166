"""Read the names of the known mistakes from the table `[names]` of each lesson."""

from typing import NamedTuple

from bleu_exercises._lessons import LESSONS, NUMBERS, texts_of
from exercise_checker import general_mistakes


class Name(NamedTuple):
    """The name of a mistake, the lesson that covers it, if there is one, and the question that leads to the solution.

    `choice` means that it is not really a mistake: the sources leave the point open, and this series chose differently.
    """

    name: str
    lesson: str
    question: str
    choice: bool = False


NAMES: dict[str, Name] = {name: Name(name, "", mistake.question) for name, mistake in general_mistakes().items()} | {
    name: Name(name, LESSONS.get(lesson, ""), question.format(**NUMBERS), name in texts_of(lesson).get("choices", ()))
    for lesson in ("python", *LESSONS)
    for name, question in texts_of(lesson).get("names", {}).items()
}
