"""The figures of the lessons. Each function draws one message and returns nothing.

In a notebook a figure is shown as a PNG of a fixed size, with a text form beside it that holds the same numbers: it
is what a screen reader reads, and what a test compares. Outside a notebook the text form is printed.
"""

from __future__ import annotations

import base64
import io
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bleu_helpers.bleu import UNIFORM_WEIGHTS, BleuExplanation, Smoothing, bleu_score, explain_bleu
from bleu_helpers.brevity_penalty import brevity_penalty_of_lengths
from bleu_helpers.clipping import count_clip, max_ref_count
from bleu_helpers.corpus_bleu import corpus_bleu
from bleu_helpers.counting import Sentence, simple_count, unigram_precision
from bleu_helpers.error_rates import align, distance_table
from bleu_helpers.f1 import f_score
from bleu_helpers.ngrams import match_counts
from bleu_helpers.smoothing import smoothing_method

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Three of the colours that Okabe and Ito chose to be told apart by colour-blind readers, and a grey.
BLUE, ORANGE, GREEN, GREY = "#0072B2", "#E69F00", "#009E73", "#999999"


def word_matches(candidates: Sequence[Sentence], references: Sequence[Sentence]) -> None:
    """Draw each candidate as a row of words, marked where some reference has the word (lesson 01)."""
    known = {token for reference in references for token in reference}
    text = ["Figure: the words of each candidate that some reference has"]
    longest = max(len(candidate) for candidate in candidates)
    with _figure(9.0, 1.0 + 0.62 * len(candidates)) as figure:
        axes = figure.add_subplot()
        axes.set_title("Unigram precision: the share of words that some reference has (✓)", loc="left")
        for row, candidate in enumerate(candidates):
            for column, token in enumerate(candidate):
                found = token in known
                axes.text(
                    column + 0.5,
                    row,
                    f"{'✓' if found else '✗'} {token}",
                    ha="center",
                    va="center",
                    fontsize=10,
                    bbox={
                        "boxstyle": "round,pad=0.35",
                        "facecolor": "#cfe8f7" if found else "white",
                        "edgecolor": BLUE if found else GREY,
                        "linestyle": "solid" if found else "dotted",
                        "linewidth": 1.5,
                    },
                )
            matched = sum(token in known for token in candidate)
            share = f"{matched}/{len(candidate)} = {unigram_precision(candidate, references):.4f}"
            axes.text(longest + 0.3, row, share, va="center", fontsize=11, fontweight="bold")
            missing = " ".join(str(token) for token in candidate if token not in known) or "none"
            text.append(f"{_sentence(candidate)}: {share}, in no reference: {missing}")
        axes.set_xlim(0, longest + 2.2)
        axes.set_ylim(len(candidates) - 0.4, -0.6)
        axes.axis("off")
        _show(figure, text)


def clipped_counts(candidate: Sentence, references: Sequence[Sentence], n: int = 1) -> None:
    """Draw each n-gram's count beside its largest count in one reference; what is clipped is hatched (lesson 02)."""
    counts, maximum, clipped = (
        simple_count(candidate, n),
        max_ref_count(references, n),
        count_clip(candidate, references, n),
    )
    from matplotlib.ticker import MaxNLocator

    matched, total = match_counts(candidate, references, n)
    ngrams = list(counts)
    text = [f"Figure: counts before and after clipping, {matched} of {total} stay"]
    text += [
        f"{_ngram(ngram)}: {counts[ngram]} in the candidate, at most {maximum[ngram]} in one reference, "
        f"{clipped[ngram]} stay, {counts[ngram] - clipped[ngram]} are clipped"
        for ngram in ngrams
    ]
    with _figure(9.0, 3.9) as figure:
        axes = figure.add_subplot()
        left = [position - 0.2 for position in range(len(ngrams))]
        right = [position + 0.2 for position in range(len(ngrams))]
        kept = [clipped[ngram] or math.nan for ngram in ngrams]  # nan: a bar of height 0 would be drawn as a line
        lost = [counts[ngram] - clipped[ngram] or math.nan for ngram in ngrams]
        axes.bar(left, kept, 0.38, color=BLUE, edgecolor="black", label="candidate: stays")
        axes.bar(
            left,
            lost,
            0.38,
            bottom=[clipped[ngram] for ngram in ngrams],
            color="#fdebc8",
            edgecolor=ORANGE,
            hatch="///",
            label="candidate: is clipped",
        )
        axes.bar(
            right,
            [maximum[ngram] for ngram in ngrams],
            0.38,
            color="white",
            edgecolor="black",
            label="most in one reference",
        )
        axes.set_title(f"One reference sets the limit: {matched} of {total} {_names(n)} stay", loc="left")
        axes.set_xticks(range(len(ngrams)), [_ngram(ngram) for ngram in ngrams], rotation=0 if len(ngrams) <= 6 else 45)
        axes.set_xlabel(f"{_names(n)} of the candidate")
        axes.set_ylabel("count")
        room = max(0.6, 1.8 - len(ngrams) / 2)
        axes.set_xlim(-room, len(ngrams) - 1 + room)
        axes.set_ylim(0, max([*counts.values(), *maximum.values()], default=1) * 1.1)
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), frameon=False)
        _despine(axes)
        _show(figure, text)


def ngram_grid(candidate: Sentence, references: Sequence[Sentence], n: int = 2) -> None:
    """Draw the candidate against each reference: dots for equal words, lines for equal n-grams (lesson 03)."""
    matched, total = match_counts(candidate, references, n)
    text = [f"Figure: candidate against each reference, {matched} of {total} {_names(n)} match"]
    with _figure(9.0, 4.2) as figure:
        panels = figure.subplots(1, len(references), squeeze=False)[0]
        figure.suptitle(
            f"{_names(n)} that match a reference: {matched} of {total}      "
            f"(dot: same word, line: same {_names(n)[:-1]})",
            x=0.02,
            ha="left",
        )
        for number, (axes, reference) in enumerate(zip(panels, references, strict=True), start=1):
            equal = [
                (column, row)
                for row, token in enumerate(candidate)
                for column, other in enumerate(reference)
                if token == other
            ]
            runs = [
                (column, row)
                for column, row in equal
                if tuple(candidate[row : row + n]) == tuple(reference[column : column + n])
            ]
            runs = [(column, row) for column, row in runs if row + n <= len(candidate) and column + n <= len(reference)]
            for column, row in runs:
                axes.plot([column, column + n - 1], [row, row + n - 1], color=BLUE, linewidth=7, solid_capstyle="round")
            axes.plot([x for x, _ in equal], [y for _, y in equal], "o", color="black", markersize=6)
            axes.set_title(f"reference {number}", loc="left", fontsize=10)
            axes.set_xticks(range(len(reference)), [str(token) for token in reference], rotation=60)
            axes.set_yticks(range(len(candidate)), [str(token) for token in candidate])
            axes.set_xlabel("word of the reference")
            axes.set_ylabel("word of the candidate" if number == 1 else "")
            axes.set_xlim(-0.6, len(reference) - 0.4)
            axes.set_ylim(len(candidate) - 0.4, -0.6)
            axes.grid(color="#dddddd", linewidth=0.8)
            axes.set_axisbelow(True)
            shared = dict.fromkeys(_ngram(tuple(candidate[row : row + n])) for _, row in runs)
            text.append(
                f"reference {number}: {len(equal)} pairs of equal words; "
                f"same {_names(n)}: {', '.join(shared) or 'none'}"
            )
        _show(figure, text)


def brevity_penalty_curve(examples: Sequence[tuple[str, int, int]]) -> None:
    """Draw the brevity penalty against c/r, with examples (name, c, r) on it; r above 0 (lesson 04)."""
    text = ["Figure: the brevity penalty against the candidate's length as a share of the reference's"]
    with _figure(9.0, 4.2) as figure:
        axes = figure.add_subplot()
        shares = [step / 200 for step in range(1, 321)]
        axes.plot(shares, [brevity_penalty_of_lengths(step, 200) for step in range(1, 321)], color=BLUE, linewidth=2.5)
        axes.axvline(1, color=GREY, linestyle="dashed")
        axes.text(1.01, -0.03, "as long as the reference", color="#555555", fontsize=9)
        notes: dict[tuple[float, float], list[str]] = {}
        for name, c, r in examples:
            penalty = brevity_penalty_of_lengths(c, r)
            notes.setdefault((c / r, penalty), []).append(f"{name}\nc = {c}, r = {r}: {penalty:.3f}")
            text.append(f"{name}: c = {c}, r = {r}, c/r = {c / r:.3f}, brevity penalty {penalty:.4f}")
        for (share, penalty), lines in notes.items():
            axes.plot(share, penalty, "o", color=ORANGE, markeredgecolor="black", markersize=9)
            below, low = penalty > 0.9, penalty < 0.05
            axes.annotate(
                "\n".join(lines),
                (share, penalty),
                xytext=(6, -12) if below else (0, 22) if low else (14, -6),
                textcoords="offset points",
                ha="right" if share > 1.3 else "center" if low else "left",
                va="top" if below else "bottom" if low else "center",
                fontsize=9,
            )
        axes.set_title("A short candidate pays, a long one does not", loc="left")
        axes.set_xlabel("candidate's length / closest reference's length (c / r)")
        axes.set_ylabel("brevity penalty (factor)")
        axes.set_xlim(0, 1.6)
        axes.set_ylim(-0.06, 1.08)
        _despine(axes)
        _show(figure, text)


def precisions_by_order(
    candidate: Sentence, references: Sequence[Sentence], weights: Sequence[float] = UNIFORM_WEIGHTS
) -> None:
    """Draw the modified precision of each order, with the geometric mean and BLEU as lines (lesson 05)."""
    explanation = explain_bleu(candidate, references, weights)
    mean, score, penalty = explanation.geometric_mean, explanation.score, explanation.brevity_penalty
    title = f"BLEU {score:.4f} = penalty {penalty:.4f} × geometric mean {mean:.4f}"
    with _precision_bars(explanation, title) as (axes, end, text):
        axes.hlines(score, 0.5, end, color=ORANGE, linewidth=5)
        axes.hlines(mean, 0.5, end, color="black", linestyle="dashed", linewidth=1.5)
        together = abs(mean - score) < 0.06
        axes.text(
            end + 0.05,
            mean + 0.01 * together,
            f"geometric mean {mean:.4f}",
            va="bottom" if together else "center",
            fontsize=10,
        )
        axes.text(
            end + 0.05,
            score - 0.01 * together,
            f"BLEU {score:.4f}",
            va="top" if together else "center",
            fontsize=10,
            fontweight="bold",
        )
        text.append(f"geometric mean {mean:.4f}, brevity penalty {penalty:.4f}, BLEU {score:.4f}")


def average_precision(candidate: Sentence, references: Sequence[Sentence]) -> None:
    """Draw the modified precisions of the orders 1 to 4 with their ordinary average as a line (lesson 05)."""
    explanation = explain_bleu(candidate, references)
    average = sum(explanation.precisions) / 4
    with _precision_bars(explanation, f"ordinary average of the four precisions: {average:.4f}") as (axes, end, text):
        axes.hlines(average, 0.5, end, color=ORANGE, linewidth=3)
        axes.text(end + 0.05, average, f"average {average:.4f}", va="center", fontsize=10, fontweight="bold")
        text.append(f"average {average:.4f}")


@contextmanager
def _precision_bars(explanation: BleuExplanation, title: str) -> Iterator[tuple[Axes, float, list[str]]]:
    """Bars of the precisions, ready for lines that end at x = the second value; shown when the block ends."""
    text = [f"Figure: precisions by order of: {_sentence(explanation.candidate)}"]
    labels = []
    columns = (explanation.precisions, explanation.matched, explanation.total)
    for n, (precision, matched, total) in enumerate(zip(*columns, strict=True), start=1):
        text.append(f"p{n}: {matched}/{total} = {precision:.4f}")
        labels.append(f"{n}\n{matched}/{total}\n{precision:.4f}")
    orders = range(1, len(labels) + 1)
    end = len(labels) + 0.5
    with _figure(9.0, 4.0) as figure:
        axes = figure.add_subplot()
        axes.bar(orders, explanation.precisions, 0.55, color="#cfe8f7", edgecolor=BLUE, linewidth=1.5)
        axes.set_title(f"{_sentence(explanation.candidate)}\n{title}", loc="left", fontsize=11)
        axes.set_xlabel("order n (words in one n-gram), with matched/total and precision")
        axes.set_ylabel("modified precision")
        axes.set_xticks(list(orders), labels)
        axes.set_xlim(0.5, end + 0.35 * len(labels) ** 0.75)
        axes.set_ylim(-0.05, 1.08)
        axes.spines["bottom"].set_bounds(0.5, end)
        _despine(axes)
        yield axes, end, text
        _show(figure, text)


def recall_per_reference(candidate: Sentence, references: Sequence[Sentence], n: int = 1) -> None:
    """Draw each reference as a bar of n-grams, filled as far as the candidate has them (lesson 06)."""
    counts = [match_counts(reference, [candidate], n) for reference in references]
    recalls = [matched / total if total else 0.0 for matched, total in counts]
    best = recalls.index(max(recalls))
    name = _names(n)
    text = [f"Figure: the {name} of each reference that the candidate has: {_sentence(candidate)}"]
    with _figure(9.0, 1.9 + 0.8 * len(references)) as figure:
        axes = figure.add_subplot()
        for row, (reference, (matched, total), recall) in enumerate(zip(references, counts, recalls, strict=True)):
            axes.barh(row, matched, 0.5, color=BLUE, edgecolor="black")
            axes.barh(row, total - matched, 0.5, left=matched, color="white", edgecolor="black", hatch="...")
            note = f"{matched}/{total} = {recall:.4f}" + (
                "  ◀ the best one counts" if row == best and len(references) > 1 else ""
            )
            axes.text(total + 0.15, row, note, va="center", fontweight="bold" if row == best else "normal")
            axes.text(0, row - 0.31, _sentence(reference), fontsize=9, va="bottom")
            text.append(f"reference {row + 1}: {matched}/{total} = {recall:.4f}{', the best' if row == best else ''}")
        axes.set_title(
            f"candidate: {_sentence(candidate)}\nwhat it has of each reference (solid), and what it misses (dotted)",
            loc="left",
            fontsize=11,
        )
        axes.set_xlabel(f"{name} of the reference")
        axes.set_yticks(range(len(references)), [f"reference {number + 1}" for number in range(len(references))])
        axes.set_xlim(0, max(total for _, total in counts) * 1.5)
        axes.set_ylim(len(references) - 0.5, -0.75)
        most = max(total for _, total in counts)
        axes.set_xticks(range(0, most + 1, 1 + most // 12))
        axes.spines["bottom"].set_bounds(0, most)
        _despine(axes)
        _show(figure, text)


def f_beta_curves(precision: float, betas: Sequence[float] = (0.5, 1, 2)) -> None:
    """Draw F-beta against recall for one precision, beside the plain average; at most four betas (lesson 07)."""
    shown = [step / 4 for step in range(5)]
    text = [
        f"Figure: F-beta against recall for a precision of {precision:g}",
        "recall: " + ", ".join(f"{r:g}" for r in shown),
    ]
    recalls = [step / 100 for step in range(101)]
    styles = [((0, (1, 1.5)), GREEN), ("solid", BLUE), ("dashed", "#CC79A7"), ("dashdot", ORANGE)]
    if len(betas) > len(styles):
        raise ValueError(
            f"betas has {len(betas)} entries. Pass at most {len(styles)}: more lines cannot be told apart."
        )
    with _figure(9.0, 4.4) as figure:
        axes = figure.add_subplot()
        axes.plot(recalls, [(precision + recall) / 2 for recall in recalls], color=GREY, linewidth=1.5)
        labels = [((precision + 1) / 2, "average (P + R) / 2")]
        text.append("average: " + ", ".join(f"{(precision + recall) / 2:.4f}" for recall in shown))
        for beta, (style, colour) in zip(betas, styles, strict=False):
            values = [f_score(precision, recall, beta) for recall in recalls]
            axes.plot(recalls, values, color=colour, linestyle=style, linewidth=2.5)
            labels.append(
                (
                    values[-1],
                    f"F{beta:g}"
                    + (" (recall counts more)" if beta > 1 else " (precision counts more)" if beta < 1 else ""),
                )
            )
            text.append(f"F{beta:g}: " + ", ".join(f"{f_score(precision, recall, beta):.4f}" for recall in shown))
        height = -1.0
        for value, label in sorted(labels):
            height = max(value, height + 0.055)
            axes.text(1.02, height, label, va="center", fontsize=10)
        axes.plot(precision, precision, "o", color="black")
        axes.annotate(
            "precision = recall:\nall agree", (precision, precision), (10, -26), textcoords="offset points", fontsize=9
        )
        axes.set_title(f"F goes to 0 with either part; the average does not (precision {precision:g})", loc="left")
        axes.set_xlabel("recall")
        axes.set_ylabel("score")
        axes.set_xlim(0, 1.42)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
        axes.set_ylim(0, 1.02)
        axes.spines["bottom"].set_bounds(0, 1)
        _despine(axes)
        _show(figure, text)


def corpus_and_mean_bleu(
    candidates: Sequence[Sentence],
    references_per_candidate: Sequence[Sequence[Sentence]],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    smoothing: Smoothing | None = None,
) -> None:
    """Draw the BLEU of each segment, their mean and the BLEU of the corpus (lesson 08)."""
    pairs = list(zip(candidates, references_per_candidate, strict=True))
    scores = [bleu_score(candidate, references, weights, smoothing) for candidate, references in pairs]
    mean = sum(scores) / len(scores)
    corpus = corpus_bleu(candidates, references_per_candidate, weights, smoothing)
    text = [f"Figure: the BLEU of each segment; mean of the segments {mean:.4f}, corpus {corpus:.4f}"]
    with _figure(9.0, 4.2) as figure:
        axes = figure.add_subplot()
        axes.bar(range(len(scores)), scores, 0.6, color="#cfe8f7", edgecolor=BLUE, linewidth=1.5)
        for position, (score, candidate) in enumerate(zip(scores, candidates, strict=True)):
            note = {"facecolor": "white", "edgecolor": "none", "pad": 1.0}
            axes.text(position, score + 0.02, f"{score:.4f}", ha="center", va="bottom", zorder=5, bbox=note)
            text.append(f"segment {position + 1}, {len(candidate)} tokens: {score:.4f}")
        end = len(scores) - 0.5
        axes.hlines(mean, -0.5, end, color="black", linestyle="dashed", linewidth=1.5)
        axes.hlines(corpus, -0.5, end, color=ORANGE, linewidth=3)
        upper, lower = max(mean, corpus, min(mean, corpus) + 0.06), min(mean, corpus)
        heights = (upper, lower) if mean > corpus else (lower, upper)
        axes.text(end + 0.05, heights[0], f"mean of the segments {mean:.4f}", va="center")
        axes.text(end + 0.05, heights[1], f"corpus BLEU {corpus:.4f}", va="center", fontweight="bold")
        axes.set_title("The BLEU of a corpus is not the mean of its segments' scores", loc="left")
        axes.set_xlabel("segment (length of the candidate in tokens)")
        axes.set_ylabel("BLEU")
        labels = [f"{position + 1}\n({len(candidate)})" for position, candidate in enumerate(candidates)]
        axes.set_xticks(range(len(scores)), labels)
        axes.set_xlim(-0.5, end + 0.42 * len(scores))
        axes.set_ylim(0, 1.12)
        axes.spines["bottom"].set_bounds(-0.5, end)
        _despine(axes)
        _show(figure, text)


def resampled_differences(differences: Sequence[float]) -> None:
    """Draw how often each difference of two systems came up in resampled corpora (lesson 08)."""
    ordered = sorted(differences)
    above = sum(difference > 0 for difference in ordered) / len(ordered)
    cut = len(ordered) // 40  # 2.5 of 100 at either end
    low, middle, high = ordered[cut], ordered[len(ordered) // 2], ordered[-1 - cut]
    text = [
        f"Figure: system minus baseline in {len(ordered)} resampled corpora",
        f"above 0: {above:.1%}",
        f"smallest {ordered[0]:+.4f}, middle {middle:+.4f}, largest {ordered[-1]:+.4f}",
        f"95% within {low:+.4f} to {high:+.4f}",
    ]
    width = max(abs(ordered[0]), abs(ordered[-1]), 1e-6) / 25
    bars = Counter(math.ceil(difference / width) - 1 for difference in ordered)  # a bar's right end belongs to it
    with _figure(9.0, 3.8) as figure:
        axes = figure.add_subplot()
        for wins, colour, hatch, label in (
            (False, "#fdebc8", "///", "system not above"),
            (True, BLUE, "", "system above"),
        ):
            shown = {place: count for place, count in bars.items() if (place >= 0) == wins}
            left = [place * width for place in shown]
            axes.bar(
                left, list(shown.values()), width, align="edge", color=colour, edgecolor="black", hatch=hatch, lw=0.5
            )
            share = above if wins else 1 - above
            x, side = (0.995, "right") if wins else (0.005, "left")
            axes.text(x, 0.97, f"{label}: {share:.1%}", ha=side, va="top", transform=axes.transAxes, fontsize=11)
        axes.axvline(0, color="black", linewidth=2)
        axes.set_title(f"The same two systems on {len(ordered)} resampled test sets", loc="left")
        axes.set_xlabel("BLEU of the system minus BLEU of the baseline")
        axes.set_ylabel("resamples")
        axes.set_xlim(-26 * width, 26 * width)
        axes.set_ylim(0, max(bars.values()) * 1.18)
        _despine(axes)
        _show(figure, text)


def smoothing_scores(
    candidates: Sequence[Sentence],
    references: Sequence[Sentence],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    methods: Sequence[int] = tuple(range(8)),
) -> None:
    """Draw the BLEU of each candidate under each smoothing method, so that their order is seen (lesson 09)."""
    functions = [smoothing_method(number) for number in methods]
    scores = [[bleu_score(candidate, references, weights, method) for method in functions] for candidate in candidates]
    styles = [("o", "solid", BLUE), ("s", "dashed", ORANGE), ("^", "dashdot", GREEN), ("D", "dotted", "black")]
    text = ["Figure: the BLEU of each candidate under each smoothing method"]
    for number, method, column in zip(methods, functions, zip(*scores, strict=True), strict=True):
        text.append(f"{number} {method.__name__}: {', '.join(f'{score:.4f}' for score in column)}")
    text += [f"in this order: {'; '.join(_sentence(candidate) for candidate in candidates)}"]
    with _figure(9.0, 4.8) as figure:
        axes = figure.add_subplot()
        for row, (candidate, line) in enumerate(zip(candidates, scores, strict=True)):
            marker, style, colour = styles[row % len(styles)]
            axes.plot(line, marker=marker, linestyle=style, color=colour, markersize=8, label=_sentence(candidate))
        axes.set_title("The smoothing decides the score, and sometimes who is ahead", loc="left")
        axes.set_xlabel("smoothing method")
        axes.set_ylabel("sentence BLEU")
        labels = [
            f"{number}\n" + method.__name__.replace("_", "\n")
            for number, method in zip(methods, functions, strict=True)
        ]
        axes.set_xticks(range(len(functions)), labels, fontsize=9)
        axes.set_ylim(-0.02, None)
        axes.grid(axis="x", color="#dddddd", linewidth=0.8)
        axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.08), ncols=2, frameon=False)
        _despine(axes)
        _show(figure, text)


def edit_path(candidate: Sentence, reference: Sentence) -> None:
    """Draw the table of edit distances with the path of the alignment through it (lesson 10)."""
    table, alignment = distance_table(candidate, reference), align(candidate, reference)
    from matplotlib.patches import Rectangle

    row, column = 0, 0
    path = [(row, column, "=")]
    for mark in alignment.operations:
        row, column = row + (mark != "D"), column + (mark != "I")
        path.append((row, column, mark))
    text = [f"Figure: the table of edit distances, {alignment.edits} in all", *str(alignment).splitlines()]
    with _figure(9.0, 1.6 + 0.42 * (len(candidate) + 1)) as figure:
        axes = figure.add_subplot()
        for row, column, mark in path:
            colours = ("#cfe8f7", BLUE) if mark == "=" else ("#fdebc8", ORANGE)
            linestyle = "solid" if mark == "=" else "dashed"
            corner = (column - 0.46, row - 0.46)
            axes.add_patch(
                Rectangle(corner, 0.92, 0.92, facecolor=colours[0], edgecolor=colours[1], linestyle=linestyle, lw=2)
            )
            if mark != "=":
                axes.text(column + 0.4, row - 0.36, mark, ha="right", va="top", fontsize=9, fontweight="bold")
        for row, numbers in enumerate(table):
            for column, number in enumerate(numbers):
                on_path = any((row, column) == step[:2] for step in path)
                weight = "bold" if on_path else "normal"
                axes.text(column, row, str(number), ha="center", va="center", fontsize=11, fontweight=weight)
        plural = "" if alignment.edits == 1 else "s"
        axes.set_title(
            f"The cheapest way from corner to corner: {alignment.edits} edit{plural}"
            "      (S substitution, D deletion, I insertion)",
            loc="left",
            fontsize=11,
        )
        axes.set_xlabel("tokens of the reference")
        axes.set_ylabel("tokens of the candidate")
        axes.set_xticks(range(len(reference) + 1), ["(start)", *(str(token) for token in reference)], rotation=45)
        axes.set_yticks(range(len(candidate) + 1), ["(start)", *(str(token) for token in candidate)])
        axes.set_xlim(-0.6, len(reference) + 0.6)
        axes.set_ylim(len(candidate) + 0.6, -0.6)
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0)
        _show(figure, text)


def ranks_by_measure(
    candidates: Mapping[str, Sentence],
    references: Sequence[Sentence],
    measures: Mapping[str, Callable[[Sentence, Sequence[Sentence]], float]],
    lower_is_better: Sequence[str] = (),
) -> None:
    """Draw the place that each measure gives each candidate, the best one on top (lesson 11)."""
    text = ["Figure: the place of each candidate under each measure, the best one first"]
    places: dict[str, list[float]] = {name: [] for name in candidates}
    for measure, function in measures.items():
        scores = {name: function(candidate, references) for name, candidate in candidates.items()}
        shown = {name: f"{score:.4f}" for name, score in scores.items()}
        # What is equal as shown shares a place: no picture hangs on the last digit.
        keys = {name: float(value) if measure in lower_is_better else -float(value) for name, value in shown.items()}
        first = {name: 1 + sum(key < keys[name] for key in keys.values()) for name in candidates}
        ordered = sorted(candidates, key=lambda name: keys[name])
        text.append(f"{measure}: {', '.join(f'{first[name]} {name} {shown[name]}' for name in ordered)}")
        for name in candidates:
            equal = [other for other in candidates if keys[other] == keys[name]]
            # Candidates of one place stand close together, around the middle of the places that they take.
            middle = first[name] + (len(equal) - 1) / 2
            places[name].append(middle + 0.24 * (equal.index(name) - (len(equal) - 1) / 2))
    styles = [
        ("o", "solid", BLUE),
        ("s", "dashed", ORANGE),
        ("^", "dashdot", GREEN),
        ("D", "dotted", "black"),
        ("v", (0, (5, 1, 1, 1, 1, 1)), "#CC79A7"),
    ]
    with _figure(9.0, 4.4) as figure:
        axes = figure.add_subplot()
        for row, (name, line) in enumerate(places.items()):
            marker, style, colour = styles[row % len(styles)]
            axes.plot(line, marker=marker, linestyle=style, color=colour, markersize=9, linewidth=2)
            axes.text(len(measures) - 0.85, line[-1], name, va="center", color="black")
        axes.set_title("Each measure puts the candidates in an order of its own (close together: equal)", loc="left")
        labels = [f"{name}\n(low is good)" if name in lower_is_better else name for name in measures]
        axes.set_xticks(range(len(measures)), labels)
        axes.set_ylabel("place (1 is the best)")
        axes.set_yticks(range(1, len(candidates) + 1))
        axes.set_ylim(len(candidates) + 0.4, 0.6)
        axes.set_xlim(-0.3, len(measures) + 0.35)
        axes.spines["bottom"].set_bounds(-0.3, len(measures) - 0.7)
        _despine(axes)
        _show(figure, text)


@contextmanager
def _figure(width: float, height: float) -> Iterator[Figure]:
    """A figure of a fixed size in inches, in matplotlib's own style whatever the reader's settings are."""
    import matplotlib.style
    from matplotlib.figure import Figure

    with matplotlib.style.context("default"):
        yield Figure(figsize=(width, height), dpi=100, layout="constrained")


def _show(figure: Figure, text: Sequence[str]) -> None:
    """Show a figure as a PNG with its text form, or print the text form where there is no notebook."""
    description = "\n".join(text)
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None:
        print(description)
        return
    png = io.BytesIO()
    figure.savefig(png, format="png", metadata={"Software": None})  # the default names a version
    data = {"image/png": base64.b64encode(png.getvalue()).decode("ascii"), "text/plain": description}
    shell.display_pub.publish(data, metadata={"image/png": {"alt": description}})


def _despine(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)


def _sentence(tokens: Sentence) -> str:
    shown = " ".join(str(token) for token in tokens[:8])
    return shown if len(tokens) <= 8 else f"{shown} …"


def _names(n: int) -> str:
    return {1: "words", 2: "bigrams", 3: "trigrams"}.get(n, f"{n}-grams")


def _ngram(ngram: Sequence[object]) -> str:
    return " ".join(str(token) for token in ngram)
