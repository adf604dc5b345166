"""The figures of the lessons: one module per lesson, with the same name as the lesson's module.

Each function draws one figure, which conveys one message, and returns nothing. In a notebook, the figure is shown as a
PNG of a fixed size. Its text form, which describes the drawn objects, is the alternative text for screen readers and is
compared by the tests. Outside a notebook, only the text form is printed.

The public functions of all modules are found here, so a new figure needs no other place.
"""

import inspect
from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:

    def __getattr__(name: str) -> Callable[..., None]:
        """Let a type checker accept the names of the figures, which it cannot know."""


def _figures() -> Iterator[tuple[str, Callable[..., None]]]:
    names = (f"{__name__}.{found.name}" for found in iter_modules(__path__) if not found.name.startswith("_"))
    for module in map(import_module, names):
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ == module.__name__ and not name.startswith("_"):
                yield name, function


_BY_NAME = dict(_figures())
globals().update(_BY_NAME)
__all__ = sorted(_BY_NAME)
