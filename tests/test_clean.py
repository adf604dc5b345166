"""What Colab does to a notebook on saving, and the tool that undoes it.

Nobody can save from Colab here: `saved_by_colab` writes what its files are known to look like.
"""

import copy
import json
import random
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
WIDGETS = {
    "application/vnd.jupyter.widget-state+json": {
        "602f2688e9224892b69b75e871753183": {
            "model_module": "@jupyter-widgets/controls",
            "model_name": "IntSliderModel",
            "model_module_version": "1.5.0",
            "state": {"_view_count": None, "description": "n", "layout": "IPY_MODEL_9f2c712b20b140c3bbd1cf9ed3e0bd32"},
        }
    }
}
VIEW = {
    "data": {
        "text/plain": "VBox(children=(Text(value='the mat'),))",
        "application/vnd.jupyter.widget-view+json": {
            "model_id": "602f2688e9224892b69b75e871753183",
            "version_major": 2,
            "version_minor": 0,
        },
    },
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


def saved_to_drive(notebook):
    """Format 4.0, other spacing and order; ids and where outputs were shown in the metadata; a knob that was shown."""
    cells = []
    for cell in notebook["cells"]:
        metadata = {"id": cell["id"]}
        saved = {"cell_type": cell["cell_type"], "source": cell["source"], "metadata": cell["metadata"] | metadata}
        if cell["cell_type"] == "code":
            saved |= {"execution_count": cell["execution_count"], "outputs": []}
            if cell["outputs"]:
                saved["metadata"] |= {"colab": {"base_uri": "https://localhost:8080/", "height": 71}}
                saved["metadata"] |= {"outputId": "d1c9354e-43db-45ab-c38b-b24bcee97356"}
            for output in cell["outputs"]:
                parts = [dict(output)]
                if output["output_type"] == "stream" and len(output["text"]) > 1:
                    parts = [output | {"text": output["text"][:1]}, output | {"text": output["text"][1:]}]
                saved["outputs"] += [{"output_type": part.pop("output_type"), **part} for part in map(dict, parts)]
            if source(cell).startswith("# A knob: "):
                saved["outputs"].append(copy.deepcopy(VIEW))
        cells.append(saved)
    metadata = {
        "colab": {"provenance": [], "toc_visible": True},
        "kernelspec": {"name": "python3", "display_name": "Python 3"},
        "language_info": {"name": "python"},
        "widgets": WIDGETS,
    }
    return {"nbformat": 4, "nbformat_minor": 0, "metadata": metadata, "cells": cells}


def saved_with_times(notebook):
    """As above, with what the settings of older and of signed-in Colabs add: names, times, forms, types."""
    colab = saved_to_drive(notebook)
    colab["metadata"] |= {"accelerator": "GPU", "gpuClass": "standard"}
    colab["metadata"]["colab"] |= {"name": "x.ipynb", "collapsed_sections": [], "authorship_tag": "ABX9TyPt"}
    colab["metadata"]["language_info"] |= {"version": "3.13.15", "file_extension": ".py"}
    for cell in colab["cells"]:
        cell["metadata"]["colab_type"] = "code" if cell["cell_type"] == "code" else "text"
        if cell["cell_type"] == "code":
            cell["metadata"] |= {"executionInfo": EXECUTION, "cellView": "form"}
        for output in cell.get("outputs", []):
            if "data" in output:
                output["metadata"] = output["metadata"] | {"tags": [], "needs_background": "light"}
                kind = {"application/vnd.google.colaboratory.intrinsic+json": {"type": "string"}}
                output["data"] = output["data"] | kind
            if output["output_type"] == "error":
                output["traceback"] = ["\x1b[0;31m----\x1b[0m", "/usr/local/lib/python3.13/dist-packages/x.py in f()"]
                output["errorDetails"] = {"actions": [{"action": "open_url", "actionText": "Open Examples"}]}
    return colab


def saved_to_github(notebook):
    """As the first, with a badge cell on top, and with ids that Colab made up."""
    colab = saved_to_drive(notebook)
    colab["metadata"]["colab"]["include_colab_link"] = True
    made_up = random.Random(1)
    for cell in colab["cells"]:
        cell["metadata"]["id"] = "".join(made_up.choices(string.ascii_letters + "-_", k=12))
    badge = {"cell_type": "markdown", "metadata": {"id": "view-in-github", "colab_type": "text"}, "source": [BADGE]}
    colab["cells"].insert(0, badge)
    return colab


def written_by_colab(path, notebook):
    path.write_text(json.dumps(notebook, indent=2, ensure_ascii=False), encoding="utf-8")


def git(folder, *arguments):
    settings = ("-c", "user.name=a test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *settings, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def kept_by_git(tmp_path):
    """Keeps a file with git in a new folder, and returns its place there."""

    def keep(original):
        path = tmp_path / original.name
        path.write_bytes(original.read_bytes())
        git(tmp_path, "init", "--quiet")
        git(tmp_path, "add", "--all")
        git(tmp_path, "commit", "--quiet", "--message=first")
        return path

    return keep


@every_notebook
@pytest.mark.parametrize("save", [saved_to_drive, saved_with_times])
def test_what_colab_adds_is_undone_to_the_byte(path, save, tmp_path, capsys):
    copied = tmp_path / path.name
    written_by_colab(copied, save(load(path)))
    for what in ("cleaned", "nothing changed"):
        assert clean.main([str(copied)]) == 0
        assert capsys.readouterr().out == f"{path.name}: {what}\n"
        assert copied.read_bytes() == path.read_bytes()


@every_notebook
@pytest.mark.parametrize("committed", [False, True], ids=["downloaded", "committed by Colab itself"])
def test_ids_that_colab_made_up_are_undone_with_git(path, committed, kept_by_git):
    copied = kept_by_git(path)
    written_by_colab(copied, saved_to_github(load(path)))
    if committed:
        git(copied.parent, "commit", "--quiet", "--all", "--message=Created using Colab")
    assert clean.main([str(copied)]) == 0
    assert copied.read_bytes() == path.read_bytes()


def ids(path):
    return [cell["id"] for cell in load(path)["cells"]]


def test_an_edit_in_colab_stays_and_changes_no_other_id(kept_by_git):
    path = kept_by_git(NOTEBOOKS[0])
    before = ids(path)
    colab = saved_to_github(load(path))
    colab["cells"][4]["source"] = ["an edited cell"]
    new = {"cell_type": "markdown", "source": ["a new cell"], "metadata": {"id": "AbC-123_xyz"}}
    colab["cells"].insert(9, new)
    del colab["cells"][20]
    written_by_colab(path, colab)
    clean.main([str(path)])
    expected = [*before[:8], "AbC-123_xyz", *before[8:]]
    del expected[19]
    assert ids(path) == expected
    assert source(load(path)["cells"][3]) == "an edited cell"


def test_tags_and_errors_stay(tmp_path):
    notebook = load(NOTEBOOKS[0])
    cell = code_cells(notebook)[3]
    cell["metadata"] = {"tags": ["raises-exception"]}
    cell["outputs"] = [{"output_type": "error", "ename": "TypeError", "evalue": "no", "traceback": ["TypeError: no"]}]
    house = clean.written(clean.house_form(notebook))
    assert clean.written(clean.house_form(saved_with_times(notebook))) == house
    assert json.loads(house)["cells"] == notebook["cells"]


@pytest.mark.parametrize("text", ["", "{}", "<<<<<<< HEAD\n{}", '{"worksheets": [], "nbformat": 3}'])
def test_a_file_that_is_no_notebook_is_left_as_it_is(text, tmp_path, capsys):
    path = tmp_path / "x.ipynb"
    path.write_text(text, encoding="utf-8")
    assert clean.main([str(path)]) == 1
    assert "x.ipynb: this is no notebook that can be read" in capsys.readouterr().out
    assert path.read_text(encoding="utf-8") == text
