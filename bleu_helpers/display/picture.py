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

SHOWS, FAULTS = "Description", "Faults"
"""The keys of the texts in the PNG, which `pytest_notebook_differences.pictures` reads."""


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
