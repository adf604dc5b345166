"""Lines of tiles, each of which shows a word or an n-gram. Tiles that do not fit in a line continue in the next one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from bleu_helpers.display.plots._figure import drawn_width, figure_width, ngram_label, single_plot, truncated
from bleu_helpers.display.plots._looks import FOUND, MISSED, Look
from bleu_helpers.display.tables import MATCHED
from bleu_helpers.lessons.counting import Ngram

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Tile = tuple[float, str, Look]
"""The position of the middle of a tile in its line, its text, and its look."""


class Line(NamedTuple):
    """A line of a figure, with words at its left end and tiles."""

    words: str
    tiles: Sequence[Tile] = ()
    down: float = 0.0
    """How much lower than usual the words are, in shares of a line; those above tiles are closer to them."""
    weight: str = "normal"


HEIGHT = 0.46
"""The height of a line of tiles or of text, in inches."""
WIDTH_STEP = 0.05
"""The width of a tile is a multiple of this number of inches."""
GAP = 0.1
"""The space between two tiles, in inches."""
FONT_SIZE = 12
"""The size of the text in a tile, in points."""
INDENT = 1.1
"""The x position of the first tile in a line that begins with a name, in inches."""


def line_width() -> float:
    """Return the width of the tiles in a line with a name that is not continued; the rest is for an ellipsis."""
    return figure_width() - INDENT - 0.4


def tile_width(shown: str, padding: float = 0.16) -> float:
    """Return the width of a tile in inches, including the given padding."""
    # It is rounded up because the last digits of the text's width differ between versions of matplotlib.
    return math.ceil((drawn_width(shown, FONT_SIZE) + padding) / WIDTH_STEP) * WIDTH_STEP


def shorten_for_line(word: str) -> str:
    """Shorten a word to a third of a line that is not continued."""
    return truncated(word, FONT_SIZE, line_width() / 3)


def words_that_fit(words: Iterable[object]) -> int:
    """Return how many of the first words fit as marked tiles in a line that is not continued."""
    return tiles_that_fit(tile_width(shorten_for_line(f"✓ {word}")) for word in words)


def tiles_that_fit(widths: Iterable[float]) -> int:
    """Return how many of the first tiles, with these widths, fit in a line that is not continued."""
    return sum(end <= line_width() + GAP for end in accumulate(width + GAP for width in widths))


def middles(rows: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the positions of the middles of tiles with these widths, row by row.

    All tiles get equally wide slots, so that they are aligned in columns, unless this makes a row too long.
    """
    min_widths = (twentieths / 20 for twentieths in range(18, -1, -1))
    layouts = ([[max(min_width, width + GAP) for width in row] for row in rows] for min_width in min_widths)
    slots = next(layout for layout in layouts if all(sum(row) <= line_width() + GAP for row in layout))
    return [[INDENT + end - slot / 2 for slot, end in zip(row, accumulate(row), strict=True)] for row in slots]


def marked_tiles(marked: Iterable[tuple[str, Ngram]]) -> list[tuple[str, Look]]:
    """Return the text and look of a tile for each marked n-gram from `marked_ngrams`."""
    found, missed = ("✓", FOUND), ("✗", MISSED)
    signs = ((found if mark == MATCHED else missed, ngram_label(ngram)) for mark, ngram in marked)
    return [(f"{sign} {label}", look) for (sign, look), label in signs]


def lines_of_tiles(
    tiles: Iterable[tuple[str, Look]], left: float = 0.0, right: float | None = None
) -> list[list[Tile]]:
    """Arrange tiles side by side, in as many lines as they need.

    Args:
        tiles: pairs of a tile's text and look.
        left: the start of each line, in inches.
        right: the limit of each line, in inches; None for the right edge of the figure.
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
    """Create a figure without axes to draw into, with the given number of lines of tiles and text from the top."""
    width = (0, figure_width())
    with single_plot(0.5 + HEIGHT * lines, title, x_limits=width, y_limits=(lines - 0.5, -0.5)) as axes:
        yield axes
        axes.axis("off")


def draw_tiles(axes: Axes, line: float, lines: Iterable[Sequence[Tile]]) -> None:
    """Draw lines of tiles, starting at the given line of the figure."""
    for below, tiles in enumerate(lines):
        for middle, shown, look in tiles:
            axes.text(middle, line + below, shown, ha="center", va="center", fontsize=FONT_SIZE, bbox=look)


def draw_lines(title: str, lines: Sequence[Line]) -> None:
    """Draw a figure that consists of lines."""
    with plot_of_lines(len(lines), title) as axes:
        for place, line in enumerate(lines):
            if line.words:
                axes.text(0, place + line.down, line.words, va="center", fontsize=FONT_SIZE, fontweight=line.weight)
            draw_tiles(axes, place, [line.tiles])
