"""A picture with a fault, which a lesson could contain instead of the picture that its cell draws."""

import base64
import io

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from bleu_helpers.display.picture import SHOWS


def stale(output):
    """Return the output of a cell with a picture that was drawn before a number changed."""
    image = Image.open(io.BytesIO(base64.b64decode("".join(output["data"]["image/png"]))))
    info, png = PngInfo(), io.BytesIO()
    info.add_text(SHOWS, image.text[SHOWS].replace("1", "2"))
    image.save(png, format="PNG", pnginfo=info)
    return {**output, "data": {**output["data"], "image/png": base64.b64encode(png.getvalue()).decode()}}
