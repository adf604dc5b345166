"""Students' functions for the tasks of the lesson `clipping`."""

import functools
from collections import Counter

import bleu_helpers
from bleu_helpers import max_ref_count
from students import right, wrong
from students.shared import grams, pieces


@right("count_clip")
def clip_by_strings(candidate, references, n):
    def counts(words):
        result = {}
        for i in range(len(words) + 1 - n):
            gram = tuple(words[i : i + n])
            result[gram] = result.get(gram, 0) + 1
        return result

    mine = counts(candidate)
    best = {}
    for ref in references:
        for gram, k in counts(ref).items():
            best[gram] = max(best.get(gram, 0), k)
    return {gram: min(k, best.get(gram, 0)) for gram, k in mine.items()}


@right("count_clip")
def clip_without_zeros(candidate, references, n):
    most = functools.reduce(lambda most, other: most | other, (Counter(grams(other, n)) for other in references))
    return Counter(grams(candidate, n)) & most


@wrong("count_clip", "the counts are clipped by the sum over the references")
def clip_by_sum(candidate, references, n=1):
    counts = Counter(grams(candidate, n))
    return {
        gram: min(count, sum(grams(other, n).count(gram) for other in references)) for gram, count in counts.items()
    }


@wrong("count_clip", "the first two arguments are swapped", "lists are used as keys")
def lists_in_a_dict(references, hypothesis, n):
    counts = {}
    for i in range(len(hypothesis) - n + 1):
        piece = hypothesis[i : i + n]
        counts[piece] = counts.get(piece, 0) + 1
    for piece in counts:
        counts[piece] = min(counts[piece], max(pieces(reference, n).count(piece) for reference in references))
    return counts


@wrong("count_clip", "the arguments are in the wrong order")
def n_first(n, candidate, references):
    return bleu_helpers.simple_count(candidate, n) & bleu_helpers.max_ref_count(references, n)


@wrong("count_clip", "lists are used as keys")
def lists_of_the_candidate(candidate, references, n):
    return dict.fromkeys([list(gram) for gram in grams(candidate, n)], 1)


@right("unused_counts")
def unused_counts(candidate, references):
    left = {}
    for (word,), allowed in max_ref_count(references).items():
        if allowed > candidate.count(word):
            left[word] = allowed - candidate.count(word)
    return left
