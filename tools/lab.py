"""Open the lessons in JupyterLab, in a folder of the learner's own, which git does not track.

Called by `python3 run.py lab [NOTEBOOK] [ARGUMENT ...]`. The folder is filled from notebooks/learn at each start: a
lesson that is missing comes back, and a newer one replaces a copy that nobody has changed, never one that somebody has.
Each copy carries in its metadata what it was handed out as, so there is no other list that could be lost. JupyterLab
opens the lesson, or a welcome page, which says what was done so far, and asks no other host for anything. Needs
JupyterLab and nothing else.
"""

import hashlib
import json
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from files import replace
from front_door import Refusal, refuse, say

ROOT = Path(__file__).resolve().parent.parent
WELCOME = "00_welcome.md"
HANDED_OUT = "handed_out"
"""The key in a copy's metadata: the name and the fingerprint that it was handed out with."""
VERDICT = "exercise_checker"
"""The key in an output's metadata under which a check says which task it is about, and whether that is solved."""

SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/docmanager-extension:plugin": {"defaultViewers": {"markdown": "Markdown Preview"}},
    "@jupyterlab/notebook-extension:tracker": {"codeCellConfig": {"lineWrap": True}},
}
"""No pop-up that asks about news, no question after a newer JupyterLab, the welcome page as a page, whole lines."""

PAGE = """# BLEU from scratch

{first} A double click in the list on the left opens a lesson, too.

| lesson | minutes | so far |
| --- | --- | --- |
{rows}

The lessons in this folder are yours: write into them, and save. An update leaves a lesson that you have changed as it
is. To begin one anew, rename or delete it and start `python3 run.py lab` again: a fresh one takes its place.

Each save of a lesson brings this page up to date. Close it and open it again to see that.
"""


# A notebook.


def lessons(language: str) -> list[Path]:
    """The learner's copies that git tracks."""
    return sorted((ROOT / "notebooks" / "learn" / language).glob("*.ipynb"))


def source(cell: dict) -> str:
    """The text of a cell."""
    return "".join(cell["source"])


def code_cells(notebook: dict) -> list[dict]:
    """The cells that can be run."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code" and source(cell).strip()]


def exercises(notebook: dict) -> list[str]:
    """The tasks that a notebook checks."""
    text = "\n".join(map(source, code_cells(notebook)))
    return re.findall(r"^check\(\w+, [\"'](\w+)[\"']\)", text, re.MULTILINE)


def solved(notebook: dict) -> set[str]:
    """The tasks that a verdict says are solved, by the mark that it leaves; its words could be any language's."""
    outputs = (output for cell in code_cells(notebook) for output in cell["outputs"])
    marks = (output.get("metadata", {}).get(VERDICT) for output in outputs)
    return {mark["task"] for mark in marks if mark and mark["solved"]}


def fingerprint(notebook: dict) -> str:
    """What is the same as long as nobody has run or changed a cell; opening and saving a notebook leaves it."""
    kept = ("attachments", "outputs", "execution_count")
    cells = [[cell["cell_type"], source(cell), *(cell.get(key) for key in kept)] for cell in notebook["cells"]]
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()[:16]


def handed_out(lesson: Path) -> dict:
    """A lesson as a learner gets it: pictures that another host would be asked for are words, and it knows its name."""
    notebook = json.loads(lesson.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = re.sub(r"!\[([^\]]*)\]\(https?:[^)]*\)", r"\1", source(cell))
    notebook["metadata"][HANDED_OUT] = {"lesson": lesson.name, "fingerprint": fingerprint(notebook)}
    return notebook


class Found(NamedTuple):
    """What a learner's folder has under a name."""

    notebook: dict
    lesson: str
    """The name of the lesson that it was handed out as."""
    version: str
    """The fingerprint that it was handed out with."""
    fingerprint: str


def look(path: Path) -> Found | None:
    """What stands in a file; None where that is no notebook that can be read."""
    try:
        notebook = json.loads(path.read_bytes())
        mark = notebook["metadata"].get(HANDED_OUT)
        lesson, version = (str(mark.get(key)) if isinstance(mark, dict) else "" for key in ("lesson", "fingerprint"))
        so_far(notebook, [])  # so that whoever asks for it later gets no error
        return Found(notebook, lesson, version, fingerprint(notebook))
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def so_far(notebook: dict, tasks: Sequence[str]) -> str:
    """What was done in a notebook that has these exercises, read from what is saved in it."""
    cells, correct = code_cells(notebook), solved(notebook)
    run = sum(cell["execution_count"] is not None for cell in cells)
    cells_run = "all cells run" if run == len(cells) else f"{run} of {len(cells)} cells run"
    of_tasks = f", {len(correct.intersection(tasks))} of {len(tasks)} exercises solved" if tasks else ""
    return f"{cells_run}{of_tasks}" if run else "not begun"


# The learner's folder.


def fill(folder: Path, language: str) -> list[str]:
    """Bring a learner's folder up to date; return the names of newer lessons that the learner's changes keep out."""
    folder.mkdir(parents=True, exist_ok=True)
    left = []
    for lesson in lessons(language):
        new, path = handed_out(lesson), folder / lesson.name
        version = new["metadata"][HANDED_OUT]["fingerprint"]
        found = look(path) if path.exists() else None
        if found and found.version == version:
            continue
        if not path.exists() or (found and found.fingerprint in (found.version, version)):
            replace(path, (json.dumps(new, indent=1, ensure_ascii=False) + "\n").encode())
        else:
            left.append(path.name)
    for path in set(folder.glob("*.ipynb")) - {folder / lesson.name for lesson in lessons(language)}:
        found = look(path)
        if found and found.lesson == path.name and found.fingerprint == found.version:
            path.unlink()  # a lesson that has another name or number now
    replace(folder / WELCOME, welcome(folder, language).encode())
    return left


def welcome(folder: Path, language: str) -> str:
    """The page that lists the lessons, with what was done so far."""
    rows, first = [], ""
    for lesson in lessons(language):
        original = json.loads(lesson.read_text(encoding="utf-8"))
        beginning = source(original["cells"][0])
        link = f"[{re.search(r'^# (.+)', beginning)[1]}]({lesson.name})"
        found = look(folder / lesson.name) if (folder / lesson.name).is_file() else None
        done = so_far(found.notebook, exercises(original)) if found else "cannot be read"
        minutes = re.search(r"\*\*Time:\*\* (\d+)", beginning)
        rows.append(f"| {link} | {minutes[1] if minutes else ''} | {done} |")
        if not first and not done.startswith("all cells run"):
            first = f"{'Begin' if done == 'not begun' else 'Go on'} with {link}."
    return PAGE.format(first=first or "You have run every lesson.", rows="\n".join(rows))


def after_saving(os_path: str, **_: object) -> None:
    """Bring the welcome page up to date; JupyterLab's server calls this after each save."""
    folder = Path(os_path).parent
    try:
        if (folder / WELCOME).is_file():
            replace(folder / WELCOME, welcome(folder, folder.name).encode())
    except OSError:
        pass  # the learner's own file is saved; a page that is behind is no reason for an error


# JupyterLab.


def options(folder: Path, first: str = WELCOME) -> list[str]:
    """How JupyterLab is started: with a page or a lesson of the folder, its settings and open tabs there, hidden."""
    hidden = folder / ".jupyterlab"
    hidden.mkdir(exist_ok=True)
    replace(hidden / "overrides.json", json.dumps(SETTINGS, indent=1).encode())
    # In a container one is often root, and there JupyterLab would refuse to start.
    as_root = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return [
        *as_root,
        f"--ServerApp.root_dir={folder}",
        f"--LabApp.default_url=/lab/tree/{first}",
        f"--LabApp.app_settings_dir={hidden}",
        f"--LabApp.workspaces_dir={hidden / 'workspaces'}",
        "--LabApp.extension_manager=readonly",  # the other one asks the package registry
        # Of what it says, the addresses to open stay, and errors.
        "--ServerApp.log_level=ERROR",
        "--LabApp.log_level=ERROR",
        "--MappingKernelManager.transport_encryption=auto",  # else a new kernel warns that others can listen
        "--FileContentsManager.post_save_hook=lab.after_saving",
    ]


def main(arguments: Sequence[str], language: str = "en") -> int:
    """Fill the folder, and open it in JupyterLab: a lesson, where there is the name of its file among the arguments."""
    lesson = [argument for argument in arguments if not argument.startswith("-")]
    further = [argument for argument in arguments if argument.startswith("-")]
    folder = ROOT / "my-lessons" / language
    try:
        for name in fill(folder, language):
            say(f"there is a newer {name}, but yours has changes and was kept. To get the new one, rename yours.")
        started_with = [*options(folder, *lesson), *further]
    except OSError as error:
        return refuse(Refusal(f"the lessons cannot be put into {folder}: {error}."))
    say("starting JupyterLab. Leave this window open, and press Ctrl+C twice to stop. Its addresses are:")
    from jupyterlab.labapp import main as jupyterlab

    return jupyterlab(started_with)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
