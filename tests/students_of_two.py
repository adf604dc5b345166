"""Functions with two mistakes or three, as students write them, each in a style of its own: classes, indexes, NumPy."""

import math
import string
from collections import Counter, defaultdict
from functools import lru_cache
from itertools import chain

import numpy as np
from students_by_hand import Handed

OF_TWO = []


def handed_in(task, *names):
    """Put a function into the table, with what is wrong with it."""

    def put(function):
        OF_TWO.append(Handed(task, function, frozenset(names)))
        return function

    return put


class Ngrams:
    def __init__(self, toks, n):
        self.c = Counter(tuple(toks[i : i + n]) for i in range(len(toks) - n + 1))

    def __getitem__(self, k):
        return self.c[k]


@handed_in("unigram_precision", "only the first reference is used", "an empty candidate divides by zero")
def first_reference_by_token(candidate, references):
    ref = references[0]
    hit = 0
    for token in candidate:
        if token in ref:
            hit += 1
    return hit / len(candidate)


@handed_in("unigram_precision", "already clipped", "divided by the number of different words")
def clipped_and_divided_by_kinds(candidate, references):
    if not candidate:
        return 0.0
    counts = {w: candidate.count(w) for w in candidate}
    total = 0
    for w in counts:
        total += min(counts[w], max(r.count(w) for r in references))
    return total / len(counts)


@handed_in("unigram_precision", "each different word is counted once", "a word must be in every reference")
def words_in_all(candidate, references):
    common = set(candidate)
    for r in references:
        common = common & set(r)
    return len(common) / len(candidate) if candidate else 0.0


@handed_in("unigram_precision", "capital letters make no difference", "only the last reference is used")
def last_reference_in_small_letters(candidate, references):
    c = [t.lower() for t in candidate]
    for r in references:
        ref = [t.lower() for t in r]
    return sum(1 for t in c if t in ref) / len(c) if c else 0


@handed_in("unigram_precision", "rounded on the way", "what a word looks like makes a difference")
def stripped_and_rounded(candidate, references):
    def f(s):
        return [w.strip(string.punctuation) for w in s]

    vocab = {w for r in references for w in f(r)}
    c = f(candidate)
    return round(sum(w in vocab for w in c) / len(c), 2) if c else 0


@handed_in("modified_precision", "clipped by the sum over the references", "divided by the number of words")
def texts_of_all_references(candidate, references, n):
    cand = defaultdict(int)
    for i in range(0, len(candidate) - n + 1):
        cand[" ".join(candidate[i : i + n])] += 1
    refs = list(chain.from_iterable([[" ".join(r[i : i + n]) for i in range(len(r) - n + 1)] for r in references]))
    s = 0
    for k, v in cand.items():
        s += min(v, refs.count(k))
    return s / len(candidate) if len(candidate) else 0


@handed_in("modified_precision", "no clipping", "off by one: an n-gram is missing")
def while_one_is_too_few(candidate, references, n):
    def ng(s):
        out = []
        i = 0
        while i + n < len(s):
            out.append(tuple(s[i : i + n]))
            i += 1
        return out

    cs = ng(candidate)
    rs = [ng(r) for r in references]
    return len([g for g in cs if any(g in r for r in rs)]) / len(cs) if cs else 0


@handed_in(
    "modified_precision",
    "only the first reference is used",
    "each different word is counted once",
    "divided by the number of different n-grams",
)
def two_sets(candidate, references, n):
    a = {tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1)}
    b = {tuple(references[0][i : i + n]) for i in range(len(references[0]) - n + 1)}
    return len(a & b) / len(a) if a else 0


@handed_in("modified_precision", "the order n is not used", "no clipping")
def words_whatever_n(candidate, references, n):
    ok = 0
    for w in candidate:
        for r in references:
            if w in r:
                ok += 1
                break
    return ok / len(candidate) if candidate else 0


@handed_in("modified_precision", "clipped by the smallest reference count", "no rule for 0/0")
def what_all_references_share(candidate, references, n):
    def g(s):
        return Counter(zip(*[s[i:] for i in range(n)], strict=False))

    c = g(candidate)
    low = None
    for r in references:
        low = g(r) if low is None else low & g(r)
    return sum((c & low).values()) / sum(c.values())


@handed_in("modified_precision", "only the best single reference", "division without the fraction")
def best_with_two_slashes(candidate, references, n):
    best = 0
    c = Ngrams(candidate, n).c
    for r in references:
        best = max(best, sum((c & Ngrams(r, n).c).values()))
    t = len(candidate) - n + 1
    return best // t if t > 0 else 0


@handed_in("brevity_penalty", "the shortest reference's length", "a straight line in place of the exponential")
def sorted_and_straight(candidate, references):
    r = sorted([len(x) for x in references])[0]
    if len(candidate) > r:
        return 1
    return len(candidate) / r


@handed_in("brevity_penalty", "the longest reference's length", "the ratio is upside down")
def longest_and_turned(candidate, references):
    r = 0
    for x in references:
        if len(x) > r:
            r = len(x)
    c = len(candidate)
    if c > r:
        return 1.0
    return np.exp(1 - c / r)


@handed_in("brevity_penalty", "a tie goes to the first in the list", "no rule for an empty candidate")
def first_of_a_tie(candidate, references):
    c = len(candidate)
    d = [abs(len(x) - c) for x in references]
    r = len(references[d.index(min(d))])
    return math.exp(min(0, 1 - r / c))


@handed_in("brevity_penalty", "the average of the reference lengths", "the condition is the wrong way round")
def mean_and_turned_condition(candidate, references):
    r = np.mean([len(x) for x in references])
    c = len(candidate)
    if c == 0:
        return 0
    if c < r:
        return 1.0
    return float(np.exp(1 - r / c))


@handed_in("brevity_penalty", "the first reference's length", "e with a few digits")
def first_with_a_short_e(candidate, references):
    c, r = len(candidate), len(references[0])
    return 1 if c > r else (2.718 ** (1 - r / c) if c else 0)


@handed_in("brevity_penalty", "the exponential is missing", "the last reference's length")
def last_without_exp(candidate, references):
    c = len(candidate)
    for x in references:
        r = len(x)
    if c == 0:
        return 0
    if c > r:
        return 1
    return 1 - r / c


def matched_and_total(c, rs, n):
    a = Counter(zip(*[c[i:] for i in range(n)], strict=False))
    m = Counter()
    for r in rs:
        m |= Counter(zip(*[r[i:] for i in range(n)], strict=False))
    t = sum(a.values())
    return (sum((a & m).values()), t)


def closest_length(c, rs):
    return min((abs(len(r) - len(c)), len(r)) for r in rs)[1]


@handed_in("bleu_score", "the arithmetic mean", "the brevity penalty is missing")
def weighted_sum_of_shares(candidate, references, weights):
    s = 0
    for i in range(len(weights)):
        m, t = matched_and_total(candidate, references, i + 1)
        s += weights[i] * (m / t if t else 0)
    return s


@handed_in("bleu_score", "a logarithm to another base than e", "the logarithm of 0")
def log10(candidate, references, weights):
    s = 0
    for i, w in enumerate(weights):
        m, t = matched_and_total(candidate, references, i + 1)
        s += w * math.log10(m / t)
    c, r = len(candidate), closest_length(candidate, references)
    return (1 if c > r else math.exp(1 - r / c)) * math.exp(s)


@handed_in("bleu_score", "the exponential is missing", "the logarithm of 0")
def sum_of_logs(candidate, references, weights):
    s = 0
    for i, w in enumerate(weights):
        m, t = matched_and_total(candidate, references, i + 1)
        s += w * math.log(m / t)
    c, r = len(candidate), closest_length(candidate, references)
    return (1 if c > r else math.exp(1 - r / c)) * s


@handed_in("bleu_score", "only the first reference is used", "the shortest reference's length", "the logarithm of 0")
def first_for_precision_shortest_for_length(candidate, references, weights):
    s = []
    for i, w in enumerate(weights, 1):
        m, t = matched_and_total(candidate, references[:1], i)
        s.append(w * math.log(m / t))
    c, r = len(candidate), min(map(len, references))
    bp = 1.0 if c > r else math.exp(1 - r / c)
    return bp * math.exp(math.fsum(s))


@handed_in("bleu_score", "the longest reference's length", "divided by the number of words", "the logarithm of 0")
def longest_over_words(candidate, references, weights):
    s = []
    for i, w in enumerate(weights, 1):
        m, _t = matched_and_total(candidate, references, i)
        s.append(w * math.log(m / len(candidate)))
    c, r = len(candidate), max(map(len, references))
    return (1.0 if c > r else math.exp(1 - r / c)) * math.exp(math.fsum(s))


@handed_in("bleu_score", "clipped by the sum over the references", "the ratio is upside down", "the logarithm of 0")
def added_counts_turned(candidate, references, weights):
    tot = 0
    for i, w in enumerate(weights, 1):
        a = Counter(zip(*[candidate[k:] for k in range(i)], strict=False))
        b = sum((Counter(zip(*[r[k:] for k in range(i)], strict=False)) for r in references), Counter())
        tot += w * math.log(sum((a & b).values()) / sum(a.values()))
    c, r = len(candidate), closest_length(candidate, references)
    return (1.0 if c > r else math.exp(1 - c / r)) * math.exp(tot)


@handed_in("bleu_score", "the weights are not applied", "the first reference's length")
def root_and_first_length(candidate, references, weights):
    ps = []
    for i in range(1, len(weights) + 1):
        m, t = matched_and_total(candidate, references, i)
        ps.append(m / t if t else 0)
    c, r = len(candidate), len(references[0])
    if not c:
        return 0
    return np.prod(ps) ** (1 / len(ps)) * (1 if c >= r else np.exp(1 - r / c))


@handed_in("bleu_score", "a precision of 0 is left out of the mean", "the penalty is never capped at 1")
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
    return math.exp(num / den) * math.exp(1 - closest_length(candidate, references) / len(candidate))


@handed_in("bleu_score", "only the highest order", "the average of the reference lengths")
def last_order_mean_length(candidate, references, weights):
    c = len(candidate)
    r = sum(map(len, references)) / len(references)
    if c == 0:
        return 0
    for n in range(1, len(weights) + 1):
        m, t = matched_and_total(candidate, references, n)
        p = m / t if t else 0
    return p * (1 if c > r else math.exp(1 - r / c))


@handed_in("rouge_n", "precision in place of recall", "only the first reference is used")
def first_over_candidate(candidate, references, n):
    a = Ngrams(candidate, n).c
    b = Ngrams(references[0], n).c
    return sum(min(a[k], b[k]) for k in a) / sum(a.values()) if a else 0


@handed_in("rouge_n", "the average over the references", "no clipping")
def average_without_clipping(candidate, references, n):
    sc = []
    for r in references:
        g = [tuple(r[i : i + n]) for i in range(len(r) - n + 1)]
        h = [tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1)]
        sc.append(sum(x in h for x in g) / len(g) if g else 0.0)
    return sum(sc) / len(sc)


@handed_in("rouge_n", "the worst reference in place of the best", "divided by the number of words")
def worst_over_words(candidate, references, n):
    sc = []
    for r in references:
        m = sum((Ngrams(r, n).c & Ngrams(candidate, n).c).values())
        sc.append(m / len(r))
    return min(sc)


@handed_in("rouge_n", "the references' counts added up", "each different word is counted once")
def sets_added_up(candidate, references, n):
    hit = tot = 0
    c = set(Ngrams(candidate, n).c)
    for r in references:
        s = set(Ngrams(r, n).c)
        hit += len(s & c)
        tot += len(s)
    return hit / tot if tot else 0


@handed_in("f_score", "beta is not squared", "no rule for 0/0 in F")
def beta_as_it_is(precision, recall, beta):
    return (1 + beta) * precision * recall / (beta * precision + recall)


@handed_in("f_score", "F without its factor in front", "beta on the wrong side (or precision and recall swapped)")
def beta_below_and_no_factor(precision, recall, beta):
    b = beta**2
    d = precision + b * recall
    return precision * recall / d if d else 0


@handed_in("ngram_f1", "F as the arithmetic mean", "the precision of order n in place of BLEU-n")
def mean_of_two_shares(candidate, references, n):
    m, t = matched_and_total(candidate, references, n)
    p = m / t if t else 0
    rec = []
    for r in references:
        a, b = matched_and_total(r, [candidate], n)
        rec.append(a / b if b else 0)
    return (p + max(rec)) / 2


@handed_in("word_error_rate", "a substitution counted as two errors", "divided by the longer length")
def two_for_a_substitution_by_the_longer(candidate, reference):
    m, n = len(candidate), len(reference)
    d = np.zeros((m + 1, n + 1))
    d[:, 0] = range(m + 1)
    d[0, :] = range(n + 1)
    for i in range(1, m + 1):
        for j in range(1, n + 1):
            d[i, j] = (
                d[i - 1, j - 1]
                if candidate[i - 1] == reference[j - 1]
                else min(d[i - 1, j] + 1, d[i, j - 1] + 1, d[i - 1, j - 1] + 2)
            )
    return d[m, n] / max(m, n)


@handed_in("word_error_rate", "extra words are not counted", "the rate is cut off at 1")
def border_of_zeros_cut_off(candidate, reference):
    prev = list(range(len(reference) + 1))
    for a in candidate:
        cur = [prev[0]]
        for j, b in enumerate(reference, 1):
            cur.append(min(prev[j], cur[-1] + 1, prev[j - 1] + (a != b)))
        prev = cur
    return min(1, prev[-1] / len(reference))


@handed_in(
    "word_error_rate",
    "words compared position by position",
    "divided by the candidate's length (or the arguments swapped)",
)
def places_over_candidate(candidate, reference):
    e = abs(len(candidate) - len(reference))
    for i in range(min(len(candidate), len(reference))):
        if candidate[i] != reference[i]:
            e += 1
    return e / len(candidate)


@handed_in("word_error_rate", "capital letters make no difference", "a number of errors in place of a rate")
def small_letters_without_a_share(candidate, reference):
    a = [x.lower() for x in candidate]
    b = [x.lower() for x in reference]

    @lru_cache(None)
    def d(i, j):
        if i == 0 or j == 0:
            return i + j
        return min(d(i - 1, j) + 1, d(i, j - 1) + 1, d(i - 1, j - 1) + (a[i - 1] != b[j - 1]))

    return d(len(a), len(b))


@handed_in("bleu_score", "the brevity penalty is missing", "only the first reference is used", "the logarithm of 0")
def exp_of_a_sum_for_one(candidate, references, weights):
    return math.exp(
        sum(
            w * math.log((lambda mt: mt[0] / mt[1])(matched_and_total(candidate, references[:1], i)))
            for i, w in enumerate(weights, 1)
        )
    )


@handed_in("bleu_score", "no clipping", "the shortest reference's length", "a small number in place of 0")
def three_with_a_tiny_one(candidate, references, weights):
    if not candidate:
        return 0
    s = 0
    for n, w in enumerate(weights, 1):
        g = [tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1)]
        p = (
            sum(any(x == tuple(r[i : i + n]) for r in references for i in range(len(r) - n + 1)) for x in g) / len(g)
            if g
            else 0
        )
        s += w * math.log(p if p > 0 else 1e-9)
    c, r = len(candidate), min(map(len, references))
    return math.exp(s) * (1 if c > r else math.exp(1 - r / c))
