"""The test cells of a problem set as its instructor has them: what they ask to have graded, read without running them;
and what is right for an earlier part when a later one asks."""

import ast
import json
from collections.abc import Collection, Mapping, Sequence
from inspect import signature
from itertools import takewhile
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from bleu_grading.inside.cell_text import digest_of
from bleu_grading.inside.examiner_proxy import Names
from bleu_grading.inside.messages import Message, decode, encode
from bleu_grading.outside.cells import is_test
from bleu_grading.outside.points_and_feedback import refuse_shares
from bleu_grading.outside.seed_and_answers import find_answers, find_task
from exercise_checker.guard import Guard

LONGEST_QUESTION = 100_000
"""Arguments of more characters come from no input of ours: they are to keep the program that grades busy."""


class GradeCall(NamedTuple):
    """One call of `grade`, with its arguments: the function as it is written there, and the others as values."""

    function: str
    task: str
    points: float
    partial: Mapping[str, float] = MappingProxyType({})


class HiddenTest(NamedTuple):
    """What a test cell asks, with the digest by which the cell is known again, and nbgrader's name of it."""

    cell: str
    call: GradeCall
    grade_id: str


def grade_calls(source: str) -> list[GradeCall]:
    """Read every call of `grade` in a test cell.

    Raises:
        SyntaxError: the cell is no Python.
        TypeError: a call lacks an argument, or has one that `grade` does not know.
        ValueError: an argument is not written out as a number or a text.

    >>> grade_calls('grade(ranks, "ranks", points=3)')
    [GradeCall(function='ranks', task='ranks', points=3.0, partial={})]
    """
    tree = ast.parse(source if "grade" in source else "")  # a test without our grade may be no plain Python
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [_grade_call(call) for call in calls if isinstance(call.func, ast.Name) and call.func.id == "grade"]


def _grade_call(call: ast.Call) -> GradeCall:
    named = {keyword.arg or "**": keyword.value for keyword in call.keywords}
    given = signature(GradeCall).bind(*call.args, **named).arguments
    function = ast.unparse(given.pop("function"))
    values = {name: ast.literal_eval(value) for name, value in given.items()}
    return GradeCall(function, values["task"], float(values["points"]), dict(values.get("partial") or {}))


def faults(course: Path, name: str) -> list[str]:
    """Say which tests of a course's problem set would cost points that nobody meant to take, and why."""
    find_answers(course)
    problem_set = json.loads((course / "source" / name / f"{name}.ipynb").read_text(encoding="utf-8"))
    found = list[str]()
    known = dict[str, str]()
    for cell in filter(is_test, problem_set["cells"]):
        name, digest = cell["metadata"]["nbgrader"]["grade_id"], digest_of("".join(cell["source"]))
        found += [f"{name}: {fault}" for fault in _faults_of(cell)]
        if digest in known:  # nobody could tell whose verdict it is
            found.append(f"{name}: it is the same as {known[digest]}. Add a different comment to it")
        known.setdefault(digest, name)
    return found


def _faults_of(cell: Any) -> list[str]:
    try:
        calls = grade_calls("".join(cell["source"]))
        for asked in calls:
            refuse_shares(find_task(asked.task), asked.partial)
    except (SyntaxError, ValueError, TypeError) as problem:
        return [str(problem)]
    if not calls:
        return ["it does not call grade, so it would show the student's own number. Call grade, or grade it by hand"]
    if "bleu_helpers.course" in "".join(cell["source"]):  # the cell would stop there, in every student's notebook
        return ["it imports grade from bleu_helpers.course: import it from bleu_grading"]
    if len(calls) > 1:  # the cell has one number, from which nobody can tell whose points it holds
        return [f"it calls grade {len(calls)} times: give each function its own test cell"]
    worth, given = cell["metadata"]["nbgrader"]["points"], calls[0].points
    return [] if worth == given else [f"it is worth {worth:g} points, but its call of grade gives {given:g}"]


# A course's problem set, and its parts in their order.


def read_tests(course: Path, name: str) -> list[HiddenTest]:
    """Read from the instructor's notebook what the test cells of a problem set ask, in their order.

    Raises:
        ValueError: the notebook, or one of its tests, cannot be read.
    """
    problem_set = course / "source" / name / f"{name}.ipynb"
    if not problem_set.is_file():
        return []
    try:
        return [
            HiddenTest(digest_of("".join(cell["source"])), asked, cell["metadata"]["nbgrader"]["grade_id"])
            for cell in json.loads(problem_set.read_text(encoding="utf-8"))["cells"]
            if is_test(cell)
            for asked in grade_calls("".join(cell["source"]))
        ]
    except (SyntaxError, ValueError, KeyError, TypeError) as problem:
        raise ValueError(f"the tests of source/{name} cannot be read ({problem})") from problem


def before(task: str, tests: Sequence[HiddenTest]) -> Names:
    """Give the functions that a problem set asks for before one for this task, each with its own task."""
    names = {asked.function: asked.task for _, asked, _ in tests if asked.function.isidentifier()}
    return dict(takewhile(lambda one: one[1] != task, names.items())) if task in names.values() else {}


def right_result(question: Message, allowed: Collection[str]) -> Message:
    """Answer what a student's function asked of an earlier part: a result, or an error that our version raises."""
    name = question.get("earlier")
    if name not in allowed:
        return {"error": "RuntimeError", "message": "there is no such part, or not now"}
    if len(json.dumps(question)) > LONGEST_QUESTION:
        return {"error": "ValueError", "message": "the arguments are too long"}
    try:
        arguments = [decode(argument) for argument in question["arguments"]]
        named = {key: decode(argument) for key, argument in question["names"].items()}
    except Exception:  # another process wrote it
        return {"error": "TypeError", "message": "the arguments cannot be read"}
    run = Guard(library=("bleu_helpers",)).call(find_task(str(name)).function, arguments, named)
    if run.error is not None:
        return {"error": run.error.name, "message": run.error.message}
    if run.ended == "endless":
        return {"error": "RuntimeError", "message": "it takes too long"}
    return {"result": encode(run.result)}
