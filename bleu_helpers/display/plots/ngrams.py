"""The figure of the lesson on n-grams."""

from collections.abc import Sequence

from bleu_helpers.counting import Sentence
from bleu_helpers.display.plots._figure import BLUE, PALE_GREY, figure, ngram_label, order_name
from bleu_helpers.ngrams import match_counts


def ngram_grid(candidate: Sentence, references: Sequence[Sentence], n: int = 2) -> None:
    """Draw the candidate against each reference: dots for equal words, lines for equal n-grams."""
    matched, total = match_counts(candidate, references, n)
    name = order_name(n)
    words = [_equal_ngrams(candidate, reference, 1) for reference in references]
    runs = [_equal_ngrams(candidate, reference, n) for reference in references]
    text = [f"candidate against each reference, {matched} of {total} {name} match"]
    for number, (dots, lines) in enumerate(zip(words, runs, strict=True), start=1):
        shared = ", ".join(dict.fromkeys(ngram_label(tuple(candidate[row : row + n])) for _, row in lines))
        text.append(f"reference {number}: {len(dots)} pairs of equal words; same {name}: {shared or 'none'}")
    with figure(4.2, text) as drawn:
        legend = f"(dot: same word, line: same {name[:-1]})"
        drawn.suptitle(f"{name} that match a reference: {matched} of {total}      {legend}", x=0.02, ha="left")
        panels = drawn.subplots(1, len(references), squeeze=False)[0]
        for number, (axes, reference, dots, lines) in enumerate(
            zip(panels, references, words, runs, strict=True), start=1
        ):
            for column, row in lines:
                axes.plot([column, column + n - 1], [row, row + n - 1], color=BLUE, linewidth=7, solid_capstyle="round")
            axes.plot([column for column, _ in dots], [row for _, row in dots], "o", color="black", markersize=6)
            axes.set_title(f"reference {number}", loc="left", fontsize=10)
            axes.set_xticks(range(len(reference)), [str(token) for token in reference], rotation=60)
            axes.set_yticks(range(len(candidate)), [str(token) for token in candidate])
            axes.set_xlabel("word of the reference")
            axes.set_ylabel("word of the candidate" if number == 1 else "")
            axes.set_xlim(-0.6, len(reference) - 0.4)
            axes.set_ylim(len(candidate) - 0.4, -0.6)
            axes.grid(color=PALE_GREY, linewidth=0.8)
            axes.set_axisbelow(True)


def _equal_ngrams(candidate: Sentence, reference: Sentence, n: int) -> list[tuple[int, int]]:
    """Where an n-gram of both begins: its place in the reference, and its place in the candidate."""
    return [
        (column, row)
        for row in range(len(candidate) - n + 1)
        for column in range(len(reference) - n + 1)
        if tuple(candidate[row : row + n]) == tuple(reference[column : column + n])
    ]
