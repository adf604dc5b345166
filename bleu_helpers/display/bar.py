"""The progress bar for long loops."""

import sys
from collections.abc import Iterable
from typing import TypeVar

from bleu_helpers.display.shell import is_watched, notebook_kernel

Item = TypeVar("Item")


def progress_bar(items: Iterable[Item], name: str, total: int | None = None) -> Iterable[Item]:
    """Iterate over items with a progress bar (tqdm) if a person is watching.

    A bar shows times, which must not be saved in a notebook, so a notebook has a bar only if a person runs it. Outside
    a notebook, the bar is shown in a terminal, but not if the output goes to a file or a pipe.

    The name is in front of the bar, which disappears after the last item. The total, which is the number of items, is
    needed only if they have no length.

    >>> sum(progress_bar([1, 2, 3], "adding"))
    6
    """
    from tqdm import tqdm

    # None shows the bar only if stderr is a terminal. A notebook shows stderr like an error, so its bar is on stdout.
    hidden, file = (None, None) if notebook_kernel() is None else (not is_watched(), sys.stdout)
    bar: Iterable[Item] = tqdm(items, name, total, leave=False, disable=hidden, file=file)
    return bar
