"""The figures of the lesson on the BLEU of a corpus."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from bleu_helpers import bleu_of_counts, corpus_bleu, segment_counts
from bleu_helpers.display.plots._figure import counted, figure, is_narrow, single_plot
from bleu_helpers.display.plots._looks import BLUE, ORANGE, PALE_BLUE, PALE_ORANGE, Look
from bleu_helpers.lessons.counting import Sentence

_BARS = 10
"""The number of bars from 0 to 1."""
_ZERO_POSITION = -0.07
"""The x position of the bar for scores of exactly 0, next to the others."""


def corpus_and_mean_bleu(
    candidates: Sequence[Sentence], references_per_candidate: Sequence[Sequence[Sentence]]
) -> None:
    """Draw a histogram of the segments' BLEU, with a separate bar for 0, and their mean next to the corpus BLEU."""
    segments = segment_counts(candidates, references_per_candidate)
    scores = [bleu_of_counts(segment) for segment in segments]
    mean = sum(scores) / len(scores)
    corpus = corpus_bleu(candidates, references_per_candidate)
    total = counted(len(scores), "segments")
    bars = Counter(math.ceil(score * _BARS) for score in scores)  # a bar includes its right end, so 0 is alone
    ends = [bar / _BARS for bar in range(max(*bars, math.ceil(corpus * _BARS), 1) + 1)]
    top = 1.4 * max(bars.values())
    with single_plot(
        4.2,
        f"{bars[0]} of {total} score{'s' * (bars[0] == 1)} exactly 0, whatever they got right",
        x_label="BLEU of a segment",
        y_label="number of segments",
        x_limits=(-0.17, ends[-1] + 0.02),
        y_limits=(0, 1.05 * top),
    ) as axes:
        box = {"facecolor": "white", "edgecolor": "none", "pad": 1.0}
        for bar, count in bars.items():
            look: Look = {"color": PALE_ORANGE, "hatch": "///"} if bar == 0 else {"color": PALE_BLUE}
            middle = (bar - 0.5) / _BARS if bar > 0 else _ZERO_POSITION
            axes.bar(middle, count, 1 / _BARS, edgecolor="black", lw=0.8, **look)
            axes.text(middle, count + top / 90, str(count), ha="center", va="bottom", fontsize=15, zorder=5, bbox=box)
        lines: list[tuple[float, str, Look]] = [
            (mean, f"mean of the\nsegments {mean:.4f}", {"color": "black", "linestyle": "dashed"}),
            (corpus, f"BLEU of the\ncorpus {corpus:.4f}", {"color": ORANGE, "linestyle": "solid"}),
        ]
        # The label of the left line is to its left, and that of the right line to its right.
        for (score, words, look), side in zip(sorted(lines, key=lambda line: line[0]), ("right", "left"), strict=True):
            axes.vlines(score, 0, top, linewidth=3, **look)
            axes.text(score, top, f"  {words}  ".replace("\n", "  \n  "), ha=side, va="top", fontsize=15)
        tenths = ["" if end == 0 and is_narrow() else str(end) for end in ends]  # "exactly 0" is next to 0.0
        axes.set_xticks([_ZERO_POSITION, *ends], ["exactly\n0", *tenths], fontsize=14)
        axes.set_yticks([])


def resampled_differences(differences: Sequence[float]) -> None:
    """Draw a histogram of the differences between two systems on resampled corpora."""
    ordered = sorted(differences)
    above = sum(difference > 0 for difference in ordered) / len(ordered)
    width = max(abs(ordered[0]), abs(ordered[-1]), 1e-6) / 25
    # A bar includes its right end. Rounding keeps the largest difference inside the last bar.
    bars = Counter(math.ceil(round(difference / width, 9)) - 1 for difference in ordered)
    losses = {place: count for place, count in bars.items() if place < 0}
    wins = {place: count for place, count in bars.items() if place >= 0}
    with single_plot(
        4.2,
        f"On {above:.1%} of {counted(len(ordered), 'resampled test sets')},\nthe system is above the baseline",
        x_label="BLEU of the system minus BLEU of the baseline",
        y_label="resamples",
        x_limits=(-26 * width, 26 * width),
        y_limits=(0, max(bars.values()) * 1.18),
    ) as axes:
        for shown, colour, hatch in ((losses, PALE_ORANGE, "///"), (wins, BLUE, "")):
            left, heights = [place * width for place in shown], list(shown.values())
            axes.bar(left, heights, width, align="edge", color=colour, edgecolor="black", hatch=hatch, lw=0.5)
        words: Look = {"va": "top", "transform": axes.transAxes, "fontsize": 16}
        axes.text(0.005, 0.97, f"not above: {1 - above:.1%}", ha="left", **words)
        axes.text(0.995, 0.97, f"above: {above:.1%}", ha="right", **words)
        axes.axvline(0, color="black", linewidth=2)


def false_alarms(alarms: Mapping[str, Mapping[str, Sequence[int]]], pairs: int, limit: float) -> None:
    """Draw how many pairs of equal systems each significance test calls different.

    Args:
        alarms: for each kind of pair and each test, the number of pairs that the test called different, per seed.
        pairs: the number of pairs of equal systems that each test compared.
        limit: the share of false alarms that is allowed.
    """
    allowed = round(limit * pairs)
    # If a test raises exactly the allowed share of alarms, about 95 % of counts are within two standard deviations.
    two_deviations = 2 * math.sqrt(pairs * limit * (1 - limit))
    most = max(count for tests in alarms.values() for counts in tests.values() for count in counts)
    with figure(1.1 + len(alarms) * 2.1) as drawn:
        drawn.suptitle(
            f"Alarms in {pairs} pairs of equal systems: {allowed} are allowed", x=0.01, ha="left", fontsize=16
        )
        panels = drawn.subplots(len(alarms), 1, squeeze=False)[:, 0]
        for axes, (kind, tests) in zip(panels, alarms.items(), strict=True):
            axes.bar(allowed, len(tests), 2 * two_deviations, bottom=-0.5, color=PALE_BLUE, zorder=0, gid="shaded")
            axes.axvline(allowed, color="black", linewidth=1.5, zorder=1)
            for row, counts in enumerate(tests.values()):
                axes.plot(counts, [row] * len(counts), "o", color=BLUE, markersize=10, markeredgecolor="black")
            axes.set_yticks(range(len(tests)), list(tests), fontsize=14)
            axes.set_ylim(len(tests) - 0.5, -0.5)
            axes.set_xlim(0, 1.1 * most)
            axes.set_title(kind)
        panels[-1].set_xlabel(f"pairs called different, of {pairs} (shaded: {allowed}, within luck)", fontsize=15)
