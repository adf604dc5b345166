"""The figures of the lesson on n-grams."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bleu_helpers import match_counts
from bleu_helpers.counting import Sentence
from bleu_helpers.display.plots._figure import BLUE, PALE_GREY, figure, is_narrow, ngram_label, order_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def ngram_grid(candidate: Sentence, references: Sequence[Sentence], n: int = 2) -> None:
    """Draw the candidate against each reference: dots for equal words, lines for equal n-grams."""
    matched, total = match_counts(candidate, references, n)
    name = order_name(n)
    text = [f"candidate against each reference, {matched} of {total} {name} match"]
    for number, reference in enumerate(references, start=1):
        text.append(f"reference {number}: {_shared(candidate, reference, n)}")
    with figure(_height(len(references)), text) as drawn:
        drawn.suptitle(
            f"{name.capitalize()} that match a reference: {matched} of {total}", x=0.01, ha="left", fontsize=14
        )
        panels = _panels(drawn, len(references))
        for number, (axes, reference) in enumerate(zip(panels, references, strict=True), start=1):
            _draw_grid(axes, candidate, reference, n)
            axes.set_title(f"reference {number}", loc="left", fontsize=12)
            axes.set_ylabel("candidate" if number == 1 else "", fontsize=12)
        drawn.supxlabel(f"dot: the same word; line: the same {name[:-1]}", fontsize=11)


def order_grid(candidates: Mapping[str, Sentence], reference: Sentence, n: int = 2) -> None:
    """Draw named candidates side by side, each against the same reference, in the way of `ngram_grid`."""
    name = order_name(n)
    text = [f"each candidate against the reference, with the {name} that match"]
    titles = []
    for label, candidate in candidates.items():
        matched, total = match_counts(candidate, [reference], n)
        titles.append(f"{label}: {matched} of {total}")
        text.append(f"{titles[-1]}; {_shared(candidate, reference, n)}")
    with figure(_height(len(candidates)), text) as drawn:
        drawn.suptitle(f"The order of the words decides which {name} match", x=0.01, ha="left", fontsize=14)
        panels = _panels(drawn, len(candidates))
        for axes, title, candidate in zip(panels, titles, candidates.values(), strict=True):
            _draw_grid(axes, candidate, reference, n)
            axes.set_title(title, loc="left", fontsize=12)
            axes.set_xlabel("reference", fontsize=12)
        panels[0].set_ylabel("candidate", fontsize=12)
        drawn.supxlabel(f"dot: the same word as in the reference; line: the same {name[:-1]}", fontsize=11)


def _height(panels: int) -> float:
    """How high a figure with so many panels is, in inches: they stand side by side, on a phone below each other."""
    return 0.6 + 4.0 * panels if is_narrow() else 4.6


def _panels(drawn: Figure, number: int) -> list[Axes]:
    """Its panels."""
    shape = (number, 1) if is_narrow() else (1, number)
    return [*drawn.subplots(*shape, squeeze=False).flat]


def _shared(candidate: Sentence, reference: Sentence, n: int) -> str:
    """What the two have in common, in words."""
    dots, lines = _equal_ngrams(candidate, reference, 1), _equal_ngrams(candidate, reference, n)
    shared = ", ".join(dict.fromkeys(ngram_label(tuple(candidate[row : row + n])) for _, row in lines))
    return f"{len(dots)} pairs of equal words; same {order_name(n)}: {shared or 'none'}"


def _draw_grid(axes: Axes, candidate: Sentence, reference: Sentence, n: int) -> None:
    """Draw one candidate, from top to bottom, against one reference, from left to right."""
    for column, row in _equal_ngrams(candidate, reference, n):
        axes.plot([column, column + n - 1], [row, row + n - 1], color=BLUE, linewidth=7, solid_capstyle="round")
    dots = _equal_ngrams(candidate, reference, 1)
    axes.plot([column for column, _ in dots], [row for _, row in dots], "o", color="black", markersize=7)
    size = 11 if max(len(candidate), len(reference)) <= 9 else 9
    axes.set_xticks(range(len(reference)), [str(token) for token in reference], rotation=60, fontsize=size)
    axes.set_yticks(range(len(candidate)), [str(token) for token in candidate], fontsize=size)
    axes.set_xlim(-0.6, len(reference) - 0.4)
    axes.set_ylim(len(candidate) - 0.4, -0.6)
    axes.grid(color=PALE_GREY, linewidth=0.8)
    axes.set_axisbelow(True)


def _equal_ngrams(candidate: Sentence, reference: Sentence, n: int) -> list[tuple[int, int]]:
    """Where an n-gram of both begins: its place in the reference, and its place in the candidate."""
    return [
        (column, row)
        for row in range(len(candidate) - n + 1)
        for column in range(len(reference) - n + 1)
        if tuple(candidate[row : row + n]) == tuple(reference[column : column + n])
    ]
