"""Read a result in whatever form it comes, so that two functions can be compared by what they compute."""

import math
import re
from collections.abc import Callable, Hashable, ItemsView, Iterable, Mapping
from typing import Any, NamedTuple

RELATIVE = 1e-12
"""Sums and products in another order differ by about 1e-15, and a result that is rounded to 10 digits by 1e-11."""

ABSOLUTE = 1e-15
"""What counts as 0: a tiny number that stands in its place, as before a logarithm, leads to results far below this."""

NEARLY = 1e-6
"""A mistake may be recognised to so much: beside it there may be a constant of ten digits, or a `round` to seven."""


class Single(float):
    """A number in single precision, such as NumPy's float32. It holds seven digits, and six are compared."""


class _Outcome(NamedTuple):
    kind: str
    value: Any


class Outcome(_Outcome):
    """What a function did for one input, in a form that can be compared.

    `kind` is "number", "numbers", "counts", "words", "error", or "value" for anything else that `==` compares; or, for
    what is no result at all, "none", "nan", "text" or "shape". `value` is the number, a tuple of them, the counts
    without zeros, the list of words, the kind of the error, the value itself, or the name of the result's type. An
    array among what `==` compares is the list that it holds: it would not say whether it is equal.
    """

    __slots__ = ()

    def __new__(cls, kind: str, value: Any) -> "Outcome":
        """Make an outcome."""
        return super().__new__(cls, kind, _with_lists(value) if kind == "value" else value)


def _with_lists(value: Any) -> Any:
    if hasattr(value, "tolist"):
        return value.tolist()
    if type(value) is dict:
        return {key: _with_lists(item) for key, item in value.items()}
    return type(value)(map(_with_lists, value)) if type(value) in (list, tuple) else value


UNHASHABLE = "TypeError: unhashable"
"""The kind of error of what cannot be a key."""

LOGARITHM = "ValueError: logarithm"
"""The kind of error of what has no logarithm."""

NO_END = Outcome("error", "StopIteration")
"""What a mistake of ours does where a learner's loop would not come to an end: it has nothing left to try."""


def read_number(result: Any) -> Outcome:
    """Read an int, a float, a Fraction, a Decimal, a NumPy number, or True or False, which are shown as such.

    >>> read_number(True + 1), read_number(True) == read_number(1)
    (Outcome(kind='number', value=2.0), True)
    """
    problem = _no_result(result)
    if problem is not None:
        return problem
    if isinstance(result, bool):
        return Outcome("number", result)
    try:
        number = Single(result) if isinstance(result, Single) or _is_single(result) else float(result)
    except (TypeError, ValueError, OverflowError):
        return Outcome("shape", type(result).__name__)
    return Outcome("nan", "nan") if math.isnan(number) else Outcome("number", number)


def read_numbers(result: Any) -> Outcome:
    """Read a list or tuple of numbers, which may be True and False, or a NumPy array.

    >>> read_numbers((True, 0.5))
    Outcome(kind='numbers', value=(True, 0.5))
    """
    problem = _no_result(result)
    if problem is not None:
        return problem
    items = held_by(result) if hasattr(result, "tolist") else result
    if not isinstance(items, list | tuple):
        return Outcome("shape", type(result).__name__)
    numbers = [read_number(item) for item in items]
    if any(number.kind == "nan" for number in numbers):
        return Outcome("nan", "nan")
    for item, number in zip(items, numbers, strict=True):
        if number.kind != "number":
            return Outcome("shape", f"{type(result).__name__} of {type(item).__name__}")
    return Outcome("numbers", tuple(number.value for number in numbers))


def held_by(array: Any) -> Any:
    """Return what an array or a number of NumPy holds, as lists and numbers of Python, and float32 as `Single`."""
    held = array.tolist()
    return _singles(held) if _is_single(array) else held


def _singles(held: Any) -> Any:
    return [*map(_singles, held)] if isinstance(held, list) else Single(held)


def _is_single(result: Any) -> bool:
    return str(getattr(result, "dtype", "")) == "float32"


def read_counts(result: Any, zeros: bool = False) -> Outcome:
    """Read a dict, a Counter, or pairs of a key and its count. Zeros do not count, unless the task forbids them.

    A key that has several words may be a tuple or list of them, or a string with spaces between them.

    >>> read_counts({"the": 2, ("cat",): 1, "dog": 0}) == read_counts([(["cat"], 1), ("the", 2.0)])
    True
    >>> read_counts([("the", "cat")])
    Outcome(kind='shape', value='list')
    """
    problem = _no_result(result)
    if problem is not None:
        return problem
    pairs = result.items() if isinstance(result, Mapping) else result
    pairs = list(pairs) if isinstance(pairs, ItemsView) else pairs
    if not isinstance(pairs, list | tuple) or any(
        not isinstance(pair, list | tuple) or len(pair) != 2 for pair in pairs
    ):
        return Outcome("shape", type(result).__name__)
    counts: dict[tuple[Hashable, ...], float] = {}
    for key, count in pairs:
        number = read_number(count)
        if number.kind == "nan":
            return number
        if number.kind != "number" and not isinstance(result, Mapping):  # keys, and none of them counted
            return Outcome("shape", type(result).__name__)
        if number.kind != "number":
            return Outcome("shape", f"{type(result).__name__} with a count of type {type(count).__name__}")
        if _words(key) in counts:  # pairs that were never added up
            return Outcome("shape", f"{type(result).__name__} with one key more than once")
        counts[_words(key)] = number.value
    return Outcome("counts", {key: count for key, count in counts.items() if zeros or count != 0})


def read_words(result: Any) -> Outcome:
    """Read a list or tuple of words.

    >>> read_words(("the", "cat"))
    Outcome(kind='words', value=['the', 'cat'])
    """
    if result is None:
        return Outcome("none", "None")
    if not isinstance(result, list | tuple) or any(not isinstance(word, str) for word in result):
        return Outcome("shape", type(result).__name__)
    return Outcome("words", [str(word) for word in result])


def read_text(result: Any) -> Outcome:
    """Read a text.

    >>> read_text("XIV")
    Outcome(kind='value', value='XIV')
    """
    if result is None:
        return Outcome("none", "None")
    return Outcome("value", str(result)) if isinstance(result, str) else Outcome("shape", type(result).__name__)


def outcome_of(read: Callable[[Any], Outcome], function: Callable[..., Any], arguments: Iterable[Any]) -> Outcome:
    """Call one of our own functions, right or wrong on purpose, and read what it does."""
    try:
        return read(function(*arguments))
    except Exception as error:
        return Outcome("error", error_kind(error))


def error_kind(error: BaseException) -> str:
    """Name an error so that two functions that stumble over the same thing agree, on any version of Python.

    >>> error_kind(TypeError("unhashable type: 'list'")), error_kind(TypeError("can only concatenate"))
    ('TypeError: unhashable', 'TypeError')
    """
    name, message = type(error).__name__, str(error.args[0]) if error.args else ""
    if isinstance(error, TypeError) and "unhashable" in message:
        return UNHASHABLE
    if isinstance(error, ValueError) and re.search("math domain error|expected a positive input", message):
        return LOGARITHM
    return name


def close(one: float, other: float) -> bool:
    """Whether two numbers differ by no more than the order of the operations can explain."""
    relative = NEARLY if isinstance(one, Single) or isinstance(other, Single) else RELATIVE
    return math.isclose(one, other, rel_tol=relative, abs_tol=ABSOLUTE)


def nearly(one: float, other: float) -> bool:
    """Whether two numbers differ in their last digits at most."""
    return math.isclose(one, other, rel_tol=NEARLY, abs_tol=NEARLY)


def agree(one: Outcome, other: Outcome, alike: Callable[[float, float], bool] = close) -> bool:
    """Whether two outcomes are the same: equal up to the rounding of floats, or the same kind of error.

    Args:
        one: what a function did.
        other: what another one did.
        alike: says of two numbers whether they count as the same.
    """
    if one.kind != other.kind:
        return False
    if one.kind == "number":
        return alike(one.value, other.value)
    if one.kind == "numbers":
        return len(one.value) == len(other.value) and all(map(alike, one.value, other.value))
    if one.kind == "counts":
        return one.value.keys() == other.value.keys() and all(
            alike(count, other.value[key]) for key, count in one.value.items()
        )
    try:
        return bool(one.value == other.value)
    except Exception:  # an object of the learner's own may be unable to say
        return False


def show_both(result: Any, yours: Outcome, right: Outcome, ours: Any = None) -> tuple[str, str]:
    """Write what a function returned, and the right outcome: 6 digits, or all where the difference is further back.

    Args:
        result: what the function returned, in its own form.
        yours: the same as it was read.
        right: the right outcome.
        ours: what the right function returned.

    >>> show_both(1 / 3, read_number(1 / 3), Outcome("number", 0.25))
    ('0.333333', '0.25')
    >>> show_both(0.3333333333, read_number(0.3333333333), Outcome("number", 1 / 3))
    ('0.3333333333', '0.3333333333333333')

    Counts are shown as what they hold, and the right ones have keys like those of the learner, else like ours.

    >>> show_both({"the": 2, "cat": 0}, read_counts({"the": 2, "cat": 0}), read_counts({"the": 1}))
    ("{'the': 2, 'cat': 0}", "{'the': 1}")
    >>> show_both({5: 2}, read_counts({5: 2}), read_counts({5: 1}))
    ('{5: 2}', '{5: 1}')
    >>> show_both({}, read_counts({}), read_counts({" ": 1}), {" ": 1})
    ('{}', "{' ': 1}")
    """
    digits = 6 if show_outcome(yours, 6) != show_outcome(right, 6) else 17
    like = result if isinstance(result, Mapping) and result else ours
    return show_result(result, digits), show_outcome(right, digits, like)


LONGEST = 400
"""A result or an error is shown with so many characters at most: no message of ours is longer."""


def show_result(result: Any, digits: int = 6) -> str:
    """Write a result in the form and order in which it was returned. A set has no order, so it is sorted; addresses are
    left out.

    >>> show_result([(1 / 3, True), {"b": 1.0, "a": 0.5}, {2, 1}])
    "[(0.333333, True), {'b': 1.0, 'a': 0.5}, {1, 2}]"
    """
    return _cut(re.sub("0x[0-9a-fA-F]+", "0x...", " ".join(_show_result(result, digits).split())))


def _show_result(result: Any, digits: int) -> str:
    if getattr(result, "ndim", None) == 0:  # NumPy's own number
        result = result.item()
    if type(result) is float:
        number = _show_number(result, digits)
        return f"{number}.0" if number.lstrip("-").isdigit() else number
    if isinstance(result, Mapping):
        pairs = [f"{_show_result(key, digits)}: {_show_result(item, digits)}" for key, item in result.items()]
        return "{" + ", ".join(pairs) + "}"
    if isinstance(result, set | frozenset) and result:
        text = "{" + ", ".join(sorted(_show_result(item, digits) for item in result)) + "}"
        return text if type(result) is set else f"{type(result).__name__}({text})"
    if type(result) is tuple:
        return f"({', '.join(_show_result(item, digits) for item in result)}{',' if len(result) == 1 else ''})"
    if isinstance(result, list):
        return f"[{', '.join(_show_result(item, digits) for item in result)}]"
    return repr(result)


def in_words(outcome: Outcome) -> str:
    """Say of which kind a right outcome is.

    >>> in_words(read_numbers([1])), in_words(read_text("XIV")), in_words(Outcome("value", {1}))
    ('a list of numbers', 'a text', 'of type set')
    """
    of_values = "a text" if isinstance(outcome.value, str) else f"of type {type(outcome.value).__name__}"
    return _KINDS.get(outcome.kind, of_values)


_KINDS = {
    "number": "one number",
    "numbers": "a list of numbers",
    "counts": "a dict or a Counter",
    "words": "a list of words",
}


def show_outcome(outcome: Outcome, digits: int = 6, like: Any = None) -> str:
    """Write an outcome for people; of counts, each key as a tuple, or as a string like those of another result."""
    if outcome.kind == "number":
        return _show_number(outcome.value, digits)
    if outcome.kind == "numbers":
        return f"[{', '.join(_show_number(number, digits) for number in outcome.value)}]"
    if outcome.kind == "counts":
        # Sorted, because a dict that was filled from a set has another order each time.
        joined = isinstance(like, Mapping) and any(isinstance(key, str) for key in like)
        keys = {key: _key(key, joined) for key in outcome.value}
        pairs = sorted(f"{keys[key]!r}: {_show_number(count, digits)}" for key, count in outcome.value.items())
        return "{" + ", ".join(pairs) + "}"
    return show_result(outcome.value, digits) if outcome.kind == "value" else str(outcome.value)


def _key(words: tuple[Hashable, ...], joined: bool) -> Hashable:
    if len(words) == 1 and not isinstance(words[0], str):
        return words[0]  # it is no word: a number was counted
    return " ".join(map(str, words)) if joined else words


def describe_error(error: BaseException) -> str:
    """Name an error and quote the first line of its message, without memory addresses.

    >>> describe_error(KeyError("the"))
    "KeyError: 'the'"
    """
    message = _cut(re.sub("0x[0-9a-fA-F]+", "0x...", str(error).split("\n")[0])).rstrip(".")
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _cut(text: str) -> str:
    begins = text[:LONGEST]
    return text if text == begins else f"{begins.rpartition(' ')[0] or begins} [...]"


def _show_number(number: float, digits: int) -> str:
    if isinstance(number, bool):
        return str(number)
    return f"{number:.{digits}g}" if digits < 17 else repr(number).removesuffix(".0")


def _no_result(result: Any) -> Outcome | None:
    if result is None or result is NotImplemented or result is Ellipsis:
        return Outcome("none", repr(result))
    return Outcome("text", repr(result)[:60]) if isinstance(result, str | bytes) else None


def _words(key: Any) -> tuple[Hashable, ...]:
    if isinstance(key, str):
        words = tuple(key.split(" ")) if key else ()
        return words if all(words) else (key,)
    return tuple(key) if isinstance(key, list | tuple) else (key,)
