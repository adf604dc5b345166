"""How a figure is shown: in a fixed size, with its text form, whatever a reader's settings are."""

import ast
import base64
import inspect
import re
import struct
import sys
from types import SimpleNamespace

import IPython
import matplotlib
import pytest
from notebook_rules import NOTEBOOKS, code_cells, load, source

from bleu_helpers.display import picture, plots

LINES = {"points: the mat (0.3333, 0.1353)"}


def draw():
    plots.brevity_penalty_curve([("the mat", 2, 6)])


@pytest.fixture
def shown(monkeypatch):
    """What a notebook would be given to show."""
    shown = []
    publisher = SimpleNamespace(publish=lambda data, metadata: shown.append((data, metadata)))
    monkeypatch.setattr(IPython, "get_ipython", lambda: SimpleNamespace(display_pub=publisher))
    return shown


def test_every_figure_is_shown_in_a_lesson():
    cells = [source(cell) for path in NOTEBOOKS for cell in code_cells(load(path))]
    assert set(re.findall(r"\bplots\.(\w+)\(", "\n".join(cells))) == set(plots.__all__)


def test_a_figure_that_a_text_asks_for_can_be_drawn():
    asked = [call for path in NOTEBOOKS for call in re.findall(r"`(plots\.\w+\(.*?\))`", path.read_text("utf-8"))]
    for call in (ast.parse(one.replace("\\", "")).body[0].value for one in asked):
        given = {one.arg: one.value for one in call.keywords}
        inspect.signature(getattr(plots, call.func.attr)).bind(*call.args, **given)
    assert asked


def test_a_figure_in_a_notebook(shown):
    draw()
    [(data, metadata)] = shown
    png = base64.b64decode(data["image/png"])
    assert struct.unpack(">I", png[16:20]) == (900,)
    assert matplotlib.__version__.encode() not in png, "a picture names no version"
    assert data["text/plain"].startswith("Figure: ")
    assert set(data["text/plain"].splitlines()) >= LINES
    assert picture.faults_of(png) == []
    assert metadata["image/png"]["alt"] == data["text/plain"]


def test_a_figure_without_a_notebook_prints_its_text_form(capsys, monkeypatch):
    monkeypatch.delitem(sys.modules, "IPython", raising=False)
    draw()
    assert set(capsys.readouterr().out.splitlines()) >= LINES


def test_a_figure_is_the_same_every_time_and_leaves_settings_alone(shown):
    draw()
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "black", "savefig.dpi": 10}):
        readers = matplotlib.rcParams.copy()
        draw()
        assert matplotlib.rcParams.copy() == readers
    (before, _), (after, _) = shown
    assert before["image/png"] == after["image/png"]


def test_no_more_lines_than_can_be_told_apart():
    with pytest.raises(ValueError, match="betas has 5 entries"):
        plots.f_beta_curves(0.5, (1, 2, 3, 4, 5))
