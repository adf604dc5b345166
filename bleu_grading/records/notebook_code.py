"""What a notebook's code defines and needs, read from its syntax tree without running it.

A student's notebook ran on another machine. A cell that stops here takes along what is below it, and later parts that
need it lose their points. So does a function that is right and cannot be found: its name is misspelt, it is inside a
class, or another definition follows. For each such loss, `losses` has a sentence.
"""

import ast
import builtins
import contextlib
import io
import re
import textwrap
import tokenize
import warnings
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from bleu_grading.inside.cell_text import INVISIBLE, plain

ABSENT = ("FileNotFoundError", "ImportError", "ModuleNotFoundError", "OSError")
"""With one of these stops a cell that misses a file or a module; nobody can read which names it was to make."""

ERRORS = {name for name, one in vars(builtins).items() if isinstance(one, type) and issubclass(one, BaseException)}
ERRORS |= {"StdinNotImplementedError", "UsageError", TIME_IS_UP := "NotebookTimeoutError"}
"""The errors that are named: Python's, and two of IPython. A student can choose the names of all others."""

LAST_LINE_COUNTED = 99
"""Where a cell stopped further down, it is as if it had stopped here: a student's code can choose the line."""

RUN_AS_THEY_ARE = (["capture"], ["prun"], ["time"])
"""The cell magics that run a cell as Python in the notebook, so that other cells see what it defines."""


class Definition(NamedTuple):
    """One place that gives a name to something: its line in the cell, and the syntax tree of what it is, if known."""

    name: str
    line: int
    what: ast.AST | None


_MAGIC = re.compile(r"(?m)^([ \t]*)(\w+ *= *)?[%!].*$|^([ \t]*)(?:\?{1,2}[\w.*]+|[\w.*]+\?{1,2})[ \t]*$")
"""A line that IPython reads as a command or a question, and not as Python."""


@lru_cache(maxsize=1000)  # the same cells are asked for many names
def read(source: str) -> list[ast.stmt] | SyntaxError:
    """Read the statements of a cell, with a plain value for each of its magics and commands.

    IPython's own reader would take minutes for some hundred magics.

    >>> [len(read(source)) for source in ("a = 1", "files = !ls", "# a comment", "%%time\\na = 1\\nb = 2")]
    [1, 1, 0, 2]
    >>> read("An essay, typed here").lineno
    1
    """
    text, problem = textwrap.dedent(plain(source)), SyntaxError()
    if text.startswith("%%"):
        text = re.sub(r"\A.*", "#", text) if text[2:].split()[:1] in RUN_AS_THEY_ARE else "None"
    for written in (text, _MAGIC.sub(r"\1\2\3None", text)):
        try:
            with warnings.catch_warnings(action="ignore"):  # as about "\d" in a text
                return ast.parse(written).body
        except SyntaxError as found:
            problem = found
        except Exception as found:  # a depth without end, among others
            problem = SyntaxError(str(found))
    return problem


def statements(source: str) -> list[ast.stmt]:
    """Give the statements of a cell; none where it is not Python."""
    found = read(source)
    return [] if isinstance(found, SyntaxError) else found


@lru_cache(maxsize=1000)
def definitions(source: str, first_line: int = 1) -> list[Definition]:
    """List what a cell's statements from a line on define for other cells; if it is not Python, what it would define.

    >>> [one.name for one in definitions("import json, os.path\\nfrom math import sqrt as root\\ndef f(): y = 1")]
    ['json', 'os', 'root', 'f']
    >>> [one.name for one in definitions("a = [b for b in 'cd']") + definitions("no Python")]
    ['a']
    >>> [one.name for one in definitions("def f[T](x: T) -> T: pass; (")]
    ['f']
    """
    if isinstance(read(source), SyntaxError):
        return _announced(source)
    return [one for node in statements(source) if (node.end_lineno or 0) >= first_line for one in _bound(node)]


def made(source: str, first_line: int = 1) -> set[str]:
    """Name what a cell's statements from a line on define for other cells."""
    return {one.name for one in definitions(source, first_line)}


def functions(source: str) -> set[str]:
    """Name the functions and classes that a cell defines for other cells."""
    return {one.name for one in definitions(source) if one.what is None or isinstance(one.what, CALLED)}


FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
CALLED = (*FUNCTION, ast.ClassDef, ast.Lambda)


def _bound(node: ast.AST) -> Iterator[Definition]:
    waiting = [node]  # and no recursion: a sum of a thousand terms is a thousand levels deep
    while waiting:
        match waiting.pop():
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() as defined:
                yield Definition(defined.name, defined.lineno, defined)
            case ast.Import(names=names) | ast.ImportFrom(names=names) as imported:
                for alias in names:
                    yield Definition((alias.asname or alias.name).partition(".")[0], imported.lineno, imported)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) as assigned:
                yield Definition(name, assigned.lineno, value)
                waiting.append(value)
            case ast.Name(id=name, ctx=ast.Store()) as target:
                yield Definition(name, target.lineno, target)
            case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                pass
            case other:
                waiting += [*ast.iter_child_nodes(other)][::-1]


def _announced(source: str) -> list[Definition]:
    """Name what follows `def` and `class` at the margin of a text that has no syntax tree."""
    tokens = list[tokenize.TokenInfo]()
    with contextlib.suppress(Exception):  # each version of Python has its own for what is no code
        code = re.sub(INVISIBLE, "", source)
        tokens.extend(tokenize.generate_tokens(io.StringIO(code).readline))  # those before the error stay
    known = [two for two in pairwise(tokens) if two[0].string in ("def", "class") and not two[0].line[0].isspace()]
    return [Definition(name.string, name.start[0], None) for _, name in known if name.string.isidentifier()]


# Why a function lost points that may be right.


def losses(
    function: str, grade_id: str, cells: Sequence[Any], has_verdict: bool, others: Collection[str]
) -> Iterator[str]:
    """Say why a function lost points that is perhaps right: where or how it is defined, one sentence for each reason.

    Args:
        function: the name of a function that lost points.
        grade_id: nbgrader's name of its test cell.
        cells: the graded notebook's, with their outputs.
        has_verdict: whether something of this name was graded.
        others: the names of the functions that the problem set asks for.
    """
    names = [cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in cells]
    test = names.index(grade_id) if grade_id in names else 0
    above = cells[:test]
    stopped = [*stopped_before(function, above)]
    yield from stopped
    found = _definitions_of(function, above)
    if {how for _, how in found} == {AS_HANDED_OUT}:
        cells = [cell | {"source": ""} if function in functions(_source(cell)) else cell for cell in cells]
        if close := _instead(function, cells, test, others, like=True):
            yield f"{function} is as it was handed out; there is {close}"
    elif has_verdict:
        yield from _unusual(function, found)
    elif not stopped:
        instead = _instead(function, cells, test, others) or "no other"
        yield f"there is no function called `{function}` when its test runs; there is {instead}"
    needed = _needed(function, above) - {function}
    for place, cell in enumerate(above, start=1):
        if hidden := made(_source(cell)) & needed & {*dir(builtins)}:
            yield f"it needs {', '.join(sorted(hidden))}, a name of Python's own that cell {place} redefines"
    missing = needed.difference(dir(builtins), *(made(_source(cell)) for cell in above))
    for place, cell in enumerate(cells[test:], start=test + 1):
        if below := made(_source(cell)) & missing:
            yield f"it needs {', '.join(sorted(below))}, which cell {place} defines below its test"


def stopped_before(function: str, cells: Sequence[Any]) -> Iterator[str]:
    """Say which cells stopped before they defined what a function needs, and is defined nowhere else.

    Args:
        function: the name of a graded function.
        cells: those above its test, with the outputs of grading.
    """
    needed = _needed(function, cells)
    of_each = [made(_source(cell)) for cell in cells]
    nowhere = needed.difference(dir(builtins), *of_each)
    for place, cell in enumerate(cells):
        errors = [output for output in cell.get("outputs", []) if output["output_type"] == "error"]
        for output in errors[:1]:  # nbclient adds one of its own where a cell was interrupted
            elsewhere = set().union(*of_each[place + 1 :], set().union(*of_each[:place]) - {function})
            undefined = (made(_source(cell), _line(output)) & needed) - elsewhere
            if any(error in _told(output) for error in ABSENT):  # as where it says `import *`, or %run
                undefined |= nowhere
            if undefined:
                error = _error(output, _source(cell))
                yield f"cell {place + 1} stopped with {error} before it defined: {', '.join(sorted(undefined))}"


def _error(output: Any, source: str) -> str:
    """Name the error with which a cell stopped; of Python's syntax, tell where, too."""
    problem, name = read(source), str(output["ename"])
    if isinstance(problem, SyntaxError):
        return f"{name}{f' in line {problem.lineno}' if problem.lineno else ''} ({problem.msg})"
    return name if name in ERRORS else "an error of its own"


def _instead(function: str, cells: Sequence[Any], test: int, others: Collection[str], like: bool = False) -> str:
    """List what is there in place of a function that was not found: one with a name like it, or, if not `like`, any."""
    known = dict[str, str]()
    for place, cell in enumerate(cells, start=1):
        below = ", below its test" if place > test else ""
        for name, hidden in _functions_in(cell):
            undone = ", which was not run or was undone" if name == function else ""
            letters = "" if name.isascii() else f" ({name!a})"  # some look like those of another alphabet
            if name not in others or name == function:
                known.setdefault(name.casefold(), f"`{name}`{letters} in cell {place}{hidden or below or undone}")
    close = get_close_matches(function.casefold(), known, n=1) or [*known][: 0 if like else 3]
    return ", ".join(known[name] for name in close)


def quoted(source: str) -> list[str]:
    """List the texts in a cell's code that define functions, as `exec` takes them."""
    nodes = [node for statement in statements(source) for node in ast.walk(statement)]
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [one for one in texts if re.search("def |lambda", one) and functions(one)]


def _functions_in(cell: Any) -> Iterator[tuple[str, str]]:
    """Name all functions in a cell, each with what hides it from other cells."""
    text = "".join(cell["source"])
    yield from ((name, "" if cell["cell_type"] == "code" else ", which is not a code cell") for name in functions(text))
    if text.startswith("%%"):
        yield from ((name, f", below `{text.split()[0]}`") for name in functions(text.partition("\n")[2]))
    for node in (node for statement in statements(text) for node in ast.walk(statement)):
        if isinstance(node, FUNCTION):
            yield node.name, ", inside a class or another function"
    yield from ((name, ", in quotation marks") for one in quoted(text) for name in functions(one))
    yield from ((name, ", as a comment") for name in functions(re.sub("(?m)^[ \t]*#+ ?", "", text)))


def _definitions_of(function: str, cells: Sequence[Any]) -> list[tuple[str, str]]:
    """Say of each definition of a function where it is, and how it is written."""
    return [
        (f"line {one.line} of cell {place}", _how(one.what))
        for place, cell in enumerate(cells, start=1)
        for node in statements(_source(cell))
        for one in [one for one in _bound(node) if one.name == function][-1:]  # `try` and `if` hold alternatives
    ]


def _unusual(function: str, every: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Say what may be wrong about how a function is defined, whatever it computes."""
    found = [one for one in every[:-1] if one[1] != AS_HANDED_OUT] + [*every[-1:]]
    if len(found) > 1:
        places = ", ".join(place for place, _ in found)
        yield f"{function} is defined more than once ({places}), and the last definition was graded"
    elif found and found[0][1]:
        yield f"{function} is defined {found[0][1]} ({found[0][0]})"


AS_HANDED_OUT = "as it was handed out"


def _how(what: ast.AST | None) -> str:
    """Say how a function is defined, if not plainly."""
    match what:
        case None | ast.Lambda():
            return ""
        case ast.AsyncFunctionDef():
            return "with `async def`, so that a call returns a coroutine and not the result"
        case ast.FunctionDef(decorator_list=[_, *_]):
            return "with a decorator"
        case ast.FunctionDef(body=body):
            raised = {getattr(node, "id", "") for one in body if isinstance(one, ast.Raise) for node in ast.walk(one)}
            if "NotImplementedError" not in raised:
                return ""
            several = sum(not isinstance(one, ast.Expr) for one in body) > 1
            return "with `raise NotImplementedError` still in it" if several else AS_HANDED_OUT
    return "without `def` or `lambda`"


def _source(cell: Any) -> str:
    return "".join(cell["source"]) if cell["cell_type"] == "code" else ""


def _needed(function: str, cells: Sequence[Any]) -> set[str]:
    """Name a function, and all that its definition reads, also through other definitions."""
    every = [({one.name for one in _bound(node)}, node) for cell in cells for node in statements(_source(cell))]
    needed = {function}
    while more := {name for binds, node in every if binds & needed for name in _read_by(node)} - needed:
        needed |= more
    return needed


def _read_by(node: ast.AST) -> set[str]:
    """Name what a statement reads of the notebook: not what its own functions are given, or make for themselves."""
    every = [*ast.walk(node)]
    own = {inner.arg for inner in every if isinstance(inner, ast.arg)}
    own |= {str(name) for inner in every for name in (getattr(inner, "name", ""), *(one.name for one in _bound(inner)))}
    return {inner.id for inner in every if isinstance(inner, ast.Name)} - own


def _line(output: Any) -> int:
    """Say in which line of its own a cell stopped; the first, where that is not told."""
    found = re.search(r"Cell In\s*\[\d+\], line (\d{1,9})", _told(output))
    return (
        min(int(found[1]), LAST_LINE_COUNTED)
        if found and output["ename"] not in ("SyntaxError", "IndentationError")
        else 1
    )


def _told(output: Any) -> str:
    """Give the traceback of an error, without its colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(map(str, output.get("traceback", []))))
