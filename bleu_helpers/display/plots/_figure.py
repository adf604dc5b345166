"""What all figures have in common: how they are created, titled, labelled and shown, and their texts.

A figure's function computes its numbers and then draws them in a `with single_plot(...)` block, or in a
`with figure(...)` block if it has several panels. The titles, labels and limits are arguments of `single_plot`, which
applies them when the block ends.
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


class Style(NamedTuple):
    """The size of the page that figures are drawn for."""

    width: float
    """The width of every figure, in inches."""
    dpi: int


WIDE = Style(9.0, 100)
NARROW = Style(5.3, 200)
"""The styles for notebooks and for phones."""

_styles = [WIDE]

_SETTINGS = {
    "text.parse_math": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 14,
    "axes.labelsize": 13,
    "xtick.labelsize": 13,
    "ytick.labelsize": 13,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "legend.fontsize": 13,
}
"""The settings of matplotlib that differ from its defaults."""

SIZE, LINE_HEIGHT = 12, 0.23
"""The size of all text in the narrow style, in points, and the height of a line of it, in inches.

On a phone that is 390 pixels wide, a figure is 355 pixels wide, so 12 points in 5.3 inches are about 11 pixels.
"""

MAX_LABEL_LENGTH = 62
"""The length of the longest sentence, in characters, that fits next to or above a drawing."""


@contextmanager
def drawn_in(style: Style) -> Iterator[None]:
    """Draw all figures of a `with` block in the given style."""
    _styles.append(style)
    try:
        yield
    finally:
        _styles.pop()


def figure_width() -> float:
    """Return the width of a figure in the current style, in inches."""
    return _styles[-1].width


def is_narrow() -> bool:
    """Return whether figures are currently drawn for a phone."""
    return _styles[-1] is NARROW


@contextmanager
def figure(height: float) -> Iterator[Figure]:
    """Create a figure with matplotlib's default settings instead of the reader's, and show it when the block ends.

    A dollar sign in a sentence is drawn as it is. Only texts with `parse_math=True` are parsed as formulas.
    """
    import matplotlib.style
    from matplotlib.figure import Figure

    with matplotlib.style.context(["default", _SETTINGS]):
        # In binary, 4.6 is slightly too small: before 3.10, matplotlib rounds 4.6 inches down to 459 pixels.
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
    x_label: str = "",
    y_label: str = "",
    x_limits: tuple[float | None, float | None] = (None, None),
    y_limits: tuple[float | None, float | None] = (None, None),
    x_axis: tuple[float, float] | None = None,
) -> Iterator[Axes]:
    """Create a figure with a single plot to draw into.

    Args:
        height: the height of the figure, in inches.
        title: the message of the figure, above its left end.
        x_label: the label of the x axis.
        y_label: the label of the y axis.
        x_limits: the left and right limits of the plot; where one is None, that of the data.
        y_limits: the lower and upper limits of the plot, in the same way.
        x_axis: the start and end of the line of the x axis, which may be shorter than the plot to leave space for text;
            None for the full width.
    """
    with figure(height) as drawn:
        axes = drawn.add_subplot()
        yield axes
        axes.set_title(title)
        axes.set_xlabel(x_label)
        axes.set_ylabel(y_label)
        axes.set_xlim(*x_limits)
        axes.set_ylim(*y_limits)
        if x_axis is not None:
            axes.spines["bottom"].set_bounds(*x_axis)


def show(figure: Figure) -> None:
    """Show a figure as a PNG with its text form as alternative text; outside a notebook, print the text form.

    Every figure is shown by this function, so a test can replace it to get the figure that was drawn.
    """
    from exercise_checker.notebook import running_shell  # imported here so that importing the package stays fast

    shell = running_shell()
    if shell is None:
        figure.draw_without_rendering()
        print(text_form(read(figure)))
        return
    png = base64.b64encode(as_png(figure)).decode("ascii")
    text = text_form(read(figure))
    shell.display_pub.publish({"image/png": png, "text/plain": text}, metadata={"image/png": {"alt": text}})


def fit(drawn: Figure) -> None:
    """Make a figure that was drawn for a wide page fit a phone.

    All text gets the same size, long titles and labels are wrapped, and the legends are moved below the plots. The
    height of the figure grows by the number of lines that this adds.
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
    full_width, last = NARROW.width - 0.2, drawn.axes[-1]
    added = set_wrapped(drawn.get_suptitle(), full_width, drawn.suptitle, x=0.01, ha="left", fontsize=SIZE)
    added += set_wrapped(drawn.get_supxlabel(), full_width, drawn.supxlabel, fontsize=SIZE)
    for axes in drawn.axes:
        width, height = (pixels / drawn.dpi for pixels in axes.get_window_extent().size)
        added += set_wrapped(axes.get_title(loc="left"), width, axes.set_title, loc="left", fontsize=SIZE)
        added += set_wrapped(axes.get_xlabel(), width, axes.set_xlabel)
        set_wrapped(axes.get_ylabel(), height, axes.set_ylabel)
    room = last.get_window_extent().width / drawn.dpi - 0.6  # without the handle of an entry
    names = [wrapped(text.get_text(), room) for legend in legends for text in legend.get_texts()]
    added += sum(1 + name.count("\n") for name in names)
    drawn.set_figheight(drawn.get_figheight() + added * LINE_HEIGHT)
    if legends:
        drawn.draw_without_rendering()
        labels = last.xaxis.get_tightbbox()  # None if the axis has no labels
        labels_height = (last.bbox.y0 - labels.y0) / drawn.dpi if labels else 0.0
        last.legend(
            [handle for legend in legends for handle in legend.legend_handles if handle],
            names,
            title=legends[0].get_title().get_text(),
            loc="upper left",
            bbox_to_anchor=(0, 0),
            bbox_transform=last.transAxes + ScaledTranslation(0, -labels_height - 0.1, drawn.dpi_scale_trans),
            borderaxespad=0,
            fontsize=SIZE,
            title_fontsize=SIZE,
        )


def set_wrapped(text: str, room: float, set_text: Callable[..., object], **look: Any) -> int:
    """Set a title or a label again, wrapped to the given width in inches, and return the number of added lines."""
    if not text:
        return 0
    lines = wrapped(text, room)
    set_text(lines, **look)
    return lines.count("\n") - text.count("\n")


def wrapped(text: str, room: float) -> str:
    """Wrap a text between words so that no line is wider than `room` inches at the size of the narrow style."""
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
    """Format a sentence for a label: the whole sentence if it fits, otherwise at most its first eight tokens."""
    whole = " ".join(map(str, tokens))
    label = whole if len(whole) <= MAX_LABEL_LENGTH or len(tokens) <= 8 else " ".join(map(str, tokens[:8])) + " …"
    return truncated(label, 14, WIDE.width - 1)


def drawn_width(text: str, size: float) -> float:
    """Return the maximum width of a text in a figure, in inches, for a size in points.

    This is the width according to the font, which is the same with every version of matplotlib, plus 10 %, because
    some versions round the width of each letter to whole pixels.
    """
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    font = FontProperties(family=["DejaVu Sans"], size=size)
    return 1.1 * float(text_to_path.get_text_width_height_descent(text, font, ismath=False)[0]) / 72


def truncated(text: str, size: float, room: float) -> str:
    """Shorten a text with an ellipsis at its end if it is wider than `room` inches."""
    if drawn_width(text, size) <= room:
        return text
    first_too_long = bisect_left(range(len(text)), True, key=lambda end: drawn_width(text[:end] + "…", size) > room)
    return text[: max(first_too_long - 1, 0)] + "…"


def ngram_label(ngram: Ngram) -> str:
    """Format an n-gram for a label."""
    return " ".join(str(token) for token in ngram)


def counted(number: int, nouns: str) -> str:
    """Write a number with its noun, which is passed in the plural: 1 word, 2 words."""
    return f"{number} {nouns.removesuffix('s') if number == 1 else nouns}"


def order_name(n: int) -> str:
    """Return the plural name of the n-grams of an order."""
    return {1: "words", 2: "bigrams", 3: "trigrams"}.get(n, f"{n}-grams")
