"""Find what a notebook's code defines and needs, by reading its syntax tree without running it.

A student's notebook ran on another machine. If a cell stops with an error here, later parts that need its definitions
lose their points. Points are also lost if a right function cannot be found because its name is misspelt, it is inside
a class, or another definition follows. `losses` writes a sentence about each such loss.
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

from bleu_grading.inside.protocol import INVISIBLE, runnable
from bleu_grading.outside.problem_set import code, grade_id

ABSENT = ("FileNotFoundError", "ImportError", "ModuleNotFoundError", "OSError")
"""The errors of a cell whose file or module is missing. The names that it would have defined are then unknown."""

ERRORS = {name for name, kind in vars(builtins).items() if isinstance(kind, type) and issubclass(kind, BaseException)}
ERRORS |= {"StdinNotImplementedError", "UsageError", TIME_IS_UP := "NotebookTimeoutError"}
"""The errors that are named: those of Python and a few others. A student could choose the name of any other error."""

LAST_LINE_COUNTED = 99
"""The last line that is told apart from later ones, because a student's code can choose the line where it stops."""

RUN_AS_THEY_ARE = (["capture"], ["prun"], ["time"])
"""The cell magics that run a cell as Python in the notebook, so that other cells can use what it defines."""


class Definition(NamedTuple):
    """The definition of a name: its line in the cell, and the syntax tree of the value, if known."""

    name: str
    line: int
    what: ast.AST | None


_MAGIC = re.compile(r"(?m)^([ \t]*)(\w+ *= *)?[%!].*$|^([ \t]*)(?:\?{1,2}[\w.*]+|[\w.*]+\?{1,2})[ \t]*$")
"""A line that IPython runs as a magic, a shell command or a request for help instead of Python."""


@lru_cache(maxsize=1000)  # the same cells are read for many names
def parse_cell(source: str) -> list[ast.stmt] | SyntaxError:
    """Parse the statements of a cell, with None in place of each magic and shell command.

    IPython's own parser would take minutes for a few hundred magics.

    >>> [len(parse_cell(source)) for source in ("a = 1", "files = !ls", "# a comment", "%%time\\na = 1\\nb = 2")]
    [1, 1, 0, 2]
    >>> parse_cell("An essay, typed here").lineno
    1
    """
    text, problem = textwrap.dedent(runnable(source)), SyntaxError()
    if text.startswith("%%"):
        text = re.sub(r"\A.*", "#", text) if text[2:].split()[:1] in RUN_AS_THEY_ARE else "None"
    for written in (text, _MAGIC.sub(r"\1\2\3None", text)):
        try:
            with warnings.catch_warnings(action="ignore"):  # such as the one about "\d" in a string
                return ast.parse(written).body
        except SyntaxError as found:
            problem = found
        except Exception as found:  # for example an expression that is nested too deep
            problem = SyntaxError(str(found))
    return problem


def statements(source: str) -> list[ast.stmt]:
    """Return the statements of a cell, or none if it is not valid Python."""
    found = parse_cell(source)
    return [] if isinstance(found, SyntaxError) else found


@lru_cache(maxsize=1000)
def definitions(source: str, first_line: int = 1) -> list[Definition]:
    """List what a cell's statements from a line on define for other cells.

    If the cell is not valid Python, list the functions and classes that it would define.

    >>> [found.name for found in definitions("import json, os.path\\nfrom math import sqrt as root\\ndef f(): y = 1")]
    ['json', 'os', 'root', 'f']
    >>> [found.name for found in definitions("a = [b for b in 'cd']") + definitions("no Python")]
    ['a']
    >>> [found.name for found in definitions("def f[T](x: T) -> T: pass; (")]
    ['f']
    """
    if isinstance(parse_cell(source), SyntaxError):
        return _names_without_tree(source)
    return [found for node in statements(source) if (node.end_lineno or 0) >= first_line for found in _binds(node)]


def defined_names(source: str, first_line: int = 1) -> set[str]:
    """Return the names that a cell's statements from a line on define for other cells."""
    return {found.name for found in definitions(source, first_line)}


def functions(source: str) -> set[str]:
    """Return the names of the functions and classes that a cell defines for other cells."""
    return {found.name for found in definitions(source) if found.what is None or isinstance(found.what, CALLED)}


FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
CALLED = (*FUNCTION, ast.ClassDef, ast.Lambda)


def _binds(node: ast.AST) -> Iterator[Definition]:
    waiting = [node]  # no recursion, because a sum of a thousand terms is a thousand levels deep
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


def _names_without_tree(source: str) -> list[Definition]:
    """List the names after an unindented `def` or `class` in a cell that cannot be parsed."""
    tokens = list[tokenize.TokenInfo]()
    with contextlib.suppress(Exception):  # which error the tokenizer raises depends on the version of Python
        code = re.sub(INVISIBLE, "", source)
        tokens.extend(tokenize.generate_tokens(io.StringIO(code).readline))  # tokens before the error are kept
    known = [two for two in pairwise(tokens) if two[0].string in ("def", "class") and not two[0].line[0].isspace()]
    return [Definition(name.string, name.start[0], None) for _, name in known if name.string.isidentifier()]


# Why a function that may be right lost points.


def losses(
    function: str, test_name: str, cells: Sequence[Any], has_verdict: bool, others: Collection[str]
) -> Iterator[str]:
    """Yield a sentence for each reason why a function that may be right lost points, such as where it is defined.

    Args:
        function: the name of a function that lost points.
        test_name: nbgrader's name for its test cell.
        cells: the cells of the graded notebook, with their outputs.
        has_verdict: whether an object with this name was graded.
        others: the names of the functions that the problem set asks for.
    """
    test = next((number for number, cell in enumerate(cells) if grade_id(cell) == test_name), 0)
    above = cells[:test]
    stopped = [*stopped_before(function, above)]
    yield from stopped
    found = _definitions_of(function, above)
    if {how for _, how in found} == {AS_HANDED_OUT}:
        cells = [cell | {"source": ""} if function in functions(code(cell)) else cell for cell in cells]
        if close := _alternatives(function, cells, test, others, like=True):
            yield f"{function} is as it was handed out; there is {close}"
    elif has_verdict:
        yield from _unusual(function, found)
    elif not stopped:
        alternatives = _alternatives(function, cells, test, others) or "no other"
        yield f"there is no function called `{function}` when its test runs; there is {alternatives}"
    needed = _needed(function, above) - {function}
    for number, cell in enumerate(above, start=1):
        if hidden := defined_names(code(cell)) & needed & {*dir(builtins)}:
            yield f"it needs {', '.join(sorted(hidden))}, a name of Python's own that cell {number} redefines"
    missing = needed.difference(dir(builtins), *(defined_names(code(cell)) for cell in above))
    for number, cell in enumerate(cells[test:], start=test + 1):
        if below := defined_names(code(cell)) & missing:
            yield f"it needs {', '.join(sorted(below))}, which cell {number} defines below its test"


def stopped_before(function: str, cells: Sequence[Any]) -> Iterator[str]:
    """Yield a sentence for each cell that stopped before it defined something that a function needs.

    Names that another cell defines are left out.

    Args:
        function: the name of a graded function.
        cells: the cells above its test, with the outputs of grading.
    """
    needed = _needed(function, cells)
    defined_by_each = [defined_names(code(cell)) for cell in cells]
    nowhere = needed.difference(dir(builtins), *defined_by_each)
    for index, cell in enumerate(cells):
        errors = [output for output in cell.get("outputs", []) if output["output_type"] == "error"]
        for output in errors[:1]:  # nbclient adds a second one if a cell was interrupted
            elsewhere = set().union(*defined_by_each[index + 1 :], set().union(*defined_by_each[:index]) - {function})
            undefined = (defined_names(code(cell), _line_of(output)) & needed) - elsewhere
            if any(error in _traceback(output) for error in ABSENT):  # for example the names from `import *` or %run
                undefined |= nowhere
            if undefined:
                error = _error(output, code(cell))
                yield f"cell {index + 1} stopped with {error} before it defined: {', '.join(sorted(undefined))}"


def _error(output: Any, source: str) -> str:
    """Return the name of the error with which a cell stopped, and for a syntax error also its line."""
    problem, name = parse_cell(source), str(output["ename"])
    if isinstance(problem, SyntaxError):
        return f"{name}{f' in line {problem.lineno}' if problem.lineno else ''} ({problem.msg})"
    return name if name in ERRORS else "an error of its own"


def _alternatives(function: str, cells: Sequence[Any], test: int, others: Collection[str], like: bool = False) -> str:
    """List functions in place of one that was not found: one with a similar name or, unless `like`, up to three."""
    known = dict[str, str]()
    for number, cell in enumerate(cells, start=1):
        below = ", below its test" if number > test else ""
        for name, hidden in _functions_in(cell):
            undone = ", which was not run or was undone" if name == function else ""
            letters = "" if name.isascii() else f" ({name!a})"  # a letter may look like one of another alphabet
            if name not in others or name == function:
                known.setdefault(name.casefold(), f"`{name}`{letters} in cell {number}{hidden or below or undone}")
    close = get_close_matches(function.casefold(), known, n=1) or [*known][: 0 if like else 3]
    return ", ".join(known[name] for name in close)


def quoted(source: str) -> list[str]:
    """List the strings in a cell's code that define functions, as they are passed to `exec`."""
    nodes = [node for statement in statements(source) for node in ast.walk(statement)]
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    return [text for text in texts if re.search("def |lambda", text) and functions(text)]


def _functions_in(cell: Any) -> Iterator[tuple[str, str]]:
    """Yield the name of each function in a cell, with the reason why other cells cannot use it, if any."""
    text = "".join(cell["source"])
    yield from ((name, "" if cell["cell_type"] == "code" else ", which is not a code cell") for name in functions(text))
    if text.startswith("%%"):
        yield from ((name, f", below `{text.split()[0]}`") for name in functions(text.partition("\n")[2]))
    for node in (node for statement in statements(text) for node in ast.walk(statement)):
        if isinstance(node, FUNCTION):
            yield node.name, ", inside a class or another function"
    yield from ((name, ", in quotation marks") for string in quoted(text) for name in functions(string))
    yield from ((name, ", as a comment") for name in functions(re.sub("(?m)^[ \t]*#+ ?", "", text)))


def _definitions_of(function: str, cells: Sequence[Any]) -> list[tuple[str, str]]:
    """List where each definition of a function is, and how it is written."""
    return [
        (f"line {item.line} of cell {number}", _how(item.what))
        for number, cell in enumerate(cells, start=1)
        for node in statements(code(cell))
        for item in [item for item in _binds(node) if item.name == function][-1:]  # of alternatives in `try` or `if`
    ]


def _unusual(function: str, known: Sequence[tuple[str, str]]) -> Iterator[str]:
    """Yield a sentence if a function is defined more than once or in an unusual way, or is not finished."""
    found = [item for item in known[:-1] if item[1] != AS_HANDED_OUT] + [*known[-1:]]
    if len(found) > 1:
        places = ", ".join(place for place, _ in found)
        yield f"{function} is defined more than once ({places}), and the last definition was graded"
    elif found and found[0][1]:
        yield f"{function} is defined {found[0][1]} ({found[0][0]})"


AS_HANDED_OUT = "as it was handed out"


def _how(what: ast.AST | None) -> str:
    """Describe a definition that a learner may not have meant, or return an empty string."""
    if isinstance(what, ast.AsyncFunctionDef):
        return "with `async def`, so that a call returns a coroutine and not the result"
    if getattr(what, "decorator_list", []):
        return "with a decorator"
    body = what.body if isinstance(what, ast.FunctionDef) else []
    names = {getattr(node, "id", "") for part in body if isinstance(part, ast.Raise) for node in ast.walk(part)}
    if "NotImplementedError" not in names:
        return ""
    several = sum(not isinstance(part, ast.Expr) for part in body) > 1
    return "with `raise NotImplementedError` still in it" if several else AS_HANDED_OUT


def _needed(function: str, cells: Sequence[Any]) -> set[str]:
    """Return the name of a function and all names that its definition uses, directly or through other definitions."""
    bindings = [({item.name for item in _binds(node)}, node) for cell in cells for node in statements(code(cell))]
    needed = {function}
    while more := {name for binds, node in bindings if binds & needed for name in _read_by(node)} - needed:
        needed |= more
    return needed


def _read_by(node: ast.AST) -> set[str]:
    """Return the notebook's names that a statement uses, without the parameters and local names of its functions."""
    tree = [*ast.walk(node)]
    local = {part.arg for part in tree if isinstance(part, ast.arg)}
    local |= {str(name) for part in tree for name in (getattr(part, "name", ""), *(item.name for item in _binds(part)))}
    return {part.id for part in tree if isinstance(part, ast.Name)} - local


def _line_of(output: Any) -> int:
    """Return the line of the cell in which it stopped, or the first line if this is unknown."""
    found = re.search(r"Cell In\s*\[\d+\], line (\d{1,9})", _traceback(output))
    if not found or output["ename"] in ("SyntaxError", "IndentationError"):
        return 1
    return min(int(found[1]), LAST_LINE_COUNTED)


def _traceback(output: Any) -> str:
    """Return the traceback of an error without its colour codes."""
    return re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(map(str, output.get("traceback", []))))
