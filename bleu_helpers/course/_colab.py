"""A stand-in for `google.colab`, the package that is nowhere but in Colab, where students write their notebooks.

A cell that mounts a drive and then defines a function is right there. So where a notebook is graded, the import does
not stop the cell, and nothing of that package does anything. Whoever asks first whether it is there, in a `try`, hears
no.
"""

import contextlib
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

from bleu_helpers.course._code import COLAB, imports_colab


class Nothing(str):
    """What everything of the package is, and gives when it is called: an empty text, without items.

    >>> drive = Nothing()
    >>> drive.mount("/content/drive"), list(drive.upload().items())
    ('', [])
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Nothing()

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return Nothing()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *raised: object) -> None:
        pass


class ColabFinder:
    """Finds the package and all that somebody looks for in it, after everybody else has looked."""

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
        """Say how a module is made, if it is one of these."""
        ours = name == "google" or f"{name}.".startswith(f"{COLAB}.")
        return ModuleSpec(name, self, is_package=True) if ours else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to Python."""

    def exec_module(self, module: ModuleType) -> None:
        """Let every name be there."""
        if module.__name__ != "google":
            vars(module)["__getattr__"] = Nothing().__getattr__


def stand_in(source: str) -> None:
    """Have the package stand there from now on, if a cell is about to import it, or a file beside the notebook does."""
    if any(isinstance(finder, ColabFinder) for finder in sys.meta_path):
        return
    sources = [source]
    with contextlib.suppress(OSError):
        sources += [path.read_text(encoding="utf-8", errors="replace") for path in Path().glob("*.py")]
    if any(map(imports_colab, sources)):
        sys.meta_path.append(ColabFinder())
