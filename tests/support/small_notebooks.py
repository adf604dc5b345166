"""Small and changed notebooks, and functions that a learner may write in them."""

import json

import nbformat
from nbformat.v4 import new_code_cell, new_notebook, new_output
from notebook_rules import NOTEBOOKS, code_cells, load


def edit(path, break_it):
    notebook = load(path)
    break_it(notebook)
    path.write_text(json.dumps(notebook), encoding="utf-8")


def clear(notebook):
    for cell in code_cells(notebook):
        cell["outputs"], cell["execution_count"] = [], None


def in_lesson_02():
    """Return the first saved output of lesson 02 that contains a picture."""
    outputs = [output for cell in code_cells(load(NOTEBOOKS[1])) for output in cell["outputs"]]
    return next(output for output in outputs if "image/png" in output.get("data", {}))


PURSE = "from bleu_helpers.example_sentences import CAT_CANDIDATES as cats, CAT_REFERENCES\n"
PURSE += "from bleu_helpers.display import plots\nplots.purse(cats[1], CAT_REFERENCES)"
SHOWS = {"a picture": PURSE, "a text": 'print("the the the: 0.2857")'}
SAVED = {"a picture": [in_lesson_02()], "a text": [new_output("stream", text="the the the: 0.2857\n")]}


def small_notebook(path, sources, outputs):
    """Save a notebook with one cell for each of `sources`, and with `outputs` below them."""
    cells = [new_code_cell(f"# {name}\n{sources[name]}", outputs=nbformat.from_dict(outputs[name])) for name in sources]
    for number, cell in enumerate(cells, 1):
        cell.execution_count = number
    nbformat.write(new_notebook(cells=cells), path)


FUNCTIONS = {
    "unused_counts": {
        "stub": "def unused_counts(candidate, references):\n    raise NotImplementedError",
        "right": "def unused_counts(candidate, references):\n"
        "    return max_ref_count(references) - simple_count(candidate)",
        "wrong": "def unused_counts(candidate, references):\n    return dict(max_ref_count(references))",
    },
    "longest_perfect": {
        "stub": "def longest_perfect(references):\n    raise NotImplementedError",
        "right": "def longest_perfect(references):\n    return max_ref_count(references).total()",
    },
}
"""The exercises of lesson 02, and functions that a learner may write."""
