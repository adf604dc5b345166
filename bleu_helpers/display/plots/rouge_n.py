"""The figure of the lesson on ROUGE-N."""

from collections.abc import Sequence

from bleu_helpers import marked_ngrams, match_counts
from bleu_helpers.display.plots._figure import counted, figure_width, order_name, sentence_label, wrapped
from bleu_helpers.display.plots._tiles import Line, draw_lines, lines_of_tiles, marked_tiles
from bleu_helpers.lessons.counting import Sentence


def recall_per_reference(candidate: Sentence, references: Sequence[Sentence], n: int = 1) -> None:
    """Draw the n-grams of each reference as tiles, and mark those that the candidate contains and those it misses."""
    counts = [match_counts(reference, [candidate], n) for reference in references]
    recalls = [matched / total if total else 0.0 for matched, total in counts]
    best = recalls.index(max(recalls))
    length = counted(len(candidate), "words")  # tells apart candidates with equal labels
    label = wrapped(f"candidate, {length}: {sentence_label(candidate)}", figure_width())
    lines = [Line(words) for words in label.split("\n")]
    for place, (reference, (matched, total), recall) in enumerate(zip(references, counts, recalls, strict=True)):
        share = f"reference {place + 1}: {matched}/{total} = {recall:.4f}"
        share += "   ◀ the best one counts" * (place == best and len(references) > 1)
        tiles = lines_of_tiles(marked_tiles(marked_ngrams(reference, [candidate], n)))
        lines += [
            Line(share, down=0.12, weight="bold" if place == best else "normal"),
            *(Line("", row) for row in tiles),
        ]
    draw_lines(f"The {order_name(n)} that the candidate has (✓) and misses (✗)", lines)
