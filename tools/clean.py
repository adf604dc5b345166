"""Bring notebooks back to the house's form, without running them: undo what Colab and other programs add on saving.

Called by `python3 run.py clean [NOTEBOOK ...]`. Colab moves each cell's id into its metadata, or makes up another;
it adds names, times and widget state, writes an older format with other spacing, and may put a badge cell on top.
Sources and outputs stay as they are, but for widgets, which are empty once they are saved. Where a source or a count
has changed, `python3 run.py refresh` comes next.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import nbformat
from files import replace
from nbformat import NotebookNode
from nbval.plugin import coalesce_streams

COLABS_BADGE = "view-in-github"
"""The id of the cell that Colab puts on top when it saves to GitHub. Our first cell has its own badge."""

APPENDIX = re.compile(r"## Appendix\b")
"""How the cell begins with which a lesson's last part begins: what only a sceptic reads, and no learner's copy has."""

FOLDED = "jp-MarkdownHeadingCollapsed"
"""With this, JupyterLab opens a notebook with the heading's cells folded: those of the appendix, for the sceptic."""

WIDGET = "application/vnd.jupyter.widget-view+json"
"""The kind of output that shows a widget. Saved, it is empty: the widget lives in the kernel that made it."""

OUTPUT_KEYS = {
    "stream": ("output_type", "name", "text"),
    "display_data": ("output_type", "data", "metadata"),
    "execute_result": ("output_type", "data", "metadata", "execution_count"),
    "error": ("output_type", "ename", "evalue", "traceback"),
}


def normalise(notebook: NotebookNode) -> None:
    """Bring a notebook to the house's form: nothing in it that depends on the machine or the program that saved it."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook.metadata = NotebookNode(kernelspec=NotebookNode(kernel), language_info=NotebookNode(name="python"))
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    for cell in notebook.cells:
        tags = cell.metadata.get("tags", [])
        cell.metadata = NotebookNode(tags=tags) if tags else NotebookNode()
        cell.source = "".join(cell.source)
        if cell.cell_type == "markdown" and APPENDIX.match(cell.source):
            cell.metadata[FOLDED] = True
        if cell.cell_type == "code":
            for output in cell.outputs:
                normalise_output(output)
            cell.outputs = coalesce_streams([one for one in cell.outputs if WIDGET not in one.get("data", {})])


def normalise_output(output: NotebookNode) -> None:
    """Bring one output of a cell to the house's form."""
    keep_only(output, OUTPUT_KEYS[output.output_type])
    if output.output_type == "stream":
        output.text = "".join(output.text)
    elif output.output_type == "error":
        # A traceback names paths and versions. Its last line says what a reader needs.
        output.traceback = [f"{output.ename}: {output.evalue}"]
    else:
        keep_only(output.data, [kind for kind in output.data if not kind.startswith("application/vnd.google.")])
        keep_only(output.metadata, output.data)


def keep_only(node: dict, keys: Iterable[str]) -> None:
    """Delete every other key of a dictionary."""
    for key in set(node) - set(keys):
        del node[key]


def restore_ids(cells: list[NotebookNode], earlier: Sequence[dict]) -> None:
    """Give a cell the id of the earlier cell with its text; any other keeps its own, or gets one by its place."""
    ids: dict[tuple[str, str], list[str]] = {}
    for cell in earlier:
        ids.setdefault(kind_and_text(cell), []).append(cell["id"])
    had = [known.pop(0) if (known := ids.get(kind_and_text(cell))) else None for cell in cells]
    for place, (cell, name) in enumerate(zip(cells, had, strict=True), 1):
        own = cell.get("id") or cell.metadata.get("id")
        cell.id = name or (own if own and own not in had else f"cell-{place}")


def kind_and_text(cell: dict) -> tuple[str, str]:
    """What a cell is known by, whichever program saved it."""
    return cell["cell_type"], "".join(cell["source"])


def house_form(notebook: dict, earlier: Sequence[dict] = ()) -> NotebookNode:
    """A notebook in the house's form; its cells have the ids of the earlier version's cells where there is one."""
    house = nbformat.from_dict(json.loads(json.dumps(notebook)))
    house.cells = [cell for cell in house.cells if cell.metadata.get("id") != COLABS_BADGE]
    restore_ids(house.cells, earlier)
    normalise(house)
    return house


def staged(path: Path) -> Sequence[dict]:
    """The cells of a notebook as git has it, or none where git does not have it."""
    command = ["git", "show", f":./{path.name}"]
    found = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, encoding="utf-8")
    return json.loads(found.stdout)["cells"] if found.returncode == 0 else ()


def read(path: Path) -> NotebookNode:
    """Read a notebook, whichever program saved it, and bring it to the house's form."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    has_ids = all("id" in cell for cell in notebook["cells"])
    return house_form(notebook, () if has_ids else staged(path))


def written(notebook: NotebookNode) -> str:
    """The notebook as the text of its file."""
    return nbformat.writes(notebook) + "\n"


def main(names: Iterable[str]) -> None:
    """Clean the files of notebooks."""
    for path in map(Path, names):
        print(f"{path.name}: {'cleaned' if replace(path, written(read(path)).encode()) else 'nothing changed'}")


if __name__ == "__main__":
    main(sys.argv[1:])
