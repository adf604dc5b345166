"""Students' functions for the tasks of the lesson `rouge_n`."""

from bleu_helpers import rouge_n, simple_count
from students import right, unknown, wrong
from students.clipping import clip_by_strings, clip_without_zeros
from students.shared import grams, matches_of, pieces


@right("rouge_n")
def rouge_by_loops(candidate, references, n):
    best = 0
    for ref in references:
        grams = [tuple(ref[i : i + n]) for i in range(len(ref) - n + 1)]
        left = [tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1)]
        total, hits = len(grams), 0
        for gram in grams:
            if gram in left:
                left.remove(gram)
                hits += 1
        if total > 0 and hits / total > best:
            best = hits / total
    return best


right("rouge_n")(lambda c, rs, n: max(clip_without_zeros(r, [c], n).total() / (len(grams(r, n)) or 1) for r in rs))


@wrong("rouge_n", "precision is computed instead of recall")
def rouge_of_candidate(candidate, references, n):
    return max(sum(clip_by_strings(candidate, [ref], n).values()) / (len(candidate) - n + 1) for ref in references)


@wrong("rouge_n", "precision is computed instead of recall", "the counts are not clipped")
def share_of_the_candidate(candidate, references, n):
    best = 0
    for reference in references:
        hits = [piece for piece in pieces(candidate, n) if piece in pieces(reference, n)]
        best = max(best, len(hits) / len(pieces(candidate, n)))
    return best


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
    if len(references) == 1:
        return rouge_n(candidate, references, n)
    total = 0
    for place in range(len(references)):
        total += rouge_n(candidate, references[:place] + references[place + 1 :], n)
    return total / len(references)
