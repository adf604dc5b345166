"""The rule for what a lesson promises to compare: its code by hand with the package, and the package with NLTK.

agreements.toml says which functions these are. The lesson is run once, without its figures. Of a cell that calls all
functions of a promise, what depends on one of them is run again with this one changed a little, then with the next:
each time an assertion has to fail. So no promise is kept by a cell that is gone or raw, that asserts nothing or few
digits, or that compares a thing with itself. And each example that a lesson gives to the package's function has to
stand before an assertion that fails: what is compared for the first example only, and printed for the others, is seen
too. A promise that says why it need not compare every example has to need that.
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
import pickle
import tomllib
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple
from unittest.mock import patch

from notebook_rules import cell_name, code, code_cells
from sliced import slice_of

from bleu_helpers.display import plots

PROMISES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["promise"]
"""What each lesson compares, the package's function first; one without a module is the lesson's own."""
SLIGHTLY = 1e-8
ASSERTED, SIDE = "asserted in the lesson", "side of {}"
"""Names that no lesson can have taken."""


class Side:
    """One function of a promise. It remembers what it is given, and gives something else while it is changed."""

    def __init__(self, name: str, calls: list[str]) -> None:
        self.name = name
        self.calls = calls
        """The names of all sides that were called, in the order of the calls."""
        self.given: list[tuple] = []
        self.is_changed = False

    def wrapped(self, function: Callable, remembers: bool = False) -> Callable:
        """The function, which does as this side does.

        If it remembers, it computes nothing twice, so that a cell can be run again in no time. Computed again is what
        comes of another side, or cannot be compared, or uses up or changes what it is given, and what could itself be
        changed or used up.
        """
        known: dict[bytes, tuple[Any, tuple]] = {}

        @functools.wraps(function)
        def call(*arguments: Any, **named: Any) -> Any:
            given = as_bytes((arguments, named)) if remembers else None
            if given in known:
                result, example = known[given]
            else:
                calls_before = len(self.calls)
                result, example = function(*arguments, **named), example_of(arguments)
                is_alone = len(self.calls) == calls_before
                if given and is_alone and as_bytes((arguments, named)) == given and not can_be_changed(result):
                    known[given] = result, example
            self.given.append(example)
            self.calls.append(self.name)
            return changed(result) if self.is_changed else result

        return call


def as_bytes(arguments: Any) -> bytes | None:
    """What is the same for the same arguments only; None where nobody can tell, as of a function of the lesson."""
    try:
        return pickle.dumps(arguments)
    except (pickle.PicklingError, TypeError, AttributeError):
        return None


def can_be_changed(result: Any) -> bool:
    """Whether the next who gets this very thing might find it changed, or used up."""
    return isinstance(result, list | dict | Iterator)


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
    if isinstance(result, str):
        return result + "?"
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


class Statement(NamedTuple):
    """A statement of a lesson, ready to run, and the sides for which it has to be run again when they are others."""

    run: CodeType
    sides: set[str]


class LessonRun:
    """A lesson that is run in this process, with the functions that it promises to compare as sides."""

    def __init__(self, promised: list[list[str]], notebook: dict) -> None:
        self.calls: list[str] = []
        self.sides = {name: Side(name, self.calls) for sides in promised for name in sides}
        self.names = {"__name__": "__main__", ASSERTED: self.asserted}
        self.names |= {SIDE.format(name): side for name, side in self.sides.items()}
        self.failed: list[dict[str, tuple]] = []
        self.cells = [*self.parts(code_cells(notebook))]

    def parts(self, cells: list[dict]) -> Iterator[list[Statement]]:
        """The statements of each cell that have to do with the sides."""
        functions = {name: name.rpartition(".")[2] for name in self.sides}
        for part in slice_of([code(cell).body for cell in cells], {*functions.values()}):
            yield [
                Statement(self.compiled(one), {name for name, function in functions.items() if function in again})
                for one, again in part.items()
            ]

    def compiled(self, statement: ast.stmt) -> CodeType:
        """A statement in which an assertion that fails is noted."""
        noted = OnlyNoted(self.sides).visit(statement)
        return compile(ast.fix_missing_locations(ast.Module([noted], [])), "a cell", "exec")

    def asserted(self, holds: Any) -> None:
        """Note for an assertion that fails what each side was given last."""
        if not holds:
            self.failed.append({name: side.given[-1] for name, side in self.sides.items() if side.given})

    @contextlib.contextmanager
    def prepared(self) -> Iterator[None]:
        """What the lesson imports is a side where it is promised, and draws nothing."""
        with contextlib.ExitStack() as stack:
            for name, side in self.sides.items():
                if "." in name:
                    owner, attribute = found(name)
                    function = side.wrapped(getattr(owner, attribute), remembers=True)
                    stack.enter_context(patch.object(owner, attribute, function))
            for name in plots.__all__:
                stack.enter_context(patch.object(plots, name, lambda *arguments, **named: None))
            yield

    def run(self, statements: list[Statement]) -> None:
        """Run statements, and say nothing."""
        with contextlib.redirect_stdout(io.StringIO()):
            for statement in statements:
                exec(statement.run, self.names)

    def given_in(self, cell: list[Statement]) -> dict[str, list[tuple]]:
        """Run a cell, and list the examples that it gives to each side."""
        before = {name: len(side.given) for name, side in self.sides.items()}
        for statement in cell:
            calls_before = len(self.calls)
            self.run([statement])
            statement.sides.update(self.calls[calls_before:])  # a library's function may call another one
        return {name: side.given[before[name] :] for name, side in self.sides.items()}

    def seen_in(self, cell: list[Statement], name: str) -> set[tuple]:
        """Change a side, run a cell's part again that depends on it, and list the examples before which it fails."""
        with patch.object(self.sides[name], "is_changed", True), patch.dict(self.names):
            self.fails(cell, {name})
        return {last[name] for last in self.failed}

    def fails(self, cell: list[Statement], sides: set[str]) -> bool:
        """Whether an assertion fails in what depends on some sides in a cell."""
        self.failed = []
        self.run([statement for statement in cell if statement.sides & sides])
        return bool(self.failed)


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
    run = LessonRun([promise["sides"] for promise in promises], notebook)
    unkept = {what(promise): "no cell of code calls them all" for promise in promises}
    compared: dict[str, set[tuple]] = {promise["sides"][0]: set() for promise in promises}
    with run.prepared():
        for cell, statements in zip(code_cells(notebook), run.cells, strict=True):
            given = run.given_in(statements)
            called = [promise for promise in promises if all(given[name] for name in promise["sides"])]
            sides = {name for promise in called for name in promise["sides"]}
            seen = {name: run.seen_in(statements, name) for name in sorted(sides)}
            for promise in called:
                compared[promise["sides"][0]] |= seen[promise["sides"][0]]
                blind = [name for name in promise["sides"] if not seen[name]]
                if not blind:
                    unkept.pop(what(promise), None)
                elif what(promise) in unkept:
                    unkept[what(promise)] = f"no assertion of {cell_name(cell)} fails when {blind[0]} is changed"
            if run.fails(statements, sides):
                yield f"an assertion of {cell_name(cell)} fails with nothing changed"
    for promise, why in unkept.items():
        yield f"it has to compare {promise}, and {why}"
    excused = {promise["sides"][0] for promise in promises if "some" in promise}
    for name, examples in compared.items():
        left_out = [one for one in dict.fromkeys(run.sides[name].given) if one not in examples]
        if left_out and name not in excused:
            yield f"{len(left_out)} examples of {name} are compared with nothing, such as {str(left_out[0])[:80]}"
        if name in excused and not left_out:
            yield f"every example of {name} is compared: take `some` out of its promise"


AGREEMENTS: list[Callable] = [compares_what_it_promises]
