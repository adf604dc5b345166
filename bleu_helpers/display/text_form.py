"""The text form of a figure, written from what is drawn: a screen reader reads it, and the record compares it.

A figure's function cannot pass it a number, so no text can say something else than the drawing.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from bleu_helpers.display.drawn import Axis, Bar, Drawn, Panel, Point, Words

MOST_VALUES = 16
"""A longer series is shortened to its ends and quarters, its least value and its greatest."""


def text_form(drawn: Drawn) -> str:
    """Describe a figure: its titles, what its axes mean, each series with its values, and its words from row to row.

    Values have four digits, and at most four decimals. A bar or a point comes after the name that it has on an axis, or
    as `(x, y)` where it has none. Words in a box that is drawn around them are in square brackets.
    """
    lines = [drawn.title, *(line for panel in drawn.panels for line in _panel(panel)), drawn.x_label]
    return "Figure: " + "\n".join(filter(None, map(_in_one_line, lines)))


class _Scale:
    """An axis, on which a place has a name where the label of its tick is something else than its number."""

    def __init__(self, axis: Axis) -> None:
        self.names = {
            round(place, 9): _in_one_line(label)
            for place, label in axis.ticks
            if not (_is_number(label) and math.isclose(_value(label), place, rel_tol=0.01, abs_tol=1e-9))
        }
        places = sorted(self.names)
        self.has_rows = bool(places) and places == [round(places[0]) + row for row in range(len(places))]
        """Whether its names are those of rows or columns: then what is drawn near one belongs to it."""
        self.is_shown = bool(axis.label or axis.ticks)

    def name(self, place: float) -> str:
        return self.names.get(round(place) if self.has_rows else round(place, 9), "")

    def at(self, place: float) -> str:
        return self.name(place) or _number(place)


def _panel(panel: Panel) -> Iterator[str]:
    x, y = _Scale(panel.x), _Scale(panel.y)
    yield panel.title
    for name, label, scale in (("x axis", panel.x.label, x), ("y axis", panel.y.label, y)):
        names = [scale.names[place] for place in sorted(scale.names)] if x.has_rows and y.has_rows else []
        if label or names:
            yield ": ".join(filter(None, [name, label, ", ".join(names)]))
    if x.is_shown or y.is_shown:
        series = [*_series(panel, x, y)]
        yield from series
        said = _in_one_line(" ".join([panel.title, *series]))
        yield from (row for row in _rows(panel, x, y) if not re.search(rf"(?<!\w){re.escape(row)}(?!\w)", said))
    else:
        yield from _rows(panel, x, y)


def _series(panel: Panel, x: _Scale, y: _Scale) -> Iterator[str]:
    """The bars, and the lines that have a name or markers: any other line only joins or frames things.

    What looks like an entry of the legend has its name.
    """
    legend = {look: _in_one_line(name) for name, look in panel.legend}
    notes = {_rounded(text.place): _in_one_line(text.text) for text in panel.words if not _is_number(text.text)}
    found: dict[str, list[str]] = {name: [] for name in legend.values()}
    bars: dict[str, list[tuple[float, str, str]]] = {}
    for bar in sorted(bar for bar in panel.bars if not _holds(bar, panel.words)):
        name = legend.get(bar.look) or bar.name or "bars"
        bars.setdefault(name, []).append((bar.height, *_of_bar(bar, x, y)))
    for name, values in bars.items():
        found.setdefault(name, []).append(_listed(values))
    for line in panel.lines:
        name = legend.get(line.look) or line.name or ("points" if "marker" in line.look else "")
        if name and line.points:
            is_joined = "line" in line.look
            points = line.points if is_joined else sorted(line.points, key=lambda point: point[1])
            values = [(point[1], *_of_point(point, x, y, {} if is_joined else notes)) for point in points]
            found.setdefault(name, []).append(_listed(values))
    return (f"{name}: {'; '.join(values)}" if values else name for name, values in found.items())


def _of_bar(bar: Bar, x: _Scale, y: _Scale) -> tuple[str, str]:
    """The name of a bar, if it has one, and its length."""
    middle_x, middle_y = bar.left + bar.width / 2, bar.bottom + bar.height / 2
    if y.has_rows or not y.is_shown:
        is_in_one_row = bar.height <= 1
        return (y.name(middle_y) if is_in_one_row else ""), _extent(bar.left, bar.width)
    ends = f"{_number(bar.left)} to {_number(bar.left + bar.width)}"
    return x.name(middle_x) or ends, _extent(bar.bottom, bar.height)


def _of_point(point: Point, x: _Scale, y: _Scale, notes: Mapping[Point, str]) -> tuple[str, str]:
    """The name of a point, if it has one, and its place."""
    if not y.is_shown:
        return "", x.at(point[0])
    if x.has_rows != y.has_rows:
        return (x.at(point[0]), y.at(point[1])) if x.has_rows else (y.at(point[1]), x.at(point[0]))
    across, up = (x.at(point[0]), y.at(point[1])) if x.has_rows else map(_number, point)
    return "", f"{notes.get(_rounded(point), '')} ({across}, {up})".strip()


def _listed(values: list[tuple[float, str, str]]) -> str:
    """The values of a series, those of one name together; of a long one a few, and how many there are."""
    shown, last = values, len(values) - 1
    if len(values) > MOST_VALUES:
        heights = [height for height, _, _ in values]
        quarters = [quarter * last // 4 for quarter in range(5)]
        places = sorted({*quarters, heights.index(min(heights)), heights.index(max(heights))})
        shown = [values[place] for place in places]
    by_name: list[str] = []
    for name, alike in groupby(shown, key=lambda value: value[1]):
        of_name = ", ".join(value for _, _, value in alike)
        by_name.append(f"{name}: {of_name}" if name else of_name)
    said = "; ".join(by_name)
    return said if shown is values else f"{len(shown)} of {len(values)} values: {said}"


def _rows(panel: Panel, x: _Scale, y: _Scale) -> Iterator[str]:
    """The words row by row, from above and from the left, without those that only repeat a value."""
    is_ruler = x.is_shown and not y.is_shown
    marked = {_rounded(point) for line in panel.lines if "marker" in line.look for point in line.points}
    boxes = [bar for bar in panel.bars if _holds(bar, panel.words)]
    words = [text for text in panel.words if boxes or not (_is_number(text.text) or _rounded(text.place) in marked)]
    down = 1 if panel.y.start > panel.y.end else -1
    words.sort(key=lambda text: (down * (round(text.place[1]) if y.has_rows else round(text.place[1], 9)), text.place))
    for row, in_row in groupby(words, key=lambda text: y.name(text.place[1]) or round(text.place[1], 9)):
        parts: list[str] = []
        for around, together in groupby(in_row, key=lambda text: [box for box in boxes if _holds(box, [text])]):
            texts = [_in_one_line(text.text) + (f" at {x.at(text.place[0])}" if is_ruler else "") for text in together]
            parts += [f"[{''.join(texts)}]"] if around else texts
        yield (f"{row}: " if isinstance(row, str) else "") + ", ".join(parts)


def _holds(bar: Bar, words: Iterable[Words]) -> bool:
    """Whether a bar is a box around words: one that is no higher than a row, and not one in which they happen to be."""
    return abs(bar.height) <= 1 and any(
        0 < text.place[0] - bar.left < bar.width and 0 < text.place[1] - bar.bottom < bar.height for text in words
    )


def _extent(start: float, length: float) -> str:
    return _number(length) if start == 0 else f"{_number(start)} to {_number(start + length)}"


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
