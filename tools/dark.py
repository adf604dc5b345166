"""Dark drawings of pictures: of the site's, and of the README's, which are in docs/dark.

Called by website/drawings.py and by a refresh for the pictures that they write; `python3 run.py python tools/dark.py`
makes those of the README anew.
"""

import io
from pathlib import Path

import numpy as np
from files import replace
from PIL import Image

DOCS = Path(__file__).resolve().parent.parent / "docs"
GROUND = (18, 18, 18)
"""The ground of the site's dark pages, on which white is put: red, green, blue."""


def dark(png: bytes) -> Image.Image:
    """A picture for a dark page: a colour keeps its hue and gets the other lightness, and white becomes the ground."""
    pixels = np.asarray(opened(png)).astype(int)
    turned = pixels + 255 - pixels.max(axis=2, keepdims=True) - pixels.min(axis=2, keepdims=True)
    ground = np.array(GROUND)
    return Image.fromarray((ground + turned * (255 - ground) // 255).astype(np.uint8))


def opened(png: bytes) -> Image.Image:
    """A picture with its three colours."""
    return Image.open(io.BytesIO(png)).convert("RGB")


def packed(picture: Image.Image) -> bytes:
    """A small PNG of a picture: it has the 128 colours that say it best."""
    file = io.BytesIO()
    picture.quantize(128).save(file, format="PNG", optimize=True)
    return file.getvalue()


def beside(path: Path) -> bool:
    """Write the dark drawing of a picture into the folder "dark" beside it, and say whether it changed."""
    (path.parent / "dark").mkdir(exist_ok=True)
    return replace(path.parent / "dark" / path.name, packed(dark(path.read_bytes())))


if __name__ == "__main__":
    for path in sorted(DOCS.glob("*.png")):
        beside(path)
