"""The figures of the lesson on a billion segments: ratios, since a time says more of a machine than of a program."""

import math
from collections.abc import Mapping, Sequence

from bleu_helpers.display.plots._figure import BLUE, GREY, ORANGE, PALE_BLUE, PALE_ORANGE, Look, figure, single_plot


def speed_by_step(ratios: Mapping[str, float]) -> None:
    """Draw how many times as fast as the first step each one is.

    Args:
        ratios: for each step, by its name and in order, how many times as fast it is as the first one, which has 1.
    """
    names, values = list(ratios), list(ratios.values())
    title = f"{names[-1].capitalize()}: {values[-1]:.1f} times as fast as {names[0]}"
    text = [title, *(f"{name}: {value:.1f}" for name, value in ratios.items())]
    with single_plot(
        2.6,
        text,
        title,
        title_size=15,
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
        axes.xaxis.label.set_fontsize(13)


def growth_and_two_cores(
    sizes: Sequence[int], times: Sequence[float], factors: Sequence[float], lost: Mapping[str, float]
) -> None:
    """Draw what a segment takes on one core as the corpus grows, and how many times as fast two cores are.

    Args:
        sizes: how many segments the corpora have, the smallest first.
        times: for each corpus the time of a segment on one core, in times of that in the largest corpus.
        factors: for each corpus how many times as fast two cores are as one.
        lost: where the rest goes, up to 2, in the largest corpus: a share for each reason, by its name.
    """
    text = [
        "one core (1: the time of a segment in the largest corpus) and two (times as fast as one)",
        *(
            f"{size:,} segments: one core {time:.2f}, two cores {factor:.2f}"
            for size, time, factor in zip(sizes, times, factors, strict=True)
        ),
        f"to 2 in the largest corpus: {', '.join(f'{share:.2f} {name}' for name, share in lost.items())}",
    ]
    line: Look = {"color": BLUE, "marker": "o", "markersize": 9, "linewidth": 3}
    places = [math.log10(size) for size in sizes]
    first, last = places[0], places[-1]
    with figure(4.4, text) as drawn:
        left, right = drawn.subplots(1, 2, width_ratios=(1, 1.5))
        left.set_title("One core: the time of a segment", loc="left", fontsize=13)
        left.plot(places, times, **line)
        left.set_ylabel("1: as in the largest corpus", fontsize=12)
        left.set_ylim(0, 1.2 * max(times))
        right.set_title(f"Two cores: {factors[-1]:.2f} times as fast in the largest, not 2", loc="left", fontsize=13)
        right.plot(places, factors, **line)
        right.set_ylabel("times as fast as one core", fontsize=12)
        right.set_ylim(0, 2.2)
        looks: list[Look] = [{"color": ORANGE}, {"color": PALE_ORANGE, "hatch": "///"}, {"color": "white"}]
        bottom = factors[-1]
        for (name, share), look in zip(lost.items(), looks, strict=True):
            right.bar(last + 0.6, share, 0.5, bottom, edgecolor="black", lw=0.8, label=f"{share:.2f} {name}", **look)
            bottom += share
        right.legend(frameon=False, loc="lower right", reverse=True, fontsize=11)
        for axes, level, end in ((left, 1, last + 0.4), (right, 2, last + 3)):
            axes.plot([first, last], [level, level], color=GREY, linestyle="dotted", linewidth=2)
            axes.set_xlim(first - 0.4, end)
            axes.set_xticks(places, [f"{size / 1000:,g}" for size in sizes], fontsize=11)
            axes.set_xlabel("thousand segments", fontsize=12)
            axes.spines[["top", "right"]].set_visible(False)
