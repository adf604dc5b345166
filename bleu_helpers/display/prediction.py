"""The answer to a prediction, and the reader's guess beside it."""

import re
from decimal import Decimal
from fractions import Fraction
from numbers import Real
from typing import TypeGuard

NUMBER = re.compile(r"\s*[+-]?(\d{1,15}(\.\d{0,15})?|\.\d{1,15}|\d{1,15}/0{0,9}[1-9]\d{0,14})\s*")
"""A number or a fraction that is written as a text."""

FEWEST_DIGITS = 2
"""A rounded guess has at least so many significant digits: with one, nearly any number would do."""


def reveal(answer: object, guess: object = None, *, exact: bool = False, digits: int | None = None) -> None:
    """Print the answer to a prediction, and beside it what the reader had guessed, where there is a guess.

    A number is judged as a number: right to the digits that are shown or that the guess has itself, also as a fraction
    or in quotation marks, else too high or too low. Whatever is a text in the lesson is judged as a word, also where it
    is the name "3".

    Args:
        answer: what the lesson asked for: a number, a word, or several of them in a list or tuple.
        guess: what the reader put in its place; None where nothing was put in. Whatever it is, it is only shown.
        exact: a word is right only letter by letter, with its capitals, blanks and full stops.
        digits: how many digits after the point the lesson asks for; all that are shown where None.

    >>> reveal(17 / 18)
    answer: 0.9444
    >>> reveal(17 / 18, 0.9)
    answer: 0.9444    your guess: 0.9, which is 0.04444 too low
    >>> reveal(17 / 18, "17/18")
    answer: 0.9444    your guess: 17/18, and that is right
    >>> reveal(17 / 18, 0.94)
    answer: 0.9444    your guess: 0.94, and that is right (rounded)
    >>> reveal(17 / 18, "94 %")
    answer: 0.9444    your guess: 94 %, which is no number that can be read here: write one such as 12 or 0.9
    >>> reveal("1", 3)
    answer: 1    your guess: 3, and that is not it
    >>> reveal("party.", "Party.", exact=True)
    answer: party.    your guess: Party., and that is not it
    >>> reveal([2, 1], (2, 1))
    answer: 2, 1    your guess: 2, 1, and that is right
    """
    line = f"answer: {_as_text(answer, digits)}"
    if guess is not None:
        line += f"    your guess: {_as_text(guess)}{_verdict(answer, guess, exact, digits)}"
    print(line)


def _as_text(value: object, digits: int | None = None) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_as_text(one, digits) for one in value)
    if isinstance(value, int) or not isinstance(value, Real):
        return str(value)
    return f"{float(value):.4g}" if digits is None else f"{float(value):.{digits}f}"


def _verdict(answer: object, guess: object, exact: bool, digits: int | None) -> str:
    if _is_the_same(answer, guess, exact, digits):
        return ", and that is right"
    if digits is None and _is_the_same(answer, guess, exact, digits, rounded=True):
        return ", and that is right (rounded)"
    if not _is_number(answer):
        return ", and that is not it"
    number = _as_number(guess)
    if number is None:
        return ", which is no number that can be read here: write one such as 12 or 0.9"
    difference = float(number) - (float(answer) if digits is None else round(float(answer), digits))
    return f", which is {_as_text(abs(difference))} too {'high' if difference > 0 else 'low'}"


def _is_the_same(answer: object, guess: object, exact: bool, digits: int | None, rounded: bool = False) -> bool:
    """Whether a guess is right: a number to the digits that are shown, a word in whatever case unless it is exact."""
    if isinstance(answer, list | tuple) and isinstance(guess, list | tuple):
        pairs = zip(answer, guess, strict=False)
        return len(answer) == len(guess) and all(_is_the_same(*pair, exact, digits, rounded) for pair in pairs)
    number = _as_number(guess)
    if _is_number(answer) and number is not None:
        is_shown = answer == number or _as_text(answer, digits) == _as_text(number, digits)
        return is_shown or (rounded and _is_rounded(answer, guess))
    if exact:
        return answer == guess
    return _as_word(answer) == _as_word(guess)


def _is_rounded(answer: Real, guess: object) -> bool:
    """Whether a guess, as it is written, is the answer to as many digits as it has itself."""
    if not isinstance(guess, str | int | float) or "/" in str(guess):
        return False
    written = Decimal(f"{guess:.15g}" if isinstance(guess, float) else guess)  # without the zero of 1.0
    _, figures, exponent = written.as_tuple()
    if len(figures) < FEWEST_DIGITS or not isinstance(exponent, int):
        return False
    distance = abs(Fraction(float(answer)) - Fraction(written)) / Fraction(10) ** exponent
    return float(distance) <= 0.5 + 1e-9  # a half may be rounded up or down


def _as_word(value: object) -> str:
    """A word without its case and the mark at its end."""
    return re.sub(r"(?<=\w)[.!]$", "", _as_text(value).strip()).casefold()


def _is_number(answer: object) -> TypeGuard[Real]:
    return isinstance(answer, Real) and not isinstance(answer, bool)


def _as_number(guess: object) -> Real | None:
    """A guess as a number, also one that is written as a text; None where it is none."""
    if isinstance(guess, str) and NUMBER.fullmatch(guess):
        return Fraction(guess)
    return guess if _is_number(guess) else None
