import math

from bleu_helpers import brevity_penalty, brevity_penalty_of_lengths, closest_ref_length


def words_to_add(candidate, references):
    longer = list(candidate)
    while brevity_penalty(longer, references) < 1:
        longer.append("word")
    return len(longer) - len(candidate)


def also_words_to_add(candidate, references):
    missing = closest_ref_length(candidate, references) - len(candidate)
    return missing if missing > 0 else 0


def shortest_allowed(r, share):
    c = 1
    while brevity_penalty_of_lengths(c, r) < share:
        c += 1
    return c


def also_shortest_allowed(r, share):
    return math.ceil(r / (1 - math.log(share)))
