"""Read results in many forms, so that two functions can be compared by what they compute."""

import math
import re
from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple

from exercise_checker._changes import copied
from exercise_checker.description import Single, describe, describe_error, same, show, show_number
from exercise_checker.messages import say

RELATIVE = 1e-12
"""Sums and products computed in another order differ by about 1e-15, a result rounded to 10 digits by about 1e-11."""

ABSOLUTE = 1e-15
"""What counts as 0: a tiny number used instead of 0, for example in a logarithm, leads to results far below this."""

NEARLY = 1e-6
"""The tolerance for recognising a mistake: the code may also use a constant with ten digits, or round to seven."""


class Outcome(NamedTuple):
    """What a function did for one input, in a form that can be compared.

    `kind` is "number", "numbers", "counts", "words", "error", or "value" for anything else. Results that are not usable
    have the kind "none", "nan", "text" or "shape". `value` is the number, a tuple of numbers, the counts without zeros,
    the list of words, the kind of the error, the description of the value, or the name of the result's type.
    """

    kind: str
    value: Any


UNHASHABLE = "TypeError: unhashable"
"""The kind of error raised by something that cannot be a key."""

NO_END = Outcome("error", "StopIteration")
"""What a function of the catalogue does where a learner's loop would be endless: it has nothing left to try."""


def read_number(result: Any) -> Outcome:
    """Read an int, a float, a Fraction, a Decimal, a NumPy number, True or False. True and False are shown as they are.

    An integer that is too large for a float is read as a value and compared exactly.

    >>> read_number(True + 1), read_number(True) == read_number(1)
    (Outcome(kind='number', value=2.0), True)
    """
    if problem := _no_result(result):
        return problem
    if isinstance(result, bool):
        return Outcome("number", result)
    if not isinstance(result, int | float):
        return _shape(result)
    try:
        number = result if isinstance(result, Single) else float(result)
    except OverflowError:
        return Outcome("value", result)
    return Outcome("nan", "nan") if math.isnan(number) else Outcome("number", number)


def read_numbers(result: Any) -> Outcome:
    """Read a list or tuple of numbers (which may include True and False), or a NumPy array.

    >>> read_numbers((True, 0.5))
    Outcome(kind='numbers', value=(True, 0.5))
    """
    if problem := _no_result(result):
        return problem
    if not isinstance(result, list | tuple):
        return _shape(result)
    numbers = [read_number(item) for item in result]
    if any(number.kind == "nan" for number in numbers):
        return Outcome("nan", "nan")
    for item, number in zip(result, numbers, strict=True):
        if number.kind not in _NUMBERS:
            return _shape(result, "{kind} of {items}", items=type(item).__name__)
    return Outcome("numbers", tuple(number.value for number in numbers))


_NUMBERS = ("number", "value")
"""The kinds of outcome that `read_number` makes of a number."""


def read_counts(result: Any, zeros: bool = False) -> Outcome:
    """Read a dict, a Counter, or pairs of a key and its count. Zeros do not count, unless the task forbids them.

    A key that has several words may be a tuple or list of them, or a string with spaces between them.

    >>> read_counts({"the": 2, ("cat",): 1, "dog": 0}) == read_counts([(["cat"], 1), ("the", 2.0)])
    True
    >>> read_counts([("the", "cat")])
    Outcome(kind='shape', value='list')
    """
    if problem := _no_result(result):
        return problem
    has_pairs = isinstance(result, list | tuple) and all(
        isinstance(pair, list | tuple) and len(pair) == 2 for pair in result
    )
    if not (has_pairs or isinstance(result, dict)):
        return _shape(result)
    counts: dict[tuple[Hashable, ...], float] = {}
    for key, count in result.items() if isinstance(result, dict) else result:
        number, words = read_number(count), _words(key)
        if number.kind == "nan":
            return number
        if number.kind not in _NUMBERS and not isinstance(result, dict):  # keys without any counts
            return _shape(result)
        if number.kind not in _NUMBERS:
            return _shape(result, "{kind} with a count of type {count}", count=type(count).__name__)
        if words in counts:  # pairs whose counts were never added up
            return _shape(result, "{kind} with one key more than once")
        counts[words] = number.value
    return Outcome("counts", {key: count for key, count in counts.items() if zeros or count != 0})


def read_words(result: Any) -> Outcome:
    """Read a list or tuple of words.

    >>> read_words(("the", "cat"))
    Outcome(kind='words', value=['the', 'cat'])
    """
    if result is None:
        return Outcome("none", "None")
    if not isinstance(result, list | tuple):
        return _shape(result)
    for word in result:
        if not isinstance(word, str):
            return _shape(result, "{kind} of {items}", items=type(word).__name__)
    return Outcome("words", list(result))


def read_text(result: Any) -> Outcome:
    """Read a string.

    >>> read_text("XIV")
    Outcome(kind='value', value='XIV')
    """
    if result is None:
        return Outcome("none", "None")
    return Outcome("value", result) if isinstance(result, str) else _shape(result)


def outcome_of(read: Callable[[Any], Outcome], function: Callable[..., Any], arguments: Iterable[Any]) -> Outcome:
    """Call one of our own functions, which may be wrong on purpose, with copies of the arguments; read its outcome."""
    try:
        return read(describe(function(*map(copied, arguments))))
    except Exception as error:
        return Outcome("error", error_kind(*describe_error(error)))


def error_kind(name: str, message: str) -> str:
    """Name an error so that two functions that fail for the same reason agree on every version of Python.

    >>> error_kind("TypeError", "unhashable type: 'list'"), error_kind("TypeError", "can only concatenate")
    ('TypeError: unhashable', 'TypeError')
    """
    if name == "TypeError" and "unhashable" in message:
        return UNHASHABLE
    if name == "ValueError" and re.search("math domain error|expected a positive input", message):
        return "ValueError: logarithm"
    return name


def close(value: float, other: float, relative: float = RELATIVE, absolute: float = ABSOLUTE) -> bool:
    """Whether two numbers differ at most by what the order of operations can explain."""
    if isinstance(value, Single) or isinstance(other, Single):
        relative = NEARLY
    try:
        return math.isclose(value, other, rel_tol=relative, abs_tol=absolute)
    except OverflowError:  # an integer that is too large for a float
        return value == other


def nearly(value: float, other: float) -> bool:
    """Whether two numbers differ at most in their last digits."""
    return close(value, other, NEARLY, NEARLY)


def agree(outcome: Outcome, other: Outcome, alike: Callable[[float, float], bool] = close) -> bool:
    """Whether two outcomes are the same: equal up to the rounding of floats, or the same kind of error.

    Args:
        outcome: what one function did.
        other: what another function did.
        alike: decides whether two numbers count as the same.
    """
    if outcome.kind != other.kind:
        return False
    if outcome.kind == "number":
        return alike(outcome.value, other.value)
    if outcome.kind == "counts" and outcome.value.keys() == other.value.keys():
        return all(alike(count, other.value[key]) for key, count in outcome.value.items())
    return same(outcome.value, other.value, alike)


def show_both(result: Any, yours: Outcome, right: Outcome, ours: Any = None) -> tuple[str, str]:
    """Write what a function returned, and the right outcome: with 6 digits, or with all if the first 6 are the same.

    Args:
        result: what the function returned, in its original form.
        yours: the same result after reading it.
        right: the right outcome.
        ours: what the right function returned.

    >>> show_both(1 / 3, read_number(1 / 3), Outcome("number", 0.25))
    ('0.333333', '0.25')
    >>> show_both(0.3333333333, read_number(0.3333333333), Outcome("number", 1 / 3))
    ('0.3333333333', '0.3333333333333333')

    Counts are shown as dicts. The right ones have keys in the learner's form, or in ours if the learner has none.

    >>> show_both({"the": 2, "cat": 0}, read_counts({"the": 2, "cat": 0}), read_counts({"the": 1}))
    ("{'the': 2, 'cat': 0}", "{'the': 1}")
    >>> show_both({5: 2}, read_counts({5: 2}), read_counts({5: 1}))
    ('{5: 2}', '{5: 1}')
    >>> show_both({}, read_counts({}), read_counts({" ": 1}), {" ": 1})
    ('{}', "{' ': 1}")
    """
    digits = 6 if show_outcome(yours, 6) != show_outcome(right, 6) else 17
    like = result if isinstance(result, dict) and result else ours
    return show(result, digits), show_outcome(right, digits, like)


def in_words(outcome: Outcome) -> str:
    """Describe the type of a right outcome.

    >>> in_words(read_numbers([1])), in_words(read_text("XIV")), in_words(Outcome("value", {1}))
    ('a list of numbers', 'a string', 'of type set')
    """
    if outcome.kind in _KINDS:
        return say(_KINDS[outcome.kind])
    if isinstance(outcome.value, str):
        return say("a string")
    return say("of type {kind}", kind=type(outcome.value).__name__)


_KINDS = {
    "number": "one number",
    "numbers": "a list of numbers",
    "counts": "a dict or a Counter",
    "words": "a list of words",
}


def show_outcome(outcome: Outcome, digits: int = 6, like: Any = None) -> str:
    """Write an outcome for people. Keys of counts are tuples, or strings if `like` has strings as keys."""
    if outcome.kind == "number":
        return show_number(outcome.value, digits)
    if outcome.kind == "numbers":
        return f"[{', '.join(show_number(number, digits) for number in outcome.value)}]"
    if outcome.kind == "counts":
        # The pairs are sorted because a dict that was filled from a set has a different order each time.
        joined = isinstance(like, dict) and any(isinstance(key, str) for key in like)
        keys = {key: _key(key, joined) for key in outcome.value}
        pairs = sorted(f"{show(keys[key], 17)}: {show_number(count, digits)}" for key, count in outcome.value.items())
        return "{" + ", ".join(pairs) + "}"
    return show(outcome.value, digits) if outcome.kind == "value" else str(outcome.value)


def _key(words: tuple[Hashable, ...], joined: bool) -> Hashable:
    if len(words) == 1 and not isinstance(words[0], str):
        return words[0]  # the key is not a word: something else was counted
    return " ".join(word if isinstance(word, str) else show(word) for word in words) if joined else words


def _shape(result: Any, template: str = "{kind}", **others: Any) -> Outcome:
    return Outcome("shape", say(template, kind=type(result).__name__, **others))


def _no_result(result: Any) -> Outcome | None:
    if result is None or result is NotImplemented or result is Ellipsis:
        return Outcome("none", repr(result))
    return Outcome("text", show(result)) if isinstance(result, str | bytes) else None


def _words(key: Any) -> tuple[Hashable, ...]:
    if isinstance(key, str):
        words = tuple(key.split(" ")) if key else ()
        return words if all(words) else (key,)
    return tuple(key) if isinstance(key, list | tuple) else (key,)
