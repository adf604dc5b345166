"""Check that the texts of a picture are readable: all of them are inside the picture, and none of them overlap.

The texts are recorded while the picture is drawn, so hidden texts and the labels of ticks outside the view are ignored.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

Corner = tuple[float, float]


class DrawnText(NamedTuple):
    """A line of text in the picture, with the corners of its box in order, in pixels."""

    text: str
    corners: list[Corner]


def noted(renderer: Any) -> list[DrawnText]:
    """Return a list to which each line of text is added that this matplotlib renderer draws from now on."""
    texts: list[DrawnText] = []
    draw_text = renderer.draw_text

    def note(gc: Any, x: float, y: float, s: str, prop: Any, angle: float, ismath: Any, mtext: Any) -> None:
        draw_text(gc, x, y, s, prop, angle, ismath=ismath, mtext=mtext)
        box = mtext.get_bbox_patch() if mtext is not None else None
        if box is not None:  # a text in a tile has the size of its tile
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
    """List the texts that extend beyond a picture of the given size in pixels, and the texts that overlap.

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
        f'has a text on another one: "{text.text}", "{other.text}"'
        for place, text in enumerate(from_left, start=1)
        for other in from_left[place : bisect_left(lefts, max(x for x, _ in text.corners))]
        if _overlap(text.corners, other.corners)
    ]


def _left(text: DrawnText) -> float:
    return min(x for x, _ in text.corners)


def _overlap(first: Sequence[Corner], second: Sequence[Corner]) -> bool:
    """Return whether two rectangles overlap: their projections must overlap in the direction of every side."""
    for (x0, y0), (x1, y1) in [*pairwise(first), *pairwise(second)]:
        projections = [[x * (x1 - x0) + y * (y1 - y0) for x, y in corners] for corners in (first, second)]
        if max(projections[0]) <= min(projections[1]) or max(projections[1]) <= min(projections[0]):
            return False
    return True
