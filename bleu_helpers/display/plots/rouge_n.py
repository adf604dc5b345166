"""The figure of the lesson on ROUGE-N."""

from collections.abc import Sequence

from bleu_helpers import marked_ngrams, match_counts
from bleu_helpers.display.plots._figure import counted, figure_width, order_name, sentence_label, wrapped
from bleu_helpers.display.plots._tiles import FONT_SIZE, draw_tiles, lines_of_tiles, marked_tiles, plot_of_lines
from bleu_helpers.lessons.counting import Sentence


def recall_per_reference(candidate: Sentence, references: Sequence[Sentence], n: int = 1) -> None:
    """Draw the n-grams of each reference as tiles, and mark those that the candidate contains and those it misses."""
    counts = [match_counts(reference, [candidate], n) for reference in references]
    recalls = [matched / total if total else 0.0 for matched, total in counts]
    best = recalls.index(max(recalls))
    heads, rows = [], []
    for place, (reference, (matched, total), recall) in enumerate(zip(references, counts, recalls, strict=True)):
        marked = marked_ngrams(reference, [candidate], n)
        share = f"reference {place + 1}: {matched}/{total} = {recall:.4f}"
        heads.append(share + "   ◀ the best one counts" * (place == best and len(references) > 1))
        rows.append(lines_of_tiles(marked_tiles(marked)))
    length = counted(len(candidate), "words")  # tells apart candidates with equal labels
    candidate_lines = wrapped(f"candidate, {length}: {sentence_label(candidate)}", figure_width()).split("\n")
    lines = len(candidate_lines) + sum(1 + len(row) for row in rows)
    with plot_of_lines(lines, f"The {order_name(n)} that the candidate has (✓) and misses (✗)") as axes:
        for line, words in enumerate(candidate_lines):
            axes.text(0, line, words, va="center", fontsize=FONT_SIZE)
        line = len(candidate_lines)
        for place, (head, row) in enumerate(zip(heads, rows, strict=True)):
            weight = "bold" if place == best else "normal"
            axes.text(0, line + 0.12, head, va="center", fontsize=FONT_SIZE, fontweight=weight)
            draw_tiles(axes, line + 1, row)
            line += 1 + len(row)
