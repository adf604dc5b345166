"""Whether the texts of a picture can be read, asked of what matplotlib draws."""

import pytest
from matplotlib.figure import Figure

from bleu_helpers.display import picture

OUTSIDE, COVERED = "has a text that is not inside it: ", "has a text on another one: "


def faults(add):
    """What is wrong with the texts of a picture of 400 x 300 pixels that has one empty plot, and what is added."""
    figure = Figure(figsize=(4, 3), dpi=100)
    add(figure, figure.add_axes((0.2, 0.2, 0.6, 0.6)))
    return [fault for fault in picture.faults_of(picture.as_png(figure)) if fault.startswith((OUTSIDE, COVERED))]


@pytest.mark.parametrize(
    ("add", "found"),
    [
        (lambda figure, axes: axes.set_title("a long title " * 9, y=1.1), [OUTSIDE + '"' + "a long title " * 9 + '"']),
        (lambda figure, axes: axes.set_xticks([0.5], ["\n" * 9 + "below"]), [OUTSIDE + '"below"']),
        (
            lambda figure, axes: axes.set_xticks([0.1, 0.2], ["long one", "long two"]),
            [COVERED + '"long one", "long two"'],
        ),
        (
            lambda figure, axes: [
                axes.text(0.5 + 0.2 * place, 0.5, f"tile {place}", bbox={"boxstyle": "round,pad=1"}) for place in (0, 1)
            ],
            [COVERED + '"tile 0", "tile 1"'],
        ),
        (
            lambda figure, axes: [
                axes.plot([0, 1], label="line"),
                axes.legend(loc="center"),
                axes.text(0.5, 0.5, "on"),
            ],
            [COVERED + '"on", "line"'],
        ),
    ],
    ids=["title", "tick", "ticks", "tiles", "legend"],
)
def test_a_text_that_cannot_be_read_is_found(add, found):
    assert faults(add) == found


@pytest.mark.parametrize(
    "add",
    [
        lambda figure, axes: axes.set_xticks([0.1 * place for place in range(10)], ["turned"] * 10, rotation=60),
        lambda figure, axes: axes.text(0.5, 5, "hidden", visible=False),
        lambda figure, axes: [axes.set_xticks([0.5, 9], ["seen", "far"]), axes.set_xlim(0, 1)],
    ],
    ids=["turned", "hidden", "outside the view"],
)
def test_what_is_not_drawn_and_what_stands_apart_is_no_fault(add):
    assert faults(add) == []
