"""Pictures with one fault, which a lesson could contain instead of the picture that its cell draws."""

import base64
import io

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from bleu_helpers.display.picture import SHOWS


def opened(png):
    image = Image.open(io.BytesIO(png))
    image.load()
    return image


def as_png(image, texts):
    """Return this image with these texts as a PNG."""
    info, png = PngInfo(), io.BytesIO()
    for name, text in texts.items():
        info.add_text(name, text)
    image.save(png, format="PNG", pnginfo=info)
    return png.getvalue()


def stale(output):
    """Return the output of a cell with a picture that was drawn before a number changed."""
    image = opened(base64.b64decode("".join(output["data"]["image/png"])))
    png = as_png(image, image.text | {SHOWS: image.text[SHOWS].replace("1", "2")})
    return {**output, "data": {**output["data"], "image/png": base64.b64encode(png).decode()}}
