"""More functions for the lesson on the brevity penalty, as students hand them in."""

import math

from bleu_helpers import brevity_penalty_of_lengths
from students import partly, right, unknown, wrong
from students.brevity_penalty import to_the_longer, up_to, with_exponent
from students.shared import nearest


@wrong("words_to_add", "a tie goes to the longer")
def add_up_to_the_longer(candidate, references):
    return max(to_the_longer(candidate, references) - len(candidate), 0)


@right("shortest_allowed")
def with_a_logarithm(r, share):
    return next(c for c in range(1, r + 1) if c * (1 - math.log(share)) >= r)


@right("shortest_allowed")
def with_a_power(r, share):
    return next(c for c in range(1, r + 1) if math.e ** (1 - r / c) >= share)


@right("shortest_allowed")
def shortest_allowed(r, share):
    c = 1
    while brevity_penalty_of_lengths(c, r) < share:
        c += 1
    return c


@right("shortest_allowed")
def also_shortest_allowed(r, share):
    return math.ceil(r / (1 - math.log(share)))


@wrong("shortest_allowed", "more than the share, in place of at least the share")
def above_in_place_of_at_least(r, share):
    for c in range(1, r + 1):
        if brevity_penalty_of_lengths(c, r) > share:
            return c
    return r


@wrong("shortest_allowed", "more than the share, in place of at least the share")
def while_not_above(r, share):
    c = 1
    while c < r and brevity_penalty_of_lengths(c, r) <= share:
        c += 1
    return c


@wrong("shortest_allowed", "more than the share, in place of at least the share")
def until_above_with_no_other_end(r, share):
    c = 1
    while not brevity_penalty_of_lengths(c, r) > share:
        c += 1
    return c


@wrong("shortest_allowed", "rounded on the way")
def the_penalty_is_rounded(r, share):
    c = 1
    while round(brevity_penalty_of_lengths(c, r), 4) < share:
        c += 1
    return c


@wrong("shortest_allowed", "the first two arguments have changed places")
def share_first(share, r):
    return math.ceil(r / (1 - math.log(share)))


for most in (50, 100, 200):
    unknown("shortest_allowed")(up_to(most))
for exponent in (lambda r, c: 1 - c / r, lambda r, c: r / c - 1):
    wrong("shortest_allowed", "one word is always enough")(with_exponent(exponent))
wrong("shortest_allowed", "c/r - 1 in place of 1 - r/c")(with_exponent(lambda r, c: c / r - 1))


@wrong("closest_ref_length", "the distance to the best so far in place of the candidate")
def closest_to_the_best(candidate, references):
    best = len(references[0])
    for ref in references[1:]:
        if abs(len(ref) - best) < abs(best - len(candidate)):
            best = len(ref)
    return best


@wrong("brevity_penalty", "the distance to the best so far in place of the candidate")
def least_difference(candidate, references):
    cand_len = len(candidate)
    if cand_len == 0:
        return 0
    lengths = [len(ref) for ref in references]
    least_diff, r = abs(lengths[0] - cand_len), lengths[0]
    for length in lengths[1:]:
        if abs(length - r) < least_diff:
            least_diff = abs(length - r)
            r = length
    return 1 if cand_len > r else math.exp(1 - r / cand_len)


@wrong("closest_ref_length", "a difference in place of a distance")
def without_abs_in_the_loop(candidate, references):
    c = len(candidate)
    r, best = len(references[0]), abs(len(references[0]) - c)
    for ref in references[1:]:
        diff = len(ref) - c
        if diff < best:
            best, r = diff, len(ref)
    return r


@wrong("closest_ref_length", "the shortest reference's length")
def without_abs_in_the_key(candidate, references):
    return min([len(x) for x in references], key=lambda x: x - len(candidate))


@wrong("brevity_penalty", "the last reference's length in the condition")
def the_variable_of_the_loop(candidate, references):
    c, best = len(candidate), None
    for ref in references:
        if best is None or (abs(len(ref) - c), len(ref)) < (abs(best - c), best):
            best = len(ref)
    if c == 0:
        return 0.0
    if c > len(ref):
        return 1.0
    return math.exp(1 - best / c)


@wrong("words_to_add", "the shortest reference's length", "below 0 for a long candidate")
def min_minus_len(candidate, references):
    return min(len(r) for r in references) - len(candidate)


@wrong("words_to_add", "the distance in place of what is missing")
def how_far_away(candidate, references):
    closest = min(references, key=lambda r: abs(len(r) - len(candidate)))
    return abs(len(closest) - len(candidate))


for as_a_number in (round, lambda words: int(words) + 1):
    wrong("shortest_allowed", "a straight line in place of the exponential")(
        lambda r, share, as_a_number=as_a_number: as_a_number(r * share)
    )


@partly(
    "brevity_penalty",
    "the longest reference's length",
    "a straight line in place of the exponential",
    "rounded on the way",
)
def ratio_to_the_longest(candidate, references):
    longest = 0
    for ref in references:
        if len(ref) > longest:
            longest = len(ref)
    return round(min(1, len(candidate) / longest), 2)


@wrong("closest_ref_length", "the number of references in place of a length")
def how_many_there_are(candidate, references):
    return len(references)


@wrong("closest_ref_length", "the most distant length in place of the closest")
def the_farthest(candidate, references):
    return max((len(reference) for reference in references), key=lambda length: abs(length - len(candidate)))


@wrong("closest_ref_length", "the most words in common in place of the closest length")
def the_most_alike(candidate, references):
    return len(max(references, key=lambda reference: len(set(reference) & set(candidate))))


def with_exponential(power):
    def penalty(candidate, references):
        c, r = len(candidate), nearest(candidate, references)
        return 0 if c == 0 else 1 if c > r else power(c, r)

    return penalty


@wrong("brevity_penalty", "1 - r is computed before the division by c")
def early_brackets(candidate, references):
    return with_exponential(lambda c, r: math.exp((1 - r) / c))(candidate, references)


@wrong("brevity_penalty", "e - r/c in place of a power of e")
def power_without_brackets(candidate, references):
    return with_exponential(lambda c, r: math.e**1 - r / c)(candidate, references)


@wrong("brevity_penalty", "the 1 is missing in the exponent")
def no_one_in_front(candidate, references):
    return with_exponential(lambda c, r: math.exp(-r / c))(candidate, references)


@wrong("brevity_penalty", "the difference of the lengths in place of their ratio")
def how_many_are_missing(candidate, references):
    return with_exponential(lambda c, r: math.exp(c - r))(candidate, references)
