"""The knobs: they show nothing unless a person can use them, and draw their figure for the values that a person enters.

Here, the values of the controls are set through ipywidgets; test_browser.py uses the knobs in JupyterLab.
"""

import base64
import html
import re
import sys
from unittest.mock import MagicMock

import pytest
from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from notebook_rules import NOTEBOOKS, code_cells, load, source

from bleu_helpers.display import knobs, plots
from bleu_helpers.example_sentences import CAT_REFERENCES
from pytest_notebook_differences import pictures

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


@pytest.fixture
def notebook(monkeypatch):
    """Return what a notebook's shell displays; the request to run a cell comes from a person."""
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])  # the shell replaces it
    shell = InteractiveShell.instance()
    shell.display_pub = CapturingDisplayPublisher()
    shell.kernel = MagicMock()  # ipywidgets 7 needs several of its attributes
    shell.kernel.get_parent = lambda channel: {"content": {"allow_stdin": True}}
    yield shell.display_pub.outputs
    InteractiveShell.clear_instance()


class ShownKnob:
    """A knob that is visible, with its controls and its pictures."""

    def __init__(self, notebook, call):
        from ipywidgets import Widget
        from ipywidgets.widgets import widget

        assert call() is None
        [shown] = notebook
        assert list(shown["data"]) == [knobs.VIEW], "a text would be shown where no widget can be"
        widgets = getattr(widget, "_instances", None) or Widget.widgets  # ipywidgets 8, and 7
        self.above, *self.controls, self.page = widgets[shown["data"][knobs.VIEW]["model_id"]].children

    def __getitem__(self, name):
        """Return the only control whose description contains this text."""
        [found] = [control for control in self.controls if name in control.description]
        return found

    @property
    def pictures(self):
        """Return the text form and the PNG of each picture below the controls."""
        found = re.findall(r'<img src="data:image/png;base64,([^"]*)" alt="([^"]*)"', self.page.value)
        return [(html.unescape(text), base64.b64decode(picture)) for picture, text in found]


def drawn(draw):
    """Return the text form and the PNG of each figure that a lesson's cell would show."""
    with capture_output() as shown:
        draw()
    return [(output.data["text/plain"], base64.b64decode(output.data["image/png"])) for output in shown.outputs]


def test_every_knob_occurs_in_one_lesson_and_is_tested():
    cells = [source(cell) for path in NOTEBOOKS for cell in code_cells(load(path))]
    assert sorted(KNOBS) == sorted(knobs.__all__)
    assert sorted(KNOBS) == sorted(re.findall(r"\bknobs\.(\w+)\(", "\n".join(cells)))
    assert set(KNOBS) <= set(plots.__all__)


ENTERED = {
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
        {"candidate": "kitten", "reference": "sitting"},  # two words are compared letter by letter
        lambda: plots.edit_path([*"kitten"], [*"sitting"]),
    ),
}
"""The values that a reader enters, and the figure that the knob must draw for them."""


@pytest.mark.parametrize("name", KNOBS)
def test_draws_the_figure_for_the_entered_values(name, notebook):
    knob, (controls, figure) = ShownKnob(notebook, KNOBS[name]), ENTERED[name]
    for control, value in controls.items():
        knob[control].value = value
    assert knob.pictures == drawn(figure)


def test_explains_why_weights_of_0_are_refused(notebook):
    knob = ShownKnob(notebook, KNOBS["precisions_by_order"])
    knob["orders"].value = 1
    knob["order 1"].value = 0
    assert knob.pictures == []
    assert "sum to 1" in knob.page.value


LONG = "a" * 300 + " internationalisation compartmentalised" * 5
UNUSUAL = {
    "purse": {"candidate": LONG},
    "precisions_by_order": {"candidate": f"$x_1$ costs $5 {LONG}"},
    "edit_path": {"candidate": LONG},
    "brevity_penalty_curve": {"c, of": 0, "r, of": 30},
}
"""Values for which the texts of a picture could be cut off or cover each other."""


@pytest.mark.parametrize("name", UNUSUAL)
def test_all_texts_of_a_picture_can_be_read(name, notebook):
    knob = ShownKnob(notebook, KNOBS[name])
    for control, value in UNUSUAL[name].items():
        knob[control].value = value
        [(_, png)] = knob.pictures
        assert pictures.read(png).faults == ()


def test_reports_how_many_words_do_not_fit_into_the_figure(notebook):
    knob = ShownKnob(notebook, KNOBS["purse"])
    knob["candidate"].value = "the " * 30
    room = knob["words to pay"].max
    assert f"{room} of 30" in knob.page.value
    left_out = knob.pictures
    for fits in ("a" * 300, "the " * room):
        knob["candidate"].value = fits
        assert "left out" not in knob.page.value
    assert knob.pictures == left_out


def test_escapes_tokens_on_the_page(notebook):
    knob = ShownKnob(notebook, lambda: knobs.purse(["<b>"], [["<i>", '"', "&"]]))
    knob["candidate"].value = '<b> " & <script>'
    assert "<i>" not in knob.above.value and "&lt;i&gt;" in knob.above.value
    assert re.findall("<[a-z]+", knob.page.value) == ["<img"]
    assert '✗ <b>, ✓ ", ✓ &, ✗ <script>' in knob.pictures[0][0]
