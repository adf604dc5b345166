"""The figure of the lesson on the brevity penalty."""

import math
from collections.abc import Sequence

from bleu_helpers import brevity_penalty_of_lengths
from bleu_helpers.display.plots._figure import is_narrow, single_plot
from bleu_helpers.display.plots._looks import BLUE, GREY, ORANGE


def brevity_penalty_curve(examples: Sequence[tuple[str, int, int]]) -> None:
    """Draw the brevity penalty against c/r, with examples on the curve, and c/r itself for comparison.

    The ticks of the axes are labelled in words; only the text form contains the numbers.

    Args:
        examples: triples of a label, the candidate's length c, and the reference's length r, which is above 0.
    """
    notes: dict[tuple[float, float], list[str]] = {}
    for name, c, r in examples:
        penalty = brevity_penalty_of_lengths(c, r)
        notes.setdefault((c / r, penalty), []).append(name)
    longest = max((share for share, _ in notes), default=0)
    end = max(1.6, 1.05 * longest)
    longer = "one and a\nhalf times" if is_narrow() else "one and a half times"
    names = {0: "empty", 0.5: "half as long", 1: "as long", 1.5: longer}
    if end > 1.6:  # a longer axis has no space for all labels
        names = {1: "as long", **{times: f"{times} times as long" for times in [math.floor(longest)] if times > 1}}
    with single_plot(
        4.6,
        "A short candidate pays, a long one does not",
        x_label="candidate's length, compared with the closest reference (c/r)",
        y_label="what is left of the score (brevity penalty)",
        x_limits=(0, end),
        y_limits=(-0.06, 1.16),
    ) as axes:
        shares = [*(step / 200 for step in range(1, 201)), end]
        curve = [*(brevity_penalty_of_lengths(step, 200) for step in range(1, 201)), 1.0]
        axes.plot(shares, curve, color=BLUE, linewidth=2.5, label="brevity penalty")
        axes.plot([0, 1, end], [0, 1, 1], color=GREY, linestyle="dashed", zorder=1, label="first idea: c/r itself")
        axes.axvline(1, color=GREY, linestyle="dotted")
        axes.set_xticks([*names], [*names.values()])
        axes.set_yticks([0, 0.5, 1], ["nothing", "half", "all"])
        for (share, penalty), lines in notes.items():
            axes.plot(share, penalty, "o", color=ORANGE, markeredgecolor="black", markersize=9)
            # The label is put where nothing else is drawn; for a low point, that is above the dashed line.
            long, high, low = share > 1.2, penalty > 0.9, penalty < 0.05
            axes.annotate(
                "\n".join(lines),
                (share, penalty),
                xytext=(0, 10) if long else (6, -10) if high else (14, 95) if low else (14, -6),
                textcoords="offset points",
                ha="center" if long else "left",
                va="bottom" if long or low else "top" if high else "center",
                fontsize=14,
                arrowprops={"arrowstyle": "-", "color": GREY} if low else None,
            )
        axes.legend(loc="lower right", bbox_to_anchor=(1.0, 0.12))
