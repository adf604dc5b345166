"""Students' functions for the tasks of the lesson `counting`."""

import itertools
import string
import warnings
from collections import Counter
from fractions import Fraction

import numpy

from students import partly, right, unknown, wrong
from students.shared import grams


@right("simple_count")
def count_by_strings(tokens, n):
    return dict(Counter(map(" ".join, grams(tokens, n))))


@right("simple_count")
def count_and_yield(tokens, n):
    yield from Counter(" ".join(gram) for gram in grams(tokens, n)).items()


right("simple_count")(lambda tokens, n: Counter(grams(tokens, n)))


right("simple_count")(
    lambda tokens, n: {gram if n > 1 else gram[0]: grams(tokens, n).count(gram) for gram in grams(tokens, n)}
)


right("simple_count")(lambda tokens, n: Counter(grams(tokens, n)).items())


right("unigram_precision")(lambda c, rs: (c and Fraction(sum(word in itertools.chain(*rs) for word in c), len(c))) or 0)


right("unigram_precision")(lambda c, rs: numpy.mean([word in {w for r in rs for w in r} for word in c]) if c else 0)


@wrong("unigram_precision", "each different word is counted only once", "a word must occur in every reference")
def words_in_all(candidate, references):
    return len(set(candidate).intersection(*references)) / len(candidate) if candidate else 0.0


@wrong("unigram_precision", "a number is rounded", "the spelling of a word changes the result")
def stripped_and_rounded(candidate, references):
    def f(s):
        return [w.strip(string.punctuation) for w in s]

    vocab = {w for r in references for w in f(r)}
    c = f(candidate)
    return round(sum(w in vocab for w in c) / len(c), 2) if c else 0


@unknown("unigram_precision")
def prefixes_count(candidate, references):
    others = [other for reference in references for other in reference]
    hits = sum(any(other.startswith(word[0]) for other in others) for word in candidate)
    return hits / len(candidate) if candidate else 0


@right("unknown_words")
def unknown_words(candidate, references):
    return list(dict.fromkeys(word for word in candidate if not any(word in reference for reference in references)))


@wrong("unknown_words", "the first two arguments are swapped")
def references_first(references, candidate):
    known = {word for reference in references for word in reference}
    return [word for word in dict.fromkeys(candidate) if word not in known]


@right("precision_without_case")
def precision_without_case(candidate, references):
    known = {word.lower() for reference in references for word in reference}
    matched = sum(word.lower() in known for word in candidate)
    return matched / len(candidate) if candidate else 0


@wrong("unknown_words", "a word must occur in every reference", "a word is listed each time it occurs")
def missing_in_any(candidate, references):
    return [word for word in candidate if any(word not in reference for reference in references)]


@partly("unigram_precision", "the number of matches is not divided by anything", "only the first reference is used")
def hits_in_the_first(candidate, references):
    return sum(word in references[0] for word in candidate)


@wrong("unigram_precision", "an empty candidate leads to a division by zero")
def nan_without_candidate(candidate, references):
    with warnings.catch_warnings(action="ignore"):
        return numpy.mean([any(word in reference for reference in references) for word in candidate])
