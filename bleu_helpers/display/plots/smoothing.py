"""The figures of the lesson on smoothing."""

from collections.abc import Sequence
from itertools import cycle

from bleu_helpers import bleu_score, explain_bleu, smoothing_method
from bleu_helpers.display.plots._figure import WIDE, is_narrow, order_name, sentence_label, single_plot, truncated
from bleu_helpers.display.plots._looks import BLUE, LINE_LOOKS, ORANGE, PALE_BLUE, PALE_GREY, PALE_ORANGE, Look
from bleu_helpers.lessons.counting import Sentence

_BAR_LOOKS: tuple[Look, ...] = (
    {"color": PALE_GREY, "edgecolor": "black"},
    {"color": PALE_BLUE, "edgecolor": BLUE, "hatch": "///"},
    {"color": PALE_ORANGE, "edgecolor": ORANGE, "hatch": "..."},
)


def smoothed_precisions(candidate: Sentence, references: Sequence[Sentence]) -> None:
    """Draw the precisions of one candidate with smoothing methods 0, 2 and 3, side by side for each order."""
    functions = [(number, smoothing_method(number)) for number in (0, 2, 3)]
    parts = [explain_bleu(candidate, references, smoothing=function) for _, function in functions]
    names = [f"{number} {function.__name__}" for number, function in functions]
    matched_of_total = zip(parts[0].matched, parts[0].total, strict=True)
    width = 0.93 / len(parts)
    rotated: Look = {"rotation": 90} if is_narrow() else {}
    with single_plot(
        5.4,
        f"{sentence_label(candidate)}:\nwhat each method makes of the precisions",
        x_label="order, with matched/total",
        y_label="precision",
        y_limits=(0, 1.42),  # leaves space for the legend above the bars
    ) as axes:
        for place, (name, part, look) in enumerate(zip(names, parts, _BAR_LOOKS, strict=True)):
            lefts = [order - 0.465 + place * width for order in range(len(part.precisions))]
            label = f"{name}: BLEU {part.score:.4f}"
            axes.bar(lefts, part.precisions, width, align="edge", label=label, linewidth=1.2, **look)
            for left, precision in zip(lefts, part.precisions, strict=True):
                words = f"{precision:.4f}" if precision > 0 else "0"
                axes.text(left + width / 2, precision + 0.01, words, ha="center", va="bottom", fontsize=10, **rotated)
        labels = [f"{order_name(n)}\n{m}/{total}" for n, (m, total) in enumerate(matched_of_total, start=1)]
        axes.set_xticks(range(len(labels)), labels, fontsize=14)
        axes.set_yticks([step / 5 for step in range(6)])
        axes.legend(loc="upper right")


def smoothing_scores(candidates: Sequence[Sentence], references: Sequence[Sentence]) -> None:
    """Draw the BLEU of each candidate with each smoothing method, one method per row, and its best score in bold."""
    methods = [smoothing_method(number) for number in range(8)]
    columns = [[bleu_score(candidate, references, smoothing=method) for candidate in candidates] for method in methods]
    names = [f"{number} {method.__name__}" for number, method in enumerate(methods)]
    sentences = [sentence_label(candidate) for candidate in candidates]
    # The candidates of a row are drawn at different heights, so that equal scores are all visible.
    steps = [0.8 * (place + 0.5) / len(candidates) - 0.4 for place in range(len(candidates))]
    with single_plot(
        6.6,
        "The smoothing decides the score, and sometimes who is ahead",
        x_label="sentence BLEU (bold: the highest of each method)",
        x_limits=(-0.015, 1.15 * max(map(max, columns)) or None),
        y_limits=(len(names) - 0.5, -0.5),
    ) as axes:
        for place, (sentence, step, look) in enumerate(zip(sentences, steps, cycle(LINE_LOOKS), strict=False)):
            scores = [column[place] for column in columns]
            rows = [row + step for row in range(len(names))]
            points: Look = {"linestyle": "none", "marker": look["marker"], "color": look["color"]}
            axes.plot(scores, rows, markersize=7, label=truncated(sentence, 14, WIDE.width / 2 - 1), **points)
        for row, column in enumerate(columns):
            best = max(column)
            if best > 0:
                words = f"   {best:.4f}"
                axes.text(best, row + steps[column.index(best)], words, va="center", fontsize=13, fontweight="bold")
            axes.axhline(row + 0.5, color=PALE_GREY, linewidth=0.8)
        axes.set_yticks(range(len(names)), names, fontsize=13)
        axes.tick_params(axis="y", length=0)
        axes.legend(loc="lower left", bbox_to_anchor=(-0.4, 1.06), ncols=2)
