"""Students' functions for the tasks of the lesson `bleu`."""

import math
from collections import Counter
from fractions import Fraction

import numpy as np

import bleu_helpers
from bleu_helpers import bleu_score, brevity_penalty, modified_precision
from students import partly, right, unknown, wrong
from students.brevity_penalty import closest_by_loop, penalty_by_numpy
from students.ngrams import nltk_like_precision, precision_by_division
from students.shared import grams, matched_and_total, matches_of, nearest, pieces, product, share, shares


def penalty_with_division(candidate, references):
    c, r = len(candidate), closest_by_loop(candidate, references)
    return 1 if c > r else math.exp(1 - r / c)


@right("bleu_score")
def bleu_by_logs(candidate, references, weights):
    total = 0.0
    for n, weight in enumerate(weights, 1):
        p = nltk_like_precision(candidate, references, n)
        if p == 0:
            return 0
        total += weight * math.log(p)
    return penalty_by_numpy(candidate, references) * math.exp(total)


@right("bleu_score")
def exact_bleu(candidate, references, weights):
    if not candidate:
        return 0
    score = 1.0
    for n, weight in enumerate(weights, start=1):
        counts = Counter(grams(candidate, n))
        matched = sum(min(k, max(grams(other, n).count(g) for other in references)) for g, k in counts.items())
        score *= Fraction(matched, max(len(grams(candidate, n)), 1)) ** weight
    r = sorted(map(len, references), key=lambda length: (abs(length - len(candidate)), length))[0]
    return score * min(1, math.exp(1 - r / len(candidate)))


@wrong("bleu_score", "the arithmetic mean is used")
def mean_of_precisions(candidate, references, weights):
    p = [precision_by_division(candidate, references, n) for n in range(1, len(weights) + 1)]
    return penalty_with_division(candidate, references) * sum(p) / len(p)


@wrong("bleu_score", "the logarithm of 0 is computed")
def logs_without_a_rule(candidate, references, weights):
    logs = [w * math.log(precision_by_division(candidate, references, n)) for n, w in enumerate(weights, 1)]
    return penalty_with_division(candidate, references) * math.exp(sum(logs))


@wrong("bleu_score", "the brevity penalty is missing")
def without_penalty(candidate, references, weights):
    product = 1
    for n, w in enumerate(weights, 1):
        product *= precision_by_division(candidate, references, n) ** w
    return product


@wrong("bleu_score", "the first two arguments are swapped", "the brevity penalty is missing")
def nltk_order(references, hypothesis, weights):
    return without_penalty(hypothesis, references, weights)


@wrong("bleu_score", "the brevity penalty is missing", "the counts are not clipped")
def unclipped_without_penalty(candidate, references, weights):
    def of(candidate, references, n):
        every = [piece for reference in references for piece in pieces(reference, n)]
        return len([piece for piece in pieces(candidate, n) if piece in every]) / len(pieces(candidate, n))

    return product(shares(candidate, references, weights, of), weights)


@wrong("bleu_score", "e is written with only a few digits")
def short_e(candidate, references, weights):
    c, r = len(candidate), nearest(candidate, references)
    penalty = 1 if c >= r else 2.718 ** (1 - r / c)
    return penalty * product(shares(candidate, references, weights), weights)


@partly("bleu_score", "the base of the logarithm is not e", "the logarithm of 0 is computed")
def log10(candidate, references, weights):
    s = 0
    for i, w in enumerate(weights):
        m, t = matched_and_total(candidate, references, i + 1)
        s += w * math.log10(m / t)
    c, r = len(candidate), nearest(candidate, references)
    return (1 if c > r else math.exp(1 - r / c)) * math.exp(s)


@partly(
    "bleu_score",
    "the counts are clipped by the sum over the references",
    "the ratio of the lengths is upside down",
    "the logarithm of 0 is computed",
)
def summed_and_inverted(candidate, references, weights):
    tot = 0
    for i, w in enumerate(weights, 1):
        a = Counter(zip(*[candidate[k:] for k in range(i)], strict=False))
        b = sum((Counter(zip(*[r[k:] for k in range(i)], strict=False)) for r in references), Counter())
        tot += w * math.log(sum((a & b).values()) / sum(a.values()))
    c, r = len(candidate), nearest(candidate, references)
    return (1.0 if c > r else math.exp(1 - c / r)) * math.exp(tot)


@wrong("bleu_score", "the weights are ignored", "the length of the first reference is used")
def root_and_first_length(candidate, references, weights):
    ps = []
    for i in range(1, len(weights) + 1):
        m, t = matched_and_total(candidate, references, i)
        ps.append(m / t if t else 0)
    c, r = len(candidate), len(references[0])
    if not c:
        return 0
    return np.prod(ps) ** (1 / len(ps)) * (1 if c >= r else np.exp(1 - r / c))


@wrong("bleu_score", "a precision of 0 is left out of the mean", "the penalty is never capped at 1")
def without_zeros_without_cap(candidate, references, weights):
    if len(candidate) == 0:
        return 0
    num = den = 0
    for i, w in enumerate(weights, 1):
        m, t = matched_and_total(candidate, references, i)
        if m:
            num += w * math.log(m / t)
            den += w
    if den == 0:
        return 0
    return math.exp(num / den) * math.exp(1 - nearest(candidate, references) / len(candidate))


@wrong(
    "bleu_score",
    "the result is BLEU-4 whatever the weights are",
    "the brevity penalty is missing",
    "there is no rule for 0/0",
)
def bleu_4_without_penalty(candidate, references, weights):
    p = [precision_by_division(candidate, references, n) for n in (1, 2, 3, 4)]
    return (p[0] * p[1] * p[2] * p[3]) ** 0.25


@partly(
    "bleu_score",
    "only the first reference is used",
    "the ratio of the lengths is upside down",
    "the denominator is the number of words",
    "the length of the first reference is used",
)
def three_more_in_bleu(candidate, references, weights):
    c, r = len(candidate), len(references[0])
    result = 1 if c > r else math.exp(1 - c / r)
    for n, weight in enumerate(weights, 1):
        result *= (matches_of(candidate, references[0], n) / c) ** weight
    return result


@wrong("bleu_score", "the harmonic mean is used", "the brevity penalty is missing")
def harmonic_without_penalty(candidate, references, weights):
    total = 0
    for p, weight in zip(shares(candidate, references, weights), weights, strict=True):
        total += weight / p
    return 1 / total


@wrong(
    "bleu_score",
    "matches are searched for only in the first reference",
    "the length of the shortest reference is used",
    "the logarithm of 0 is computed",
)
def first_for_precision_shortest_for_length(candidate, references, weights):
    s = []
    for i, w in enumerate(weights, 1):
        m, t = matched_and_total(candidate, references[:1], i)
        s.append(w * math.log(m / t))
    c, r = len(candidate), min(map(len, references))
    bp = 1.0 if c > r else math.exp(1 - r / c)
    return bp * math.exp(math.fsum(s))


@unknown("bleu_score")
def one_more_word_missing(candidate, references, weights):
    c, r = len(candidate), bleu_helpers.closest_ref_length(candidate, references)
    penalty = 0 if c == 0 else 1 if c > r else math.exp(1 - (r + 1) / c)
    return penalty * product(shares(candidate, references, weights), weights)


@right("bleu_without")
def bleu_without(candidate, references, n):
    product = 1
    for order in (1, 2, 3, 4):
        if order != n:
            product *= modified_precision(candidate, references, order)
    return brevity_penalty(candidate, references) * product ** (1 / 3)


@wrong("bleu_without", "n is used as a position that starts at 0")
def n_as_a_position(candidate, references, n):
    precisions = [modified_precision(candidate, references, order) for order in range(1, 5)]
    precisions.pop(n)
    return brevity_penalty(candidate, references) * math.prod(precisions) ** (1 / 3)


@wrong("bleu_without", "only the first iteration of a loop counts")
def returns_inside_the_loop(candidate, references, n):
    kept = []
    for order in (1, 2, 3, 4):
        if order != n:
            kept.append(modified_precision(candidate, references, order))
            return brevity_penalty(candidate, references) * math.prod(kept) ** (1 / len(kept))


@right("scores_without_each_word")
def scores_without_each_word(candidate, references):
    scores = []
    for place in range(len(candidate)):
        shorter = list(candidate)
        shorter.pop(place)
        scores.append(bleu_score(shorter, references))
    return scores


@wrong("scores_without_each_word", "only the first iteration of a loop counts")
def returns_the_first_score(candidate, references):
    scores = []
    for place in range(len(candidate)):
        scores.append(bleu_score(candidate[:place] + candidate[place + 1 :], references))
        return scores
    return scores


unknown("bleu_score")(lambda candidate, references, weights: 0)


@wrong("bleu_score", "the length of the shortest reference is used", "the logarithm of 0 is computed")
def bleu_by_bare_logs(candidate, references, weights):
    if not candidate:
        return 0
    r = min(map(len, references))
    penalty = 1 if len(candidate) > r else math.exp(1 - r / len(candidate))
    logs = [w * math.log(share(candidate, references, n)) for n, w in enumerate(weights, 1)]
    return penalty * math.exp(sum(logs))


@partly("bleu_score", "the counts are not clipped", "the length of the shortest reference is used")
def two_after_a_guard(candidate, references, weights):
    if len(candidate) < len(weights):
        return 0.0
    known = [{g for r in references for g in grams(r, n)} for n in range(1, len(weights) + 1)]
    score = 1.0
    for n, w in enumerate(weights, 1):
        mine = grams(candidate, n)
        score *= (sum(g in known[n - 1] for g in mine) / len(mine)) ** w
    c, r = len(candidate), min(len(x) for x in references)
    return score if c > r else score * math.exp(1 - r / c)


@wrong("bleu_score", "the arithmetic mean is used")
def with_numpy_arrays(candidate, references, weights):
    ps = [np.divide(*map(np.float64, matched_and_total(candidate, references, n + 1))) for n in range(len(weights))]
    return np.dot(weights, ps) * penalty_by_numpy(candidate, references)


@wrong(
    "bleu_score",
    "the reference's count is used without taking the minimum",
    "the denominator is the number of different n-grams",
    "on a tie, the longer reference is used",
)
def three_with_a_tie(candidate, references, weights):
    score = 1.0
    for n, weight in enumerate(weights, start=1):
        mine, known = {*grams(candidate, n)}, [Counter(grams(reference, n)) for reference in references]
        matched = sum(max(counts[gram] for counts in known) for gram in mine)
        score *= (matched / len(mine)) ** weight if mine else 0.0 if weight else 1
    c = len(candidate)
    r = min((abs(len(reference) - c), -len(reference), len(reference)) for reference in references)[2]
    return score if c >= r else score * math.exp(1 - r / c) if c else 0.0


@unknown("bleu_score")
def name_error_in_the_penalty(candidate, references, weights):
    score = product(shares(candidate, references, weights), weights)
    return score * math.exp(1 - nearest(candidate, references) / lenght) if score else 0.0  # noqa: F821


@wrong("bleu_without", "the length of the shortest reference is used")
def with_the_shortest_length(candidate, references, n):
    others = [bleu_helpers.modified_precision(candidate, references, k) for k in range(1, 5) if k != n]
    c, r = len(candidate), min(map(len, references))
    return math.prod(others) ** (1 / 3) * (min(1, math.exp(1 - r / c)) if c else 0)


@wrong("bleu_without", "n is used as a position that starts at 0", "there is no brevity penalty")
def position_without_penalty(candidate, references, n):
    ps = [modified_precision(candidate, references, k) for k in (1, 2, 3, 4)]
    kept = [p for i, p in enumerate(ps) if i != n]
    return np.prod(kept) ** (1 / len(kept))
