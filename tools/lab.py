"""Open the lessons in JupyterLab, in the learner's own folder, which git does not track.

Run by `python3 run.py lab [NOTEBOOK] [ARGUMENT ...]`. The folder is updated from notebooks/learn at each start: a
missing lesson is added again, and a newer version replaces a copy only if the learner has not changed the copy. The
metadata of each copy record its original fingerprint, so no separate list can be lost.
JupyterLab opens the lesson, or a welcome page that shows the learner's progress, and connects to no other host. Only
JupyterLab is needed.
"""

import hashlib
import json
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import address
import commands
from files import replace

from bleu_helpers.language import say, translated

ROOT = Path(__file__).resolve().parent.parent
WELCOME = "00_welcome.md"
HANDED_OUT = "handed_out"
"""The key in a copy's metadata under which its original fingerprint is stored."""
VERDICT = "exercise_checker"
"""The key in an output's metadata under which a check stores the name of its task and whether it is solved."""

SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/docmanager-extension:plugin": {"defaultViewers": {"markdown": "Markdown Preview"}},
    "@jupyterlab/notebook-extension:tracker": {"codeCellConfig": {"lineWrap": True}},
}
"""JupyterLab's settings: no pop-ups about news or updates, Markdown files are shown rendered, and long lines wrap."""

ALL_RUN = "all cells run"
NOT_BEGUN = "not begun"

MINUTES = r"\*\*[^*\n]+\*\*[\s：]*(\d+)"
"""The minutes of a lesson in every language: the first number that follows words in bold."""

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
    """Return the learner's copies that git tracks."""
    return sorted((ROOT / "notebooks" / "learn" / language).glob("*.ipynb"))


def source(cell: dict) -> str:
    """Return the source text of a cell."""
    return "".join(cell["source"])


def code_cells(notebook: dict) -> list[dict]:
    """Return the code cells that are not empty."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code" and source(cell).strip()]


def exercises(notebook: dict) -> list[str]:
    """Return the names of the tasks that a notebook checks."""
    text = "\n".join(map(source, code_cells(notebook)))
    return re.findall(r"^check\(\w+, [\"'](\w+)[\"']\)", text, re.MULTILINE)


def solved(notebook: dict) -> set[str]:
    """Return the solved tasks, based on the metadata of the verdicts, which do not depend on the language."""
    outputs = (output for cell in code_cells(notebook) for output in cell["outputs"])
    marks = (output.get("metadata", {}).get(VERDICT) for output in outputs)
    return {mark["task"] for mark in marks if mark and mark["solved"]}


def fingerprint(notebook: dict) -> str:
    """Return a hash that changes when a cell is run or edited, but not when the notebook is opened and saved."""
    kept = ("attachments", "outputs", "execution_count")
    cells = [[cell["cell_type"], source(cell), *(cell.get(key) for key in kept)] for cell in notebook["cells"]]
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()[:16]


def handed_out(lesson: Path) -> dict:
    """Return a lesson as a learner gets it, with its metadata added.

    Remote pictures and links to files that JupyterLab cannot open here are replaced by their words.
    """
    notebook = json.loads(lesson.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            text = re.sub(r"!\[([^\]]*)\]\(https?:[^)]*\)", r"\1", source(cell))
            cell["source"] = address.without_links(text)
    notebook["metadata"][HANDED_OUT] = fingerprint(notebook)
    return notebook


def look(path: Path) -> dict | None:
    """Read a notebook; return None if the file is not a readable notebook."""
    try:
        notebook = json.loads(path.read_bytes())
        notebook["metadata"].get(HANDED_OUT)
        so_far(notebook, [])  # fails now if it would fail later, as does the next line
        fingerprint(notebook)
        return notebook
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def so_far(notebook: dict, tasks: Sequence[str]) -> str:
    """Describe the progress in a notebook with these exercises, based on its saved outputs."""
    cells, correct = code_cells(notebook), solved(notebook)
    run = sum(cell["execution_count"] is not None for cell in cells)
    values = {"run": run, "cells": len(cells), "solved": len(correct.intersection(tasks)), "tasks": len(tasks)}
    cells_run = say(ALL_RUN if run == len(cells) else "{run} of {cells} cells run", **values)
    of_tasks = say(", {solved} of {tasks} exercises solved", **values) if tasks else ""
    return f"{cells_run}{of_tasks}" if run else translated(NOT_BEGUN)


# The learner's folder.


def fill(folder: Path, language: str) -> list[str]:
    """Update a learner's folder, and return the names of lessons that were not updated because they were changed."""
    folder.mkdir(parents=True, exist_ok=True)
    left = []
    for lesson in lessons(language):
        new, path = handed_out(lesson), folder / lesson.name
        found = look(path) if path.exists() else None
        version = found["metadata"].get(HANDED_OUT) if found else None
        if version == new["metadata"][HANDED_OUT]:
            continue
        if not path.exists() or (found and fingerprint(found) == version):
            replace(path, (json.dumps(new, indent=1, ensure_ascii=False) + "\n").encode())
        else:
            left.append(path.name)
    replace(folder / WELCOME, welcome(folder, language).encode())
    return left


def welcome(folder: Path, language: str) -> str:
    """Return the text of the page that lists the lessons and the learner's progress."""
    rows, first = [], ""
    for lesson in lessons(language):
        original = json.loads(lesson.read_text(encoding="utf-8"))
        beginning = source(original["cells"][0])
        link = f"[{re.search(r'^# (.+)', beginning)[1]}]({lesson.name})"
        found = look(folder / lesson.name) if (folder / lesson.name).is_file() else None
        done = so_far(found, exercises(original)) if found else translated("cannot be read")
        minutes = re.search(MINUTES, beginning)
        rows.append(f"| {link} | {minutes[1] if minutes else ''} | {done} |")
        if not first and not done.startswith(translated(ALL_RUN)):
            begin = "Begin with {link}." if done == translated(NOT_BEGUN) else "Go on with {link}."
            first = say(begin, link=link)
    return say(PAGE, first=first or translated("You have run every lesson."), rows="\n".join(rows))


def after_saving(os_path: str, **_: object) -> None:
    """Update the welcome page; JupyterLab's server calls this function after each save."""
    folder = Path(os_path).parent
    try:
        if (folder / WELCOME).is_file():
            replace(folder / WELCOME, welcome(folder, folder.name).encode())
    except OSError:
        pass  # the learner's file has been saved, and an outdated page is not worth an error


# JupyterLab.


def options(folder: Path, first: str = WELCOME) -> list[str]:
    """Return JupyterLab's arguments: the file to open, and settings in a hidden folder."""
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
        "--LabApp.extension_manager=readonly",  # the default manager connects to the package registry
        # Only the addresses to open and errors are printed.
        "--ServerApp.log_level=ERROR",
        "--LabApp.log_level=ERROR",
        "--MappingKernelManager.transport_encryption=auto",  # otherwise each new kernel prints a warning
        "--FileContentsManager.post_save_hook=lab.after_saving",
    ]


def main(arguments: Sequence[str]) -> int:
    """Update the learner's folder, and open it in JupyterLab, with a lesson if its file is among the arguments."""
    language = os.environ.get("BLEU_LANGUAGE", "en")
    lesson = [argument for argument in arguments if not argument.startswith("-")]
    further = [argument for argument in arguments if argument.startswith("-")]
    folder = ROOT / "my-lessons" / language
    try:
        for name in fill(folder, language):
            newer = "there is a newer {name}, but yours has changes and was kept. To get the new one, rename yours."
            commands.say(say(newer, name=name))
        started_with = [*options(folder, *lesson), *further]
    except OSError as error:
        message = say("the lessons cannot be put into {folder}: {error}.", folder=folder, error=error)
        return commands.refuse(commands.Refusal(message))
    commands.say("starting JupyterLab. Leave this window open, and press Ctrl+C twice to stop. Its addresses are:")
    from jupyterlab.labapp import main as jupyterlab

    return jupyterlab(started_with)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
