"""What nbgrader does after it has run a notebook: test cells show the verdicts of the log, and no output is endless."""

import time
from pathlib import Path
from typing import Any

from bleu_helpers.course._asked import Question, is_test
from bleu_helpers.course._log import LOG, Log, course_folder, events, place_of
from bleu_helpers.course._parts import questions
from bleu_helpers.course._records import without_a_verdict

MOST_CHARACTERS = 1_000_000
"""All outputs of one cell together. A picture has 20,000 to 200,000."""


def hold_to_the_log(notebook: Any, resources: Any) -> tuple[Any, Any]:
    """Put the verdict of each test cell in the place of what it shows, and cut off what is too long.

    So the points that nbgrader reads are those of the program outside of the sandbox, whoever started nbgrader. A test
    cell without a verdict has 0, and a number that it showed is noted in the log: something else wrote it.

    Args:
        notebook: as nbgrader has it after it was run.
        resources: nbconvert's; "path" in its "metadata" is the notebook's folder.

    Returns:
        Both, as nbconvert wants it.
    """
    folder = Path(resources["metadata"]["path"])
    run = events(course_folder() / LOG).get(place_of(folder), [])
    log = Log(folder, run[0]["run"] if run else f"without a log, {time.time_ns()}")
    verdicts = {event["grade_id"]: event for event in reversed(run) if event["event"] == "graded"}
    asked = {one.grade_id: one for one in questions(course_folder(), folder.name)}
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        if is_test(cell):
            grade_id, points = cell["metadata"]["nbgrader"]["grade_id"], cell["metadata"]["nbgrader"]["points"]
            verdict = verdicts.get(grade_id)
            if verdict is None and (shown := shown_points(cell, points)):
                log.write("shown", grade_id=grade_id, points=shown)
            cell["outputs"] = _outputs(verdict, asked.get(grade_id), cell["execution_count"])
        elif len(repr(cell["outputs"])) > MOST_CHARACTERS:
            cell["outputs"] = _shortened(cell["outputs"])
    log.write("kept")
    return notebook, resources


def shown_points(cell: Any, points: float) -> float:
    """Read the points from a cell's outputs as nbgrader does: what is no number of 0 or more is full points."""
    for output in cell["outputs"]:
        if output["output_type"] == "error" or output.get("name") == "stderr":
            return 0.0
        if output["output_type"] == "execute_result":
            try:
                got = float("".join(output["data"]["text/plain"]))
            except (KeyError, ValueError):
                return points
            return got if got >= 0 else points  # NaN is not
    return points


def _outputs(verdict: Any, question: Question | None, count: Any) -> list[Any]:
    if verdict is not None:
        said, got = verdict["said"], float(verdict["got"])
    else:
        said, got = without_a_verdict(question) if question else "no such test is in the instructor's notebook.", 0.0
    return [
        _output("stream", name="stdout", text=said + "\n"),
        _output("execute_result", data={"text/plain": repr(got)}, execution_count=count),
    ]


def _output(kind: str, **what: Any) -> Any:
    from nbformat import v4

    make: Any = v4.new_output
    return make(kind, **what)


def _shortened(outputs: list[Any]) -> list[Any]:
    """Keep what is short, and say that something was left out. An error stays one."""
    kept = [output for output in outputs if len(repr(output)) <= MOST_CHARACTERS // 10]
    if any(output["output_type"] == "error" for output in outputs) and not any(
        output["output_type"] == "error" for output in kept
    ):
        kept.append(_output("error", ename="Error", evalue="", traceback=["an error with a text that is too long"]))
    note = _output("stream", name="stdout", text="(an output of this cell is too long, and is not kept)\n")
    return [note, *kept[:100]]
