"""The templates of the report and what they need: formats of numbers, and the picture. The sentences are in them."""

import io
from collections.abc import Sequence
from typing import Any

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

MAX_BARS = 1_000
"""The maximum number of bars in a picture; there is no room for more."""

_UP, _DOWN, _INK = "#010203", "#010204", "#000000"
"""The colours of gains, of losses, and of axes while a picture is drawn; the page has its own, for light and dark."""

_LOOK: dict[Any, Any] = {"svg.hashsalt": "report", "svg.fonttype": "none", "savefig.transparent": True}
"""The settings of matplotlib that differ from its own: a picture has the same text every time, and no background."""


def signed(number: float, digits: int = 2) -> str:
    """Format a difference with its sign, for example +0.3 or −1.5; one that rounds to zero has no sign."""
    shown = f"{number:+.{digits}f}".replace("-", "−")
    return shown if shown.strip("+−0.") else shown[1:]


def percent(p_value: float) -> str:
    """Format a p-value as a percentage: 21 %, 2.1 % or 0.1 %."""
    return f"{100 * p_value:.{2 if 0.01 <= p_value < 0.995 else 1}g} %".replace("1e+02", "100")


def digits_for(old: float, new: float) -> int:
    """Return how many decimals of two scores and their difference to show, so that they agree with each other."""
    for digits in (1, 2):
        shown = round(new - old, digits)
        if old == new or (shown and round(round(new, digits) - round(old, digits), digits) == shown):
            return digits
    return 2 if abs(new - old) >= 0.005 else 4


_TEMPLATES = Environment(
    loader=PackageLoader("bleu_helpers.report", ""), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
)
_TEMPLATES.filters.update(signed=signed, percent=percent, digits_for=digits_for)


def fill(template: str, **values: Any) -> str:
    """Fill a template. In HTML, everything that comes from the texts is escaped, including the names in sentences."""
    templates = _TEMPLATES.overlay(autoescape=template.endswith(".html"))
    return templates.get_template(template).render(values)


def picture(effects: Sequence[float]) -> Markup:
    """Draw the effect of each line as SVG, which has neither a date nor names that change from run to run.

    In a long file, a bar stands for several lines, and shows the largest gain and the largest loss among them.
    """
    import matplotlib.style
    from matplotlib.figure import Figure

    file = io.StringIO()
    with matplotlib.style.context(["default", _LOOK]):
        figure = Figure(figsize=(5, 2.5), layout="constrained")
        axes = figure.subplots()
        bars = np.array_split(effects, min(len(effects), MAX_BARS))
        edges = np.linspace(0.5, len(effects) + 0.5, len(bars) + 1)
        for most, colour in ((max, _UP), (min, _DOWN)):
            axes.stairs([most(0, *some) for some in bars], edges, fill=True, color=colour, linewidth=0.8)
        axes.axhline(0, color=_INK, linewidth=0.8)
        axes.locator_params(axis="x", integer=True)
        axes.spines[["top", "right"]].set_visible(False)
        axes.set(xlabel="line of the files", ylabel="effect in BLEU points")
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    svg = file.getvalue()
    for colour, name in ((_INK, "currentColor"), (_UP, "var(--up)"), (_DOWN, "var(--down)")):
        svg = svg.replace(colour, name)
    return Markup(svg[svg.index("<svg") :])
