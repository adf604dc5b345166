"""The figures of the lesson on BLEU."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from bleu_helpers import explain_bleu, marked_ngrams
from bleu_helpers.display.plots._figure import figure, figure_width, is_narrow, sentence_label, single_plot
from bleu_helpers.display.plots._looks import BLUE, GREY, ORANGE, PALE_BLUE, PALE_ORANGE, Look
from bleu_helpers.display.plots._tiles import draw_tiles, lines_of_tiles, marked_tiles
from bleu_helpers.display.tables import CLIPPED, MATCHED
from bleu_helpers.lessons.bleu import UNIFORM_WEIGHTS
from bleu_helpers.lessons.counting import Sentence

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ORDERS = (1, 2, 3, 4)
QUARTERS = {0: "none", 0.25: "a quarter", 0.5: "half", 0.75: "three quarters", 1: "all"}
"""The tick labels of the ruler with equal steps."""

SMALLEST = 1 / 16  # so that four steps lead from here to 1, as on the ruler with equal steps
HALVINGS = {SMALLEST: "a sixteenth\nor less", 1 / 8: "an eighth", 1 / 4: "a quarter", 1 / 2: "half", 1: "all"}
"""The tick labels of the ruler on which each step halves the value; its left end includes all smaller values."""

_SPACE_BELOW = 0.2
"""The height of the space below a beam, in the units of the weights' heights above it."""


def precisions_by_order(
    candidate: Sentence, references: Sequence[Sentence], weights: Sequence[float] = UNIFORM_WEIGHTS
) -> None:
    """Draw the modified precision of each order, with the geometric mean and BLEU as lines."""
    explanation = explain_bleu(candidate, references, weights)
    mean, score, penalty = explanation.geometric_mean, explanation.score, explanation.brevity_penalty
    rows = list(zip(explanation.matched, explanation.total, explanation.precisions, strict=True))
    orders = range(1, len(rows) + 1)
    sentence = sentence_label(explanation.candidate)
    end = len(rows) + 0.5
    with single_plot(
        4.4,
        f"{sentence}\nBLEU {score:.4f} = penalty {penalty:.4f} × geometric mean {mean:.4f}",
        y_label="precision (matched/total)",
        x_limits=(0.5, end + 0.42 * len(rows) ** 0.75),
        y_limits=(-0.05, 1.08),
        x_axis=(0.5, end),
    ) as axes:
        axes.bar(orders, explanation.precisions, 0.55, color=PALE_BLUE, edgecolor=BLUE, linewidth=1.5)
        labels = [f"order {n}\n{matched}/{total}\n{p:.4f}" for n, (matched, total, p) in zip(orders, rows, strict=True)]
        axes.set_xticks(orders, labels, fontsize=14)
        axes.hlines(score, 0.5, end, color=ORANGE, linewidth=5)
        axes.hlines(mean, 0.5, end, color="black", linestyle="dashed", linewidth=1.5)
        if mean == score:
            axes.text(end + 0.05, mean, f"geometric mean\n= BLEU {score:.4f}", va="center", fontsize=14)
        else:
            shift = max(0, 0.05 - (mean - score) / 2)  # moves the labels of two close lines apart
            axes.text(end + 0.05, mean + shift, f"geometric mean {mean:.4f}", va="center", fontsize=14)
            axes.text(end + 0.05, score - shift, f"BLEU {score:.4f}", va="center", fontsize=14, fontweight="bold")


def ordinary_averages(first: Sentence, second: Sentence, references: Sequence[Sentence]) -> None:
    """Draw the modified precisions of the orders 1 to 4 of two candidates, and their ordinary averages."""
    looks: list[Look] = [
        {"color": PALE_BLUE, "edgecolor": BLUE},
        {"color": PALE_ORANGE, "edgecolor": ORANGE, "hatch": "//"},
    ]
    names = [sentence_label(candidate) for candidate in (first, second)]
    bars, averages = [], []
    for candidate in (first, second):
        explanation = explain_bleu(candidate, references)
        averages.append(fmean(explanation.precisions))
        orders = zip(explanation.matched, explanation.total, explanation.precisions, strict=True)
        labels = [f"{matched}/{total} = {p:.4f}" for matched, total, p in orders]
        bars.append(([*explanation.precisions, averages[-1]], [*labels, f"{averages[-1]:.4f}"]))
    leader = "neither" if averages[0] == averages[1] else names[averages.index(max(averages))]
    with single_plot(
        5.6,
        f"The ordinary average prefers:\n{leader}",
        x_limits=(0, 1.24),
        y_limits=(5.6, -0.5),
    ) as axes:
        for number, (name, look, (values, labels)) in enumerate(zip(names, looks, bars, strict=True)):
            heights = [place + (number - 0.5) * 0.4 for place in range(len(values))]
            axes.barh(heights, values, 0.36, linewidth=1.5, label=name, **look)
            for height, value, label in zip(heights, values, labels, strict=True):
                axes.text(value + 0.01, height, label, va="center", fontsize=14)
        axes.axhline(3.5, color=GREY, linewidth=1)
        axes.set_yticks(range(5), ["$p_1$", "$p_2$", "$p_3$", "$p_4$", "average"], fontsize=15, parse_math=True)
        axes.set_xticks([])
        axes.spines["bottom"].set_visible(False)
        axes.spines["left"].set_bounds(-0.5, 4.5)
        axes.legend(loc="lower left", bbox_to_anchor=(-0.02, -0.02))


def balance(candidate: Sentence, references: Sequence[Sentence]) -> None:
    """Draw the precisions of the orders 1 to 4 as equal weights on two beams, which balance at their mean.

    On one ruler, the steps are equal, and the mean is the ordinary average; on the other, each step halves the value,
    and the mean is the geometric mean. The rulers are labelled in words; only the text form contains the numbers.
    """
    explanation = explain_bleu(candidate, references)
    precisions, mean = explanation.precisions, explanation.geometric_mean
    halved = [max(p, SMALLEST) for p in precisions]
    stacks = [_heights(precisions), _heights([1 + math.log(p, 1 / SMALLEST) for p in halved])]
    tops = [max(heights) + 0.15 for heights in stacks]
    with figure(2.85 + 1.75 * sum(tops)) as drawn:
        above, below = drawn.subplots(2, 1, height_ratios=[_SPACE_BELOW + top for top in tops])
        title = f'"{sentence_label(candidate)}"\nEqual steps: the beam balances at the ordinary average'
        _beam(above, title, precisions, stacks[0], fmean(precisions), QUARTERS)
        above.set_xlim(-0.07, 1.07)
        below.set_xscale("log")
        below.minorticks_off()
        title = "\nEach step to the left a halving: the beam balances at the geometric mean"
        _beam(below, title, halved, stacks[1], max(mean, SMALLEST), HALVINGS)
        below.set_xlim(SMALLEST**1.07, SMALLEST**-0.07)
        for axes, top in ((above, tops[0]), (below, tops[1])):
            axes.set_ylim(-_SPACE_BELOW, top)


def _heights(places: Sequence[float]) -> list[float]:
    """Return the height of each weight above the beam; weights at nearly the same place are stacked."""
    heights: list[float] = []
    for place in places:
        under = [height for other, height in zip(places, heights, strict=False) if abs(other - place) < 0.07]
        heights.append(max(under, default=-0.08) + 0.2)
    return heights


def _beam(
    axes: Axes, title: str, places: Sequence[float], heights: Sequence[float], pivot: float, ticks: Mapping[float, str]
) -> None:
    """Draw a beam along a ruler, with an equal weight for each order and the point where the beam balances."""
    axes.plot([min(ticks), max(ticks)], [0, 0], color="black", linewidth=4, solid_capstyle="butt")
    for n, place, height in zip(ORDERS, places, heights, strict=True):
        box = {"boxstyle": "round,pad=0.25", "facecolor": PALE_BLUE, "edgecolor": BLUE, "linewidth": 1.5}
        axes.text(place, height, f"$p_{n}$", ha="center", va="center", fontsize=14, bbox=box, parse_math=True)
        axes.plot([place, place], [0, height], color=BLUE, linewidth=1.5)
    axes.plot(
        [pivot], [-0.09], marker="^", color=ORANGE, markeredgecolor="black", markersize=18, gid="the beam balances at"
    )
    axes.set_title(title, loc="left", fontsize=15)
    axes.set_xticks([*ticks], ticks.values(), fontsize=14)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)


def bleu_step_by_step(candidate: Sentence, references: Sequence[Sentence]) -> None:
    """Draw how BLEU is computed, from top to bottom: words, clipping, n-grams, the brevity penalty and the formula."""
    explanation = explain_bleu(candidate, references)
    fractions = [f"{m}/{total}" for m, total in zip(explanation.matched, explanation.total, strict=True)]
    length, closest = explanation.candidate_length, explanation.reference_length
    words = marked_ngrams(candidate, references)
    unclipped = [(MATCHED if mark == CLIPPED else mark, word) for mark, word in words]
    found = sum(mark == MATCHED for mark, _ in unclipped)
    product = " × ".join(fractions)
    sentence = sentence_label(explanation.candidate)
    # On a phone, the content of a step is below its name instead of next to it.
    left, below = (0.1, 1) if is_narrow() else (_STEP_LEFT, 0)
    tiles = [lines_of_tiles(marked_tiles(row), left, figure_width() - 1.2) for row in (unclipped, words)]
    lines = [below + shown for shown in (*map(len, tiles), 2, 2, 1)]
    heads = [sum(lines[:step]) + 0.5 * step for step in range(6)]
    starts = [head + below for head in heads]
    with single_plot(
        0.7 + 0.42 * heads[-1],
        f"BLEU of “{sentence}”, step by step",
        x_limits=(0, figure_width()),
        y_limits=(heads[-1] - 0.4, -0.6),
    ) as axes:
        axes.axis("off")
        bold: Look = {"va": "center", "fontsize": 14, "fontweight": "bold"}
        for step, (start, name) in enumerate(zip(heads, _STEPS, strict=False), start=1):
            axes.text(0, start, f"{step}  {name}", va="center", fontsize=14)
        for start, rows, share in zip(starts, tiles, (f"{found}/{length}", fractions[0]), strict=False):
            draw_tiles(axes, start, rows)
            axes.text(figure_width(), start, share, ha="right", **bold)
        room = (figure_width() - left) / 4
        for n, fraction, p in zip(ORDERS, fractions, explanation.precisions, strict=True):
            place, top, full = left + (n - 1) * room, starts[2], room - 0.3
            axes.text(place, top, f"$p_{n}$ = {fraction}", parse_math=True, **bold)
            axes.barh(top + 1, full, 0.5, place, color="white", edgecolor=GREY, linestyle="dotted", linewidth=1.5)
            axes.barh(top + 1, full * p, 0.5, place, color=PALE_BLUE, edgecolor=BLUE, linewidth=1.5)
        inch = (figure_width() - left - 4.2) / max(length, closest, 1)
        lengths = (("candidate", length, PALE_BLUE, BLUE), ("closest reference", closest, "white", GREY))
        for line, (name, count, colour, edge) in enumerate(lengths):
            axes.barh(starts[3] + line, count * inch, 0.6, left, color=colour, edgecolor=edge, linewidth=1.5)
            axes.text(left + count * inch + 0.1, starts[3] + line, f"{name}: {count}", va="center", fontsize=13)
        axes.text(figure_width(), starts[3] + 0.5, f"penalty {explanation.brevity_penalty:.4f}", ha="right", **bold)
        root = f"{explanation.brevity_penalty:.4f} × $\\sqrt[4]{{{product}}}$ = "
        axes.text(left, starts[4], f"{root}{explanation.score:.4f}", parse_math=True, **bold)


_STEPS = ("words", "clipping", "n-grams", "brevity penalty", "BLEU")
_STEP_LEFT = 2.0
"""The x position of the content of a step, in inches; its name is to the left of it."""
