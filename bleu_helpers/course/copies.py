"""Report which notebooks have the same answers but for names, comments and layout.

  python -m bleu_helpers.course.copies RELEASE SUBMISSION...

RELEASE is the notebook that the students got; what stands in it already is not compared. A SUBMISSION is a notebook, or
a folder in which all notebooks are looked at: the submissions, those of earlier years, the public solution. The exit
code is 1 if two have the same.

A function is compared together with everything of its notebook that it uses, brought to a normal form: no comments,
docstrings and type hints, imports by what they import, the student's own names numbered, also those of methods and
attributes and of what is handed over by name. Written answers are compared word by word. The same is no proof: a short
function has few ways to be written. So each line says how much was compared.

Not seen: lines in another order, a line more or less, another construct for the same thing (a loop in place of a
comprehension), and texts in other words.
"""

import ast
import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

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

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Answer(NamedTuple):
    """An answer in its normal form, and how many parts it has: names, numbers, calls and so on, or words."""

    form: str
    parts: int
    is_code: bool = True


# The normal form of code.


def statements(notebook: Notebook) -> list[ast.stmt]:
    """Read all cells of a notebook; one that is no Python is left out."""
    from IPython.core.inputtransformer2 import TransformerManager

    manager: Any = TransformerManager  # some versions of IPython tell its types, and some do not
    read, found = manager(), list[ast.stmt]()
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            try:
                found += ast.parse(read.transform_cell(text(cell))).body
            except (SyntaxError, ValueError, RecursionError):
                continue
    return found


def definitions(found: Iterable[ast.stmt]) -> tuple[Definitions, Scope]:
    """Give what each name stands for that is defined at the top of a notebook, and what the imported names mean."""
    defined: Definitions = {}
    imported: Scope = {}
    for statement in found:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            defined[statement.name] = statement
        elif isinstance(statement, ast.Import | ast.ImportFrom):
            imported |= meanings(statement)
        elif isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            for name in _bound([statement]):
                defined[name] = statement.value
    return defined, imported


def meanings(statement: ast.Import | ast.ImportFrom) -> Scope:
    """Say what the names of an import mean.

    >>> meanings(ast.parse("from collections import Counter as C").body[0])
    {'C': 'collections.Counter'}
    """
    start = f"{statement.module}." if isinstance(statement, ast.ImportFrom) else ""
    return {one.asname or one.name.split(".")[0]: start + one.name for one in statement.names}


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
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name
        if not isinstance(node, (*_FUNCTIONS, ast.ClassDef, *_COMPREHENSIONS)):
            yield from _bound(ast.iter_child_nodes(node))


class _Members:
    """What the classes of a notebook bind: methods and attributes, which a student named, too."""

    def __init__(self, defined: Definitions) -> None:
        self.names: set[str] = set()
        self.methods: dict[str, list[str]] = defaultdict(list)
        self._bindings: set[int] = set()
        for node in {id(one): one for tree in defined.values() for one in ast.walk(tree)}.values():
            if isinstance(node, ast.ClassDef):
                self._add(node)

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
        for one in ast.walk(tree):
            if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store):
                self.names.add(one.attr)
        self.names = {name for name in self.names if not name.startswith("__")}

    def named_by(self, node: ast.AST) -> bool:
        """Whether a part of a tree names a member of a class, and nothing that can be called by this name alone."""
        return isinstance(node, ast.Attribute) or id(node) in self._bindings


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


class _Writer:
    """Writes syntax trees, and numbers the names that a student chose in the order in which they are met."""

    def __init__(self, defined: Definitions, imported: Scope) -> None:
        self.defined, self.imported = defined, imported
        self.order: list[str] = []
        self.parts = 0
        self._members = _Members(defined)
        self._attributes: list[str] = []
        self._scopes: list[Scope] = []
        self._functions: list[Definitions] = []
        self._places: dict[int, int] = {}
        self._count = 0

    def own(self, name: str) -> str:
        """Give the normal name of something that the notebook defines at its top."""
        if name not in self.order:
            self.order.append(name)
        return f"own{self.order.index(name)}"

    def write(self, node: ast.AST) -> str:
        """Write a part of a tree, and everything below it."""
        self.parts += 1
        if isinstance(node, ast.Call):
            self._note_places(node)
        inner = self._inner_scope(node)
        if inner is not None:
            self._scopes.append(inner)
            inside = ast.walk(node) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else ()
            self._functions.append({one.name: one for one in inside if isinstance(one, ast.FunctionDef)})
        fields = [self._field(node, name, value) for name, value in self._fields(node)]
        if inner is not None:
            self._scopes.pop()
            self._functions.pop()
        return f"{type(node).__name__}({', '.join(fields)})"

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
        if isinstance(value, str) and self._members.named_by(node) and name in ("attr", "name", "id"):
            return self._attribute(value) if value in self._members.names else repr(value)
        if isinstance(value, str) and self._is_name(node, name):
            return self._normal(value)
        if isinstance(node, ast.keyword) and id(node) in self._places:
            return f"parameter{self._places[id(node)]}"
        return repr(value)

    def _attribute(self, name: str) -> str:
        if name not in self._attributes:
            self._attributes.append(name)
        return f"attribute{self._attributes.index(name)}"

    def _note_places(self, call: ast.Call) -> None:
        """Note which parameter of a function of the student's own each argument is, that is handed over by its name."""
        parameters: list[str] = []
        if isinstance(call.func, ast.Name):
            parameters = _parameters(self._called(call.func.id))
        elif isinstance(call.func, ast.Attribute) and call.func.attr in self._members.names:
            parameters = self._members.methods[call.func.attr]
        for keyword in call.keywords:
            if keyword.arg in parameters:
                self._places[id(keyword)] = parameters.index(keyword.arg)

    def _called(self, name: str) -> ast.AST:
        """Find the function or class of the student's own that a name stands for."""
        for scope, functions_in_it in zip(reversed(self._scopes), reversed(self._functions), strict=True):
            if name in scope:
                return functions_in_it.get(name, ast.Pass())
        return self.defined.get(name, ast.Pass())

    def _kept(self, node: ast.AST, name: str, value: list[Any]) -> list[Any]:
        """Leave out docstrings and imports."""
        if name != "body" or isinstance(node, ast.Lambda):
            return value
        only_text = [isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) for one in value]
        return [
            one
            for one, is_text in zip(value, only_text, strict=True)
            if not is_text and not isinstance(one, ast.Import | ast.ImportFrom)
        ]

    def _is_name(self, node: ast.AST, field: str) -> bool:
        named = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler)
        return isinstance(node, ast.Name | ast.arg | ast.Global | ast.Nonlocal) or (
            isinstance(node, named) and field == "name"
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
        outside = {name for one in body for found in ast.walk(one) for name in _not_local(found)}
        scope = arguments | {name: "" for name in _bound(body) if name not in outside}
        for one in body:
            for found in ast.walk(one):
                if isinstance(found, ast.Import | ast.ImportFrom):
                    scope |= meanings(found)
        return scope


def _not_local(node: ast.AST) -> list[str]:
    return node.names if isinstance(node, ast.Global | ast.Nonlocal) else []


# One notebook.


def answers(release: Notebook, submission: Notebook) -> dict[str, Answer]:
    """Give the normal form of everything that a student answered, by the names of the release's cells."""
    defined, imported = definitions(statements(submission))
    stubs, stub_imports = definitions(statements(release))
    found: dict[str, Answer] = {}
    for model in release["cells"]:
        if not grading(model).get("solution"):
            continue
        for name in sorted(functions(model)):
            answer = normal_form(name, defined, imported)
            if answer is not None and answer != normal_form(name, stubs, stub_imports):
                found[name] = answer
        if model["cell_type"] == "markdown":
            mine = [text(cell) for cell in submission["cells"] if grade_id(cell) == grade_id(model)]
            words = _words("\n".join(mine))
            if words and words != _words(text(model)):
                found[grade_id(model)] = Answer(" ".join(words), len(words), is_code=False)
    return found


def _words(written: str) -> list[str]:
    return re.findall(r"\w+", re.sub("### (BEGIN|END) SOLUTION", "", written).casefold())


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
            found[path] = answers(release, json.loads(path.read_text(encoding="utf-8")))
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
