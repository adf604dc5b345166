"""How a figure is shown: with a fixed size and its text form, whatever settings the reader has."""

import ast
import base64
import inspect
import re
import struct
from types import SimpleNamespace

import IPython
import matplotlib
import pytest
from notebook_rules import NOTEBOOKS, code_cells, load, source

from bleu_helpers.display import plots
from pytest_notebook_differences import pictures

LINES = {"points: the mat (0.3333, 0.1353)"}


def draw():
    plots.brevity_penalty_curve([("the mat", 2, 6)])


@pytest.fixture
def shown(monkeypatch):
    """Return the list to which everything that a notebook displays is added."""
    shown = []
    publisher = SimpleNamespace(publish=lambda data, metadata: shown.append((data, metadata)))
    monkeypatch.setattr(IPython, "get_ipython", lambda: SimpleNamespace(display_pub=publisher))
    return shown


def test_every_figure_occurs_in_a_lesson():
    cells = [source(cell) for path in NOTEBOOKS for cell in code_cells(load(path))]
    assert set(re.findall(r"\bplots\.(\w+)\(", "\n".join(cells))) == set(plots.__all__)


def test_the_calls_in_the_text_have_valid_arguments():
    calls = [call for path in NOTEBOOKS for call in re.findall(r"`(plots\.\w+\(.*?\))`", path.read_text("utf-8"))]
    for call in (ast.parse(text.replace("\\", "")).body[0].value for text in calls):
        keywords = {keyword.arg: keyword.value for keyword in call.keywords}
        inspect.signature(getattr(plots, call.func.attr)).bind(*call.args, **keywords)
    assert calls, "no lesson shows a call of a figure in its text"


def test_shows_a_figure_with_its_text_form_whatever_settings_a_notebook_has(shown):
    draw()
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "black", "savefig.dpi": 10}):
        settings = matplotlib.rcParams.copy()
        draw()
        assert matplotlib.rcParams.copy() == settings
    (data, metadata), other = shown
    assert other == (data, metadata)
    png = base64.b64decode(data["image/png"])
    assert struct.unpack(">I", png[16:20]) == (900,)
    assert matplotlib.__version__.encode() not in png, "a picture must not contain a version"
    assert data["text/plain"].startswith("Figure: ")
    assert set(data["text/plain"].splitlines()) >= LINES
    assert pictures.read(png).faults == ()
    assert metadata["image/png"]["alt"] == data["text/plain"]


def test_a_title_counts_one_thing_as_one(capsys):
    plots.token_cuts("a", {"x": ["a"]})
    plots.clipped_counts(["a"], [["a"]])
    plots.corpus_and_mean_bleu([["a"]], [[["b"]]])
    plots.recall_per_reference(["a"], [["a"]])
    plots.edit_path(["a"], ["b"])
    titles = capsys.readouterr().out
    assert titles.count("Figure: ") == 5
    assert not re.search(r"\b1 [a-z]+s\b(?! kept)", titles.replace("1 segment scores", ""))
