"""The test cells of a problem set as its instructor has them: what they ask to have graded, read without running them;
and what is right for an earlier part when a later one asks."""

import ast
import json
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bleu_helpers.course._files import cells_of
from bleu_helpers.course._grading import refuse_shares
from bleu_helpers.course._log import digest_of
from bleu_helpers.course._outside import Names
from bleu_helpers.course._secrets import find_answers, find_task
from bleu_helpers.course._values import Message, decode, encode
from exercise_checker.guard import Guard

LONGEST_QUESTION = 100_000
"""Arguments of more characters come from no input of ours: they are to keep the program that grades busy."""


class Asked(NamedTuple):
    """One call of `grade`: the function as it is written there, and the other arguments."""

    function: str
    task: str
    points: float
    shares: dict[str, float]


class Question(NamedTuple):
    """What a test cell asks, with the digest by which the cell is known again, and nbgrader's name of it."""

    cell: str
    asked: Asked
    grade_id: str


def is_test(cell: Any) -> bool:
    """Whether a cell holds tests of an instructor's."""
    data = cell["metadata"].get("nbgrader", {})
    return bool(cell["cell_type"] == "code" and data.get("grade") and not data.get("solution"))


def asked_in(source: str) -> list[Asked]:
    """Read every call of `grade` in a test cell.

    Raises:
        SyntaxError: the cell is no Python.
        ValueError: an argument is not written out as a number or a text.
        KeyError: a call has no points.
        IndexError: a call names no task.

    >>> asked_in('grade(ranks, "ranks", points=3)')
    [Asked(function='ranks', task='ranks', points=3.0, shares={})]
    """
    tree = ast.parse(source if "grade" in source else "")  # a test without our grade may be no plain Python
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [_asked(call) for call in calls if isinstance(call.func, ast.Name) and call.func.id == "grade"]


def _asked(call: ast.Call) -> Asked:
    if any(keyword.arg in ("seed", None) for keyword in call.keywords):
        raise ValueError(
            "its call of grade has a seed, or ** for one: take that out, or it is graded by what it tells the student"
        )
    named = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
    shares = dict(named.get("partial") or {})
    return Asked(ast.unparse(call.args[0]), ast.literal_eval(call.args[1]), float(named["points"]), shares)


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
            found.append(f"{name}: it is the same as {known[digest]}. Put another comment into it")
        known.setdefault(digest, name)
    return found


def _faults_of(cell: Any) -> list[str]:
    try:
        calls = asked_in("".join(cell["source"]))
        for asked in calls:
            refuse_shares(find_task(asked.task), asked.shares)
    except KeyError as problem:
        return [f"its call of grade has no {problem.args[0]}"]
    except (SyntaxError, ValueError, TypeError, IndexError) as problem:
        return [str(problem)]
    if not calls:
        return ["it does not call grade: what it shows would be the student's own number. Or grade it by hand"]
    if len(calls) > 1:  # the cell has one number, from which nobody can tell whose points it holds
        return [f"it calls grade {len(calls)} times: give each function a test cell of its own"]
    data = cell["metadata"]["nbgrader"]
    return [
        f"it is worth {data['points']:g} points, and its call of grade gives {asked.points:g}"
        for asked in calls
        if asked.points != data["points"]
    ]


# A course's problem set, and its parts in their order.


def questions(course: Path, name: str) -> list[Question]:
    """Read from the instructor's notebook what the test cells of a problem set ask, in their order.

    Raises:
        ValueError: the notebook, or one of its tests, cannot be read.
    """
    problem_set = course / "source" / name / f"{name}.ipynb"
    if not problem_set.is_file():
        return []
    try:
        return [
            Question(digest_of("".join(cell["source"])), asked, cell["metadata"]["nbgrader"]["grade_id"])
            for cell in json.loads(problem_set.read_text(encoding="utf-8"))["cells"]
            if is_test(cell)
            for asked in asked_in("".join(cell["source"]))
        ]
    except (SyntaxError, ValueError, KeyError, IndexError, TypeError) as problem:
        raise ValueError(f"the tests of source/{name} cannot be read ({problem})") from problem


def longest_cell(notebook: Path) -> int:
    """Count the lines of the longest cell with code in a notebook; none where it cannot be read."""
    cells = (cell for cell in cells_of(notebook, notebook.parent) if cell["cell_type"] == "code")
    return max((len("".join(cell["source"]).splitlines()) for cell in cells), default=0)


def parts(tests: Sequence[Question]) -> Names:
    """Give the functions that a problem set asks for, in their order, each with its task."""
    return {asked.function: asked.task for _, asked, _ in tests if asked.function.isidentifier()}


def before(task: str, all_parts: Names) -> Names:
    """Give the parts that come before a task; none where it is no part.

    >>> before("credited", {"overused": "overused", "credited": "credited", "last": "text_precision"})
    {'overused': 'overused'}
    """
    tasks = list(all_parts.values())
    place = tasks.index(task) if task in tasks else 0
    return dict(list(all_parts.items())[:place])


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
        return {"error": type(run.error).__name__, "message": str(run.error)}
    if run.ended == "endless":
        return {"error": "RuntimeError", "message": "it takes too long"}
    return {"result": encode(run.result)}
