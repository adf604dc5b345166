"""Make the versions of the lessons' figures for the site: for wide pages, for phones and for dark pages.

For a phone, the lesson runs again, and each figure's function draws the figure in the narrow style. This version must
contain all words of the lesson's figure. The dark versions are computed from the pixels (see dark.py).
"""

import base64
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import nbformat
import refresh
from dark import dark, opened
from matplotlib.figure import Figure
from matplotlib.mathtext import MathTextParser
from matplotlib.text import Text

from bleu_helpers.display import plots
from bleu_helpers.display.drawn import read
from bleu_helpers.display.picture import as_png, faults_of
from bleu_helpers.display.plots import _figure
from bleu_helpers.display.text_form import text_form

ROOM = 355
"""The width of a figure in pixels on a phone that is 390 pixels wide."""
LEAST = 11
"""The minimum height of the smallest letters of a figure on a phone, in pixels."""


def drawn(function: Callable, *arguments: Any, **named: Any) -> tuple[bytes, str]:
    """Return the picture that a figure's function draws, and its text form."""
    shown: list[tuple[bytes, str]] = []

    def show(figure: Figure) -> None:
        if _figure.is_narrow() and (smallest := smallest_letter(figure)) < LEAST:
            raise ValueError(f"{function.__name__} has letters for a phone that are {smallest:.1f} pixels high")
        shown.append((as_png(figure), text_form(read(figure))))

    with patch.object(_figure, "show", show):
        function(*arguments, **named)
    [picture] = shown
    return picture


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


def drawn_narrow(function: Callable, *arguments: Any, **named: Any) -> tuple[bytes, str]:
    """Return the drawing for a phone, with indices and exponents as large as other letters, for legibility."""
    with _figure.drawn_in(_figure.NARROW), patch("matplotlib._mathtext.SHRINK_FACTOR", 1.0):
        return drawn(function, *arguments, **named)


def collect(folder: Path) -> None:
    """Make a lesson's kernel draw each figure for a phone instead, and save it in a folder with its text form."""
    numbers = count()

    def narrow_too(function: Callable) -> Callable:
        @wraps(function)
        def draw(*arguments: Any, **named: Any) -> None:
            png, text = drawn_narrow(function, *arguments, **named)
            place = folder / f"{next(numbers):02}"
            place.with_suffix(".png").write_bytes(png)
            place.with_suffix(".txt").write_text(text, encoding="utf-8")

        return draw

    for name in plots.__all__:
        setattr(plots, name, narrow_too(getattr(plots, name)))


COLLECT = """import sys; sys.path[:0] = {folders!r}
import pathlib, drawings
drawings.collect(pathlib.Path({folder!r}))"""


def of_lesson(path: Path) -> dict[bytes, bytes]:
    """Run a lesson up to its last figure, and return the drawings for a phone by the saved pictures of the lesson.

    Raises:
        ValueError: a figure lacks words of the figure in the saved lesson, or is not readable.
    """
    notebook = nbformat.read(path, as_version=4)
    outputs = [(place, output) for place, cell in enumerate(notebook.cells) for output in cell.get("outputs", [])]
    figures = [(place, output["data"]) for place, output in outputs if "image/png" in output.get("data", {})]
    saved = [data for _, data in figures]
    del notebook.cells[max((place for place, _ in figures), default=-1) + 1 :]
    with tempfile.TemporaryDirectory() as folder:
        folders = [str(Path(file).parent) for file in (__file__, refresh.__file__)]
        cell = COLLECT.format(folders=folders, folder=folder)
        notebook.cells.insert(0, nbformat.v4.new_code_cell(cell))
        refresh.execute(notebook, Path(folder))
        narrow = [
            (file.with_suffix(".png").read_bytes(), file.read_text(encoding="utf-8"))
            for file in sorted(Path(folder).glob("[0-9]*.txt"))
        ]
    wide = [(base64.b64decode(data["image/png"]), data["text/plain"]) for data in saved]
    if len(narrow) != len(wide):
        raise ValueError(f"{path.name}: {len(narrow)} figures for a phone, and {len(wide)} in the lesson")
    for pair in zip(wide, narrow, strict=True):
        if faults := faults_for_a_phone(*pair):
            raise ValueError(f"{path.name}: a figure for a phone {faults[0]}")
    return {png: for_a_phone for (png, _), (for_a_phone, _) in zip(wide, narrow, strict=True)}


def faults_for_a_phone(wide: tuple[bytes, str], narrow: tuple[bytes, str]) -> list[str]:
    """List the faults of a drawing for a phone, alone or because it leaves out something that its picture shows.

    Args:
        wide: the picture of the lesson, and its text form.
        narrow: the picture for a phone, and its text form, which has the same words in a different order.
    """
    left_out = words_of(wide[1]) - words_of(narrow[1])
    return faults_of(narrow[0]) + [f"leaves out {', '.join(sorted(left_out))}"] * bool(left_out)


def words_of(text: str) -> Counter:
    """Count the words of a text form."""
    return Counter(re.findall(r"[^\s,;:…]+", text))


def of_lessons(paths: Sequence[Path]) -> dict[bytes, bytes]:
    """Return the drawings for a phone of several lessons (see `of_lesson`), and run two lessons at a time."""
    with ThreadPoolExecutor(2) as runs:
        return {wide: narrow for found in runs.map(of_lesson, paths) for wide, narrow in found.items()}


def write(pictures: Mapping[str, bytes], narrow: Mapping[bytes, bytes], folder: Path) -> None:
    """Write all versions of some pictures: NAME.webp, NAME-dark.webp, NAME-narrow.webp and NAME-narrow-dark.webp.

    Args:
        pictures: the pictures by their names.
        narrow: the drawings for a phone, by the picture. A screenshot has none, because it is narrow already.
        folder: the folder to create and write to.
    """
    folder.mkdir()
    for name, wide in pictures.items():
        for kind, png in (("", wide), ("-narrow", narrow.get(wide, wide))):
            for colours, picture in (("", opened(png)), ("-dark", dark(png))):
                if kind or colours:  # the lesson's own picture stays exact
                    picture = picture.quantize(128).convert("RGB")
                picture.save(folder / f"{name}{kind}{colours}.webp", lossless=True, quality=100)
