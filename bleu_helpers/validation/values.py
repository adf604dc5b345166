"""Rules for single values, functions and numbers, and helpers for the messages of all rules."""

import math
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from io import IOBase
from itertools import chain
from numbers import Real
from typing import Any

from bleu_helpers.language import say, translated
from bleu_helpers.validation import Check


@cache
def errors() -> dict[str, str]:
    """Return the templates of the messages by their names."""
    import tomllib  # imported here, so that importing the package stays fast

    return tomllib.loads(files(__package__).joinpath("errors.toml").read_text("utf-8"))


def wrong_type(key: str, name: str = "", value: Any = None, **more: Any) -> TypeError:
    """Make the error for a value of a wrong type, with the message of this key in errors.toml."""
    return TypeError(_described(key, name, value, more))


def wrong_value(key: str, name: str = "", value: Any = None, **more: Any) -> ValueError:
    """Make the error for another wrong value, with the message of this key in errors.toml."""
    return ValueError(_described(key, name, value, more))


def _described(key: str, name: str, value: Any, more: dict[str, Any]) -> str:
    template = errors()[key]
    usual = {"name": name, "code": as_code(name), "kind": type(value).__name__, "value": shortened(value)}
    count = len(value) if "{count}" in template else None
    text = say(template, **usual | {"count": count} | more | {"wanted": translated(more.get("wanted", ""))})
    return re.sub("is of type NoneType(: None)?", "is None", text)


def check_list(value: Any, name: str, wanted: str) -> None:
    """Raise a TypeError unless `value` is a list or tuple; `wanted` describes it in the message."""
    if not is_list(value):
        key = "array" if hasattr(value, "tolist") else _no_text(value, name)
        key = key or ("read_only_once" if isinstance(value, Iterator) else "not_a_list")
        raise wrong_type(key, name, value, wanted=wanted)


def check_entries(values: Any, name: str, check: Check) -> None:
    """Check each entry of a list under its name, such as `weights[1]`."""
    for position, value in enumerate(values):
        check(value, f"{name}[{position}]")


def _no_text(value: Any, name: str) -> str:
    """Return the key of the message for what is often passed instead of a text or a list, or ""."""
    if value is None and name.endswith("]"):  # such as an empty cell of a table
        return "entry_is_none"
    return "open_file" if isinstance(value, IOBase) else "bytes" if isinstance(value, (bytes, bytearray)) else ""


def is_list(value: Any) -> bool:
    """Return whether a value is a list or a tuple."""
    return isinstance(value, (list, tuple))


def can_be_read(value: Any) -> bool:
    """Return whether a value can be iterated over. A NumPy array of dimension 0 is an Iterable, but it cannot."""
    try:
        iter(value)
    except TypeError:
        return False
    return True


def as_code(name: str) -> str:
    """Return a variable name for the advice in a message: for 'references[0]', which is one reference, 'reference'."""
    variable, *positions = name.split("[")
    if variable == "references_per_candidate" and positions:
        variable, positions = "references", positions[1:]  # each entry is the list of references of one candidate
    return variable.removesuffix("s") if positions else variable


def shortened(value: Any) -> str:
    """Return the repr of a value, shortened to 60 characters for a message."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def check_title(title: Any, name: str) -> None:
    """Raise a TypeError unless `title` is a string."""
    if not isinstance(title, str):
        raise wrong_type(_no_text(title, name) or "not_a_string", name, title)


def check_function(value: Any, name: str, wanted: str) -> None:
    """Raise a TypeError unless `value` is callable."""
    if not callable(value):
        raise wrong_type("not_a_function", name, value, wanted=wanted)


def function_for(wanted: str) -> Check:
    """Return a check that a value is callable; `wanted` describes it in the message."""
    return lambda value, name: check_function(value, name, wanted)


def unless_none(check: Check) -> Check:
    """Return a check that a value is None or passes the given check."""

    def check_unless_none(value: Any, name: str) -> None:
        if value is not None:
            check(value, name)

    return check_unless_none


def whole_number_from(least: int, most: float = math.inf, of: str = "") -> Check:
    """Return a check that a value is an int from `least` to `most`; the keys of its messages begin with `of`."""

    def check(value: Any, name: str) -> None:
        if not isinstance(value, int) or isinstance(value, bool):
            raise wrong_type(f"{of}not_a_whole_number", name, value)
        if not least <= value <= most:
            raise wrong_value(f"{of}too_{'low' if value < least else 'high'}", name, value, least=least, most=most)

    return check


check_order = whole_number_from(1, 1000, "order_")
"""The order of n-grams. All orders up to 1000 can be counted, and no metric uses orders above about 10."""


def check_number(value: Any, name: str, wanted: str) -> None:
    """Raise a TypeError unless `value` is a real number; a bool is not accepted."""
    if not isinstance(value, Real) or isinstance(value, bool):
        raise wrong_type("not_a_number", name, value, wanted=wanted)


def check_bool(value: Any, name: str) -> None:
    """Raise a TypeError unless `value` is True or False."""
    if not isinstance(value, bool):
        raise wrong_type("not_a_bool", name, value)


def check_split_or_tokenize(split: Any, tokenize: Any) -> None:
    """Raise a ValueError if there are two ways to split a line."""
    if split is not None and tokenize is not None:
        raise wrong_value("split_and_tokenize")


def number_that(is_valid: Callable[[Any], bool], key: str, wanted: str) -> Check:
    """Return a check that a value is a number for which `is_valid` is true; `key` is that of its message."""

    def check(value: Any, name: str) -> None:
        check_number(value, name, wanted)
        if not is_valid(value):
            raise wrong_value(key, name, value)

    return check


check_above_zero = number_that(lambda value: 0 < value < math.inf, "not_above_zero", "a number above 0")
check_not_negative = number_that(lambda value: 0 <= value < math.inf, "value_not_finite", "a number")
check_share = number_that(lambda value: 0 <= value <= 1, "not_a_share", "a number from 0 to 1")
check_beta = number_that(
    lambda beta: beta >= 0 and math.isfinite(float(beta) * float(beta)), "not_a_beta", "a number such as 1 or 2"
)


def check_weights(weights: Any, name: str) -> None:
    """Raise an error unless `weights` is a list or tuple of numbers from 0 to 1 that sum to 1 (to within 1e-9)."""
    check_numbers(weights, name, "a list or tuple of numbers, one per order")
    total = math.fsum(weights) if all(abs(weight) < 2 for weight in weights) else sum(map(float, weights))
    wrong = {
        "no_weight": len(weights) == 0,
        "weight_not_finite": not all(map(math.isfinite, weights)),
        "weight_negative": any(weight < 0 for weight in weights),
        "weights_do_not_sum_to_1": abs(total - 1) > 1e-9,
    }
    if any(wrong.values()):
        raise wrong_value(max(wrong, key=wrong.__getitem__), name, list(weights), total=total)


def check_values(values: Any, name: str) -> None:
    """Raise an error unless `values` is a list or tuple of finite, non-negative numbers."""
    check_numbers(values, name, "a list or tuple of numbers")
    for position, value in enumerate(values):
        if not 0 <= value < math.inf:
            raise wrong_value("value_not_finite", f"{name}[{position}]", value)


def check_one_weight_each(values: Any, weights: Any) -> None:
    """Raise a ValueError unless there are as many values as weights."""
    if len(values) != len(weights):
        raise wrong_value("values_and_weights", "values", values, other=len(weights))


def check_numbers(values: Any, name: str, wanted: str) -> None:
    """Raise a TypeError unless `values` is a list or tuple of numbers."""
    check_list(values, name, wanted)
    if not {*map(type, values)} <= {int, float}:  # checked all at once first, because vectors are long
        check_entries(values, name, lambda value, place: check_number(value, place, "a number"))


def check_two_lists_of_numbers(values: Any, name: str) -> None:
    """Raise an error unless `values` has two lists of finite numbers."""
    check_list(values, name, "two lists of numbers")
    check_entries(values, name, lambda value, place: check_numbers(value, place, "a list of numbers"))
    if len(values) != 2 or not all(map(math.isfinite, chain(*values))):
        raise wrong_value("not_two_lists", name, values)
