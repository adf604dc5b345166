"""The answer to a prediction, and the reader's guess beside it."""

from numbers import Real


def reveal(answer: object, guess: object = None) -> None:
    """Print the answer to a prediction, and beside it what the reader had guessed, where there is a guess.

    Args:
        answer: what the lesson asked for: a number, a word, or several of them in a list or tuple.
        guess: what the reader put in its place; None where nothing was put in. Whatever it is, it is only shown.

    >>> reveal(17 / 18)
    answer: 0.9444
    >>> reveal(17 / 18, 0.9)
    answer: 0.9444    your guess: 0.9, which is 0.04444 too low
    >>> reveal("the sentence", "The heap")
    answer: the sentence    your guess: The heap
    >>> reveal([2, 1], (2, 1))
    answer: 2, 1    your guess: 2, 1, and that is right
    """
    line = f"answer: {_shown(answer)}"
    if guess is not None:
        line += f"    your guess: {_shown(guess)}{_verdict(answer, guess)}"
    print(line)


def _shown(value: object) -> str:
    try:
        return _as_text(value)
    except Exception:  # whose it is may do anything: a list may hold itself, and Python writes no int of 5000 digits
        return "something that cannot be shown"


def _as_text(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(_as_text, value))
    return str(value) if isinstance(value, int) or not isinstance(value, Real) else f"{float(value):.4g}"


def _verdict(answer: object, guess: object) -> str:
    try:
        if _is_the_same(answer, guess):
            return ", and that is right"
        if isinstance(answer, Real) and isinstance(guess, Real) and not isinstance(guess, bool):
            difference = float(guess) - float(answer)
            return f", which is {_as_text(abs(difference))} too {'high' if difference > 0 else 'low'}"
    except Exception:  # what cannot be shown, or is too large for a float, is not judged
        return ""
    return ""


def _is_the_same(answer: object, guess: object) -> bool:
    """Whether a guess is right: to the digits that are shown, whatever the case of a word and the kind of a list."""
    if isinstance(answer, list | tuple) and isinstance(guess, list | tuple):
        return len(answer) == len(guess) and all(map(_is_the_same, answer, guess))
    return _as_text(answer).strip().casefold() == _as_text(guess).strip().casefold()
