"""Open only plain files of a submission, in plain folders inside the student's own folder.

If a notebook were a link, its target would be graded instead, and even changed by a repair. Handing one in takes no
skill, because unpacking an archive restores its links.
"""

import json
import stat
from pathlib import Path
from typing import Any


class NotPlain(OSError):
    """A path of a submission must not be opened. The message says what it is."""


def checked_path(path: Path, folder: Path) -> Path:
    """Return a path of a submission if it may be opened. Every path that comes from a submission is checked here.

    Args:
        path: a file or a folder, which need not exist yet.
        folder: the student's folder, which must contain `path`.

    Raises:
        NotPlain: the path is outside the folder; or it, or a folder on the way to it, is a link, a pipe or a device.

    >>> checked_path(Path("all", "ada", "..", "eve"), Path("all", "ada"))
    Traceback (most recent call last):
        ...
    bleu_grading.outside.submitted_files.NotPlain: outside of the folder that it belongs to
    """
    inside = path.parts[len(folder.parts) :]
    if path.parts[: len(folder.parts)] != folder.parts or ".." in inside:
        raise NotPlain("outside of the folder that it belongs to")
    current = folder
    for part in inside:
        current = current / part
        kind = _not_plain(current)
        if kind:
            raise NotPlain(kind if current == path else f"in {current.name}, which is {kind}")
    return path


def _not_plain(path: Path) -> str:
    try:
        found = path.lstat()
    except FileNotFoundError:
        return ""
    except OSError as problem:
        return f"not to be opened ({problem.strerror})"
    if stat.S_ISLNK(found.st_mode):
        return "a link"
    if stat.S_ISREG(found.st_mode):
        return "a hard link" if found.st_nlink > 1 else ""
    return "" if stat.S_ISDIR(found.st_mode) else "a pipe or a device"


def list_files(folder: Path, hidden: bool = False) -> tuple[list[Path], dict[Path, str]]:
    """List the plain files in a folder and its subfolders, and describe each path that must not be opened.

    Folders whose names begin with a dot are skipped unless `hidden` is true. Jupyter makes such a folder.
    """
    files, others, waiting = list[Path](), dict[Path, str](), [folder]
    while waiting:
        current = waiting.pop()
        try:
            children = [*current.iterdir()]
        except OSError as problem:
            others[current] = f"a folder that cannot be opened ({problem.strerror})"
            continue
        for path in children:
            if kind := _not_plain(path):
                others[path] = kind
            elif not path.is_dir():
                files.append(path)
            elif hidden or path.name[:1] != ".":
                waiting.append(path)
            elif path.name != ".ipynb_checkpoints":
                others[path] = "a folder whose name begins with a dot"
    return sorted(files), dict(sorted(others.items()))


def read_cells(notebook: Path, folder: Path) -> list[Any]:
    """Read the cells of a notebook in a folder, or return no cells if it cannot be read."""
    try:
        cells = json.loads(checked_path(notebook, folder).read_bytes())["cells"]
        return [cell for cell in cells if isinstance(cell, dict)]
    except Exception:  # a student's code can produce an output that cannot be parsed
        return []


def delete_links(folder: Path) -> dict[Path, str]:
    """Delete links and other paths that are not plain from one of our folders, and return what each of them was."""
    others = list_files(folder, hidden=True)[1] if folder.is_dir() else {}
    for path in others:
        path.unlink()
    return others
