"""The skeleton that every figure has: how it is made, titled, labelled and shown, its colours, its words.

A figure's function computes its numbers, then draws them in a block of `single_plot` (or of `figure`, where it has more
than one panel). What stands around the drawing is said at the head of the block and done at its end.
"""

from __future__ import annotations

import base64
import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from bleu_helpers.counting import Ngram, Sentence
from bleu_helpers.display.drawn import read
from bleu_helpers.display.picture import as_png
from bleu_helpers.display.shell import running_shell

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Four of the colours that Okabe and Ito chose to be told apart by colour-blind readers, two of them pale, and greys.
BLUE, ORANGE, GREEN, PURPLE = "#0072B2", "#E69F00", "#009E73", "#CC79A7"
PALE_BLUE, PALE_ORANGE = "#cfe8f7", "#fdebc8"
GREY, PALE_GREY = "#999999", "#dddddd"

Look = dict[str, Any]
"""What matplotlib is told of the look of a thing, by name."""

_BOX: Look = {"boxstyle": "round,pad=0.35", "linewidth": 1.5}
FOUND: Look = {"facecolor": PALE_BLUE, "edgecolor": BLUE, "linestyle": "solid", **_BOX}
MISSED: Look = {"facecolor": "white", "edgecolor": GREY, "linestyle": "dotted", **_BOX}
PLAIN: Look = {"facecolor": "white", "edgecolor": "white", "linestyle": "solid", **_BOX}
"""The looks of a word's tile: one that counts, one that does not, and one of which nothing is said."""

LINE_LOOKS: tuple[Look, ...] = (
    {"marker": "o", "linestyle": "solid", "color": BLUE},
    {"marker": "s", "linestyle": "dashed", "color": ORANGE},
    {"marker": "^", "linestyle": "dashdot", "color": GREEN},
    {"marker": "D", "linestyle": "dotted", "color": "black"},
    {"marker": "v", "linestyle": (0, (5, 1, 1, 1, 1, 1)), "color": PURPLE},
)
"""The looks of lines that are told apart without colour too; where there are more lines, the looks start again."""

WIDTH = 9.0  # inches, of every figure

LONGEST_LABEL = 62
"""So many characters of a sentence have room beside or above a drawing."""


@contextmanager
def figure(height: float, text: Sequence[str]) -> Iterator[Figure]:
    """A figure in matplotlib's own style, whatever the reader's settings are; shown when the block ends.

    A dollar sign in a sentence stays one: what is mathematics says `parse_math=True`.
    """
    import matplotlib.style
    from matplotlib.figure import Figure

    with matplotlib.style.context(["default", {"text.parse_math": False}]):
        # Before 3.10, matplotlib makes 459 pixels of 4.6 inches, which are a little less in binary: so a little more.
        drawn = Figure(figsize=(WIDTH, math.nextafter(height, math.inf)), dpi=100, layout="constrained")
        yield drawn
        show(drawn, text)


@contextmanager
def single_plot(
    height: float,
    text: Sequence[str],
    title: str,
    *,
    title_size: float = 12,
    x_label: str = "",
    y_label: str = "",
    x_limits: tuple[float | None, float | None] = (None, None),
    y_limits: tuple[float | None, float | None] = (None, None),
    x_axis: tuple[float, float] | None = None,
) -> Iterator[Axes]:
    """A figure of one plot, to draw into; the line of its x axis may be shorter than the plot, to leave room for words.

    Args:
        height: in inches.
        text: the lines of the text form.
        title: what the figure says, over its left end.
        title_size: in points.
        x_label: what the x axis shows.
        y_label: what the y axis shows.
        x_limits: the plot's left and right end; where None, the data's.
        y_limits: its lower and upper end.
        x_axis: where the line of the x axis begins and ends; from side to side where None.
    """
    with figure(height, text) as drawn:
        axes = drawn.add_subplot()
        yield axes
        axes.set_title(title, loc="left", fontsize=title_size)
        axes.set_xlabel(x_label)
        axes.set_ylabel(y_label)
        axes.set_xlim(*x_limits)
        axes.set_ylim(*y_limits)
        axes.spines[["top", "right"]].set_visible(False)
        if x_axis is not None:
            axes.spines["bottom"].set_bounds(*x_axis)


def show(figure: Figure, text: Sequence[str]) -> None:
    """Show a figure as a PNG with its text form, or print the text form where there is no notebook.

    The alternative text is the text form below the figure's own title, which says what to see in the numbers.

    Every figure comes through here when it is drawn: a test that puts something else in this place is given it.
    """
    description = "Figure: " + "\n".join(text)
    shell = running_shell()
    if shell is None:
        print(description)
        return
    data = {"image/png": base64.b64encode(as_png(figure)).decode("ascii"), "text/plain": description}
    headline = read(figure).headline()
    alternative = description if text[0] == headline else "\n".join([f"Figure: {headline}", *text])
    shell.display_pub.publish(data, metadata={"image/png": {"alt": alternative}})


def sentence_label(tokens: Sentence) -> str:
    """A sentence as labels show it: whole where there is room for it, else at most its first eight tokens."""
    whole = " ".join(map(str, tokens))
    label = whole if len(whole) <= LONGEST_LABEL or len(tokens) <= 8 else " ".join(map(str, tokens[:8])) + " …"
    return truncated(label, 14, WIDTH - 1)


def drawn_width(text: str, size: float) -> float:
    """The width in inches that a text of so many points has at most in a figure.

    It is the font's own width, the same with every version of matplotlib, and a tenth more: some versions draw each
    letter on whole pixels.
    """
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family=["DejaVu Sans"], size=size)
    return 1.1 * float(text_to_path.get_text_width_height_descent(text, font, ismath=False)[0]) / 72


def truncated(text: str, size: float, room: float) -> str:
    """A text, or as much of its beginning as has room in so many inches, and an ellipsis."""
    if drawn_width(text, size) <= room:
        return text
    first_too_long = bisect_left(range(len(text)), True, key=lambda end: drawn_width(text[:end] + "…", size) > room)
    return text[: max(first_too_long - 1, 0)] + "…"


def ngram_label(ngram: Ngram) -> str:
    """An n-gram as labels show it."""
    return " ".join(str(token) for token in ngram)


def order_name(n: int) -> str:
    """What the n-grams of an order are called."""
    return {1: "words", 2: "bigrams", 3: "trigrams"}.get(n, f"{n}-grams")
