"""A notebook as Colab is known to save it."""

import copy
import random
import string

import clean
from notebook_rules import source

BADGE = (
    '<a href="https://colab.research.google.com/github/ada/bleu/blob/main/notebooks/x.ipynb" target="_parent">'
    '<img src="https://colab.research.google.com/assets/colab-badge.svg" alt="Open In Colab"/></a>'
)
WIDGETS = {"application/vnd.jupyter.widget-state+json": {"602f2688e9224892": {"model_name": "IntSliderModel"}}}
VIEW = {
    "data": {"text/plain": "VBox(children=(Text(value='the mat'),))", clean.WIDGET: {"model_id": "602f2688e9224892"}},
    "metadata": {},
    "output_type": "display_data",
}
EXECUTION = {"timestamp": 1786430125960, "elapsed": 5820, "user": {"displayName": "A Student"}}


def saved_by_colab(notebook, ids_made_up=False):
    """Return a notebook as Colab saves it: in format 4.0, with much more metadata and with the knobs that were visible.

    If it is saved to GitHub, Colab also adds a cell with a badge and replaces the ids.
    """
    cells, made_up = [], random.Random(1)
    for cell in notebook["cells"]:
        cell_id = "".join(made_up.choices(string.ascii_letters + "-_", k=12)) if ids_made_up else cell["id"]
        metadata = cell["metadata"] | {"id": cell_id}
        saved = {"cell_type": cell["cell_type"], "source": cell["source"], "metadata": metadata}
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
        "colab": {"provenance": [], "toc_visible": True},
        "kernelspec": {"name": "python3", "display_name": "Python 3"},
        "language_info": {"name": "python", "version": "3.13.15"},
        "widgets": WIDGETS,
    }
    return {"nbformat": 4, "nbformat_minor": 0, "metadata": metadata, "cells": cells}


def shown_in_colab(output):
    """Return an output as Colab saves it, with the type of a value."""
    saved = copy.deepcopy(output)
    if "data" in saved:
        saved["metadata"] |= {"tags": [], "needs_background": "light"}
        saved["data"] |= {"application/vnd.google.colaboratory.intrinsic+json": {"type": "string"}}
    return saved
