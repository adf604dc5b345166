"""The figures of the lesson on n-grams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bleu_helpers import match_counts
from bleu_helpers.display.plots._figure import figure, is_narrow, order_name
from bleu_helpers.display.plots._looks import BLUE, PALE_GREY
from bleu_helpers.lessons.counting import Sentence

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def ngram_grid(candidate: Sentence, references: Sequence[Sentence], n: int = 2) -> None:
    """Draw the candidate against each reference, with dots for equal words and lines for equal n-grams."""
    matched, total = match_counts(candidate, references, n)
    name = order_name(n)
    panels = {f"reference {number}": (candidate, reference) for number, reference in enumerate(references, start=1)}
    _draw_grids(f"{name.capitalize()} that match a reference: {matched} of {total}", panels, n, "the same word")


def order_grid(candidates: Mapping[str, Sentence], reference: Sentence) -> None:
    """Draw named candidates side by side, each against the same reference, as in `ngram_grid` for bigrams."""
    panels = {}
    for label, candidate in candidates.items():
        matched, total = match_counts(candidate, [reference], 2)
        panels[f"{label}: {matched} of {total}"] = candidate, reference
    dot = "the same word as in the reference"
    _draw_grids("The order of the words decides which bigrams match", panels, 2, dot, "reference")


def _draw_grids(
    title: str,
    pairs: Mapping[str, tuple[Sentence, Sentence]],
    n: int,
    dot: str,
    x_label: str = "",
) -> None:
    """Draw a titled panel for each pair of a candidate and a reference, side by side; on a phone, in a column."""
    height, shape = (0.6 + 4.0 * len(pairs), (len(pairs), 1)) if is_narrow() else (4.6, (1, len(pairs)))
    with figure(height) as drawn:
        drawn.suptitle(title, x=0.01, ha="left", fontsize=14)
        panels: list[Axes] = [*drawn.subplots(*shape, squeeze=False).flat]
        for axes, (name, pair) in zip(panels, pairs.items(), strict=True):
            _draw_grid(axes, *pair, n)
            axes.set_title(name, loc="left", fontsize=12)
            axes.set_xlabel(x_label, fontsize=12)
        panels[0].set_ylabel("candidate", fontsize=12)
        drawn.supxlabel(f"dot: {dot}; line: the same {order_name(n)[:-1]}", fontsize=11)


def _draw_grid(axes: Axes, candidate: Sentence, reference: Sentence, n: int) -> None:
    """Draw one candidate (from top to bottom) against one reference (from left to right)."""
    for column, row in _equal_ngrams(candidate, reference, n):
        ends = [column, column + n - 1], [row, row + n - 1]
        axes.plot(*ends, color=BLUE, linewidth=7, solid_capstyle="round", gid="line")
    dots = _equal_ngrams(candidate, reference, 1)
    axes.plot([column for column, _ in dots], [row for _, row in dots], "o", color="black", markersize=7, gid="dots")
    size = 11 if max(len(candidate), len(reference)) <= 9 else 9
    axes.set_xticks(range(len(reference)), [str(token) for token in reference], rotation=60, fontsize=size)
    axes.set_yticks(range(len(candidate)), [str(token) for token in candidate], fontsize=size)
    axes.set_xlim(-0.6, len(reference) - 0.4)
    axes.set_ylim(len(candidate) - 0.4, -0.6)
    axes.grid(color=PALE_GREY, linewidth=0.8)
    axes.set_axisbelow(True)


def _equal_ngrams(candidate: Sentence, reference: Sentence, n: int) -> list[tuple[int, int]]:
    """Return where n-grams that both sentences share begin, as pairs of positions in the reference and candidate."""
    return [
        (column, row)
        for row in range(len(candidate) - n + 1)
        for column in range(len(reference) - n + 1)
        if tuple(candidate[row : row + n]) == tuple(reference[column : column + n])
    ]
