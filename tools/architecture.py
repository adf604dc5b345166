"""Draw which module of bleu_helpers imports which, into docs/architecture.md.

  python3 tools/architecture.py

The order of the lessons' modules is that of the package's docstring. What needs none of them stands before them, and
everything else after them, each below what it imports. In this order no module may import a later one.
"""

import ast
import re
import sys
from collections.abc import Iterable
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
AS_ONE = ("checks", "course", "display.plots")
"""Sub-packages that get one line."""

PLACE = re.compile(r"(?<=```text\n).*?(?=```)", re.DOTALL)
"""Where in the page the drawing stands: its one block of text."""


def lessons(package: Path) -> dict[str, str]:
    """The modules of the lessons in their order, each with its lesson's number, from the package's docstring."""
    text = ast.get_docstring(ast.parse((package / "__init__.py").read_text(encoding="utf-8")), clean=False)
    return dict(re.findall(r"^ +(\w+) +(\d\d)  \w", text, re.MULTILINE))


def line_of(module: str) -> str:
    """The line of the drawing that a module belongs to: its own name, or its sub-package's."""
    return next((one for one in AS_ONE if f"{module}.".startswith(f"{one}.")), module)


def imports(package: Path) -> dict[str, set[str]]:
    """For each line of the drawing, the lines that it imports; imports for type checkers only do not count."""
    paths = sorted(set(package.rglob("*.py")) - {package / "__init__.py"})  # its own __init__ imports everything
    names = [path.relative_to(package).with_suffix("").as_posix().replace("/", ".") for path in paths]
    lines = [line_of(name.removesuffix(".__init__")) for name in names]
    found: dict[str, set[str]] = {
        line: set() for name, line in zip(names, lines, strict=True) if line in AS_ONE or not name.endswith(".__init__")
    }
    for path, line in zip(paths, lines, strict=True):
        if line in found:
            found[line] |= {line_of(name) for name in imported(path, package.name)} & found.keys() - {line}
    return found


def imported(path: Path, package: str) -> set[str]:
    """Every name that a file imports from the package, without the package's own name."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    branches = [node for node in tree.body if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)]
    for_type_checkers = {id(node) for branch in branches for node in ast.walk(branch)}
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and id(node) not in for_type_checkers:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {name.removeprefix(f"{package}.") for name in names if name.startswith(f"{package}.")}


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
    graph, numbered = imports(package), lessons(package)
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
