"""Dark drawings of pictures: of the site's, and of the README and the report's page, in docs/dark.

Called by website/drawings.py and by a refresh for the pictures that they write; `python3 run.py python tools/dark.py`
makes those in docs/dark anew.
"""

import io
import re
from pathlib import Path

import numpy as np
from files import replace
from PIL import Image

DOCS = Path(__file__).resolve().parent.parent / "docs"
GROUND = (18, 18, 18)
"""The background of the site's dark pages, which replaces white: red, green, blue."""


def dark(png: bytes) -> Image.Image:
    """Make a picture for dark pages: colours keep their hue but invert their lightness, and white becomes GROUND."""
    return Image.fromarray(turned(np.asarray(opened(png))))


def dark_svg(svg: str) -> str:
    """Make a drawing for dark pages in the same way; what has no colour in it is black."""

    def other(colour: re.Match) -> str:
        rgb = np.frombuffer(bytes.fromhex(colour[0][1:]), np.uint8)
        return f"#{turned(rgb).tobytes().hex()}"

    return re.sub("#[0-9a-f]{6}", other, svg.replace("<svg ", '<svg fill="#000000" ', 1))


def turned(colours: np.ndarray) -> np.ndarray:
    """Return the colours for dark pages; the last axis is red, green and blue."""
    rgb = colours.astype(int)
    inverted = rgb + 255 - rgb.max(axis=-1, keepdims=True) - rgb.min(axis=-1, keepdims=True)
    ground = np.array(GROUND)
    return (ground + inverted * (255 - ground) // 255).astype(np.uint8)


def opened(png: bytes) -> Image.Image:
    """Return a picture in RGB."""
    return Image.open(io.BytesIO(png)).convert("RGB")


def packed(picture: Image.Image) -> bytes:
    """Compress a picture to a small PNG with a palette of 128 colours."""
    file = io.BytesIO()
    picture.quantize(128).save(file, format="PNG", optimize=True)
    return file.getvalue()


def beside(path: Path) -> bool:
    """Write the dark drawing of a picture into the folder "dark" next to it, and return whether it changed."""
    (path.parent / "dark").mkdir(exist_ok=True)
    return replace(path.parent / "dark" / path.name, packed(dark(path.read_bytes())))


if __name__ == "__main__":
    for path in sorted(DOCS.glob("*.png")):
        beside(path)
