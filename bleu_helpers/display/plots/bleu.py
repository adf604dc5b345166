"""The figures of the lesson on BLEU."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bleu_helpers.bleu import UNIFORM_WEIGHTS, BleuExplanation, explain_bleu
from bleu_helpers.counting import Sentence
from bleu_helpers.display.plots._figure import BLUE, ORANGE, PALE_BLUE, sentence_label, single_plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def precisions_by_order(
    candidate: Sentence, references: Sequence[Sentence], weights: Sequence[float] = UNIFORM_WEIGHTS
) -> None:
    """Draw the modified precision of each order, with the geometric mean and BLEU as lines."""
    explanation = explain_bleu(candidate, references, weights)
    mean, score, penalty = explanation.geometric_mean, explanation.score, explanation.brevity_penalty
    title = f"BLEU {score:.4f} = penalty {penalty:.4f} × geometric mean {mean:.4f}"
    text = f"geometric mean {mean:.4f}, brevity penalty {penalty:.4f}, BLEU {score:.4f}"
    with _precision_bars(explanation, title, text) as (axes, end):
        axes.hlines(score, 0.5, end, color=ORANGE, linewidth=5)
        axes.hlines(mean, 0.5, end, color="black", linestyle="dashed", linewidth=1.5)
        # Where the lines lie on each other, one label goes above them and one below.
        apart, above, below = (0.01, "bottom", "top") if abs(mean - score) < 0.06 else (0, "center", "center")
        axes.text(end + 0.05, mean + apart, f"geometric mean {mean:.4f}", va=above, fontsize=10)
        axes.text(end + 0.05, score - apart, f"BLEU {score:.4f}", va=below, fontsize=10, fontweight="bold")


def average_precision(candidate: Sentence, references: Sequence[Sentence]) -> None:
    """Draw the modified precisions of the orders 1 to 4 with their ordinary average as a line."""
    explanation = explain_bleu(candidate, references)
    average = sum(explanation.precisions) / 4
    title = f"ordinary average of the four precisions: {average:.4f}"
    with _precision_bars(explanation, title, f"average {average:.4f}") as (axes, end):
        axes.hlines(average, 0.5, end, color=ORANGE, linewidth=3)
        axes.text(end + 0.05, average, f"average {average:.4f}", va="center", fontsize=10, fontweight="bold")


@contextmanager
def _precision_bars(explanation: BleuExplanation, title: str, last_line: str) -> Iterator[tuple[Axes, float]]:
    """Bars of the precisions, ready for lines that go from x = 0.5 to the second value."""
    rows = list(zip(explanation.matched, explanation.total, explanation.precisions, strict=True))
    orders = range(1, len(rows) + 1)
    sentence = sentence_label(explanation.candidate)
    text = [f"precisions by order of: {sentence}"]
    text += [f"p{n}: {matched}/{total} = {p:.4f}" for n, (matched, total, p) in zip(orders, rows, strict=True)]
    labels = [f"{n}\n{matched}/{total}\n{p:.4f}" for n, (matched, total, p) in zip(orders, rows, strict=True)]
    end = len(rows) + 0.5
    with single_plot(
        4.0,
        [*text, last_line],
        f"{sentence}\n{title}",
        title_size=11,
        x_label="order n (words in one n-gram), with matched/total and precision",
        y_label="modified precision",
        x_limits=(0.5, end + 0.35 * len(rows) ** 0.75),
        y_limits=(-0.05, 1.08),
        x_axis=(0.5, end),
    ) as axes:
        axes.bar(orders, explanation.precisions, 0.55, color=PALE_BLUE, edgecolor=BLUE, linewidth=1.5)
        axes.set_xticks(orders, labels)
        yield axes, end
