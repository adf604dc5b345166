"""The figure of the lesson on choosing a metric."""

from collections.abc import Callable, Mapping, Sequence
from itertools import cycle

from bleu_helpers.display.plots._figure import is_narrow, single_plot
from bleu_helpers.display.plots._looks import LINE_LOOKS
from bleu_helpers.lessons.counting import Sentence


def ranks_by_measure(
    candidates: Mapping[str, Sentence],
    references: Sequence[Sentence],
    measures: Mapping[str, Callable[[Sentence, Sequence[Sentence]], float]],
    says_something_else: str,
    lower_is_better: Sequence[str] = (),
) -> None:
    """Draw the rank of each candidate under each measure, with the best on top and one candidate in bold.

    Args:
        candidates: the candidates, each a list of tokens, by their names.
        references: the references, which are the same for all candidates.
        measures: functions of a candidate and the references, by their names.
        says_something_else: the name of the candidate whose meaning differs from the references; it is in bold.
        lower_is_better: the names of the measures that count errors.
    """
    points: dict[str, list[tuple[float, int]]] = {name: [] for name in candidates}
    for column, (measure, function) in enumerate(measures.items()):
        shown = {name: f"{function(candidate, references):.4f}" for name, candidate in candidates.items()}
        # Candidates with the same shown score share a rank, so the picture does not depend on rounding errors.
        keys = {name: float(value) if measure in lower_is_better else -float(value) for name, value in shown.items()}
        place = {name: 1 + sum(key < keys[name] for key in keys.values()) for name in candidates}
        for name in candidates:
            equal = [other for other in candidates if place[other] == place[name]]
            # Candidates with the same rank are drawn side by side.
            points[name].append((column + 0.16 * (equal.index(name) - (len(equal) - 1) / 2), place[name]))
    places = [place for _, place in points[says_something_else]]
    span = f"{min(places)} to {max(places)} of {len(candidates)}"
    with single_plot(
        4.6,
        f"The “{says_something_else}” says something else, and comes in place {span}",
        y_label="place (1 is the best; side by side: equal)",
        x_limits=(-0.3, len(measures) + 0.95),
        y_limits=(len(candidates) + 0.4, 0.6),
        x_axis=(-0.3, len(measures) - 0.7),
    ) as axes:
        last = {name: line[-1][1] for name, line in points.items()}
        for (name, line), look in zip(points.items(), cycle(LINE_LOOKS), strict=False):
            bold = name == says_something_else
            axes.plot(
                *zip(*line, strict=True), markersize=13 if bold else 9, linewidth=4.5 if bold else 1.5, gid=name, **look
            )
            level = [other for other in candidates if last[other] == last[name]]
            height = last[name] + 0.3 * (level.index(name) - (len(level) - 1) / 2)  # so that no names overlap
            weight = "bold" if bold else "normal"
            axes.text(len(measures) - 0.75, height, name, va="center", color="black", fontsize=14, fontweight=weight)
        labels = [f"{name}\nlow is good" if name in lower_is_better else name for name in measures]
        axes.set_xticks(range(len(measures)), labels, fontsize=13, rotation=60 if is_narrow() else 0)
        axes.set_yticks(range(1, len(candidates) + 1))
