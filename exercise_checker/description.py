"""Immediately turn whatever a learner's function returned or raised into plain values, so that nothing else uses it.

A learner's object can do anything when it is used: raise an error, run for ever, or pretend to be of another class. So
only this module uses it. Everything that is compared, shown or named afterwards consists of Python's own values, or of
harmless classes that are defined here.
"""

import re
from collections.abc import Callable, ItemsView, Mapping
from functools import lru_cache
from itertools import chain, islice
from math import log10
from typing import Any, NamedTuple, TypeAlias

Ask: TypeAlias = Callable[[Callable[[Any], Any], Any], Any]
"""Calls a function with a learner's object, and raises Unreadable if this fails."""

MAX_LEVELS = 50
"""Nested lists are described down to this depth."""

MAX_ITEMS = 10_000
"""A result may have at most this many items in all, and a generator may yield this many. Inputs are much shorter."""

MAX_LENGTH = 100_000
"""A string may have at most this many characters, and an integer about this many digits."""

MAX_SHOWN = 400
"""A result or an error is shown with at most this many characters: no message of ours is longer."""

_SHOWN_BITS = 2_000
"""Python may refuse to convert an integer of more bits than this into a string."""


class Unreadable(Exception):
    """A learner's object could not be used as intended."""


class TooLarge(Exception):
    """A learner's object contains more items than a description may have."""


class Single(float):
    """A number in single precision, such as NumPy's float32. It has seven digits, of which six are compared."""


class Opaque:
    """A learner's object of which only its text and the name of its class are known. Our class gets the same name.

    Two of them are equal if their classes have the same name and `repr` returned the same for both.
    """

    def __init__(self, text: str, written: str | None = None) -> None:
        self.text = text
        self._key = type(self).__name__, hash(text if written is None else written)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Opaque) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


class Raised(NamedTuple):
    """An error: the name of its class, and the first line of its message."""

    name: str
    message: str

    def __str__(self) -> str:
        return f"{self.name}: {self.message}" if self.message else self.name


def directly(function: Callable[[Any], Any], value: Any) -> Any:
    """Use an object without protection, because it is one of ours."""
    try:
        return function(value)
    except Exception as error:
        raise Unreadable from error


# Results.

_COPIES: dict[type, Callable[[Any], Any]] = {
    bool: bool,
    str: str.__str__,
    int: int.__int__,
    float: lambda value: float.__float__(value) + 0.0,
    complex: complex.__complex__,
    bytes: bytes.__bytes__,
}
"""How to copy a value without calling a learner's method, if its class is derived from one of Python's own."""

_ITEMS: dict[Any, Callable[[Any], Any]] = {
    list: list.__iter__,
    tuple: tuple.__iter__,
    dict: lambda value: chain.from_iterable(dict.items(value)),
    set: set.__iter__,
    frozenset: frozenset.__iter__,
}
"""How to get the items of a collection in the same way."""

_BASES = (*_COPIES, *_ITEMS)
_EXACT = {id(base): base for base in _BASES}  # a learner's class can do anything when it is compared or hashed
_AS_THEY_ARE = frozenset(map(id, (type(None), type(...), type(NotImplemented))))
_FIRST_LARGE = 2**1000  # a float can represent integers up to about 2**1024


def describe(value: Any, ask: Ask = directly) -> Any:
    """Describe a result in plain values: numbers, strings, lists, tuples, dicts and sets, and Opaque for all others.

    An object that contains plain values, such as an array or a Fraction, becomes the list or number that it represents,
    in an otherwise empty class with the same name. A 0 loses its sign.

    Args:
        value: what a function returned, or a description of it, which does not change.
        ask: calls a function with an object whose class is not Python's own.

    >>> from collections import Counter
    >>> describe([Counter("aab"), (-0.0, 1)]), type(describe(Counter())).__name__
    ([{'a': 2, 'b': 1}, (0.0, 1)], 'Counter')
    >>> show(describe(object())), show(describe(10**5000))
    ('<object object at 0x...>', '<int of about 5,001 digits>')
    """
    left, around = MAX_ITEMS, set[int]()

    def plain(value: Any, level: int = 0) -> Any:
        nonlocal left
        kind = type(value)
        if kind is float:
            return value + 0.0
        if (kind is str and len(value) <= MAX_LENGTH) or (kind is int and -_FIRST_LARGE < value < _FIRST_LARGE):
            return value
        base: Any = _EXACT.get(id(kind)) or next((base for base in _BASES if issubclass(kind, base)), None)
        if base in _COPIES:
            return value if kind is Single else _bounded(_COPIES[base](value))
        if base is None:
            return value if id(kind) in _AS_THEY_ARE or issubclass(kind, Opaque) else of_another_class(value, level)
        length = base.__len__(value)
        left -= length
        if left < 0:
            raise TooLarge
        if level >= MAX_LEVELS:
            return renamed(name_of(value), Opaque)("[...]")
        items = [plain(item, level + 1) for item in _ITEMS[base](value)]
        try:
            made = dict(zip(items[::2], items[1::2], strict=True)) if base is dict else base(items)
        except TypeError:  # a key that contains a list, which only a learner's class can hash
            return opaque(value)
        if len(made) < length:  # two of its keys have the same description
            return opaque(value)
        return made if kind is base else renamed(name_of(value), base)(made)

    def of_another_class(value: Any, level: int) -> Any:
        try:
            is_new = level < MAX_LEVELS and id(value) not in around  # otherwise it contains itself
            held, is_the_same = ask(_held_by, value) if is_new else (value, True)
        except Unreadable:
            held = value
        if held is value:
            return opaque(value)
        around.add(id(value))
        made = plain(held, level + 1)
        around.discard(id(value))
        if is_the_same or isinstance(made, Opaque):
            return made
        described = renamed(name_of(value), made.__class__)(made)
        described.text = opaque(value).text
        return described

    def opaque(value: Any) -> Any:
        name = name_of(value)
        try:
            written = re.sub("0x[0-9a-fA-F]+", "0x...", str.__str__(ask(repr, value)))
        except Unreadable:
            written = f"<{name} object>"
        return renamed(name, Opaque)(_cut(printable(" ".join(written[: 2 * MAX_SHOWN].split()))), written)

    try:
        return plain(value)
    except TooLarge:
        name = f"{name_of(value)} of more than {MAX_ITEMS:,} items"
        return renamed(name, Opaque)(f"<{name}>")


def _bounded(value: Any) -> Any:
    """Return a string or a number as it is, unless it is too long to be stored for each input."""
    if isinstance(value, str | bytes) and len(value) > MAX_LENGTH:
        name = f"{type(value).__name__} of {len(value):,} characters"
    elif isinstance(value, int) and value.bit_length() * log10(2) > MAX_LENGTH:
        name = _show_whole(value)[1:-1]
    else:
        return value
    return renamed(name, Opaque)(f"<{name}>", str(hash(value)))


def _held_by(value: Any) -> tuple[Any, bool]:
    """Return the list, dict or number that an object represents, and whether that describes it completely."""
    kind = type(value)
    if hasattr(kind, "tolist"):
        held = value.tolist()
        held = _singles(held) if str(getattr(value, "dtype", "")) == "float32" else held
        if type(held) is not kind:
            return held, not isinstance(held, list)
    if issubclass(kind, Mapping):
        return dict(value.items()), True
    if issubclass(kind, ItemsView):
        return list(value), False
    try:
        return float(value), False
    except OverflowError:
        return int(value), False


def _singles(held: Any) -> Any:
    return [*map(_singles, held)] if isinstance(held, list) else Single(held)


@lru_cache(maxsize=1000)
def renamed(name: str, base: Any) -> Any:
    """Make a class that is the same as another one, but has the name of a learner's class."""
    return type(name, (base,), {})


def name_of(value: Any) -> str:
    """Return the real name of an object's class, whatever the class pretends."""
    return printable(str.__str__(vars(type)["__name__"].__get__(type(value)))[:60])


# Errors.


def describe_error(error: BaseException, ask: Ask = directly) -> Raised:
    """Describe an error by its class and the first line of its message, without memory addresses.

    >>> str(describe_error(KeyError("the")))
    "KeyError: 'the'"
    """
    try:
        message = str.__str__(ask(str, error)).partition("\n")[0]
    except Unreadable:
        message = ""
    shown = re.sub("0x[0-9a-fA-F]+", "0x...", message[: 2 * MAX_SHOWN])
    return Raised(name_of(error), _cut(printable(shown)).rstrip("."))


# Strings.


def printable(text: str) -> str:
    r"""Write a string so that every terminal can show it.

    >>> printable("caf\u00e9 \ud800\x1b")
    'café \\ud800\\x1b'
    """
    return text if text.isprintable() else "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def show(value: Any, digits: int = 6) -> str:
    """Write a description in the form and order of the result. A set has no order, so it is sorted.

    >>> show([(1 / 3, True), {"b": 1.0, "a": 0.5}, {2, 1}])
    "[(0.333333, True), {'b': 1.0, 'a': 0.5}, {1, 2}]"
    """
    return _cut(_show(value, digits))


def _show(value: Any, digits: int) -> str:
    """Write a description, or the beginning of a long one, because no more of it is shown."""
    if isinstance(value, str | bytes):
        return repr(value[: MAX_SHOWN + 1])
    if hasattr(value, "text"):
        return str(value.text)
    if isinstance(value, float):
        number = show_number(value, digits)
        return f"{number}.0" if number.lstrip("-").isdigit() else number
    if isinstance(value, int):
        return show_number(value)
    if isinstance(value, dict):
        pairs = islice(value.items(), MAX_SHOWN)
        return "{" + ", ".join(f"{_show(key, digits)}: {_show(item, digits)}" for key, item in pairs) + "}"
    if isinstance(value, list | tuple):
        items = ", ".join([_show(item, digits) for item in islice(value, MAX_SHOWN)])
        return f"[{items}]" if isinstance(value, list) else f"({items}{',' if len(value) == 1 else ''})"
    if isinstance(value, set | frozenset) and value:
        items, name = ", ".join(sorted(_show(item, digits) for item in value)), type(value).__name__
        return f"{{{items}}}" if name == "set" else f"{name}({{{items}}})"
    return repr(value)


def show_number(number: float, digits: int = 6) -> str:
    """Write a number with this many digits, or with all its digits if `digits` is at least 17."""
    if isinstance(number, bool):
        return str(number)
    if isinstance(number, int):
        return _show_whole(number)
    return f"{number:.{digits}g}" if digits < 17 else repr(number).removesuffix(".0")


def _show_whole(number: int) -> str:
    bits = number.bit_length()
    return str(number) if bits <= _SHOWN_BITS else f"<int of about {int(bits * log10(2)) + 1:,} digits>"


def _cut(text: str) -> str:
    begins = text[:MAX_SHOWN]
    return text if text == begins else f"{begins.rpartition(' ')[0] or begins} [...]"


# Comparisons.


_INEXACT = (float, complex)
_NUMBERS = (int, float, complex)


def same(value: Any, other: Any, alike: Callable[[float, float], bool]) -> bool:
    """Whether two descriptions are the same, where `alike` compares two numbers at any depth.

    >>> near = lambda one, other: abs(one - other) < 1e-9
    >>> same([{"a": 0.1 + 0.2, "b": 1}], [{"b": 1, "a": 0.3}], near), same([1], (1,), near)
    (True, False)
    """
    if isinstance(value, _INEXACT) or isinstance(other, _INEXACT):
        if not (isinstance(value, _NUMBERS) and isinstance(other, _NUMBERS)):
            return False
        both_nan = value != value and other != other
        return both_nan or (alike(value.real, other.real) and alike(value.imag, other.imag))
    for kind, in_order in _IN_ORDER.items():
        if isinstance(value, kind) and isinstance(other, kind):
            both = in_order(value), in_order(other)
            return len(value) == len(other) and all(same(*pair, alike) for pair in zip(*both, strict=True))
    return bool(value == other)


_IN_ORDER: dict[Any, Callable[[Any], Any]] = {
    list: list,
    tuple: tuple,
    dict: lambda value: sorted(value.items(), key=show),
    (set, frozenset): lambda value: sorted(value, key=show),
}
"""How to list the items so that equal ones are at the same place, even if their last digits differ."""
