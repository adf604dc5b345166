"""The answer to a prediction, and the reader's guess beside it."""

import re
from fractions import Fraction
from numbers import Real

NUMBER = re.compile(r"\s*[+-]?(\d{1,15}(\.\d{0,15})?|\.\d{1,15}|\d{1,15}/\d{1,15})\s*")
"""A number or a fraction that is written as a text."""


def reveal(answer: object, guess: object = None, *, exact: bool = False, digits: int | None = None) -> None:
    """Print the answer to a prediction, and beside it what the reader had guessed, where there is a guess.

    A number is judged as a number: right to the digits that are shown, also as a fraction or in quotation marks, else
    too high or too low. Whatever is a text in the lesson is judged as a word, also where it is the name "3".

    Args:
        answer: what the lesson asked for: a number, a word, or several of them in a list or tuple.
        guess: what the reader put in its place; None where nothing was put in. Whatever it is, it is only shown.
        exact: a word is right only letter by letter, with its capitals and blanks.
        digits: how many digits after the point the lesson asks for; all that are shown where None.

    >>> reveal(17 / 18)
    answer: 0.9444
    >>> reveal(17 / 18, 0.9)
    answer: 0.9444    your guess: 0.9, which is 0.04444 too low
    >>> reveal(17 / 18, "17/18")
    answer: 0.9444    your guess: 17/18, and that is right
    >>> reveal("1", 3)
    answer: 1    your guess: 3
    >>> reveal("party.", "Party.", exact=True)
    answer: party.    your guess: Party.
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
    try:
        if _is_the_same(answer, guess, exact, digits):
            return ", and that is right"
        number = _as_number(guess)
        if isinstance(answer, Real) and number is not None:
            difference = float(number) - (float(answer) if digits is None else round(float(answer), digits))
            return f", which is {_as_text(abs(difference))} too {'high' if difference > 0 else 'low'}"
    except (ArithmeticError, ValueError):  # "1/0", or what is too large for a float, is not judged
        return ""
    return ""


def _is_the_same(answer: object, guess: object, exact: bool, digits: int | None) -> bool:
    """Whether a guess is right: a number to the digits that are shown, a word in whatever case unless it is exact."""
    if isinstance(answer, list | tuple) and isinstance(guess, list | tuple):
        pairs = zip(answer, guess, strict=False)
        return len(answer) == len(guess) and all(_is_the_same(*pair, exact, digits) for pair in pairs)
    number = _as_number(guess)
    if isinstance(answer, Real) and number is not None:
        return answer == number or _as_text(answer, digits) == _as_text(number, digits)
    if exact:
        return answer == guess
    return _as_text(answer).strip().casefold() == _as_text(guess).strip().casefold()


def _as_number(guess: object) -> Real | None:
    """A guess as a number, also one that is written as a text; None where it is none."""
    if isinstance(guess, str) and NUMBER.fullmatch(guess):
        return Fraction(guess)
    return guess if isinstance(guess, Real) and not isinstance(guess, bool) else None
