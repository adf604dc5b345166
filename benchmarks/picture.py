"""The curves of the benchmark: the time a segment takes, by the segments, their length and their references."""

from pathlib import Path
from typing import Any

from bleu_helpers.display.picture import as_png
from bleu_helpers.display.plots._figure import NARROW, SIZE, Style

PAGE = Style(12.0, 100)
"""For the README."""

# Of Okabe and Ito's colours, which colour-blind readers can tell apart. Marker and line differ too.
OURS = {"color": "#0072B2", "marker": "o", "linestyle": "solid"}
LINEAR = {"color": "black", "linestyle": "dotted"}
MEASURE = {
    "by_segments": "corpus_bleu_of_texts",
    "by_tokens": "corpus_bleu_of_texts",
    "by_references": "bleu_score",
}


def draw_speed(saved: dict[str, Any], path: Path) -> None:
    """Draw the curves of saved results into a PNG file."""
    path.write_bytes(curves(saved))


def curves(saved: dict[str, Any], narrow: bool = False) -> bytes:
    """The curves of saved results as a PNG: side by side, or for a phone one below the other."""
    import matplotlib.style
    from matplotlib.figure import Figure

    style, size = (NARROW, SIZE) if narrow else (PAGE, 10)
    with matplotlib.style.context(["default", {"font.size": size}]):
        figure = Figure(figsize=(style.width, 9 if narrow else 3.6), dpi=style.dpi, layout="constrained")
        left, middle, right = figure.subplots(*((3, 1) if narrow else (1, 3)))
        for axes, name in ((left, "by_segments"), (middle, "by_tokens"), (right, "by_references")):
            points = microseconds(saved[name])
            axes.plot(*zip(*points, strict=True), **OURS, label=MEASURE[name])
            axes.set_ylabel("microseconds a segment")
            axes.set_ylim(0, 1.2 * max(each for _, each in points))
            axes.spines[["top", "right"]].set_visible(False)
        left.set_xscale("log")
        left.xaxis.set_major_formatter("{x:,.0f}")
        left.set_xlabel("segments of about 25 words")
        title: dict[str, Any] = {"loc": "left", "fontsize": max(size, 11)}
        left.set_title("A segment takes about as long\nin a million as in a thousand", **title)
        for axes, name, what in ((middle, "by_tokens", "words"), (right, "by_references", "references")):
            longest, most = microseconds(saved[name])[-1]
            axes.plot([0, longest], [0, most], **LINEAR, label=f"in step with the {what}")
            axes.legend(frameon=False)
        middle.set_xlabel("words a sentence")
        middle.set_title("Twice as long: no more than twice the time", **title)
        right.set_xlabel("references of about 20 tokens")
        right.set_title("Ten thousand references: in step too", **title)
        return as_png(figure)


def microseconds(points: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """The same points in microseconds."""
    return [(size, each * 1e6) for size, each in points]


def alt_text(saved: dict[str, Any]) -> str:
    """What the picture shows, in words and numbers, for whoever does not see it."""
    segments, tokens, references = (microseconds(saved[name]) for name in MEASURE)
    return (
        f"Three curves. Left: corpus_bleu_of_texts takes {segments[0][1]:.0f} microseconds a segment for "
        f"{segments[0][0]:,} segments and {segments[-1][1]:.0f} for {segments[-1][0]:,}. Middle: it takes "
        f"{tokens[0][1]:.0f} microseconds for sentences of {tokens[0][0]} words and {tokens[-1][1]:.0f} for "
        f"{tokens[-1][0]}, beside a dotted straight line. Right: bleu_score takes {references[1][1] / 1000:.0f} "
        f"milliseconds for {references[1][0]:,} references and {references[-1][1] / 1000:.0f} for "
        f"{references[-1][0]:,}, beside a dotted straight line."
    )


def beside_others(saved: dict[str, Any]) -> str:
    """How long others take for the work that people have: the score of real texts, of which nobody has made tokens."""
    work = "BLEU of the test set, 1 reference"
    found = [row for row in saved["rows"] if row["work"] == work]
    others = [f"{row['theirs'].split()[0].strip(',')} takes {row['ratio']:.1f} times" for row in found]
    return (
        f"For {found[0]['segments']:,} translated sentences as text, with one reference each, {', '.join(others[:-1])} "
        f"and {others[-1]} as long as `corpus_bleu_of_texts`."
    )
