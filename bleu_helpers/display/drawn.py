"""Describe what a figure shows, based on the objects that matplotlib has drawn and not on the data behind them.

`read` returns the description as plain tuples, from which `text_form` writes the text for readers. `details` returns
all of them, including colours, as lines that are the same with every version of matplotlib; they are saved in the
picture (see `picture`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Point = tuple[float, float]
"""A point in a panel, in the units of its axes."""


class Bar(NamedTuple):
    """A rectangle: a bar in a bar chart, or a box."""

    left: float
    bottom: float
    width: float
    height: float
    look: str
    name: str
    """Its `gid`, which its function may set; used where the legend has no name."""


class Line(NamedTuple):
    """Points that are connected in this order, or that have a marker each."""

    points: list[Point]
    look: str
    name: str
    """Its `gid`, as for a bar."""


class Words(NamedTuple):
    """A text inside a panel."""

    text: str
    place: Point
    look: str


class Axis(NamedTuple):
    """An axis from its left or lower end to the other end, with its tick labels in this order."""

    label: str
    start: float
    end: float
    ticks: list[tuple[float, str]]


class Panel(NamedTuple):
    """One plot of a figure."""

    title: str
    x: Axis
    y: Axis
    bars: list[Bar]
    lines: list[Line]
    words: list[Words]
    legend: list[tuple[str, str]]
    """The text of each entry, and the look of the object that it describes."""


class Drawn(NamedTuple):
    """A whole figure."""

    width: int
    height: int
    title: str
    x_label: str
    panels: list[Panel]


def read(figure: Figure) -> Drawn:
    """Read what a figure shows; it must have been drawn, because it has no ticks before.

    Raises:
        TypeError: the figure contains an object that this function cannot describe, so the description would be
            incomplete.
    """
    known = [text for text in (figure.get_suptitle(), figure.get_supxlabel()) if text]
    _refuse(text for text in figure.texts if text.get_text() not in known)
    _refuse([*figure.lines, *figure.patches, *figure.images, *figure.legends, *figure.subfigs])
    width, height = (round(inches * figure.dpi) for inches in figure.get_size_inches())
    return Drawn(width, height, figure.get_suptitle(), figure.get_supxlabel(), [_panel(axes) for axes in figure.axes])


def details(drawn: Drawn) -> str:
    """Format the whole description, one object per line, with six digits, because further digits vary."""
    parts: list[Any] = [drawn[:4]]
    for panel in drawn.panels:
        parts += [panel.title, panel.x, panel.y, *panel.bars, *panel.lines, *panel.words, panel.legend]
    return "\n".join(repr(_rounded(part)) for part in parts)


def _rounded(thing: Any) -> Any:
    """Round each number to six digits; a rounding error next to 0 becomes 0."""
    if isinstance(thing, float):
        return float(f"{round(thing, 9) + 0.0:.6g}")
    if not isinstance(thing, tuple | list):
        return thing
    parts = map(_rounded, thing)
    return type(thing)(*parts) if hasattr(thing, "_fields") else type(thing)(parts)


def _refuse(things: Iterable[Artist]) -> None:
    for thing in things:
        raise TypeError(f"The figure contains {thing!r}, which cannot be described.")


def _panel(axes: Any) -> Panel:
    _refuse([*axes.images, *axes.tables, *axes.artists, *axes.child_axes])
    titles = (axes.get_title(loc) for loc in ("left", "center", "right"))
    lines = [
        Line(_points(line.get_xydata()), _look(line) + _units(line, axes), line.get_gid() or "")
        for line in filter(_is_seen, axes.lines)
    ]
    for collection in filter(_is_seen, axes.collections):
        _expect(hasattr(collection, "get_segments"), collection)
        lines += [Line(_points(segment), _look(collection), "") for segment in collection.get_segments()]
    return Panel(
        "\n".join(title for title in titles if title),
        _axis(axes.xaxis, axes.get_xlim(), axes.axison),
        _axis(axes.yaxis, axes.get_ylim(), axes.axison),
        [bar for patch in filter(_is_seen, axes.patches) for bar in _bar(patch, axes)],
        lines,
        [_words(text, axes) for text in filter(_is_seen, axes.texts)],
        [] if axes.get_legend() is None else _legend(axes.get_legend()),
    )


def _bar(patch: Any, axes: Axes) -> list[Bar]:
    """Convert a patch to a bar; the list is empty if the height of the patch is NaN."""
    _expect(patch.get_data_transform() == axes.transData and hasattr(patch, "get_width"), patch)
    width, height = float(patch.get_width()), float(patch.get_height())
    if math.isnan(height):
        return []
    return [Bar(float(patch.get_x()), float(patch.get_y()), width, height, _look(patch), patch.get_gid() or "")]


def _words(text: Any, axes: Axes) -> Words:
    """Read a text with its position; the position of an annotation is the point that it annotates."""
    place, units = (text.xy, "") if hasattr(text, "xyann") else (text.get_position(), _units(text, axes))
    return Words(_plain(text), _points([place])[0], _look_of_words(text) + units)


def _plain(text: Any) -> str:
    """Return a text without the signs that mark a formula."""
    content: str = text.get_text()
    if not text.get_parse_math() or "$" not in content:
        return content
    return re.sub(r"\\sqrt\[(\d+)\]\{(.*)\}", r"(\2)^(1/\1)", content.replace("$", "")).replace("_", "")


def _is_seen(artist: Artist) -> bool:
    return bool(artist.get_visible())


def _expect(met: bool, thing: Artist) -> None:
    _refuse([] if met else [thing])


def _points(places: Any) -> list[Point]:
    return [(float(x), float(y)) for x, y in places]


def _units(thing: Artist, axes: Axes) -> str:
    """Return the units of an object's position, or an empty string if they are those of both axes."""
    kinds = {
        "": axes.transData,
        ", in shares of the panel": axes.transAxes,
        ", from top to bottom": axes.get_xaxis_transform(),
        ", from side to side": axes.get_yaxis_transform(),
    }
    known = [words for words, transform in kinds.items() if thing.get_transform() == transform]
    _expect(bool(known), thing)
    return known[0]


def _axis(axis: Any, limits: Point, shown: bool) -> Axis:
    start, end = map(float, limits)
    if not (shown and _is_seen(axis)):
        return Axis("", start, end, [])
    ticks = zip(map(float, axis.get_majorticklocs()), axis.get_majorticklabels(), strict=True)
    room = 1e-9 * abs(end - start)
    inside = [(place, _plain(label)) for place, label in ticks if min(limits) - room <= place <= max(limits) + room]
    return Axis(axis.get_label_text(), start, end, sorted(inside, reverse=start > end))


def _legend(legend: Any) -> list[tuple[str, str]]:
    return [
        (words.get_text(), _look(handle))
        for words, handle in zip(legend.get_texts(), legend.legend_handles, strict=True)
    ]


def _colour(colour: Any) -> str:
    from matplotlib.colors import to_hex

    name = to_hex(colour, keep_alpha=True)
    return "none" if name.endswith("00") else name.removesuffix("ff")


def _look(thing: Any) -> str:
    """Describe how an object looks: its colours, hatch, line style and marker."""
    if hasattr(thing, "get_marker"):
        line, marker = thing.get_linestyle(), thing.get_marker()
        joined = "" if line == "None" else f"{_colour(thing.get_color())} line {line} {thing.get_linewidth():g}"
        face, edge = _colour(thing.get_markerfacecolor()), _colour(thing.get_markeredgecolor())
        return ", ".join(filter(None, [joined, "" if marker == "None" else f"marker {marker} {face} edge {edge}"]))
    if hasattr(thing, "get_segments"):  # all lines of a collection look the same
        (_, dashes), *_ = thing.get_linestyle()
        return f"none, edge {_colour(thing.get_edgecolor()[0])}{' dashed' if dashes else ''}"
    edge = f"edge {_colour(thing.get_edgecolor())}"
    line = "" if thing.get_linestyle() in ("solid", "-") else f" {thing.get_linestyle()}"
    hatch = f", hatch {thing.get_hatch()}" if thing.get_hatch() else ""
    return f"{_colour(thing.get_facecolor())}, {edge}{line}{hatch}"


def _look_of_words(text: Any) -> str:
    box = text.get_bbox_patch()
    parts = [
        text.get_horizontalalignment(),
        "" if text.get_fontweight() == "normal" else str(text.get_fontweight()),
        "" if _colour(text.get_color()) == "#000000" else _colour(text.get_color()),
        "" if box is None else f"in a box {_look(box)}",
    ]
    return ", ".join(filter(None, parts))
