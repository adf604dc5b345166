"""Which files of a submission are opened: plain ones in plain folders, inside the student's own folder.

A notebook that is a link would be graded as what it leads to, and repaired through it. Unzipping restores links, so it
takes no skill to hand one in.
"""

import io
import json
import stat
import sys
import unicodedata
from pathlib import Path
from typing import Any


class NotPlain(OSError):
    """A path of a submission is not to be opened. The message says what it is."""


def own(path: Path, folder: Path) -> Path:
    """Give a path of a submission back, if it can be opened: every path that comes from one goes through here.

    Args:
        path: a file or a folder, or the name of one that is not there yet.
        folder: the student's own, which `path` has to be in.

    Raises:
        NotPlain: it is outside of the folder; or it, or a folder on the way, is a link, a pipe or a device.

    >>> own(Path("all", "ada", "..", "eve"), Path("all", "ada"))
    Traceback (most recent call last):
        ...
    bleu_grading.outside.submitted_files.NotPlain: outside of the folder that it belongs to
    """
    inside = path.parts[len(folder.parts) :]
    if path.parts[: len(folder.parts)] != folder.parts or ".." in inside:
        raise NotPlain("outside of the folder that it belongs to")
    here = folder
    for part in inside:
        here = here / part
        what = _not_plain(here)
        if what:
            raise NotPlain(what if here == path else f"in {here.name}, which is {what}")
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


def within(folder: Path, hidden: bool = False) -> tuple[list[Path], dict[Path, str]]:
    """List the plain files of a folder and of those in it, and say what everything is that is not to be opened.

    Nothing is looked for in a folder whose name begins with a dot, unless `hidden` says so. Jupyter makes one of these.
    """
    plain, others, waiting = list[Path](), dict[Path, str](), [folder]
    while waiting:
        here = waiting.pop()
        try:
            inside = [*here.iterdir()]
        except OSError as problem:
            others[here] = f"a folder that cannot be opened ({problem.strerror})"
            continue
        for path in inside:
            if what := _not_plain(path):
                others[path] = what
            elif not path.is_dir():
                plain.append(path)
            elif hidden or path.name[:1] != ".":
                waiting.append(path)
            elif path.name != ".ipynb_checkpoints":
                others[path] = "a folder whose name begins with a dot"
    return sorted(plain), dict(sorted(others.items()))


HIDDEN_SIGNS = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode categories without a shape: control and format characters, line breaks, and bytes that are no UTF-8."""


def printable(name: str) -> str:
    """Write a name so that all of it can be seen and saved: what has no shape becomes an escape.

    >>> print(printable("김 a\\u200bb\\n"), printable(b"\\xb1\\xe8".decode(errors="surrogateescape")))
    김 a\\u200bb\\n \\udcb1\\udce8
    """
    return "".join(ascii(sign)[1:-1] if unicodedata.category(sign) in HIDDEN_SIGNS else sign for sign in name)


def print_any_name() -> None:
    """Let `print` write an escape for each sign that the terminal's encoding lacks, so that no name stops a command."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def cells_of(notebook: Path, folder: Path) -> list[Any]:
    """Read the cells of a notebook in a folder; none where it cannot be read."""
    try:
        cells = json.loads(own(notebook, folder).read_bytes())["cells"]
        return [cell for cell in cells if isinstance(cell, dict)]
    except Exception:  # a student's code can make an output that no program reads
        return []


def take_links_away(folder: Path) -> dict[Path, str]:
    """Take away from one of our own folders what leads out of it, and say what each was."""
    others = within(folder, hidden=True)[1] if folder.is_dir() else {}
    for path in others:
        path.unlink()
    return others
