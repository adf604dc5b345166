"""A comparison as text and as one HTML page. The sentences are in the templates, and no number is computed here."""

import io
import json
import textwrap
from collections.abc import Sequence
from dataclasses import is_dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

if TYPE_CHECKING:
    from bleu_helpers.report.comparison import Comparison

MAX_LINES, WIDTH = 25, 100
"""The size of the text, in lines and in characters."""

MAX_BARS = 1_000
"""The maximum number of bars in a picture; there is no room for more."""

_UP, _DOWN, _INK = "#010203", "#010204", "#000000"
"""The colours of gains, of losses, and of axes while a picture is drawn; the page has its own, for light and dark."""

_LOOK: dict[Any, Any] = {"svg.hashsalt": "report", "svg.fonttype": "none", "savefig.transparent": True}
"""The settings of matplotlib that differ from its own: a picture has the same text every time, and no background."""


def text(report: "Comparison", signature: str) -> str:
    """Format a comparison as text; if it has too many lines, those at the end are left out."""
    paragraphs = fill("report.txt", report=report, signature=signature).splitlines()
    lines = [line for one in paragraphs for line in textwrap.wrap(one, WIDTH, subsequent_indent="  ")]
    return "\n".join(lines if len(lines) <= MAX_LINES else [*lines[: MAX_LINES - 1], "… The HTML page has the rest."])


def html(report: "Comparison") -> str:
    """Format a comparison as a page; everything that comes from the texts is escaped."""
    return fill("report.html", report=report, picture=_picture(report.segments.effects))


def fill(template: str, **values: Any) -> str:
    """Fill a template."""
    return _templates(template.endswith(".html")).get_template(template).render(values)


def as_json(value: Any) -> str:
    """Format dataclasses, named tuples, dictionaries and lists as JSON."""
    return json.dumps(_plain(value), ensure_ascii=False, indent=1)


def _plain(value: Any) -> Any:
    """Convert dataclasses and named tuples to dictionaries, also inside of others."""
    if is_dataclass(value) or hasattr(value, "_asdict"):
        value = vars(value) if is_dataclass(value) else value._asdict()
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    return [*map(_plain, value)] if isinstance(value, (list, tuple)) else value


@cache
def _templates(escape: bool) -> Environment:
    environment = Environment(
        loader=PackageLoader("bleu_helpers.report", ""),
        autoescape=escape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(signed=signed, percent=percent)
    environment.globals.update(digits_for=digits_for)
    return environment


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


def _picture(effects: Sequence[float]) -> Markup:
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
