"""Run notebooks from top to bottom and save their outputs in place; change nothing else.

Called by `python3 run.py refresh [NOTEBOOK ...]`. A notebook that fails is left as it was.
"""

import base64
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import nbformat
from jupyter_client.manager import KernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode
from nbval.kernel import CURRENT_ENV_KERNEL_NAME, NbvalKernelspecManager

ROOT = Path(__file__).resolve().parent.parent
README_PICTURE = "readme-picture"
"""The tag of the one cell whose picture the README shows; it is saved beside the README."""


def execute(notebook: NotebookNode, folder: Path) -> None:
    """Run every cell of a notebook in a fresh kernel of this environment, and put the outputs in it."""
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


def normalise(notebook: NotebookNode) -> None:
    """Bring a notebook to the house's form: nothing in it that depends on the machine or the program that saved it."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook.metadata = NotebookNode(kernelspec=NotebookNode(kernel), language_info=NotebookNode(name="python"))
    for cell in notebook.cells:
        tags = cell.metadata.get("tags", [])
        cell.metadata = NotebookNode(tags=tags) if tags else NotebookNode()
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                # A traceback names paths and versions. Its last line says what a reader needs.
                output.traceback = [f"{output.ename}: {output.evalue}"]


def written(notebook: NotebookNode) -> str:
    """The notebook as the text of its file."""
    return nbformat.writes(notebook) + "\n"


def replace(path: Path, content: bytes) -> bool:
    """Write a file at once or not at all, and only where its content changes; say whether it did."""
    if path.is_file() and path.read_bytes() == content:
        return False
    with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
        file.write(content)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)
    return True


def readme_pictures(notebook: NotebookNode) -> list[bytes]:
    """The pictures of the cell that the README shows."""
    return [
        base64.b64decode(output.data["image/png"])
        for cell in notebook.cells
        if README_PICTURE in cell.metadata.get("tags", [])
        for output in cell.outputs
        if "image/png" in output.get("data", {})
    ]


def refresh(path: Path) -> bool:
    """Run one notebook and save it; return whether it ran to its end."""
    print(f"{path.name}: running", end=" ... ", flush=True)
    notebook = nbformat.read(path, as_version=4)
    try:
        execute(notebook, path.parent)
    except CellExecutionError as error:
        print(f"it stops with {error.ename}: {error.evalue}\n\n{error}\nThe file is left as it was.")
        return False
    normalise(notebook)
    changed = replace(path, written(notebook).encode())
    for picture in readme_pictures(notebook):
        changed = replace(ROOT / "docs" / "picture.png", picture) or changed
    print("saved" if changed else "nothing changed")
    return True


def main(names: list[str]) -> int:
    """Refresh the named notebooks, or those of the named folder."""
    paths = [
        path for name in names for path in (sorted(Path(name).glob("*.ipynb")) if Path(name).is_dir() else [Path(name)])
    ]
    return 0 if all([refresh(path) for path in paths]) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
