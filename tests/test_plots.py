"""The figures of the lessons: what is drawn, not only what is said of it."""

import math

import pytest
from examples import FRUIT_CANDIDATE, FRUIT_REFERENCES, PROGRAM_CANDIDATE, PROGRAM_REFERENCES

from bleu_helpers.cast import CAT_CANDIDATES, CAT_REFERENCES
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


def test_the_clipped_part_of_a_bar_is_hatched(drawn):
    plots.clipped_counts(FRUIT_CANDIDATE, FRUIT_REFERENCES)
    [axes] = drawn
    clipped, stays = labelled(axes, "candidate: is clipped"), labelled(axes, "candidate: stays")
    assert [(bar.get_y(), bar.get_height(), bar.get_hatch()) for bar in clipped] == [(1, 2, "///"), (0, 1, "///")]
    assert [(bar.get_height(), bar.get_hatch()) for bar in stays] == [(1, None)] * 3
    assert [bar.get_height() for bar in labelled(axes, "most in one reference")] == [1, 1, 1, 0]


def test_a_reference_that_has_more_is_drawn_higher(drawn):
    plots.clipped_counts(["a"], [["a", "a"]])
    [axes] = drawn
    assert [bar.get_height() for bar in labelled(axes, "candidate: stays")] == [1]
    assert [bar.get_height() for bar in labelled(axes, "most in one reference")] == [2]


@pytest.mark.parametrize("references", [[[]], [["b"]]])
def test_one_ngram_and_nothing_to_compare_with(drawn, references):
    plots.clipped_counts(["a"], references)
    plots.clipped_counts(["a"], references, n=2)
    assert len(drawn) == 2


def test_the_words_are_marked(drawn):
    plots.word_matches([CAT_CANDIDATES[0]], CAT_REFERENCES)
    boxes = {
        text.get_text(): text.get_bbox_patch().get_linestyle() for text in drawn[0].texts if text.get_text()[0] in "✓✗"
    }
    assert boxes == {
        "✓ the": "solid",
        "✓ cat": "solid",
        "✗ sat": "dotted",
        "✓ on": "solid",
        "✓ a": "solid",
        "✓ mat": "solid",
    }


def test_the_references_stand_below_the_candidates(drawn):
    plots.word_matches(CAT_CANDIDATES[:1], CAT_REFERENCES)
    rows = {}
    for text in drawn[0].texts:
        rows.setdefault(text.get_position()[1], []).append(text.get_text())
    assert rows[1] == ["reference", "the", "cat", "is", "on", "the", "mat"]
    assert rows[2] == ["reference", "there", "is", "a", "cat", "on", "the", "mat"]


def test_a_coin_is_tied_to_the_word_that_it_pays(drawn):
    plots.purse(["the", "cat", "the", "cat", "dog"], [["the", "cat", "the", "mat"], ["a", "the"]])
    [axes] = drawn
    row = {0: [], 1: []}
    for text in axes.texts:
        row[text.get_position()[1]].append(text.get_text())
    assert row == {
        0: ["candidate", "✓ the", "✓ cat", "✓ the", "✗ cat", "✗ dog"],
        1: ["purse", "the", "the", "cat", "mat", "a"],
    }
    tied = [tuple(float(x) - 0.5 for x in line.get_xdata()) for line in axes.get_lines()]
    assert tied == [(0, 0), (2, 1), (1, 2)]  # the coin's place, and the word's
    assert [coin.get_linestyle()[0][1] is None for coin in axes.collections] == [True, True, True, False, False]


@pytest.mark.parametrize(("candidate", "references"), [(["a"], [[]]), ([], [["a"]]), (["a"], [["a"]])])
def test_a_purse_may_be_empty_or_stay_full(drawn, candidate, references):
    plots.purse(candidate, references)
    assert len(drawn) == 1


def test_the_grid_joins_neighbours(drawn):
    plots.ngram_grid(CAT_CANDIDATES[2], CAT_REFERENCES, 2)
    lines = [
        list(map(tuple, line.get_xydata())) for axes in drawn for line in axes.get_lines() if line.get_linewidth() > 5
    ]
    assert lines == [[(2, 4), (3, 5)]]


def test_the_curve_is_the_penalty_and_the_points_lie_on_it(drawn):
    plots.brevity_penalty_curve([("the mat", 2, 6), ("long", 9, 6)])
    curve, _, *points = drawn[0].get_lines()
    assert all(y == pytest.approx(min(1, math.exp(1 - 1 / x))) for x, y in curve.get_xydata())
    assert [tuple(point.get_xydata()[0]) for point in points] == [(1 / 3, pytest.approx(math.exp(-2))), (1.5, 1.0)]


def heights_of_lines(axes):
    return [collection.get_segments()[0][0][1] for collection in axes.collections]


def test_the_lines_are_at_bleu_and_at_the_mean(drawn):
    plots.precisions_by_order(CAT_CANDIDATES[3], CAT_REFERENCES, (0.5, 0.5))
    plots.average_precision(CAT_CANDIDATES[2], CAT_REFERENCES)
    bleu, average = drawn
    assert [bar.get_height() for bar in bleu.patches] == [1.0, 1.0]
    assert heights_of_lines(bleu) == [pytest.approx(math.exp(-2)), 1.0]
    assert [bar.get_height() for bar in average.patches] == [6 / 7, 1 / 6, 0, 0]
    assert heights_of_lines(average) == [pytest.approx((6 / 7 + 1 / 6) / 4)]


def test_a_reference_is_filled_as_far_as_the_candidate_has_it(drawn):
    plots.recall_per_reference(PROGRAM_CANDIDATE, PROGRAM_REFERENCES)
    solid = [(bar.get_width(), bar.get_hatch()) for bar in drawn[0].patches]
    assert solid == [(4, None), (1, "..."), (3, None), (3, "...")]
    plots.recall_per_reference(PROGRAM_CANDIDATE, PROGRAM_REFERENCES[:1])
    assert not any("best" in text.get_text() for text in drawn[1].texts)


def test_the_curves_are_f_beta(drawn):
    plots.f_beta_curves(0.5)
    curves = drawn[0].get_lines()[:4]
    at_one = [curve.get_ydata()[-1] for curve in curves]
    assert at_one == [0.75, pytest.approx(0.5 / 0.9), pytest.approx(2 / 3), pytest.approx(2.5 / 3)]
    assert [curve.get_ydata()[0] for curve in curves] == [0.25, 0, 0, 0]
    with pytest.raises(ValueError, match="betas has 5 entries"):
        plots.f_beta_curves(0.5, (1, 2, 3, 4, 5))


def test_bars_stand_on_the_side_of_the_system_that_is_ahead(drawn):
    plots.resampled_by_measure({"BLEU": [0.5, 0.25, -0.25, 1.0], "TER": [-1.0, -0.5, 0.0, -0.25]}, "new", "old")
    for axes, ahead in zip(drawn, (3, 0), strict=True):
        bars = [bar for bar in axes.patches if bar.get_height()]
        behind, before = ([bar for bar in bars if bar.get_hatch() == hatch] for hatch in ("///", None))
        assert sum(bar.get_height() for bar in before) == ahead
        assert sum(bar.get_height() for bar in behind) == 4 - ahead
        assert all(bar.get_x() >= -1e-12 for bar in before)
        assert all(bar.get_x() + bar.get_width() <= 1e-12 for bar in behind)
    assert [axes.get_ylabel() for axes in drawn] == ["BLEU", "TER"]
    said = [text.get_text() for axes in drawn for text in axes.texts]
    assert said == ["old\nahead: 25.0%", "new\nahead: 75.0%", "old\nahead: 100.0%", "new\nahead: 0.0%"]


@pytest.mark.parametrize(
    ("values", "said"), [([1.0, 2.0], "agree"), ([-1.0, -2.0], "do not agree"), ([0.0, 0.0], "do not agree")]
)
def test_the_title_says_whether_the_measures_agree(values, said, monkeypatch, capsys):
    plots.resampled_by_measure({"BLEU": [1.0, 2.0], "chrF": values}, "new", "old")
    assert capsys.readouterr().out.startswith(f"Figure: 2 resampled test sets: the measures {said} on who is ahead\n")


def test_the_scores_of_a_kind_are_joined(drawn):
    plots.scores_by_kind({"news": 20.0, "story": 30.0}, {"news": 25.0, "story": 28.0}, ("old", "new"), "BLEU")
    [axes] = drawn
    lines = {line.get_linestyle(): list(line.get_xdata()) for line in axes.get_lines() if len(line.get_xdata()) == 2}
    assert lines == {"-": [20.0, 25.0], ":": [30.0, 28.0]}
    dots = [(line.get_marker(), *line.get_xydata()[0]) for line in axes.get_lines() if len(line.get_xdata()) == 1]
    assert dots == [("o", 20.0, 0.0), ("^", 25.0, 0.0), ("o", 30.0, 1.0), ("^", 28.0, 1.0)]
    assert {"+5.00", "-2.00"} <= {text.get_text() for text in axes.texts}
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["old", "new"]
    assert axes.get_title(loc="left") == "BLEU by kind of sentence: new is ahead of old in 1 of 2"
