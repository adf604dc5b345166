"""Students' functions for the tasks of the lesson `ngrams`."""

from collections import Counter
from fractions import Fraction

import numpy

import bleu_helpers
from bleu_helpers import match_counts
from students import partly, right, unknown, wrong
from students.clipping import clip_by_strings, clip_by_sum, clip_without_zeros
from students.shared import grams, matches_of


def precision_by_division(candidate, references, n):
    clipped = clip_by_strings(candidate, references, n)
    return sum(clipped.values()) / (len(candidate) - n + 1)


class Precision:
    """A function may be an object that takes its arguments by name only."""

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


@wrong("modified_precision", "the denominator is the number of words")
def precision_over_words(candidate, references, n):
    return sum(clip_by_strings(candidate, references, n).values()) / len(candidate)


@wrong("modified_precision", "one n-gram is missing (off by one)")
def last_ngram_missing(candidate, references, n):
    mine = Counter(tuple(candidate[start : start + n]) for start in range(len(candidate) - n))
    most = Counter()
    for reference in references:
        most |= Counter(grams(reference, n))
    return sum((mine & most).values()) / max(len(candidate) - n + 1, 1)


@wrong(
    "modified_precision",
    "the counts are clipped by the sum over the references",
    "the denominator is the number of words",
)
def two_at_once(candidate, references, n):
    return sum(clip_by_sum(candidate, references, n).values()) / len(candidate)


@partly(
    "modified_precision",
    "only the first reference is used",
    "each different word is counted only once",
    "the denominator is the number of different n-grams",
)
def two_sets(candidate, references, n):
    a = {tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1)}
    b = {tuple(references[0][i : i + n]) for i in range(len(references[0]) - n + 1)}
    return len(a & b) / len(a) if a else 0


@wrong("modified_precision", "only the best single reference is used", "the fractional part is lost in a division")
def integer_division(candidate, references, n):
    best = 0
    for r in references:
        best = max(best, matches_of(candidate, r, n))
    t = len(candidate) - n + 1
    return best // t if t > 0 else 0


@unknown("modified_precision")
def half_of_the_share(candidate, references, n):
    hits = sum(any(word in reference for reference in references) for word in candidate)
    return 1 / (2 + len(candidate) / hits) if hits else candidate[0] * 0 or 0.25


@right("longest_match")
def longest_match(candidate, references):
    n = len(candidate)
    while n > 0 and match_counts(candidate, references, n)[0] == 0:
        n = n - 1
    return n
