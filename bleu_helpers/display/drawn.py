"""Describe what a figure shows, based on the objects that matplotlib has drawn and not on the data behind them.

`read` returns the description as plain tuples, which a test can compare with independently computed numbers. `as_text`
returns lines of text that are the same with every version of matplotlib; they are saved in the picture (see `picture`).
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
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


class Line(NamedTuple):
    """Points that are connected in this order, or that have a marker each."""

    points: list[Point]
    look: str


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

    def headline(self) -> str:
        """Return the title of the figure in one line; if it has none, the titles of its panels."""
        return " ".join((self.title or "; ".join(panel.title for panel in self.panels)).split())


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


def as_text(drawn: Drawn) -> str:
    """Format the description as text, with one object per line and six digits, because further digits vary."""
    return "\n".join(_lines(drawn))


def _refuse(things: Iterable[Artist]) -> None:
    for thing in things:
        raise TypeError(f"The figure holds {thing!r}, which `read` does not know how to read.")


def _panel(axes: Axes) -> Panel:
    _refuse([*axes.images, *axes.tables, *axes.artists, *axes.child_axes])
    titles = (axes.get_title(loc) for loc in ("left", "center", "right"))
    bars: list[Bar] = []
    lines: list[Line] = []
    words: list[Words] = []
    for patch in filter(_is_seen, axes.patches):
        bars += _bar(patch, axes)
    for line in filter(_is_seen, axes.lines):
        lines.append(Line(_points(line.get_xydata()), _look(line) + _units(line, axes)))
    for collection in filter(_is_seen, axes.collections):
        if hasattr(collection, "get_segments"):
            lines += [Line(_points(segment), _look(collection)) for segment in collection.get_segments()]
        else:
            _refuse([collection])
    for text in filter(_is_seen, axes.texts):
        words.append(_words(text, axes))
    return Panel(
        "\n".join(title for title in titles if title),
        _axis(axes.xaxis, axes.get_xlim(), axes.axison),
        _axis(axes.yaxis, axes.get_ylim(), axes.axison),
        bars,
        lines,
        words,
        [] if axes.get_legend() is None else _legend(axes.get_legend()),
    )


def _bar(patch: Any, axes: Axes) -> list[Bar]:
    """Convert a patch to a bar; the list is empty if the height of the patch is NaN."""
    _expect(patch.get_data_transform() == axes.transData and hasattr(patch, "get_width"), patch)
    width, height = float(patch.get_width()), float(patch.get_height())
    return [] if math.isnan(height) else [Bar(float(patch.get_x()), float(patch.get_y()), width, height, _look(patch))]


def _words(text: Any, axes: Axes) -> Words:
    """Read a text with its position; the position of an annotation is the point that it annotates."""
    place, units = (text.xy, "") if hasattr(text, "xyann") else (text.get_position(), _units(text, axes))
    return Words(text.get_text(), _points([place])[0], _look_of_words(text) + units)


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
    margin = 1e-9 * abs(end - start)
    low, high = min(limits) - margin, max(limits) + margin
    inside = [(place, label.get_text()) for place, label in ticks if low <= place <= high]
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


def _lines(drawn: Drawn) -> Iterator[str]:
    yield f"{drawn.width} x {drawn.height} pixels"
    yield from _named("figure title", drawn.title)
    for panel in drawn.panels:
        yield "panel"
        yield from _named("title", panel.title)
        for name, axis in (("x", panel.x), ("y", panel.y)):
            yield f"{name} from {_number(axis.start)} to {_number(axis.end)}"
            yield from _named(f"{name} label", axis.label)
            for place, label in axis.ticks:
                yield f"{name} tick at {_number(place)}: {_quoted(label)}"
        for *sides, look in panel.bars:
            left, bottom, width, height = map(_number, sides)
            yield f"bar at {left} {bottom}, {width} wide, {height} high: {look}"
        for points, look in panel.lines:
            yield f"line through {', '.join(f'{_number(x)} {_number(y)}' for x, y in points)}: {look}"
        for text, (x, y), look in panel.words:
            yield f"words at {_number(x)} {_number(y)}: {_quoted(text)} {look}"
        for text, look in panel.legend:
            yield f"legend: {_quoted(text)} {look}"
    yield from _named("figure x label", drawn.x_label)


def _named(name: str, text: str) -> list[str]:
    return [f"{name}: {_quoted(text)}"] if text else []


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _number(value: float) -> str:
    """Format a number with six digits; a rounding error next to 0 becomes 0."""
    return f"{round(value, 9) + 0.0:.6g}"
