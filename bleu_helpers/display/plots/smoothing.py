"""The figure of the lesson on smoothing."""

from collections.abc import Sequence
from itertools import cycle

from bleu_helpers.bleu import UNIFORM_WEIGHTS, bleu_score
from bleu_helpers.counting import Sentence
from bleu_helpers.display.plots._figure import LINE_LOOKS, PALE_GREY, sentence_label, single_plot
from bleu_helpers.smoothing import smoothing_method


def smoothing_scores(
    candidates: Sequence[Sentence],
    references: Sequence[Sentence],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    methods: Sequence[int] = tuple(range(8)),
) -> None:
    """Draw the BLEU of each candidate under each smoothing method, so that their order is seen."""
    functions = [(number, smoothing_method(number)) for number in methods]
    scores = [
        [bleu_score(candidate, references, weights, function) for _, function in functions] for candidate in candidates
    ]
    sentences = [sentence_label(candidate) for candidate in candidates]
    text = ["the BLEU of each candidate under each smoothing method"]
    for (number, function), column in zip(functions, zip(*scores, strict=True), strict=True):
        text.append(f"{number} {function.__name__}: {', '.join(f'{score:.4f}' for score in column)}")
    text.append(f"in this order: {'; '.join(sentences)}")
    with single_plot(
        4.8,
        text,
        "The smoothing decides the score, and sometimes who is ahead",
        x_label="smoothing method",
        y_label="sentence BLEU",
        y_limits=(-0.02, None),
    ) as axes:
        for sentence, line, look in zip(sentences, scores, cycle(LINE_LOOKS), strict=False):
            axes.plot(line, markersize=8, label=sentence, **look)
        labels = [f"{number}\n" + function.__name__.replace("_", "\n") for number, function in functions]
        axes.set_xticks(range(len(labels)), labels, fontsize=9)
        axes.grid(axis="x", color=PALE_GREY, linewidth=0.8)
        axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.08), ncols=2, frameon=False)
