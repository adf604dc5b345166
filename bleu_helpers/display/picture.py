"""A picture that says what is drawn on it: a PNG with two texts, what its figure shows and a hash of its pixels.

Where a text of the figure cannot be read (see `layout`), a third one says so.

Two versions of matplotlib draw one figure with other pixels, so pixels cannot be compared. What can be: the text of a
saved picture with that of a figure drawn just now, and the picture's pixels with their own hash.
"""

from __future__ import annotations

import hashlib
import io
from typing import TYPE_CHECKING, Any

from bleu_helpers.display.drawn import as_text, read
from bleu_helpers.display.layout import faults_of_layout, noted

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from PIL.Image import Image
    from PIL.PngImagePlugin import PngImageFile

SHOWS, PIXELS, FAULTS = "Description", "Pixels", "Faults"
"""The names of the texts in the file."""

END = b"IEND\xaeB`\x82"
"""What a whole PNG ends with."""

LEAST_INK = 0.01
"""The share of its pixels that a picture has in other colours than its commonest one, or it is blank."""


def as_png(figure: Figure) -> bytes:
    """Draw a figure into a PNG that says what is drawn on it, and names no program and no date."""
    import numpy as np
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from PIL.Image import fromarray
    from PIL.PngImagePlugin import PngInfo

    canvas: Any = FigureCanvasAgg(figure)  # some of its methods have no types
    drawn_texts = noted(canvas.get_renderer())
    canvas.draw()
    image = fromarray(np.asarray(canvas.buffer_rgba()))
    texts = PngInfo()
    texts.add_text(SHOWS, as_text(read(figure)), zip=True)
    texts.add_text(PIXELS, hash_of(image))
    if faults := faults_of_layout(drawn_texts, *image.size):
        texts.add_text(FAULTS, "\n".join(faults))
    png = io.BytesIO()
    image.save(png, format="PNG", pnginfo=texts, dpi=(figure.dpi, figure.dpi))
    return png.getvalue()


def hash_of(image: Image) -> str:
    """A hash of an image's size and pixels, however its file is packed."""
    pixels = image.convert("RGBA")
    return hashlib.sha256(b"%d %d " % pixels.size + pixels.tobytes()).hexdigest()


def text_of(png: bytes) -> str:
    """What a picture says is drawn on it; nothing where it does not say it or cannot be read."""
    try:
        return _texts(_opened(png)).get(SHOWS, "")
    except (OSError, SyntaxError):
        return ""


def faults_of(png: bytes) -> list[str]:
    """List what is wrong with a picture by itself.

    It, or a text in it, cannot be read, it does not say what it shows, or it is blank.
    """
    try:
        image = _opened(png)
    except (OSError, SyntaxError):
        return ["cannot be read"]
    if not png.endswith(END):
        return ["cannot be read to its end"]
    texts = _texts(image)
    colours = image.convert("RGB").getcolors(image.width * image.height) or []
    found = {
        "does not say what is drawn on it: use bleu_helpers.display.plots": not texts.get(SHOWS),
        "has other pixels than it was saved with": texts.get(PIXELS) != hash_of(image),
        "is blank": max(count for count, _ in colours) > (1 - LEAST_INK) * image.width * image.height,
    }
    return [*texts.get(FAULTS, "").splitlines(), *(fault for fault, is_so in found.items() if is_so)]


def _opened(png: bytes) -> PngImageFile:
    from PIL.PngImagePlugin import PngImageFile

    image = PngImageFile(io.BytesIO(png))
    image.load()
    return image


def _texts(image: PngImageFile) -> dict[str, str]:
    return {name: str(text) for name, text in image.text.items()}
