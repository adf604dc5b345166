"""Parts that the functions of several lessons use."""

import math
from collections import Counter


def grams(tokens, n):
    return list(zip(*(tokens[start:] for start in range(n)), strict=False))


def pieces(tokens, n):
    return [tokens[start : start + n] for start in range(len(tokens) - n + 1)]


def matches_of(candidate, reference, n):
    """Count the n-grams of the candidate that match, each n-gram of the reference at most once."""
    left, hits = pieces(reference, n), 0
    for piece in pieces(candidate, n):
        if piece in left:
            left.remove(piece)
            hits += 1
    return hits


def once_each(pieces):
    seen = []
    for piece in pieces:
        if piece not in seen:
            seen.append(piece)
    return seen


def clipped(candidate, references, n):
    mine, hits = pieces(candidate, n), 0
    for piece in once_each(mine):
        hits += min(mine.count(piece), max(pieces(reference, n).count(piece) for reference in references))
    return hits


def share(candidate, references, n):
    return clipped(candidate, references, n) / len(pieces(candidate, n)) if len(candidate) >= n else 0


def nearest(candidate, references):
    best = len(references[0])
    for reference in references:
        far, so_far = abs(len(reference) - len(candidate)), abs(best - len(candidate))
        if far < so_far or (far == so_far and len(reference) < best):
            best = len(reference)
    return best


def penalty_of(candidate, r):
    c = len(candidate)
    return 0 if c == 0 else 1 if c > r else math.exp(1 - r / c)


def product(shares, weights):
    result = 1
    for p, weight in zip(shares, weights, strict=True):
        result *= p**weight
    return result


def shares(candidate, references, weights, of=share):
    return [of(candidate, references, n) for n in range(1, len(weights) + 1)]


class Ngrams:
    def __init__(self, toks, n):
        self.c = Counter(tuple(toks[i : i + n]) for i in range(len(toks) - n + 1))

    def __getitem__(self, k):
        return self.c[k]


def matched_and_total(c, rs, n):
    a = Counter(zip(*[c[i:] for i in range(n)], strict=False))
    m = Counter()
    for r in rs:
        m |= Counter(zip(*[r[i:] for i in range(n)], strict=False))
    t = sum(a.values())
    return (sum((a & m).values()), t)
