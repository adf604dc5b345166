"""The other drawings of figures: for a phone they say the same and can be read, for the dark they are dark."""

import io
import json
from unittest.mock import patch

import bench
import dark
import drawings
import picture as curves
import pytest
from matplotlib.mathtext import MathTextParser
from matplotlib.text import Text
from PIL import Image

from bleu_helpers.cast import CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES
from bleu_helpers.display import plots
from bleu_helpers.display.picture import as_png, text_of

ROOM = 355
"""The pixels that a page has for a figure where a phone is 390 wide."""

FIGURES = {
    plots.word_matches: ([GUIDE_CANDIDATE, *CAT_CANDIDATES], GUIDE_REFERENCES),
    plots.purse: (GUIDE_CANDIDATE, GUIDE_REFERENCES),
    plots.clipped_counts: (CAT_CANDIDATES[0], CAT_REFERENCES),
    plots.ngram_grid: (CAT_CANDIDATES[0], CAT_REFERENCES),
    plots.brevity_penalty_curve: ([("the mat", 2, 6), ("as long", 6, 6)],),
    plots.precisions_by_order: (GUIDE_CANDIDATE, GUIDE_REFERENCES),
    plots.bleu_step_by_step: (GUIDE_CANDIDATE, GUIDE_REFERENCES),
    plots.recall_per_reference: (GUIDE_CANDIDATE, GUIDE_REFERENCES),
    plots.matched_words_of_both: ([GUIDE_CANDIDATE], GUIDE_REFERENCES[0]),
    plots.f_beta_curves: (0.9,),
    plots.smoothed_precisions: (CAT_CANDIDATES[0], CAT_REFERENCES),
    plots.smoothing_scores: (CAT_CANDIDATES, CAT_REFERENCES),
    plots.edit_path: (CAT_CANDIDATES[0], CAT_REFERENCES[0]),
}


@pytest.mark.parametrize("function", FIGURES, ids=lambda function: function.__name__)
def test_a_figure_for_a_phone_says_the_same_and_can_be_read(function):
    sizes = []
    with patch.object(drawings, "as_png", lambda figure: sizes.append(smallest_letter(figure)) or as_png(figure)):
        png, text = drawings.drawn_narrow(function, *FIGURES[function])
    wide, whole = drawings.drawn(function, *FIGURES[function])
    assert text == whole
    assert drawings.faults_for_a_phone(wide, png) == []
    assert sizes[0] >= 11


def smallest_letter(figure):
    """How many pixels high the smallest letters of a figure are on a phone."""
    shrunk = ROOM / (figure.get_figwidth() * figure.dpi)
    sizes = [size for one in figure.findobj(Text) if one.get_text().strip() for size in letter_sizes(one)]
    return min(sizes) / 72 * figure.dpi * shrunk


def letter_sizes(text):
    """The sizes of a text's letters, in points; in mathematics, those of indices and exponents too."""
    if not text.get_parse_math() or "$" not in text.get_text():
        return [text.get_fontsize()]
    drawn = MathTextParser("path").parse(text.get_text(), 72, text.get_fontproperties())
    return [size for _, size, letter, *_ in drawn.glyphs if chr(letter).isalnum()]


def test_the_curves_of_the_benchmark_are_the_same_for_a_phone_and_can_be_read():
    saved = json.loads(bench.RESULTS.read_text(encoding="utf-8"))
    wide = curves.curves(saved)
    with patch.object(curves, "as_png", wraps=as_png) as drawn:
        narrow = curves.curves(saved, narrow=True)
    assert drawings.faults_for_a_phone(wide, narrow) == []
    lines = [[line for line in text_of(png).splitlines() if line.startswith("line")] for png in (wide, narrow)]
    assert lines[0] == lines[1] != []
    assert smallest_letter(drawn.call_args.args[0]) >= 11


def test_a_drawing_for_a_phone_that_leaves_words_out_is_refused():
    wide, _ = drawings.drawn(plots.purse, ["the"] * 6, [["the"]])
    narrow, _ = drawings.drawn(plots.purse, ["the"] * 60, [["the"]])
    assert drawings.faults_for_a_phone(wide, narrow) == ["has … in place of words"]


def test_afterwards_figures_are_as_wide_as_before():
    png, _ = drawings.drawn_narrow(plots.f_beta_curves, 0.9)
    wide, _ = drawings.drawn(plots.f_beta_curves, 0.9)
    assert (Image.open(io.BytesIO(png)).width, Image.open(io.BytesIO(wide)).width) == (1060, 900)


def test_a_figure_that_says_something_else_than_the_lesson_is_refused(tmp_path, monkeypatch):
    lesson = drawings.refresh.ROOT / "notebooks" / "02_clipping.ipynb"
    monkeypatch.setattr(drawings.refresh, "execute", lambda notebook, folder: None)
    with pytest.raises(ValueError, match=r"02_clipping\.ipynb: a figure for a phone says something else"):
        drawings.of_lesson(lesson)


@pytest.mark.parametrize(
    ("light", "turned"),
    [((255, 255, 255), dark.GROUND), ((0, 0, 0), (255, 255, 255)), ((0, 114, 178), (89, 195, 255))],
)
def test_in_the_dark_white_is_the_ground_and_a_hue_stays(light, turned):
    file = io.BytesIO()
    Image.new("RGB", (2, 2), light).save(file, format="PNG")
    assert dark.dark(file.getvalue()).getpixel((1, 1)) == turned
