"""The figure of the lesson on counting."""

from collections.abc import Sequence

from bleu_helpers.counting import Sentence, unigram_precision
from bleu_helpers.display.plots._figure import BLUE, GREY, PALE_BLUE, Look, sentence_label, single_plot


def word_matches(candidates: Sequence[Sentence], references: Sequence[Sentence]) -> None:
    """Draw each candidate as a row of words, marked where some reference has the word."""
    known = {token for reference in references for token in reference}
    shares, text = [], ["the words of each candidate that some reference has"]
    for candidate in candidates:
        matched = sum(token in known for token in candidate)
        share = f"{matched}/{len(candidate)} = {unigram_precision(candidate, references):.4f}"
        missing = " ".join(str(token) for token in candidate if token not in known) or "none"
        shares.append(share)
        text.append(f"{sentence_label(candidate)}: {share}, in no reference: {missing}")
    longest = max(len(candidate) for candidate in candidates)
    box: Look = {"boxstyle": "round,pad=0.35", "linewidth": 1.5}
    found: Look = {"facecolor": PALE_BLUE, "edgecolor": BLUE, "linestyle": "solid", **box}
    missed: Look = {"facecolor": "white", "edgecolor": GREY, "linestyle": "dotted", **box}
    with single_plot(
        1.0 + 0.62 * len(candidates),
        text,
        "Unigram precision: the share of words that some reference has (✓)",
        x_limits=(0, longest + 2.2),
        y_limits=(len(candidates) - 0.4, -0.6),
    ) as axes:
        for row, (candidate, share) in enumerate(zip(candidates, shares, strict=True)):
            for column, token in enumerate(candidate):
                mark, look = ("✓", found) if token in known else ("✗", missed)
                axes.text(column + 0.5, row, f"{mark} {token}", ha="center", va="center", fontsize=10, bbox=look)
            axes.text(longest + 0.3, row, share, va="center", fontsize=11, fontweight="bold")
        axes.axis("off")
