"""What students hand in for the tasks of the lesson `brevity_penalty`."""

import math

import numpy
import numpy as np

import bleu_helpers
from bleu_helpers import brevity_penalty, brevity_penalty_of_lengths, closest_ref_length
from students import partly, right, unknown, wrong
from students.shared import closest, nearest, once_each, short_pays


def up_to(most):
    """Answer with a loop whose end was chosen for small inputs."""
    return lambda r, share: next((c for c in range(1, most) if brevity_penalty_of_lengths(c, r) >= share), r)


def with_exponent(exponent):
    def shortest_allowed(r, share):
        c = 1
        while c < r and math.exp(exponent(r, c)) < share:
            c += 1
        return c

    return shortest_allowed


@right("closest_ref_length")
def closest_by_loop(candidate, references):
    best, gap = None, None
    for ref in references:
        d = abs(len(ref) - len(candidate))
        if gap is None or d < gap or (d == gap and len(ref) < best):
            best, gap = len(ref), d
    return best


@right("closest_ref_length")
def closest_by_argmin(candidate, references):
    lengths = numpy.sort([len(ref) for ref in references])
    return int(lengths[numpy.argmin(numpy.abs(lengths - len(candidate)))])


right("closest_ref_length")(lambda c, rs: sorted(sorted(map(len, rs)), key=lambda r: abs(r - len(c)))[0])


right("closest_ref_length")(lambda c, rs: numpy.int64(min((abs(len(r) - len(c)), len(r)) for r in rs)[1]))


@wrong("closest_ref_length", "a tie goes to the first in the list")
def closest_first(candidate, references):
    return min([len(r) for r in references], key=lambda x: abs(x - len(candidate)))


@wrong("closest_ref_length", "the first two arguments have changed places", "the shortest reference's length")
def nltk_order_shortest(references, hypothesis):
    return min(len(reference) for reference in references)


@wrong("closest_ref_length", "the closest ratio in place of the closest length")
def nearest_ratio(candidate, references):
    best = references[0]
    for reference in references:
        if abs(1 - len(candidate) / len(reference)) < abs(1 - len(candidate) / len(best)):
            best = reference
    return len(best)


@wrong("closest_ref_length", "a tie goes to the last in the list")
def the_last_of_two(candidate, references):
    best = len(references[0])
    for reference in references[1:]:
        if abs(len(reference) - len(candidate)) <= abs(best - len(candidate)):
            best = len(reference)
    return best


@wrong("closest_ref_length", "a tie goes to the longer")
def to_the_longer(candidate, references):
    return max((-abs(len(reference) - len(candidate)), len(reference)) for reference in references)[1]


@unknown("closest_ref_length")
def median_length(candidate, references):
    lengths = sorted(len(reference) for reference in references)
    return lengths[len(lengths) // 2]


@wrong("closest_ref_length", "references shorter than the candidate are not looked at")
def next_longer_one(candidate, references):
    longer = [len(reference) for reference in references if len(reference) >= len(candidate)]
    return min(longer) if longer else max(len(reference) for reference in references)


@unknown("closest_ref_length")
def next_shorter_one(candidate, references):
    lengths = [len(reference) for reference in references]
    shorter = [length for length in lengths if length <= len(candidate)]
    return max(shorter) if shorter else min(lengths)


@unknown("closest_ref_length")
def most_words_in_common(candidate, references):
    return len(max(references, key=lambda reference: len([word for word in reference if word in candidate])))


@wrong("closest_ref_length", "the candidate's own length")
def length_of_the_candidate(candidate, references):
    return len(candidate)


@wrong("closest_ref_length", "the distance to the best so far in place of the candidate")
def closer_than_the_best_is_to_it(candidate, references):
    lengths = [len(reference) for reference in references]
    best = lengths[0]
    for length in lengths[1:]:
        if abs(length - len(candidate)) < abs(best - length):
            best = length
    return best


@wrong("closest_ref_length", "only the first two references are used")
def closest_of_two(candidate, references):
    return closest(len(candidate), references[:2])


@wrong("closest_ref_length", "a length is counted in different words")
def different_words(candidate, references):
    c = len(once_each(candidate))
    return min((len(reference) for reference in references), key=lambda length: (abs(length - c), length))


@right("brevity_penalty")
def penalty_by_numpy(candidate, references):
    if not candidate:
        return 0
    r = closest_by_loop(candidate, references)
    return float(numpy.exp(min(0.0, 1 - r / len(candidate))))


@right("brevity_penalty")
def one_for_c_equal_r(candidate, references):
    c, r = len(candidate), bleu_helpers.closest_ref_length(candidate, references)
    return 1 if c >= r else math.exp(1 - r / c) if c else 0


right("brevity_penalty")(
    lambda c, rs: min(1, math.exp(1 - bleu_helpers.closest_ref_length(c, rs) / len(c))) if c else 0
)


@wrong("brevity_penalty", "the ratio is upside down")
def upside_down(candidate, references):
    c, r = len(candidate), closest_by_loop(candidate, references)
    return 1 if c > r else math.exp(1 - c / r)


@wrong("brevity_penalty", "the shortest reference's length")
def shortest(candidate, references):
    c, r = len(candidate), min(map(len, references))
    return 1.0 if c > r else math.e ** (1 - r / c)


@wrong("brevity_penalty", "the shortest reference's length", "the penalty is never capped at 1")
def shortest_and_no_cap(candidate, references):
    return math.exp(1 - min(map(len, references)) / len(candidate))


@wrong("brevity_penalty", "the longest reference's length", "the ratio is upside down")
def longest_upside_down(candidate, references):
    c, r = len(candidate), 0
    for reference in references:
        r = max(r, len(reference))
    if c > r:
        return 1
    return math.exp(1 - c / r)


@wrong("brevity_penalty", "e with a few digits")
def a_longer_e(candidate, references):
    c, r = len(candidate), nearest(candidate, references)
    return 1 if c >= r else 2.7183 ** (1 - r / c)


@wrong("brevity_penalty", "the closest ratio in place of the closest length")
def nearest_ratio_pays(candidate, references):
    lengths = sorted(len(reference) for reference in references)
    return short_pays(candidate, min(lengths, key=lambda length: abs(1 - len(candidate) / length)))


@wrong("brevity_penalty", "the shortest reference's length", "a straight line in place of the exponential")
def sorted_and_straight(candidate, references):
    r = sorted([len(x) for x in references])[0]
    if len(candidate) > r:
        return 1
    return len(candidate) / r


@wrong("brevity_penalty", "the longest reference's length", "the ratio is upside down")
def longest_and_turned(candidate, references):
    r = 0
    for x in references:
        if len(x) > r:
            r = len(x)
    c = len(candidate)
    if c > r:
        return 1.0
    return np.exp(1 - c / r)


@partly("brevity_penalty", "a tie goes to the first in the list", "no rule for an empty candidate")
def first_of_a_tie(candidate, references):
    c = len(candidate)
    d = [abs(len(x) - c) for x in references]
    r = len(references[d.index(min(d))])
    return math.exp(min(0, 1 - r / c))


@wrong("brevity_penalty", "the average of the reference lengths", "the condition is the wrong way round")
def mean_and_turned_condition(candidate, references):
    r = np.mean([len(x) for x in references])
    c = len(candidate)
    if c == 0:
        return 0
    if c < r:
        return 1.0
    return float(np.exp(1 - r / c))


@wrong("brevity_penalty", "the first reference's length", "e with a few digits")
def first_with_a_short_e(candidate, references):
    c, r = len(candidate), len(references[0])
    return 1 if c > r else (2.718 ** (1 - r / c) if c else 0)


@wrong("brevity_penalty", "the exponential is missing", "the last reference's length")
def last_without_exp(candidate, references):
    c = len(candidate)
    for x in references:
        r = len(x)
    if c == 0:
        return 0
    if c > r:
        return 1
    return 1 - r / c


@wrong("brevity_penalty", "the first two arguments have changed places")
def squared_in_place_of_the_exponential(references, candidate):
    c, r = len(candidate), closest(len(candidate), references)
    return (min(c, r) / r) ** 2


@wrong("brevity_penalty", "the first two arguments have changed places")
def one_more_in_the_exponent(references, candidate):
    c, r = len(candidate), closest(len(candidate), references)
    return 1.0 if c >= r else math.exp(1 - (r + 1) / c) if c else 0.0


@wrong(
    "brevity_penalty",
    "the average of the reference lengths",
    "a straight line in place of the exponential",
    "rounded on the way",
)
def three_in_penalty(candidate, references):
    r = sum(len(reference) for reference in references) / len(references)
    return round(min(1, len(candidate) / r), 3)


@unknown("brevity_penalty")
def squared(candidate, references):
    return short_pays(candidate, nearest(candidate, references)) ** 2


@wrong("brevity_penalty", "another base than e")
def base_two(candidate, references):
    c, r = len(candidate), nearest(candidate, references)
    return 0 if c == 0 else 1 if c > r else 2 ** (1 - r / c)


@unknown("brevity_penalty")
def half_for_short_ones(candidate, references):
    return 1 if len(candidate) >= nearest(candidate, references) else 0.5 if candidate else 0


@wrong("brevity_penalty", "the average over the references")
def average_penalty(candidate, references):
    return sum(short_pays(candidate, len(reference)) for reference in references) / len(references)


@wrong("brevity_penalty", "the shortest reference's length")
def best_penalty(candidate, references):
    return max(short_pays(candidate, len(reference)) for reference in references)


@unknown("brevity_penalty")
def letters_of_the_first_words(candidate, references):
    c, r = sum(map(len, candidate)), min(map(len, references))
    return 1.0 if c >= r else c / r / 2


@right("words_to_add")
def words_to_add(candidate, references):
    longer = list(candidate)
    while brevity_penalty(longer, references) < 1:
        longer.append("word")
    return len(longer) - len(candidate)


@right("words_to_add")
def also_words_to_add(candidate, references):
    missing = closest_ref_length(candidate, references) - len(candidate)
    return missing if missing > 0 else 0


@wrong("words_to_add", "only the first round of a loop counts")
def one_word_is_added(candidate, references):
    longer, added = list(candidate), 0
    while brevity_penalty(longer, references) < 1:
        longer.append("word")
        added += 1
        return added
    return added
