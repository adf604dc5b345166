"""Students' functions for the tasks of the lesson `rouge_n`."""

from statistics import fmean

from bleu_helpers import rouge_n, simple_count
from students import right, unknown, wrong
from students.clipping import clip_with_zeros
from students.shared import grams, matches_of, pieces


@right("rouge_n")
def rouge_by_matches(candidate, references, n):
    return max(matches_of(candidate, r, n) / (len(grams(r, n)) or 1) for r in references)


@wrong("rouge_n", "precision is computed instead of recall")
def rouge_of_candidate(candidate, references, n):
    return max(sum(clip_with_zeros(candidate, [ref], n).values()) / (len(candidate) - n + 1) for ref in references)


@wrong("rouge_n", "precision is computed instead of recall", "the counts are not clipped")
def share_of_the_candidate(candidate, references, n):
    own = pieces(candidate, n)
    return max(len([piece for piece in own if piece in pieces(r, n)]) / len(own) for r in references)


@unknown("rouge_n")
def median_recall(candidate, references, n):
    every = sorted(matches_of(candidate, r, n) / len(pieces(r, n)) if len(r) >= n else 0 for r in references)
    return every[len(every) // 2]


@right("missing_ngrams")
def missing_ngrams(candidate, references, n):
    recalls = [rouge_n(candidate, [reference], n) for reference in references]
    best = references[recalls.index(max(recalls))]
    wanted, present = simple_count(best, n), simple_count(candidate, n)
    return {ngram: count - present[ngram] for ngram, count in wanted.items() if count > present[ngram]}


@right("jackknifed_rouge")
def jackknifed_rouge(candidate, references, n):
    rounds = [references[:place] + references[place + 1 :] for place in range(len(references))]
    return fmean(rouge_n(candidate, others or references, n) for others in rounds)
