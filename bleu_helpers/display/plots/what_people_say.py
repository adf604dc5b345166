"""The figures of the lesson on what people say."""

from collections.abc import Mapping, Sequence
from itertools import cycle
from statistics import correlation, fmean

from bleu_helpers.display.plots._figure import GREY, LINE_LOOKS, PALE_BLUE, Look, single_plot

_DOT: Look = {"linestyle": "none", "markersize": 11, "markeredgecolor": "black"}
_NEXT_TO_IT: Look = {"xytext": (10, 0), "textcoords": "offset points", "va": "center", "fontsize": 13}


def systems_judged(
    points: Mapping[str, float], scores: Mapping[str, Mapping[str, float]], measure: str, named: Sequence[str] = ()
) -> None:
    """Draw systems as points, people's best on top: their points and what a measure gives them by each reference.

    Args:
        points: what people took off each system, by name; the lowest is best.
        scores: for each reference, the score of each system by name, higher is better.
        measure: what the scores are.
        named: the systems whose names are written next to them, as is people's best.
    """
    ordered = sorted(points, key=points.__getitem__)
    grades = [-points[system] for system in ordered]
    by = [f"{correlation(grades, [of[system] for system in ordered]):+.2f} by “{name}”" for name, of in scores.items()]
    title = f"Correlation of {measure} with people: {', '.join(by)}"
    with single_plot(
        5.2,
        title,
        title_size=15,
        x_label=f"{measure}, a part of the scale from 0 to 100",
        y_label="points per segment (fewest on top)",
        label_size=14,
    ) as axes:
        axes.margins(0.1, 0.2)
        axes.invert_yaxis()
        for system in points:  # a thin line joins what is one system
            axes.plot([of[system] for of in scores.values()], [points[system]] * len(scores), color=GREY, linewidth=0.8)
        for (name, of), look in zip(scores.items(), cycle(LINE_LOOKS), strict=False):
            places = [of[system] for system in points]
            axes.plot(places, list(points.values()), label=f"by “{name}”", **{**look, **_DOT})
        for system in dict.fromkeys([ordered[0], *named]):
            axes.annotate(system, (max(of[system] for of in scores.values()), points[system]), **_NEXT_TO_IT)
        axes.legend(loc="upper left", ncols=len(scores), frameon=False, fontsize=15, borderaxespad=0)
        axes.tick_params(labelsize=14)


def raters_and_systems(raters: Mapping[int, Sequence[float]], systems: Mapping[str, float]) -> None:
    """Draw the mean points of systems, and below them those that raters take off, each next to the systems' band.

    Args:
        raters: the points of all translations that a rater judged, by the rater's number.
        systems: the mean points of each system, by name.
    """
    pairs = sorted((fmean(points), f"rater {rater} ({len(points):,})") for rater, points in raters.items())
    means, names = [mean for mean, _ in pairs], [name for _, name in pairs]
    least, most = min(systems.values()), max(systems.values())
    title = f"Systems: {least:.2f} to {most:.2f} points. Raters: {means[0]:.2f} to {means[-1]:.2f}"
    with single_plot(
        0.4 * len(names) + 1.8,
        title,
        title_size=15,
        x_label="mean points per segment (in brackets: translations judged)",
        label_size=14,
        x_limits=(0, 1.12 * means[-1]),
        y_limits=(len(names) + 0.5, -0.5),
    ) as axes:
        axes.barh(len(names) / 2, most - least, len(names) + 1, left=least, color=PALE_BLUE, gid="band of the systems")
        axes.plot(list(systems.values()), [0] * len(systems), **{**LINE_LOOKS[0], **_DOT})
        axes.plot(means, range(1, len(names) + 1), **{**LINE_LOOKS[1], **_DOT})
        for row, mean in enumerate(means, 1):
            axes.annotate(f"{mean:.2f}", (mean, row), **_NEXT_TO_IT)
        axes.set_yticks(range(len(names) + 1), [f"{len(systems)} systems", *names])
        axes.tick_params(labelsize=14)
