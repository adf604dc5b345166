"""The figure of the lesson on real systems."""

from collections.abc import Mapping

from bleu_helpers.display.plots._figure import is_narrow, single_plot
from bleu_helpers.display.plots._looks import GREY, Look


def scores_by_kind(
    baseline: Mapping[str, float],
    system: Mapping[str, float],
    p_values: Mapping[str, float],
    names: tuple[str, str],
    measure: str,
) -> None:
    """Draw the scores of two systems for each kind of sentence, and the p-value of each difference.

    Args:
        baseline: the baseline's score for each kind of sentence; higher is better.
        system: the score of the system that is compared with the baseline, for each kind.
        p_values: the p-value of the difference for each kind.
        names: the names of the two systems, with the baseline first.
        measure: the name of the measure that the scores come from.
    """
    kinds = list(baseline)
    # The title claims no lead that the test does not support, and one decimal cannot contradict the rounded scores.
    clear = sum(p_values[kind] < 0.05 for kind in kinds)
    title = f"{measure} by kind of sentence:\np is below 0.05 in {clear} of {len(kinds)} kinds"
    low, high = min(*baseline.values(), *system.values()), max(*baseline.values(), *system.values())
    span = max(high - low, 1)
    room_left, room_right = (0.6, 1.4) if is_narrow() else (0.2, 0.5)
    left, end, right = low - room_left * span, high + 0.15 * span, high + room_right * span
    with single_plot(
        0.85 * len(kinds) + 2.0,
        title,
        x_label=f"{measure}, a part of the scale from 0 to 100",
        x_limits=(left, right),
        y_limits=(len(kinds) - 0.4, -1.0),
        x_axis=(left, end),
    ) as axes:
        dot: Look = {"markersize": 13, "color": "black", "markerfacecolor": "white", "linestyle": "none"}
        for place, kind in enumerate(kinds):
            pair = baseline[kind], system[kind]
            # The baseline is drawn a little higher, so that both of two close scores are visible.
            heights = place - 0.15, place + 0.15
            axes.plot(pair, heights, color=GREY, linewidth=3, zorder=1)
            for score, other, height, marker in zip(pair, pair[::-1], heights, "o^", strict=True):
                axes.plot(score, height, marker=marker, zorder=2, **dot)
                outward: Look = {"xytext": (-13, 0), "ha": "right"} if score < other else {"xytext": (13, 0)}
                at: Look = {"textcoords": "offset points", "va": "center", "fontsize": 14}
                axes.annotate(f"{score:.2f}", (score, height), **at, **outward)
            difference = f"{pair[1] - pair[0]:+.1f}\np = {p_values[kind]:.4f}"
            axes.text(right, place, difference, ha="right", va="center", fontsize=14)
        axes.text(right, -0.65, "difference", ha="right", va="center", fontsize=14)
        for name, marker in zip(names, "o^", strict=True):
            axes.plot([], [], marker=marker, label=name, **dot)
        axes.legend(loc="upper left", ncols=2, borderaxespad=0)
        axes.set_yticks(range(len(kinds)), kinds, fontsize=15)
        axes.locator_params(axis="x", nbins=4)
        axes.set_xticks([tick for tick in axes.get_xticks() if left <= tick <= end])
