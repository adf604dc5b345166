"""Test the versions of figures for phones, which have the same words and are legible, and for dark mode."""

import io

import dark
import drawings
import pytest
from PIL import Image
from small_notebooks import SAVED, SHOWS, small_notebook

from bleu_helpers.cast import CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES
from bleu_helpers.display import plots

FIGURES = {
    plots.purse: (GUIDE_CANDIDATE, GUIDE_REFERENCES),
    plots.clipped_counts: (CAT_CANDIDATES[0], CAT_REFERENCES),
    plots.ngram_grid: (CAT_CANDIDATES[0], CAT_REFERENCES),
    plots.bleu_step_by_step: (GUIDE_CANDIDATE, GUIDE_REFERENCES),
}
"""Figures with columns, a legend, panels and formulas; building the site checks the figures of all lessons."""


@pytest.mark.parametrize("function", FIGURES, ids=lambda function: function.__name__)
def test_a_figure_for_a_phone_has_the_same_words_and_is_legible(function):
    arguments = FIGURES[function]
    wide, narrow = (draw(function, *arguments) for draw in (drawings.drawn, drawings.drawn_narrow))
    assert drawings.faults_for_a_phone(wide, narrow) == []


def test_letters_too_small_for_a_phone_are_refused(monkeypatch):
    monkeypatch.setattr(drawings._figure, "fit", lambda figure: None)
    with pytest.raises(ValueError, match=r"smoothed_precisions has letters for a phone that are 9\.3 pixels high"):
        drawings.drawn_narrow(plots.smoothed_precisions, CAT_CANDIDATES[0], CAT_REFERENCES)


def test_a_drawing_for_a_phone_that_lacks_words_is_refused():
    wide, narrow = (drawings.drawn(plots.purse, ["the"] * times, [["the"]]) for times in (6, 5))
    assert drawings.faults_for_a_phone(wide, narrow) == ["leaves out the, ✗"]


def test_a_drawing_for_a_phone_does_not_change_later_figures():
    png, _ = drawings.drawn_narrow(plots.f_beta_curves, 0.9)
    wide, _ = drawings.drawn(plots.f_beta_curves, 0.9)
    assert (Image.open(io.BytesIO(png)).width, Image.open(io.BytesIO(wide)).width) == (1060, 900)


@pytest.mark.slow
def test_each_figure_of_a_lesson_is_drawn_for_a_phone_unless_it_is_missing(tmp_path, monkeypatch):
    lesson = tmp_path / "02_small.ipynb"
    small_notebook(lesson, {"a picture": SHOWS["a picture"]}, SAVED)
    before = lesson.read_bytes()
    assert len(drawings.of_lesson(lesson)) == 1
    assert lesson.read_bytes() == before
    monkeypatch.setattr(drawings.refresh, "execute", lambda notebook, folder: None)
    with pytest.raises(ValueError, match=r"02_small\.ipynb: 0 figures for a phone, and 1 in the lesson"):
        drawings.of_lesson(lesson)


@pytest.mark.parametrize(
    ("light", "turned"),
    [((255, 255, 255), dark.GROUND), ((0, 0, 0), (255, 255, 255)), ((0, 114, 178), (89, 195, 255))],
)
def test_dark_mode_turns_white_into_the_background_and_keeps_hues(light, turned):
    file = io.BytesIO()
    Image.new("RGB", (2, 2), light).save(file, format="PNG")
    assert dark.dark(file.getvalue()).getpixel((1, 1)) == turned
