"""The figure of the lesson on F1."""

from collections.abc import Sequence

from bleu_helpers.display.plots._figure import BLUE, GREEN, GREY, ORANGE, PURPLE, single_plot
from bleu_helpers.f1 import f_score


def f_beta_curves(precision: float, betas: Sequence[float] = (0.5, 1, 2)) -> None:
    """Draw F-beta against recall for one precision, beside the plain average; at most four betas."""
    looks = [((0, (1, 1.5)), GREEN), ("solid", BLUE), ("dashed", PURPLE), ("dashdot", ORANGE)]
    if len(betas) > len(looks):
        raise ValueError(f"betas has {len(betas)} entries. Pass at most {len(looks)}: more lines cannot be told apart.")
    recalls = [step / 100 for step in range(101)]
    average = [(precision + recall) / 2 for recall in recalls]
    curves = [[f_score(precision, recall, beta) for recall in recalls] for beta in betas]
    text = [
        f"F-beta against recall for a precision of {precision:g}",
        "recall: " + ", ".join(f"{recall:g}" for recall in recalls[::25]),
        "average: " + ", ".join(f"{value:.4f}" for value in average[::25]),
    ]
    text += [
        f"F{beta:g}: " + ", ".join(f"{value:.4f}" for value in curve[::25])
        for beta, curve in zip(betas, curves, strict=True)
    ]
    with single_plot(
        4.4,
        text,
        f"F goes to 0 with either part; the average does not (precision {precision:g})",
        x_label="recall",
        y_label="score",
        x_limits=(0, 1.42),
        y_limits=(0, 1.02),
        x_axis=(0, 1),
    ) as axes:
        axes.plot(recalls, average, color=GREY, linewidth=1.5)
        labels = [(average[-1], "average (P + R) / 2")]
        for beta, curve, (style, colour) in zip(betas, curves, looks, strict=False):
            axes.plot(recalls, curve, color=colour, linestyle=style, linewidth=2.5)
            meaning = " (recall counts more)" if beta > 1 else " (precision counts more)" if beta < 1 else ""
            labels.append((curve[-1], f"F{beta:g}{meaning}"))
        height = -1.0
        for value, label in sorted(labels):
            height = max(value, height + 0.055)  # no label lies on the one below
            axes.text(1.02, height, label, va="center", fontsize=10)
        axes.plot(precision, precision, "o", color="black")
        note, place = "precision = recall:\nall agree", (precision, precision)
        axes.annotate(note, place, (10, -26), textcoords="offset points", fontsize=9)
        axes.set_xticks([0, 0.25, 0.5, 0.75, 1])
