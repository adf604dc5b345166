"""What an instructor's test cells ask to have graded: their calls of `grade`, read without running them."""

import ast
from typing import Any, NamedTuple

from bleu_helpers.course._grading import refuse_shares
from bleu_helpers.course._log import digest_of
from bleu_helpers.course._secrets import find_task


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
    if any(keyword.arg == "seed" for keyword in call.keywords):
        raise ValueError("its call of grade has a seed: take that out, or it is graded by what it tells the student")
    named = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords if keyword.arg}
    shares = dict(named.get("partial") or {})
    return Asked(ast.unparse(call.args[0]), ast.literal_eval(call.args[1]), float(named["points"]), shares)


def every_question(notebook: Any) -> list[Question]:
    """Read the calls of `grade` of a whole notebook, in their order. Raises what `asked_in` does."""
    return [
        Question(digest_of("".join(cell["source"])), asked, cell["metadata"]["nbgrader"]["grade_id"])
        for cell in notebook["cells"]
        if is_test(cell)
        for asked in asked_in("".join(cell["source"]))
    ]


def faults(problem_set: Any) -> list[str]:
    """Say which tests of a problem set would cost points that nobody meant to take.

    Args:
        problem_set: the instructor's notebook, with its hidden tests.

    Returns:
        For each fault, the cell's name and what is wrong there.
    """
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
