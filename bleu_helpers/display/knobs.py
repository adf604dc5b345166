"""The knobs: controls below a figure of a lesson, which draw it again for what a reader types and turns.

A knob has its figure's name, begins with what that figure shows, and draws with nothing else. The figure stands above
it already, so a call shows the controls alone, and a picture with the first change. Knobs need ipywidgets and a person:
where either is missing, and so in whatever a program saves, a call shows nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from html import escape
from importlib.util import find_spec
from typing import Any, ParamSpec

from bleu_helpers import brevity_penalty_of_lengths, explain_bleu
from bleu_helpers.display import plots
from bleu_helpers.display.plots._tiles import words_with_room
from bleu_helpers.display.plots.error_rates import MOST_TOKENS
from bleu_helpers.display.shell import is_watched
from bleu_helpers.lessons.counting import Sentence

__all__ = ["brevity_penalty_curve", "edit_path", "f_beta_curves", "precisions_by_order", "purse"]

VIEW = "application/vnd.jupyter.widget-view+json"
"""The kind of output that is a widget."""

LONGEST = 1.5
"""The longest candidate that the curve of the brevity penalty has room for, as a share of the reference."""

Arguments = ParamSpec("Arguments")


def for_a_person(knob: Callable[Arguments, None]) -> Callable[Arguments, None]:
    """Let a knob do nothing where nobody could turn it: where no person runs the cell, or ipywidgets is missing."""

    @wraps(knob)
    def only_then(*arguments: Arguments.args, **named: Arguments.kwargs) -> None:
        if is_watched() and find_spec("ipywidgets"):
            knob(*arguments, **named)

    return only_then


@for_a_person
def purse(candidate: Sentence, references: Sequence[Sentence]) -> None:
    """Show the knob of lesson 02: a candidate of one's own, whose words are paid one by one.

    Args:
        candidate: the sentence to begin with, a list or tuple of words.
        references: one or more correct sentences, each a list or tuple of words.

    >>> purse(["the", "mat"], [["the", "mat"]])  # nobody watches: nothing is shown
    """
    sentence = _text("candidate", candidate)
    to_pay = _slider("words to pay", len(candidate), 0, len(candidate))

    def follow(_: object) -> None:
        all_of_them = to_pay.value == to_pay.max
        to_pay.max = words_with_room(sentence.value.split())
        to_pay.value = to_pay.max if all_of_them else to_pay.value

    sentence.observe(follow, "value")

    def draw() -> None:
        words = sentence.value.split()
        plots.purse(_beginning(words, words_with_room(words))[: to_pay.value], references)

    _show([sentence, to_pay], draw, _listed(references))


@for_a_person
def brevity_penalty_curve(c: int, r: int) -> None:
    """Show the knob of lesson 04: two lengths, and the point on the curve that they give.

    Args:
        c: the candidate's length to begin with.
        r: the closest reference's length to begin with, 1 or more.

    >>> brevity_penalty_curve(c=2, r=6)  # nobody watches: nothing is shown
    """
    candidate = _slider("c, of the candidate", c, 0, int(LONGEST * r))
    reference = _slider("r, of the reference", r, 1, 30)

    def follow(_: object) -> None:
        candidate.max = int(LONGEST * reference.value)

    def draw() -> None:
        c, r = candidate.value, reference.value
        plots.brevity_penalty_curve([(f"c = {c}, r = {r}: {brevity_penalty_of_lengths(c, r):.4f}", c, r)])

    reference.observe(follow, "value")
    _show([candidate, reference], draw)


@for_a_person
def precisions_by_order(candidate: Sentence, references: Sequence[Sentence]) -> None:
    """Show the knob of lesson 05: a candidate of one's own, the orders and their weights, and all of its BLEU.

    Args:
        candidate: the sentence to begin with, a list or tuple of words.
        references: one or more correct sentences, each a list or tuple of words.

    >>> precisions_by_order(["the", "mat"], [["the", "mat"]])  # nobody watches: nothing is shown
    """
    sentence = _text("candidate", candidate)
    orders = _slider("orders, from 1 to", 4, 1, 4)
    parts = [_slider(f"weight of order {n}", 1, 0, 4) for n in (1, 2, 3, 4)]

    def follow(_: object) -> None:
        for n, part in enumerate(parts, start=1):
            part.disabled = n > orders.value

    def draw() -> None:
        words, counting = sentence.value.split(), [part.value for part in parts[: orders.value]]
        weights = [part / max(sum(counting), 1) for part in counting]
        plots.precisions_by_order(words, references, weights)
        _display(explain_bleu(words, references, weights))

    orders.observe(follow, "value")
    above = f"{_listed(references)}<br>The weights are divided by their sum."
    _show([sentence, orders, *parts], draw, above)


@for_a_person
def f_beta_curves(precision: float) -> None:
    """Show the knob of lesson 07: a precision and a beta, and their curve beside that of F1.

    Args:
        precision: the precision to begin with, from 0 to 1.

    >>> f_beta_curves(precision=0.9)  # nobody watches: nothing is shown
    """
    share = _slider("precision", precision, 0, 1, step=0.05)
    beta = _slider("beta", 1, 0, 5, step=0.25)
    _show([share, beta], lambda: plots.f_beta_curves(share.value, [*dict.fromkeys((1.0, beta.value))]))


@for_a_person
def edit_path(candidate: Sentence, reference: Sentence) -> None:
    """Show the knob of lesson 10: the table of two sentences of one's own, or of two words, letter by letter.

    Args:
        candidate: the sentence to begin with, a list or tuple of words.
        reference: the correct one, a list or tuple of words.

    >>> edit_path(["a", "mat"], ["the", "mat"])  # nobody watches: nothing is shown
    """
    fields = [_text("candidate", candidate), _text("reference", reference)]

    def draw() -> None:
        sides = [field.value.split() for field in fields]
        letters = all(len(words) == 1 for words in sides)
        plots.edit_path(*[_beginning([*words[0]] if letters else words, MOST_TOKENS) for words in sides])

    _show(fields, draw, "Two sentences, or two words: these are compared letter by letter.")


# What every knob is made of.


def _text(name: str, sentence: Sentence) -> Any:
    """A line to type a sentence into."""
    from ipywidgets import Text

    return Text(" ".join(map(str, sentence)), description=name, layout=_LINE, style=_NAMES)


def _slider(name: str, value: float, low: float, high: float, step: float = 1) -> Any:
    """A slider over the numbers from low to high: whole ones, unless the step is smaller."""
    from ipywidgets import FloatSlider, IntSlider

    kind = IntSlider if step == 1 else FloatSlider
    return kind(value, min=low, max=high, step=step, description=name, layout=_LINE, style=_NAMES)


_LINE = {"width": "98%", "height": "auto", "flex_flow": "row wrap"}
"""A control has a line of its own; on a phone, it goes below its name."""

_NAMES = {"description_width": "11em"}
"""Room for the name before a control; without it, a long name is cut."""


def _listed(references: Sequence[Sentence]) -> str:
    """The references, to read above the controls."""
    return "<br>".join(f"reference: {escape(' '.join(map(str, reference)))}" for reference in references)


def _beginning(tokens: Sequence[str], room: int) -> Sequence[str]:
    """So many tokens as a figure has room for; it says so where that is not all of them."""
    if len(tokens) > room:
        print(f"There is room for {room} of {len(tokens)}. The rest is left out.")
    return tokens[:room]


def _show(controls: Sequence[Any], draw: Callable[[], None], above: str = "") -> None:
    """Show controls one below the other, and below them what is drawn once one of them has changed.

    Args:
        controls: widgets that have a value.
        draw: shows what they say, as a lesson's cell would.
        above: what stands above them, as HTML.
    """
    from ipywidgets import HTML, VBox

    page = HTML("With the first change, the picture comes here.", layout={"overflow": "auto"})
    drawn = [control.value for control in controls]

    def again(_: object) -> None:
        values = [control.value for control in controls]
        if values != drawn:  # where one control changes another, both call
            drawn[:] = values
            page.value = _page(draw)

    for control in controls:
        control.observe(again, "value")
    knob = VBox([HTML(above), *controls, page])
    # No text beside it: where no widget can be shown, nothing is.
    _display({VIEW: {"version_major": 2, "version_minor": 0, "model_id": knob.model_id}}, raw=True)


def _display(thing: Any, raw: bool = False) -> None:
    """Show a thing as the last line of a cell would, or what is made of it already."""
    from IPython.display import display

    show: Any = display  # it has no types
    show(thing, raw=raw)


def _page(draw: Callable[[], None]) -> str:
    """What a cell would print and show, as HTML. What cannot be drawn says why."""
    from IPython.utils.capture import capture_output

    with capture_output() as shown:
        try:
            draw()
        except ValueError as error:
            print(error)
    return escape(shown.stdout) + "".join(_as_html(output.data) for output in shown.outputs)


def _as_html(data: dict[str, str]) -> str:
    """One output as HTML: a figure, with its text form for whoever cannot see it, or a table."""
    if "image/png" not in data:
        return data["text/html"]
    source = f"data:image/png;base64,{data['image/png']}"
    return f'<img src="{source}" alt="{escape(data["text/plain"])}" style="max-width:100%">'
