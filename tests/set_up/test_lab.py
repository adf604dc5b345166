"""`python3 run.py lab`: the learner's folder, its welcome page, and the start of JupyterLab."""

import json
import shutil
import sys
from unittest.mock import Mock

import lab
import learn
import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from notebook_rules import NOTEBOOKS, ROOT, code_cells, load, source
from small_notebooks import FUNCTIONS, edit

from exercise_checker import _check

FIRST, SECOND, LAST = "01_one.ipynb", "02_two.ipynb", "03_three.ipynb"
TITLES = {FIRST: "01 One", SECOND: "02 Two words", LAST: "03 Three?"}
BADGE = (
    "[![Open in Colab](https://colab.research.google.com/assets/colab-badge.svg)](https://colab.research.google.com/x)"
)


def lesson(name):
    """Return a small learner's copy with two exercises in four code cells."""
    beginning = f"# {TITLES[name]}\n\n{BADGE}\n\n**Time:** 1{name[1]} minutes. **You need:** [[1]](../../../README.md)."
    cells = [new_markdown_cell(beginning), new_markdown_cell("## 1. Why?\n\n**Predict:** what comes next?")]
    for task, functions in FUNCTIONS.items():
        cells += [new_code_cell(functions["stub"]), new_code_cell(f'check({task}, "{task}")')]
    for number, cell in enumerate(cells, 1):
        cell.id = f"{name[:2]}-{number:02}"
    return new_notebook(cells=cells)


@pytest.fixture
def series(tmp_path, monkeypatch):
    """Return a checkout with the learner's copies of three lessons."""
    (tmp_path / learn.place("")).mkdir(parents=True)
    for name in TITLES:
        nbformat.write(lesson(name), tmp_path / learn.place(name))
    monkeypatch.setattr(lab, "ROOT", tmp_path)
    return tmp_path


@pytest.fixture
def folder(series):
    """Return the learner's folder after the first start."""
    assert lab.fill(series / "my-lessons" / "en", "en") == []
    return series / "my-lessons" / "en"


def publish_new_version(series, name):
    """Change the text of a lesson in the checkout."""
    edit(series / learn.place(name), lambda notebook: notebook["cells"][1].update(source="a newer text"))


def saved_by_jupyterlab(notebook):
    """Make the changes that JupyterLab makes when a notebook is opened and saved without an edit."""
    notebook["metadata"]["language_info"] = {"name": "python", "version": "3.13.1"}
    notebook["cells"][0]["metadata"] = {"scrolled": True}
    for cell in notebook["cells"]:
        cell["source"] = source(cell).splitlines(keepends=True)


def add_a_note(notebook):
    notebook["cells"].append({"cell_type": "markdown", "id": "note", "metadata": {}, "source": "My own note."})


def run(notebook):
    code_cells(notebook)[0]["execution_count"] = 1


def run_all(*solved):
    """Return the change of a notebook that is run from its first cell to its last, with these exercises solved."""

    def answered(notebook):
        for number, cell in enumerate(code_cells(notebook), 1):
            marks = [{"task": task, "solved": task in solved} for task in FUNCTIONS if f'"{task}"' in source(cell)]
            cell["execution_count"] = number
            cell["outputs"] = [new_output("display_data", metadata={_check.VERDICT: mark}) for mark in marks]

    return answered


CHANGES = {
    "untouched": (False, lambda notebook: None),
    "opened and saved": (False, saved_by_jupyterlab),
    "a new cell": (True, add_a_note),
    "a changed text": (True, lambda notebook: notebook["cells"][1].update(source="my answer")),
    "a cell that was run": (True, run),
    "an output": (True, lambda notebook: code_cells(notebook)[1].update(outputs=[new_output("stream", text="1\n")])),
}
"""Changes of a copy, and whether the copy is then kept when there is a newer lesson."""


# The learner's folder.


def test_the_first_start_copies_every_lesson(folder):
    assert sorted(path.name for path in folder.iterdir()) == [lab.WELCOME, FIRST, SECOND, LAST]
    for name in TITLES:
        mine, original = load(folder / name), load(lab.ROOT / learn.place(name))
        assert code_cells(mine) == code_cells(original)
        assert [cell["id"] for cell in mine["cells"]] == [cell["id"] for cell in original["cells"]]
        # What JupyterLab cannot open is given in words.
        text = source(mine["cells"][0])
        assert "\n[Open in Colab](https://colab.research.google.com/x)\n" in text and text.endswith("need:** [1].")


@pytest.mark.parametrize(("is_kept", "change"), CHANGES.values(), ids=CHANGES)
def test_a_newer_lesson_replaces_only_a_copy_without_changes(series, folder, is_kept, change):
    edit(folder / FIRST, change)
    mine = (folder / FIRST).read_text(encoding="utf-8")
    assert lab.fill(folder, "en") == []
    publish_new_version(series, FIRST)
    for _ in range(2):
        assert lab.fill(folder, "en") == [FIRST] * is_kept
        now = (folder / FIRST).read_text(encoding="utf-8")
        assert now == mine if is_kept else "a newer text" in now


def test_keeps_the_learners_other_files_and_a_copy_that_cannot_be_read(folder):
    (folder / "notes.md").write_text("mine", encoding="utf-8")
    shutil.copy(folder / FIRST, folder / "01_one-Copy1.ipynb")
    shutil.copy(NOTEBOOKS[0], folder / "mine.ipynb")
    unlike_jupyter = {"cells": [{"cell_type": "code", "source": "1"}], "metadata": {}}
    (folder / FIRST).write_text(json.dumps(unlike_jupyter), encoding="utf-8")
    before = {path: path.read_bytes() for path in folder.iterdir() if path.name != lab.WELCOME}
    assert lab.fill(folder, "en") == [FIRST]
    assert {path: path.read_bytes() for path in before} == before
    assert f"]({FIRST}) | 11 | cannot be read |" in (folder / lab.WELCOME).read_text(encoding="utf-8")


def test_git_ignores_the_learners_folder():
    """Otherwise, a learner's work could prevent a pull."""
    assert "/my-lessons/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


# The welcome page.


def page(folder):
    return (folder / lab.WELCOME).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (saved_by_jupyterlab, "not begun"),
        (run, "1 of 4 cells run, 0 of 2 exercises solved"),
        (run_all(), "all cells run, 0 of 2 exercises solved"),
        (run_all("longest_perfect"), "all cells run, 1 of 2 exercises solved"),
        (run_all(*FUNCTIONS), "all cells run, 2 of 2 exercises solved"),
    ],
)
def test_the_welcome_page_shows_the_progress_in_each_lesson(folder, change, expected):
    edit(folder / FIRST, change)
    lab.after_saving(os_path=str(folder / FIRST), model={}, contents_manager=None)
    progress = {**dict.fromkeys(TITLES, "not begun"), FIRST: expected}
    rows = [f"| [{title}]({name}) | 1{name[1]} | {progress[name]} |" for name, title in TITLES.items()]
    assert [line for line in page(folder).splitlines() if line.startswith("| [")] == rows


def test_the_welcome_page_links_to_the_first_lesson_that_is_not_finished(folder):
    assert f"Begin with [01 One]({FIRST})." in page(folder)
    edit(folder / FIRST, run_all())
    edit(folder / SECOND, run)
    lab.fill(folder, "en")
    assert f"Go on with [02 Two words]({SECOND})." in page(folder)
    for name in (SECOND, LAST):
        edit(folder / name, run_all(*FUNCTIONS))
    lab.fill(folder, "en")
    assert "You have run every lesson." in page(folder)


def test_counts_every_exercise_of_every_lesson():
    for path in NOTEBOOKS:
        checks = sum(f"\n{source(cell)}".count("\ncheck(") for cell in code_cells(load(path)))
        exercises = f", 0 of {checks} exercises solved" if checks else ""
        assert lab.so_far(load(path), lab.exercises(load(path))) == f"all cells run{exercises}"


# The start of JupyterLab.


@pytest.fixture
def calls(monkeypatch):
    """Return the list to which the arguments of each start of JupyterLab are added."""
    calls = []
    monkeypatch.setitem(sys.modules, "jupyterlab.labapp", Mock(main=calls.append))
    return calls


def test_reports_a_folder_that_is_not_writable_without_a_traceback(series, calls, monkeypatch, capsys):
    monkeypatch.setattr(lab, "replace", Mock(side_effect=PermissionError(13, "Permission denied", "my-lessons")))
    assert lab.main([]) == 2
    assert str(series / "my-lessons" / "en") in capsys.readouterr().err
    assert calls == []


@pytest.mark.parametrize(("lesson", "opened"), [([], "00_welcome.md"), ([SECOND], SECOND)])
def test_reports_a_newer_lesson_and_starts_jupyterlab_with_the_options(series, folder, calls, lesson, opened, capsys):
    edit(folder / FIRST, add_a_note)
    publish_new_version(series, FIRST)
    lab.main([*lesson, "--no-browser", "--port=9999"])
    [about_the_copy, about_jupyterlab] = capsys.readouterr().out.splitlines()
    assert FIRST in about_the_copy and "Ctrl+C" in about_jupyterlab
    [options] = calls
    assert {f"--ServerApp.root_dir={folder}", f"--LabApp.default_url=/lab/tree/{opened}"} <= {*options}
    assert options[-2:] == ["--no-browser", "--port=9999"]
    assert load(folder / ".jupyterlab" / "overrides.json") == lab.SETTINGS
