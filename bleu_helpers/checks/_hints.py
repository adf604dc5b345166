"""What is offered after several tries, from the tables `[hints…]`: a hint, then a task of the same kind, solved."""

import textwrap
from functools import cache
from typing import NamedTuple

from bleu_helpers.checks._lessons import LESSONS, texts_of

TRIES_TO_A_HINT = 3
TRIES_TO_A_NEIGHBOUR = 5

CODE = "    "
"""What a line of code or of its output begins with."""


class Hint(NamedTuple):
    """A hint for one task, and a neighbour of the task: its words, its code and what the code prints.

    `section` is the heading in the lesson to which a mistake in an exercise sends back.
    """

    hint: str
    neighbour: str
    code: str
    output: str
    section: str = ""


@cache
def hints() -> dict[str, Hint]:
    """Read the hints of all tasks."""
    return {task: Hint(**texts) for lesson in LESSONS for task, texts in texts_of(lesson).get("hints", {}).items()}


def offer(task: str, tries: int) -> str:
    """Write what there is to offer after so many different wrong tries at a task: at first nothing."""
    if tries < TRIES_TO_A_HINT:
        return ""
    hint, neighbour, code, output, _ = hints()[task]
    lines = [f"You have tried {tries} different ways. A hint: {hint}"]
    if tries >= TRIES_TO_A_NEIGHBOUR:
        lines += [f"A task of the same kind, solved: {neighbour}", textwrap.indent(code.strip(), CODE)]
        lines += ["It prints:", textwrap.indent(output, CODE)]
    return "\n".join(lines)
