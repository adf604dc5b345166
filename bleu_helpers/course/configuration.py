"""What nbgrader_config.py calls so that nbgrader, as it is, runs each notebook in a sandbox of its own."""

import os
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from bleu_helpers.checks._guard import MAX_SECONDS
from bleu_helpers.course import _sandbox
from bleu_helpers.course._asked import is_test
from bleu_helpers.course._files import NotPlain, own, within
from bleu_helpers.course._held import hold_to_the_log
from bleu_helpers.course._keeper import socket_address
from bleu_helpers.course._log import course_folder
from bleu_helpers.course._secrets import seed_file
from bleu_helpers.course._student import SECONDS_PER_CELL
from bleu_helpers.course.feedback import require_seed

KERNEL = "bleu-sandbox"
_NBGRADERS = "nbgrader.preprocessors."
_KERNELS = Path(__file__).parent / "jupyter"

SECONDS_OF_A_TEST = 2 * round(MAX_SECONDS) + 15
"""What a test cell may take: `grade` ends by itself before, also where a function is tested in two rounds.

A verdict, and be it "takes too long", says more than a cell that was interrupted.
"""

SECONDS_AFTER_AN_INTERRUPT = 15
"""So long nbgrader waits until an interrupted cell ends. After that it drops the whole notebook, right parts too."""


def use_sandbox(c: Any) -> None:
    """Have notebooks run by our kernel, which starts a sandbox for each, and check that it can before anything runs.

    Args:
        c: the configuration, as nbgrader gives it.
    """
    from jupyter_core.paths import jupyter_runtime_dir

    known = os.environ.get("JUPYTER_PATH", "").split(os.pathsep)
    if str(_KERNELS) not in known:
        os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(_KERNELS), *known]))
    c.Execute.kernel_name = KERNEL
    c.Execute.timeout_func = partial(seconds_for, others=c.Execute.get("timeout", SECONDS_PER_CELL))
    c.Execute.iopub_timeout = SECONDS_AFTER_AN_INTERRUPT
    # Files in place of ports: a sandbox has no network.
    c.KernelManager.transport = "ipc"
    c.KernelManager.ip = socket_address(jupyter_runtime_dir(), tempfile.gettempdir(), "/tmp")
    c.Autograde.pre_convert_hook = before_grading
    # nbgrader's own list, with ours after the first.
    c.Autograde.autograde_preprocessors = [
        _NBGRADERS + "Execute",
        hold_to_the_log,
        _NBGRADERS + "IgnorePattern",
        "nbconvert.preprocessors.ClearMetadataPreprocessor",
        *(_NBGRADERS + name for name in ("LimitOutput", "SaveAutoGrades", "AssignLatePenalties", "CheckCellMetadata")),
    ]


def seconds_for(cell: Any, others: float) -> float:
    """Say how long a cell may take: a test longer than `others`, because `grade` keeps the time by itself."""
    return SECONDS_OF_A_TEST if is_test(cell) else others


def before_grading(notebooks: Sequence[str] = (), **_: object) -> None:
    """End the program with a plain message where grading would not be fair or not be safe.

    nbgrader drops an exception that comes from its hooks, so what must stop it ends the program. It copies a student's
    folder after this, and would follow what leads out of it: that is taken away here.

    Args:
        notebooks: of one student, as nbgrader is about to grade them.
    """
    require_seed()
    for secret in (seed_file(), course_folder()):
        if _sandbox.shows(secret):
            sys.exit(f"Nothing was graded: every notebook may read the folder in which {secret} is. Move it elsewhere.")
    try:
        print(end=_sandbox.warning(), file=sys.stderr)
    except _sandbox.NoSandbox as problem:
        sys.exit(f"Nothing was graded: {problem}")
    for folder in {Path(notebook).parent for notebook in notebooks}:
        _take_links_away(folder)


def _take_links_away(folder: Path) -> None:
    """Take away what leads out of a student's folder in `submitted`, also where the folder itself is such a link."""
    found = dict[Path, str]()
    for path in (folder.parent, folder):
        try:
            own(path, path.parent)
        except NotPlain as problem:
            found = {path: str(problem)}
            break
    for path, what in (found or within(folder, hidden=True)[1]).items():
        path.unlink()
        print(
            f"{path}: it was {what}, and is taken away: nothing is graded that leads out of a folder", file=sys.stderr
        )
