"""The part of a lesson's code that has to do with some functions, so that it can be run in no time.

Taken are the statements that call one of the functions, or a function made with it, and the statements that these need.
Others, a figure, say, or a test with a thousand resamples, are left out.
"""

import ast
import symtable
from collections.abc import Iterator

CHANGING = {"append", "extend", "update", "add", "reset"}
"""Methods that change what they are called on."""
WRITING = {"write_text", "write_bytes"}
"""Methods that write files: whoever needs a name that stands beside them may read what was written."""


Names = tuple[set[str], set[str]]
"""What a statement makes or changes, and what it needs."""


def slice_of(
    cells: list[list[ast.stmt]], functions: set[str], beside: type[ast.stmt] | None = None
) -> list[list[ast.stmt]]:
    """The statements of each cell that have to do with functions of these names, in their order.

    In a cell that calls one, statements of the kind `beside` are taken too: what is called there may be looked at here.
    """
    names = {statement: names_in(statement) for cell in cells for statement in cell}
    taken = {*using(names, {name for function in functions for name in (function, f".{function}")})}
    if beside is not None:
        taken |= {one for cell in cells if taken & {*cell} for one in cell if isinstance(one, beside)}
    before: set[ast.stmt] = set()
    while before != taken:
        before = {*taken}
        wanted = set().union(*(names[one][1] for one in taken))
        taken |= {one for one, (makes, _) in names.items() if makes & wanted}
    return [[one for one in cell if one in taken] for cell in cells]


def using(names: dict[ast.stmt, Names], known: set[str]) -> Iterator[ast.stmt]:
    """The statements that use a function that is known, or one that was made with it."""
    for statement, (makes, needs) in names.items():
        if isinstance(statement, ast.Import | ast.ImportFrom):
            known |= {one.asname or one.name for one in statement.names if one.name in known}
        elif needs & known:
            if isinstance(statement, ast.FunctionDef):
                known.add(statement.name)
            elif any(isinstance(node, ast.FunctionDef | ast.Lambda) for node in ast.walk(statement)):
                known |= makes
            yield statement


def names_in(statement: ast.stmt) -> Names:
    """The names that a statement gives to things or whose things it changes, and those that it needs."""
    top = symtable.symtable(ast.unparse(statement), "a statement", "exec")
    makes = {
        one.get_name() for one in top.get_symbols() if one.is_assigned() or one.is_imported() or one.is_namespace()
    }
    outside = [one for scope in scopes(top) for one in scope.get_symbols() if scope is top or one.is_global()]
    needs = {one.get_name() for one in outside if one.is_referenced()}
    for node in ast.walk(statement):
        if isinstance(node, ast.Attribute):
            needs.add(f".{node.attr}")
        if isinstance(node, ast.Attribute) and node.attr in CHANGING:
            makes.add(owner_of(node))
        if isinstance(node, ast.Attribute) and node.attr in WRITING:
            makes |= {one.get_name() for one in top.get_symbols()}
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            makes.add(owner_of(node))
    if isinstance(statement, ast.For | ast.With):  # what is made inside is not needed from outside
        needs -= {one.get_name() for one in top.get_symbols() if one.is_assigned()}
    return makes, needs | (gone_on_with(statement) & {one.get_name() for one in outside})


def gone_on_with(statement: ast.stmt) -> set[str]:
    """The names whose things a statement makes new ones of: counter += 1, name = name.lower()."""
    names = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.AugAssign):
            names.add(owner_of(node.target))
        if isinstance(node, ast.Assign):
            of_it = {one.id for one in ast.walk(node.value) if isinstance(one, ast.Name)}
            names |= {
                one.id for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name)
            } & of_it
    return names


def owner_of(node: ast.expr) -> str:
    """The name at the beginning of things such as name[0].part."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def scopes(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    """A scope and all that are inside it."""
    yield table
    for child in table.get_children():
        yield from scopes(child)
