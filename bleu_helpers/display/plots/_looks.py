"""The colours of the figures, and the looks of tiles, lines and dots."""

from typing import Any

# Four colours of Okabe and Ito's palette, which colour-blind readers can tell apart, two pale ones, and two greys.
BLUE, ORANGE, GREEN, PURPLE = "#0072B2", "#E69F00", "#009E73", "#CC79A7"
PALE_BLUE, PALE_ORANGE = "#cfe8f7", "#fdebc8"
GREY, PALE_GREY = "#999999", "#dddddd"

Look = dict[str, Any]
"""Keyword arguments for matplotlib that set how an object looks."""

_BOX: Look = {"boxstyle": "round,pad=0.35", "linewidth": 1.5}
FOUND: Look = {"facecolor": PALE_BLUE, "edgecolor": BLUE, "linestyle": "solid", **_BOX}
MISSED: Look = {"facecolor": "white", "edgecolor": GREY, "linestyle": "dotted", **_BOX}
PLAIN: Look = {"facecolor": "white", "edgecolor": "white", "linestyle": "solid", **_BOX}
"""The looks of a word's tile: a word that was found, one that was not, and one that was not searched for."""

LINE_LOOKS: tuple[Look, ...] = (
    {"marker": "o", "linestyle": "solid", "color": BLUE},
    {"marker": "s", "linestyle": "dashed", "color": ORANGE},
    {"marker": "^", "linestyle": "dashdot", "color": GREEN},
    {"marker": "D", "linestyle": "dotted", "color": "black"},
    {"marker": "v", "linestyle": (0, (5, 1, 1, 1, 1, 1)), "color": PURPLE},
)
"""The looks of lines, which differ in more than colour; if there are more lines, the looks repeat."""

DOT_LOOKS: tuple[Look, ...] = tuple(
    look | {"linestyle": "none", "markersize": 11, "markeredgecolor": "black"} for look in LINE_LOOKS
)
"""The same looks for dots that no line joins."""
