"""Pictures that are wrong in one way: what a lesson could hold in the place of the one that its cell draws."""

import base64
import io

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from bleu_helpers.display.picture import PIXELS, SHOWS, hash_of


def opened(png):
    image = Image.open(io.BytesIO(png))
    image.load()
    return image


def painted(image, shows, pixels):
    """A PNG of this image with these two texts, each left out where it is None."""
    texts = PngInfo()
    for name, text in ((SHOWS, shows), (PIXELS, pixels)):
        if text is not None:
            texts.add_text(name, text)
    png = io.BytesIO()
    image.save(png, format="PNG", pnginfo=texts)
    return png.getvalue()


def white(size):
    return Image.new("RGBA", size, "white")


def without_texts(png):
    return painted(opened(png), None, None)


def whitened(png):
    """White, with the texts of the picture that it was."""
    image = opened(png)
    return painted(white(image.size), image.text[SHOWS], image.text[PIXELS])


def drawn_white(png):
    """White, and saved as such: what would come of a figure whose drawing is lost."""
    image = opened(png)
    return painted(white(image.size), image.text[SHOWS], hash_of(white(image.size)))


def stale(png):
    """What was drawn, and said to be drawn, before a number changed."""
    image = opened(png)
    return painted(image, image.text[SHOWS].replace("1", "2"), image.text[PIXELS])


def as_output(output, change):
    """The same output of a cell with its picture changed."""
    png = base64.b64decode("".join(output["data"]["image/png"]))
    return {**output, "data": {**output["data"], "image/png": base64.b64encode(change(png)).decode()}}
