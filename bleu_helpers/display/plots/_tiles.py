"""Lines of tiles, a word or an n-gram each; where a line is full, they go on in the next one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import TYPE_CHECKING

from bleu_helpers.display.plots._figure import (
    FOUND,
    MISSED,
    Look,
    drawn_width,
    figure_width,
    ngram_label,
    single_plot,
    truncated,
)
from bleu_helpers.display.tables import MATCHED
from bleu_helpers.lessons.counting import Ngram

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Tile = tuple[float, str, Look]
"""Where the middle of a tile is, what stands in it, and how it looks."""

LINE = 0.46
"""How high a line of tiles or of words is, in inches."""
GRID = 0.05
"""What the width of a tile is a multiple of, in inches."""
GAP = 0.1
"""What is free between two tiles, in inches."""
FONT_SIZE = 12
"""The size that a word has in a tile, in points."""
NAMED = 1.1
"""Where the tiles of a line begin that has a name before them, in inches."""


def _room() -> float:
    """The room in inches of such a line that does not go on in the next one: an ellipsis has the rest."""
    return figure_width() - NAMED - 0.4


def tile_width(shown: str, around: float = 0.16) -> float:
    """The width of a tile in inches, with so much of it around the words."""
    # The font's own width differs in its last digits from one version of matplotlib to the next.
    return math.ceil((drawn_width(shown, FONT_SIZE) + around) / GRID) * GRID


def shown_in_a_line(word: str) -> str:
    """What a line that does not go on shows of one word."""
    return truncated(word, FONT_SIZE, _room() / 3)


def words_with_room(words: Iterable[object]) -> int:
    """How many words, from the first one on, have room as marked tiles in a line that does not go on."""
    return tiles_with_room(tile_width(shown_in_a_line(f"✓ {word}")) for word in words)


def tiles_with_room(widths: Iterable[float]) -> int:
    """How many tiles of these widths have room in such a line."""
    return sum(end <= _room() + GAP for end in accumulate(width + GAP for width in widths))


def middles(rows: Sequence[Sequence[float]]) -> list[list[float]]:
    """Where the middles of tiles of these widths are, row by row.

    All have the same room, so that they stand above each other, unless a row is then too long.
    """
    rooms = (room / 20 for room in range(18, -1, -1))
    slots = ([[max(room, width + GAP) for width in row] for row in rows] for room in rooms)
    best = next(every for every in slots if all(sum(row) <= _room() + GAP for row in every))
    return [[NAMED + end - slot / 2 for slot, end in zip(row, accumulate(row), strict=True)] for row in best]


def marked_tiles(marked: Iterable[tuple[str, Ngram]]) -> list[tuple[str, Look]]:
    """The tiles of n-grams with their marks, as `marked_ngrams` returns them."""
    found, missed = ("✓", FOUND), ("✗", MISSED)
    signs = ((found if mark == MATCHED else missed, ngram_label(ngram)) for mark, ngram in marked)
    return [(f"{sign} {label}", look) for (sign, look), label in signs]


def lines_of_tiles(
    tiles: Iterable[tuple[str, Look]], left: float = 0.0, right: float | None = None
) -> list[list[Tile]]:
    """Put tiles side by side, in as many lines as they need.

    Args:
        tiles: pairs of what stands in a tile and how it looks.
        left: where each line begins, in inches.
        right: where it ends at the latest; at the figure's right side where None.
    """
    right = figure_width() if right is None else right
    lines: list[list[Tile]] = [[]]
    start = left
    for words, look in tiles:
        shown = truncated(words, FONT_SIZE, right - left - 0.5)
        width = tile_width(shown)
        if start + width > right and lines[-1]:
            lines.append([])
            start = left
        lines[-1].append((start + width / 2, shown, look))
        start += width + GAP
    return lines


@contextmanager
def plot_of_lines(lines: int, title: str) -> Iterator[Axes]:
    """A figure of so many lines of tiles and words, the first one above, to draw into."""
    width = (0, figure_width())
    with single_plot(0.5 + LINE * lines, title, title_size=14, x_limits=width, y_limits=(lines - 0.5, -0.5)) as axes:
        yield axes
        axes.axis("off")


def draw_tiles(axes: Axes, line: float, lines: Iterable[Sequence[Tile]]) -> None:
    """Draw lines of tiles, the first of them at this line of the figure."""
    for below, tiles in enumerate(lines):
        for middle, shown, look in tiles:
            axes.text(middle, line + below, shown, ha="center", va="center", fontsize=FONT_SIZE, bbox=look)
