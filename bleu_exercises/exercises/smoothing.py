"""The exercises of the lesson `smoothing`."""

from collections.abc import Callable
from itertools import pairwise
from random import Random

from bleu_exercises._random_inputs import PAIRS, Words, draw_pair
from bleu_exercises._ways import FINISH, Function, either
from bleu_exercises.exercises._exercise import exercise
from bleu_exercises.from_memory.counts import divided
from bleu_helpers import match_counts
from exercise_checker import Arguments, pick, read_numbers

_RESULT = "a list with one number for each order"

Pairs = list[tuple[int, int]]
Precisions = list[float]


def _counts(candidate: Words, references: list[Words], orders: int) -> Pairs:
    return [match_counts(candidate, references, n) for n in range(1, orders + 1)]


def _draw_counts(random: Random) -> Pairs:
    """Draw counts of real sentences, so that no order after one without a match has a match."""
    return _counts(*draw_pair(random), pick(random, [1, 2, 3, 4, 4, 4, 5]))


# Add k, but only where nothing matches.


Ratio = Callable[[int, int, float], float]


def _added(m: float, total: float, k: float) -> float:
    return (m + k) / (total + k)


def _unchanged(m: int, total: int, k: float) -> float:
    return divided(m, total)


def _right_ratio(m: int, total: int, k: float) -> float:
    return m / total if m > 0 else _added(m, total, k)


def add_at_each_zero(
    counts: Pairs,
    k: float,
    *,
    amount: Callable[[float], float] = float,
    first: Ratio = _unchanged,
    higher: Ratio = _right_ratio,
) -> Precisions:
    """Compute the precisions, with k added to both counts of every order without a match, except the first order."""
    return [first(*counts[0], amount(k)), *(higher(m, total, amount(k)) for m, total in counts[1:])]


def _above_only(m: int, total: int, k: float) -> float:
    return m / total if m > 0 else k / max(total, 1)


def _by_zeros(ratio: Callable[[int, int, float, int], float]) -> Function:
    """Compute the orders above 1 by `ratio`, which also takes how many of them, up to this one, have no match."""

    def function(counts: Pairs, k: float) -> Precisions:
        precisions, zeros = [divided(*counts[0])], 0
        for m, total in counts[1:]:
            zeros += m == 0
            precisions.append(ratio(m, total, k, zeros))
        return precisions

    return function


_ADD = exercise(
    add_at_each_zero,
    lambda random: (_draw_counts(random), pick(random, [1, 2, 0.5, 0.1])),
    [(_counts(*pair, orders), k) for pair in PAIRS for orders, k in ((2, 1), (4, 1), (3, 0.5), (1, 2))]
    + [([(4, 5), (0, 4), (1, 3), (2, 2)], 1), ([(3, 5), (0, 4), (1, 3), (0, 2)], 0.5)],
    {
        "an order is left out": either(FINISH, lambda precisions: precisions[:-1], lambda precisions: precisions[1:]),
        "orders with a match are changed too": ({"higher": _added}, {"first": _added, "higher": _added}),
        "no order has a match after an order without one": _by_zeros(
            lambda m, total, k, zeros: _added(0, total, k) if zeros else m / total
        ),
        "the zeros stay 0": {"higher": _unchanged},
        "order 1 is smoothed too": {"first": _right_ratio},
        "1 is used instead of k": {"amount": lambda k: 1},
        "k is added to only one of the two counts": either(
            "higher", _above_only, lambda m, total, k: _above_only(m, total, k) if total > 0 else 0.0
        ),
        "the total decides instead of the matches": {
            "higher": lambda m, total, k: m / total if total > 0 else _added(m, total, k)
        },
        "only the first iteration of a loop counts": tuple(
            {FINISH: lambda precisions, n=n: precisions[:n]} for n in (1, 2)
        ),
        "k grows with each zero": _by_zeros(lambda m, total, k, zeros: _right_ratio(m, total, zeros * k)),
        "only the first zero is smoothed": _by_zeros(
            lambda m, total, k, zeros: _right_ratio(m, total, k) if zeros < 2 else divided(m, total)
        ),
        "an order without n-grams gets 0": {
            "higher": lambda m, total, k: _right_ratio(m, total, k) if total > 0 else 0.0
        },
        "there is no rule for 0/0": {"first": lambda m, total, k: m / total},
    },
    read=read_numbers,
    result=_RESULT,
)


# Use the previous order.


Step = Callable[[Precisions], Precisions]


def _built_up(value: Callable[[float, float], float]) -> Step:
    """Compute each order from its precision and the current value of the previous order."""

    def function(precisions: Precisions) -> Precisions:
        filled = precisions[:1]
        for p in precisions[1:]:
            filled.append(value(p, filled[-1]))
        return filled

    return function


_half_for_each_zero = _built_up(lambda p, before: p or before / 2)


def half_of_the_order_before(
    precisions: Precisions, *, start: Step = list, fill: Step = _half_for_each_zero
) -> Precisions:
    """Replace each precision of 0, except the first, with half of the current value of the previous order."""
    return fill(start(precisions))


def _some_precisions(random: Random) -> Arguments:
    precisions = [divided(*pair) for pair in _draw_counts(random)]
    # The task is about any list, but in the list of a real sentence, only zeros come after a 0.
    return (precisions if random.random() < 0.7 else [pick(random, [p, 0.0, 0.4, 0.9]) for p in precisions],)


def _from_old_ones(precisions: Precisions) -> Precisions:
    return [*precisions[:1], *(p or before / 2 for before, p in pairwise(precisions))]


def _powers_of_a_half(precisions: Precisions) -> Precisions:
    zeros = precisions.count(0)
    return [*precisions[: len(precisions) - zeros], *(1 / 2**j for j in range(1, zeros + 1))]


_HALF = exercise(
    half_of_the_order_before,
    _some_precisions,
    [([divided(*counts) for counts in _counts(*pair, orders)],) for pair in PAIRS for orders in (4, 3, 2, 1)],
    {
        "an order is left out": {FINISH: lambda precisions: precisions[1:]},
        "the previous order is checked for a zero": {"fill": _built_up(lambda p, before: p if before else before / 2)},
        "the zeros are left out of the list": {FINISH: lambda precisions: [p for p in precisions if p > 0]},
        "order 1 is computed from the last order": {
            "fill": lambda precisions: [p or precisions[place - 1] / 2 for place, p in enumerate(precisions)]
        },
        "orders with a match are changed too": either(
            "fill",
            lambda precisions: [*precisions[:1], *(before / 2 for before in precisions[:-1])],
            _built_up(lambda p, before: max(p, before / 2)),
        ),
        "the zeros stay 0": {"fill": list},
        "the zeros become 1/2, 1/4, ... whatever the previous order has": either(
            "fill",
            lambda precisions: [*precisions[:1], *_powers_of_a_half(precisions[1:])],
            lambda precisions: [p or 1 / 2**order for order, p in enumerate(precisions, start=1)],
        ),
        "only the first iteration of a loop counts": tuple(
            {FINISH: lambda precisions, n=n: precisions[:n]} for n in (1, 2)
        ),
        "order 1 is changed when it is 0": {"start": lambda precisions: [precisions[0] or 0.5, *precisions[1:]]},
        "every zero becomes half of order 1": {
            "fill": lambda precisions: [*precisions[:1], *(p or precisions[0] / 2 for p in precisions[1:])]
        },
        "the previous order is not halved": {"fill": _built_up(lambda p, before: p or before)},
        "the second zero in a row stays 0": {"fill": _from_old_ones},
    },
    read=read_numbers,
    result=_RESULT,
)
