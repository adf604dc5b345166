"""The figure of the lesson on counting."""

from collections.abc import Sequence

from bleu_helpers import unigram_precision
from bleu_helpers.display.plots._figure import figure_width
from bleu_helpers.display.plots._looks import GREY, PLAIN
from bleu_helpers.display.plots._tiles import FONT_SIZE, INDENT, draw_tiles, lines_of_tiles, marked_tiles, plot_of_lines
from bleu_helpers.display.tables import MATCHED, UNMATCHED
from bleu_helpers.lessons.counting import Sentence


def word_matches(candidates: Sequence[Sentence], references: Sequence[Sentence]) -> None:
    """Draw each candidate as a row of words, marked if a reference contains the word, and the references below."""
    known = {token for reference in references for token in reference}
    shares = []
    for candidate in candidates:
        matched = sum(token in known for token in candidate)
        shares.append(f"{matched}/{len(candidate)} = {unigram_precision(candidate, references):.4f}")
    marked = [[(MATCHED if token in known else UNMATCHED, (token,)) for token in candidate] for candidate in candidates]
    rows = [marked_tiles(row) for row in marked]
    rows += [[(str(token), PLAIN) for token in reference] for reference in references]
    tiles = [lines_of_tiles(row, INDENT, figure_width() - 1.8) for row in rows]
    starts = [sum(map(len, tiles[:row])) for row in range(len(tiles) + 1)]
    with plot_of_lines(starts[-1], "The share of words that some reference has (✓)") as axes:
        for start, row in zip(starts, tiles, strict=False):
            draw_tiles(axes, start, row)
        for start, share in zip(starts, shares, strict=False):
            axes.text(figure_width(), start, share, ha="right", va="center", fontsize=13, fontweight="bold")
        names = ["candidate"] * len(candidates) + ["reference"] * len(references)
        for start, name in zip(starts, names, strict=False):
            axes.text(0, start, name, va="center", fontsize=FONT_SIZE, color="#555555")
        axes.axhline(starts[len(candidates)] - 0.5, color=GREY, linewidth=1)
