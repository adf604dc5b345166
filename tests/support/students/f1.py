"""Students' functions for the tasks of the lesson `f1`."""

from decimal import Decimal
from fractions import Fraction

import numpy

from bleu_helpers import f_score
from students import right, unknown, wrong
from students.bleu import bleu_by_logs
from students.ngrams import precision_by_division
from students.rouge_n import rouge_by_loops


@right("f_score")
def f_by_hand(p, r, beta):
    b2 = beta**2
    top, bottom = (1 + b2) * p * r, b2 * p + r
    return top / bottom if bottom else 0


right("f_score")(
    lambda p, r, beta: (
        Decimal(0) if p * r == 0 else Fraction(1 + beta**2) / (1 / Fraction(p) + Fraction(beta) ** 2 / Fraction(r))
    )
)


@wrong("f_score", "beta is not squared", "there is no rule for 0/0 in F")
def nan_from_numpy(p, r, beta):
    p, r = numpy.float64(p), numpy.float64(r)
    return (1 + beta) * p * r / (beta * p + r)


@unknown("f_score")
def beta_times_two(precision, recall, beta):
    below = 2 * beta * precision + recall
    return (1 + 2 * beta) * precision * recall / below if below else 0


@right("ngram_f1")
def f1_by_hand(candidate, references, n):
    p, r = bleu_by_logs(candidate, references, [1 / n] * n), rouge_by_loops(candidate, references, n)
    return 0 if p + r == 0 else 2 * p * r / (p + r)


@wrong("ngram_f1", "the precision of order n is used instead of BLEU-n", "there is no rule for 0/0 in F")
def f1_of_precision(candidate, references, n):
    p, r = precision_by_division(candidate, references, n), rouge_by_loops(candidate, references, n)
    return 2 * p * r / (p + r)


@right("f1_of_counts")
def f1_of_counts(matched, candidate_total, reference_total):
    if matched == 0:
        return 0.0
    precision, recall = matched / candidate_total, matched / reference_total
    return f_score(precision, recall)


unknown("ngram_f1")(lambda candidate, references, n: 0.0)


@wrong("f_score", "(1 + beta)^2 is used instead of 1 + beta^2", "beta is not squared")
def wrongly_squared(precision, recall, beta):
    below = beta * precision + recall
    return (1 + beta) ** 2 * precision * recall / below if below else 0
