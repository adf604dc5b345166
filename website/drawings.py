"""Make the versions of the lessons' figures for the site: for wide pages and for phones.

The lesson runs again, and each figure's function draws the figure twice: as in the lesson, and for a phone in the
narrow style. The first drawing must have the description of the saved figure, and the second one must contain all of
its words.
"""

import base64
import io
import pickle
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from functools import wraps
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import nbformat
import refresh
from matplotlib import rc_context
from matplotlib.backends.backend_svg import RendererSVG
from matplotlib.figure import Figure
from matplotlib.mathtext import MathTextParser
from matplotlib.text import Text

from bleu_helpers.display import plots
from bleu_helpers.display.drawn import read
from bleu_helpers.display.layout import faults_of_layout, noted
from bleu_helpers.display.picture import as_png
from bleu_helpers.display.plots import _figure
from bleu_helpers.display.text_form import text_form
from pytest_notebook_differences import pictures

ROOM = 355
"""The width of a figure in pixels on a phone that is 390 pixels wide."""
LEAST = 11
"""The minimum height of the smallest letters of a figure on a phone, in pixels."""


class Drawing(NamedTuple):
    """A drawing of a figure."""

    png: bytes
    svg: str
    """The same drawing as an SVG."""
    text: str
    """The text form of the figure."""


def drawn(function: Callable, *arguments: Any, **named: Any) -> Drawing:
    """Return the drawing that a figure's function makes."""
    shown: list[Drawing] = []

    def show(figure: Figure) -> None:
        if _figure.is_narrow() and (smallest := smallest_letter(figure)) < LEAST:
            raise ValueError(f"{function.__name__} has letters for a phone that are {smallest:.1f} pixels high")
        png, text = as_png(figure), text_form(read(figure))
        shown.append(Drawing(png, as_svg(figure), text))

    with patch.object(_figure, "show", show):
        function(*arguments, **named)
    [drawing] = shown
    return drawing


def as_svg(figure: Figure) -> str:
    """Draw a figure as an SVG of the size of its PNG; its letters are shapes, so it needs no font.

    Raises:
        ValueError: a text is not readable. The lines of a text can be longer than in the PNG by some pixels.
    """
    width, height = figure.canvas.get_width_height()
    figure.set_dpi(72)  # the unit of this renderer is a point
    file = io.StringIO()
    with rc_context({"svg.hashsalt": "the same names of its parts in every build"}):
        renderer = RendererSVG(*figure.bbox.size, file, metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
        texts = noted(renderer)
        figure.draw(renderer)
        renderer.finalize()
    if faults := faults_of_layout(texts, *figure.bbox.size):
        raise ValueError(f"a figure for the site {faults[0]}")
    # The height in pixels is rounded, so without the last attribute, a browser would leave space at the sides.
    size = f'width="{width}" height="{height}" preserveAspectRatio="none"'
    return re.sub('width="[^"]*" height="[^"]*"', size, file.getvalue(), count=1)


def smallest_letter(figure: Figure) -> float:
    """Return the height of the smallest letters of a figure on a phone, in pixels."""
    sizes = [size for text in figure.findobj(Text) if text.get_text().strip() for size in letter_sizes(text)]
    return min(sizes) / 72 * ROOM / figure.get_figwidth()


def letter_sizes(text: Any) -> list[float]:
    """Return the sizes of a text's letters in points, including indices and exponents in formulas."""
    if not text.get_parse_math() or "$" not in text.get_text():
        return [text.get_fontsize()]
    parsed = MathTextParser("path").parse(text.get_text(), 72, text.get_fontproperties())
    return [size for _, size, letter, *_ in parsed.glyphs if chr(letter).isalnum()]


def drawn_narrow(function: Callable, *arguments: Any, **named: Any) -> Drawing:
    """Return the drawing for a phone, with indices and exponents as large as other letters, for legibility."""
    with _figure.drawn_in(_figure.NARROW), patch("matplotlib._mathtext.SHRINK_FACTOR", 1.0):
        return drawn(function, *arguments, **named)


def collect(folder: Path) -> None:
    """Make a lesson's kernel draw each figure for the site instead, and save its two drawings in a folder."""
    numbers = count()

    def both(function: Callable) -> Callable:
        @wraps(function)
        def draw(*arguments: Any, **named: Any) -> None:
            pair = drawn(function, *arguments, **named), drawn_narrow(function, *arguments, **named)
            (folder / f"{next(numbers):02}").write_bytes(pickle.dumps(pair))

        return draw

    for name in plots.__all__:
        setattr(plots, name, both(getattr(plots, name)))


COLLECT = """import sys; sys.path[:0] = {folders!r}
import pathlib, drawings
drawings.collect(pathlib.Path({folder!r}))"""


def of_lesson(path: Path) -> dict[bytes, tuple[Drawing, Drawing]]:
    """Run a lesson up to its last figure, and return the drawings for wide pages and phones by the saved pictures.

    Raises:
        ValueError: a figure is not the one in the saved lesson, or lacks words of it, or is not readable.
    """
    notebook = nbformat.read(path, as_version=4)
    outputs = [(place, output) for place, cell in enumerate(notebook.cells) for output in cell.get("outputs", [])]
    figures = [(place, output["data"]) for place, output in outputs if "image/png" in output.get("data", {})]
    saved = [base64.b64decode(data["image/png"]) for _, data in figures]
    del notebook.cells[max((place for place, _ in figures), default=-1) + 1 :]
    with tempfile.TemporaryDirectory() as folder:
        folders = [str(Path(file).parent) for file in (__file__, refresh.__file__)]
        cell = COLLECT.format(folders=folders, folder=folder)
        notebook.cells.insert(0, nbformat.v4.new_code_cell(cell))
        refresh.execute(notebook, Path(folder))
        pairs = [pickle.loads(file.read_bytes()) for file in sorted(Path(folder).glob("[0-9]*"))]
    if len(pairs) != len(saved):
        raise ValueError(f"{path.name}: {len(pairs)} figures were drawn, and the lesson has {len(saved)}")
    for png, (wide, narrow) in zip(saved, pairs, strict=True):
        if pictures.read(wide.png).description != pictures.read(png).description:
            raise ValueError(f"{path.name}: the figure {wide.text.splitlines()[0]!r} is not as in the lesson")
        if faults := faults_for_a_phone(wide, narrow):
            raise ValueError(f"{path.name}: a figure for a phone {faults[0]}")
    return {png: (wide._replace(png=png), narrow) for png, (wide, narrow) in zip(saved, pairs, strict=True)}


def faults_for_a_phone(wide: Drawing, narrow: Drawing) -> list[str]:
    """List the faults of a drawing for a phone, alone or because it leaves out something that the wide drawing shows.

    The text forms of the two have the same words in a different order.
    """
    left_out = words_of(wide.text) - words_of(narrow.text)
    return [*pictures.read(narrow.png).faults] + [f"leaves out {', '.join(sorted(left_out))}"] * bool(left_out)


def words_of(text: str) -> Counter:
    """Count the words of a text form."""
    return Counter(re.findall(r"[^\s,;:…]+", text))


def write(pictures: Mapping[str, bytes], figures: Mapping[bytes, tuple[Drawing, Drawing]], folder: Path) -> None:
    """Write the versions of some pictures: NAME.svg and NAME-narrow.svg of a figure, NAME.png of a screenshot.

    Args:
        pictures: the pictures by their names.
        figures: the drawings for wide pages and phones, by the picture. A screenshot has none and is narrow already.
        folder: the folder to create and write to.
    """
    folder.mkdir()
    for name, png in pictures.items():
        if png in figures:
            wide, narrow = figures[png]
            (folder / f"{name}.svg").write_text(wide.svg, encoding="utf-8")
            (folder / f"{name}-narrow.svg").write_text(narrow.svg, encoding="utf-8")
        else:
            (folder / f"{name}.png").write_bytes(png)
