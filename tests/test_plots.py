"""The figures of the lessons: what is drawn, not only what is said of it."""

import math
import re

import pytest
from examples import (
    GUARD_CANDIDATE,
    GUARD_REFERENCES,
    PEN_CANDIDATE,
    PEN_REFERENCES,
    PROGRAM_CANDIDATE,
    PROGRAM_REFERENCES,
)
from matplotlib.text import Text

from bleu_helpers import add_one, corpus_bleu
from bleu_helpers.cast import CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES
from bleu_helpers.display import plots
from bleu_helpers.display.plots import _figure


@pytest.fixture
def drawn(monkeypatch):
    """The axes of the figures that a test draws."""
    axes = []
    monkeypatch.setattr(_figure, "show", lambda figure, text: axes.extend(figure.axes))
    return axes


def labelled(axes, label):
    """The bars of one entry of the legend, those of no height left out."""
    [bars] = [container for container in axes.containers if container.get_label() == label]
    return [bar for bar in bars if not math.isnan(bar.get_height())]


def test_a_reference_that_has_more_is_drawn_higher(drawn):
    plots.clipped_counts(["a"], [["a", "a"]])
    [axes] = drawn
    assert [bar.get_height() for bar in labelled(axes, "candidate:\nstays")] == [1]
    assert [bar.get_height() for bar in labelled(axes, "most in one\nreference")] == [2]


@pytest.mark.parametrize("references", [[[]], [["b"]]])
def test_one_ngram_and_nothing_to_compare_with(drawn, references):
    plots.clipped_counts(["a"], references)
    plots.clipped_counts(["a"], references, n=2)
    assert len(drawn) == 2


@pytest.mark.parametrize(("candidate", "references"), [(["a"], [[]]), ([], [["a"]]), (["a"], [["a"]])])
def test_a_purse_may_be_empty_or_stay_full(drawn, candidate, references):
    plots.purse(candidate, references)
    assert len(drawn) == 1


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


def test_no_candidate_is_preferred_where_the_averages_are_equal(drawn):
    plots.ordinary_averages(["a"], ["b"], [["a", "b"]])
    assert drawn[0].get_title(loc="left") == "The ordinary average prefers:\nneither"


def weights_and_pivot(axes):
    """Where the weights of a beam are, by name, and where the beam balances."""
    *_, pivot = axes.get_lines()
    return {text.get_text(): text.get_position()[0] for text in axes.texts}, pivot.get_xdata()[0]


def test_a_precision_of_0_takes_the_balance_to_the_end_of_the_ruler(drawn):
    plots.balance(CAT_CANDIDATES[0], CAT_REFERENCES)
    places, pivot = weights_and_pivot(drawn[1])
    assert (places["$p_3$"], places["$p_4$"], pivot) == (0, 0, 0)


def test_the_drawings_tell_their_idea_without_numbers(drawn):
    plots.purse(CAT_CANDIDATES[1], CAT_REFERENCES)
    plots.brevity_penalty_curve([("the mat", 2, 6), ("too long", 9, 6)])
    plots.balance(GUARD_CANDIDATE, GUARD_REFERENCES)
    for axes in drawn:
        axes.figure.draw_without_rendering()
        # The words of a purse stand where other figures have an axis; "p_1" is a name.
        shown = [text.get_text() for text in axes.findobj(Text) if text.get_visible() and axes.axison]
        shown += [axes.get_title(loc="left"), *(text.get_text() for text in axes.texts)]
        assert [text for text in shown if re.search(r"\d", re.sub(r"p_\d", "", text))] == []
        assert len(shown) > 5


def tiles(axes):
    """The text of each tile, in the order of drawing, and the lines of the figure that tiles stand in."""
    boxed = [text for text in axes.texts if text.get_bbox_patch()]
    for tile in boxed:
        assert tile.get_bbox_patch().get_linestyle() == ("solid" if tile.get_text().startswith("✓") else "dotted")
    return [tile.get_text() for tile in boxed], sorted({tile.get_position()[1] for tile in boxed})


def test_a_reference_shows_which_of_its_words_the_candidate_misses(drawn):
    plots.recall_per_reference(PROGRAM_CANDIDATE, PROGRAM_REFERENCES)
    plots.recall_per_reference(PROGRAM_CANDIDATE, PROGRAM_REFERENCES[:1], n=2)
    words, bigrams = drawn
    first = ["✗ We", "✓ better", "✓ reschedule", "✓ the", "✓ program"]
    assert tiles(words) == ([*first, "✗ We", "✓ better", "✗ schedule", "✓ the", "✓ program", "✗ again"], [2, 4])
    assert [text.get_text() for text in words.texts if text.get_fontweight() == "bold"] == [
        "reference 1: 4/5 = 0.8000   ◀ the best one counts"
    ]
    assert tiles(bigrams) == (["✗ We better", "✗ better reschedule", "✓ reschedule the", "✓ the program"], [2])
    assert not any("best" in text.get_text() for text in bigrams.texts)


def test_two_candidates_with_the_same_beginning_are_told_apart(drawn):
    reference = "the old bridge is closed for at least two months".split()
    for candidate in (reference, reference * 2, reference * 3, reference[:1]):
        plots.recall_per_reference(candidate, [reference])
    assert [axes.texts[0].get_text() for axes in drawn] == [
        "candidate, 10 words: the old bridge is closed for at least two months",
        "candidate, 20 words: the old bridge is closed for at least …",
        "candidate, 30 words: the old bridge is closed for at least …",
        "candidate, 1 word: the",
    ]


def test_a_word_that_comes_twice_needs_two_partners(drawn):
    plots.recall_per_reference("the cat".split(), ["the cat on the mat".split()])
    assert tiles(drawn[0])[0] == ["✓ the", "✓ cat", "✗ on", "✗ the", "✗ mat"]


def test_a_long_reference_goes_on_in_the_next_line(drawn):
    plots.recall_per_reference(GUIDE_CANDIDATE, GUIDE_REFERENCES)
    assert tiles(drawn[0])[1] == [2, 3, 5, 6, 7, 9, 10]


def test_one_word_that_is_longer_than_a_line_stands_alone(drawn):
    plots.recall_per_reference(["a"], [["a" * 200, "a"]])
    [(long, short), lines] = tiles(drawn[0])
    assert lines == [2, 3] and short == "✓ a" and long.startswith("✗ aaa") and long.endswith("a…")


def test_no_more_betas_than_can_be_told_apart():
    with pytest.raises(ValueError, match="betas has 5 entries"):
        plots.f_beta_curves(0.5, (1, 2, 3, 4, 5))


def test_the_bars_are_the_segments_and_the_lines_their_mean_and_the_corpus(drawn):
    corpus = [GUIDE_CANDIDATE, *CAT_CANDIDATES, CAT_REFERENCES[0]], [GUIDE_REFERENCES, *[CAT_REFERENCES] * 5]
    plots.corpus_and_mean_bleu(*corpus)
    plots.corpus_and_mean_bleu(*corpus, smoothing=add_one)
    plain, smoothed = drawn
    bars = [(round(bar.get_x(), 2), bar.get_height(), bar.get_hatch()) for bar in plain.patches]
    assert sorted(bars) == [(-0.12, 4, "///"), (0.5, 1, None), (0.9, 1, None)]
    assert all(bar.get_hatch() is None for bar in smoothed.patches), "no score is exactly 0 any more"
    assert [line.get_segments()[0][0][0] for line in plain.collections] == [
        pytest.approx((0.5045666840058485 + 1) / 6),
        pytest.approx(corpus_bleu(*corpus)),
    ]


def test_the_bars_end_where_the_scores_do(drawn):
    corpus = ["the cat sat on the rug today".split()] * 2, [["the cat sat on a mat now".split()]] * 2
    plots.corpus_and_mean_bleu(*corpus)
    [ticks] = [[label.get_text() for label in axes.get_xticklabels()] for axes in drawn]
    highest = math.ceil(10 * corpus_bleu(*corpus)) / 10
    assert highest < 1 and ticks[-1] == str(highest) and drawn[0].get_xlim()[1] == pytest.approx(highest + 0.02)


def test_the_words_of_two_lines_stand_on_their_far_sides(drawn):
    plots.corpus_and_mean_bleu(["a b c d e".split(), "x y z u v w".split()], [["a b c d e".split()]] * 2)
    plots.corpus_and_mean_bleu([GUIDE_CANDIDATE, CAT_CANDIDATES[0]], [GUIDE_REFERENCES, CAT_REFERENCES])
    sides = [
        {text.get_text().split()[0]: text.get_horizontalalignment() for text in axes.texts if "\n" in text.get_text()}
        for axes in drawn
    ]
    assert sides == [{"mean": "left", "BLEU": "right"}, {"mean": "right", "BLEU": "left"}]


def test_no_more_methods_than_can_be_told_apart():
    with pytest.raises(ValueError, match="methods has 4 entries"):
        plots.smoothed_precisions(CAT_CANDIDATES[0], CAT_REFERENCES, methods=(0, 1, 2, 3))


@pytest.mark.parametrize(
    ("values", "said"), [([1.0, 2.0], "agree"), ([-1.0, -2.0], "do not agree"), ([0.0, 0.0], "do not agree")]
)
def test_the_title_says_whether_the_measures_agree(values, said, capsys):
    plots.resampled_by_measure({"BLEU": [1.0, 2.0], "chrF": values}, "new", "old")
    assert capsys.readouterr().out.startswith(f"Figure: 2 resampled test sets: the measures {said} on who is ahead\n")


def test_the_title_says_that_nobody_is_ahead(capsys):
    plots.resampled_by_measure({"BLEU": [0.0, 0.0], "TER": [0.0, 0.0]}, "new", "old")
    assert capsys.readouterr().out.startswith("Figure: 2 resampled test sets: nobody is ahead\n")


def test_of_two_equal_systems_nobody_is_ahead(drawn):
    plots.resampled_by_measure({"BLEU": [0.0, 0.0], "TER": [0.0, 0.0]}, "new", "old")
    assert {text.get_text() for axes in drawn for text in axes.texts} == {"old\nahead: 0.0%", "new\nahead: 0.0%"}
