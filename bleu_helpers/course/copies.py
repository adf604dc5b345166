"""Report which notebooks have the same answers but for names, comments and layout.

  python -m bleu_helpers.course.copies RELEASE SUBMISSION...

RELEASE is the notebook that the students got; what stands in it already is not compared. A SUBMISSION is a notebook, or
a folder in which all notebooks are looked at: the submissions, those of earlier years, the public solution. The exit
code is 1 if two have the same.

A function is compared together with everything that it uses of its notebook, and of the files beside it, brought to a
normal form: no comments, docstrings and type hints, imports by what they import, the student's own names numbered, also
those of methods and attributes and of what is handed over by name. Written answers are compared word by word. What
RELEASE hands out, be it code in the place of an answer, a helper function or the line above a text, is nobody's own and
does not count. The same is no proof: a short function has few ways to be written. So each line says how much was
compared.

Not seen: lines in another order, a line more or less, another construct for the same thing (a loop in place of a
comprehension), and texts in other words.
"""

import ast
import copy
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bleu_helpers.course._statements import statements
from bleu_helpers.course.preflight import (
    Notebook,
    functions,
    grade_id,
    grading,
    logins,
    notebooks,
    text,
    with_login,
)

Scope = dict[str, str]
"""The normal name of each name that is bound in one function, or in one comprehension."""

Definitions = dict[str, ast.AST]

_LONGEST_CHAIN = 9
"""Through so many names, a function of a student's own is looked for."""

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Answer(NamedTuple):
    """An answer in its normal form, and how many parts it has: names, numbers, calls and so on, or words."""

    form: str
    parts: int
    is_code: bool = True


# The normal form of code.


def definitions(found: Iterable[ast.stmt]) -> tuple[Definitions, Scope]:
    """Give what each name stands for that is defined at the top of a notebook, and what the imported names mean.

    What is below an `if`, a `try` and the like stands at the top too. A table that later statements fill is all of them
    together, and so is what a later statement may leave as it was.
    """
    defined: Definitions = {}
    imported: Scope = {}
    for statement in found:
        before = dict(defined)
        for one in _at_the_top(statement):
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                defined[one.name] = one
            elif isinstance(one, ast.Import | ast.ImportFrom):
                imported |= meanings(one)
            else:
                defined |= _assigned(one)
            if one is not statement:  # it may not be run
                changed = [name for name in before if defined[name] is not before[name]]
                defined |= {name: _together(before[name], statement) for name in changed}
        for name in sorted(_changed(statement, defined) & defined.keys()):
            defined[name] = _together(before.get(name, defined[name]), statement)
    return defined, imported


class _Steps(ast.Module):
    """What a name stands for after several statements."""


def _together(before: ast.AST, statement: ast.stmt) -> ast.AST:
    steps: list[Any] = before.body if isinstance(before, _Steps) else [before]
    return _Steps([*steps, statement], [])


def _at_the_top(statement: ast.stmt) -> Iterator[ast.stmt]:
    """Give a statement, and those in it that make names for the whole notebook."""
    yield statement
    if not isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
        for node in ast.iter_child_nodes(statement):
            inner = ast.iter_child_nodes(node) if isinstance(node, ast.ExceptHandler | ast.match_case) else [node]
            yield from (found for one in inner if isinstance(one, ast.stmt) for found in _at_the_top(one))


def _assigned(statement: ast.stmt) -> Definitions:
    """Give what a statement by itself makes of names, each with its place where it makes several at once.

    >>> {name: ast.unparse(one) for name, one in _assigned(ast.parse("a = b, c = d, e").body[0]).items()}
    {'a': '(d, e)', 'b': '(d, e)[0]', 'c': '(d, e)[1]'}
    """
    match statement:
        case ast.Assign(targets=targets, value=value):
            pairs: list[tuple[ast.expr, ast.expr]] = [(target, value) for target in targets]
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            pairs = [(target, value)]
        case ast.For(target=target, iter=value) | ast.AsyncFor(target=target, iter=value):
            pairs = [(target, value)]
        case ast.With(items=items) | ast.AsyncWith(items=items):
            pairs = [(item.optional_vars, item.context_expr) for item in items if item.optional_vars]
        case _:
            pairs = []
    return {
        name: one if isinstance(target, ast.Name) else ast.Subscript(one, ast.Constant(place))
        for target, one in pairs
        for place, name in enumerate(_bound([target]))
    }


_CHANGING = {
    *("add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "reverse"),
    *("setdefault", "sort", "subtract", "update"),
}
"""Methods of Python's collections that change them."""


def _changed(statement: ast.stmt, defined: Definitions) -> set[str]:
    """Name what a statement at the top changes without making it: `TABLE[1] = 2`, `TABLE.append(3)`, `total += 4`.

    By a function that it calls, or by another name, it may change something too.
    """
    found: set[str] = set()
    for one in _at_the_top(statement):
        match one:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                continue
            case ast.Expr(value=ast.Call(func=ast.Name(id=name))) if name in defined:
                found |= _changed_in(defined[name])
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in _read(value):
                found.add(name)
        found |= _changed_in(one)
    for name in [*found]:
        for _ in range(_LONGEST_CHAIN):
            other = defined.get(name)
            if isinstance(other, ast.Name):
                found.add(name := other.id)
    return found


def _read(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _changed_in(tree: ast.AST) -> set[str]:
    """Name what is changed somewhere in a tree, and not made there."""
    found: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.AugAssign(target=ast.Name(id=name)):
                found.add(name)
            case ast.Subscript(ctx=ast.Store() | ast.Del()) | ast.Attribute(ctx=ast.Store() | ast.Del()):
                found.add(_root(node))
            case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in _CHANGING:
                found.add(_root(value))
    return found


def _root(node: ast.expr) -> str:
    """Give the name with which `TABLE[1].x` begins, if it begins with one."""
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def meanings(statement: ast.Import | ast.ImportFrom) -> Scope:
    """Say what the names of an import mean.

    >>> meanings(ast.parse("from collections import Counter as C").body[0])
    {'C': 'collections.Counter'}
    """
    if isinstance(statement, ast.ImportFrom):
        return {one.asname or one.name: f"{statement.module}.{one.name}" for one in statement.names}
    tops = [(one, one.name.split(".")[0]) for one in statement.names]
    return {one.asname or top: one.name if one.asname else top for one, top in tops}


def normal_form(name: str, defined: Definitions, imported: Scope) -> Answer | None:
    """Write a function and what it uses of its notebook in the normal form; None if it is not defined there."""
    if name not in defined:
        return None
    writer = _Writer(defined, imported)
    writer.own(name)
    forms = []
    for used in writer.order:  # it grows while what is in it is written
        forms.append(writer.write(defined[used]))
    return Answer("; ".join(forms), writer.parts)


def _bound(found: Iterable[ast.AST]) -> Iterator[str]:
    """Name what statements bind, without what functions and comprehensions inside of them bind."""
    for node in found:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            yield node.name
        elif isinstance(node, ast.MatchMapping) and node.rest:
            yield node.rest
        if isinstance(node, _COMPREHENSIONS):  # what `:=` binds in one is bound around it
            yield from (one.target.id for one in ast.walk(node) if isinstance(one, ast.NamedExpr))
        elif not isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
            yield from _bound(ast.iter_child_nodes(node))


_MAKERS = {
    *("collections.namedtuple", "typing.NamedTuple", "typing.TypedDict", "dataclasses.make_dataclass"),
    *("enum.Enum", "enum.IntEnum", "enum.Flag", "enum.StrEnum", "types.SimpleNamespace"),
}
"""What makes a class, or one object, with fields that are named in a call."""


def meaning(function: ast.AST, imported: Scope) -> str:
    """Say what is called, by what its name was imported from; nothing where it was not.

    >>> meaning(ast.parse("c.namedtuple").body[0].value, {"c": "collections"})
    'collections.namedtuple'
    """
    match function:
        case ast.Name(id=name):
            return imported.get(name, "")
        case ast.Attribute(value=value, attr=attr):
            inner = meaning(value, imported)
            return inner and f"{inner}.{attr}"
    return ""


def fields_of(call: ast.Call) -> list[str]:
    """Name the fields that a call of one of `_MAKERS` makes, in their order. Types are no texts.

    >>> fields_of(ast.parse("namedtuple('P', 'x, y')").body[0].value)
    ['x', 'y']
    >>> fields_of(ast.parse("NamedTuple('P', [('x', int), ('y', int)])").body[0].value)
    ['x', 'y']
    """
    found = []
    for given in call.args[1:2]:
        for node in ast.walk(given):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found += re.findall(r"\w+", node.value)
    return found


class _Members:
    """What the classes of a notebook bind: methods and attributes, which a student named, too."""

    def __init__(self, defined: Definitions, imported: Scope) -> None:
        self.names: set[str] = set()
        self.methods: dict[str, list[str]] = defaultdict(list)
        self._bindings: set[int] = set()
        nodes = {id(one): one for tree in defined.values() for one in ast.walk(tree)}.values()
        for node in nodes:
            if isinstance(node, ast.Import | ast.ImportFrom):
                imported = meanings(node) | imported
        for node in nodes:
            if isinstance(node, ast.ClassDef):
                self._add(node)
            elif isinstance(node, ast.Call) and meaning(node.func, imported) in _MAKERS:
                self.names |= {*fields_of(node), *(one.arg for one in node.keywords if one.arg and not node.args)}

    def _add(self, tree: ast.ClassDef) -> None:
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                self._bindings.add(id(node))
                self.names.add(node.name)
                self.methods[node.name] += _parameters(node)
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                self._bindings |= set(map(id, targets))
                self.names |= {*_bound(targets)}
                if {"__slots__", "__match_args__"} & {*_bound(targets)} and node.value:  # names as texts
                    self._bindings |= set(map(id, ast.walk(node.value)))
        for one in ast.walk(tree):
            if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store):
                self.names.add(one.attr)
        self.names = {name for name in self.names if not name.startswith("__")}

    def named_by(self, node: ast.AST) -> bool:
        """Whether a part of a tree names a member of a class, and nothing that can be called by this name alone."""
        return isinstance(node, ast.Attribute | ast.MatchClass) or id(node) in self._bindings


def _parameters(node: ast.AST) -> list[str]:
    """List what can be handed over by name when something is called, in its order."""
    if isinstance(node, ast.ClassDef):
        made = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
        fields = [
            one.target.id for one in node.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)
        ]
        return _parameters(made[0]) if made else fields
    if not isinstance(node, _FUNCTIONS):
        return []
    return [one.arg for one in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]


_NAMING = ("attr", "name", "id", "kwd_attrs", "value")
"""Where a part of a tree holds the name of a member."""


class _Writer:
    """Writes syntax trees, and numbers the names that a student chose in the order in which they are met."""

    def __init__(self, defined: Definitions, imported: Scope) -> None:
        self.defined, self.imported = defined, imported
        self.order: list[str] = []
        self.parts = 0
        self._members = _Members(defined, imported)
        self._attributes: list[str] = []
        self._scopes: list[Scope] = []
        self._functions: list[Definitions] = []
        self._places: dict[int, str] = {}
        self._count = 0

    def own(self, name: str) -> str:
        """Give the normal name of something that the notebook defines at its top, by whichever of its names."""
        for _ in range(_LONGEST_CHAIN):
            other = self.defined.get(name)
            name = other.id if isinstance(other, ast.Name) and other.id in self.defined else name
        if name not in self.order:
            self.order.append(name)
        return f"own{self.order.index(name)}"

    def write(self, node: ast.AST) -> str:
        """Write a part of a tree, and everything below it."""
        self.parts += 1
        if isinstance(node, ast.Call):
            self._note_places(node)
            if self._meaning(node.func) in _MAKERS and node.args:
                return self._made(node)
        if isinstance(node, ast.Attribute) and self._meaning(node):
            return f"Name({self._meaning(node)})"
        inner = self._inner_scope(node)
        if inner is not None:
            self._scopes.append(inner)
            self._functions.append(_made_inside(node))
        fields = [self._field(node, name, value) for name, value in self._fields(node)]
        if inner is not None:
            self._scopes.pop()
            self._functions.pop()
        return f"{type(node).__name__}({', '.join(fields)})"

    def _made(self, call: ast.Call) -> str:
        """Write what makes a class without the name that stands in it, and with the fields as attributes."""
        named = [self._attribute(one) for one in fields_of(call)]
        rest = [self.write(one) for one in (*call.args[2:], *call.keywords)]
        return f"{self._meaning(call.func)}({', '.join([*named, *rest])})"

    def _meaning(self, node: ast.AST) -> str:
        """Say what a part of a tree is, if it is something imported."""
        scopes = [self.imported, *self._scopes]
        known = {name: what for scope in scopes for name, what in scope.items()}
        return meaning(node, {name: what for name, what in known.items() if what and not re.match(r"name\d", what)})

    def _fields(self, node: ast.AST) -> Iterator[tuple[str, Any]]:
        """Give what counts of a node; where it makes a scope, what binds names comes first."""
        left_out = {"annotation", "returns", "type_comment", "type_params", "kind", "ctx", "simple"}
        found = [(name, value) for name, value in ast.iter_fields(node) if name not in left_out]
        yield from sorted(found, key=lambda field: field[0] not in ("args", "generators"))

    def _field(self, node: ast.AST, name: str, value: Any) -> str:
        if isinstance(value, ast.AST):
            return self.write(value)
        if isinstance(value, list):
            return f"[{', '.join(self._field(node, name, one) for one in self._kept(node, name, value))}]"
        if isinstance(value, str) and self._members.named_by(node) and name in _NAMING:
            return self._attribute(value) if value in self._members.names else repr(value)
        if isinstance(value, str) and self._is_name(node, name):
            return self._normal(value)
        if isinstance(node, ast.keyword) and id(node) in self._places:
            return self._places[id(node)]
        return repr(value)

    def _attribute(self, name: str) -> str:
        if name not in self._attributes:
            self._attributes.append(name)
        return f"attribute{self._attributes.index(name)}"

    def _note_places(self, call: ast.Call) -> None:
        """Note which parameter of a function of the student's own each argument is, that is handed over by its name."""
        what, parameters = self._meaning(call.func), self._takes(call.func)
        if what == "functools.partial" and call.args:  # which hands over what it is given
            parameters = self._takes(call.args[0])
        by_attribute = what in ("types.SimpleNamespace", "dataclasses.replace") or (
            isinstance(call.func, ast.Attribute) and call.func.attr == "_replace"
        )
        for keyword in call.keywords:
            if by_attribute and keyword.arg in self._members.names:
                self._places[id(keyword)] = self._attribute(str(keyword.arg))
            elif keyword.arg in parameters:
                self._places[id(keyword)] = f"parameter{parameters.index(keyword.arg)}"

    def _takes(self, function: ast.AST) -> list[str]:
        """List what can be handed over by name to what a part of a tree stands for."""
        if isinstance(function, ast.Attribute):
            return self._members.methods.get(function.attr, [])
        for _ in range(_LONGEST_CHAIN):  # a name may stand for another one, or for a `partial` of it
            if isinstance(function, ast.Name):
                function = self._called(function.id)
            elif isinstance(function, ast.Call) and self._meaning(function.func) == "functools.partial":
                function = function.args[0] if function.args else ast.Pass()
            else:
                break
        if isinstance(function, ast.Call) and self._meaning(function.func) in _MAKERS:
            return fields_of(function)
        return _parameters(function)

    def _called(self, name: str) -> ast.AST:
        """Find what a name of the student's own stands for."""
        for scope, made_in_it in zip(reversed(self._scopes), reversed(self._functions), strict=True):
            if name in scope:
                return made_in_it.get(name, ast.Pass())
        return self.defined.get(name, ast.Pass())

    def _kept(self, node: ast.AST, name: str, value: list[Any]) -> list[Any]:
        """Leave out docstrings, imports and type hints, and what does nothing."""
        if not value or not isinstance(value[0], ast.stmt):
            return value
        return [
            one if isinstance(node, ast.ClassDef) else _without_hint(one)
            for one in value
            if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))
            and not isinstance(one, ast.Import | ast.ImportFrom | ast.Pass)
            and (isinstance(node, ast.ClassDef) or not isinstance(one, ast.AnnAssign) or one.value)
        ]

    def _is_name(self, node: ast.AST, field: str) -> bool:
        named = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)
        return (
            isinstance(node, ast.Name | ast.arg | ast.Global | ast.Nonlocal)
            or (isinstance(node, named) and field == "name")
            or (isinstance(node, ast.MatchMapping) and field == "rest")
        )

    def _normal(self, name: str) -> str:
        for scope in reversed(self._scopes):
            if name in scope:
                if not scope[name]:
                    scope[name] = f"name{self._count}"
                    self._count += 1
                return scope[name]
        if name in self.defined:
            return self.own(name)
        return self.imported.get(name, name)

    def _inner_scope(self, node: ast.AST) -> Scope | None:
        """Give the names that a node binds for what is below it; those that get a number have no normal name yet."""
        if isinstance(node, _COMPREHENSIONS):
            return dict.fromkeys(_bound(one.target for one in node.generators), "")
        if not isinstance(node, _FUNCTIONS):
            return None
        body = [node.body] if isinstance(node, ast.Lambda) else node.body
        arguments = {one.arg: "" for one in ast.walk(node.args) if isinstance(one, ast.arg)}
        outside = {name for one in body for name in _not_local(one)}
        scope = arguments | {name: "" for name in _bound(body) if name not in outside}
        for one in body:
            for found in ast.walk(one):
                if isinstance(found, ast.Import | ast.ImportFrom):
                    scope |= meanings(found)
        return scope


def _made_inside(node: ast.AST) -> Definitions:
    """Give what the names of a function stand for that are functions themselves, or made of one."""
    found: Definitions = {}
    for one in ast.walk(node) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else ():
        match one:
            case ast.FunctionDef(name=name):
                found[name] = one
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() | ast.Call() | ast.Name() as value):
                found[name] = value
    return found


def _without_hint(statement: ast.stmt) -> ast.stmt:
    """Write `a: int = 1` as `a = 1`."""
    if isinstance(statement, ast.AnnAssign) and statement.value:
        return ast.Assign([statement.target], statement.value)
    return statement


def _not_local(node: ast.AST) -> Iterator[str]:
    """Name what a function says to be of outside, without what functions in it say."""
    if isinstance(node, ast.Global | ast.Nonlocal):
        yield from node.names
    elif not isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
        for inner in ast.iter_child_nodes(node):
            yield from _not_local(inner)


# One notebook.


def answers(release: Notebook, submission: Notebook, beside: Path | None = None) -> dict[str, Answer]:
    """Give the normal form of everything that a student answered, by the names of the release's cells.

    Args:
        release: what the students got.
        submission: what came back.
        beside: the folder of the submission, where modules of the student's own may be.
    """
    everything, imported = definitions(statements(submission, beside))
    stubs, stub_imports = definitions(statements(release))
    handed_out = {name: ast.dump(one) for name, one in stubs.items()}
    defined = {name: one for name, one in everything.items() if ast.dump(one) != handed_out.get(name)}
    found: dict[str, Answer] = {}
    for model in release["cells"]:
        if not grading(model).get("solution"):
            continue
        for name in sorted(functions(model)):
            answer, stub = normal_form(name, defined, imported), normal_form(name, _begun(stubs), stub_imports)
            if answer is not None and stub is not None and answer.form != stub.form:
                found[name] = answer._replace(parts=max(answer.parts - stub.parts, 1))
        if model["cell_type"] == "markdown":
            mine = [text(cell) for cell in submission["cells"] if grade_id(cell) == grade_id(model)]
            words = _own_words("\n".join(mine), text(model))
            if words:
                found[grade_id(model)] = Answer(" ".join(words), len(words), is_code=False)
    return found


def _begun(stubs: Definitions) -> Definitions:
    """Give the functions of a release as whoever has only deleted the line that raises an error."""
    begun = copy.deepcopy(stubs)
    for one in begun.values():
        if isinstance(one, ast.FunctionDef):
            one.body = [line for line in one.body if not isinstance(line, ast.Raise)]
    return begun


def _own_words(written: str, handed_out: str) -> list[str]:
    """List the words of a written answer, without the lines that stood there before.

    >>> _own_words("My reading: It counts.", "**My reading:**\\n\\nYOUR ANSWER HERE")
    ['it', 'counts']
    """
    own = f" {_words(written)} "
    for line in handed_out.split("\n"):
        own = own.replace(f" {_words(line)} ", " ", 1)
    return own.split()


def _words(written: str) -> str:
    return " ".join(re.findall(r"\w+", re.sub("### (BEGIN|END) SOLUTION", "", written).casefold()))


# Many notebooks.


def groups(found: dict[Path, dict[str, Answer]]) -> Iterator[tuple[str, int, list[Path]]]:
    """Find whoever has the same: in all functions first, then in one answer. Give what, its parts, and whose."""
    programs = {path: tuple(one for one in mine.items() if one[1].is_code) for path, mine in found.items()}
    whole: dict[tuple[tuple[str, Answer], ...], list[Path]] = defaultdict(list)
    single: dict[tuple[str, Answer], list[Path]] = defaultdict(list)
    for path, program in programs.items():
        whole[program].append(path)
        for item in found[path].items():
            single[item].append(path)
    for program, paths in whole.items():
        if program and len(paths) > 1:
            yield "all functions", sum(answer.parts for _, answer in program), paths
    for (name, answer), paths in single.items():
        if len(paths) > 1 and not (answer.is_code and len({programs[path] for path in paths}) == 1):
            yield name, answer.parts, paths


def main(arguments: list[str]) -> int:
    """Compare notebooks, print who has the same, and return the exit code."""
    if len(arguments) < 2:
        print((__doc__ or "").strip())
        return 2
    try:
        release = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        print(f"The first name is to be the notebook that the students got, and it cannot be read: {problem}")
        return 2
    found: dict[Path, dict[str, Answer]] = {}
    for path in dict.fromkeys(path for argument in arguments[1:] for path in notebooks(Path(argument))):
        try:
            found[path] = answers(release, json.loads(path.read_text(encoding="utf-8")), path.parent)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
            print(f"{path}: cannot be read as a notebook ({type(problem).__name__})")
    count, known = 0, logins(Path())
    for what, parts, paths in groups(found):
        count += 1
        print(f"The same in {what} ({parts} parts): {', '.join(with_login(str(path), known) for path in paths)}")
    print(f"{len(found)} notebooks compared, {count} {'group has' if count == 1 else 'groups have'} the same.")
    return 1 if count else 0


if __name__ == "__main__":  # pragma: no cover - in a process of its own
    sys.exit(main(sys.argv[1:]))
