"""The bar of a long loop."""

import sys
from collections.abc import Iterable
from typing import TypeVar

from bleu_helpers.display.shell import is_watched, notebook_kernel
from bleu_helpers.validation.values import can_be_read, check_title, shortened, unless_none, whole_number_from

Item = TypeVar("Item")


def progress_bar(items: Iterable[Item], name: str, total: int | None = None) -> Iterable[Item]:
    """Hand on what a long loop runs over, with a progress bar (tqdm) where a person watches.

    A bar shows times, so it must not be in a saved notebook: in a notebook there is one only where a person runs it.
    Outside a notebook there is one in a terminal, and none in a file or a pipe.

    Args:
        items: what the loop runs over.
        name: what stands before the bar.
        total: how many there are; needed only where `items` has no length.

    Returns:
        The same items. The bar goes away when the last one is done.

    Raises:
        TypeError: `items` is nothing that a loop runs over, `name` is no string, or `total` is no int.
        ValueError: `total` is negative.

    >>> sum(progress_bar([1, 2, 3], "adding"))
    6
    """
    if not can_be_read(items):
        raise TypeError(f"items is of type {type(items).__name__}: {shortened(items)}. Pass what a loop can run over.")
    check_title(name, "name")
    unless_none(whole_number_from(0))(total, "total")
    from tqdm import tqdm

    bar: Iterable[Item]
    if notebook_kernel() is None:
        bar = tqdm(items, name, total, leave=False, disable=None)  # None: only where stderr is a terminal
    else:
        bar = tqdm(items, name, total, leave=False, disable=not is_watched(), file=sys.stdout)  # stderr: like an error
    return bar
