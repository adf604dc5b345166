"""What nbgrader_config.py calls so that nbgrader, as it is, runs each notebook in a sandbox of its own.

After that, test cells show the verdicts of the log, and no output is endless.
"""

import os
import sys
import time
from pathlib import Path
from typing import Any

from bleu_grading.outside import sandbox
from bleu_grading.outside.cells import is_test
from bleu_grading.outside.examiner import SOCKETS_PREFIX
from bleu_grading.outside.grading_log import LOG, Log, course_folder, events, place_of
from bleu_grading.outside.hidden_tests import HiddenTest, read_tests
from bleu_grading.outside.seed_and_answers import read_seed, seed_file
from bleu_grading.outside.submitted_files import take_links_away
from bleu_grading.records.notebook_code import TIME_IS_UP
from bleu_grading.records.student_records import without_a_verdict
from exercise_checker.guard import MAX_SECONDS

KERNEL = "bleu-sandbox"
_NBGRADERS = "nbgrader.preprocessors."
_KERNELS = Path(__file__).parent / "jupyter"

SECONDS_OF_A_TEST = 2 * round(MAX_SECONDS) + 15
"""What a test cell may take: `grade` ends by itself before, also where a function is tested in two rounds.

A verdict, and be it "takes too long", says more than a cell that was interrupted.
"""

SECONDS_AFTER_AN_INTERRUPT = 15
"""So long nbgrader waits until an interrupted cell ends. After that it drops the whole notebook, right parts too."""


class Clock:
    """Keeps the time that all cells of a student's own have together; those of the tests have a time of their own."""

    def __init__(self, cell_seconds: float | None, notebook_seconds: float) -> None:
        self._cell_seconds, self._notebook_seconds = cell_seconds or notebook_seconds, notebook_seconds
        self._left, self._began = notebook_seconds, 0.0

    def begin(self, cell: Any, cell_index: int) -> None:
        """Begin with a cell. It is not run if the time is up: an output says so, and the tests go on."""
        now = time.monotonic()
        spent = now - self._began if self._began else 0.0
        self._left = self._left - spent if cell_index else self._notebook_seconds
        own = cell["cell_type"] == "code" and not is_test(cell)
        self._began = now if own else 0.0
        if own and self._left <= 0:
            cell["metadata"]["tags"] = ["skip-execution"]
            said = f"the cells above used up the {self._notebook_seconds:g} s that all cells have together"
            cell["outputs"] = [_output("error", ename=TIME_IS_UP, evalue=said, traceback=[said])]

    def seconds(self, cell: Any) -> float:
        """Say how long a cell may run: never 0 or less, which nbgrader would read as no limit."""
        return SECONDS_OF_A_TEST if is_test(cell) else max(1.0, min(self._cell_seconds, self._left))


def use_sandbox(c: Any, notebook_seconds: float = 60) -> None:
    """Have notebooks run by our kernel, which starts a sandbox for each, and check that it can before anything runs.

    Args:
        c: the configuration, as nbgrader gives it.
        notebook_seconds: the time of all cells of a student's own together, besides `c.Execute.timeout` for each.
    """
    known = os.environ.get("JUPYTER_PATH", "").split(os.pathsep)
    if str(_KERNELS) not in known:
        os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(_KERNELS), *known]))
    c.Execute.kernel_name = KERNEL
    clock = Clock(c.Execute.get("timeout", 20), notebook_seconds)
    # No bound methods: traitlets copies a configuration deeply, and each copy would have another clock.
    c.Execute.on_cell_start = lambda cell, cell_index: clock.begin(cell, cell_index)
    c.Execute.timeout_func = lambda cell: clock.seconds(cell)
    c.Execute.iopub_timeout = SECONDS_AFTER_AN_INTERRUPT
    # Files in place of ports: a sandbox has no network. Their path is short, or nbgrader would wait for ever.
    c.KernelManager.transport = "ipc"
    c.KernelManager.ip = f"/tmp/{SOCKETS_PREFIX}{os.getpid()}/k"
    c.Autograde.pre_convert_hook = before_grading
    # nbgrader's own list, with ours after the first.
    c.Autograde.autograde_preprocessors = [
        _NBGRADERS + "Execute",
        hold_to_the_log,
        _NBGRADERS + "IgnorePattern",
        "nbconvert.preprocessors.ClearMetadataPreprocessor",
        *(_NBGRADERS + name for name in ("LimitOutput", "SaveAutoGrades", "AssignLatePenalties", "CheckCellMetadata")),
    ]


def before_grading(**_: object) -> None:
    """End the program with a plain message where grading would not be fair or not be safe.

    nbgrader drops an exception that comes from its hooks, so what must stop it ends the program. It copies a student's
    folder after this, and would follow what leads out of it: that is taken away here.
    """
    try:
        read_seed()
        print(end=sandbox.warning(), file=sys.stderr)
    except (OSError, ValueError, sandbox.NoSandbox) as problem:
        sys.exit(f"Nothing was graded: {problem}")
    for secret in (seed_file(), course_folder()):
        if sandbox.shows(secret):
            sys.exit(f"Nothing was graded: every notebook can read the folder that contains {secret}. Move it.")
    for path, what in take_links_away(course_folder() / "submitted").items():
        said = f"{path}: it was {what}, so it was removed: nothing that leads out of a folder is graded"
        print(said, file=sys.stderr)


# After nbgrader has run a notebook.

MOST_CHARACTERS = 1_000_000
"""All outputs of one cell together. A picture has 20,000 to 200,000."""


def hold_to_the_log(notebook: Any, resources: Any) -> tuple[Any, Any]:
    """Put the verdict of each test cell in the place of what it shows, and cut off what is too long.

    So the points that nbgrader reads are those of the program outside of the sandbox, whoever started nbgrader. A test
    cell without a verdict has 0; if it stopped with no error, that is noted in the log: something else graded it.

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
    asked = {one.grade_id: one for one in read_tests(course_folder(), folder.name)}
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        if is_test(cell):
            grade_id = cell["metadata"]["nbgrader"]["grade_id"]
            verdict = verdicts.get(grade_id)
            if verdict is None and not any(output["output_type"] == "error" for output in cell["outputs"]):
                log.write("shown", grade_id=grade_id)
            cell["outputs"] = _outputs(verdict, asked.get(grade_id), cell["execution_count"])
        elif len(repr(cell["outputs"])) > MOST_CHARACTERS:
            note = _output("stream", name="stdout", text="(an output of this cell was too long, and was not kept)\n")
            kept = [output for output in cell["outputs"] if len(repr(output)) <= MOST_CHARACTERS // 100]
            cell["outputs"] = [note, *kept[:100]]
    log.write("kept")
    return notebook, resources


def _outputs(verdict: Any, test: HiddenTest | None, count: Any) -> list[Any]:
    if verdict is not None:
        said, got = verdict["said"], float(verdict["got"])
    else:
        said, got = without_a_verdict(test) if test else "the instructor's notebook does not contain this test.", 0.0
    return [
        _output("stream", name="stdout", text=said + "\n"),
        _output("execute_result", data={"text/plain": repr(got)}, execution_count=count),
    ]


def _output(kind: str, **what: Any) -> Any:
    from nbformat import v4

    make: Any = v4.new_output
    return make(kind, **what)
