"""The interactive widgets ("knobs"): controls below a figure that draw the figure again for other values.

A widget has the same name as its figure, starts with the values of the figure, and draws with the same function. The
figure is already above it, so a call shows only the controls; a new picture appears after the first change. If
ipywidgets is not installed or no person runs the cell, a call shows nothing, so saved notebooks contain no widgets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from html import escape
from importlib.util import find_spec
from typing import Any

from bleu_helpers import brevity_penalty_of_lengths, explain_bleu
from bleu_helpers.display import plots
from bleu_helpers.display.plots._tiles import words_that_fit
from bleu_helpers.display.plots.error_rates import MAX_TOKENS
from bleu_helpers.display.shell import is_watched
from bleu_helpers.language import say, translated
from bleu_helpers.lessons.counting import Sentence

__all__ = ["brevity_penalty_curve", "edit_path", "f_beta_curves", "precisions_by_order", "purse"]

VIEW = "application/vnd.jupyter.widget-view+json"
"""The MIME type of a widget."""

MAX_LENGTH_RATIO = 1.5
"""The maximum length of the candidate relative to the reference; the x axis of the curve ends there."""

Knob = Callable[..., None]


def only_interactive(knob: Knob) -> Knob:
    """Make a widget function do nothing if no person runs the cell or ipywidgets is not installed."""

    @wraps(knob)
    def show_if_interactive(*arguments: Any, **named: Any) -> None:
        if is_watched() and find_spec("ipywidgets"):
            knob(*arguments, **named)

    return show_if_interactive


@only_interactive
def purse(candidate: Sentence, references: Sequence[Sentence]) -> None:
    """Show the widget of lesson 02: the reader enters a candidate, and its words are paid for one by one.

    Args:
        candidate: the initial sentence, a list or tuple of words.
        references: one or more correct sentences, each a list or tuple of words.

    >>> purse(["the", "mat"], [["the", "mat"]])  # shows nothing, because no person runs this
    """
    sentence = _text("candidate", candidate)
    to_pay = _slider("words to pay", len(candidate), 0, len(candidate))

    def follow(_: object) -> None:
        was_at_end = to_pay.value == to_pay.max
        to_pay.max = words_that_fit(sentence.value.split())
        to_pay.value = to_pay.max if was_at_end else to_pay.value

    sentence.observe(follow, "value")

    def draw() -> None:
        words = sentence.value.split()
        plots.purse(_beginning(words, words_that_fit(words))[: to_pay.value], references)

    _show([sentence, to_pay], draw, _listed(references))


@only_interactive
def brevity_penalty_curve(c: int, r: int) -> None:
    """Show the widget of lesson 04: the reader chooses two lengths and sees their point on the curve.

    Args:
        c: the initial length of the candidate.
        r: the initial length of the closest reference, 1 or more.

    >>> brevity_penalty_curve(c=2, r=6)  # shows nothing, because no person runs this
    """
    candidate = _slider("c, of the candidate", c, 0, int(MAX_LENGTH_RATIO * r))
    reference = _slider("r, of the reference", r, 1, 30)

    def follow(_: object) -> None:
        candidate.max = int(MAX_LENGTH_RATIO * reference.value)

    def draw() -> None:
        c, r = candidate.value, reference.value
        plots.brevity_penalty_curve([(f"c = {c}, r = {r}: {brevity_penalty_of_lengths(c, r):.4f}", c, r)])

    reference.observe(follow, "value")
    _show([candidate, reference], draw)


@only_interactive
def precisions_by_order(candidate: Sentence, references: Sequence[Sentence]) -> None:
    """Show the widget of lesson 05: the reader enters a candidate and chooses the orders and weights of its BLEU.

    Args:
        candidate: the initial sentence, a list or tuple of words.
        references: one or more correct sentences, each a list or tuple of words.

    >>> precisions_by_order(["the", "mat"], [["the", "mat"]])  # shows nothing, because no person runs this
    """
    sentence = _text("candidate", candidate)
    orders = _slider("orders, from 1 to", 4, 1, 4)
    parts = [_slider(say("weight of order {n}", n=n), 1, 0, 4) for n in (1, 2, 3, 4)]

    def follow(_: object) -> None:
        for n, part in enumerate(parts, start=1):
            part.disabled = n > orders.value

    def draw() -> None:
        words, counting = sentence.value.split(), [part.value for part in parts[: orders.value]]
        weights = [part / max(sum(counting), 1) for part in counting]
        plots.precisions_by_order(words, references, weights)
        _display(explain_bleu(words, references, weights))

    orders.observe(follow, "value")
    above = f"{_listed(references)}<br>{translated('The weights are divided by their sum.')}"
    _show([sentence, orders, *parts], draw, above)


@only_interactive
def f_beta_curves(precision: float) -> None:
    """Show the widget of lesson 07: the reader chooses a precision and a beta and compares the curve with that of F1.

    Args:
        precision: the initial precision, from 0 to 1.

    >>> f_beta_curves(precision=0.9)  # shows nothing, because no person runs this
    """
    share = _slider("precision", precision, 0, 1, step=0.05)
    beta = _slider("beta", 1, 0, 5, step=0.25)
    _show([share, beta], lambda: plots.f_beta_curves(share.value, [*dict.fromkeys((1.0, beta.value))]))


@only_interactive
def edit_path(candidate: Sentence, reference: Sentence) -> None:
    """Show the widget of lesson 10: the table for two sentences that the reader enters, or for two words, by letter.

    Args:
        candidate: the initial sentence, a list or tuple of words.
        reference: the initial reference, a list or tuple of words.

    >>> edit_path(["a", "mat"], ["the", "mat"])  # shows nothing, because no person runs this
    """
    fields = [_text("candidate", candidate), _text("reference", reference)]

    def draw() -> None:
        sides = [field.value.split() for field in fields]
        letters = all(len(words) == 1 for words in sides)
        plots.edit_path(*[_beginning([*words[0]] if letters else words, MAX_TOKENS) for words in sides])

    _show(fields, draw, translated("Two sentences, or two words: these are compared letter by letter."))


# The parts of every widget.


def _text(name: str, sentence: Sentence) -> Any:
    """Make a text field for a sentence."""
    from ipywidgets import Text

    return Text(" ".join(map(str, sentence)), description=translated(name), layout=_LINE, style=_NAMES)


def _slider(name: str, value: float, low: float, high: float, step: float = 1) -> Any:
    """Make a slider from low to high, for whole numbers if the step is 1."""
    from ipywidgets import FloatSlider, IntSlider

    kind = IntSlider if step == 1 else FloatSlider
    return kind(value, min=low, max=high, step=step, description=translated(name), layout=_LINE, style=_NAMES)


_LINE = {"width": "98%", "height": "auto", "flex_flow": "row wrap"}
"""The layout of a control: it takes a full line, and on a phone it wraps to the line below its name."""

_NAMES = {"description_width": "11em"}
"""The style of a control's name: the width leaves room for the longest one, which would otherwise be cut off."""


def _listed(references: Sequence[Sentence]) -> str:
    """Format the references as HTML for the lines above the controls."""
    texts = (escape(" ".join(map(str, reference))) for reference in references)
    return "<br>".join(say("reference: {words}", words=text) for text in texts)


def _beginning(tokens: Sequence[str], room: int) -> Sequence[str]:
    """Return the first `room` tokens, the number that fits into a figure, and print a note if some are left out."""
    if len(tokens) > room:
        print(say("There is room for {room} of {all}. The rest is left out.", room=room, all=len(tokens)))
    return tokens[:room]


def _show(controls: Sequence[Any], draw: Callable[[], None], above: str = "") -> None:
    """Show controls in a column, and below them the output of `draw` after each change.

    Args:
        controls: ipywidgets that have a value.
        draw: a function that prints and shows output for the current values, as a cell would.
        above: HTML that is shown above the controls.
    """
    from ipywidgets import HTML, VBox

    page = HTML(translated("The picture appears here after the first change."), layout={"overflow": "auto"})
    drawn = [control.value for control in controls]

    def update(_: object) -> None:
        values = [control.value for control in controls]
        if values != drawn:  # draws once, even if one control changes another
            drawn[:] = values
            page.value = _page(draw)

    for control in controls:
        control.observe(update, "value")
    knob = VBox([HTML(above), *controls, page])
    # Without a text/plain version, viewers that cannot show widgets show nothing.
    _display({VIEW: {"version_major": 2, "version_minor": 0, "model_id": knob.model_id}}, raw=True)


def _display(thing: Any, raw: bool = False) -> None:
    """Display an object as the last line of a cell would, or raw MIME data."""
    from IPython.display import display

    show: Any = display  # IPython has no type hints for it
    show(thing, raw=raw)


def _page(draw: Callable[[], None]) -> str:
    """Return the output of `draw` as HTML; if it raises a ValueError, its message."""
    from IPython.utils.capture import capture_output

    with capture_output() as shown:
        try:
            draw()
        except ValueError as error:
            print(error)
    return escape(shown.stdout) + "".join(_as_html(output.data) for output in shown.outputs)


def _as_html(data: dict[str, str]) -> str:
    """Convert one output to HTML: a figure, with its text form as alternative text, or a table."""
    if "image/png" not in data:
        return data["text/html"]
    source = f"data:image/png;base64,{data['image/png']}"
    return f'<img src="{source}" alt="{escape(data["text/plain"])}" style="max-width:100%">'
