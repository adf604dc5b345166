"""The answer to a prediction, and the reader's guess beside it."""

import re
import tomllib
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib.resources import files
from numbers import Real
from typing import cast

NUMBER = re.compile(r"[+-]?(\d{1,15}(\.\d{0,20})?|\.\d{1,15})(e-\d\d?)?|[+-]?\d{1,15}/0{0,9}[1-9]\d{0,14}")
"""A number, a percentage or a fraction that is written as a text."""

VERY_LARGE = 10**15
"""An integer from which on it is not written out: Python refuses to write the largest."""

FEWEST_DIGITS = 2
"""A rounded guess has at least so many significant digits: with one, nearly any number would do."""


def reveal(answer: object, guess: object = None, *, exact: bool = False, digits: int | None = None) -> None:
    """Print the answer to a prediction, and beside it what the reader had guessed, where there is a guess.

    A number is judged as a number: right to the digits that are shown or that the guess has itself, else too high or
    too low. It may be written as a person would write it: "5 words", "five", "90%", "1/2" or "0,5". Whatever is a text
    in the lesson is judged as a word, or as one that means the same, such as "fewer" for "less".

    Args:
        answer: what the lesson asked for: a number, a word, or several of them in a list or tuple.
        guess: what the reader put in its place; None where nothing was put in. Whatever it is, it is only shown.
        exact: a word is right only letter by letter, with its capitals, blanks and full stops.
        digits: how many digits after the point the lesson asks for; all that are shown where None.

    >>> reveal(17 / 18)
    answer: 0.9444
    >>> reveal([1.0, 0.0, 1e-5, 1234567, "word", True])
    answer: 1, 0, 1e-05, 1234567, word, True
    >>> reveal(17 / 18, 0.9)
    answer: 0.9444    your guess: 0.9, which is 0.04444 too low
    >>> reveal(17 / 18, "17/18")
    answer: 0.9444    your guess: 17/18, and that is right
    >>> reveal(17 / 18, 0.94)
    answer: 0.9444    your guess: 0.94, and that is right (rounded)
    >>> reveal(17 / 18, "94 %")
    answer: 0.9444    your guess: 94 %, and that is right (rounded)
    >>> reveal(17 / 18, "most")
    answer: 0.9444    your guess: most, which is no number that can be read here: write one such as 12 or 0.9
    >>> reveal("less", "it is smaller")
    answer: less    your guess: it is smaller, and that is right
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
    if isinstance(value, int) and abs(value) >= VERY_LARGE:
        return "an integer too large to print"
    if isinstance(value, int) or not isinstance(value, Real):
        return str(value)
    return f"{float(value):.4g}" if digits is None else f"{float(value):.{digits}f}"


def _verdict(answer: object, guess: object, exact: bool, digits: int | None) -> str:
    if _is_the_same(answer, guess, exact, digits):
        return ", and that is right"
    if digits is None and _is_the_same(answer, guess, exact, digits, rounded=True):
        return ", and that is right (rounded)"
    right, number = _as_number(answer), _as_number(guess)
    if isinstance(answer, str) or right is None:
        return ", and that is not it"
    if number is None:
        return ", which is no number that can be read here: write one such as 12 or 0.9"
    difference = float(number) - (float(right) if digits is None else round(float(right), digits))
    return f", which is {_as_text(abs(difference))} too {'high' if difference > 0 else 'low'}"


def _is_the_same(answer: object, guess: object, exact: bool, digits: int | None, rounded: bool = False) -> bool:
    """Whether a guess is right: a number to the digits that are shown, a word by its meaning unless it is exact."""
    if isinstance(answer, list | tuple) and isinstance(guess, list | tuple):
        pairs = zip(answer, guess, strict=False)
        return len(answer) == len(guess) and all(_is_the_same(*pair, exact, digits, rounded) for pair in pairs)
    right, number = _as_number(answer), _as_number(guess)
    if exact:
        return answer == guess
    if right is None or number is None:
        return _in_plain_form(_as_text(answer), "words") == _in_plain_form(_as_text(guess), "words")
    if right == number or isinstance(answer, str):
        return right == number
    is_shown = _as_text(answer, digits) == _as_text(float(number), digits)
    return is_shown or (rounded and _is_rounded(right, number))


def _is_rounded(right: Decimal, number: Decimal) -> bool:
    """Whether a guess is the answer to as many digits as it has itself, or is shown like it with the fewest digits."""
    if right % 1 and f"{float(number):.{FEWEST_DIGITS}g}" == _as_text(float(right)):
        return True
    _, figures, exponent = number.as_tuple()
    distance = abs(float(right - number)) / 10.0 ** int(exponent)
    return len(figures) >= FEWEST_DIGITS and distance <= 0.5 + 1e-9  # a half may be rounded up or down


@cache
def _rules() -> dict[str, list[list[str]]]:
    return tomllib.loads(files(__package__).joinpath("answers.toml").read_text("utf-8"))


def _in_plain_form(text: str, kind: str) -> str:
    """A text as all are written that mean the same, by the rules for "numbers" or "words"."""
    text = re.sub(r"^[\s\"'\u2018\u201c]+|[\s\"'\u2019\u201d.!]+$", "", text).casefold()
    for pattern, replacement in _rules()[kind]:
        text = re.sub(pattern, replacement, text) or text
    return text


def _as_number(value: object) -> Decimal | None:
    """A value as a number with the digits that it is written with; None where it is none, or has too many digits."""
    try:
        text = _in_plain_form(value, "numbers") if isinstance(value, str) else f"{float(cast(float, value)):.15g}"
    except (TypeError, OverflowError):
        return None
    if isinstance(value, bool) or not NUMBER.fullmatch(text):
        return None
    return Decimal(f"{float(Fraction(text)):.15g}" if "/" in text else text)
