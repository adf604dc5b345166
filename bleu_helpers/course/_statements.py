"""The statements of a notebook, with those of the student's own modules in the place of the lines that import them."""

import ast
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from bleu_helpers.course._files import within
from bleu_helpers.course._imports import plain_python
from bleu_helpers.course.preflight import Notebook, text


def statements(notebook: Notebook, beside: Path | None = None) -> list[ast.stmt]:
    """Read all cells of a notebook, and the student's own modules that they import; what is no Python is left out.

    Args:
        notebook: whose cells are read; `%%writefile` in one makes a module.
        beside: the folder in which further modules stand.
    """
    found = list[ast.stmt]()
    files = within(beside)[0] if beside else ()
    python = [path for path in files if path.parent == beside and path.suffix == ".py"]
    own = {path.stem: path.read_text(encoding="utf-8", errors="replace") for path in python}
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        if written := re.match(r"%%writefile +(?:-a +)?(\w+)\.py *\n", text(cell)):
            own[written[1]] = own.get(written[1], "") + "\n" + text(cell)[written.end() :]
        else:
            found += _parsed(text(cell))
    return _Inlined(own).whole(found) if own else found


def _parsed(source: str) -> list[ast.stmt]:
    try:
        return ast.parse(plain_python(source)).body
    except (SyntaxError, ValueError, RecursionError):
        return []


class _Inlined(ast.NodeTransformer):
    """Puts a student's own modules in the place of the lines that import them."""

    def __init__(self, modules: Mapping[str, str]) -> None:
        self._modules = dict(modules)
        self._names: set[str] = set()
        self._found: list[ast.stmt] = []

    def whole(self, statements: Iterable[ast.stmt]) -> list[ast.stmt]:
        """Give the statements of the modules that are imported, and then these."""
        body = ast.Module([*statements], [])
        inlined: ast.Module = self.visit(body)
        return [*self._found, *inlined.body]

    def _inline(self, module: str) -> None:
        source = self._modules.pop(module, "")  # it is read once, also where two import each other
        self._found += self.visit(ast.Module(_parsed(source), [])).body
        self._names.add(module)

    def visit_Import(self, node: ast.Import) -> ast.AST | None:
        """Note what a module of the student's own is called here."""
        own = [one for one in node.names if one.name in self._modules or one.name in self._names]
        for one in own:
            self._inline(one.name)
            self._names.add(one.asname or one.name)
        node.names = [one for one in node.names if one not in own]
        return node if node.names else None

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | list[ast.AST]:
        """Give names of a module of the student's own to what they stand for."""
        if node.module is None or not (node.module in self._modules or node.module in self._names):
            return node
        self._inline(node.module)
        renamed = [(one.asname, one.name) for one in node.names if one.asname and one.asname != one.name]
        return [ast.Assign([ast.Name(new, ast.Store())], ast.Name(name, ast.Load())) for new, name in renamed]

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """Write `helper.name` as `name`."""
        if isinstance(node.value, ast.Name) and node.value.id in self._names:
            return ast.Name(node.attr, node.ctx)
        return self.generic_visit(node)
