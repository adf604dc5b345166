"""The figures of the lessons: what is drawn, not only what is said of it."""

import math

import pytest
from examples import (
    PEN_CANDIDATE,
    PEN_REFERENCES,
)
from matplotlib.text import Text

from bleu_helpers import corpus_bleu
from bleu_helpers.cast import CAT_CANDIDATES, CAT_REFERENCES
from bleu_helpers.display import plots
from bleu_helpers.display.plots import _figure


@pytest.fixture
def drawn(monkeypatch):
    """The axes of the figures that a test draws."""
    axes = []
    monkeypatch.setattr(_figure, "show", lambda figure, text: axes.extend(figure.axes))
    return axes


@pytest.mark.parametrize(("c", "ticks"), [(11, ["as long"]), (21, ["as long", "3 times as long"])])
def test_a_candidate_of_any_length_is_on_the_curve(drawn, c, ticks):
    plots.brevity_penalty_curve([("as long", 6, 6), ("far too long", c, 6)])
    [axes] = drawn
    curve, *_, point = axes.get_lines()
    assert tuple(point.get_xydata()[0]) == (c / 6, 1) and c / 6 < curve.get_xdata()[-1] == axes.get_xlim()[1]
    assert [label.get_text() for label in axes.get_xticklabels()] == ticks


def test_the_words_beside_the_curve_lie_on_no_axis_and_on_no_line(drawn):
    plots.brevity_penalty_curve([("one word", 1, 6), ("the mat", 2, 6), ("half as long", 3, 6)])
    [axes] = drawn
    axes.figure.draw_without_rendering()
    curve, share, *_ = axes.get_lines()
    for text in axes.texts:
        box = Text.get_window_extent(text)  # of an annotation this is the words alone, without the line to its point
        assert box.x0 > axes.get_window_extent().x0
        for line in (curve, share):
            assert not box.count_contains(axes.transData.transform(line.get_path().interpolated(50).vertices))


def heights_of_lines(axes):
    return [collection.get_segments()[0][0][1] for collection in axes.collections]


def words_beside(axes):
    """The lines of words in a plot, from above, each with its height."""
    return [(text.get_text(), text.get_position()[1]) for text in axes.texts]


def test_the_labels_of_two_lines_that_are_close_do_not_lie_on_each_other(drawn):
    plots.precisions_by_order(["a"] * 99, [["a"] * 100])
    (_, above), (_, below) = words_beside(drawn[0])
    assert above - below == pytest.approx(0.1)
    assert (above + below) / 2 == pytest.approx((1 + math.exp(-1 / 99)) / 2)


def test_two_lines_that_lie_on_each_other_have_one_label(drawn):
    plots.precisions_by_order(PEN_CANDIDATE, PEN_REFERENCES)
    [height] = set(heights_of_lines(drawn[0]))
    assert words_beside(drawn[0]) == [("geometric mean\n= BLEU 0.5946", height)]


def weights_and_pivot(axes):
    """Where the weights of a beam are, by name, and where the beam balances."""
    *_, pivot = axes.get_lines()
    return {text.get_text(): text.get_position()[0] for text in axes.texts}, pivot.get_xdata()[0]


def test_a_precision_of_0_takes_the_balance_to_the_end_of_the_ruler(drawn):
    plots.balance(CAT_CANDIDATES[0], CAT_REFERENCES)
    places, pivot = weights_and_pivot(drawn[1])
    assert (places["$p_3$"], places["$p_4$"], pivot) == (0, 0, 0)


def test_the_bars_end_where_the_scores_do(drawn):
    corpus = ["the cat sat on the rug today".split()] * 2, [["the cat sat on a mat now".split()]] * 2
    plots.corpus_and_mean_bleu(*corpus)
    [ticks] = [[label.get_text() for label in axes.get_xticklabels()] for axes in drawn]
    highest = math.ceil(10 * corpus_bleu(*corpus)) / 10
    assert highest < 1 and ticks[-1] == str(highest) and drawn[0].get_xlim()[1] == pytest.approx(highest + 0.02)


@pytest.mark.parametrize(
    ("values", "said"), [([1.0, 2.0], "agree"), ([-1.0, -2.0], "do not agree"), ([0.0, 0.0], "do not agree")]
)
def test_the_title_says_whether_the_measures_agree(values, said, capsys):
    plots.resampled_by_measure({"BLEU": [1.0, 2.0], "chrF": values}, "new", "old")
    assert capsys.readouterr().out.startswith(f"Figure: 2 resampled test sets: the measures {said} on who is ahead\n")


def test_the_title_says_that_nobody_is_ahead(capsys):
    plots.resampled_by_measure({"BLEU": [0.0, 0.0], "TER": [0.0, 0.0]}, "new", "old")
    assert capsys.readouterr().out.startswith("Figure: 2 resampled test sets: nobody is ahead\n")


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (lambda: plots.f_beta_curves(0.5, (1, 2, 3, 4, 5)), "betas has 5 entries"),
        (lambda: plots.smoothed_precisions(["a"], [["a"]], methods=(0, 1, 2, 3)), "methods has 4 entries"),
    ],
    ids=["betas", "methods"],
)
def test_no_more_lines_than_can_be_told_apart(draw, said):
    with pytest.raises(ValueError, match=said):
        draw()
