"""The figures of the lesson on the BLEU of a corpus."""

import math
from collections import Counter
from collections.abc import Sequence

from bleu_helpers.bleu import UNIFORM_WEIGHTS, Smoothing, bleu_score
from bleu_helpers.corpus_bleu import corpus_bleu
from bleu_helpers.counting import Sentence
from bleu_helpers.display.plots._figure import BLUE, ORANGE, PALE_BLUE, PALE_ORANGE, Look, single_plot


def corpus_and_mean_bleu(
    candidates: Sequence[Sentence],
    references_per_candidate: Sequence[Sequence[Sentence]],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    smoothing: Smoothing | None = None,
) -> None:
    """Draw the BLEU of each segment, their mean and the BLEU of the corpus."""
    pairs = zip(candidates, references_per_candidate, strict=True)
    scores = [bleu_score(candidate, references, weights, smoothing) for candidate, references in pairs]
    lengths = [len(candidate) for candidate in candidates]
    mean = sum(scores) / len(scores)
    corpus = corpus_bleu(candidates, references_per_candidate, weights, smoothing)
    text = [f"the BLEU of each segment; mean of the segments {mean:.4f}, corpus {corpus:.4f}"]
    text += [
        f"segment {number}, {length} tokens: {score:.4f}"
        for number, (length, score) in enumerate(zip(lengths, scores, strict=True), start=1)
    ]
    end = len(scores) - 0.5
    with single_plot(
        4.2,
        text,
        "The BLEU of a corpus is not the mean of its segments' scores",
        x_label="segment (length of the candidate in tokens)",
        y_label="BLEU",
        x_limits=(-0.5, end + 0.42 * len(scores)),
        y_limits=(0, 1.12),
        x_axis=(-0.5, end),
    ) as axes:
        axes.bar(range(len(scores)), scores, 0.6, color=PALE_BLUE, edgecolor=BLUE, linewidth=1.5)
        box = {"facecolor": "white", "edgecolor": "none", "pad": 1.0}
        for position, score in enumerate(scores):
            axes.text(position, score + 0.02, f"{score:.4f}", ha="center", va="bottom", zorder=5, bbox=box)
        axes.hlines(mean, -0.5, end, color="black", linestyle="dashed", linewidth=1.5)
        axes.hlines(corpus, -0.5, end, color=ORANGE, linewidth=3)
        # The label of the higher line is moved up where it would lie on the other one.
        upper, lower = max(mean, corpus, min(mean, corpus) + 0.06), min(mean, corpus)
        mean_height, corpus_height = (upper, lower) if mean > corpus else (lower, upper)
        axes.text(end + 0.05, mean_height, f"mean of the segments {mean:.4f}", va="center")
        axes.text(end + 0.05, corpus_height, f"corpus BLEU {corpus:.4f}", va="center", fontweight="bold")
        axes.set_xticks(range(len(scores)), [f"{number}\n({length})" for number, length in enumerate(lengths, start=1)])


def resampled_differences(differences: Sequence[float]) -> None:
    """Draw how often each difference of two systems came up in resampled corpora."""
    ordered = sorted(differences)
    above = sum(difference > 0 for difference in ordered) / len(ordered)
    cut = len(ordered) // 40  # 2.5 of 100 at either end
    low, middle, high = ordered[cut], ordered[len(ordered) // 2], ordered[-1 - cut]
    text = [
        f"system minus baseline in {len(ordered)} resampled corpora",
        f"above 0: {above:.1%}",
        f"smallest {ordered[0]:+.4f}, middle {middle:+.4f}, largest {ordered[-1]:+.4f}",
        f"95% within {low:+.4f} to {high:+.4f}",
    ]
    width = max(abs(ordered[0]), abs(ordered[-1]), 1e-6) / 25
    bars = Counter(math.ceil(difference / width) - 1 for difference in ordered)  # a bar's right end belongs to it
    losses = {place: count for place, count in bars.items() if place < 0}
    wins = {place: count for place, count in bars.items() if place >= 0}
    with single_plot(
        3.8,
        text,
        f"The same two systems on {len(ordered)} resampled test sets",
        x_label="BLEU of the system minus BLEU of the baseline",
        y_label="resamples",
        x_limits=(-26 * width, 26 * width),
        y_limits=(0, max(bars.values()) * 1.18),
    ) as axes:
        for shown, colour, hatch in ((losses, PALE_ORANGE, "///"), (wins, BLUE, "")):
            left, heights = [place * width for place in shown], list(shown.values())
            axes.bar(left, heights, width, align="edge", color=colour, edgecolor="black", hatch=hatch, lw=0.5)
        words: Look = {"va": "top", "transform": axes.transAxes, "fontsize": 11}
        axes.text(0.005, 0.97, f"system not above: {1 - above:.1%}", ha="left", **words)
        axes.text(0.995, 0.97, f"system above: {above:.1%}", ha="right", **words)
        axes.axvline(0, color="black", linewidth=2)
