"""The texts that the package prints, for the catalogues "mistakes" and "verdicts": all that `say` may be given."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

from bleu_exercises.exercises import EVERY_TASK
from bleu_helpers.display import tables, text_form
from bleu_helpers.validation.values import errors
from exercise_checker import Finding, _check, general_mistakes, outcomes

ROOT = Path(__file__).resolve().parent.parent
FUNCTIONS = ("say", "translated", "Refusal", "_text", "_slider", "_shape")
DESCRIBING = ("check_list", "check_function", "check_number", "check_numbers", "function_for", "number_that")
"""Functions whose last argument says what is wanted instead."""


def of_mistakes() -> Iterator[str]:
    """Yield the mistakes, their questions and the hints, in the order of the tasks."""
    for task in EVERY_TASK.values():
        for mistake in (*task.mistakes, *task.general.values()):
            yield from (mistake.name, mistake.question)
        yield task.section
        if task.hint:
            yield from (task.hint.hint, *task.hint.idea, task.hint.neighbour)


def of_the_checker() -> Iterator[str]:
    """Yield the texts of the checker itself, whose translations are in its own distribution."""
    yield from (text for finding in Finding for text in (finding.headline, finding.advice))
    yield from (*_check._TITLES.values(), *outcomes._KINDS.values())
    yield from (text for mistake in general_mistakes().values() for text in (mistake.name, mistake.question))
    yield from chain(*map(templates, (ROOT / "exercise_checker").glob("*.py")))


def of_verdicts() -> Iterator[str]:
    """Yield the templates, and the short texts that are values in them."""
    for finding in Finding:
        yield from (finding.headline, finding.advice)
    for task in EVERY_TASK.values():
        yield from (task.result, *chain(*task.words.values()), *(name for name, _ in task.steps))
    yield from (*_check._TITLES.values(), *outcomes._KINDS.values(), *tables.LABELS, *text_form.NAMES)
    yield from errors().values()
    folders = ("bleu_helpers", "bleu_exercises", "exercise_checker")
    modules = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    tools = [ROOT / "tools" / name for name in ("lab.py", "commands.py")]
    for path in (*modules, *tools):
        yield from templates(path)


@cache
def templates(path: Path) -> list[str]:
    """Return the templates in the calls of a module: texts, choices between texts, or names of these."""
    texts: list[str] = []
    said: list[ast.expr] = []
    named = defaultdict(list)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Assign):
            named[ast.unparse(node.targets[0])].append(node.value)
        elif isinstance(node, ast.Call):
            name = ast.unparse(node.func).rpartition(".")[2]
            said += node.args[:2] if name in FUNCTIONS else node.args[-1:] if name in DESCRIBING else ()
    for argument in said:  # the list grows, because a choice and a name are replaced
        if isinstance(argument, ast.IfExp):
            said += (argument.body, argument.orelse)
        elif isinstance(argument, ast.Name):
            said += named.pop(argument.id, ())
        elif isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            texts.append(argument.value)
    return texts
