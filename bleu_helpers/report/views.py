"""The templates of the report and what they need: formats of numbers, and the picture. The sentences are in them."""

import html
import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from jinja2 import Environment, PackageLoader, StrictUndefined

MAX_BARS = 1_000
"""The maximum number of bars in a picture; there is no room for more."""


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


def picture(effects: Sequence[float]) -> dict[str, Any]:
    """Compute what the picture of the effects shows: the gain and the loss of each bar, and the ticks of both axes.

    In a long file, a bar stands for several lines, and shows the largest gain and the largest loss among them.
    """
    low, high = min(0, *effects), max(0, *effects)
    bars = [(max(0, *some), min(0, *some)) for some in np.array_split(effects, min(len(effects), MAX_BARS))]
    lines = [tick for tick in _ticks(0.5, len(effects) + 0.5) if tick % 1 == 0]
    return {"low": low, "high": high, "bars": bars, "lines": lines, "points": _ticks(low, high)}


def _ticks(low: float, high: float) -> list[float]:
    """Return a few round numbers between two others, at the same distance from each other."""
    power = 10.0 ** math.floor(math.log10((high - low) / 6))
    step = next(power * times for times in (1, 2, 5, 10) if 6 * power * times >= high - low)
    return [step * n for n in range(math.ceil(low / step), math.floor(high / step) + 1)]


_TEMPLATES = Environment(
    loader=PackageLoader("bleu_helpers.report", ""),
    undefined=StrictUndefined,
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)
_TEMPLATES.filters.update(signed=signed, percent=percent, digits_for=digits_for, picture=picture)


def fill(template: str, **values: Any) -> str:
    """Fill a template. In HTML, everything that comes from the texts is escaped, including the names in sentences."""
    filled = _TEMPLATES.get_template(template).render(values).lstrip()
    # With escapes for text too, the sentences are compiled only once for both.
    return filled if template.endswith(".html") else html.unescape(filled)
