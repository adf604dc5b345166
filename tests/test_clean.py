"""What Colab does to a notebook on saving, and the tool that undoes it.

Nobody can save from Colab here: `saved_by_colab` writes what its files are known to look like.
"""

import copy
import json
import random
import shutil
import string
import subprocess

import clean
import pytest
from notebook_rules import NOTEBOOKS, code_cells, load, source

every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])

BADGE = (
    '<a href="https://colab.research.google.com/github/OWNER/REPO/blob/main/notebooks/x.ipynb" target="_parent">'
    '<img src="https://colab.research.google.com/assets/colab-badge.svg" alt="Open In Colab"/></a>'
)
WIDGETS = {"application/vnd.jupyter.widget-state+json": {"602f2688e9224892": {"model_name": "IntSliderModel"}}}
VIEW = {
    "data": {"text/plain": "VBox(children=(Text(value='the mat'),))", clean.WIDGET: {"model_id": "602f2688e9224892"}},
    "metadata": {},
    "output_type": "display_data",
}
EXECUTION = {
    "status": "ok",
    "timestamp": 1786430125960,
    "user_tz": -330,
    "elapsed": 5820,
    "user": {"displayName": "A Student", "userId": "12345678901234567890"},
}


def saved_by_colab(notebook, ids_made_up=False):
    """Format 4.0, other spacing and order; ids, names, times, forms and types in the metadata; a knob that was shown.

    Saved to GitHub it has a badge cell on top, and ids that Colab made up.
    """
    cells, made_up = [], random.Random(1)
    for cell in notebook["cells"]:
        own = "".join(made_up.choices(string.ascii_letters + "-_", k=12)) if ids_made_up else cell["id"]
        saved = {"cell_type": cell["cell_type"], "source": cell["source"], "metadata": cell["metadata"] | {"id": own}}
        if cell["cell_type"] == "code":
            saved |= {"execution_count": cell["execution_count"], "outputs": [*map(shown_in_colab, cell["outputs"])]}
            saved["metadata"] |= {"executionInfo": EXECUTION, "cellView": "form", "outputId": "d1c9354e-43db-45ab"}
            if source(cell).startswith("# A knob: "):
                saved["outputs"].append(copy.deepcopy(VIEW))
        cells.append(saved)
    if ids_made_up:
        metadata = {"id": "view-in-github", "colab_type": "text"}
        cells.insert(0, {"cell_type": "markdown", "metadata": metadata, "source": [BADGE]})
    metadata = {
        "accelerator": "GPU",
        "colab": {"provenance": [], "toc_visible": True},
        "kernelspec": {"name": "python3", "display_name": "Python 3"},
        "language_info": {"name": "python", "version": "3.13.15"},
        "widgets": WIDGETS,
    }
    return {"nbformat": 4, "nbformat_minor": 0, "metadata": metadata, "cells": cells}


def shown_in_colab(output):
    """An output as Colab saves it, with where an error leads to and what a value is."""
    saved = copy.deepcopy(output)
    if "data" in saved:
        saved["metadata"] |= {"tags": [], "needs_background": "light"}
        saved["data"] |= {"application/vnd.google.colaboratory.intrinsic+json": {"type": "string"}}
    if saved["output_type"] == "error":
        saved["traceback"] = ["\x1b[0;31m----\x1b[0m", "/usr/local/lib/python3.13/dist-packages/x.py in f()"]
        saved["errorDetails"] = {"actions": [{"action": "open_url", "actionText": "Open Examples"}]}
    return saved


def written_by_colab(path, notebook):
    path.write_text(json.dumps(notebook, indent=2, ensure_ascii=False), encoding="utf-8")


@pytest.fixture
def lesson(tmp_path):
    """A lesson that git knows."""
    path = tmp_path / NOTEBOOKS[1].name
    shutil.copy(NOTEBOOKS[1], path)
    for command in (["init", "--quiet"], ["add", "."]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return path


@every_notebook
def test_what_colab_adds_is_undone_to_the_byte(path, tmp_path, capsys):
    copied = tmp_path / path.name
    written_by_colab(copied, saved_by_colab(load(path)))
    for what in ("cleaned", "nothing changed"):
        clean.main([str(copied)])
        assert capsys.readouterr().out == f"{path.name}: {what}\n"
        assert copied.read_bytes() == path.read_bytes()


def test_ids_that_colab_made_up_are_undone(lesson):
    before = lesson.read_bytes()
    written_by_colab(lesson, saved_by_colab(load(lesson), ids_made_up=True))
    clean.main([str(lesson)])
    assert lesson.read_bytes() == before


def ids(path):
    return [cell["id"] for cell in load(path)["cells"]]


def test_an_edit_in_colab_stays_and_changes_no_other_id(lesson):
    before = ids(lesson)
    colab = saved_by_colab(load(lesson), ids_made_up=True)
    edited = colab["cells"][4]
    edited["source"] = ["an edited cell"]
    new = {"cell_type": "markdown", "source": ["a new cell"], "metadata": {"id": "AbC-123_xyz"}}
    colab["cells"].insert(9, new)
    del colab["cells"][20]
    written_by_colab(lesson, colab)
    clean.main([str(lesson)])
    expected = [*before[:3], edited["metadata"]["id"], *before[4:8], "AbC-123_xyz", *before[8:]]
    del expected[19]
    assert ids(lesson) == expected
    assert source(load(lesson)["cells"][3]) == "an edited cell"


def test_no_two_cells_have_an_id_where_a_text_went_into_another_cell(lesson):
    before = ids(lesson)
    colab = saved_by_colab(load(lesson))
    place = next(place for place, cell in enumerate(colab["cells"]) if cell["cell_type"] == "code")
    colab["cells"].insert(place, copy.deepcopy(colab["cells"][place]))
    colab["cells"][place]["metadata"]["id"], colab["cells"][place + 1]["source"] = "AbC-123_xyz", "a new text"
    written_by_colab(lesson, colab)
    clean.main([str(lesson)])
    assert ids(lesson) == [*before[: place + 1], f"cell-{place + 2}", *before[place + 1 :]]


def test_tags_and_errors_stay(tmp_path):
    notebook = load(NOTEBOOKS[0])
    cell = code_cells(notebook)[3]
    cell["metadata"] = {"tags": ["raises-exception"]}
    cell["outputs"] = [{"output_type": "error", "ename": "TypeError", "evalue": "no", "traceback": ["TypeError: no"]}]
    house = clean.written(clean.house_form(notebook))
    assert clean.written(clean.house_form(saved_by_colab(notebook))) == house
    assert json.loads(house)["cells"] == notebook["cells"]
