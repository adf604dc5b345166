"""What nbgrader_config.py calls so that nbgrader, as it is, runs each notebook in a sandbox of its own."""

import os
import sys
from pathlib import Path
from typing import Any

from bleu_helpers.course import _sandbox
from bleu_helpers.course._held import hold_to_the_log
from bleu_helpers.course._keeper import socket_address
from bleu_helpers.course._log import course_folder
from bleu_helpers.course._secrets import seed_file
from bleu_helpers.course.feedback import require_seed

KERNEL = "bleu-sandbox"
_NBGRADERS = "nbgrader.preprocessors."
_KERNELS = Path(__file__).parent / "jupyter"


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
    # Files in place of ports: a sandbox has no network.
    c.KernelManager.transport = "ipc"
    c.KernelManager.ip = socket_address(jupyter_runtime_dir())
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

    nbgrader drops an exception that comes from its hooks, so what must stop it ends the program.
    """
    require_seed()
    for secret in (seed_file(), course_folder()):
        if _sandbox.shows(secret):
            sys.exit(f"Nothing was graded: every notebook may read the folder in which {secret} is. Move it elsewhere.")
    try:
        print(end=_sandbox.warning(), file=sys.stderr)
    except _sandbox.NoSandbox as problem:
        sys.exit(f"Nothing was graded: {problem}")
