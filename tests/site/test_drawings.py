"""Test the versions of figures for the site: those for phones have the same words, and all of them are legible."""

import io
import pickle

import drawings
import pytest
from matplotlib import figure
from PIL import Image
from small_notebooks import SAVED, SHOWS, small_notebook

from bleu_helpers.display import plots
from bleu_helpers.example_sentences import CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES


def test_a_figure_for_a_phone_has_the_same_words_is_legible_and_changes_no_later_drawing():
    """This figure has columns, panels and formulas; building the site checks the figures of all lessons."""
    arguments = plots.bleu_step_by_step, GUIDE_CANDIDATE, GUIDE_REFERENCES
    before, narrow, wide = (draw(*arguments) for draw in (drawings.drawn, drawings.drawn_narrow, drawings.drawn))
    assert drawings.faults_for_a_phone(wide, narrow) == []
    assert before == wide != narrow
    for drawing in (narrow, wide):
        assert f'width="{Image.open(io.BytesIO(drawing.png)).width}"' in drawing.svg


def test_letters_too_small_for_a_phone_are_refused(monkeypatch):
    monkeypatch.setattr(drawings._figure, "fit", lambda figure: None)
    with pytest.raises(ValueError, match=r"smoothed_precisions has letters for a phone that are 9\.3 pixels high"):
        drawings.drawn_narrow(plots.smoothed_precisions, CAT_CANDIDATES[0], CAT_REFERENCES)


def test_a_drawing_for_a_phone_that_lacks_words_is_refused():
    wide, narrow = (drawings.drawn(plots.purse, ["the"] * times, [["the"]]) for times in (6, 5))
    assert drawings.faults_for_a_phone(wide, narrow) == ["leaves out the, ✗"]


def test_an_svg_with_a_text_on_another_one_is_refused():
    drawn = figure.Figure()
    for word in ("one", "two"):
        drawn.text(0.5, 0.5, word)
    with pytest.raises(ValueError, match='a figure for the site has a text on another one: "one", "two"'):
        drawings.as_svg(drawn)


@pytest.mark.slow
def test_each_figure_of_a_lesson_is_drawn_for_a_phone_unless_it_is_missing(tmp_path, monkeypatch):
    lesson = tmp_path / "02_small.ipynb"
    small_notebook(lesson, {"a picture": SHOWS["a picture"]}, SAVED)
    before = lesson.read_bytes()
    [pair] = drawings.of_lesson(lesson).values()
    assert lesson.read_bytes() == before
    drawn_again = pickle.dumps((drawings.drawn(plots.purse, CAT_CANDIDATES[0], CAT_REFERENCES), pair[1]))
    monkeypatch.setattr(drawings.refresh, "execute", lambda _, folder: (folder / "00").write_bytes(drawn_again))
    with pytest.raises(ValueError, match=r"02_small\.ipynb: the figure 'Figure: .*' is not as in the lesson"):
        drawings.of_lesson(lesson)
    monkeypatch.setattr(drawings.refresh, "execute", lambda notebook, folder: None)
    with pytest.raises(ValueError, match=r"02_small\.ipynb: 0 figures were drawn, and the lesson has 1"):
        drawings.of_lesson(lesson)


def test_a_figure_has_a_version_for_phones_and_a_screenshot_has_none(tmp_path):
    wide, narrow = (drawings.Drawing(b"figure", svg, "") for svg in ("wide", "narrow"))
    drawings.write({"name": b"figure", "report": b"screenshot"}, {b"figure": (wide, narrow)}, tmp_path / "new")
    written = {path.name: path.read_bytes() for path in (tmp_path / "new").iterdir()}
    assert written == {"name.svg": b"wide", "name-narrow.svg": b"narrow", "report.png": b"screenshot"}
