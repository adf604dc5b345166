"""The figures of the lesson on F1."""

from collections.abc import Sequence
from itertools import cycle

from bleu_helpers import f_score, marked_ngrams, match_counts, rouge_n_scores
from bleu_helpers.display.plots._figure import figure_width, single_plot, wrapped
from bleu_helpers.display.plots._looks import BLUE, GREEN, GREY, ORANGE, PURPLE, Look
from bleu_helpers.display.plots._tiles import INDENT, Line, draw_lines, lines_of_tiles, marked_tiles
from bleu_helpers.lessons.counting import Sentence


def matched_words_of_both(candidates: Sequence[Sentence], reference: Sentence) -> None:
    """Draw the words of each candidate and of the reference as tiles, and mark those that the other sentence has."""
    lines = []
    for candidate in candidates:
        matched, _ = match_counts(candidate, [reference], 1)
        f1 = f"{2 * matched}/{len(candidate) + len(reference)} = {rouge_n_scores(candidate, reference).f1:.4f}"
        share = f"{matched} + {matched} of {len(candidate)} + {len(reference)} words have a partner: F1 = {f1}"
        rows = wrapped(share, 0.85 * figure_width()).split("\n")  # because bold letters are wider
        lines += [Line(words, down=0.12, weight="bold") for words in rows]
        for name, side, other in (("candidate", candidate, reference), ("reference", reference, candidate)):
            first, *rest = lines_of_tiles(marked_tiles(marked_ngrams(side, [other])), INDENT)
            lines += [Line(name, first), *(Line("", tiles) for tiles in rest)]
    draw_lines("F1: the share of the words of both sentences that have a partner (✓)", lines)


def f_beta_curves(precision: float, betas: Sequence[float] = (0.5, 1, 2), recall: float | None = None) -> None:
    """Draw F-beta against recall for one precision, together with the plain average.

    Args:
        precision: the precision, from 0 to 1.
        betas: values of beta, with one curve each; the looks of the curves repeat after the fourth.
        recall: a recall at which a point on each curve is marked; None for no points.
    """
    looks = [((0, (1, 1.5)), GREEN), ("solid", BLUE), ("dashed", PURPLE), ("dashdot", ORANGE)]
    recalls = [step / 100 for step in range(101)]
    average = [(precision + place) / 2 for place in recalls]
    curves = [[f_score(precision, place, beta) for place in recalls] for beta in betas]
    marked_scores = [] if recall is None else [f_score(precision, recall, beta) for beta in betas]
    with single_plot(
        5.0,
        f"F goes to 0 with the recall;\nthe average does not (precision {precision:g})",
        x_label="recall",
        y_label="score",
        x_limits=(0, 1),
        y_limits=(0, 1.02),
    ) as axes:
        axes.plot(recalls, average, color=GREY, linewidth=1.5, label="average (P + R) / 2")
        for beta, curve, (style, colour) in zip(betas, curves, cycle(looks), strict=False):
            meaning = "\n(recall counts more)" if beta > 1 else "\n(precision counts more)" if beta < 1 else ""
            axes.plot(recalls, curve, color=colour, linestyle=style, linewidth=2.5, label=f"F{beta:g}{meaning}")
        look: Look = {"color": "black", "marker": "o", "linestyle": "none", "clip_on": False}
        axes.plot(precision, precision, label="precision = recall:\nall agree", **look)
        if recall is not None:
            axes.axvline(recall, color=GREY, linestyle="dotted", label=f"recall {recall:g}")
            for score, (_, colour) in zip(marked_scores, cycle(looks), strict=False):
                axes.plot(recall, score, "s", color=colour, markeredgecolor="black", markersize=8)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), handlelength=2, labelspacing=1)
