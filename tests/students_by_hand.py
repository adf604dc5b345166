"""Functions as students write them, written by hand: right ones, and such as have a mistake or two."""

import math
from collections import Counter, defaultdict
from fractions import Fraction
from typing import NamedTuple

import numpy

from bleu_helpers.checks import catalogue


class Handed(NamedTuple):
    """A function as it was handed in, the task, and the names of what is wrong with it, or none if it is right."""

    task: str
    function: object
    names: frozenset = frozenset()


RIGHT_BY_HAND = []
WRONG_BY_HAND = []


def handed_in(task, *names):
    """Put a function into the tables: what is wrong with it, or nothing."""

    def put(function):
        (WRONG_BY_HAND if names else RIGHT_BY_HAND).append(Handed(task, function, frozenset(names)))
        return function

    return put


@handed_in("simple_count")
def count_by_dict(tokens, n):
    ngrams = {}
    for i in range(len(tokens) - n + 1):
        key = " ".join(tokens[i : i + n])
        if key not in ngrams:
            ngrams[key] = 0
        ngrams[key] += 1
    return ngrams


@handed_in("simple_count")
def count_by_zip(tokens, n):
    d = defaultdict(int)
    for gram in zip(*[tokens[k:] for k in range(n)], strict=False):
        d[gram] += 1
    return dict(d)


@handed_in("unigram_precision")
def precision_by_index(cand, refs):
    hits = 0
    for i in range(len(cand)):
        found = False
        for ref in refs:
            if cand[i] in ref:
                found = True
        if found:
            hits += 1
    if len(cand) == 0:
        return 0
    return hits / len(cand)


@handed_in("unigram_precision")
def precision_by_numpy(cand, refs):
    vocabulary = set().union(*refs)
    return float(numpy.isin(cand, list(vocabulary)).mean()) if cand else 0.0


@handed_in("count_clip")
def clip_by_strings(candidate, references, n):
    def counts(words):
        result = {}
        for i in range(len(words) + 1 - n):
            gram = tuple(words[i : i + n])
            result[gram] = result.get(gram, 0) + 1
        return result

    mine = counts(candidate)
    best = {}
    for ref in references:
        for gram, k in counts(ref).items():
            best[gram] = max(best.get(gram, 0), k)
    return {gram: min(k, best.get(gram, 0)) for gram, k in mine.items()}


@handed_in("modified_precision")
def nltk_like_precision(hypothesis, references, n):
    counts = Counter(zip(*[hypothesis[k:] for k in range(n)], strict=False)) if len(hypothesis) >= n else Counter()
    max_counts = {}
    for reference in references:
        ref = Counter(zip(*[reference[k:] for k in range(n)], strict=False)) if len(reference) >= n else Counter()
        for ngram in counts:
            max_counts[ngram] = max(max_counts.get(ngram, 0), ref[ngram])
    clipped = {ngram: min(count, max_counts[ngram]) for ngram, count in counts.items()}
    return Fraction(sum(clipped.values()), max(1, sum(counts.values())))


@handed_in("closest_ref_length")
def closest_by_loop(candidate, references):
    best, gap = None, None
    for ref in references:
        d = abs(len(ref) - len(candidate))
        if gap is None or d < gap or (d == gap and len(ref) < best):
            best, gap = len(ref), d
    return best


@handed_in("closest_ref_length")
def closest_by_argmin(candidate, references):
    lengths = numpy.sort([len(ref) for ref in references])
    return int(lengths[numpy.argmin(numpy.abs(lengths - len(candidate)))])


@handed_in("brevity_penalty")
def penalty_by_numpy(candidate, references):
    if not candidate:
        return 0
    r = closest_by_loop(candidate, references)
    return float(numpy.exp(min(0.0, 1 - r / len(candidate))))


@handed_in("bleu_score")
def bleu_by_logs(candidate, references, weights):
    total = 0.0
    for n, weight in enumerate(weights, 1):
        p = nltk_like_precision(candidate, references, n)
        if p == 0:
            return 0
        total += weight * math.log(p)
    return penalty_by_numpy(candidate, references) * math.exp(total)


@handed_in("bleu_score")
def bleu_by_product(hyp, refs, w):
    result = 1
    for i in range(len(w)):
        result = result * float(nltk_like_precision(hyp, refs, i + 1)) ** w[i]
    return result * penalty_by_numpy(hyp, refs)


@handed_in("rouge_n")
def rouge_by_loops(candidate, references, n):
    best = 0
    for ref in references:
        grams = [tuple(ref[i : i + n]) for i in range(len(ref) - n + 1)]
        left = [tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1)]
        total, hits = len(grams), 0
        for gram in grams:
            if gram in left:
                left.remove(gram)
                hits += 1
        if total > 0 and hits / total > best:
            best = hits / total
    return best


@handed_in("f_score")
def f_by_hand(p, r, beta):
    b2 = beta**2
    top, bottom = (1 + b2) * p * r, b2 * p + r
    return top / bottom if bottom else 0


@handed_in("ngram_f1")
def f1_by_hand(candidate, references, n):
    p, r = bleu_by_product(candidate, references, [1 / n] * n), rouge_by_loops(candidate, references, n)
    return 0 if p + r == 0 else 2 * p * r / (p + r)


@handed_in("corpus_bleu")
def corpus_by_arrays(candidates, references, weights):
    orders = len(weights)
    hits, totals = numpy.zeros(orders), numpy.zeros(orders)
    c = r = 0
    for cand, refs in zip(candidates, references, strict=True):
        c, r = c + len(cand), r + closest_by_loop(cand, refs)
        for n in range(1, orders + 1):
            clipped = clip_by_strings(cand, refs, n)
            hits[n - 1] += sum(clipped.values())
            totals[n - 1] += max(len(cand) - n + 1, 0)
    if hits.min() == 0:
        return 0.0
    bp = 1 if c > r else numpy.exp(1 - r / c)
    return bp * numpy.exp(numpy.sum(numpy.array(weights) * numpy.log(hits / totals)))


@handed_in("word_error_rate")
def errors_by_table(hypothesis, reference):
    d = [[0] * (len(hypothesis) + 1) for _ in range(len(reference) + 1)]
    for i in range(len(reference) + 1):
        for j in range(len(hypothesis) + 1):
            if i == 0 or j == 0:
                d[i][j] = i + j
            elif reference[i - 1] == hypothesis[j - 1]:
                d[i][j] = d[i - 1][j - 1]
            else:
                d[i][j] = 1 + min(d[i - 1][j - 1], d[i - 1][j], d[i][j - 1])
    return d[-1][-1] / len(reference)


# With a mistake, or with two.


@handed_in("simple_count", "off by one: an n-gram is missing")
def count_one_short(tokens, n):
    counts = {}
    for i in range(len(tokens) - n):
        gram = tuple(tokens[i : i + n])
        counts[gram] = counts[gram] + 1 if gram in counts else 1
    return counts


@handed_in("unigram_precision", "already clipped")
def clipped_too_early(cand, refs):
    total = 0
    for word in set(cand):
        total += min(cand.count(word), max(ref.count(word) for ref in refs))
    return total / len(cand)


@handed_in("unigram_precision", "only the best single reference")
def best_reference_only(cand, refs):
    scores = []
    for ref in refs:
        scores.append(len([w for w in cand if w in ref]) / len(cand))
    return max(scores)


@handed_in("unigram_precision", "each different word is counted once")
def over_a_set(cand, refs):
    return sum(any(w in ref for ref in refs) for w in set(cand)) / len(cand)


@handed_in("unigram_precision", "each different word is counted once")
def over_a_set_all_through(c, refs):
    words = set(c)
    hits = 0
    for w in words:
        if any(w in ref for ref in refs):
            hits += 1
    return hits / len(words)


@handed_in("count_clip", "clipped by the sum over the references")
def clip_by_concatenation(candidate, references, n):
    everything = Counter()
    for ref in references:
        everything += Counter(tuple(ref[i : i + n]) for i in range(len(ref) - n + 1))
    mine = Counter(tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1))
    return {gram: min(mine[gram], everything[gram]) for gram in mine}


@handed_in("count_clip", "only the last reference is used")
def clip_overwrites(candidate, references, n):
    mine = count_by_zip(candidate, n)
    for ref in references:
        theirs = count_by_zip(ref, n)
        best = {gram: theirs.get(gram, 0) for gram in mine}
    return {gram: min(mine[gram], best[gram]) for gram in mine}


@handed_in("modified_precision", "divided by the number of words")
def precision_over_words(candidate, references, n):
    return sum(clip_by_strings(candidate, references, n).values()) / len(candidate)


@handed_in("modified_precision", "divided by the number of different n-grams")
def precision_over_keys(candidate, references, n):
    clipped = clip_by_strings(candidate, references, n)
    return sum(clipped.values()) / len(clipped)


@handed_in("modified_precision", "no clipping")
def precision_without_clipping(candidate, references, n):
    grams = [candidate[i : i + n] for i in range(len(candidate) - n + 1)]
    found = [g for g in grams if any(g in [r[i : i + n] for i in range(len(r) - n + 1)] for r in references)]
    return len(found) / len(grams)


@handed_in("modified_precision", "clipped by the sum over the references", "divided by the number of words")
def two_at_once(candidate, references, n):
    return sum(clip_by_concatenation(candidate, references, n).values()) / len(candidate)


@handed_in("closest_ref_length", "a tie goes to the first in the list")
def closest_first(candidate, references):
    return min([len(r) for r in references], key=lambda x: abs(x - len(candidate)))


@handed_in("brevity_penalty", "the ratio is upside down")
def upside_down(candidate, references):
    c, r = len(candidate), closest_by_loop(candidate, references)
    return 1 if c > r else math.exp(1 - c / r)


@handed_in("brevity_penalty", "the shortest reference's length")
def shortest(candidate, references):
    c, r = len(candidate), min(map(len, references))
    return 1.0 if c > r else math.e ** (1 - r / c)


@handed_in("brevity_penalty", "the shortest reference's length", "the penalty is never capped at 1")
def shortest_and_no_cap(candidate, references):
    return math.exp(1 - min(map(len, references)) / len(candidate))


@handed_in("bleu_score", "the arithmetic mean")
def mean_of_precisions(candidate, references, weights):
    p = [precision_by_division(candidate, references, n) for n in range(1, len(weights) + 1)]
    return penalty_with_division(candidate, references) * sum(p) / len(p)


def precision_by_division(candidate, references, n):
    clipped = clip_by_strings(candidate, references, n)
    return sum(clipped.values()) / (len(candidate) - n + 1)


def penalty_with_division(candidate, references):
    c, r = len(candidate), closest_by_loop(candidate, references)
    return 1 if c > r else math.exp(1 - r / c)


@handed_in("bleu_score", "the logarithm of 0")
def logs_without_a_rule(candidate, references, weights):
    logs = [w * math.log(precision_by_division(candidate, references, n)) for n, w in enumerate(weights, 1)]
    return penalty_with_division(candidate, references) * math.exp(sum(logs))


@handed_in("bleu_score", "the brevity penalty is missing")
def without_penalty(candidate, references, weights):
    product = 1
    for n, w in enumerate(weights, 1):
        product *= precision_by_division(candidate, references, n) ** w
    return product


@handed_in("bleu_score", "the weights are not applied", "the brevity penalty is missing")
def bleu_4_without_penalty(candidate, references, weights):
    p = [precision_by_division(candidate, references, n) for n in (1, 2, 3, 4)]
    return (p[0] * p[1] * p[2] * p[3]) ** 0.25


@handed_in("rouge_n", "precision in place of recall")
def rouge_of_candidate(candidate, references, n):
    return max(sum(clip_by_strings(candidate, [ref], n).values()) / (len(candidate) - n + 1) for ref in references)


@handed_in("rouge_n", "the average over the references")
def rouge_mean(candidate, references, n):
    scores = [sum(clip_by_strings(ref, [candidate], n).values()) / (len(ref) - n + 1) for ref in references]
    return numpy.mean(scores)


@handed_in("f_score", "beta is not squared")
def f_beta_not_squared(p, r, beta):
    return (1 + beta) * p * r / (beta * p + r)


@handed_in("f_score", "F as the arithmetic mean")
def f_mean(p, r, beta):
    return (p + r) / 2


@handed_in("ngram_f1", "the precision of order n in place of BLEU-n", "no rule for 0/0 in F")
def f1_of_precision(candidate, references, n):
    p, r = precision_by_division(candidate, references, n), rouge_by_loops(candidate, references, n)
    return 2 * p * r / (p + r)


@handed_in("corpus_bleu", "the average of the sentences' scores")
def corpus_mean(candidates, references, weights):
    return sum(bleu_by_product(c, r, weights) for c, r in zip(candidates, references, strict=True)) / len(candidates)


@handed_in("word_error_rate", "divided by the candidate's length (or the arguments swapped)")
def errors_by_candidate(hypothesis, reference):
    return errors_by_table(hypothesis, reference) * len(reference) / len(hypothesis)


@handed_in("bleu_score", catalogue.SWAPPED, "the brevity penalty is missing")
def nltk_order(references, hypothesis, weights):
    return without_penalty(hypothesis, references, weights)


@handed_in("closest_ref_length", catalogue.SWAPPED, "the shortest reference's length")
def nltk_order_shortest(references, hypothesis):
    return min(len(reference) for reference in references)
