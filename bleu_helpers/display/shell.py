"""Where the package is used: in a notebook or outside of one, and whether a person watches."""

import sys
from typing import Any


def notebook_kernel() -> Any:
    """Find the kernel that runs the caller's notebook; None outside of one, in a terminal with IPython too.

    >>> notebook_kernel() is None
    True
    """
    from exercise_checker.guard import running_shell  # here, so that to import the package takes no longer

    return getattr(running_shell(), "kernel", None)


def is_watched() -> bool:
    """Tell whether a person runs the notebook: only then may a cell show what cannot be saved.

    Each request to run a cell says whether somebody could answer an `input()`: JupyterLab, in a browser's tab too, and
    the other programs in front of a person say yes, those that run a notebook on their own (nbclient, nbval, nbconvert)
    say no.

    >>> is_watched()
    False
    """
    kernel = notebook_kernel()
    if kernel is None:
        return False
    # The kernel of a browser's tab has one request at a time, and takes no channel's name.
    request = kernel.get_parent() if sys.platform == "emscripten" else kernel.get_parent("shell")
    return bool(request.get("content", {}).get("allow_stdin", False))
