"""Lines of tiles, an n-gram each, for the figures whose sentences may be longer than the figure is wide."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from bleu_helpers.counting import Ngram
from bleu_helpers.display.plots._figure import FOUND, MISSED, WIDTH, Look, ngram_label, word_tile
from bleu_helpers.display.tables import MATCHED

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Tile = tuple[float, str, Look]
"""Where the middle of a tile is, what stands in it, and how it looks."""

LINE = 0.46
"""How high a line of tiles or of words is, in inches."""
GRID = 0.05
"""What the width of a tile is a multiple of, in inches."""
FONT_SIZE = 12
"""The size that a word has in a tile, in points."""


def lines_of_tiles(marked: Iterable[tuple[str, Ngram]], left: float = 0.0) -> list[list[Tile]]:
    """Put n-grams with their marks into tiles side by side; where the figure's width is full, begin a new line.

    Args:
        marked: pairs of a mark and an n-gram, as `marked_ngrams` returns them.
        left: where each line begins, in inches.
    """
    from matplotlib.textpath import TextPath

    lines: list[list[Tile]] = [[]]
    start = left
    for mark, ngram in marked:
        sign, look = ("✓", FOUND) if mark == MATCHED else ("✗", MISSED)
        shown = f"{sign} {ngram_label(ngram)}"
        width = TextPath((0, 0), shown, size=FONT_SIZE).get_extents().width / 72 + 0.16  # points; the box is wider
        # The font's own width differs in its last digits from one version of matplotlib to the next.
        width = math.ceil(width / GRID) * GRID
        if start + width > WIDTH and lines[-1]:
            lines.append([])
            start = left
        lines[-1].append((start + width / 2, shown, look))
        start += width + 0.1
    return lines


def draw_tiles(axes: Axes, line: float, lines: Iterable[Sequence[Tile]]) -> None:
    """Draw lines of tiles, the first of them at this line of the figure."""
    for below, tiles in enumerate(lines):
        for middle, shown, look in tiles:
            word_tile(axes, middle - 0.5, line + below, shown, look)
