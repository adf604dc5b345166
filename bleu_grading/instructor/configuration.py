"""Configure an unmodified nbgrader so that it runs each notebook in a separate sandbox.

nbgrader_config.py calls `use_sandbox`. After a notebook has run, its test cells show the verdicts from the log, and
long outputs are cut off.
"""

import os
import sys
import time
from pathlib import Path
from typing import Any

from bleu_grading.outside import sandbox
from bleu_grading.outside.grading_log import Log, last_runs
from bleu_grading.outside.kernel_launcher import SOCKETS_PREFIX
from bleu_grading.outside.problem_set import HiddenTest, grade_id, graded_in, is_test
from bleu_grading.outside.seed_and_answers import answers_file, read_seed, seed_file
from bleu_grading.outside.submitted_files import delete_links
from bleu_grading.records.notebook_code import TIME_IS_UP
from bleu_grading.records.student_records import without_a_verdict
from exercise_checker.guard import MAX_SECONDS_PER_CHECK

KERNEL = "bleu-sandbox"
_NBGRADERS = "nbgrader.preprocessors."
_KERNELS = Path(__file__).parent / "jupyter"

SECONDS_OF_A_TEST = 2 * round(MAX_SECONDS_PER_CHECK) + 15
"""The time limit of a test cell. `grade` ends before this, even if it tests a function in two rounds.

A verdict such as "takes too long" says more than a cell that was interrupted.
"""

SECONDS_AFTER_AN_INTERRUPT = 15
"""How long nbgrader waits for an interrupted cell to end before it drops the whole notebook, even its right parts."""


class Clock:
    """Measures the time that all cells of the student share. Each test cell has a separate time limit."""

    def __init__(self, cell_seconds: float | None, notebook_seconds: float) -> None:
        self._cell_seconds, self._notebook_seconds = cell_seconds or notebook_seconds, notebook_seconds
        self._left, self._began = notebook_seconds, 0.0

    def begin(self, cell: Any, cell_index: int) -> None:
        """Start the clock for a cell. If the time is up, skip the cell with an output that says so; tests still run."""
        now = time.monotonic()
        spent = now - self._began if self._began else 0.0
        self._left = self._left - spent if cell_index else self._notebook_seconds
        is_students = cell["cell_type"] == "code" and not is_test(cell)
        self._began = now if is_students else 0.0
        if is_students and self._left <= 0:
            cell["metadata"]["tags"] = ["skip-execution"]
            message = f"the cells above used up the {self._notebook_seconds:g} s that all cells have together"
            cell["outputs"] = [_output("error", ename=TIME_IS_UP, evalue=message, traceback=[message])]

    def seconds(self, cell: Any) -> float:
        """Return the time limit of a cell. It is never 0 or less, which nbgrader would take as no limit."""
        return SECONDS_OF_A_TEST if is_test(cell) else max(1.0, min(self._cell_seconds, self._left))


def use_sandbox(c: Any, notebook_seconds: float = 60) -> None:
    """Run notebooks with our kernel, which starts a sandbox for each, and check before grading that this is possible.

    Args:
        c: nbgrader's configuration object.
        notebook_seconds: the time limit of all cells of the student together; `c.Execute.timeout` is that of each cell.
    """
    known = os.environ.get("JUPYTER_PATH", "").split(os.pathsep)
    if str(_KERNELS) not in known:
        os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(_KERNELS), *known]))
    c.Execute.kernel_name = KERNEL
    clock = Clock(c.Execute.get("timeout", 20), notebook_seconds)
    # Not bound methods, because traitlets makes deep copies of a configuration, and each copy would have its own clock.
    c.Execute.on_cell_start = lambda cell, cell_index: clock.begin(cell, cell_index)
    c.Execute.timeout_func = lambda cell: clock.seconds(cell)
    c.Execute.iopub_timeout = SECONDS_AFTER_AN_INTERRUPT
    # Socket files instead of ports, because a sandbox has no network. If their path were long, nbgrader would hang.
    c.KernelManager.transport = "ipc"
    c.KernelManager.ip = f"/tmp/{SOCKETS_PREFIX}{os.getpid()}/k"
    c.Autograde.pre_convert_hook = before_grading
    # nbgrader's default list, with ours after the first.
    c.Autograde.autograde_preprocessors = [
        _NBGRADERS + "Execute",
        insert_verdicts,
        _NBGRADERS + "IgnorePattern",
        "nbconvert.preprocessors.ClearMetadataPreprocessor",
        *(_NBGRADERS + name for name in ("LimitOutput", "SaveAutoGrades", "AssignLatePenalties", "CheckCellMetadata")),
    ]


def before_grading(**_: object) -> None:
    """Exit with a message if grading would not be fair or safe.

    nbgrader ignores exceptions in its hooks, so this one has to end the program instead. nbgrader then copies each
    student's folder and would follow links out of it, so they are deleted here.
    """
    try:
        read_seed()
        print(end=sandbox.warning(), file=sys.stderr)
    except (OSError, ValueError, sandbox.NoSandbox) as problem:
        sys.exit(f"Nothing was graded: {problem}")
    course = answers_file().parent
    for secret in (seed_file(), course):
        if sandbox.is_visible_inside(secret):
            sys.exit(f"Nothing was graded: every notebook can read the folder that contains {secret}. Move it.")
    for path, what in delete_links(course / "submitted").items():
        message = f"{path}: it was {what}, so it was removed: nothing that leads out of a folder is graded"
        print(message, file=sys.stderr)


# After nbgrader has run a notebook.

MAX_OUTPUT = 1_000_000
"""The maximum length of all outputs of one cell together. A picture has 20,000 to 200,000 characters."""


def insert_verdicts(notebook: Any, resources: Any) -> tuple[Any, Any]:
    """Replace the output of each test cell with its verdict from the log, and cut off outputs that are too long.

    The points that nbgrader reads are therefore always those of the examiner. A test cell without a verdict gets 0
    points. If it stopped without an error, something else graded it, and this is noted in the log.

    Args:
        notebook: the notebook after nbgrader has run it.
        resources: the resources of nbconvert; "path" in their "metadata" is the notebook's folder.

    Returns:
        The notebook and the resources, as nbconvert expects from a preprocessor.
    """
    problem_set, student = graded_in(Path(resources["metadata"]["path"]))
    run = last_runs(problem_set).get(student, [])
    log = Log(problem_set, student, run[0]["run"] if run else f"without a log, {time.time_ns()}")
    verdicts = {event["grade_id"]: event for event in reversed(run) if event["event"] == "graded"}
    tests = {test.grade_id: test for test in problem_set.tests()}
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        if is_test(cell):
            name = grade_id(cell)
            verdict = verdicts.get(name)
            if verdict is None and not any(output["output_type"] == "error" for output in cell["outputs"]):
                log.write("shown", grade_id=name)
            cell["outputs"] = _outputs(verdict, tests.get(name), cell["execution_count"])
        elif len(repr(cell["outputs"])) > MAX_OUTPUT:
            note = _output("stream", name="stdout", text="(an output of this cell was too long, and was not kept)\n")
            kept = [output for output in cell["outputs"] if len(repr(output)) <= MAX_OUTPUT // 100]
            cell["outputs"] = [note, *kept[:100]]
    log.write("kept")
    return notebook, resources


def _outputs(verdict: Any, test: HiddenTest | None, count: Any) -> list[Any]:
    feedback, awarded = "the instructor's notebook does not contain this test.", 0.0
    if verdict is not None:
        feedback, awarded = verdict["feedback"], float(verdict["awarded"])
    elif test is not None:
        feedback = without_a_verdict(test)
    return [
        _output("stream", name="stdout", text=feedback + "\n"),
        _output("execute_result", data={"text/plain": repr(awarded)}, execution_count=count),
    ]


def _output(kind: str, **what: Any) -> Any:
    from nbformat import v4

    make: Any = v4.new_output
    return make(kind, **what)
