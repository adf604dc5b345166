"""Whether the texts of a picture can be read: each inside the picture, and none on another.

They are noted as the picture is drawn, so what is hidden, or is the label of a tick outside the view, is not asked for.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

Corner = tuple[float, float]


class DrawnText(NamedTuple):
    """A line of text as it stands in the picture, with the corners of its box, one after the other, in pixels."""

    text: str
    corners: list[Corner]


def noted(renderer: Any) -> list[DrawnText]:
    """A list that gets each line of text that this renderer of matplotlib draws from now on."""
    texts: list[DrawnText] = []
    draw_text = renderer.draw_text

    def note(gc: Any, x: float, y: float, s: str, prop: Any, angle: float, ismath: Any, mtext: Any) -> None:
        draw_text(gc, x, y, s, prop, angle, ismath=ismath, mtext=mtext)
        box = mtext.get_bbox_patch() if mtext is not None else None
        if box is not None:  # the words of a tile are as wide as the tile
            left, low, right, high = box.get_window_extent().extents
            texts.append(DrawnText(s, [(left, low), (right, low), (right, high), (left, high)]))
        elif s.strip():
            width, height, below = renderer.get_text_width_height_descent(s, prop, ismath)
            along, up = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            sides = [(0, -below), (width, -below), (width, height - below), (0, height - below)]
            bottom = renderer.height - y
            texts.append(DrawnText(s, [(x + u * along - v * up, bottom + u * up + v * along) for u, v in sides]))

    renderer.draw_text = note
    return texts


def faults_of_layout(texts: Sequence[DrawnText], width: float, height: float) -> list[str]:
    """List which texts leave a picture of so many pixels, and which cover another one.

    >>> word = DrawnText("word", [(0, 0), (9, 0), (9, 4), (0, 4)])
    >>> faults_of_layout([word, DrawnText("long", [(8, 1), (30, 1), (30, 5), (8, 5)])], 20, 10)
    ['has a text that is not inside it: "long"', 'has a text on another one: "word", "long"']
    """
    outside = [
        f'has a text that is not inside it: "{text}"'
        for text, corners in texts
        if not all(0 <= x <= width and 0 <= y <= height for x, y in corners)
    ]
    from_left = sorted(texts, key=_left)
    lefts = [_left(text) for text in from_left]
    return outside + [
        f'has a text on another one: "{one.text}", "{other.text}"'
        for place, one in enumerate(from_left, start=1)
        for other in from_left[place : bisect_left(lefts, max(x for x, _ in one.corners))]
        if _overlap(one.corners, other.corners)
    ]


def _left(text: DrawnText) -> float:
    return min(x for x, _ in text.corners)


def _overlap(one: Sequence[Corner], other: Sequence[Corner]) -> bool:
    """Whether two rectangles share a part: then no side of theirs has a direction in which they lie apart."""
    for (x0, y0), (x1, y1) in [*pairwise(one), *pairwise(other)]:
        shadows = [[x * (x1 - x0) + y * (y1 - y0) for x, y in corners] for corners in (one, other)]
        if max(shadows[0]) <= min(shadows[1]) or max(shadows[1]) <= min(shadows[0]):
            return False
    return True
