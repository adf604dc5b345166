"""The part of a lesson's code that has to do with some functions, so that it can be run again and again in no time.

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


def slice_of(statements: list[ast.stmt], functions: set[str]) -> list[ast.stmt]:
    """The statements of a lesson that have to do with functions of these names, in their order."""
    makes_of, needs_of = [], []
    for statement in statements:
        makes, needs = names_in(statement)
        makes_of.append(makes)
        needs_of.append(needs)
    known = functions | {f".{name}" for name in functions}
    taken = {place for place, _ in using(statements, makes_of, needs_of, known)}
    before: set[int] = set()
    while before != taken:
        before = set(taken)
        wanted = set().union(*(needs_of[place] for place in taken))
        taken |= {place for place, makes in enumerate(makes_of) if makes & wanted}
    return [statement for place, statement in enumerate(statements) if place in taken]


def using(
    statements: list[ast.stmt], makes_of: list[set[str]], needs_of: list[set[str]], known: set[str]
) -> Iterator[tuple[int, ast.stmt]]:
    """The statements that use a function that is known, or one that was made with it."""
    for place, statement in enumerate(statements):
        if isinstance(statement, ast.Import | ast.ImportFrom):
            known |= {one.asname or one.name for one in statement.names if one.name in known}
        elif needs_of[place] & known:
            if any(isinstance(node, ast.FunctionDef | ast.Lambda) for node in ast.walk(statement)):
                known |= makes_of[place]
            yield place, statement


def names_in(statement: ast.stmt) -> tuple[set[str], set[str]]:
    """The names that a statement gives to things or whose things it changes, and those that it needs."""
    top = symtable.symtable(ast.unparse(statement), "a statement", "exec")
    makes = {
        one.get_name() for one in top.get_symbols() if one.is_assigned() or one.is_imported() or one.is_namespace()
    }
    needs = set()
    for scope in scopes(top):
        needs |= {
            one.get_name() for one in scope.get_symbols() if one.is_referenced() and (scope is top or one.is_global())
        }
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
    return makes, needs | gone_on_with(statement)


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
