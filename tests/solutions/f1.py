from fractions import Fraction

from bleu_helpers import f_score


def f1_of_counts(matched, candidate_total, reference_total):
    if matched == 0:
        return 0.0
    precision, recall = matched / candidate_total, matched / reference_total
    return f_score(precision, recall)


def also_f1_of_counts(matched, candidate_total, reference_total):
    return Fraction(2 * matched, candidate_total + reference_total) if matched else 0


def recall_needed(precision, wanted_f1):
    if wanted_f1 == 0:
        return 0.0
    return 1 / (2 / wanted_f1 - 1 / precision)


def also_recall_needed(precision, wanted_f1):
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if f_score(precision, middle) < wanted_f1:
            low = middle
        else:
            high = middle
    return high
