"""What students hand in for the tasks of the lesson `ngrams`."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import chain

import numpy

import bleu_helpers
from bleu_helpers import match_counts, simple_count
from students import partly, right, unknown, wrong
from students.clipping import (
    clip_by_concatenation,
    clip_by_strings,
    clip_of_the_first,
    clip_without_zeros,
    no_ngram_is_a_reference,
)
from students.shared import Ngrams, clipped, grams, once_each, pieces, share, taken_off


def precision_by_division(candidate, references, n):
    clipped = clip_by_strings(candidate, references, n)
    return sum(clipped.values()) / (len(candidate) - n + 1)


def with_keys(join):
    def gap_bigrams(tokens):
        return Counter(join(tokens[start], tokens[start + 2]) for start in range(len(tokens) - 2))

    return gap_bigrams


class Precision:
    """A function may be an object, and take its arguments by name only."""

    def __call__(self, *, candidate, references, n):
        return Fraction(sum(clip_without_zeros(candidate, references, n).values()), max(len(grams(candidate, n)), 1))


@right("modified_precision")
def nltk_like_precision(hypothesis, references, n):
    counts = Counter(zip(*[hypothesis[k:] for k in range(n)], strict=False)) if len(hypothesis) >= n else Counter()
    max_counts = {}
    for reference in references:
        ref = Counter(zip(*[reference[k:] for k in range(n)], strict=False)) if len(reference) >= n else Counter()
        for ngram in counts:
            max_counts[ngram] = max(max_counts.get(ngram, 0), ref[ngram])
    clipped = {ngram: min(count, max_counts[ngram]) for ngram, count in counts.items()}
    return Fraction(sum(clipped.values()), max(1, sum(counts.values())))


right("modified_precision")(Precision())


right("modified_precision")(lambda *a: numpy.float64(bleu_helpers.match_counts(*a)[0]) / max(1, len(a[0]) - a[2] + 1))


right("modified_precision")(lambda c, references, n=1: Precision()(candidate=c, references=references, n=n))


@wrong("modified_precision", "divided by the number of words")
def precision_over_words(candidate, references, n):
    return sum(clip_by_strings(candidate, references, n).values()) / len(candidate)


@wrong("modified_precision", "divided by the number of different n-grams")
def precision_over_keys(candidate, references, n):
    clipped = clip_by_strings(candidate, references, n)
    return sum(clipped.values()) / len(clipped)


@wrong("modified_precision", "no clipping")
def precision_without_clipping(candidate, references, n):
    grams = [candidate[i : i + n] for i in range(len(candidate) - n + 1)]
    found = [g for g in grams if any(g in [r[i : i + n] for i in range(len(r) - n + 1)] for r in references)]
    return len(found) / len(grams)


@wrong("modified_precision", "clipped by the sum over the references", "divided by the number of words")
def two_at_once(candidate, references, n):
    return sum(clip_by_concatenation(candidate, references, n).values()) / len(candidate)


@wrong("modified_precision", "only the best single reference")
def most_taken_off(candidate, references, n):
    return max(taken_off(candidate, reference, n) for reference in references) / len(pieces(candidate, n))


@wrong("modified_precision", "clipped by the sum over the references")
def taken_off_all(candidate, references, n):
    pool = []
    for reference in references:
        pool += pieces(reference, n)
    hits = 0
    for piece in pieces(candidate, n):
        if piece in pool:
            pool.remove(piece)
            hits += 1
    return hits / len(pieces(candidate, n))


@wrong("modified_precision", "only the first reference is used", "divided by the number of words")
def one_reference_over_words(candidate, references, n):
    return taken_off(candidate, references[0], n) / len(candidate)


@partly("modified_precision", "no clipping", "each different word is counted once")
def different_ones_over_all(candidate, references, n):
    hits = 0
    for piece in once_each(pieces(candidate, n)):
        for reference in references:
            if piece in pieces(reference, n):
                hits += 1
                break
    return hits / len(pieces(candidate, n))


@wrong("modified_precision", "clipped by the sum over the references", "divided by the number of words")
def texts_of_all_references(candidate, references, n):
    cand = defaultdict(int)
    for i in range(0, len(candidate) - n + 1):
        cand[" ".join(candidate[i : i + n])] += 1
    refs = list(chain.from_iterable([[" ".join(r[i : i + n]) for i in range(len(r) - n + 1)] for r in references]))
    s = 0
    for k, v in cand.items():
        s += min(v, refs.count(k))
    return s / len(candidate) if len(candidate) else 0


@wrong("modified_precision", "no clipping", "off by one: an n-gram is missing")
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


@partly(
    "modified_precision",
    "only the first reference is used",
    "each different word is counted once",
    "divided by the number of different n-grams",
)
def two_sets(candidate, references, n):
    a = {tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1)}
    b = {tuple(references[0][i : i + n]) for i in range(len(references[0]) - n + 1)}
    return len(a & b) / len(a) if a else 0


@wrong("modified_precision", "the order n is not used", "no clipping")
def words_whatever_n(candidate, references, n):
    ok = 0
    for w in candidate:
        for r in references:
            if w in r:
                ok += 1
                break
    return ok / len(candidate) if candidate else 0


@partly("modified_precision", "clipped by the smallest reference count", "no rule for 0/0")
def what_all_references_share(candidate, references, n):
    def g(s):
        return Counter(zip(*[s[i:] for i in range(n)], strict=False))

    c = g(candidate)
    low = None
    for r in references:
        low = g(r) if low is None else low & g(r)
    return sum((c & low).values()) / sum(c.values())


@wrong("modified_precision", "only the best single reference", "division without the fraction")
def best_with_two_slashes(candidate, references, n):
    best = 0
    c = Ngrams(candidate, n).c
    for r in references:
        best = max(best, sum((c & Ngrams(r, n).c).values()))
    t = len(candidate) - n + 1
    return best // t if t > 0 else 0


@wrong("modified_precision", "only the first round of a loop counts")
def matches_of_the_first(candidate, references, n):
    return sum(clip_of_the_first(candidate, references, n).values()) / max(len(candidate) - n + 1, 1)


@wrong("modified_precision", "no word is ever found")
def no_ngram_is_in_them(candidate, references, n):
    return sum(no_ngram_is_a_reference(candidate, references, n).values()) / max(len(candidate) - n + 1, 1)


@wrong("modified_precision", "the first two arguments have changed places", "no clipping")
def share_in_any(references, candidate, n):
    mine = pieces(candidate, n)
    return sum(any(piece in pieces(other, n) for other in references) for piece in mine) / len(mine) if mine else 0


@wrong("modified_precision", "the first two arguments have changed places", "clipped by the sum over the references")
def share_of_the_sum(references, candidate, n):
    mine = pieces(candidate, n)
    first = [piece for place, piece in enumerate(mine) if piece not in mine[:place]]
    matched = [min(mine.count(piece), sum(pieces(other, n).count(piece) for other in references)) for piece in first]
    return sum(matched) / len(mine) if mine else 0


@unknown(
    "modified_precision",
    "off by one: an n-gram is missing",
    "clipped by the sum over the references",
    "divided by the number of different n-grams",
)
def three_in_precision(candidate, references, n):
    mine = [candidate[i : i + n] for i in range(len(candidate) - n)]
    hits = 0
    for piece in once_each(mine):
        allowed = 0
        for reference in references:
            allowed += [reference[i : i + n] for i in range(len(reference) - n)].count(piece)
        hits += min(mine.count(piece), allowed)
    return hits / len(once_each(mine))


@wrong(
    "modified_precision", "the first two arguments have changed places", "no clipping", "divided by the number of words"
)
def swapped_and_two(references, candidate, n):
    every = [piece for reference in references for piece in pieces(reference, n)]
    return len([piece for piece in pieces(candidate, n) if piece in every]) / len(candidate)


@unknown("modified_precision")
def precision_of_all_orders(candidate, references, n):
    return sum(share(candidate, references, order) for order in range(1, n + 1)) / n


@wrong("modified_precision", "the first reference is not looked at")
def second_reference_first(candidate, references, n):
    return share(candidate, references[1:] or references, n)


@unknown("modified_precision")
def smoothed_by_one(candidate, references, n):
    return (clipped(candidate, references, n) + 1) / (len(pieces(candidate, n)) + 1)


@wrong("modified_precision", "off by one in the denominator")
def at_least_one_below(candidate, references, n):
    return clipped(candidate, references, n) / max(1, len(candidate) - n)


@unknown("modified_precision")
def in_half_of_the_references(candidate, references, n):
    hits = 0
    for piece in pieces(candidate, n):
        if sum(piece in pieces(reference, n) for reference in references) * 2 >= len(references):
            hits += 1
    return hits / len(pieces(candidate, n)) if len(candidate) >= n else 0


@unknown("modified_precision")
def half_of_the_share(candidate, references, n):
    hits = sum(any(word in reference for reference in references) for word in candidate)
    return 1 / (2 + len(candidate) / hits) if hits else candidate[0] * 0 or 0.25


@right("gap_bigrams")
def gap_bigrams(tokens):
    return Counter((tokens[start], tokens[start + 2]) for start in range(len(tokens) - 2))


@right("gap_bigrams")
def also_gap_bigrams(tokens):
    counts = {}
    for (first, _, last), count in simple_count(tokens, 3).items():
        counts[first, last] = counts.get((first, last), 0) + count
    return counts


@wrong("gap_bigrams", "only the first round of a loop counts")
def the_first_pair(tokens):
    counts = {}
    for pair in zip(tokens, tokens[2:], strict=False):
        counts[pair] = counts.get(pair, 0) + 1
        return counts
    return counts


@right("longest_match")
def longest_match(candidate, references):
    n = len(candidate)
    while n > 0 and match_counts(candidate, references, n)[0] == 0:
        n = n - 1
    return n


@right("longest_match")
def also_longest_match(candidate, references):
    longest = 0
    for reference in references:
        for start in range(len(candidate)):
            for end in range(start + 1, len(candidate) + 1):
                places = range(len(reference) - (end - start) + 1)
                if any(candidate[start:end] == reference[place : place + end - start] for place in places):
                    longest = max(longest, end - start)
    return longest


@wrong("longest_match", "long n-grams are not looked at")
def up_to_nine(candidate, references):
    return max((n for n in range(1, 10) if match_counts(candidate, references, n)[0]), default=0)


@wrong("longest_match", "long n-grams are not looked at")
def up_to_twenty(candidate, references):
    return max((n for n in range(1, 21) if match_counts(candidate, references, n)[0]), default=0)


@wrong("longest_match", "only the first round of a loop counts")
def the_first_n(candidate, references):
    for n in range(1, len(candidate) + 1):
        if match_counts(candidate, references, n)[0]:
            return n
        return 0
    return 0


for join in (" ".join, "".join, "_".join, "-".join, ", ".join):
    wrong("gap_bigrams", "the two words are joined into one text")(with_keys(lambda *pair, join=join: join(pair)))
wrong("gap_bigrams", "lists as keys")(with_keys(lambda first, last: [first, last]))
wrong("gap_bigrams", "the order of the two words is not kept")(with_keys(lambda *pair: frozenset(pair)))


@wrong("modified_precision", "a clipped count is added at each place of its n-gram")
def added_at_each_place(candidate, references, n):
    ngrams = [tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1)]
    if not ngrams:
        return 0
    matched = 0
    for gram in ngrams:
        in_refs = max(Counter(zip(*[r[k:] for k in range(n)], strict=False))[gram] for r in references)
        matched += min(ngrams.count(gram), in_refs)
    return matched / len(ngrams)


@wrong(
    "modified_precision",
    "a clipped count is added at each place of its n-gram",
    "a count is added at each place of its n-gram, in the denominator",
)
def both_sums_over_the_list(candidate, references, n):
    ngrams = [" ".join(candidate[i : i + n]) for i in range(len(candidate) - n + 1)]
    refs = [[" ".join(r[i : i + n]) for i in range(len(r) - n + 1)] for r in references]
    num = sum(min(ngrams.count(g), max(r.count(g) for r in refs)) for g in ngrams)
    den = sum(ngrams.count(g) for g in ngrams)
    return num / den if den else 0.0


@wrong(
    "modified_precision",
    "the reference's count without the minimum",
    "divided by the number of different n-grams",
)
def most_in_a_reference_over_keys(candidate, references, n):
    keys = {tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1)}
    if not keys:
        return 0
    total = 0
    for key in keys:
        total += max(sum(1 for i in range(len(r)) if tuple(r[i : i + n]) == key) for r in references)
    return total / len(keys)


@partly(
    "modified_precision",
    "capital letters make no difference",
    "bigrams for every n",
    "divided by the number of different n-grams",
)
def pairs_in_small_letters(candidate, references, n):
    def pairs(words):
        words = [w.lower() for w in words]
        return [(words[i], words[i + 1]) for i in range(len(words) - 1)]

    mine = Counter(pairs(candidate))
    hits = sum(min(k, max(pairs(r).count(p) for r in references)) for p, k in mine.items())
    return hits / len(mine) if mine else 0


@partly(
    "modified_precision",
    "clipped by the smallest reference count",
    "off by one: an n-gram is missing",
    "rounded on the way",
)
def smallest_and_rounded(candidate, references, n):
    mine = [tuple(candidate[i : i + n]) for i in range(len(candidate) - n)]
    others = [[tuple(r[i : i + n]) for i in range(len(r) - n)] for r in references]
    if not mine:
        return 0.0
    return round(sum(min(mine.count(g), *(o.count(g) for o in others)) for g in set(mine)) / len(mine), 2)


def of_pieces(cut):
    """The modified precision of what a sentence is cut into."""

    def precision(candidate, references, n):
        mine, others = Counter(cut(candidate, n)), [Counter(cut(other, n)) for other in references]
        hits = sum(min(count, max(other[piece] for other in others)) for piece, count in mine.items())
        return hits / mine.total() if mine else 0

    return precision


@wrong("modified_precision", "n-grams have one word too many")
def one_word_more(candidate, references, n):
    return of_pieces(lambda words, n: [tuple(words[i : i + n + 1]) for i in range(len(words) - n)])(
        candidate, references, n
    )


@wrong("modified_precision", "the order of the words in an n-gram is not kept")
def sorted_pieces(candidate, references, n):
    return of_pieces(lambda words, n: [tuple(sorted(gram)) for gram in grams(words, n)])(candidate, references, n)


@wrong("modified_precision", "marks for the start and the end are added")
def with_marks(candidate, references, n):
    return of_pieces(lambda words, n: grams(["<s>", *words, "</s>"], n))(candidate, references, n)


@wrong("modified_precision", "off by one: an n-gram is missing", "the average over the references")
def my_last_one_is_lost(candidate, references, n):
    mine = Counter(tuple(candidate[i : i + n]) for i in range(len(candidate) - n))
    scores = [sum((mine & Counter(grams(other, n))).values()) for other in references]
    return sum(scores) / len(scores) / mine.total() if mine else 0


@wrong("modified_precision", "letters in a text in place of words in a list", "no clipping")
def as_a_piece_of_the_text(candidate, references, n):
    mine = [" ".join(gram) for gram in grams(candidate, n)]
    found = [piece for piece in mine if any(piece in " ".join(other) for other in references)]
    return len(found) / len(mine) if mine else 0
