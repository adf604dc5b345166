"""The rule for what a lesson promises to compare: its code with the package, and the package with NLTK and others.

`compares` in tests/lessons/NAME.toml lists the promises. The part of a lesson that belongs to them is run in this
process. Then each cell that calls both functions of a promise is run again with slightly different results of one
function, and again with those of the other. Each time, an assertion must fail, so a cell that compares only a few
digits, or a value with itself, does not keep the promise.
"""

import ast
import contextlib
import copy
import dataclasses
import functools
import importlib
import io
import itertools
import tempfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest.mock import patch

from notebook_rules import cell_name, code, code_cells, facts, facts_file
from sliced import slice_of

from bleu_helpers import checks
from bleu_helpers.display import plots

SLIGHTLY = 1e-8
"""How much is added to a result, or subtracted from it."""


def changed(result: Any) -> Any:
    """Return a slightly different number, or the same structure with slightly different numbers."""
    if isinstance(result, float):
        return result - SLIGHTLY if result > 0.5 else result + SLIGHTLY
    if isinstance(result, int | Fraction):
        return result + (1 if isinstance(result, int) else Fraction(SLIGHTLY))
    if isinstance(result, dict):
        return type(result)({key: value + 1 for key, value in result.items()} or {"new": 1})
    if isinstance(result, list | tuple):
        several = [changed(part) for part in result if not isinstance(part, str)] or [*result, "?"]
        return type(result)(*several) if hasattr(result, "_fields") else type(result)(several)
    if dataclasses.is_dataclass(result):
        values = {field.name: changed(getattr(result, field.name)) for field in dataclasses.fields(result)}
        return dataclasses.replace(result, **values)
    if isinstance(result, Iterator):
        return itertools.chain(result, ["new"])
    off = copy.copy(result)  # sacreBLEU's score, in percent
    off.score += 100 * SLIGHTLY
    return off


class Lesson:
    """A lesson that is run in this process. Some functions are watched, and the results of one can be changed."""

    def __init__(self, functions: set[str]) -> None:
        self.functions = functions
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.called: set[str] = set()
        self.changes: str | None = None

    def watched(self, name: str, function: Callable) -> Callable:
        @functools.wraps(function)
        def call(*arguments: Any, **named: Any) -> Any:
            self.called.add(name)
            result = function(*arguments, **named)
            return changed(result) if self.changes == name else result

        return call

    @contextlib.contextmanager
    def prepared(self) -> Iterator[None]:
        """Watch the functions that the lesson imports, and prevent it from drawing, checking and deleting."""
        with contextlib.ExitStack() as stack:
            for name in self.functions:
                if "." in name:
                    owner, attribute = found(name)
                    watched = self.watched(name, getattr(owner, attribute))
                    stack.enter_context(patch.object(owner, attribute, watched))
            silent = [(plots, name) for name in plots.__all__]
            for owner, name in [*silent, (checks, "check"), (tempfile.TemporaryDirectory, "cleanup")]:
                stack.enter_context(patch.object(owner, name, lambda *arguments, **named: None))
            yield

    def run(self, statements: list[ast.stmt]) -> set[str]:
        """Run a part of a cell, and return the functions that it calls."""
        self.called = set()
        with contextlib.redirect_stdout(io.StringIO()):
            for statement in statements:
                exec(compile(ast.Module([statement], []), "a lesson", "exec"), self.names)
                if isinstance(statement, ast.FunctionDef) and statement.name in self.functions:
                    self.names[statement.name] = self.watched(statement.name, self.names[statement.name])
        return self.called

    def notices(self, statements: list[ast.stmt], name: str) -> bool:
        """Return whether an assertion fails if a part of a cell is run with changed results of one function."""
        with patch.object(self, "changes", name), patch.dict(self.names):
            try:
                self.run(statements)
            except AssertionError:
                return True
            except Exception:
                return False
        return False


def found(name: str) -> tuple[Any, str]:
    """Return a module or a class, and the name of its attribute that is meant."""
    owner, _, attribute = name.rpartition(".")
    try:
        return importlib.import_module(owner), attribute
    except ModuleNotFoundError:
        return getattr(*found(owner)), attribute


def compares_what_it_promises(path: Path, notebook: dict) -> Iterator[str]:
    promised = [(name, other) for name, others in facts(path.stem).get("compares", {}).items() for other in others]
    if not promised:
        yield f"it compares nothing: list in {facts_file(path.stem)}, below [compares], what it must"
    unkept = dict.fromkeys(promised, "no cell with an assertion calls both")
    lesson = Lesson({name for pair in promised for name in pair})
    cells = code_cells(notebook)
    parts = slice_of(
        [code(cell).body for cell in cells], {name.rpartition(".")[2] for name in lesson.functions}, ast.Assert
    )
    with lesson.prepared():
        for cell, statements in zip(cells, parts, strict=True):
            try:
                called = lesson.run(statements)
            except Exception as error:
                yield f"{cell_name(cell)} stops with nothing changed: {type(error).__name__}: {error}"
                return
            for pair in [pair for pair in unkept if called.issuperset(pair)]:
                blind = [name for name in pair if not lesson.notices(statements, name)]
                if blind:
                    unkept[pair] = f"no assertion of {cell_name(cell)} fails when {blind[0]} is changed"
                else:
                    del unkept[pair]
    for pair, why in unkept.items():
        yield f"it must compare {' with '.join(pair)} ({facts_file(path.stem)}), but {why}"
