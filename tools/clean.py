"""Convert notebooks to the standard form of this repository without running them: remove what other programs add.

Run by `python3 run.py clean [NOTEBOOK ...]`. Colab moves each cell's id into its metadata or makes up a new one. It
adds names, times and widget state, writes an older format with different spacing, and may insert a badge cell at the
top. Sources and outputs are not changed, except that widgets are removed, because they are empty after saving. If a
source or an execution count has changed, run `python3 run.py refresh` next.
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
"""The id of the cell that Colab inserts at the top when it saves to GitHub. Our first cell has its own badge."""

APPENDIX = re.compile(r"## Appendix\b")
"""The beginning of the first cell of the appendix, the last part of a lesson, which learners' copies do not have."""

FOLDED = "jp-MarkdownHeadingCollapsed"
"""The key in a cell's metadata with which JupyterLab folds the section below a heading, here the appendix."""

WIDGET = "application/vnd.jupyter.widget-view+json"
"""The MIME type of a widget. A saved widget is empty, because it needs the kernel that made it."""

OUTPUT_KEYS = {
    "stream": ("output_type", "name", "text"),
    "display_data": ("output_type", "data", "metadata"),
    "execute_result": ("output_type", "data", "metadata", "execution_count"),
    "error": ("output_type", "ename", "evalue", "traceback"),
}


def normalise(notebook: NotebookNode) -> None:
    """Remove everything from a notebook that depends on the machine or on the program that saved it."""
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
            cell.outputs = coalesce_streams([output for output in cell.outputs if WIDGET not in output.get("data", {})])


def normalise_output(output: NotebookNode) -> None:
    """Convert one output of a cell to the standard form."""
    keep_only(output, OUTPUT_KEYS[output.output_type])
    if output.output_type == "stream":
        output.text = "".join(output.text)
    elif output.output_type != "error":
        keep_only(output.data, [kind for kind in output.data if not kind.startswith("application/vnd.google.")])
        keep_only(output.metadata, output.data)


def keep_only(node: dict, keys: Iterable[str]) -> None:
    """Delete all other keys of a dictionary."""
    for key in set(node) - set(keys):
        del node[key]


def restore_ids(cells: list[NotebookNode], earlier: Sequence[dict]) -> None:
    """Give a cell the id of the earlier cell with the same text; otherwise it keeps its id, or gets one by position."""
    ids: dict[tuple[str, str], list[str]] = {}
    for cell in earlier:
        ids.setdefault(kind_and_text(cell), []).append(cell["id"])
    had = [known.pop(0) if (known := ids.get(kind_and_text(cell))) else None for cell in cells]
    for position, (cell, name) in enumerate(zip(cells, had, strict=True), 1):
        current = cell.get("id") or cell.metadata.get("id")
        cell.id = name or (current if current and current not in had else f"cell-{position}")


def kind_and_text(cell: dict) -> tuple[str, str]:
    """Return the type and text of a cell, which identify it whichever program saved it."""
    return cell["cell_type"], "".join(cell["source"])


def normalised(notebook: dict, earlier: Sequence[dict] = ()) -> NotebookNode:
    """Return a notebook in the standard form, with the ids of the earlier version's cells where they match."""
    cleaned = nbformat.from_dict(json.loads(json.dumps(notebook)))
    cleaned.cells = [cell for cell in cleaned.cells if cell.metadata.get("id") != COLABS_BADGE]
    restore_ids(cleaned.cells, earlier)
    normalise(cleaned)
    return cleaned


def staged(path: Path) -> Sequence[dict]:
    """Return the cells of a notebook in git's index, or no cells if git does not track it."""
    command = ["git", "show", f":./{path.name}"]
    found = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, encoding="utf-8")
    return json.loads(found.stdout)["cells"] if found.returncode == 0 else ()


def read(path: Path) -> NotebookNode:
    """Read a notebook, whichever program saved it, and convert it to the standard form."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    has_ids = all("id" in cell for cell in notebook["cells"])
    return normalised(notebook, () if has_ids else staged(path))


def written(notebook: NotebookNode) -> str:
    """Return the text of a notebook's file."""
    return nbformat.writes(notebook) + "\n"


def main(names: Iterable[str]) -> None:
    """Clean the files of notebooks."""
    for path in map(Path, names):
        print(f"{path.name}: {'cleaned' if replace(path, written(read(path)).encode()) else 'nothing changed'}")


if __name__ == "__main__":
    main(sys.argv[1:])
