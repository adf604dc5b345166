"""What nbgrader does after it has run a notebook: test cells show the verdicts of the log, and no output is endless."""

from pathlib import Path
from typing import Any

from bleu_helpers.course._asked import Asked, asked_in, is_test
from bleu_helpers.course._log import LOG, Event, course_folder, events, place_of

MOST_CHARACTERS = 1_000_000
"""All outputs of one cell together. A picture has 20,000 to 200,000."""


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
    try:
        [asked] = asked_in(cell["source"]) if is_test(cell) else []
    except (ValueError, SyntaxError, KeyError, IndexError, TypeError):
        return None
    return asked


def _verdict(asked: Asked | None, graded: list[Event]) -> Event | None:
    found = [event for event in graded if asked and (event["task"], event["points"], event["shares"]) == asked[1:]]
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
