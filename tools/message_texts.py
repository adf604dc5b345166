"""The texts that the package prints, for the catalogues "mistakes" and "verdicts": all that `say` may be given."""

import ast
from collections.abc import Iterator
from pathlib import Path

from bleu_helpers.checks.exercises import EVERY_TASK
from bleu_helpers.display import tables, text_form
from exercise_checker import Finding, _session, outcomes

ROOT = Path(__file__).resolve().parent.parent
FUNCTIONS = ("say", "translated", "wrong_type", "wrong_value", "_text", "_slider")
DESCRIBING = ("check_list", "check_function", "check_number", "_check_numbers", "function_for")
"""Functions whose last argument says what is wanted instead."""
FOR_AUTHORS = ("_review.py",)
"""Modules whose messages are for the authors of tasks, who read English."""


def of_mistakes() -> Iterator[tuple[str, str]]:
    """Yield the lesson and the text of the mistakes, of their questions and of the hints, in the order of the tasks."""
    for task in EVERY_TASK.values():
        for mistake in (*task.mistakes, *task.general.values()):
            yield from ((task.lesson, mistake.name), (task.lesson, mistake.question))
        yield task.lesson, task.section
        if task.hint:
            yield from ((task.lesson, text) for text in (task.hint.hint, *task.hint.idea, task.hint.neighbour))


def of_verdicts() -> Iterator[tuple[str, str]]:
    """Yield the place and the text of the templates, and of the short texts that are values in them."""
    for finding in Finding:
        yield from (("", finding.headline), ("", finding.advice))
    for task in EVERY_TASK.values():
        yield "", task.result
        yield from (("", text) for texts in task.words.values() for text in texts)
        yield from (("", name) for name, _ in task.steps)
    for texts in (_session._TITLES.values(), outcomes._KINDS.values(), tables.LABELS, text_form.NAMES):
        yield from (("", text) for text in texts)
    modules = [path for folder in ("exercise_checker", "bleu_helpers") for path in (ROOT / folder).rglob("*.py")]
    tools = [ROOT / "tools" / name for name in ("lab.py", "front_door.py", "installation.py")]
    for path in (*sorted(modules), *tools):
        if path.name not in FOR_AUTHORS:
            yield from ((path.stem, text) for text in templates(path))


def templates(path: Path) -> Iterator[str]:
    """Yield the templates in the calls of a module: texts, choices between texts, or names of these."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            named.setdefault(node.targets[0].id, []).append(node.value)

    def texts(node: ast.expr) -> Iterator[str]:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.IfExp):
            yield from (*texts(node.body), *texts(node.orelse))
        elif isinstance(node, ast.Name):
            for value in named.pop(node.id, ()):
                yield from texts(value)

    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            for argument in node.args[:2] if name in FUNCTIONS else node.args[-1:] if name in DESCRIBING else ():
                yield from texts(argument)
