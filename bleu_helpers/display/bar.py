"""The bar of a long loop."""

import sys
from collections.abc import Iterable
from typing import TypeVar

Item = TypeVar("Item")


def progress_bar(items: Iterable[Item], name: str, total: int | None = None) -> Iterable[Item]:
    """Hand on what a long loop runs over, with a progress bar (tqdm) where a person watches.

    A bar shows times, so it must not be in a saved notebook. Each request to run a cell says whether somebody could
    answer an `input()`: JupyterLab and the other programs in front of a person say yes, those that run a
    notebook on their own (nbclient, nbval, nbconvert) say no, and then there is no bar. Outside a notebook there is
    one in a terminal, and none in a file or a pipe.

    Args:
        items: what the loop runs over.
        name: what stands before the bar.
        total: how many there are; needed only where `items` has no length.

    Returns:
        The same items. The bar goes away when the last one is done.

    >>> sum(progress_bar([1, 2, 3], "adding"))
    6
    """
    from tqdm import tqdm

    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    kernel = getattr(shell, "kernel", None)
    bar: Iterable[Item]
    if kernel is None:
        bar = tqdm(items, name, total, leave=False, disable=None)  # None: only where stderr is a terminal
    else:
        watched = kernel.get_parent("shell").get("content", {}).get("allow_stdin", False)
        bar = tqdm(items, name, total, leave=False, disable=not watched, file=sys.stdout)  # stderr looks like an error
    return bar
