"""Pictures that are wrong in one way: what a lesson could hold in the place of the one that its cell draws."""

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
    """A PNG of this image with these texts."""
    info, png = PngInfo(), io.BytesIO()
    for name, text in texts.items():
        info.add_text(name, text)
    image.save(png, format="PNG", pnginfo=info)
    return png.getvalue()


def stale(output):
    """The same output of a cell with a picture that was drawn, and said to be drawn, before a number changed."""
    image = opened(base64.b64decode("".join(output["data"]["image/png"])))
    png = as_png(image, image.text | {SHOWS: image.text[SHOWS].replace("1", "2")})
    return {**output, "data": {**output["data"], "image/png": base64.b64encode(png).decode()}}
