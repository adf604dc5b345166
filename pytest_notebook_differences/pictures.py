"""Compare two pictures of the same drawing, although versions of matplotlib draw it with different pixels.

A PNG can say what is drawn on it, in a text with the key `Description`, and what is wrong with the drawing, in a text
with the key `Faults`, one fault per line. These are compared exactly. Of the pixels, only the size, the share of ink
and the border are compared.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from typing import NamedTuple

SHOWS, FAULTS = "Description", "Faults"
"""The keys of the texts in a PNG."""

END = b"IEND\xaeB`\x82"
"""The last bytes of a complete PNG."""

MIN_INK = 0.01
"""A picture with a smaller share of ink is blank."""

# In 123 pictures of two courses, drawn with matplotlib 3.9, 3.10 and 3.11, a side differs by at most 3 %, and the share
# of ink by at most 5 %. If a curve is missing between its axes, the share changes by 30 % or more.
MAX_GROWTH = 1.05
"""The factor by which a side of a picture may differ between versions of matplotlib."""
MAX_INK_GROWTH = 1.25
"""The factor by which the share of ink may differ."""


class Picture(NamedTuple):
    """What is compared of a picture."""

    width: int = 0
    height: int = 0
    ink: float = 0.0
    """The share of pixels that differ from the most common colour."""
    description: str = ""
    faults: tuple[str, ...] = ()


def of_output(encoded: str | list[str]) -> Picture:
    """Return what is compared of a picture in an output of a notebook."""
    return read(base64.b64decode("".join(encoded)))


def read(png: bytes) -> Picture:
    """Return what is compared of a picture; if the file cannot be read, this is its only fault."""
    from PIL import Image

    try:
        image = Image.open(io.BytesIO(png), formats=["PNG"])
        image.load()
    except (OSError, SyntaxError):
        return Picture(faults=("cannot be read",))
    texts = {name: str(text) for name, text in image.info.items()}
    pixels = image.convert("RGB")
    width, height = pixels.size
    background = max(count for count, _ in pixels.getcolors(width * height) or [])
    ink = 1 - background / (width * height)
    sides = [(0, 0, width, 1), (0, height - 1, width, height), (0, 0, 1, height), (width - 1, 0, width, height)]
    border = {colour for side in sides for _, colour in pixels.crop(side).getcolors(width + height) or []}
    found = {
        "cannot be read to its end": not png.endswith(END),
        "is blank": ink < MIN_INK,
        "is cut off at its border": len(border) > 1,
    }
    faults = (*texts.get(FAULTS, "").splitlines(), *(fault for fault, is_so in found.items() if is_so))
    return Picture(width, height, ink, texts.get(SHOWS, ""), faults)


def differences(saved: Picture, now: Picture) -> Iterator[str]:
    """Describe how a picture differs from the saved one.

    >>> [*differences(Picture(400, 300, 0.2), Picture(400, 200, 0.2))]
    ['A picture is now 400 × 200 pixels; saved: 400 × 300']
    >>> [*differences(Picture(400, 300, 0.06), Picture(400, 300, 0.03))]
    ['A picture shows less than the saved one: 3.0 % of its pixels differ from the background; saved: 6.0 %']
    """
    yield from (f"A picture that was drawn now {fault}" for fault in now.faults if fault not in saved.faults)
    yield from (f"A saved picture {fault}" for fault in saved.faults if fault not in now.faults)
    if max(_growth(saved.width, now.width), _growth(saved.height, now.height)) > MAX_GROWTH:
        yield f"A picture is now {now.width} × {now.height} pixels; saved: {saved.width} × {saved.height}"
    elif _growth(saved.ink, now.ink) > MAX_INK_GROWTH:
        change = "less" if now.ink < saved.ink else "more"
        shares = f"{now.ink:.1%} of its pixels differ from the background; saved: {saved.ink:.1%}".replace("%", " %")
        yield f"A picture shows {change} than the saved one: {shares}"
    if saved.description != now.description:
        yield "A saved picture differs from the one that is drawn now"


def _growth(first: float, second: float) -> float:
    """Return the factor between two sizes; a picture without one of them has a fault, which says more."""
    smaller, larger = sorted((first, second))
    return larger / smaller if smaller else 1.0
