"""The figures of the lesson on a billion segments.

They show ratios, because a time in seconds depends more on the machine than on the program.
"""

import math
from collections.abc import Mapping, Sequence

from bleu_helpers.display.plots._figure import figure, is_narrow, single_plot
from bleu_helpers.display.plots._looks import BLUE, GREY, PALE_BLUE, PALE_ORANGE, Look


def speed_by_step(ratios: Mapping[str, float]) -> None:
    """Draw the speed of each step relative to the first one.

    Args:
        ratios: the name of each step, in order, and how many times as fast as the first step it is (1 for the first).
    """
    names, values = list(ratios), list(ratios.values())
    title = f"{names[-1].capitalize()}: {values[-1]:.1f} times as fast as {names[0]}"
    with single_plot(
        2.6,
        title,
        x_label="how many times as fast",
        x_limits=(0, 1.15 * max(values)),
        y_limits=(len(names) - 0.4, -0.6),
    ) as axes:
        for row, value in enumerate(values):
            look: Look = {"color": PALE_ORANGE, "hatch": "///"} if row == 0 else {"color": PALE_BLUE}
            axes.barh(row, value, 0.7, edgecolor="black", lw=0.8, **look)
            axes.text(value, row, f" {value:.1f}", va="center", fontsize=15, fontweight="bold")
        axes.set_yticks(range(len(names)), names, fontsize=14)
        axes.tick_params("y", length=0)


def growth_and_two_cores(
    sizes: Sequence[int], times: Sequence[float], factors: Sequence[float], lost: Mapping[str, float]
) -> None:
    """Draw the time per segment on one core for growing corpora, the speed-up with two cores, and what is lost.

    Args:
        sizes: the number of segments in each corpus, in ascending order.
        times: the time per segment on one core for each corpus, relative to that for the largest corpus.
        factors: the speed-up of two cores compared with one, for each corpus.
        lost: why the speed-up in the largest corpus is less than 2: for each reason, how much of the speed-up it costs.
    """
    line: Look = {"color": BLUE, "marker": "o", "markersize": 9, "linewidth": 3, "clip_on": False}
    places = [math.log10(size) for size in sizes]
    ticks = [f"{size:,}" if size < 10**6 else f"{size / 10**6:,g}\nmillion" for size in sizes]
    side_by_side = {"mosaic": [["left", "right"], ["lost", "lost"]], "height_ratios": (3, 1)}
    below_each_other = {"mosaic": [["left"], ["right"], ["lost"]], "height_ratios": (3, 3, 1.5)}
    with figure(9 if is_narrow() else 6.2) as drawn:
        panels = drawn.subplot_mosaic(**(below_each_other if is_narrow() else side_by_side))
        left, right, below = panels["left"], panels["right"], panels["lost"]
        spread = f"{min(times):.2f} to {max(times):.2f}"
        left.set_title(f"One core: a segment takes {spread}\ntimes as long as in the largest corpus")
        left.set_ylabel("time per segment (largest corpus: 1)", fontsize=12)
        left.set_ylim(0, 1.2 * max(times))
        right.set_title(f"Two cores: {factors[-1]:.2f} times as fast\nin the largest corpus, not 2")
        right.set_ylabel("times as fast as one core", fontsize=12)
        right.set_ylim(0, 2.2)
        for axes, values, level in ((left, times, 1), (right, factors, 2)):
            axes.plot(places, values, **line)
            axes.plot([places[0], places[-1]], [level, level], color=GREY, linestyle="dotted", linewidth=2)
            axes.set_xlim(places[0] - 0.4, places[-1] + 0.4)
            axes.set_xticks(places, ticks)
            axes.tick_params(labelsize=10)
            axes.set_xlabel("segments in the corpus", fontsize=12)
        missing = sum(round(share, 3) for share in lost.values())  # as rounded in the labels
        below.set_title(f"In the largest corpus, {missing:.3f} is lost, compared with 2:")
        below.barh(range(len(lost)), [*lost.values()], 0.7, color=PALE_ORANGE, edgecolor="black", lw=0.8, hatch="///")
        for row, (name, share) in enumerate(lost.items()):
            below.text(max(share, 0), row, f" {share:.3f} {name}", va="center", fontsize=12)
        room = 5 if is_narrow() else 2  # for the text next to the bars
        below.set_xlim(min(0, *lost.values()), room * max(lost.values()))
        below.set_xlabel("times as fast as one core", fontsize=12)
        below.set_ylim(len(lost) - 0.5, -0.5)
        below.set_yticks([])
