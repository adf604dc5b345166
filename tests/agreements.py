"""The rule for what a lesson promises to compare: its code by hand with the package, and the package with NLTK.

agreements.toml says which functions these are. What a lesson does with them is run once, without figures. A cell that
calls all functions of a promise is run again with one of them changed a little, then with the next: each time an
assertion has to fail. So no promise is kept by a cell that is gone or raw, that asserts nothing or few digits, or that
compares a thing with itself. And each example that a lesson gives to the package's function has to stand before an
assertion that fails: what is compared for the first example only, and printed for the others, is seen too.
"""

import ast
import contextlib
import copy
import dataclasses
import functools
import importlib
import io
import itertools
import json
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest.mock import patch

from notebook_rules import cell_name, code, code_cells, source
from sliced import slice_of

from bleu_helpers import checks
from bleu_helpers.display import plots

PROMISES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["promise"]
"""What each lesson compares, the package's function first; one without a module is the lesson's own."""
SLIGHTLY = 1e-8
ASSERTED, SIDE = "asserted in the lesson", "side of {}"
"""Names that no lesson can have taken."""


class Side:
    """One function of a promise. It remembers what it is given, and gives something else while it is changed."""

    def __init__(self) -> None:
        self.given: list[tuple] = []
        self.is_changed = False

    def wrapped(self, function: Callable) -> Callable:
        """The function, which does as this side does."""

        @functools.wraps(function)
        def call(*arguments: Any, **named: Any) -> Any:
            result = function(*arguments, **named)
            self.given.append(example_of(arguments))
            return changed(result) if self.is_changed else result

        return call


def remembered(function: Callable) -> Callable:
    """A function of a library, which is asked once for each number: the same cell is run again for every side."""
    known: dict[str, Any] = {}

    @functools.wraps(function)
    def call(*arguments: Any, **named: Any) -> Any:
        try:
            asked = json.dumps([arguments, named])
        except TypeError:  # an object may have changed since
            return function(*arguments, **named)
        result = known[asked] if asked in known else function(*arguments, **named)
        if isinstance(result, int | float):  # nothing that the lesson could change
            known[asked] = result
        return result

    return call


def example_of(arguments: tuple) -> tuple:
    """The sentences that a function is given, in whatever order and kind of list; numbers, if there is no sentence."""
    sentences = [json.dumps(one, default=str) for one in arguments[:2] if isinstance(one, list | tuple | str)]
    return (*sorted(sentences),) or arguments[:2]


def changed(result: Any) -> Any:
    """Nearly the same: a number a little off, and what holds numbers with each of them off."""
    if isinstance(result, float):
        return result - SLIGHTLY if result > 0.5 else result + SLIGHTLY
    if isinstance(result, int | Fraction):
        return result + (1 if isinstance(result, int) else Fraction(SLIGHTLY))
    if isinstance(result, dict):
        return type(result)({key: value + 1 for key, value in result.items()} or {"new": 1})
    if isinstance(result, list | tuple):
        several = [changed(one) for one in result if not isinstance(one, str)] or [*result, "?"]
        return type(result)(*several) if hasattr(result, "_fields") else type(result)(several)
    if dataclasses.is_dataclass(result):
        values = {field.name: changed(getattr(result, field.name)) for field in dataclasses.fields(result)}
        return dataclasses.replace(result, **values)
    if isinstance(result, Iterator):
        return itertools.chain(result, ["new"])
    off = copy.copy(result)  # what sacrebleu calls a score, in percent
    off.score += 100 * SLIGHTLY
    return off


class OnlyNoted(ast.NodeTransformer):
    """An assertion that fails is noted, and the cell goes on; what the lesson itself makes can become a side."""

    def __init__(self, sides: dict[str, Side]) -> None:
        self.sides = sides

    def visit_Assert(self, node: ast.Assert) -> ast.Expr:
        return ast.Expr(ast.Call(ast.Name(ASSERTED, ast.Load()), [node.test], []))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if node.name in self.sides:
            side = ast.Name(SIDE.format(node.name), ast.Load())
            node.decorator_list.append(ast.Attribute(side, "wrapped", ast.Load()))
        return self.generic_visit(node)


class LessonRun:
    """A lesson that is run in this process, with the functions that it promises to compare as sides."""

    def __init__(self, promised: list[list[str]]) -> None:
        self.sides = {name: Side() for sides in promised for name in sides}
        self.names = {"__name__": "__main__", ASSERTED: self.asserted}
        self.names |= {SIDE.format(name): side for name, side in self.sides.items()}
        self.failed: list[dict[str, tuple]] = []

    def asserted(self, holds: Any) -> None:
        """Note for an assertion that fails what each side was given last."""
        if not holds:
            self.failed.append({name: side.given[-1] for name, side in self.sides.items() if side.given})

    @contextlib.contextmanager
    def prepared(self) -> Iterator[None]:
        """What the lesson imports is a side where it is promised, and draws, checks and deletes nothing."""
        with contextlib.ExitStack() as stack:
            for name, side in self.sides.items():
                if "." in name:
                    owner, attribute = found(name)
                    function = side.wrapped(remembered(getattr(owner, attribute)))
                    stack.enter_context(patch.object(owner, attribute, function))
            silent = [(plots, name) for name in plots.__all__]
            for owner, name in [*silent, (checks, "check"), (tempfile.TemporaryDirectory, "cleanup")]:
                stack.enter_context(patch.object(owner, name, lambda *arguments, **named: None))
            yield

    def run(self, part: list[ast.stmt]) -> dict[str, list[tuple]]:
        """Run a part of a cell, and list the examples that it gives to each side; `failed` has what failed."""
        before = {name: len(side.given) for name, side in self.sides.items()}
        self.failed = []
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(ast.Module(part, []), "a lesson", "exec"), self.names)
        return {name: side.given[before[name] :] for name, side in self.sides.items()}

    def seen_in(self, part: list[ast.stmt], name: str) -> set[tuple]:
        """Change a side, run a part again, and list the examples before which an assertion fails."""
        with patch.object(self.sides[name], "is_changed", True), patch.dict(self.names), contextlib.suppress(Exception):
            self.run(part)
        return {last[name] for last in self.failed}


def found(name: str) -> tuple[Any, str]:
    """A module or a class, and which of its attributes is meant."""
    owner, _, attribute = name.rpartition(".")
    try:
        return importlib.import_module(owner), attribute
    except ModuleNotFoundError:
        return getattr(*found(owner)), attribute


def what(promise: dict) -> str:
    """A promise in words."""
    return " with ".join(promise["sides"])


def compares_what_it_promises(path: Path, notebook: dict) -> Iterator[str]:
    promises = [promise for promise in PROMISES if promise["lesson"] == path.stem[:2]]
    if not promises:
        yield f'it compares nothing: write into tests/agreements.toml what it has to, below lesson = "{path.stem[:2]}"'
    run = LessonRun([promise["sides"] for promise in promises])
    unkept = {what(promise): "no cell of code calls them all" for promise in promises}
    compared: dict[str, set[tuple]] = {promise["sides"][0]: set() for promise in promises}
    examples: dict[str, list[tuple]] = {promise["sides"][0]: [] for promise in promises if "some" not in promise}
    cells = code_cells(notebook)
    parts = slice_of([code(cell).body for cell in cells], {name.rpartition(".")[2] for name in run.sides}, ast.Assert)
    with run.prepared():
        for cell, statements in zip(cells, parts, strict=True):
            part = [ast.fix_missing_locations(OnlyNoted(run.sides).visit(one)) for one in statements]
            given = run.run(part)
            if run.failed:
                yield f"an assertion of {cell_name(cell)} fails with nothing changed"
            for name in examples:
                examples[name] += given[name]
            called = [one for one in promises if "assert" in source(cell) and all(given[name] for name in one["sides"])]
            seen = {name: run.seen_in(part, name) for name in {name for one in called for name in one["sides"]}}
            for promise in called:
                compared[promise["sides"][0]] |= seen[promise["sides"][0]]
                blind = [name for name in promise["sides"] if not seen[name]]
                if not blind:
                    unkept.pop(what(promise), None)
                elif what(promise) in unkept:
                    unkept[what(promise)] = f"no assertion of {cell_name(cell)} fails when {blind[0]} is changed"
    for promise, why in unkept.items():
        yield f"it has to compare {promise}, and {why}"
    for name, given in examples.items():
        left_out = [one for one in dict.fromkeys(given) if one not in compared[name]]
        if left_out:
            yield (
                f"{len(left_out)} examples of {name} are not compared with the other side of its promise, such as "
                f"{str(left_out[0])[:80]}: assert that both agree on them, or write into the promise, "
                'in tests/agreements.toml, why some are enough: some = "…"'
            )
