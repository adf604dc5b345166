"""Whatever a caller passes: a value in range, or an error that names the argument; and what was passed stays as it was.

From a seed, so that what fails must fail again. Of pandas whatever is installed takes part.
"""

import array
import collections
import dataclasses
import functools
import importlib.util
import inspect
import io
import itertools
import math
import os
import re
import signal
import threading
import traceback
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest
from test_validation import CALLS, good_arguments

import bleu_helpers as helpers
from bleu_helpers.checks import check, in_form

EACH = 200
"""How many calls each function gets."""

TAKES_ANYTHING = {"reveal"}
"""It shows whatever it is given."""

SMOOTHING = {
    name for name, call in CALLS.items() if {"counts", "candidate_length"} <= {*inspect.signature(call).parameters}
}
ABOVE_ONE = SMOOTHING | {
    "align",
    "character_error_rate",
    "corpus_character_error_rate",
    "corpus_word_error_rate",
    "geometric_mean",
    "word_error_rate",
}
"""A rate of errors can be above 1, a smoothing's precision too, and a mean of what is larger. All other floats are
shares."""

SECONDS = 60
"""What hangs is stopped after so long, where the system can do that; a call takes microseconds."""


class Named(str):
    """A token of a class of its own."""


def in_itself():
    endless = []
    endless.append(endless)
    return endless


NUMBERS = [
    *(0, 1, 2, 4, 7, -1, 1000, 1001, 2**53),
    *(0.0, -0.0, 0.25, 0.5, 1.0, 1.5, -0.5, 5e-324, 1e308, 1e-300, math.nan, math.inf, -math.inf),
    *(True, False, 1j, Fraction(1, 3), Decimal("0.5"), Decimal("NaN")),
    *(np.int64(1), np.int8(4), np.float64(0.5), np.float32(1), np.float64("nan"), np.bool_(True), np.uint8(255)),
]
TEXTS = [
    *("", " ", "the cat", "a", "e\u0301", "\u0301", "\u200d", "\u200b", "\n\t\r"),
    *(
        "한국",
        "\u1112\u1161\u11ab",
        "👨‍👩‍👧‍👦",
        "🇰🇷🇰",
        "مرحبا",
        "\u202eabc",
        "İ",
        "ß",
        "ﬀ",
        "的",
        "\ufeff",
        "\U0010ffff",
    ),
    *(b"", b"the cat", b"\xff", bytearray(b"a"), memoryview(b"a"), np.str_("the cat"), np.bytes_(b"a"), Named("b")),
]
OTHERS = [
    *(None, ..., NotImplemented, object(), object, int, str, list, math, len, max, print, Path("a")),
    *((), [], {}, set(), frozenset(), [()], [[]], ((),), [[[]]], [None], [[None]], in_itself(), range(3), slice(3)),
    *({"a": 1}, {"a"}, frozenset("a"), Counter("ab"), collections.deque("ab"), {"a": 1}.keys(), array.array("d", [1])),
    *([["a"]], [["a", "b"], ["c"]], ("a", "b"), ["a"], [["a"], "a b"], ["a b"], [[["a"]]], ["a", ["b"]], [("a", [])]),
    *([1.0], (0.5, 0.5), (0.25,) * 4, [0.3, 0.7 + 9e-10], [math.nan], [1, 0], [(1, 2), (1, 1)], [(2, 1), (0, 0)]),
    *(np.array(0.5), np.array([0.5, 0.5]), np.array([["a"]]), np.array([]), np.array([None]), np.ma.masked),
    *([np.array(["a"])], [np.str_("a"), np.int64(1)], np.datetime64("NaT"), np.zeros(1, dtype="i4,f4")[0]),
    *(helpers.bleu_counts(["a"], [["a"]], n_gram=n) for n in (1, 4)),
    *(helpers.chrf_counts("ab", "ab"), helpers.BleuCounts((2**53,) * 5, (2**53,) * 5, 1, 2**53)),
    *([helpers.bleu_counts(["a"], [["a"]])], [helpers.bleu_counts(["a", "b"], [["a", "c"]], n_gram=1)] * 2),
    *(helpers.BleuScore(), helpers.add_one, helpers.shrink_then_average, helpers.smoothing_method),
]
if importlib.util.find_spec("pandas"):
    import pandas as pd

    words = pd.Series(["the", None, "cat"])
    OTHERS += [words, words.to_frame(), pd.Index(["a"]), pd.NA, [pd.NA, "a"], [[pd.NA], ["a", pd.NaT]], pd.NaT]
    OTHERS += [[words], [[words]], pd.Timestamp(0), pd.Series([0.5, 0.5]), list(words), [list(words)]]

# Made anew for each call: they are read only once.
ONCE = [
    lambda: iter(["a", "b"]),
    lambda: (word for word in ["a"]),
    lambda: map(str, [1]),
    lambda: zip([["a"]], [[["a"]]], strict=True),
    lambda: itertools.repeat("a"),
    lambda: itertools.count(),
    lambda: io.StringIO("the cat\na dog"),
]
SMOOTHINGS = [
    *(lambda counts, length, returned=returned: returned for returned in [*NUMBERS, *TEXTS, *OTHERS]),
    lambda counts, length: [0.5] * (len(counts) - 1),
    lambda counts, length: counts.clear() or [0.5] * 4,
    lambda: [0.5],
    lambda counts: [0.5],
]
HASHABLE = [token for token in [*NUMBERS, *TEXTS] if isinstance(token, collections.abc.Hashable)]


def something(random, depth=0):
    """Anything at all: what stands above, or a list or tuple of it."""
    kind = random.random()
    if kind < 0.3 and depth < 3:
        return random.choice([list, tuple])(something(random, depth + 1) for _ in range(random.randint(0, 3)))
    if kind < 0.35:
        return random.choice(ONCE)()
    return random.choice(random.choice([NUMBERS, TEXTS, OTHERS]))


def like(good, random):
    """What has the shape of a good argument, with other tokens and numbers in it; now and then a part is anything."""
    if random.random() < 0.04:
        return something(random)
    if isinstance(good, (list, tuple)) and good:
        length = len(good) if random.random() < 0.7 else random.randint(0, 5)
        return random.choice([list, type(good)])(like(random.choice(good), random) for _ in range(length))
    if isinstance(good, str):
        return random.choice([*"abbb", random.choice(HASHABLE)])
    if isinstance(good, (int, float)):
        return random.choice([good, good, good, random.choice(NUMBERS)])
    return random.choice(SMOOTHINGS) if good is None else good


def arguments(name, random):
    """The arguments of one call, by name: one of them, or all, are nearly good, or anything."""
    drawn = good_arguments(name, CALLS[name])
    for parameter in drawn if random.random() < 0.5 else [random.choice([*drawn])]:
        drawn[parameter] = like(drawn[parameter], random) if random.random() < 0.9 else something(random)
    return drawn


def as_it_is(value, inside=()):
    """What can be seen of a value, all the way down, without a comparison of its own. Nothing is read from a stream."""
    if any(value is one for one in inside):
        return "itself"
    if isinstance(value, (list, tuple, set, frozenset, collections.deque)):
        return type(value), id(value), [as_it_is(part, (*inside, value)) for part in value]
    if isinstance(value, dict):
        return type(value), id(value), [as_it_is(part, (*inside, value)) for item in value.items() for part in item]
    if isinstance(value, (np.ndarray, bytearray, array.array)):
        return type(value), id(value), bytes(value)
    return type(value), id(value), repr(vars(value)) if isinstance(value, helpers.BleuScore) else None


def numbers_in(value):
    """All numbers of a result that are its own, not the caller's."""
    if isinstance(value, dict):
        return [number for part in value.values() for number in numbers_in(part)]
    if isinstance(value, (list, tuple)):
        return [number for part in value for number in numbers_in(part)]
    if dataclasses.is_dataclass(value):
        fields = {*vars(value)} - {"candidate", "reference", "references", "weights"}
        return [number for field in fields for number in numbers_in(getattr(value, field))]
    return [value] if isinstance(value, (int, float, complex, np.generic)) else []


def call(name, given):
    """Call with arguments by their names; what a star takes stands in a list, or alone."""
    given = dict(given)
    starred = given.pop("measures", ())
    return CALLS[name](*(starred if isinstance(starred, (list, tuple)) else [starred]), **given)


def in_range(name, result, given):
    """Whether each number of a result is one that can be."""
    numbers = numbers_in(result)
    if name == "geometric_mean":
        counting = [float(value) for value, weight in zip(given["values"], given["weights"], strict=True) if weight > 0]
        return type(result) is float and min(counting) <= result <= max(counting)
    if name in ("characters", "marked_ngrams"):  # the caller's own tokens
        return True
    most = math.inf if name in ABOVE_ONE else 1.0
    return all(
        number >= 0 if type(number) is int else type(number) is float and 0 <= number <= most for number in numbers
    )


def names_an_argument(call, error):
    """Whether an error was raised by us, on purpose, and says which argument it is about."""
    raised = traceback.extract_tb(error.__traceback__)[-1]
    ours = Path(raised.filename).is_relative_to(Path(helpers.__file__).parent) and raised.line.startswith("raise ")
    names = "|".join(inspect.signature(call).parameters)
    within = any(
        note.startswith(("This was raised within smoothing", "This was raised within measures"))
        for note in getattr(error, "__notes__", [])
    )
    return ours and (re.search(rf"\b({names})\b", str(error)) is not None or within)


@pytest.fixture
def what_hangs_is_stopped():
    def stop(*_):
        raise AssertionError("this hangs")

    can_stop = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if can_stop:
        before = signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
    yield
    if can_stop:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def names_a_file(error, given):
    """Whether an error of the system names a file that was given."""
    files = [given["candidates"], *given["references"]]
    return error.filename in [*files, *map(os.fspath, files)]


@pytest.mark.usefixtures("what_hangs_is_stopped")
@pytest.mark.parametrize("name", [name for name in CALLS if good_arguments(name, CALLS[name])])
def test_a_value_in_range_or_an_error_that_names_the_argument(name):
    random, outcomes = Random(name), Counter()
    for place in range(EACH):
        given = arguments(name, random) if place else good_arguments(name, CALLS[name])
        before = as_it_is(given)
        try:
            result = call(name, given)
        except (TypeError, ValueError) as error:
            assert names_an_argument(CALLS[name], error), given
            outcomes["refused"] += 1
        except OSError as error:
            assert "OSError:" in CALLS[name].__doc__ and names_a_file(error, given), given
            outcomes["refused"] += 1
        else:
            assert in_range(name, result, given), (given, result)
            outcomes["a value"] += 1
        assert as_it_is(given) == before
    assert outcomes["a value"] > 0
    assert (outcomes["refused"] > 0) == (name not in TAKES_ANYTHING)


FORM = {"task": "bleu_score", "order": "references first", "n": 2, "weights": [0.5, 0.5], "asks_for_short": False}


@pytest.mark.usefixtures("what_hangs_is_stopped")
@pytest.mark.parametrize("asked", [in_form, functools.partial(check, "no function")], ids=["in_form", "check"])
def test_a_task_in_a_form_of_ones_own_or_an_error_that_names_the_argument(asked):
    random, outcomes = Random("a form"), Counter()
    for _ in range(EACH):
        given = {name: something(random) if random.random() < 0.2 else good for name, good in FORM.items()}
        given = {name: value for name, value in given.items() if random.random() < 0.7 or name == "task"}
        before = as_it_is(given)
        try:
            asked(**given)
        except (TypeError, ValueError) as error:
            assert names_an_argument(in_form, error), given
            outcomes["refused"] += 1
        else:
            outcomes["a task"] += 1
        assert as_it_is(given) == before
    assert min(outcomes["refused"], outcomes["a task"]) > 20
