"""Lesson 09: smoothing. It replaces the count of an order without a match, so that single sentences can be compared.

A score calls the smoothing function as `smoothing(counts, candidate_length)`, where `counts` is a list of pairs. In the
formulas, m_n is the number of matched n-grams, l_n the number of n-grams in the candidate, and p_n the precision.
"""

import math
from collections.abc import Sequence
from itertools import pairwise

from bleu_helpers.lessons.bleu import Smoothing
from bleu_helpers.validation.values import wrong_value

Counts = Sequence[tuple[int, int]]
"""The pairs (matched, total) of orders 1 to N + 1, for one candidate or summed over a corpus."""


def no_smoothing(counts: Counts, candidate_length: int) -> list[float]:
    """Return the precisions unchanged (method 0): p_n = m_n / l_n.

    Args:
        counts: the pairs (matched, total) of orders 1 to N + 1.
        candidate_length: not used here.

    Returns:
        N precisions; 0.0 for 0/0.

    Source: Papineni et al. 2002, section 2.1.1. NLTK's method0 replaces 0 with 2.2e-308.

    >>> no_smoothing([(3, 4), (1, 3), (0, 2), (0, 1), (0, 0)], candidate_length=4)
    [0.75, 0.3333333333333333, 0.0, 0.0]
    """
    matched, total = _split(counts)
    return _ratios(matched, total)


def add_epsilon(counts: Counts, candidate_length: int, epsilon: float = 0.1) -> list[float]:
    """Replace each matched count of 0 with a small number (method 1): m_n = epsilon where m_n is 0.

    Args:
        counts: the pairs (matched, total) of orders 1 to N + 1.
        candidate_length: not used here.
        epsilon: the number that replaces 0; it must be above 0.

    Returns:
        N precisions. For an order without n-grams, the denominator is 1.

    Source: smoothing 1 of Chen and Cherry 2014.

    >>> add_epsilon([(3, 4), (1, 3), (0, 2), (0, 1), (0, 0)], candidate_length=4)
    [0.75, 0.3333333333333333, 0.05, 0.1]
    """
    matched, total = _split(counts)
    return _ratios([m or epsilon for m in matched], total)


def add_one(counts: Counts, candidate_length: int) -> list[float]:
    """Add one to both counts of every order except the first (method 2): p_n = (m_n + 1) / (l_n + 1) for n > 1.

    Args:
        counts: the pairs (matched, total) of orders 1 to N + 1.
        candidate_length: not used here.

    Returns:
        N precisions. For an order without n-grams, the precision is (0 + 1) / (0 + 1) = 1, as in sacrebleu; NLTK
        returns 1/2.

    Source: Lin and Och 2004; smoothing 2 of Chen and Cherry 2014.

    >>> add_one([(3, 4), (1, 3), (0, 2), (0, 1), (0, 0)], candidate_length=4)
    [0.75, 0.5, 0.3333333333333333, 0.5]
    """
    return no_smoothing(counts[:2], candidate_length) + add_one_to_every_order(counts, candidate_length)[1:]


def add_one_to_every_order(counts: Counts, candidate_length: int) -> list[float]:
    """Add one to both counts of every order, including unigrams: p_n = (m_n + 1) / (l_n + 1).

    This is not one of Chen and Cherry's methods.

    Args:
        counts: the pairs (matched, total) of orders 1 to N + 1.
        candidate_length: not used here.

    Returns:
        N precisions.

    Source: `smooth=True` of MindSpore's BleuScore, without its mistake: MindSpore returns 0 if an order has no match.

    >>> add_one_to_every_order([(3, 4), (1, 3), (0, 2), (0, 1), (0, 0)], candidate_length=4)
    [0.8, 0.5, 0.3333333333333333, 0.5]
    """
    return [(m + 1) / (total + 1) for m, total in counts[:-1]]


def halve_at_each_zero(counts: Counts, candidate_length: int) -> list[float]:
    """Replace the first zero count with 1/2, the second with 1/4 and so on (method 3): m_n = 1 / 2^j for the j-th zero.

    Args:
        counts: the pairs (matched, total) of orders 1 to N + 1.
        candidate_length: not used here.

    Returns:
        N precisions. For an order without n-grams, the denominator is 1.

    Source: smoothing 3 of Chen and Cherry 2014, from the NIST script mteval-v13a; sacrebleu's default.

    >>> halve_at_each_zero([(3, 4), (1, 3), (0, 2), (0, 1), (0, 0)], candidate_length=4)
    [0.75, 0.3333333333333333, 0.25, 0.25]
    """
    matched, total = _split(counts)
    return _ratios(_geometric(matched, 1 / 2), total)


def shrink_at_each_zero(counts: Counts, candidate_length: int, k: float = 5) -> list[float]:
    """Replace zeros with less for shorter candidates (method 4): m_n = (ln(c) / k)^j for the j-th zero.

    Args:
        counts: the pairs (matched, total) of orders 1 to N + 1.
        candidate_length: c, the number of tokens in the candidate, or in all candidates of a corpus.
        k: a number above 0; a larger k makes the values smaller.

    Returns:
        N precisions. For an order without n-grams, the denominator is 1. ln(1) is 0, so the zeros of a one-word
        candidate remain 0.

    Source: smoothing 4 of Chen and Cherry 2014: method 3 with k / ln(c) instead of 2. NLTK's method4 uses
    ln(c) / k * 1 / 2^j for the j-th zero, so it halves even the first one.

    >>> shrink_at_each_zero([(3, 4), (1, 3), (0, 2), (0, 1), (0, 0)], candidate_length=4)
    [0.75, 0.3333333333333333, 0.13862943611198905, 0.07687248222691222]
    """
    matched, total = _split(counts)
    return _ratios(_geometric(matched, _length_factor(candidate_length, k)), total)


def average_with_neighbours(counts: Counts, candidate_length: int) -> list[float]:
    """Average each matched count with its neighbouring orders (method 5): m'_n = (m'_(n-1) + m_n + m_(n+1)) / 3.

    Args:
        counts: the pairs (matched, total) of orders 1 to N + 1.
        candidate_length: not used here.

    Returns:
        N precisions m'_n / l_n, with m'_0 = m_1 + 1. For an order without n-grams, the denominator is 1. For a single
        sentence of at least N words, no precision is above 1, and all of them are 1 if the sentence is perfect.

    Source: smoothing 5 of Chen and Cherry 2014. NLTK's method5 averages precisions instead of counts, so
    a perfect sentence scores above 1 there.

    >>> average_with_neighbours([(3, 4), (1, 3), (0, 2), (0, 1), (0, 0)], candidate_length=4)
    [0.6666666666666666, 0.4074074074074074, 0.2037037037037037, 0.13580246913580246]
    """
    matched, total = _split(counts)
    return _ratios(_averages([*matched, counts[-1][0]]), total)


def trust_lower_orders(counts: Counts, candidate_length: int, alpha: float = 5) -> list[float]:
    """Combine each precision with a prior estimated from the two orders below it (method 6).

    p_n = (m_n + alpha * prior_n) / (l_n + alpha) with prior_n = p_(n-1)^2 / p_(n-2), for n > 2.

    Args:
        counts: the pairs (matched, total) of orders 1 to N + 1.
        candidate_length: not used here.
        alpha: the weight of the prior as a number of n-grams, above 0.

    Returns:
        N precisions. The first two are not changed, so if no bigram matches, the prior is 0 as well.

    Source: Gao and He 2013; smoothing 6 of Chen and Cherry 2014. NLTK's method6 raises an error if no trigram matches,
    although matching bigrams would be enough.

    >>> trust_lower_orders([(3, 4), (1, 3), (0, 2), (0, 1), (0, 0)], candidate_length=4)
    [0.75, 0.3333333333333333, 0.10582010582010581, 0.027994736989445986]
    """
    precisions = no_smoothing(counts[:3], candidate_length)
    for m, total in counts[2:-1]:
        prior = precisions[-1] ** 2 / precisions[-2] if precisions[-2] > 0 else 0.0
        precisions.append(float((m + alpha * prior) / (total + alpha)))
    return precisions


def shrink_then_average(counts: Counts, candidate_length: int, k: float = 5) -> list[float]:
    """Replace the zeros as in method 4, then average the counts as in method 5 (method 7).

    m'_n = (m'_(n-1) + m_n + m_(n+1)) / 3, after m_n = (ln(c) / k)^j has replaced the j-th zero of orders 1 to N.

    Args:
        counts: the pairs (matched, total) of orders 1 to N + 1. A zero at order N + 1 is not replaced.
        candidate_length: c, the number of tokens in the candidate, or in all candidates of a corpus.
        k: a number above 0; a larger k makes the values smaller.

    Returns:
        N precisions. For an order without n-grams, the denominator is 1.

    Source: smoothing 7 of Chen and Cherry 2014. NLTK's method7 differs from it in the same ways as its methods 4 and 5.

    >>> shrink_then_average([(3, 4), (1, 3), (0, 2), (0, 1), (0, 0)], candidate_length=4)
    [0.6666666666666666, 0.4382139487656272, 0.27812886679129534, 0.2110434052698343]
    """
    matched, total = _split(counts)
    filled = _geometric(matched, _length_factor(candidate_length, k))
    return _ratios(_averages([*filled, counts[-1][0]]), total)


_METHODS: tuple[Smoothing, ...] = (
    no_smoothing,
    add_epsilon,
    add_one,
    halve_at_each_zero,
    shrink_at_each_zero,
    average_with_neighbours,
    trust_lower_orders,
    shrink_then_average,
)


def smoothing_method(number: int) -> Smoothing:
    """Return the smoothing function with the given number.

    Args:
        number: the number of the method, 0 to 7, as in NLTK.

    Returns:
        A function that can be passed as `smoothing=`.

    Raises:
        ValueError: `number` is not one of 0 to 7.

    Source: the numbering of Chen and Cherry 2014, with 0 for no smoothing.

    >>> smoothing_method(2).__name__
    'add_one'
    """
    if number >= len(_METHODS):
        raise wrong_value("unknown_method", number=number, most=len(_METHODS) - 1)
    return _METHODS[number]


def _split(counts: Counts) -> tuple[list[float], list[int]]:
    """Return the matched counts and the totals of orders 1 to N, without the extra order N + 1."""
    return [m for m, _ in counts[:-1]], [total for _, total in counts[:-1]]


def _ratios(matched: Sequence[float], total: Sequence[int]) -> list[float]:
    """Compute m_n / l_n. The paper does not define it for an order without n-grams; the denominator is 1 there."""
    return [float(m / max(length, 1)) for m, length in zip(matched, total, strict=True)]


def _geometric(matched: Sequence[float], factor: float) -> list[float]:
    """Replace the zeros with factor, factor^2, factor^3 and so on."""
    filled, replacement = [], 1.0
    for m in matched:
        if m == 0:
            replacement *= factor
        filled.append(m or replacement)
    return filled


def _length_factor(candidate_length: int, k: float) -> float:
    return math.log(max(candidate_length, 1)) / k


def _averages(matched: Sequence[float]) -> list[float]:
    """Compute the running averages of method 5. The last entry is only a neighbour, so there is one average fewer."""
    averages = [matched[0] + 1]
    for m, following in pairwise(matched):
        averages.append((averages[-1] + m + following) / 3)
    return averages[1:]
