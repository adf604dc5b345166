"""Rules for counts, for values computed from them, and for smoothing functions."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import is_dataclass
from numbers import Real
from operator import le
from typing import Any

from bleu_helpers.language import say, translated
from bleu_helpers.validation import Check
from bleu_helpers.validation.values import (
    can_be_read,
    check_entries,
    check_function,
    check_list,
    check_values,
    is_list,
    whole_number_from,
    wrong_type,
    wrong_value,
)

_check_count = whole_number_from(0)


def check_bleu_counts(matched: Any, total: Any, candidate_length: Any, reference_length: Any) -> None:
    """Raise an error unless these can be the counts of a text: whole numbers, and not more matches than n-grams."""
    if _are_bleu_counts(matched, total, candidate_length, reference_length):
        return
    _check_matched(matched, {"total": total})
    _check_count(candidate_length, "candidate_length")
    _check_count(reference_length, "reference_length")
    if len(matched) < 2:
        raise wrong_value("one_order_only", "matched", matched)


def _are_bleu_counts(matched: Any, total: Any, candidate_length: Any, reference_length: Any) -> bool:
    """Return whether counts are valid. This quick check comes first because every score creates counts."""
    if not (isinstance(matched, tuple) and isinstance(total, tuple) and len(matched) == len(total) > 1):
        return False
    numbers = (*matched, *total, candidate_length, reference_length)
    return {*map(type, numbers)} == {int} and min(numbers) >= 0 and all(map(le, matched, total))


def check_same_orders(matched: Sequence[int], other: Sequence[int]) -> None:
    """Raise an error unless two counts that are added have the same orders."""
    if len(matched) != len(other):
        raise wrong_value("other_orders", value=matched, another=len(other))


def check_chrf_counts(matched: Any, in_candidate: Any, in_reference: Any, orders: int) -> None:
    """Raise an error unless these can be the counts of chrF: in each order, not more matches than n-grams."""
    sides = (in_candidate, in_reference)
    if all(_are_bleu_counts(matched, side, 0, 0) for side in sides) and len(matched) == orders:
        return
    _check_matched(matched, {"in_candidate": in_candidate, "in_reference": in_reference})
    if len(matched) != orders:
        raise wrong_value("orders_of_chrf", "matched", matched, orders=orders)


def _check_matched(matched: Any, counted: dict[str, Any]) -> None:
    """Raise an error unless all are tuples of whole numbers of one length, and no order has more matches than n-grams.

    `counted` has the numbers of n-grams by the name of their field.
    """
    for name, numbers in ({"matched": matched} | counted).items():
        if not isinstance(numbers, tuple):
            raise wrong_type("not_a_tuple", name, numbers)
        check_entries(numbers, name, _check_count)
        if len(matched) != len(numbers):
            raise wrong_value("other_number_of_orders", name, matched, other=len(numbers))
        for n, (m, ngrams) in enumerate(zip(matched, numbers, strict=True), start=1):
            if m > ngrams:
                raise wrong_value("more_matched_in_order", name, m=m, n=n, ngrams=ngrams)


def instance_of(kind: type, made_by: str) -> Check:
    """Return a check that a value is an instance of `kind`; its message says which function makes one."""

    def check(value: Any, name: str) -> None:
        if not isinstance(value, kind):
            raise wrong_type("not_an_instance", name, value, wanted=kind.__name__, made_by=made_by)

    return check


def check_weights_of_counts(counts: Any, weights: Any) -> None:
    """Raise a ValueError unless the counts have one order more than there are weights."""
    orders = len(counts.matched)
    if orders != len(weights) + 1:
        raise wrong_value("weights_do_not_fit", value=weights, orders=orders, needed=orders - 1)


def check_two_systems(baseline: Any, system: Any, score: Any) -> None:
    """Raise an error unless two systems have counts of the same kind for the same number of segments."""
    for segments, name in ((baseline, "baseline"), (system, "system")):
        if not (is_list(segments) and all(map(_form_of, segments))):
            raise wrong_type("not_segments", name)
        if len(segments) == 0:
            raise wrong_value("no_segment", name)
    if len(baseline) != len(system):
        raise wrong_value("systems_differ", "baseline", baseline, other=len(system))
    forms = list(dict.fromkeys(map(_form_of, (*baseline, *system))))
    if len(forms) > 1:
        raise wrong_value("forms_differ", form=forms[0], another=forms[1])
    if score is None and forms != ["BleuCounts of 5 orders"]:
        raise wrong_value("not_bleu_4", form=forms[0])


def _form_of(counts: Any) -> str:
    """Describe the form of a segment's counts, such as "BleuCounts of 5 orders"; return "" if they are not counts."""
    if is_dataclass(counts) and not isinstance(counts, type):
        orders = [len(field) for field in vars(counts).values() if isinstance(field, tuple)]
        return f"{type(counts).__name__} of {orders[0]} orders" if orders else ""
    if is_list(counts) and all(isinstance(number, Real) and math.isfinite(number) for number in counts):
        return f"rows of length {len(counts)}"
    return ""


def check_smoothing(smoothing: Any, name: str) -> None:
    """Raise a TypeError unless `smoothing` is None or a function, and not one of NLTK's."""
    if str(getattr(smoothing, "__module__", "")).startswith("nltk."):
        method = getattr(smoothing, "__qualname__", type(smoothing).__name__)
        raise wrong_type("smoothing_of_nltk", name, method=method)
    if getattr(smoothing, "__module__", "") == "bleu_helpers" and smoothing.__qualname__ == "smoothing_method":
        raise wrong_type("smoothing_not_chosen", name)
    if smoothing is not None:
        check_function(smoothing, name, "a function, such as smoothing_method(2) for method 2, or None")


def call_smoothing(
    smoothing: Callable[..., Iterable[float]], counts: Sequence[tuple[int, int]], candidate_length: int
) -> list[float]:
    """Call a smoothing function, which may be the caller's, and check that it returns N finite numbers."""
    orders, name = len(counts) - 1, "smoothing(counts, candidate_length)"  # before the call, which may change the list
    try:
        returned = smoothing(counts, candidate_length)
    except TypeError as error:
        if error.__traceback__ and error.__traceback__.tb_next:
            raise  # the error comes from inside the smoothing function
        raise wrong_type("smoothing_cannot_be_called", name, error=error) from error
    if not can_be_read(returned):
        raise wrong_type("smoothing_returns_no_list", name, returned)
    precisions = list(returned)
    check_values(precisions, name)
    if len(precisions) != orders:
        raise wrong_value("smoothing_returns_other_number", name, precisions, orders=orders)
    return [float(precision) for precision in precisions]


def check_pairs_of_counts(counts: Any, name: str) -> None:
    """Raise an error unless `counts` is a list of at least two pairs (matched, total) of whole numbers."""
    wanted = translated("pairs (matched, total), one per order, from order 1 to N + 1")
    if hasattr(counts, "matched") and hasattr(counts, "total"):
        raise wrong_type("counts_not_pairs", name, counts, wanted=wanted)
    check_list(counts, name, say("a list of {wanted}", wanted=wanted))
    for position, pair in enumerate(counts):
        if not (is_list(pair) and len(pair) == 2):
            raise wrong_type("not_a_pair_of_counts", f"{name}[{position}]", pair)
        if {*map(type, pair)} == {int} and 0 <= pair[0] <= pair[1]:
            continue  # the checks below find out what is wrong
        for number, what in zip(pair, ("matched", "total"), strict=True):
            _check_count(number, f"{what} in {name}[{position}]")
        if pair[0] > pair[1]:
            raise wrong_value("more_matched", f"{name}[{position}]", pair)
    if len(counts) < 2:
        raise wrong_value("one_pair_only", name, counts, wanted=wanted)
