"""Students' functions for the tasks of the lesson `bleu`."""

import math

import numpy as np

import bleu_helpers
from bleu_helpers import bleu_score, brevity_penalty, modified_precision
from students import partly, right, unknown, wrong
from students.brevity_penalty import penalty_by_numpy
from students.ngrams import nltk_like_precision, precision_by_division
from students.shared import grams, matched_and_total, nearest, pieces, product, shares


@right("bleu_score")
def bleu_by_logs(candidate, references, weights):
    precisions = shares(candidate, references, weights, nltk_like_precision)
    if 0 in precisions:
        return 0
    logs = [weight * math.log(p) for weight, p in zip(weights, precisions, strict=True)]
    return penalty_by_numpy(candidate, references) * math.exp(sum(logs))


@wrong("bleu_score", "the logarithm of 0 is computed")
def logs_without_a_rule(candidate, references, weights):
    logs = [w * math.log(precision_by_division(candidate, references, n)) for n, w in enumerate(weights, 1)]
    return penalty_by_numpy(candidate, references) * math.exp(sum(logs))


@wrong("bleu_score", "the brevity penalty is missing")
def without_penalty(candidate, references, weights):
    return product(shares(candidate, references, weights, precision_by_division), weights)


@wrong("bleu_score", "the first two arguments are swapped", "the brevity penalty is missing")
def nltk_order(references, hypothesis, weights):
    return without_penalty(hypothesis, references, weights)


@wrong("bleu_score", "the brevity penalty is missing", "the counts are not clipped")
def unclipped_without_penalty(candidate, references, weights):
    def of(candidate, references, n):
        every = [piece for reference in references for piece in pieces(reference, n)]
        return len([piece for piece in pieces(candidate, n) if piece in every]) / len(pieces(candidate, n))

    return product(shares(candidate, references, weights, of), weights)


@wrong(
    "bleu_score",
    "the result is BLEU-4 whatever the weights are",
    "the brevity penalty is missing",
    "there is no rule for 0/0",
)
def bleu_4_without_penalty(candidate, references, weights):
    p = [precision_by_division(candidate, references, n) for n in (1, 2, 3, 4)]
    return (p[0] * p[1] * p[2] * p[3]) ** 0.25


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
    kept = [modified_precision(candidate, references, order) for order in (1, 2, 3, 4) if order != n]
    return brevity_penalty(candidate, references) * math.prod(kept) ** (1 / 3)


@right("scores_without_each_word")
def scores_without_each_word(candidate, references):
    shorter = [candidate[:place] + candidate[place + 1 :] for place in range(len(candidate))]
    return [bleu_score(words, references) for words in shorter]


unknown("bleu_score")(lambda candidate, references, weights: 0)


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


@unknown("bleu_score")
def name_error_in_the_penalty(candidate, references, weights):
    score = product(shares(candidate, references, weights), weights)
    return score * math.exp(1 - nearest(candidate, references) / lenght) if score else 0.0  # noqa: F821


@wrong("bleu_without", "n is used as a position that starts at 0", "there is no brevity penalty")
def position_without_penalty(candidate, references, n):
    ps = [modified_precision(candidate, references, k) for k in (1, 2, 3, 4)]
    kept = [p for i, p in enumerate(ps) if i != n]
    return np.prod(kept) ** (1 / len(kept))
