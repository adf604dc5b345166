"""The figure of the lesson on counting."""

from collections.abc import Sequence

from bleu_helpers import unigram_precision
from bleu_helpers.counting import Sentence
from bleu_helpers.display.plots._figure import (
    FOUND,
    GREY,
    MISSED,
    PLAIN,
    sentence_label,
    single_plot,
    word_tile,
)


def word_matches(candidates: Sequence[Sentence], references: Sequence[Sentence]) -> None:
    """Draw each candidate as a row of words, marked where some reference has the word, and the references below."""
    known = {token for reference in references for token in reference}
    shares, text = [], ["the words of each candidate that some reference has"]
    for candidate in candidates:
        matched = sum(token in known for token in candidate)
        share = f"{matched}/{len(candidate)} = {unigram_precision(candidate, references):.4f}"
        missing = " ".join(str(token) for token in candidate if token not in known) or "none"
        shares.append(share)
        text.append(f"{sentence_label(candidate)}: {share}, in no reference: {missing}")
    text += [f"reference: {sentence_label(reference)}" for reference in references]
    longest = max(map(len, [*candidates, *references]))
    rows = len(candidates) + len(references)
    with single_plot(
        0.9 + 0.55 * rows,
        text,
        "The share of words that some reference has (✓)",
        title_size=14,
        x_limits=(-1.4, longest + 2.2),
        y_limits=(rows - 0.4, -0.6),
    ) as axes:
        for row, (candidate, share) in enumerate(zip(candidates, shares, strict=True)):
            for column, token in enumerate(candidate):
                mark, look = ("✓", FOUND) if token in known else ("✗", MISSED)
                word_tile(axes, column, row, f"{mark} {token}", look)
            axes.text(longest + 0.2, row, share, va="center", fontsize=13, fontweight="bold")
        for row, reference in enumerate(references, start=len(candidates)):
            axes.text(-0.1, row, "reference", ha="right", va="center", fontsize=12, color="#555555")
            for column, token in enumerate(reference):
                word_tile(axes, column, row, str(token), PLAIN)
        axes.axhline(len(candidates) - 0.5, color=GREY, linewidth=1)
        axes.axis("off")
