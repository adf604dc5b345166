"""Save a figure as a PNG that contains a description of everything that is drawn (see `drawn`).

If a text of the figure is not readable (see `layout`), a second text lists such faults.

Different versions of matplotlib draw the same figure with different pixels, so a test cannot compare the pixels of two
pictures. Instead, it compares the description in a saved picture with the description of a newly drawn figure.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from bleu_helpers.display.drawn import details, read
from bleu_helpers.display.layout import faults_of_layout, noted

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from PIL.PngImagePlugin import PngImageFile

SHOWS, FAULTS = "Description", "Faults"
"""The keys of the texts in the PNG."""

END = b"IEND\xaeB`\x82"
"""The last bytes of a complete PNG."""

MIN_INK = 0.01
"""The minimum share of pixels that differ from the most common colour; a picture with fewer of them is empty."""


def as_png(figure: Figure) -> bytes:
    """Draw a figure as a PNG that contains its description, but neither a program's name nor a date."""
    import numpy as np
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from PIL.Image import fromarray
    from PIL.PngImagePlugin import PngInfo

    canvas: Any = FigureCanvasAgg(figure)  # some of its methods have no type hints
    drawn_texts = noted(canvas.get_renderer())
    canvas.draw()
    image = fromarray(np.asarray(canvas.buffer_rgba()))
    texts = PngInfo()
    texts.add_text(SHOWS, details(read(figure)), zip=True)
    if faults := faults_of_layout(drawn_texts, *image.size):
        texts.add_text(FAULTS, "\n".join(faults))
    png = io.BytesIO()
    image.save(png, format="PNG", pnginfo=texts, dpi=(figure.dpi, figure.dpi))
    return png.getvalue()


def details_of(png: bytes) -> str:
    """Return the description that a picture contains; an empty string if there is none or the file cannot be read."""
    try:
        return _texts(_opened(png)).get(SHOWS, "")
    except (OSError, SyntaxError):
        return ""


def faults_of(png: bytes) -> list[str]:
    """List the faults of a saved picture.

    A picture is faulty if the file or a text in the figure cannot be read, if it has no description, or if it is empty.
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
        "is blank": max(count for count, _ in colours) > (1 - MIN_INK) * image.width * image.height,
    }
    return [*texts.get(FAULTS, "").splitlines(), *(fault for fault, is_so in found.items() if is_so)]


def _opened(png: bytes) -> PngImageFile:
    from PIL.PngImagePlugin import PngImageFile

    image = PngImageFile(io.BytesIO(png))
    image.load()
    return image


def _texts(image: PngImageFile) -> dict[str, str]:
    return {name: str(text) for name, text in image.text.items()}
