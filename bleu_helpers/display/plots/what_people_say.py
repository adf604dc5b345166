"""The figure of the lesson on what people say."""

from collections.abc import Mapping, Sequence
from itertools import cycle

from bleu_helpers.display.plots._figure import GREY, LINE_LOOKS, Look, single_plot


def systems_judged(
    points: Mapping[str, float], scores: Mapping[str, Mapping[str, float]], measure: str, named: Sequence[str] = ()
) -> None:
    """Draw systems as points, people's best on top: what a measure says of each, by one reference and by another.

    Args:
        points: what people took off each system, by name; 0 is best.
        scores: for each reference, the score of each system by name, higher is better.
        measure: what the scores are.
        named: the systems whose names are written beside them, and people's best.
    """
    best = min(points, key=points.__getitem__)
    places = {name: 1 + sum(one > of[best] for one in of.values()) for name, of in scores.items()}
    told = ", ".join(f"place {place} by “{name}”" for name, place in places.items())
    title = f"{len(points)} systems: people’s best one has {told}"
    ordered = sorted(points, key=points.__getitem__)
    text = [title]
    for system in ordered:
        shown = ", ".join(f"{name} {of[system]:.2f}" for name, of in scores.items())
        text.append(f"{system}: {points[system]:.2f} points, {measure} by {shown}")
    everything = [score for of in scores.values() for score in of.values()]
    low, high = min(everything), max(everything)
    room, top, deepest = 0.1 * (high - low), points[best], max(points.values())
    with single_plot(
        5.2,
        text,
        title,
        title_size=15,
        x_label=f"{measure}, a part of the scale from 0 to 100",
        y_label="points lost a segment (top: fewest)",
        label_size=14,
        x_limits=(low - room, high + 2.4 * room),
        y_limits=(deepest + 0.1 * (deepest - top), top - 0.25 * (deepest - top)),
        x_axis=(low - room, high + room),
    ) as axes:
        for system in points:  # a thin line joins what is one system
            axes.plot([of[system] for of in scores.values()], [points[system]] * len(scores), color=GREY, linewidth=0.8)
        for (name, of), look in zip(scores.items(), cycle(LINE_LOOKS), strict=False):
            dots: Look = {**look, "linestyle": "none", "markersize": 11, "markeredgecolor": "black"}
            axes.plot([of[system] for system in points], list(points.values()), label=f"by “{name}”", **dots)
        for system in dict.fromkeys([best, *named]):
            right = max(of[system] for of in scores.values())
            at: Look = {"xytext": (10, 0), "textcoords": "offset points", "va": "center", "fontsize": 13}
            axes.annotate(system, (right, points[system]), **at)
        axes.legend(loc="upper left", ncols=len(scores), frameon=False, fontsize=15, borderaxespad=0)
        axes.tick_params(labelsize=14)
