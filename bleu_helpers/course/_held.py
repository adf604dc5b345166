"""What nbgrader does after it has run a notebook: test cells show the verdicts of the log, and no output is endless."""

import ast
from pathlib import Path
from typing import Any, NamedTuple

from bleu_helpers.course._log import LOG, Event, course_folder, events, place_of

MOST_CHARACTERS = 1_000_000
"""All outputs of one cell together. A picture has 20,000 to 200,000."""


class Asked(NamedTuple):
    """What an instructor's test cell asks to have graded."""

    task: str
    points: float
    shares: dict[str, float]


def hold_to_the_log(notebook: Any, resources: Any) -> tuple[Any, Any]:
    """Put each verdict in the place of what its cell shows, and cut off what is too long.

    A cell whose verdict is in the log may show more than that: what a thread of the student's printed, which nbgrader
    would take for a failure. A cell without a verdict stays as it is: `audit` says what that means.

    Args:
        notebook: as nbgrader has it after it was run.
        resources: nbconvert's; "path" in its "metadata" is the notebook's folder.

    Returns:
        Both, as nbconvert wants it.
    """
    folder = place_of(Path(resources["metadata"]["path"]))
    graded = [event for event in events(course_folder() / LOG).get(folder, []) if event["event"] == "graded"]
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        verdict = _verdict(asked_by(cell), graded)
        if verdict is not None:
            cell["outputs"] = _outputs(verdict, cell["execution_count"])
        elif _length(cell["outputs"]) > MOST_CHARACTERS:
            cell["outputs"] = _shortened(cell["outputs"])
    return notebook, resources


def asked_by(cell: Any) -> Asked | None:
    """Read which function a test cell grades, if it grades exactly one."""
    data = cell["metadata"].get("nbgrader", {})
    if not data.get("grade") or data.get("solution"):
        return None
    try:
        [call] = _calls_of_grade(ast.parse(cell["source"]))
        named = {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords}
        return Asked(ast.literal_eval(call.args[1]), float(named["points"]), dict(named.get("partial") or {}))
    except (ValueError, SyntaxError, KeyError, IndexError, TypeError):
        return None


def _calls_of_grade(tree: ast.AST) -> list[ast.Call]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "grade"]


def _verdict(asked: Asked | None, graded: list[Event]) -> Event | None:
    found = [event for event in graded if (event["task"], event["points"], event["shares"]) == asked]
    return found[-1] if found else None


def _outputs(verdict: Event, count: Any) -> list[Any]:
    value = {"text/plain": repr(float(verdict["got"]))}
    return [
        _output("stream", name="stdout", text=verdict["said"] + "\n"),
        _output("execute_result", data=value, execution_count=count),
    ]


def _output(kind: str, **what: Any) -> Any:
    from nbformat import v4

    make: Any = v4.new_output
    return make(kind, **what)


def _length(outputs: list[Any]) -> int:
    return len(repr(outputs))


def _shortened(outputs: list[Any]) -> list[Any]:
    """Keep what is short, and say that something was left out. An error stays one, and a number stays the number."""
    kept = [output for output in outputs if _length([output]) <= MOST_CHARACTERS // 10]
    if any(output["output_type"] == "error" for output in outputs) and not any(
        output["output_type"] == "error" for output in kept
    ):
        kept.append(_output("error", ename="Error", evalue="", traceback=["an error with a text that is too long"]))
    note = _output("stream", name="stdout", text="(an output of this cell is too long, and is not kept)\n")
    return [note, *kept[:100]]
