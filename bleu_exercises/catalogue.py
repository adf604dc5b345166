"""The catalogue of known mistakes: it gives each way of making a mistake its name and its question."""

from dataclasses import replace

from bleu_exercises._lessons import FOLDER, LESSONS, NUMBERS, texts_of
from bleu_exercises._ways import Way, Ways, merged
from exercise_checker import Mistake, general_mistakes

NAMES: dict[str, Mistake] = general_mistakes() | {
    name: Mistake(
        name,
        question.format(**NUMBERS),
        lesson=LESSONS.get(lesson, ""),
        choice=name in texts_of(lesson).get("choices", ()),
    )
    for lesson in ("python", *LESSONS)
    for name, question in texts_of(lesson).get("names", {}).items()
}
"""The names of the known mistakes, from the table `[names]` of each lesson, with their questions."""

GENERAL: dict[str, Mistake] = {name: NAMES[name] for name in general_mistakes()}
"""The mistakes that are recognised by calling the learner's function in another way, with their lessons."""


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
    return replace(NAMES[name], function=way) if callable(way) else replace(NAMES[name], instead=way)


def named(task: str, ways: Ways) -> list[Mistake]:
    """List the mistakes of a task. Several entries with the same name are ways of making the same mistake."""
    return [mistake(task, name, way) for name, several in merged(ways).items() for way in several]
