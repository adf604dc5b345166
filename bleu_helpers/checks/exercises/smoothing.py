"""The exercises of lesson 09."""

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

from bleu_helpers.cast import CAT_CANDIDATES, CAT_REFERENCES, GUIDE_CANDIDATE, GUIDE_REFERENCES
from bleu_helpers.checks._drawing import Arguments, Words, draw_pair, pick
from bleu_helpers.checks._outcomes import read_numbers
from bleu_helpers.checks._recipe import divided
from bleu_helpers.checks._shrinking import fewer, nothing, one_at_a_time
from bleu_helpers.checks._tasks import Task
from bleu_helpers.checks.exercises._exercise import Named, exercise, known
from bleu_helpers.ngrams import match_counts

LESSON = "09_smoothing"

_RESULT = "a list with one number for each order"

Counts = list[tuple[int, int]]

_PAIRS: list[tuple[Any, list[Any]]] = [
    ("the dog".split(), CAT_REFERENCES),
    *((candidate, CAT_REFERENCES) for candidate in CAT_CANDIDATES),
    (GUIDE_CANDIDATE, GUIDE_REFERENCES),
    ("xyz".split(), CAT_REFERENCES),
    ([], CAT_REFERENCES),
]


def _counts(candidate: Words, references: list[Words], orders: int) -> Counts:
    return [match_counts(candidate, references, n) for n in range(1, orders + 1)]


def _draw_counts(random: Random) -> Counts:
    """Real counts, so that an order above one without a match has none either."""
    return _counts(*draw_pair(random), pick(random, [1, 2, 3, 4, 4, 4, 5]))


# Add, but only where nothing matches.


def add_at_each_zero(counts: Counts, k: float) -> list[float]:
    """Compute the precisions, with k added to both counts of every order but the first that has no match."""
    first = divided(*counts[0])
    return [first, *(m / total if m > 0 else k / (total + k) for m, total in counts[1:])]


def _counts_and_k(random: Random) -> Arguments:
    return _draw_counts(random), pick(random, [1, 2, 0.5, 0.1])


def _higher(ratio: Callable[[int, int, float], float]) -> Callable[..., list[float]]:
    """Leave order 1 alone, and compute the others by `ratio`."""
    return lambda counts, k: [divided(*counts[0]), *(ratio(m, total, k) for m, total in counts[1:])]


def _all(ratio: Callable[[int, int, float], float]) -> Callable[..., list[float]]:
    return lambda counts, k: [ratio(m, total, k) for m, total in counts]


def _added(m: float, total: float, k: float) -> float:
    return (m + k) / (total + k)


def _right_ratio(m: int, total: int, k: float) -> float:
    return m / total if m > 0 else _added(m, total, k)


def _zero_by_zero_is_0(m: int, total: int, k: float) -> float:
    return _right_ratio(m, total, k) if total > 0 else 0.0


def _above_only(m: int, total: int, k: float) -> float:
    return m / total if m > 0 else k / max(total, 1)


def _above_only_or_0(m: int, total: int, k: float) -> float:
    return _above_only(m, total, k) if total > 0 else 0.0


def _growing(counts: Counts, k: float) -> list[float]:
    precisions, zeros = [divided(*counts[0])], 0
    for m, total in counts[1:]:
        zeros += m == 0
        precisions.append(_right_ratio(m, total, zeros * k))
    return precisions


def _first_zero_only(counts: Counts, k: float) -> list[float]:
    precisions, found = [divided(*counts[0])], False
    for m, total in counts[1:]:
        precisions.append(divided(m, total) if found else _right_ratio(m, total, k))
        found = found or m == 0
    return precisions


def _by_total(m: int, total: int, k: float) -> float:
    return m / total if total > 0 else _added(m, total, k)


def _without_the_first(counts: Counts, k: float) -> list[float]:
    return [_right_ratio(m, total, k) for m, total in counts[1:]]


def _no_zero_rule(counts: Counts, k: float) -> list[float]:
    m, total = counts[0]
    return [m / total, *(_right_ratio(m, total, k) for m, total in counts[1:])]


def _without_the_last(counts: Counts, k: float) -> list[float]:
    return [divided(*counts[0]), *(_right_ratio(m, total, k) for m, total in counts[1:])][: len(counts) - 1]


def _one_order_more_expected(counts: Counts, k: float) -> list[float]:
    first, *higher, _ = counts
    return [divided(*first), *(_right_ratio(m, total, k) for m, total in higher)]


_LEFT_OUT = Named(
    "an order is left out",
    "How many orders go into your function, and how many numbers come out?",
    LESSON,
)

_NOT_ONLY_ZEROS = Named(
    "orders with a match are changed too",
    "An order has 1 match of 5, so its precision is 0.2. Does it need help, and what does your function make of it?",
    LESSON,
)

_ZEROS_STAY = Named(
    "the zeros stay 0",
    "Order 2 has a match and order 3 has none. Is the third number of your list above 0?",
    LESSON,
)

_ONE_COUNT_ONLY = Named(
    "k is added to one of the two counts only",
    "An order has 0 of 3, and k is 1. With one more n-gram, and a right one: how many are there, how many match?",
    LESSON,
)

_ADD = exercise(
    add_at_each_zero,
    LESSON,
    _counts_and_k,
    [(_counts(*pair, orders), k) for pair in _PAIRS for orders, k in ((2, 1), (4, 1), (3, 0.5), (1, 2))],
    [
        (_LEFT_OUT, _without_the_last),
        (_LEFT_OUT, _one_order_more_expected),
        (_LEFT_OUT, _without_the_first),
        (_NOT_ONLY_ZEROS, _higher(_added)),
        (_NOT_ONLY_ZEROS, _all(_added)),
        (_ZEROS_STAY, _higher(lambda m, total, k: divided(m, total))),
        (
            Named(
                "order 1 is smoothed too",
                "A candidate has not one right word. What does your function say of its order 1?",
                LESSON,
            ),
            _all(_right_ratio),
        ),
        (
            Named("1 in place of k", "Does your list change when k goes from 1 to 0.1?", LESSON),
            _higher(lambda m, total, k: _right_ratio(m, total, 1)),
        ),
        (_ONE_COUNT_ONLY, _higher(_above_only)),
        (_ONE_COUNT_ONLY, _higher(_above_only_or_0)),
        (_ONE_COUNT_ONLY, _all(_above_only)),
        (
            Named(
                "the total is looked at, not the matches",
                "An order has 0 of 3. Which of the two counts says that it needs help?",
                LESSON,
            ),
            _higher(_by_total),
        ),
        (
            Named(
                "k grows from zero to zero",
                "Two orders have no match. Is what you add to the second one still k?",
                LESSON,
            ),
            _growing,
        ),
        (
            Named(
                "only the first zero is helped",
                "Two orders have no match. What does your function do after it has met the first of them?",
                LESSON,
            ),
            _first_zero_only,
        ),
        (
            Named(
                "an order without n-grams gets 0",
                "An order has 0 of 0, and k is 1. What are the two counts after k is added?",
                LESSON,
            ),
            _higher(_zero_by_zero_is_0),
        ),
        (known("no rule for 0/0"), _no_zero_rule),
    ],
    read=read_numbers,
    result=_RESULT,
    smaller=one_at_a_time(fewer, nothing),
)


# Look at the order before.


def half_of_the_order_before(precisions: list[float]) -> list[float]:
    """Give each precision of 0, but the first, half of what the order before it has by then."""
    filled = precisions[:1]
    for p in precisions[1:]:
        filled.append(p or filled[-1] / 2)
    return filled


def _some_precisions(random: Random) -> Arguments:
    return ([divided(*pair) for pair in _draw_counts(random)],)


def _from_before(fill: Callable[[float], float]) -> Callable[[list[float]], list[float]]:
    """Fill each zero by what the order before it has by then."""

    def function(precisions: list[float]) -> list[float]:
        filled = precisions[:1]
        for p in precisions[1:]:
            filled.append(p if p > 0 else fill(filled[-1]))
        return filled

    return function


def _order_1_not_returned(precisions: list[float]) -> list[float]:
    return _from_before(lambda before: before / 2)(precisions)[1:]


def _old_one(precisions: list[float]) -> list[float]:
    return [*precisions[:1], *(p if p > 0 else before / 2 for before, p in pairwise(precisions))]


def _half_of_the_first(precisions: list[float]) -> list[float]:
    return [*precisions[:1], *(p if p > 0 else precisions[0] / 2 for p in precisions[1:])]


def _half_of_the_last_match(precisions: list[float]) -> list[float]:
    last = [p for p in precisions if p > 0][-1:] or [0.0]
    return [p if p > 0 else last[0] / 2 for p in precisions]


def _powers_of_a_half(precisions: list[float]) -> list[float]:
    zeros = precisions.count(0)
    return [*precisions[: len(precisions) - zeros], *(1 / 2**j for j in range(1, zeros + 1))]


def _powers_after_the_first(precisions: list[float]) -> list[float]:
    return [*precisions[:1], *_powers_of_a_half(precisions[1:])]


def _first_of_0_gets_a_half(precisions: list[float]) -> list[float]:
    return _from_before(lambda before: before / 2)([precisions[0] or 0.5, *precisions[1:]])


def _every_order(precisions: list[float]) -> list[float]:
    return [*precisions[:1], *(before / 2 for before in precisions[:-1])]


def _every_order_from_the_first(precisions: list[float]) -> list[float]:
    return [precisions[0] / 2**place for place in range(len(precisions))]


_NOT_LOOKED = Named(
    "1/2, 1/4, ... without a look at the order before",
    "Order 2 has 0.2 and order 3 has 0. Does your third number change when the second one is 0.8?",
    LESSON,
)


def _around_the_end(precisions: list[float]) -> list[float]:
    filled = list(precisions)
    for place, precision in enumerate(filled):
        filled[place] = precision or filled[place - 1] / 2
    return filled


_HALF = exercise(
    half_of_the_order_before,
    LESSON,
    _some_precisions,
    [
        *(([divided(*counts) for counts in _counts(*pair, orders)],) for pair in _PAIRS for orders in (4, 3, 2, 1)),
        ([0.0, 0.5],),
        ([0.5, 1.0, 0.0],),
    ],
    [
        (_LEFT_OUT, _order_1_not_returned),
        (_LEFT_OUT, lambda precisions: _old_one(precisions)[1:]),
        (
            Named("the zeros are left out of the list", "Four orders go in. How many numbers come out?", LESSON),
            lambda precisions: [p for p in precisions if p > 0],
        ),
        (
            Named(
                "order 1 looks at the last order",
                "Order 1 has no order before it. What does Python give you for the place 0 - 1?",
                LESSON,
            ),
            _around_the_end,
        ),
        (_NOT_ONLY_ZEROS, _every_order),
        (_NOT_ONLY_ZEROS, _every_order_from_the_first),
        (_ZEROS_STAY, lambda precisions: precisions),
        (_NOT_LOOKED, _powers_of_a_half),
        (_NOT_LOOKED, _powers_after_the_first),
        (_NOT_LOOKED, lambda precisions: [p or 1 / 2**place for place, p in enumerate(precisions)]),
        (_NOT_LOOKED, lambda precisions: [p or 1 / 2**order for order, p in enumerate(precisions, start=1)]),
        (
            Named(
                "an order 1 of 0 gets something",
                "A candidate has not one right word. Which order comes before order 1, and what can be half of it?",
                LESSON,
            ),
            _first_of_0_gets_a_half,
        ),
        (
            Named(
                "half of order 1 for every zero",
                "Order 1 has 0.8, order 2 has 0.2, order 3 has 0. Which of them comes before order 3?",
                LESSON,
            ),
            _half_of_the_first,
        ),
        (
            Named("the order before, not halved", "Order 2 has 0.2 and order 3 has 0. What is half of 0.2?", LESSON),
            _from_before(lambda before: before),
        ),
        (
            Named(
                "the second zero in a row stays 0",
                "The order before was 0, and you filled it. Do you take half of the old number, or of the new one?",
                LESSON,
            ),
            _old_one,
        ),
        (
            Named(
                "all zeros get the same number",
                "Orders 3 and 4 are both 0. Which order comes before order 4, and what does it have by then?",
                LESSON,
            ),
            _half_of_the_last_match,
        ),
    ],
    read=read_numbers,
    result=_RESULT,
    smaller=one_at_a_time(fewer),
)

EXERCISES: tuple[Task, ...] = (_ADD, _HALF)
