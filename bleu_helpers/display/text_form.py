"""Write the text form of a figure, which screen readers read and the tests compare.

It is based only on the drawn objects. A figure's function cannot pass any number to it, so the text cannot contradict
the drawing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from bleu_helpers.display.drawn import Axis, Bar, Drawn, Panel, Point, Words
from bleu_helpers.language import say, translated

MAX_VALUES = 16
"""A series with more values is reduced to its ends, its quarter points, its minimum and its maximum."""

NAMES = ("bars", "points", "line", "dots", "shaded", "the beam balances at", "band of the systems")
"""The names of series without an entry in the legend: the first two, or those that the figures set as `gid`."""


def text_form(drawn: Drawn) -> str:
    """Describe a figure: its titles, the labels of its axes, each series with its values, and its texts row by row.

    Values have four significant digits and at most four decimals. A bar or a point is listed after its tick label, if
    it has one; a point without one is written as `(x, y)`. A text with a box around it is in square brackets.
    """
    texts = [drawn.title, *(line for panel in drawn.panels for line in _panel(panel)), drawn.x_label]
    title, *lines = filter(None, map(_in_one_line, texts))
    return "\n".join([say("Figure: {title}", title=translated(title)), *lines])


class _Scale:
    """An axis; a position on it has a name if the label of its tick is not simply its number."""

    def __init__(self, axis: Axis) -> None:
        self.names = {
            round(place, 9): _in_one_line(label)
            for place, label in axis.ticks
            if not (_is_number(label) and math.isclose(_value(label), place, rel_tol=0.01, abs_tol=1e-9))
        }
        places = sorted(self.names)
        self.has_rows = bool(places) and places == [round(places[0]) + row for row in range(len(places))]
        """Whether the names are those of rows or columns, so that objects near one belong to it."""
        self.is_shown = bool(axis.label or axis.ticks)

    def name(self, place: float) -> str:
        return self.names.get(round(place) if self.has_rows else round(place, 9), "")

    def at(self, place: float) -> str:
        return self.name(place) or _number(place)


def _panel(panel: Panel) -> Iterator[str]:
    x, y = _Scale(panel.x), _Scale(panel.y)
    yield panel.title
    for name, label, scale in ((translated("x axis"), panel.x.label, x), (translated("y axis"), panel.y.label, y)):
        names = [scale.names[place] for place in sorted(scale.names)] if x.has_rows and y.has_rows else []
        if label or names:
            yield ": ".join(filter(None, [name, label, ", ".join(names)]))
    if x.is_shown or y.is_shown:
        series = [*_series(panel, x, y)]
        yield from series
        described = _in_one_line(" ".join([panel.title, *series]))
        yield from (row for row in _rows(panel, x, y) if not re.search(rf"(?<!\w){re.escape(row)}(?!\w)", described))
    else:
        yield from _rows(panel, x, y)


def _series(panel: Panel, x: _Scale, y: _Scale) -> Iterator[str]:
    """List the bars, and the lines that have a name or markers; other lines only join or frame objects.

    An object with the look of an entry of the legend gets the entry's name.
    """
    legend = {look: _in_one_line(name) for name, look in panel.legend}
    notes = {_rounded(text.place): _in_one_line(text.text) for text in panel.words if not _is_number(text.text)}
    found: dict[str, list[str]] = {name: [] for name in legend.values()}
    bars: dict[str, list[tuple[float, str, str]]] = {}
    for bar in sorted(bar for bar in panel.bars if not _holds(bar, panel.words)):
        name = legend.get(bar.look) or translated(bar.name or "bars")
        bars.setdefault(name, []).append((bar.height, *_of_bar(bar, x, y)))
    for name, values in bars.items():
        found.setdefault(name, []).append(_listed(values))
    for line in panel.lines:
        name = legend.get(line.look) or translated(line.name or ("points" if "marker" in line.look else ""))
        if name and line.points:
            is_joined = "line" in line.look
            points = line.points if is_joined else sorted(line.points, key=lambda point: point[1])
            values = [(point[1], *_of_point(point, x, y, {} if is_joined else notes)) for point in points]
            found.setdefault(name, []).append(_listed(values))
    return (f"{name}: {'; '.join(values)}" if values else name for name, values in found.items())


def _of_bar(bar: Bar, x: _Scale, y: _Scale) -> tuple[str, str]:
    """Return the name of a bar, or an empty string, and its length."""
    middle_x, middle_y = bar.left + bar.width / 2, bar.bottom + bar.height / 2
    if y.has_rows or not y.is_shown:
        is_in_one_row = bar.height <= 1
        return (y.name(middle_y) if is_in_one_row else ""), _extent(bar.left, bar.width)
    return x.name(middle_x) or _ends(bar.left, bar.width), _extent(bar.bottom, bar.height)


def _of_point(point: Point, x: _Scale, y: _Scale, notes: Mapping[Point, str]) -> tuple[str, str]:
    """Return the name of a point, or an empty string, and its position."""
    if not y.is_shown:
        return "", x.at(point[0])
    if x.has_rows != y.has_rows:
        return (x.at(point[0]), y.at(point[1])) if x.has_rows else (y.at(point[1]), x.at(point[0]))
    across, up = (x.at(point[0]), y.at(point[1])) if x.has_rows else map(_number, point)
    return "", f"{notes.get(_rounded(point), '')} ({across}, {up})".strip()


def _listed(values: list[tuple[float, str, str]]) -> str:
    """List the values of a series, grouped by name; if there are many, list some of them and the total number."""
    shown, last = values, len(values) - 1
    if len(values) > MAX_VALUES:
        heights = [height for height, _, _ in values]
        quarters = [quarter * last // 4 for quarter in range(5)]
        places = sorted({*quarters, heights.index(min(heights)), heights.index(max(heights))})
        shown = [values[place] for place in places]
    by_name: list[str] = []
    for name, group in groupby(shown, key=lambda value: value[1]):
        joined = ", ".join(value for _, _, value in group)
        by_name.append(f"{name}: {joined}" if name else joined)
    listed = "; ".join(by_name)
    if shown is values:
        return listed
    return say("{shown} of {all} values: {listed}", shown=len(shown), all=len(values), listed=listed)


def _rows(panel: Panel, x: _Scale, y: _Scale) -> Iterator[str]:
    """List the texts row by row, from top to bottom and from left to right, except those that only repeat a value."""
    is_ruler = x.is_shown and not y.is_shown
    marked = {_rounded(point) for line in panel.lines if "marker" in line.look for point in line.points}
    boxes = [bar for bar in panel.bars if _holds(bar, panel.words)]
    has_values = bool(panel.bars or panel.lines)  # a number on its own repeats the value of a bar or a point
    words = [
        text
        for text in panel.words
        if boxes or not ((has_values and _is_number(text.text)) or _rounded(text.place) in marked)
    ]
    down = 1 if panel.y.start > panel.y.end else -1
    words.sort(key=lambda text: (down * (round(text.place[1]) if y.has_rows else round(text.place[1], 9)), text.place))
    for row, in_row in groupby(words, key=lambda text: y.name(text.place[1]) or round(text.place[1], 9)):
        parts: list[str] = []
        for boxes_around, in_box in groupby(in_row, key=lambda text: [box for box in boxes if _holds(box, [text])]):
            texts = [
                _in_one_line(text.text) + (say(" at {place}", place=x.at(text.place[0])) if is_ruler else "")
                for text in in_box
            ]
            parts += [f"[{''.join(texts)}]"] if boxes_around else texts
        yield (f"{row}: " if isinstance(row, str) else "") + ", ".join(parts)


def _holds(bar: Bar, words: Iterable[Words]) -> bool:
    """Return whether a bar is a box around a text; a bar that is higher than a row only happens to contain it."""
    return abs(bar.height) <= 1 and any(
        0 < text.place[0] - bar.left < bar.width and 0 < text.place[1] - bar.bottom < bar.height for text in words
    )


def _extent(start: float, length: float) -> str:
    return _number(length) if start == 0 else _ends(start, length)


def _ends(start: float, length: float) -> str:
    return say("{start} to {end}", start=_number(start), end=_number(start + length))


def _rounded(point: Point) -> Point:
    return round(point[0], 9), round(point[1], 9)


def _number(value: float) -> str:
    return f"{round(value, 4) + 0.0:.4g}" if abs(value) < 1000 else f"{value:,.0f}"


def _is_number(text: str) -> bool:
    return bool(re.fullmatch(r"[-−+]?[\d.,]+%?", text.strip()))


def _value(number: str) -> float:
    return float(number.strip().strip("%").replace("−", "-").replace(",", ""))


def _in_one_line(text: str) -> str:
    return " ".join(text.split())
