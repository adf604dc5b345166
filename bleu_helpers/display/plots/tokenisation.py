"""The figures of the lesson on tokenisation."""

from collections.abc import Mapping, Sequence

from bleu_helpers.display.plots._figure import counted, single_plot
from bleu_helpers.display.plots._looks import BLUE, PALE_BLUE


def token_cuts(text: str, tokenised: Mapping[str, Sequence[str]]) -> None:
    """Draw a text once for each tokeniser, with a box around each token."""
    fewest, most = (choose(map(len, tokenised.values())) for choose in (min, max))
    with single_plot(
        0.9 + 0.5 * len(tokenised),
        f"One text, cut in {counted(len(tokenised), 'ways')}: from {fewest} to {counted(most, 'tokens')}",
        x_limits=(-0.6, len(text) - 0.4),
        y_limits=(len(tokenised) - 0.4, -0.6),
    ) as axes:
        for row, tokens in enumerate(tokenised.values()):
            end = 0
            for token in tokens:
                start = text.index(token, end)
                end = start + len(token)
                axes.barh(row, len(token) - 0.12, 0.72, start - 0.44, color=PALE_BLUE, edgecolor=BLUE, lw=1.5)
                for place in range(start, end):
                    axes.text(place, row, text[place], ha="center", va="center", fontsize=17, family="monospace")
        axes.set_yticks(
            range(len(tokenised)), [f"{name}\n({counted(len(tokens), 'tokens')})" for name, tokens in tokenised.items()]
        )
        axes.set_xticks([])
        axes.spines[:].set_visible(False)
        axes.tick_params(length=0)


def scores_by_tokeniser(scores: Mapping[str, float], of: str) -> None:
    """Draw the scores, in percent, of a single translation with each tokeniser."""
    with single_plot(
        1.2 + 0.42 * len(scores),
        f"One translation, one formula: BLEU from {min(scores.values()):.2f} to {max(scores.values()):.2f}",
        x_label=f"BLEU of {of}, in percent, with each tokeniser",
        x_limits=(0, max(scores.values()) * 1.12),
        y_limits=(len(scores) - 0.4, -0.6),
    ) as axes:
        axes.barh(range(len(scores)), list(scores.values()), 0.6, color=BLUE, edgecolor="black")
        for row, score in enumerate(scores.values()):
            axes.text(score, row, f" {score:.2f}", va="center", fontsize=14)
        axes.set_yticks(range(len(scores)), list(scores), fontsize=14)
