"""The description of a drawn figure, the picture that contains it, and the texts that cannot be read."""

import io
import re

import pytest
from matplotlib.figure import Figure
from notebook_rules import ROOT
from PIL import Image

from bleu_helpers.display import picture
from bleu_helpers.display.drawn import details, read
from pytest_notebook_differences import pictures


@pytest.fixture
def figure():
    return Figure(figsize=(4, 3), dpi=100)


@pytest.mark.parametrize(
    "add",
    [
        lambda figure, axes: figure.text(0.5, 0.5, "outside the panels"),
        lambda figure, axes: axes.imshow([[1]]),
        lambda figure, axes: axes.text(0.5, 0.5, "in units of the figure", transform=figure.transFigure),
    ],
    ids=["text", "image", "units"],
)
def test_refuses_to_draw_what_it_cannot_describe(figure, add):
    add(figure, figure.add_subplot())
    with pytest.raises(TypeError, match="which cannot be described"):
        read(figure)


@pytest.fixture
def png(figure):
    figure.add_subplot().bar([0, 1], [1, 2])
    return picture.as_png(figure)


def test_a_picture_contains_the_description_of_its_figure_and_nothing_else(figure, png):
    found = pictures.read(png)
    assert (found.description, found.faults) == (details(read(figure)), ())
    assert set(Image.open(io.BytesIO(png)).text) == {picture.SHOWS}


OUTSIDE, COVERED = "has a text that is not inside it: ", "has a text on another one: "


@pytest.mark.parametrize(
    ("add", "found"),
    [
        (lambda axes: axes.set_title("a long title " * 9, y=1.1), [OUTSIDE + '"' + "a long title " * 9 + '"']),
        (lambda axes: axes.set_xticks([0.1, 0.2], ["long one", "long two"]), [COVERED + '"long one", "long two"']),
        (
            lambda axes: [axes.text(0.5 + 0.2 * x, 0.5, f"tile {x}", bbox={"boxstyle": "round,pad=1"}) for x in (0, 1)],
            [COVERED + '"tile 0", "tile 1"'],
        ),
        (lambda axes: axes.set_xticks([0.1 * x for x in range(10)], ["turned"] * 10, rotation=60), []),
        (lambda axes: [axes.set_xticks([0.5, 9], ["seen", "far"]), axes.set_xlim(0, 1)], []),
    ],
    ids=["outside", "ticks", "tiles", "turned", "not drawn"],
)
def test_reports_texts_that_cannot_be_read(figure, add, found):
    add(figure.add_axes((0.2, 0.2, 0.6, 0.6)))
    faults = pictures.read(picture.as_png(figure)).faults
    assert [fault for fault in faults if fault.startswith((OUTSIDE, COVERED))] == found


PAGES = ("README.md", "docs/report.md")


@pytest.mark.parametrize("path", sorted((ROOT / "docs").glob("*.png")), ids=lambda path: path.name)
def test_a_page_shows_the_picture(path):
    assert pictures.read(path.read_bytes()).faults == ()
    pages = "".join((ROOT / page).read_text(encoding="utf-8") for page in PAGES)
    assert re.search(rf'\]\(docs/{path.name}\)|src="{path.name}"', pages)
