"""The figures of the lessons: what is drawn, not only what is said of it."""

import math
import re
from itertools import combinations, pairwise

import pytest
from examples import (
    FRUIT_CANDIDATE,
    FRUIT_REFERENCES,
    GUARD_CANDIDATE,
    GUARD_REFERENCES,
    PEN_CANDIDATE,
    PEN_REFERENCES,
    PROGRAM_CANDIDATE,
    PROGRAM_REFERENCES,
)
from matplotlib.text import Text

from bleu_helpers import add_one, bleu_score, corpus_bleu
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


def test_the_clipped_part_of_a_bar_is_hatched(drawn):
    plots.clipped_counts(FRUIT_CANDIDATE, FRUIT_REFERENCES)
    [axes] = drawn
    clipped, stays = labelled(axes, "candidate:\nis clipped"), labelled(axes, "candidate:\nstays")
    assert [(bar.get_y(), bar.get_height(), bar.get_hatch()) for bar in clipped] == [(1, 2, "///"), (0, 1, "///")]
    assert [(bar.get_height(), bar.get_hatch()) for bar in stays] == [(1, None)] * 3
    assert [bar.get_height() for bar in labelled(axes, "most in one\nreference")] == [1, 1, 1, 0]


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


def test_each_candidate_stands_against_the_same_reference(drawn):
    candidates = {"as written": ["a", "b", "c"], "turned": ["c", "b", "a"]}
    plots.order_grid(candidates, ["a", "b", "d"])
    assert [axes.get_title(loc="left") for axes in drawn] == ["as written: 1 of 2", "turned: 0 of 2"]
    assert [[label.get_text() for label in axes.get_yticklabels()] for axes in drawn] == list(candidates.values())
    lines = [[line for line in axes.get_lines() if line.get_linewidth() > 5] for axes in drawn]
    assert [list(map(tuple, line.get_xydata())) for line in lines[0]] == [[(0, 0), (1, 1)]]
    assert lines[1] == []


def test_the_curve_is_the_penalty_and_the_points_lie_on_it(drawn):
    plots.brevity_penalty_curve([("the mat", 2, 6), ("long", 9, 6)])
    curve, share, _, *points = drawn[0].get_lines()
    assert all(y == min(x, 1) for x, y in share.get_xydata())
    assert all(y == pytest.approx(min(1, math.exp(1 - 1 / x))) for x, y in curve.get_xydata())
    assert [tuple(point.get_xydata()[0]) for point in points] == [(1 / 3, pytest.approx(math.exp(-2))), (1.5, 1.0)]


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


def test_the_lines_are_at_bleu_and_at_the_mean(drawn):
    plots.precisions_by_order(CAT_CANDIDATES[3], CAT_REFERENCES, (0.5, 0.5))
    [axes] = drawn
    assert [bar.get_height() for bar in axes.patches] == [1.0, 1.0]
    assert heights_of_lines(axes) == [pytest.approx(math.exp(-2)), 1.0]
    assert words_beside(axes) == [("geometric mean 1.0000", 1.0), ("BLEU 0.1353", pytest.approx(math.exp(-2)))]
    assert axes.get_ylabel() == "precision (matched/total)"
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["order 1\n2/2\n1.0000", "order 2\n1/1\n1.0000"]


def test_the_labels_of_two_lines_that_are_close_do_not_lie_on_each_other(drawn):
    plots.precisions_by_order(["a"] * 99, [["a"] * 100])
    (_, above), (_, below) = words_beside(drawn[0])
    assert above - below == pytest.approx(0.1)
    assert (above + below) / 2 == pytest.approx((1 + math.exp(-1 / 99)) / 2)


def test_two_lines_that_lie_on_each_other_have_one_label(drawn):
    plots.precisions_by_order(PEN_CANDIDATE, PEN_REFERENCES)
    [height] = set(heights_of_lines(drawn[0]))
    assert words_beside(drawn[0]) == [("geometric mean\n= BLEU 0.5946", height)]


def test_the_ordinary_averages_of_two_candidates_stand_under_their_precisions(drawn):
    plots.ordinary_averages(CAT_CANDIDATES[2], CAT_CANDIDATES[0], CAT_REFERENCES)
    [axes] = drawn
    first, second = ([bar.get_width() for bar in bars] for bars in axes.containers)
    assert first == [6 / 7, 1 / 6, 0, 0, (6 / 7 + 1 / 6) / 4]
    assert second == [5 / 6, 1 / 5, 0, 0, (5 / 6 + 1 / 5) / 4]
    assert [bars[0].get_hatch() for bars in axes.containers] == [None, "//"], "not told apart by colour alone"
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [
        "mat on cat the is on a",
        "the cat sat on a mat",
    ]
    assert axes.get_title(loc="left") == "The ordinary average prefers:\nthe cat sat on a mat"


def test_no_candidate_is_preferred_where_the_averages_are_equal(drawn):
    plots.ordinary_averages(["a"], ["b"], [["a", "b"]])
    assert drawn[0].get_title(loc="left") == "The ordinary average prefers:\nneither"


def weights_and_pivot(axes):
    """Where the weights of a beam are, by name, and where the beam balances."""
    *_, pivot = axes.get_lines()
    return {text.get_text(): text.get_position()[0] for text in axes.texts}, pivot.get_xdata()[0]


def test_each_beam_balances_at_the_mean_of_its_ruler(drawn):
    plots.balance(PEN_CANDIDATE, PEN_REFERENCES)
    precisions = {"$p_1$": 1, "$p_2$": 5 / 6, "$p_3$": 3 / 5, "$p_4$": 1 / 4}
    equal, halvings = map(weights_and_pivot, drawn)
    assert equal == (precisions, pytest.approx(sum(precisions.values()) / 4))
    assert halvings[0] == {name: pytest.approx(1 + math.log2(p) / 4) for name, p in precisions.items()}
    assert halvings[1] == pytest.approx(sum(halvings[0].values()) / 4), "the middle of the weights"
    ticks = dict(zip(drawn[1].get_xticks(), (tick.get_text() for tick in drawn[1].get_xticklabels()), strict=True))
    assert ticks == {1: "all", 0.75: "half", 0.5: "a quarter", 0.25: "an eighth", 0: "a sixteenth\nor less"}


def test_a_precision_of_0_takes_the_balance_to_the_end_of_the_ruler(drawn):
    plots.balance(CAT_CANDIDATES[0], CAT_REFERENCES)
    places, pivot = weights_and_pivot(drawn[1])
    assert (places["$p_3$"], places["$p_4$"], pivot) == (0, 0, 0)


@pytest.mark.parametrize("candidate", [GUARD_CANDIDATE, *GUARD_REFERENCES, ["tardily"]])
def test_no_weight_lies_on_another(drawn, candidate):
    plots.balance(candidate, GUARD_REFERENCES)
    for axes in drawn:
        axes.figure.draw_without_rendering()
        boxes = [text.get_bbox_patch().get_window_extent() for text in axes.texts]
        assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
        assert all(box.y1 < axes.get_window_extent().y1 for box in boxes)


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
    [axes] = drawn
    assert tiles(axes)[1] == [2, 3, 5, 6, 8, 9]
    axes.figure.draw_without_rendering()
    right = axes.get_window_extent().x1
    boxes = [text.get_bbox_patch().get_window_extent() for text in axes.texts if text.get_bbox_patch()]
    assert all(box.x1 <= right for box in boxes)
    assert all(left.x1 < next_.x0 for left, next_ in pairwise(boxes) if left.y0 == next_.y0)


def test_one_word_that_is_longer_than_a_line_stands_alone(drawn):
    plots.recall_per_reference(["a"], [["a" * 200, "a"]])
    assert tiles(drawn[0])[1] == [2, 3]


def test_both_sentences_show_which_words_have_a_partner(drawn):
    plots.matched_words_of_both([["the"], "the cat sat".split()], CAT_REFERENCES[0])
    [axes] = drawn
    reference = ["✗ is", "✗ on", "✗ the", "✗ mat"]
    one = ["✓ the", "✓ the", "✗ cat", *reference]
    assert tiles(axes) == ([*one, "✓ the", "✓ cat", "✗ sat", "✓ the", "✓ cat", *reference], [1, 2, 4, 5])
    assert [text.get_text() for text in axes.texts if text.get_fontweight() == "bold"] == [
        "1 + 1 of 1 + 6 words have a partner: F1 = 2/7 = 0.2857",
        "2 + 2 of 3 + 6 words have a partner: F1 = 4/9 = 0.4444",
    ]


def test_the_curves_are_f_beta(drawn):
    plots.f_beta_curves(0.5)
    curves = drawn[0].get_lines()[:4]
    at_one = [curve.get_ydata()[-1] for curve in curves]
    assert at_one == [0.75, pytest.approx(0.5 / 0.9), pytest.approx(2 / 3), pytest.approx(2.5 / 3)]
    assert [curve.get_ydata()[0] for curve in curves] == [0.25, 0, 0, 0]
    assert [text.get_text() for text in drawn[0].get_legend().get_texts()] == [
        "average (P + R) / 2",
        "F0.5\n(precision counts more)",
        "F1",
        "F2\n(recall counts more)",
        "precision = recall:\nall agree",
    ]
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


def test_a_zero_gets_a_bar_where_it_is_smoothed(drawn):
    plots.smoothed_precisions(CAT_CANDIDATES[0], CAT_REFERENCES)
    heights = [[bar.get_height() for bar in container] for container in drawn[0].containers]
    assert heights == [
        pytest.approx([5 / 6, 1 / 5, 0, 0]),
        pytest.approx([5 / 6, 2 / 6, 1 / 5, 1 / 4]),
        pytest.approx([5 / 6, 1 / 5, 1 / 8, 1 / 12]),
    ]
    assert [text.get_text() for text in drawn[0].texts].count("0") == 2
    with pytest.raises(ValueError, match="methods has 4 entries"):
        plots.smoothed_precisions(CAT_CANDIDATES[0], CAT_REFERENCES, methods=(0, 1, 2, 3))


def test_no_line_joins_the_methods_and_the_best_of_each_is_named(drawn):
    plots.smoothing_scores(CAT_CANDIDATES, CAT_REFERENCES)
    points = [line for line in drawn[0].get_lines() if len(line.get_xdata()) == 8]
    assert [line.get_linestyle() for line in points] == ["None"] * 4
    assert len({line.get_marker() for line in points}) == 4
    best = [max(scores) for scores in zip(*(line.get_xdata() for line in points), strict=True)]
    assert [text.get_text().strip() for text in drawn[0].texts] == [f"{score:.4f}" for score in best[1:]]
    places = [text.get_position() for text in drawn[0].texts]
    assert places[5] == (best[6], points[3].get_ydata()[6]), "the mat, under method 6"


def test_many_words_over_a_table_are_turned_so_that_they_keep_apart(drawn):
    for length in (9, 10):
        plots.edit_path(["the"], ["the"] * length)
    turns = [{label.get_rotation() for label in axes.get_xticklabels()} for axes in drawn]
    assert turns == [{0}, {45}]
    assert [text.get_text() for text in drawn[0].texts].count("D") == 8


def test_bars_stand_on_the_side_of_the_system_that_is_ahead(drawn):
    plots.resampled_by_measure({"BLEU": [0.5, 0.25, -0.25, 1.0], "TER": [-1.0, -0.5, 0.0, -0.25]}, "new", "old")
    assert drawn[0].get_xlim() == drawn[1].get_xlim(), "a point is as wide in each panel"
    for axes, ahead in zip(drawn, (3, 0), strict=True):
        bars = [bar for bar in axes.patches if bar.get_height()]
        behind, before = ([bar for bar in bars if bar.get_hatch() == hatch] for hatch in ("///", None))
        assert sum(bar.get_height() for bar in before) == ahead
        assert sum(bar.get_height() for bar in behind) == 4 - ahead
        assert all(bar.get_x() >= -1e-12 for bar in before)
        assert all(bar.get_x() + bar.get_width() <= 1e-12 for bar in behind)
    assert [axes.get_ylabel() for axes in drawn] == ["BLEU", "TER"]
    said = [text.get_text() for axes in drawn for text in axes.texts]
    assert said == ["old\nahead: 25.0%", "new\nahead: 75.0%", "old\nahead: 75.0%", "new\nahead: 0.0%"]


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
    assert axes.get_xlabel() == "BLEU, from 0 to 100"


def test_each_token_has_a_box_around_its_own_characters(drawn):
    plots.token_cuts("a bat at.", {"none": ["a", "bat", "at."], "13a": ["a", "bat", "at", "."]})
    [axes] = drawn
    boxes = [
        (round(box.get_x() + 0.44), round(box.get_width() + 0.12), round(box.get_y() + 0.36)) for box in axes.patches
    ]
    assert boxes == [(0, 1, 0), (2, 3, 0), (6, 3, 0), (0, 1, 1), (2, 3, 1), (6, 2, 1), (8, 1, 1)]
    letters = [(text.get_text(), *text.get_position()) for text in axes.texts]
    assert letters == [
        (letter, place, row) for row in (0, 1) for place, letter in enumerate("a bat at.") if letter != " "
    ]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["none\n(3 tokens)", "13a\n(4 tokens)"]
    assert axes.get_title(loc="left") == "One text, cut in 2 ways: from 3 to 4 tokens"


def test_a_score_is_as_long_as_its_bar(drawn):
    plots.scores_by_tokeniser({"none": 23.954, "13a": 27.7}, "one system")
    [axes] = drawn
    assert [bar.get_width() for bar in axes.patches] == [23.954, 27.7]
    assert [(text.get_text(), *text.get_position()) for text in axes.texts] == [
        (" 23.95", 23.954, 0),
        (" 27.70", 27.7, 1),
    ]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["none", "13a"]
    assert axes.get_title(loc="left") == "One translation, one formula: BLEU from 23.95 to 27.70"


def test_the_line_of_the_candidate_that_says_something_else_is_bold(drawn):
    plots.ranks_by_measure(
        {"sat": CAT_CANDIDATES[0], "heap": CAT_CANDIDATES[2], "mat": CAT_CANDIDATES[3]},
        CAT_REFERENCES[:1],
        {
            "BLEU-1": lambda one, others: bleu_score(one, others, (1,)),
            "BLEU-2": lambda one, others: bleu_score(one, others, (0.5, 0.5)),
        },
        says_something_else="heap",
    )
    [axes] = drawn
    assert [line.get_linewidth() > 4 for line in axes.get_lines()] == [False, True, False]
    assert {text.get_text(): text.get_fontweight() for text in axes.texts} == {
        "sat": "normal",
        "heap": "bold",
        "mat": "normal",
    }
    assert axes.get_title(loc="left") == "The “heap” says something else, and comes in place 1 to 2 of 3"
