"""The catalogue of known mistakes: it gives each way of making a mistake its name and its question."""

from dataclasses import replace

from bleu_exercises._lessons import FOLDER
from bleu_exercises._names import NAMES
from bleu_exercises._ways import Way, Ways, merged
from exercise_checker import Mistake, general_mistakes


def mistake(task: str, name: str, way: Way) -> Mistake:
    """Make a mistake from a name in the table and a way of making it.

    Raises:
        LookupError: the name has no question.
    """
    if name not in NAMES:
        raise LookupError(
            f"the mistake {name!r} of {task} has no question. Add one in {FOLDER}/, below [names] in the .toml file of "
            f'the lesson that covers it, or in that of {task} if no earlier lesson does: "{name}" = "…?"'
        )
    of_name = NAMES[name]
    made = Mistake(name, of_name.question, lesson=of_name.lesson, choice=of_name.choice)
    return replace(made, function=way) if callable(way) else replace(made, instead=way)


GENERAL: dict[str, Mistake] = {
    name: replace(mistake, question=NAMES[name].question, lesson=NAMES[name].lesson)
    for name, mistake in general_mistakes().items()
}
"""The mistakes that are recognised by calling the learner's function in another way, with their lessons."""


def named(task: str, ways: Ways) -> list[Mistake]:
    """List the mistakes of a task. Several entries with the same name are ways of making the same mistake."""
    return [mistake(task, name, way) for name, several in merged(ways).items() for way in several]
