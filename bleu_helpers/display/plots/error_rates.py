"""The figure of the lesson on error rates."""

from bleu_helpers import align, distance_table
from bleu_helpers.counting import Sentence
from bleu_helpers.display.plots._figure import BLUE, ORANGE, PALE_BLUE, PALE_ORANGE, Look, single_plot


def edit_path(candidate: Sentence, reference: Sentence) -> None:
    """Draw the table of edit distances with the path of the alignment through it."""
    table, alignment = distance_table(candidate, reference), align(candidate, reference)
    row, column = 0, 0
    path = {(row, column): "="}
    for mark in alignment.operations:
        row, column = row + (mark != "D"), column + (mark != "I")
        path[row, column] = mark
    edits = f"{alignment.edits} edit{'' if alignment.edits == 1 else 's'}"
    # More columns leave no room for words that lie flat.
    words: Look = {} if len(reference) < 10 else {"rotation": 45, "ha": "left", "rotation_mode": "anchor"}
    with single_plot(
        1.7 + 0.54 * (len(candidate) + 1),
        [f"the table of edit distances, {alignment.edits} in all", *str(alignment).splitlines()],
        f"The cheapest way from corner to corner: {edits}",
        title_size=15,
        x_label="\ntokens of the reference",  # the empty line keeps it away from the title
        y_label="tokens of the candidate",
        x_limits=(-0.6, len(reference) + 0.6),
        y_limits=(len(candidate) + 1.1, -0.6),
    ) as axes:
        from matplotlib.patches import Rectangle

        kept: Look = {"facecolor": PALE_BLUE, "edgecolor": BLUE, "linestyle": "solid"}
        edited: Look = {"facecolor": PALE_ORANGE, "edgecolor": ORANGE, "linestyle": "dashed"}
        for (row, column), mark in path.items():
            corner, look = (column - 0.46, row - 0.46), kept if mark == "=" else edited
            axes.add_patch(Rectangle(corner, 0.92, 0.92, lw=2, **look))
            if mark != "=":
                axes.text(column + 0.42, row - 0.41, mark, ha="right", va="top", fontsize=14, fontweight="bold")
        for row, numbers in enumerate(table):
            for column, number in enumerate(numbers):
                weight = "bold" if (row, column) in path else "normal"
                axes.text(column, row, str(number), ha="center", va="center", fontsize=15, fontweight=weight)
        key = "D deletion, S substitution, I insertion; no letter: a hit"
        axes.text(len(reference) + 0.46, len(candidate) + 0.6, key, ha="right", va="top", fontsize=14)
        axes.set_xticks(range(len(reference) + 1), ["(start)", *map(str, reference)], fontsize=15, **words)
        axes.set_yticks(range(len(candidate) + 1), ["(start)", *map(str, candidate)], fontsize=15)
        axes.xaxis.set_ticks_position("top")
        axes.xaxis.set_label_position("top")
        axes.xaxis.labelpad = 8
        axes.xaxis.label.set_fontsize(14)
        axes.yaxis.label.set_fontsize(14)
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0)
