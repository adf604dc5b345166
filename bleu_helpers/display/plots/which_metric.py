"""The figure of the lesson that asks which metric to use."""

from collections.abc import Callable, Mapping, Sequence
from itertools import cycle

from bleu_helpers.counting import Sentence
from bleu_helpers.display.plots._figure import LINE_LOOKS, single_plot


def ranks_by_measure(
    candidates: Mapping[str, Sentence],
    references: Sequence[Sentence],
    measures: Mapping[str, Callable[[Sentence, Sequence[Sentence]], float]],
    lower_is_better: Sequence[str] = (),
) -> None:
    """Draw the place that each measure gives each candidate, the best one on top."""
    text = ["the place of each candidate under each measure, the best one first"]
    heights: dict[str, list[float]] = {name: [] for name in candidates}
    for measure, function in measures.items():
        shown = {name: f"{function(candidate, references):.4f}" for name, candidate in candidates.items()}
        # What is equal as shown shares a place: no picture hangs on the last digit.
        keys = {name: float(value) if measure in lower_is_better else -float(value) for name, value in shown.items()}
        place = {name: 1 + sum(key < keys[name] for key in keys.values()) for name in candidates}
        ordered = sorted(candidates, key=lambda name: keys[name])
        text.append(f"{measure}: {', '.join(f'{place[name]} {name} {shown[name]}' for name in ordered)}")
        for name in candidates:
            equal = [other for other in candidates if place[other] == place[name]]
            # Candidates of one place stand close together, around the middle of the places that they take.
            half = (len(equal) - 1) / 2
            heights[name].append(place[name] + half + 0.24 * (equal.index(name) - half))
    with single_plot(
        4.4,
        text,
        "Each measure puts the candidates in an order of its own (close together: equal)",
        y_label="place (1 is the best)",
        x_limits=(-0.3, len(measures) + 0.35),
        y_limits=(len(candidates) + 0.4, 0.6),
        x_axis=(-0.3, len(measures) - 0.7),
    ) as axes:
        for (name, line), look in zip(heights.items(), cycle(LINE_LOOKS), strict=False):
            axes.plot(line, markersize=9, linewidth=2, **look)
            axes.text(len(measures) - 0.85, line[-1], name, va="center", color="black")
        labels = [f"{name}\n(low is good)" if name in lower_is_better else name for name in measures]
        axes.set_xticks(range(len(measures)), labels)
        axes.set_yticks(range(1, len(candidates) + 1))
