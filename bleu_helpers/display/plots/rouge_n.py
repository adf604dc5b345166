"""The figure of the lesson on ROUGE-N."""

from collections.abc import Sequence

from bleu_helpers.counting import Sentence
from bleu_helpers.display.plots._figure import BLUE, order_name, sentence_label, single_plot
from bleu_helpers.ngrams import match_counts


def recall_per_reference(candidate: Sentence, references: Sequence[Sentence], n: int = 1) -> None:
    """Draw each reference as a bar of n-grams, filled as far as the candidate has them."""
    counts = [match_counts(reference, [candidate], n) for reference in references]
    recalls = [matched / total if total else 0.0 for matched, total in counts]
    best = recalls.index(max(recalls))
    most = max(total for _, total in counts)
    shares = [f"{matched}/{total} = {r:.4f}" for (matched, total), r in zip(counts, recalls, strict=True)]
    text = [f"the {order_name(n)} of each reference that the candidate has: {sentence_label(candidate)}"]
    text += [f"reference {row + 1}: {share}{', the best' * (row == best)}" for row, share in enumerate(shares)]
    with single_plot(
        1.9 + 0.8 * len(references),
        text,
        f"candidate: {sentence_label(candidate)}\nwhat it has of each reference (solid), and what it misses (dotted)",
        title_size=11,
        x_label=f"{order_name(n)} of the reference",
        x_limits=(0, most * 1.5),
        y_limits=(len(references) - 0.5, -0.75),
        x_axis=(0, most),
    ) as axes:
        for row, (reference, (matched, total), share) in enumerate(zip(references, counts, shares, strict=True)):
            axes.barh(row, matched, 0.5, color=BLUE, edgecolor="black")
            axes.barh(row, total - matched, 0.5, left=matched, color="white", edgecolor="black", hatch="...")
            note = "  ◀ the best one counts" if row == best and len(references) > 1 else ""
            axes.text(total + 0.15, row, share + note, va="center", fontweight="bold" if row == best else "normal")
            axes.text(0, row - 0.31, sentence_label(reference), fontsize=9, va="bottom")
        axes.set_xticks(range(0, most + 1, 1 + most // 12))
        axes.set_yticks(range(len(references)), [f"reference {number + 1}" for number in range(len(references))])
