"""What is offered after several tries: a hint, then a task of the same kind, solved."""

import textwrap

from exercise_checker._tasks import Task

TRIES_TO_A_HINT = 3
TRIES_TO_A_NEIGHBOUR = 5

CODE = "    "
"""What a line of code or of its output begins with."""


def offer(task: Task, tries: int) -> str:
    """Write what there is to offer after so many different wrong tries."""
    if task.hint is None:
        return ""
    hint, neighbour, code, output = task.hint
    if tries == TRIES_TO_A_HINT:
        return f"You have tried {tries} different ways. A hint: {hint}"
    if tries == TRIES_TO_A_NEIGHBOUR and neighbour:
        lines = [f"You have tried {tries} different ways. A task of the same kind, solved: {neighbour}"]
        lines += [textwrap.indent(code.strip(), CODE), "It prints:", textwrap.indent(output, CODE)]
        return "\n".join(lines)
    return ""
