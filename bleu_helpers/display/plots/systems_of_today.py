"""The figures of the lesson on the systems of today."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

from bleu_helpers.display.plots._figure import single_plot
from bleu_helpers.display.plots._looks import BLUE, DOT_LOOKS, GREY, PALE_BLUE, PALE_ORANGE, Look

_DRAWS = 1000
"""How many draws of documents an interval is based on."""


def systems_by_rater(points: Mapping[int, Mapping[str, float]], named: Sequence[str]) -> None:
    """Draw the mean points that each rater takes off each system, in one row per rater.

    Args:
        points: for each rater's number, the mean points of each system by its name; lower is better.
        named: the systems that are highlighted.
    """
    raters = sorted(points, key=lambda rater: sum(points[rater].values()))
    of_each = [min(points[rater], key=points[rater].__getitem__) for rater in raters]
    title = "Fewest points from each rater: " + ", ".join(
        f"{name} ({of_each.count(name)})" for name in dict.fromkeys(sorted(of_each, key=of_each.count, reverse=True))
    )
    with single_plot(
        0.45 * len(raters) + 2.2,
        title,
        x_label="mean points per segment (fewer is better)",
        x_limits=(0, None),
        y_limits=(len(raters) - 0.5, -1.4),
    ) as axes:
        everywhere = [
            (value, row)
            for row, rater in enumerate(raters)
            for name, value in points[rater].items()
            if name not in named
        ]
        axes.plot(*zip(*everywhere, strict=True), "|", color=GREY, markersize=14, label="the other systems")
        for name, look in zip(named, DOT_LOOKS, strict=False):
            lost = [points[rater][name] for rater in raters]
            axes.plot(lost, range(len(raters)), label=name, **look)
        axes.set_yticks(range(len(raters)), [f"rater {rater}" for rater in raters])
        axes.legend(loc="upper right", ncols=len(named) + 1, borderaxespad=0)


def agreement_of_judges(counts: Mapping[str, Sequence[tuple[int, int]]]) -> None:
    """Draw how often each judge agrees with a person, compared with a coin.

    The intervals contain 95 of 100 draws of documents, with replacement. All judges are compared on the same documents.

    Args:
        counts: for each judge, the number of pairs in which it agrees and the number of all pairs, by document.
    """
    rng, size = Random(17), len(next(iter(counts.values())))
    draws = [[int(rng.random() * size) for _ in range(size)] for _ in range(_DRAWS)]
    shares = {name: _share(rows) for name, rows in counts.items()}
    best = max(shares, key=shares.__getitem__)
    with single_plot(
        0.6 * len(counts) + 1.8,
        f"Most often: {best}, in {shares[best]:.1f} of 100 pairs",
        x_label="agrees in … of 100 pairs (a coin: 50; lines: 95 of 100 draws of documents)",
        x_limits=(48, 78),
        y_limits=(len(counts) - 0.5, -0.7),
    ) as axes:
        axes.plot([50, 50], [-0.7, len(counts) - 0.5], color=GREY, linestyle="dotted", linewidth=2, gid="a coin")
        axes.plot(list(shares.values()), range(len(shares)), **DOT_LOOKS[0], gid="agrees")
        for row, (name, rows) in enumerate(counts.items()):
            drawn = sorted(_share([rows[document] for document in draw]) for draw in draws)
            tail = _DRAWS // 40
            axes.plot([drawn[tail], drawn[-tail - 1]], [row, row], color=BLUE, linewidth=3, gid="95 of 100 draws")
            axes.text(drawn[-tail - 1] + 0.5, row, f"{shares[name]:.1f}", va="center", fontsize=14, fontweight="bold")
        axes.set_yticks(range(len(shares)), list(shares), fontsize=14)


def _share(rows: Sequence[tuple[int, int]]) -> float:
    return 100 * sum(same for same, _ in rows) / sum(asked for _, asked in rows)


def pairs_by_cluster(
    scores: Mapping[str, Mapping[str, float]], people: Mapping[str, float], clusters: Mapping[str, int]
) -> None:
    """Draw the share of the pairs of systems that each measure orders as people do, within and across clusters.

    Args:
        scores: for each measure, the score of each system by its name; higher is better.
        people: the grade that people gave to each system; higher is better.
        clusters: the cluster of each system.
    """
    pairs = list(combinations(people, 2))
    kinds: dict[str, list[tuple[str, str]]] = {
        "across clusters": [(a, b) for a, b in pairs if clusters[a] != clusters[b]],
        "within a cluster": [(a, b) for a, b in pairs if clusters[a] == clusters[b]],
    }

    looks: list[Look] = [{"color": PALE_BLUE}, {"color": PALE_ORANGE, "hatch": "///"}]
    found = {
        kind: [sum((people[a] - people[b]) * (of[a] - of[b]) > 0 for a, b in group) for of in scores.values()]
        for kind, group in kinds.items()
    }
    shares = {kind: [100 * right / len(kinds[kind]) for right in rights] for kind, rights in found.items()}
    spans = [f"{kind} {min(each):.0f} to {max(each):.0f}" for kind, each in shares.items()]
    with single_plot(
        0.9 * len(scores) + 1.9,
        f"As people order them: {', '.join(spans)}%",
        x_label="pairs of systems in the same order as by people, in % (a coin: 50)",
        x_limits=(0, 125),
        y_limits=(len(scores) - 0.4, -1.1),
        x_axis=(0, 100),
    ) as axes:
        for place, (kind, look) in enumerate(zip(kinds, looks, strict=True)):
            heights = [row - 0.2 + 0.4 * place for row in range(len(scores))]
            axes.barh(heights, shares[kind], 0.36, edgecolor="black", lw=0.8, label=kind, **look)
            for height, share, right in zip(heights, shares[kind], found[kind], strict=True):
                axes.text(share, height, f" {right} of {len(kinds[kind])}", va="center", fontsize=14)
        axes.plot([50, 50], [-0.5, len(scores) - 0.4], color=GREY, linestyle="dotted", linewidth=2, gid="a coin")
        axes.set_xticks(range(0, 101, 20))
        axes.set_yticks(range(len(scores)), list(scores), fontsize=14)
        axes.legend(loc="upper left", ncols=2, borderaxespad=0)
