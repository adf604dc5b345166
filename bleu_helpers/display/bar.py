"""The progress bar for long loops."""

import sys
from collections.abc import Iterable
from typing import TypeVar

from bleu_helpers.display.shell import is_watched, notebook_kernel
from bleu_helpers.validation.values import can_be_read, check_title, unless_none, whole_number_from, wrong_type

Item = TypeVar("Item")


def progress_bar(items: Iterable[Item], name: str, total: int | None = None) -> Iterable[Item]:
    """Iterate over items with a progress bar (tqdm) if a person is watching.

    A bar shows times, which must not be saved in a notebook, so a notebook has a bar only if a person runs it. Outside
    a notebook, the bar is shown in a terminal, but not if the output goes to a file or a pipe.

    Args:
        items: an iterable.
        name: the text in front of the bar.
        total: the number of items; needed only if `items` has no length.

    Returns:
        The same items. The bar disappears after the last one.

    Raises:
        TypeError: `items` is not an iterable, `name` is not a string, or `total` is not an int.
        ValueError: `total` is negative.

    >>> sum(progress_bar([1, 2, 3], "adding"))
    6
    """
    if not can_be_read(items):
        raise wrong_type("not_iterable", "items", items)
    check_title(name, "name")
    unless_none(whole_number_from(0))(total, "total")
    from tqdm import tqdm

    # None shows the bar only if stderr is a terminal. A notebook shows stderr like an error, so its bar is on stdout.
    hidden, file = (None, None) if notebook_kernel() is None else (not is_watched(), sys.stdout)
    bar: Iterable[Item] = tqdm(items, name, total, leave=False, disable=hidden, file=file)
    return bar
