"""Draw which module of bleu_helpers imports which, into docs/architecture.md.

  python3 tools/architecture.py

The order of the lessons' modules is that of the package's docstring. What needs none of them stands before them, and
everything else after them, each below what it imports; the package itself, which has the public names, too. In this
order no module may import a later one.
"""

import ast
import re
import sys
from collections.abc import Iterable
from graphlib import TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
AS_ONE = ("_validation", "checks", "course", "display.plots")
"""Sub-packages that get one line."""

PLACE = re.compile(r"(?<=```text\n).*?(?=```)", re.DOTALL)
"""Where in the page the drawing stands: its one block of text."""


def files_of(package: Path) -> dict[str, Path]:
    """The modules of a package by their full names, each with its file."""
    return {
        ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__"): path
        for path in sorted(package.rglob("*.py"))
    }


def public_names(files: dict[str, Path]) -> set[str]:
    """The names that the package itself offers, of which some are also those of modules."""
    text = next(iter(files.values())).read_text(encoding="utf-8")
    listed = re.search(r"^__all__ = (\[.*?\])", text, re.DOTALL | re.MULTILINE)
    return set(ast.literal_eval(listed[1])) if listed else set()


def imports_of(name: str, files: dict[str, Path]) -> set[str]:
    """The modules of its package that a module's text imports, wherever: in a function too, and for types only."""
    found = set()
    for node in ast.walk(ast.parse(files[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = name if files[name].stem == "__init__" else name.rpartition(".")[0]
            source = resolve_name("." * node.level + (node.module or ""), package)
            public = public_names(files) if "." not in source else set()
            whole = {alias.name: f"{source}.{alias.name}" for alias in node.names}
            found |= {module if module in files and one not in public else source for one, module in whole.items()}
    return {module for module in found if module.split(".")[0] == name.split(".")[0]}


def lessons(package: Path) -> dict[str, str]:
    """The modules of the lessons in their order, each with its lesson's number, from the package's docstring."""
    text = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8")), clean=False)
    return dict(re.findall(r"^ +(\w+) +(\d\d)  \w", text, re.MULTILINE))


def line_of(module: str) -> str:
    """The line of the drawing that a module belongs to: its name in the package, or its sub-package's."""
    inside = module.partition(".")[2] or module
    return next((one for one in AS_ONE if f"{inside}.".startswith(f"{one}.")), inside)


def graph_of(package: Path) -> dict[str, set[str]]:
    """For each line of the drawing, the lines that it imports. Sub-packages that only hold others have no line."""
    files = files_of(package)
    modules = [name for name in files if line_of(name) in (*AS_ONE, package.name) or files[name].stem != "__init__"]
    graph: dict[str, set[str]] = {line_of(name): set() for name in modules}
    for name in modules:
        graph[line_of(name)] |= {line_of(one) for one in imports_of(name, files)} & graph.keys() - {line_of(name)}
    return graph


def order(graph: dict[str, set[str]], numbered: Iterable[str]) -> list[str]:
    """The lines of the drawing from top to bottom: what the lessons need, the lessons, what is made of them."""
    lines = list(TopologicalSorter({line: sorted(graph[line]) for line in sorted(graph)}).static_order())
    from_lessons = set(numbered)
    for line in lines:
        if graph[line] & from_lessons:
            from_lessons.add(line)
    before = [line for line in lines if line not in from_lessons]
    after = [line for line in lines if line in from_lessons.difference(numbered)]
    return [*before, *numbered, *after]


def drawing(package: Path = ROOT / "bleu_helpers") -> str:
    """The staircase: on each step a module's name, to its left an x below each module that it imports."""
    graph, numbered = graph_of(package), lessons(package)
    lines = order(graph, numbered)
    steps = []
    for place, line in enumerate(lines):
        if later := graph[line] & set(lines[place:]):
            raise ValueError(f"{line} imports {', '.join(sorted(later))}, which comes later")
        marks = "".join("x  " if above in graph[line] else ".  " for above in lines[:place])
        steps.append(f"{marks}{f'{numbered[line]} ' if line in numbered else ''}{line}\n")
    return "".join(steps)


def main() -> int:
    """Put the drawing into the page."""
    page = ROOT / "docs" / "architecture.md"
    before = page.read_text(encoding="utf-8")
    after = PLACE.sub(lambda _: drawing(), before)
    page.write_text(after, encoding="utf-8")
    print("docs/architecture.md:", "nothing changed" if after == before else "drawn again")
    return 0


if __name__ == "__main__":
    sys.exit(main())
