"""Run notebooks from top to bottom and save their outputs in place, in the standard form (see clean.py).

Called by `python3 run.py refresh [NOTEBOOK ...]`. A notebook that fails is left as it was. The learner's copy of a
lesson is written with it (see learn.py).
"""

import base64
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import learn
from clean import normalise, read, written
from files import replace
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode
from nbval.kernel import CURRENT_ENV_KERNEL_NAME, NbvalKernelspecManager

ROOT = Path(__file__).resolve().parent.parent
NUMBER = r"\d+(?:[.,/]\d+)*"
"""A number or a fraction in a text, as it is compared between languages."""
README_PICTURE = "readme-picture"
"""The tag of a cell whose picture the README shows; it is saved with the number of its lesson."""


def execute(notebook: NotebookNode, folder: Path) -> None:
    """Run every cell of a notebook in a new kernel of this environment, and store the outputs in the notebook."""
    kernel = KernelManager(kernel_name=CURRENT_ENV_KERNEL_NAME, kernel_spec_manager=NbvalKernelspecManager())
    client = NotebookClient(
        notebook,
        km=kernel,
        timeout=120,
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(folder)}},
    )
    try:
        client.execute(stderr=subprocess.DEVNULL)  # the kernel's own log; what cells write there is an output
    finally:
        kernel.shutdown_kernel(now=True)


def numbers(cell: dict) -> Counter:
    """Count the numbers in the outputs of a cell, because their order may depend on the language."""
    outputs = [{"text": output.get("text", ""), **output.get("data", {})} for output in cell["outputs"]]
    texts = [text for output in outputs for kind, text in output.items() if not kind.startswith("image/")]
    return Counter(re.findall(NUMBER, "\n".join(texts)))


def execute_translated(notebook: NotebookNode, lesson: NotebookNode, folder: Path) -> None:
    """Run a lesson in another language, and store the outputs, but keep the pictures, whose words are in English.

    Raises:
        ValueError: the outputs of a cell have other numbers than those in the lesson.
    """
    execute(notebook, folder)
    normalise(notebook)
    saved = {cell.id: cell for cell in lesson.cells if cell.cell_type == "code"}
    for cell in (cell for cell in notebook.cells if cell.id in saved):
        if numbers(cell) != numbers(saved[cell.id]):
            raise ValueError(f"the cell {cell.id} does not print the numbers of the lesson:\n{cell.source}")
        for output, kept in zip(cell.outputs, saved[cell.id].outputs, strict=True):
            if "image/png" in kept.get("data", {}):
                output.data["image/png"] = kept.data["image/png"]


def readme_pictures(notebook: NotebookNode) -> list[bytes]:
    """Return the pictures of the cells that the README shows."""
    return [
        base64.b64decode(output.data["image/png"])
        for cell in notebook.cells
        if README_PICTURE in cell.metadata.get("tags", [])
        for output in cell.outputs
        if "image/png" in output.get("data", {})
    ]


def refresh(path: Path) -> bool:
    """Run one notebook and save it, and return whether all its cells ran."""
    print(f"{path.name}: running", end=" ... ", flush=True)
    notebook = read(path)
    try:
        execute(notebook, path.parent)
    except CellExecutionError as error:
        print(f"stopped with {error.ename}: {error.evalue}\n\n{error}\nThe file was not changed.")
        return False
    normalise(notebook)
    changed = replace(path, written(notebook).encode())
    for picture in readme_pictures(notebook):
        changed |= replace(ROOT / "docs" / f"picture-{path.stem[:2]}.png", picture)
    if path.resolve() in learn.lessons(ROOT):
        changed = bool(learn.write_all([path], ROOT)) or changed
    print("saved" if changed else "nothing changed")
    return True


def main(names: list[str]) -> int:
    """Refresh the files of notebooks, and return 1 if a cell of one of them failed."""
    failed = [name for name in names if not refresh(Path(name))]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
