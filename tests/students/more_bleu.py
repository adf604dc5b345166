"""More functions for the lesson on BLEU, as students hand them in."""

import math
from collections import Counter

import numpy as np

import bleu_helpers
from bleu_helpers import bleu_score, brevity_penalty, modified_precision
from students import partly, right, unknown, wrong
from students.bleu import product_of_shares
from students.brevity_penalty import penalty_by_numpy
from students.shared import grams, matched_and_total, nearest, pieces, product, share, shares, short_pays


@unknown("bleu_score")
def one_word_more_is_missing(candidate, references, weights):
    c, r = len(candidate), bleu_helpers.closest_ref_length(candidate, references)
    penalty = 0 if c == 0 else 1 if c > r else math.exp(1 - (r + 1) / c)
    return penalty * product_of_shares(references, candidate, weights)


@wrong("bleu_score", "the closest number of characters in place of words")
def closest_by_letters(candidate, references, weights):
    closest = min(references, key=lambda other: (abs(len("".join(other)) - len("".join(candidate))), len(other)))
    c, r = len(candidate), len(closest)
    penalty = 0 if c == 0 else 1 if c > r else math.exp(1 - r / c)
    return penalty * product_of_shares(references, candidate, weights)


@right("bleu_without")
def bleu_without(candidate, references, n):
    product = 1
    for order in (1, 2, 3, 4):
        if order != n:
            product *= modified_precision(candidate, references, order)
    return brevity_penalty(candidate, references) * product ** (1 / 3)


@right("bleu_without")
def also_bleu_without(candidate, references, n):
    weights = [1 / 3, 1 / 3, 1 / 3]
    weights.insert(n - 1, 0)
    return bleu_score(candidate, references, weights)


@wrong("bleu_without", "only the first round of a loop counts")
def the_first_order_in_a_product(candidate, references, n):
    product = 1
    for order in (1, 2, 3, 4):
        if order != n:
            product *= modified_precision(candidate, references, order)
        return brevity_penalty(candidate, references) * product ** (1 / 3)


@wrong("bleu_without", "only the first round of a loop counts")
def the_first_order_that_is_kept(candidate, references, n):
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


@right("scores_without_each_word")
def also_scores_without_each_word(candidate, references):
    for place, _ in enumerate(candidate):
        shorter = [word for i, word in enumerate(candidate) if i != place]
        precisions = [modified_precision(shorter, references, n) for n in (1, 2, 3, 4)]
        yield brevity_penalty(shorter, references) * math.prod(precisions) ** 0.25


@wrong("scores_without_each_word", "only the first round of a loop counts")
def the_first_score(candidate, references):
    scores = []
    for place in range(len(candidate)):
        scores.append(bleu_score(candidate[:place] + candidate[place + 1 :], references))
        return scores
    return scores


unknown("bleu_score")(lambda candidate, references, weights: 0)


def bleu_by_bare_logs(length):
    def bleu_score(candidate, references, weights):
        if not candidate:
            return 0
        r = length(map(len, references))
        penalty = 1 if len(candidate) > r else math.exp(1 - r / len(candidate))
        logs = [w * math.log(share(candidate, references, n)) for n, w in enumerate(weights, 1)]
        return penalty * math.exp(sum(logs))

    return bleu_score


wrong("bleu_score", "the shortest reference's length", "the logarithm of 0")(bleu_by_bare_logs(min))
wrong("bleu_score", "the longest reference's length", "the logarithm of 0")(bleu_by_bare_logs(max))


@wrong("bleu_score", "a length in the penalty is counted in n-grams")
def lengths_of_the_last_order(candidate, references, weights):
    score = 1
    for n, w in enumerate(weights, 1):
        mine = Counter(grams(candidate, n))
        theirs = [Counter(grams(r, n)) for r in references]
        c, lengths = sum(mine.values()), [sum(x.values()) for x in theirs]
        hits = sum(min(k, max(x[g] for x in theirs)) for g, k in mine.items())
        if hits == 0:
            return 0
        score *= (hits / c) ** w
    r = min(lengths, key=lambda length: (abs(length - c), length))
    return score * (1 if c > r else math.exp(1 - r / c))


@partly(
    "bleu_score",
    "the reference's count without the minimum",
    "divided by the number of different n-grams",
    "a tie goes to the first in the list",
)
def three_of_the_wild(candidate, references, weights):
    total = 0.0
    for n, w in enumerate(weights, 1):
        keys = set(grams(candidate, n))
        most = Counter()
        for r in references:
            most |= Counter(grams(r, n))
        hits = sum(most[k] for k in keys)
        if hits == 0:
            return 0
        total += w * math.log(hits / len(keys))
    c = len(candidate)
    r = len(min(references, key=lambda x: abs(len(x) - c)))
    return math.exp(total) * (1 if c >= r else math.exp(1 - r / c))


@partly(
    "bleu_score",
    "the reference's count without the minimum",
    "divided by the number of different n-grams",
    "a tie goes to the first in the list",
)
def three_of_the_wild_guarded(candidate, references, weights):
    if len(candidate) < len(weights):
        return 0.0
    return three_of_the_wild(candidate, references, weights)


@partly("bleu_score", "no clipping", "the shortest reference's length")
def two_behind_a_guard(candidate, references, weights):
    if len(candidate) < len(weights):
        return 0.0
    known = [{g for r in references for g in grams(r, n)} for n in range(1, len(weights) + 1)]
    score = 1.0
    for n, w in enumerate(weights, 1):
        mine = grams(candidate, n)
        score *= (sum(g in known[n - 1] for g in mine) / len(mine)) ** w
    c, r = len(candidate), min(len(x) for x in references)
    return score if c > r else score * math.exp(1 - r / c)


@partly("bleu_score", "the arithmetic mean", "the longest reference's length", "rounded on the way")
def rounded_to_four(candidate, references, weights):
    c, r = len(candidate), max(len(x) for x in references)
    if c == 0:
        return 0
    total = sum(w * share(candidate, references, n) for n, w in enumerate(weights, 1))
    return round(total * (1 if c > r else math.exp(1 - r / c)), 4)


@wrong("bleu_score", "the arithmetic mean")
def with_numpy_arrays(candidate, references, weights):
    ps = [np.divide(*map(np.float64, matched_and_total(candidate, references, n + 1))) for n in range(len(weights))]
    return np.dot(weights, ps) * penalty_by_numpy(candidate, references)


@unknown("bleu_score", "no clipping", "the last reference's length", "the arithmetic mean")
def three_by_loops(candidate, references, weights):
    if not candidate:
        return 0.0
    ps = []
    for n in range(1, len(weights) + 1):
        known = []
        for ref in references:
            known += pieces(ref, n)
        mine = pieces(candidate, n)
        ps.append(len([g for g in mine if g in known]) / len(mine) if mine else 0.0)
    bp = 1.0
    if len(candidate) < len(ref):
        bp = math.exp(1 - len(ref) / len(candidate))
    return bp * sum(p * w for p, w in zip(ps, weights, strict=True))


@unknown(
    "bleu_score", "only the first reference is used", "each different word is counted once", "the ratio is upside down"
)
def sets_of_the_first(candidate, references, weights):
    score = 1.0
    for n, w in enumerate(weights, 1):
        mine, other = set(grams(candidate, n)), set(grams(references[0], n))
        if not mine & other:
            return 0
        score *= (len(mine & other) / len(mine)) ** w
    c, r = len(candidate), len(references[0])
    return score * (1 if c > r else math.exp(1 - c / r))


@partly(
    "bleu_score",
    "clipped by the sum over the references",
    "the weights are not applied",
    "a tie goes to the first in the list",
)
def summed_and_even(candidate, references, weights):
    n_max, total = len(weights), 0.0
    for n in range(1, n_max + 1):
        cand = Counter(grams(candidate, n))
        allowed = Counter()
        for ref in references:
            allowed.update(grams(ref, n))
        hits = sum((cand & allowed).values())
        if hits == 0:
            return 0
        total += math.log(hits / sum(cand.values()))
    c, best = len(candidate), len(references[0])
    for ref in references:
        if abs(len(ref) - c) < abs(best - c):
            best = len(ref)
    return math.exp(total / n_max) * (1 if c > best else math.exp(1 - best / c))


@partly(
    "bleu_score", "a precision of 0 is left out of the mean", "the penalty is never capped at 1", "rounded on the way"
)
def skipped_and_rounded(candidate, references, weights):
    if len(candidate) == 0:
        return 0
    logs, used = 0, 0
    for n, w in enumerate(weights, 1):
        hits, every = matched_and_total(candidate, references, n)
        if hits > 0:
            logs, used = logs + w * math.log(hits / every), used + w
    if used == 0:
        return 0
    bp = math.exp(1 - nearest(candidate, references) / len(candidate))
    return round(bp * math.exp(logs / used), 3)


def of_precisions(mean):
    """The penalty times some mean of the precisions."""

    def score(candidate, references, weights):
        every = shares(candidate, references, weights)
        return short_pays(candidate, nearest(candidate, references)) * mean(every, weights)

    return score


@wrong("bleu_score", "the precisions are added up")
def all_of_them_added(candidate, references, weights):
    return of_precisions(lambda every, weights: sum(every))(candidate, references, weights)


@wrong("bleu_score", "the precisions are multiplied by their weights")
def weights_as_factors(candidate, references, weights):
    score = short_pays(candidate, nearest(candidate, references))
    for p, weight in zip(shares(candidate, references, weights), weights, strict=True):
        score *= weight * p
    return score


@wrong("bleu_score", "1/w in the exponent in place of w")
def roots_the_other_way(candidate, references, weights):
    return of_precisions(lambda every, weights: product(every, [1 / weight for weight in weights]))(
        candidate, references, weights
    )


@wrong("bleu_score", "no root is taken of the product")
def bare_product(candidate, references, weights):
    return of_precisions(lambda every, weights: math.prod(every))(candidate, references, weights)


@wrong("bleu_score", "a root without brackets")
def power_of_one_over_n(candidate, references, weights):
    return of_precisions(lambda every, weights: math.prod(every) ** 1 / len(every))(candidate, references, weights)


@wrong("bleu_score", "the first order is left out")
def from_two_on(candidate, references, weights):
    p = 1
    for n in range(2, len(weights) + 1):
        p *= share(candidate, references, n) ** weights[n - 1]
    return short_pays(candidate, nearest(candidate, references)) * p


@wrong("bleu_score", "n-grams have one word too few")
def orders_from_zero(candidate, references, weights):
    p = 1
    for n, weight in enumerate(weights):
        p *= share(candidate, references, n) ** weight
    return short_pays(candidate, nearest(candidate, references)) * p


@wrong("bleu_score", "the counts of all orders in one precision")
def one_pot(candidate, references, weights):
    counts = [matched_and_total(candidate, references, n + 1) for n in range(len(weights))]
    hits, every = sum(hits for hits, _ in counts), sum(every for _, every in counts)
    return short_pays(candidate, nearest(candidate, references)) * hits / every if every else 0


@wrong("bleu_score", "the penalty is under the root too")
def root_of_everything(candidate, references, weights):
    penalty = short_pays(candidate, nearest(candidate, references))
    return penalty ** (1 / len(weights)) * product(shares(candidate, references, weights), weights)


@wrong("bleu_score", "the exponent has the wrong sign (or the score is divided by the penalty)")
def a_short_one_wins(candidate, references, weights):
    penalty = short_pays(candidate, nearest(candidate, references))
    return product(shares(candidate, references, weights), weights) / penalty if penalty else 0


@wrong("bleu_score", "matches are looked for in the last reference only")
def counts_of_the_last_one(candidate, references, weights):
    score = short_pays(candidate, nearest(candidate, references))
    for n, weight in enumerate(weights, 1):
        for reference in references:
            counts = matched_and_total(candidate, [reference], n)
        score *= (counts[0] / counts[1] if counts[1] else 0) ** weight
    return score


@wrong("bleu_score", "a length is counted in characters", "the arithmetic mean")
def long_texts(candidate, references, weights):
    text, others = " ".join(candidate), [" ".join(reference) for reference in references]
    mean = sum(p * weight for p, weight in zip(shares(candidate, references, weights), weights, strict=True))
    return short_pays(text, nearest(text, others)) * mean
