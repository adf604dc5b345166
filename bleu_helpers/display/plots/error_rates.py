"""The figure of the lesson on error rates."""

from bleu_helpers import align, distance_table
from bleu_helpers.display.plots._figure import counted, drawn_width, figure_width, single_plot, truncated
from bleu_helpers.display.plots._looks import BLUE, ORANGE, PALE_BLUE, PALE_ORANGE, Look
from bleu_helpers.lessons.counting import Sentence

MAX_TOKENS = 14
"""The maximum number of tokens in a sentence whose table fits in a figure."""

_SIZE = 15
"""The size of the tokens around the table, in points."""
_MAX_WIDTH = 1.6
"""The maximum width of a token, in inches; longer ones are shortened."""


def edit_path(candidate: Sentence, reference: Sentence) -> None:
    """Draw the table of edit distances, with the path of the alignment through it."""
    table, alignment = distance_table(candidate, reference), align(candidate, reference)
    row, column = 0, 0
    path = {(row, column): "="}
    for mark in alignment.operations:
        row, column = row + (mark != "D"), column + (mark != "I")
        path[row, column] = mark
    across, down = ([truncated(str(token), _SIZE, _MAX_WIDTH) for token in side] for side in (reference, candidate))
    widest = max(drawn_width(word, _SIZE) for word in ["(start)", *across])
    # If the words are too wide for their columns, they are rotated and need more height.
    fits_flat = (widest + 0.1) * (len(reference) + 1.2) < figure_width() - 2.1
    size = _SIZE if len(reference) < 10 else 12
    words: Look = {} if fits_flat else {"rotation": 45, "ha": "left", "rotation_mode": "anchor"}
    with single_plot(
        # Even with few rows, the label of the y axis must fit.
        1.7 + max(0.54 * (len(candidate) + 1), 2.2) + (0 if fits_flat else widest * 0.7),
        f"The cheapest path from corner to corner: {counted(alignment.edits, 'edits')}",
        x_label="\ntokens of the reference",  # the empty line separates it from the title
        y_label="tokens of the candidate",
        x_limits=(-0.6, len(reference) + 0.6),
        y_limits=(len(candidate) + 1.1, -0.6),
    ) as axes:
        kept: Look = {"color": PALE_BLUE, "edgecolor": BLUE}
        edited: Look = {"color": PALE_ORANGE, "edgecolor": ORANGE, "linestyle": "dashed"}
        for (row, column), mark in path.items():
            axes.bar(column, 0.92, 0.92, row - 0.46, lw=2, **(kept if mark == "=" else edited))
            if mark != "=":
                axes.text(column + 0.42, row - 0.41, mark, ha="right", va="top", fontsize=size - 1, fontweight="bold")
        for row, numbers in enumerate(table):
            for column, number in enumerate(numbers):
                weight = "bold" if (row, column) in path else "normal"
                axes.text(column, row, str(number), ha="center", va="center", fontsize=size, fontweight=weight)
        key = "D deletion, S substitution, I insertion; no letter: a hit"
        axes.text(len(reference) + 0.46, len(candidate) + 0.6, key, ha="right", va="top", fontsize=14)
        axes.set_xticks(range(len(reference) + 1), ["(start)", *across], fontsize=_SIZE, **words)
        axes.set_yticks(range(len(candidate) + 1), ["(start)", *down], fontsize=_SIZE)
        axes.xaxis.set_ticks_position("top")
        axes.xaxis.set_label_position("top")
        axes.xaxis.labelpad = 8
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0)
