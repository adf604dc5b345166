"""Find out where the package is used: inside or outside a notebook, and whether a person is using it."""

import sys
from typing import Any


def notebook_kernel() -> Any:
    """Return the kernel that runs the caller's notebook, or None outside a notebook, even in an IPython terminal.

    >>> notebook_kernel() is None
    True
    """
    from exercise_checker.notebook import running_shell  # imported here so that importing the package stays fast

    return getattr(running_shell(), "kernel", None)


def is_watched() -> bool:
    """Return whether a person runs the notebook; only then may a cell show output that must not be saved.

    Each request to run a cell says whether the front end can answer an `input()`. Interactive front ends such as
    JupyterLab, even in the browser, can; programs that run a whole notebook (nbclient, nbval, nbconvert) cannot.

    >>> is_watched()
    False
    """
    kernel = notebook_kernel()
    if kernel is None:
        return False
    # In the browser, the kernel handles one request at a time, and get_parent takes no argument.
    request = kernel.get_parent() if sys.platform == "emscripten" else kernel.get_parent("shell")
    return bool(request.get("content", {}).get("allow_stdin", False))
