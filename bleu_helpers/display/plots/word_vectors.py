"""The figures of the lesson on words as vectors."""

from collections.abc import Mapping, Sequence
from itertools import cycle
from statistics import fmean

from bleu_helpers.display.plots._figure import single_plot
from bleu_helpers.display.plots._looks import BLUE, DOT_LOOKS, GREY, PALE_BLUE
from bleu_helpers.lessons.counting import Sentence


def similarity_table(candidate: Sentence, reference: Sentence, cosines: Sequence[Sequence[float]]) -> None:
    """Draw the cosine of each word of the candidate, a row, and each word of the reference, with the matches marked.

    Args:
        candidate: the words of the candidate.
        reference: the words of the reference.
        cosines: for each word of the candidate, its cosine with each word of the reference.
    """
    precision, recall = fmean(map(max, cosines)), fmean(map(max, zip(*cosines, strict=True)))
    with single_plot(
        1.7 + 0.5 * len(candidate),
        f"Greedy matching: precision {precision:.3f}, recall {recall:.3f}",
        x_label="reference; in bold: the best match of the column, which counts for recall",
        y_label="candidate",
        x_limits=(-0.5, len(reference) - 0.5),
        y_limits=(len(candidate) - 0.5, -0.5),
    ) as axes:
        best_in_column = [max(column) for column in zip(*cosines, strict=True)]
        for row, values in enumerate(cosines):
            # The first of several equal matches is marked, as in greedy_matches.
            match = values.index(max(values))
            axes.bar(match, 0.84, 0.92, row - 0.42, color=PALE_BLUE, edgecolor=BLUE, lw=1.5)
            for column, value in enumerate(values):
                weight = "bold" if value == best_in_column[column] else "normal"
                axes.text(column, row, f"{value:.2f}", ha="center", va="center", fontsize=13, fontweight=weight)
        axes.set_xticks(range(len(reference)), [str(word) for word in reference], fontsize=13)
        axes.set_yticks(range(len(candidate)), [str(word) for word in candidate], fontsize=13)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)


def words_in_context(word: str, cosines: Mapping[str, Mapping[str, float]]) -> None:
    """Draw how similar the vector of one word is to other words, for each of the sentences that it is in.

    Args:
        word: the word.
        cosines: for each sentence that the word is in, the cosine with each of the other words, by that word.
    """
    _dots_in_rows(f"The vector of “{word}” depends on its sentence", "cosine", (0, 1), cosines)


def shares_preferred(shares: Mapping[str, Mapping[str, float]]) -> None:
    """Draw, for each kind of change, how often each measure prefers an accepted translation to the changed reference.

    Args:
        shares: for each measure, the share of the cases in percent, by the kind of change.
    """
    title = "How often does the right translation get the higher score?"
    _dots_in_rows(title, "in percent of the cases (the line: as often as not)", (-3, 103), shares, line_at=50)


def _dots_in_rows(
    title: str,
    x_label: str,
    x_limits: tuple[float, float],
    series: Mapping[str, Mapping[str, float]],
    line_at: float | None = None,
) -> None:
    """Draw a dot for each value of each series, in the row with the value's name."""
    names = list(next(iter(series.values())))
    height = 0.62 * len(names)
    with single_plot(
        2.2 + height,
        title,
        x_label=x_label,
        x_limits=x_limits,
        y_limits=(len(names) - 0.4, -0.6),
    ) as axes:
        if line_at is not None:
            axes.plot([line_at, line_at], [-0.6, len(names) - 0.4], color=GREY, linewidth=1)
        for (name, values), look in zip(series.items(), cycle(DOT_LOOKS), strict=False):
            axes.plot([values[row] for row in names], range(len(names)), label=name, **look)
        axes.set_yticks(range(len(names)), names, fontsize=14)
        below = -0.62 / (height + 0.9)  # 0.62 inches, in shares of the height of the plot
        axes.legend(loc="upper left", bbox_to_anchor=(0, below), ncols=len(series))
