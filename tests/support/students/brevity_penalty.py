"""Students' functions for the tasks of the lesson `brevity_penalty`."""

import itertools
import math

import numpy
import numpy as np

from bleu_helpers import brevity_penalty, brevity_penalty_of_lengths
from students import partly, right, unknown, wrong
from students.shared import nearest, penalty_of

right("closest_ref_length")(nearest)


@wrong("closest_ref_length", "the first two arguments are swapped", "the length of the shortest reference is used")
def nltk_order_shortest(references, hypothesis):
    return min(len(reference) for reference in references)


@wrong("closest_ref_length", "on a tie, the longer reference is used")
def to_the_longer(candidate, references):
    return max((-abs(len(reference) - len(candidate)), len(reference)) for reference in references)[1]


@unknown("closest_ref_length")
def most_words_in_common(candidate, references):
    return len(max(references, key=lambda reference: len([word for word in reference if word in candidate])))


@right("brevity_penalty")
def penalty_by_numpy(candidate, references):
    if not candidate:
        return 0
    r = nearest(candidate, references)
    return float(numpy.exp(min(0.0, 1 - r / len(candidate))))


@wrong("brevity_penalty", "the length of the longest reference is used", "the ratio of the lengths is upside down")
def longest_and_inverted(candidate, references):
    c, r = len(candidate), max(map(len, references))
    return 1.0 if c > r else np.exp(1 - c / r)


@partly(
    "brevity_penalty", "on a tie, the first reference in the list is used", "there is no rule for an empty candidate"
)
def first_of_a_tie(candidate, references):
    c = len(candidate)
    d = [abs(len(x) - c) for x in references]
    r = len(references[d.index(min(d))])
    return math.exp(min(0, 1 - r / c))


@wrong("brevity_penalty", "the first two arguments are swapped")
def one_more_in_the_exponent(references, candidate):
    c, r = len(candidate), nearest(candidate, references)
    return 1.0 if c >= r else math.exp(1 - (r + 1) / c) if c else 0.0


@wrong(
    "brevity_penalty",
    "the average reference length is used",
    "a straight line is used instead of the exponential",
    "a number is rounded",
)
def three_in_penalty(candidate, references):
    r = sum(len(reference) for reference in references) / len(references)
    return round(min(1, len(candidate) / r), 3)


@unknown("brevity_penalty")
def squared(candidate, references):
    return penalty_of(candidate, nearest(candidate, references)) ** 2


@right("words_to_add")
def words_to_add(candidate, references):
    longer = list(candidate)
    while brevity_penalty(longer, references) < 1:
        longer.append("word")
    return len(longer) - len(candidate)


@wrong("words_to_add", "on a tie, the longer reference is used")
def add_up_to_the_longer(candidate, references):
    return max(to_the_longer(candidate, references) - len(candidate), 0)


@right("shortest_allowed")
def shortest_allowed(r, share):
    return next(c for c in itertools.count(1) if brevity_penalty_of_lengths(c, r) >= share)


@wrong("shortest_allowed", "the penalty must be more than the share, not at least the share")
def until_above_the_share(r, share):
    return next(c for c in itertools.count(1) if brevity_penalty_of_lengths(c, r) > share)


@unknown("shortest_allowed")
def up_to_a_hundred(r, share):
    return next((c for c in range(1, 100) if brevity_penalty_of_lengths(c, r) >= share), r)
