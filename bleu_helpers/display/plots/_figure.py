"""The skeleton that every figure has: how it is made, titled, labelled and shown, its colours, its words.

A figure's function computes its numbers, then draws them in a block of `single_plot` (or of `figure`, where it has more
than one panel). What stands around the drawing is said at the head of the block and done at its end.
"""

from __future__ import annotations

import base64
import math
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from bleu_helpers.display.drawn import read
from bleu_helpers.display.picture import as_png
from bleu_helpers.display.text_form import text_form
from bleu_helpers.lessons.counting import Ngram, Sentence

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


class Style(NamedTuple):
    """For which room figures are drawn."""

    width: float
    """Of every figure, in inches."""
    dpi: int


WIDE = Style(9.0, 100)
NARROW = Style(5.3, 200)
"""For notebooks, and for a phone."""

_styles = [WIDE]

SIZE, LINE_HEIGHT = 12, 0.23
"""The size of every text in the narrow style, in points, and how high a line of it is, in inches.

Where a phone is 390 pixels wide, a page has 355 for a figure, and 12 points in 5.3 inches are 11 of them.
"""

LONGEST_LABEL = 62
"""So many characters of a sentence have room beside or above a drawing."""


@contextmanager
def drawn_in(style: Style) -> Iterator[None]:
    """Draw every figure of a block in a style."""
    _styles.append(style)
    try:
        yield
    finally:
        _styles.pop()


def figure_width() -> float:
    """How wide figures are, in inches."""
    return _styles[-1].width


def is_narrow() -> bool:
    """Whether figures are drawn for a phone."""
    return _styles[-1] is NARROW


@contextmanager
def figure(height: float) -> Iterator[Figure]:
    """A figure in matplotlib's own style, whatever the reader's settings are; shown when the block ends.

    A dollar sign in a sentence stays one: what is mathematics says `parse_math=True`.
    """
    import matplotlib.style
    from matplotlib.figure import Figure

    with matplotlib.style.context(["default", {"text.parse_math": False}]):
        # Before 3.10, matplotlib makes 459 pixels of 4.6 inches, which are a little less in binary: so a little more.
        drawn = Figure(
            figsize=(figure_width(), math.nextafter(height, math.inf)), dpi=_styles[-1].dpi, layout="constrained"
        )
        yield drawn
        if is_narrow():
            fit(drawn)
        show(drawn)


@contextmanager
def single_plot(
    height: float,
    title: str,
    *,
    title_size: float = 12,
    x_label: str = "",
    y_label: str = "",
    label_size: float = 10,
    x_limits: tuple[float | None, float | None] = (None, None),
    y_limits: tuple[float | None, float | None] = (None, None),
    x_axis: tuple[float, float] | None = None,
) -> Iterator[Axes]:
    """A figure of one plot, to draw into; the line of its x axis may be shorter than the plot, to leave room for words.

    Args:
        height: in inches.
        title: what the figure says, over its left end.
        title_size: in points.
        x_label: what the x axis shows.
        y_label: what the y axis shows.
        label_size: in points, of both.
        x_limits: the plot's left and right end; where None, the data's.
        y_limits: its lower and upper end.
        x_axis: where the line of the x axis begins and ends; from side to side where None.
    """
    with figure(height) as drawn:
        axes = drawn.add_subplot()
        yield axes
        axes.set_title(title, loc="left", fontsize=title_size)
        axes.set_xlabel(x_label, fontsize=label_size)
        axes.set_ylabel(y_label, fontsize=label_size)
        axes.set_xlim(*x_limits)
        axes.set_ylim(*y_limits)
        axes.spines[["top", "right"]].set_visible(False)
        if x_axis is not None:
            axes.spines["bottom"].set_bounds(*x_axis)


def show(figure: Figure) -> None:
    """Show a figure as a PNG with its text form as the alternative, or print that where there is no notebook.

    Every figure comes through here when it is drawn: a test that puts something else in this place is given it.
    """
    from exercise_checker.guard import running_shell  # here, so that to import the package takes no longer

    shell = running_shell()
    if shell is None:
        figure.draw_without_rendering()
        print(text_form(read(figure)))
        return
    png = base64.b64encode(as_png(figure)).decode("ascii")
    text = text_form(read(figure))
    shell.display_pub.publish({"image/png": png, "text/plain": text}, metadata={"image/png": {"alt": text}})


def fit(drawn: Figure) -> None:
    """Make what was drawn for a wide page fit a phone: letters of one size, titles that go on, legends below.

    The figure gets as much higher as that needs.
    """
    from matplotlib.text import Text
    from matplotlib.transforms import ScaledTranslation

    for axes in drawn.axes:
        axes.tick_params(labelsize=SIZE)
    for text in drawn.findobj(Text):
        text.set(fontsize=SIZE)
    legends = [legend for axes in drawn.axes if (legend := axes.get_legend())]
    for legend in legends:
        legend.remove()
    drawn.draw_without_rendering()
    everywhere, last = NARROW.width - 0.2, drawn.axes[-1]
    added = _again(drawn.get_suptitle(), everywhere, drawn.suptitle, x=0.01, ha="left", fontsize=SIZE)
    added += _again(drawn.get_supxlabel(), everywhere, drawn.supxlabel, fontsize=SIZE)
    for axes in drawn.axes:
        width, height = (pixels / drawn.dpi for pixels in axes.get_window_extent().size)
        added += _again(axes.get_title(loc="left"), width, axes.set_title, loc="left", fontsize=SIZE)
        added += _again(axes.get_xlabel(), width, axes.set_xlabel)
        _again(axes.get_ylabel(), height, axes.set_ylabel)
    room = last.get_window_extent().width / drawn.dpi - 0.6  # beside the sign of an entry
    names = [wrapped(text.get_text(), room) for legend in legends for text in legend.get_texts()]
    added += sum(1 + name.count("\n") for name in names)
    drawn.set_figheight(drawn.get_figheight() + added * LINE_HEIGHT)
    if legends:
        drawn.draw_without_rendering()
        labels = last.xaxis.get_tightbbox()  # None where there is nothing to read
        deep = (last.bbox.y0 - labels.y0) / drawn.dpi if labels else 0.0
        last.legend(
            [handle for legend in legends for handle in legend.legend_handles if handle],
            names,
            title=legends[0].get_title().get_text(),
            loc="upper left",
            bbox_to_anchor=(0, 0),
            bbox_transform=last.transAxes + ScaledTranslation(0, -deep - 0.1, drawn.dpi_scale_trans),
            borderaxespad=0,
            frameon=False,
            fontsize=SIZE,
            title_fontsize=SIZE,
        )


def _again(text: str, room: float, put: Callable[..., object], **look: Any) -> int:
    """Put a title or a label once more, with as many lines as it needs, and return how many more these are."""
    if not text:
        return 0
    lines = wrapped(text, room)
    put(lines, **look)
    return lines.count("\n") - text.count("\n")


def wrapped(text: str, room: float) -> str:
    """A text of the narrow style's size whose words go on in the next line where they are wider than so many inches."""
    lines: list[str] = []
    for line in text.split("\n"):
        lines.append("")
        for word in line.split(" "):
            longer = f"{lines[-1]} {word}" if lines[-1] else word
            if lines[-1] and drawn_width(longer, SIZE) > room:
                lines.append(word)
            else:
                lines[-1] = longer
    return "\n".join(lines)


def sentence_label(tokens: Sentence) -> str:
    """A sentence as labels show it: whole where there is room for it, else at most its first eight tokens."""
    whole = " ".join(map(str, tokens))
    label = whole if len(whole) <= LONGEST_LABEL or len(tokens) <= 8 else " ".join(map(str, tokens[:8])) + " …"
    return truncated(label, 14, WIDE.width - 1)


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
