"""The knobs: nothing where nobody could turn them, and what their figures draw where somebody does.

A control is turned here as ipywidgets does it for a reader; test_browser.py turns some in JupyterLab.
"""

import base64
import html
import re
import sys
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest
from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from notebook_rules import NOTEBOOKS, code_cells, load, source

from bleu_helpers.cast import CAT_REFERENCES
from bleu_helpers.display import knobs, picture, plots

TWICE = "the cat the cat on the mat".split()
GUARD = ["The guard arrived late because it was raining".split()]
SHORTER = "The guard arrived late because of rain".split()
BIG_MAT, WAS_THERE = "the cat is on a big mat".split(), "there the cat was on a mat".split()

KNOBS = {
    "purse": lambda: knobs.purse(TWICE, CAT_REFERENCES),
    "brevity_penalty_curve": lambda: knobs.brevity_penalty_curve(c=2, r=6),
    "precisions_by_order": lambda: knobs.precisions_by_order(SHORTER, GUARD),
    "f_beta_curves": lambda: knobs.f_beta_curves(precision=0.9),
    "edit_path": lambda: knobs.edit_path(BIG_MAT, WAS_THERE),
}
every_knob = pytest.mark.parametrize("call", KNOBS.values(), ids=KNOBS)


@pytest.fixture
def notebook(monkeypatch):
    """A notebook's shell, with what it was given to show; a person runs the cell."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])  # the shell puts one of its own there
    shell = InteractiveShell.instance()
    shell.display_pub = CapturingDisplayPublisher()
    request = {"allow_stdin": True}
    shell.kernel = MagicMock()  # it has whatever ipywidgets 7 asks of it
    shell.kernel.get_parent = lambda channel: {"content": request}
    yield SimpleNamespace(shown=shell.display_pub.outputs, request=request)
    InteractiveShell.clear_instance()


class Turned:
    """A knob that is shown."""

    def __init__(self, notebook, call):
        from ipywidgets import Widget
        from ipywidgets.widgets import widget

        assert call() is None
        [shown] = notebook.shown
        assert list(shown["data"]) == [knobs.VIEW], "no text, which would be shown where no widget can be"
        everything = getattr(widget, "_instances", None) or Widget.widgets  # ipywidgets 8, and 7
        self.above, *self.controls, self.page = everything[shown["data"][knobs.VIEW]["model_id"]].children

    def __getitem__(self, name):
        """The one control that has so much in its name."""
        [found] = [control for control in self.controls if name in control.description]
        return found

    @property
    def pictures(self):
        """The text form and the PNG of each picture below the controls."""
        found = re.findall(r'<img src="data:image/png;base64,([^"]*)" alt="([^"]*)"', self.page.value)
        return [(html.unescape(text), base64.b64decode(picture)) for picture, text in found]


@pytest.fixture
def turned(notebook):
    return lambda call: Turned(notebook, call)


def drawn(draw):
    """The text form and the PNG of each figure that a lesson's cell would show."""
    with capture_output() as shown:
        draw()
    return [(one.data["text/plain"], base64.b64decode(one.data["image/png"])) for one in shown.outputs]


# Where nothing is shown.


@every_knob
def test_a_knob_outside_a_notebook_shows_nothing(call, capsys):
    assert call() is None
    assert capsys.readouterr() == ("", "")


@every_knob
@pytest.mark.parametrize("request_to_run", [{"allow_stdin": False}, {}])
def test_a_knob_that_nobody_watches_shows_nothing(call, request_to_run, notebook, capsys):
    notebook.request.clear()
    notebook.request.update(request_to_run)
    assert call() is None
    assert notebook.shown == []
    assert capsys.readouterr() == ("", "")


def test_every_knob_is_in_the_table_and_in_one_lesson():
    cells = [source(cell) for path in NOTEBOOKS for cell in code_cells(load(path))]
    assert sorted(KNOBS) == sorted(knobs.__all__)
    assert sorted(KNOBS) == sorted(re.findall(r"\bknobs\.(\w+)\(", "\n".join(cells)))
    assert set(KNOBS) <= set(plots.__all__)


# Where somebody turns it.


TURNED = {
    "purse": ({"words to pay": 1}, lambda: plots.purse(TWICE[:1], CAT_REFERENCES)),
    "brevity_penalty_curve": (
        {"c, of the candidate": 3},
        lambda: plots.brevity_penalty_curve([("c = 3, r = 6: 0.3679", 3, 6)]),
    ),
    "precisions_by_order": (
        {"weight of order 2": 3, "orders": 2},
        lambda: plots.precisions_by_order(SHORTER, GUARD, [1 / 4, 3 / 4]),
    ),
    "f_beta_curves": ({"beta": 2.5}, lambda: plots.f_beta_curves(0.9, [1, 2.5])),
    "edit_path": (
        {"candidate": "kitten", "reference": "sitting"},  # two words: letter by letter
        lambda: plots.edit_path([*"kitten"], [*"sitting"]),
    ),
}
"""What a reader turns and types, and the figure that this asks for."""


@pytest.mark.parametrize("name", KNOBS)
def test_a_turned_knob_draws_its_figure_for_what_it_says(name, turned):
    knob, (controls, figure) = turned(KNOBS[name]), TURNED[name]
    for control, value in controls.items():
        knob[control].value = value
    assert knob.pictures == drawn(figure)


def test_weights_that_are_all_0_are_refused_in_words(turned):
    knob = turned(KNOBS["precisions_by_order"])
    for n in (1, 2, 3, 4):
        knob[f"order {n}"].value = 0
    assert knob.pictures == []
    assert "The weights must sum to 1" in knob.page.value


READERS_WORDS = {
    "one long word": ("a" * 300, True),
    "long words": ("internationalisation compartmentalised " * 5, False),
    "dollar signs": ("$x_1$ costs $5", True),
    "no word": ("", True),
}


@pytest.mark.parametrize(("words", "fits"), READERS_WORDS.values(), ids=READERS_WORDS)
@pytest.mark.parametrize("name", ["purse", "precisions_by_order", "edit_path"])
def test_whatever_a_reader_types_can_be_read(name, words, fits, turned):
    knob = turned(KNOBS[name])
    knob["candidate"].value = words
    [(_, png)] = knob.pictures
    assert picture.faults_of(png) == []
    if name == "purse":
        assert ("left out" not in knob.page.value) == fits


@pytest.mark.parametrize("lengths", [(0, 6), (1, 30), (3, 30), (2, 1)], ids=str)
def test_wherever_the_point_of_the_penalty_is_its_words_can_be_read(lengths, turned):
    knob = turned(KNOBS["brevity_penalty_curve"])
    knob["c, of the candidate"].value, knob["r, of the reference"].value = lengths
    [(_, png)] = knob.pictures
    assert picture.faults_of(png) == []


def test_what_a_figure_has_no_room_for_is_left_out_and_said(turned):
    knob = turned(KNOBS["purse"])
    knob["candidate"].value = "the " * 30
    room = knob["words to pay"].max
    assert knob.page.value.startswith(f"There is room for {room} of 30. The rest is left out.")
    left_out = knob.pictures
    knob["candidate"].value = "the " * room
    assert "left out" not in knob.page.value
    assert knob.pictures == left_out


def test_tokens_cannot_break_the_page(turned):
    knob = turned(lambda: knobs.purse(["<b>"], [["<i>", '"', "&"]]))
    knob["candidate"].value = '<b> " & <script>'
    assert "<i>" not in knob.above.value and "&lt;i&gt;" in knob.above.value
    assert re.findall("<[a-z]+", knob.page.value) == ["<img"]
    assert '✗ <b>, ✓ ", ✓ &, ✗ <script>' in knob.pictures[0][0]
