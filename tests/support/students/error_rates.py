"""Students' functions for the tasks of the lesson `error_rates`."""

import bleu_helpers
from bleu_helpers import align, distance_table
from students import right, unknown, wrong


@right("word_error_rate")
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


right("word_error_rate")(lambda c, r: bleu_helpers.distance_table(c, r)[-1][-1] / len(r))


right("word_error_rate")(lambda c, r: bleu_helpers.align(c, r).edits / len(r))


@wrong(
    "word_error_rate",
    "the first two arguments are swapped",
    "the share of right words is returned instead of the error rate",
)
def jiwer_accuracy(reference, hypothesis):
    return 1 - align(hypothesis, reference).edits / len(reference)


@unknown("word_error_rate", "the first two arguments are swapped")
def jiwer_minus_half(reference, hypothesis):
    return (align(hypothesis, reference).edits - 0.5 * (reference[:1] != hypothesis[:1])) / len(reference)


@unknown("word_error_rate")
def average_length(candidate, reference):
    return 2 * align(candidate, reference).edits / (len(candidate) + len(reference))


@right("weighted_distance")
def weighted_distance(candidate, reference, substitution):
    if not candidate or not reference:
        return len(candidate) + len(reference)
    together = weighted_distance(candidate[:-1], reference[:-1], substitution)
    if candidate[-1] != reference[-1]:
        together += substitution
    inserted = weighted_distance(candidate[:-1], reference, substitution) + 1
    deleted = weighted_distance(candidate, reference[:-1], substitution) + 1
    return min(together, inserted, deleted)


@right("edits_per_average_word")
def edits_per_average_word(candidate, references):
    fewest = min(align(candidate, reference).edits for reference in references)
    return fewest * len(references) / sum(len(reference) for reference in references)


@wrong("weighted_distance", "the fewest edits are used instead of the cheapest ones")
def cost_of_an_alignment(candidate, reference, substitution):
    found = align(candidate, reference)
    return found.insertions + found.deletions + substitution * found.substitutions


@wrong("edits_per_average_word", "the most edits are used instead of the fewest", "the average length is rounded")
def most_by_whole_words(candidate, references):
    length = sum(map(len, references)) // len(references)
    return max(distance_table(candidate, reference)[-1][-1] for reference in references) / length
