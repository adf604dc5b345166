"""The figures of the lesson on human judgements."""

from collections.abc import Mapping, Sequence
from itertools import cycle
from statistics import correlation, fmean

from bleu_helpers.display.plots._figure import single_plot
from bleu_helpers.display.plots._looks import DOT_LOOKS, GREY, PALE_BLUE, Look

_LABEL_LOOK: Look = {"xytext": (10, 0), "textcoords": "offset points", "va": "center", "fontsize": 13}


def systems_judged(
    points: Mapping[str, float], scores: Mapping[str, Mapping[str, float]], measure: str, named: Sequence[str] = ()
) -> None:
    """Draw the points that people took off each system against its score with each reference.

    Args:
        points: the points that people took off each system, by its name; lower is better.
        scores: for each reference, the score of each system by its name; higher is better.
        measure: the name of the measure that the scores come from.
        named: the systems that are labelled with their names, in addition to the one that people find best.
    """
    ordered = sorted(points, key=points.__getitem__)
    grades = [-points[system] for system in ordered]
    rows = {name: [by_system[system] for system in ordered] for name, by_system in scores.items()}
    correlations = [f"{correlation(grades, row):+.2f} by “{name}”" for name, row in rows.items()]
    with single_plot(
        5.2,
        f"Correlation of {measure} with people: {', '.join(correlations)}",
        x_label=f"{measure}, a part of the scale from 0 to 100",
        y_label="points per segment (fewest on top)",
    ) as axes:
        axes.margins(0.1, 0.2)
        axes.invert_yaxis()
        for system in points:  # a thin line joins the scores of a system
            axes.plot([row[system] for row in scores.values()], [points[system]] * len(rows), color=GREY, linewidth=0.8)
        for (name, by_system), look in zip(scores.items(), cycle(DOT_LOOKS), strict=False):
            places = [by_system[system] for system in points]
            axes.plot(places, list(points.values()), label=f"by “{name}”", **look)
        for system in dict.fromkeys([ordered[0], *named]):
            axes.annotate(system, (max(row[system] for row in scores.values()), points[system]), **_LABEL_LOOK)
        axes.legend(loc="upper left", ncols=len(scores), borderaxespad=0)


def raters_and_systems(raters: Mapping[int, Sequence[float]], systems: Mapping[str, float]) -> None:
    """Draw the mean points of the systems in one row, and below it the mean points that each rater takes off.

    Args:
        raters: for each rater's number, the points of all translations that the rater judged.
        systems: the mean points of each system, by its name.
    """
    pairs = sorted((fmean(points), f"rater {rater} ({len(points):,})") for rater, points in raters.items())
    means, names = [mean for mean, _ in pairs], [name for _, name in pairs]
    least, most = min(systems.values()), max(systems.values())
    title = f"Systems: {least:.2f} to {most:.2f} points. Raters: {means[0]:.2f} to {means[-1]:.2f}"
    with single_plot(
        0.4 * len(names) + 1.8,
        title,
        x_label="mean points per segment (in brackets: translations judged)",
        x_limits=(0, 1.12 * means[-1]),
        y_limits=(len(names) + 0.5, -0.5),
    ) as axes:
        axes.barh(len(names) / 2, most - least, len(names) + 1, left=least, color=PALE_BLUE, gid="band of the systems")
        axes.plot(list(systems.values()), [0] * len(systems), **DOT_LOOKS[0])
        axes.plot(means, range(1, len(names) + 1), **DOT_LOOKS[1])
        for row, mean in enumerate(means, 1):
            axes.annotate(f"{mean:.2f}", (mean, row), **_LABEL_LOOK)
        axes.set_yticks(range(len(names) + 1), [f"{len(systems)} systems", *names])
