"""The part of a lesson's code that is connected with some functions, so that it can be run quickly.

It consists of the statements that call one of the functions, or a function that uses one of them, and of the statements
on which these depend. All others, such as a figure or a test with a thousand resamples, are left out.
"""

import ast
import symtable
from collections.abc import Iterator

CHANGING = {"append", "extend", "update", "add", "reset"}
"""Methods that change their object."""
WRITING = {"write_text", "write_bytes"}
"""Methods that write files, which a statement with one of the same names may read."""


Names = tuple[set[str], set[str]]
"""The names that a statement defines or changes, and the names that it needs."""


def slice_of(
    cells: list[list[ast.stmt]], functions: set[str], extra: type[ast.stmt] | None = None
) -> list[list[ast.stmt]]:
    """Return the statements of each cell that are connected with functions of these names, in their order.

    With `extra`, only the calls in cells with a statement of this kind count, and these statements are included.
    """
    names = {statement: names_in(statement) for cell in cells for statement in cell}
    taken = {*using(names, {name for function in functions for name in (function, f".{function}")})}
    if extra is not None:
        has_extra = [cell for cell in cells if any(isinstance(node, extra) for part in cell for node in ast.walk(part))]
        taken &= {statement for cell in has_extra for statement in cell}
        taken |= {part for cell in has_extra if taken & {*cell} for part in cell if isinstance(part, extra)}
    before: set[ast.stmt] = set()
    while before != taken:
        before = {*taken}
        needed = set().union(*(names[statement][1] for statement in taken))
        taken |= {statement for statement, (makes, _) in names.items() if makes & needed}
    return [[statement for statement in cell if statement in taken] for cell in cells]


def using(names: dict[ast.stmt, Names], known: set[str]) -> Iterator[ast.stmt]:
    """Yield the statements that use a known function, or a function that was defined with one."""
    for statement, (makes, needs) in names.items():
        if isinstance(statement, ast.Import | ast.ImportFrom):
            known |= {alias.asname or alias.name for alias in statement.names if alias.name in known}
        elif needs & known:
            if isinstance(statement, ast.FunctionDef):
                known.add(statement.name)
            elif any(isinstance(node, ast.FunctionDef | ast.Lambda) for node in ast.walk(statement)):
                known |= makes
            yield statement


def names_in(statement: ast.stmt) -> Names:
    """Return the names that a statement defines or whose objects it changes, and the names that it needs."""
    top = symtable.symtable(ast.unparse(statement), "a statement", "exec")
    makes = {
        symbol.get_name()
        for symbol in top.get_symbols()
        if symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()
    }
    outside = [symbol for scope in scopes(top) for symbol in scope.get_symbols() if scope is top or symbol.is_global()]
    needs = {symbol.get_name() for symbol in outside if symbol.is_referenced()}
    for node in ast.walk(statement):
        if isinstance(node, ast.Attribute):
            needs.add(f".{node.attr}")
        if isinstance(node, ast.Attribute) and node.attr in CHANGING:
            makes.add(owner_of(node))
        if isinstance(node, ast.Attribute) and node.attr in WRITING:
            makes |= {symbol.get_name() for symbol in top.get_symbols()}
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            makes.add(owner_of(node))
    if isinstance(statement, ast.For | ast.With):  # names that are defined inside are not needed from outside
        needs -= {symbol.get_name() for symbol in top.get_symbols() if symbol.is_assigned()}
    return makes, needs | (updated_by(statement) & {symbol.get_name() for symbol in outside})


def updated_by(statement: ast.stmt) -> set[str]:
    """Return the names that a statement computes from their old values, as in counter += 1 or name = name.lower()."""
    names = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.AugAssign):
            names.add(owner_of(node.target))
        if isinstance(node, ast.Assign):
            targets = {part.id for target in node.targets for part in ast.walk(target) if isinstance(part, ast.Name)}
            names |= targets & {part.id for part in ast.walk(node.value) if isinstance(part, ast.Name)}
    return names


def owner_of(node: ast.expr) -> str:
    """Return the name at the beginning of an expression such as name[0].part."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def scopes(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    """Yield a scope and all scopes inside it."""
    yield table
    for child in table.get_children():
        yield from scopes(child)
