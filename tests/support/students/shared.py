"""Parts that the functions of several lessons use."""

import math
from collections import Counter


def grams(tokens, n):
    return list(zip(*(tokens[start:] for start in range(n)), strict=False))


def pieces(tokens, n):
    return [tokens[start : start + n] for start in range(len(tokens) - n + 1)]


def matches_of(candidate, reference, n):
    return (Counter(grams(candidate, n)) & Counter(grams(reference, n))).total()


def matched_and_total(candidate, references, n):
    most = Counter()
    for reference in references:
        most |= Counter(grams(reference, n))
    return (Counter(grams(candidate, n)) & most).total(), len(grams(candidate, n))


def share(candidate, references, n):
    matched, total = matched_and_total(candidate, references, n)
    return matched / total if total else 0


def shares(candidate, references, weights, of=share):
    return [of(candidate, references, n) for n in range(1, len(weights) + 1)]


def product(shares, weights):
    return math.prod(map(pow, shares, weights))


def nearest(candidate, references):
    return min((abs(len(reference) - len(candidate)), len(reference)) for reference in references)[1]


def penalty_of(candidate, r):
    c = len(candidate)
    return 0 if c == 0 else 1 if c > r else math.exp(1 - r / c)
