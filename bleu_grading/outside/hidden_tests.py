"""Read the test cells in an instructor's problem set without running them, and compute right results of earlier parts.

A test cell contains a call such as `grade(ranks, "ranks", points=3)`. Only calls that are found here are graded.
"""

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

MAX_QUESTION = 100_000
"""The maximum length of a substitute's arguments. Our inputs are shorter: longer ones only keep the examiner busy."""


class GradeCall(NamedTuple):
    """The arguments of one call of `grade`: the function as source code, and the others as values."""

    function: str
    task: str
    points: float
    partial: Mapping[str, float] = MappingProxyType({})


class HiddenTest(NamedTuple):
    """A call of `grade` in a test cell, with the digest that identifies the cell, and nbgrader's name for it."""

    cell: str
    call: GradeCall
    grade_id: str


def grade_calls(source: str) -> list[GradeCall]:
    """Read every call of `grade` in a test cell.

    Raises:
        SyntaxError: the cell is not valid Python.
        TypeError: a call lacks an argument, or has one that `grade` does not accept.
        ValueError: an argument is not a literal number or string.

    >>> grade_calls('grade(ranks, "ranks", points=3)')
    [GradeCall(function='ranks', task='ranks', points=3.0, partial={})]
    """
    tree = ast.parse(source if "grade" in source else "")  # a test that does not call grade may contain magics
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [_grade_call(call) for call in calls if isinstance(call.func, ast.Name) and call.func.id == "grade"]


def _grade_call(call: ast.Call) -> GradeCall:
    named = {keyword.arg or "**": keyword.value for keyword in call.keywords}
    given = signature(GradeCall).bind(*call.args, **named).arguments
    function = ast.unparse(given.pop("function"))
    values = {name: ast.literal_eval(value) for name, value in given.items()}
    return GradeCall(function, values["task"], float(values["points"]), dict(values.get("partial") or {}))


def faults(course: Path, name: str) -> list[str]:
    """List the tests of a course's problem set that would cost points by mistake, each with the reason."""
    find_answers(course)
    problem_set = json.loads((course / "source" / name / f"{name}.ipynb").read_text(encoding="utf-8"))
    found = list[str]()
    known = dict[str, str]()
    for cell in filter(is_test, problem_set["cells"]):
        name, digest = cell["metadata"]["nbgrader"]["grade_id"], digest_of("".join(cell["source"]))
        found += [f"{name}: {fault}" for fault in _faults_of(cell)]
        if digest in known:  # the digest could not tell the two cells apart
            found.append(f"{name}: it is the same as {known[digest]}. Add a different comment to it")
        known.setdefault(digest, name)
    return found


def _faults_of(cell: Any) -> list[str]:
    try:
        calls = grade_calls("".join(cell["source"]))
        for call in calls:
            task = find_task(call.task)
            refuse_shares(task, call.partial)
            if changing := task.changing():
                listed = ", ".join(map(repr, changing))
                return [f"its task has functions that change their arguments: {listed}. Let them work on copies"]
    except (SyntaxError, ValueError, TypeError) as problem:
        return [str(problem)]
    if not calls:
        return ["it does not call grade, so it would show the student's own number. Call grade, or grade it by hand"]
    if len(calls) > 1:  # the cell returns one number, which would be the points for a single call only
        return [f"it calls grade {len(calls)} times: give each function its own test cell"]
    worth, given = cell["metadata"]["nbgrader"]["points"], calls[0].points
    return [] if worth == given else [f"it is worth {worth:g} points, but its call of grade gives {given:g}"]


# The tests of a problem set, in order.


def read_tests(course: Path, name: str) -> list[HiddenTest]:
    """Read the calls of `grade` in the instructor's notebook, in order.

    Raises:
        ValueError: the notebook, or one of its tests, cannot be read.
    """
    problem_set = course / "source" / name / f"{name}.ipynb"
    if not problem_set.is_file():
        return []
    try:
        return [
            HiddenTest(digest_of("".join(cell["source"])), call, cell["metadata"]["nbgrader"]["grade_id"])
            for cell in json.loads(problem_set.read_text(encoding="utf-8"))["cells"]
            if is_test(cell)
            for call in grade_calls("".join(cell["source"]))
        ]
    except (SyntaxError, ValueError, KeyError, TypeError) as problem:
        raise ValueError(f"the tests of source/{name} cannot be read ({problem})") from problem


def before(task: str, tests: Sequence[HiddenTest]) -> Names:
    """Return the functions that a problem set tests before the one for this task, each with its task."""
    names = {call.function: call.task for _, call, _ in tests if call.function.isidentifier()}
    return dict(takewhile(lambda item: item[1] != task, names.items())) if task in names.values() else {}


def right_result(question: Message, allowed: Collection[str]) -> Message:
    """Call our version of an earlier part for a substitute, and return its result or the error that it raises."""
    name = question.get("earlier")
    if name not in allowed:
        return {"error": "RuntimeError", "message": "there is no such part, or not now"}
    if len(json.dumps(question)) > MAX_QUESTION:
        return {"error": "ValueError", "message": "the arguments are too long"}
    try:
        arguments = [decode(argument) for argument in question["arguments"]]
        names = {key: decode(argument) for key, argument in question["names"].items()}
    except Exception:  # the student's process may send anything
        return {"error": "TypeError", "message": "the arguments cannot be read"}
    run = Guard(library=("bleu_helpers", "bleu_exercises")).call(find_task(str(name)).function, arguments, names)
    if run.error is not None:
        return {"error": run.error.name, "message": run.error.message}
    if run.ended == "endless":
        return {"error": "RuntimeError", "message": "it takes too long"}
    return {"result": encode(run.result)}
