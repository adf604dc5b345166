"""Print the answer to a prediction, and compare it with the reader's guess."""

import re
import tomllib
import unicodedata
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib.resources import files
from numbers import Real
from typing import cast

from bleu_helpers.language import say, translated

NUMBER = re.compile(r"[+-]?(\d{1,15}(\.\d{0,20})?|\.\d{1,15})(e-\d\d?)?|[+-]?\d{1,15}/0{0,9}[1-9]\d{0,14}")
"""A number or a fraction, written as text."""

FIRST_UNPRINTED = 10**15
"""The smallest integer that is not printed. A limit is needed because Python refuses to print very large integers."""

MIN_DIGITS = 2
"""The minimum number of significant digits in a rounded guess. With one digit, nearly any guess would be right."""


def reveal(answer: object, guess: object = None, *, exact: bool = False, digits: int | None = None) -> None:
    """Print the answer to a prediction, followed by the reader's guess, if there is one, and whether it is right.

    If the answer is a number, the guess is right if it equals the answer to the digits that are shown or to the digits
    of the guess; otherwise it is too high or too low. A guess may be written in any common way: "5 words", "five",
    "90%", "1/2" or "0,5". If the answer is a text, a guess with the same meaning is right too, such as "fewer" for
    "less".

    Args:
        answer: the value that the lesson asked for: a number, a word, or a list or tuple of these.
        guess: the reader's guess, of any type; None if the reader has not entered one.
        exact: whether a text must be equal character by character, including case, spaces and punctuation.
        digits: the number of decimal places that the lesson asks for; None for four significant digits.

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
    answer: 0.9444    your guess: most, which cannot be read as a number; write one such as 12 or 0.9
    >>> reveal("less", "it is smaller")
    answer: less    your guess: it is smaller, and that is right
    >>> reveal("1", 3)
    answer: 1    your guess: 3, and that is not it
    >>> reveal("party.", "Party.", exact=True)
    answer: party.    your guess: Party., and that is not it
    >>> reveal([2, 1], (2, 1))
    answer: 2, 1    your guess: 2, 1, and that is right
    """
    line = say("answer: {answer}", answer=translated(_as_text(answer, digits)))
    if guess is not None:
        line += f"    {_verdict(answer, guess, exact, digits)}"
    print(line)


def _as_text(value: object, digits: int | None = None) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(_as_text(item, digits) for item in value)
    if isinstance(value, int) and abs(value) >= FIRST_UNPRINTED:
        return "an integer too large to print"
    if isinstance(value, int) or not isinstance(value, Real):
        return str(value)
    return f"{float(value):.4g}" if digits is None else f"{float(value):.{digits}f}"


def _verdict(answer: object, guess: object, exact: bool, digits: int | None) -> str:
    shown = _as_text(guess)
    if _is_the_same(answer, guess, exact, digits):
        return say("your guess: {guess}, and that is right", guess=shown)
    if digits is None and _is_the_same(answer, guess, exact, digits, rounded=True):
        return say("your guess: {guess}, and that is right (rounded)", guess=shown)
    right, number = _as_number(answer), _as_number(guess)
    if isinstance(answer, str) or right is None:
        return say("your guess: {guess}, and that is not it", guess=shown)
    if number is None:
        cannot = "your guess: {guess}, which cannot be read as a number; write one such as 12 or 0.9"
        return say(cannot, guess=shown)
    difference = float(number) - (float(right) if digits is None else round(float(right), digits))
    too_high = "your guess: {guess}, which is {difference} too high"
    too_low = "your guess: {guess}, which is {difference} too low"
    return say(too_high if difference > 0 else too_low, guess=shown, difference=_as_text(abs(difference)))


def _is_the_same(answer: object, guess: object, exact: bool, digits: int | None, rounded: bool = False) -> bool:
    """Return whether a guess is right: a number to the digits that are shown, and a text by its meaning or exactly."""
    if isinstance(answer, list | tuple) and isinstance(guess, list | tuple):
        pairs = zip(answer, guess, strict=False)
        return len(answer) == len(guess) and all(_is_the_same(*pair, exact, digits, rounded) for pair in pairs)
    right, number = _as_number(answer), _as_number(guess)
    if exact:
        return answer == guess
    if right is None or number is None:
        right_texts = (_as_text(answer), translated(_as_text(answer)))
        return _in_plain_form(_as_text(guess), "words") in [_in_plain_form(text, "words") for text in right_texts]
    if right == number or isinstance(answer, str):
        return right == number
    is_shown = _as_text(answer, digits) == _as_text(float(number), digits)
    return is_shown or (rounded and _is_rounded(right, number))


def _is_rounded(right: Decimal, number: Decimal) -> bool:
    """Return whether a guess is the answer rounded to the digits of the guess, or equals the shown answer when rounded.

    For example, if the answer is 0.9444, the guess 0.94 is right, but 0.9 has too few digits. If the shown answer is
    0.5, the guess 0.501 is right, because with two digits it is 0.5 too.
    """
    if right % 1 and f"{float(number):.{MIN_DIGITS}g}" == _as_text(float(right)):
        return True
    _, figures, exponent = number.as_tuple()
    distance = abs(float(right - number)) / 10.0 ** int(exponent)
    return len(figures) >= MIN_DIGITS and distance <= 0.5 + 1e-9  # a half may be rounded up or down


@cache
def _rules() -> dict[str, list[list[str]]]:
    return tomllib.loads(files(__package__).joinpath("answers.toml").read_text("utf-8"))


def _in_plain_form(text: str, kind: str) -> str:
    """Return a normal form that is the same for all texts with the same meaning, by the rules "numbers" or "words"."""
    text = unicodedata.normalize("NFKC", text)  # full-width digits and marks become ordinary ones
    text = re.sub(r"^[\s\"'\u2018\u201c]+|[\s\"'\u2019\u201d.!\u3002]+$", "", text).casefold()
    for pattern, replacement in _rules()[kind]:
        text = re.sub(pattern, replacement, text) or text
    return text


def _as_number(value: object) -> Decimal | None:
    """Convert a value to a number with the digits in which it is written, or return None if it cannot be read."""
    try:
        text = _in_plain_form(value, "numbers") if isinstance(value, str) else f"{float(cast(float, value)):.15g}"
    except (TypeError, OverflowError):
        return None
    if isinstance(value, bool) or not NUMBER.fullmatch(text):
        return None
    return Decimal(f"{float(Fraction(text)):.15g}" if "/" in text else text)
