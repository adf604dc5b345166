"""What students hand in for the tasks of the lesson `clipping`."""

import functools
from collections import Counter

import numpy

import bleu_helpers
from bleu_helpers import max_ref_count, simple_count
from students import right, unknown, wrong
from students.counting import count_by_zip
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
    most = functools.reduce(lambda one, other: one | other, (Counter(grams(other, n)) for other in references))
    return Counter(grams(candidate, n)) & most


@right("count_clip")
def clip_with_zeros(candidate, references, n):
    counts = dict.fromkeys([gram for reference in references for gram in grams(reference, n)], 0)
    for gram, count in Counter(grams(candidate, n)).items():
        counts[gram] = numpy.int64(min(count, max(grams(other, n).count(gram) for other in references)))
    return counts


@wrong("count_clip", "clipped by the sum over the references")
def clip_by_concatenation(candidate, references, n):
    everything = Counter()
    for ref in references:
        everything += Counter(tuple(ref[i : i + n]) for i in range(len(ref) - n + 1))
    mine = Counter(tuple(candidate[i : i + n]) for i in range(len(candidate) - n + 1))
    return {gram: min(mine[gram], everything[gram]) for gram in mine}


@wrong("count_clip", "only the last reference is used")
def clip_overwrites(candidate, references, n):
    mine = count_by_zip(candidate, n)
    for ref in references:
        theirs = count_by_zip(ref, n)
        best = {gram: theirs.get(gram, 0) for gram in mine}
    return {gram: min(mine[gram], best[gram]) for gram in mine}


@wrong("count_clip", "clipped by the sum over the references")
def clip_by_sum(candidate, references, n=1):
    counts = Counter(grams(candidate, n))
    return {
        gram: min(count, sum(grams(other, n).count(gram) for other in references)) for gram, count in counts.items()
    }


@wrong("count_clip", "the first two arguments have changed places", "lists as keys")
def lists_in_a_dict(references, hypothesis, n):
    counts = {}
    for i in range(len(hypothesis) - n + 1):
        piece = hypothesis[i : i + n]
        counts[piece] = counts.get(piece, 0) + 1
    for piece in counts:
        counts[piece] = min(counts[piece], max(pieces(reference, n).count(piece) for reference in references))
    return counts


@wrong("count_clip", "only the first round of a loop counts")
def clip_of_the_first(candidate, references, n):
    clipped = {}
    for gram, count in simple_count(candidate, n).items():
        clipped[gram] = min(count, max(simple_count(other, n)[gram] for other in references))
        return clipped
    return clipped


@wrong("count_clip", "no word is ever found")
def no_ngram_is_a_reference(candidate, references, n):
    return {gram: min(count, references.count(gram)) for gram, count in simple_count(candidate, n).items()}


@wrong("count_clip", "the arguments stand in another order")
def n_first(n, candidate, references):
    return bleu_helpers.simple_count(candidate, n) & bleu_helpers.max_ref_count(references, n)


@wrong("count_clip", "lists as keys")
def lists_of_the_candidate(candidate, references, n):
    return dict.fromkeys([list(gram) for gram in grams(candidate, n)], 1)


@unknown("count_clip")
def more_than_the_first(candidate, references, n):
    counts = {}
    for piece in pieces(candidate, n):
        counts[tuple(piece)] = min(
            pieces(candidate, n).count(piece),
            sorted(pieces(reference, n).count(piece) for reference in references)[-1] + 1,
        )
    return counts


@unknown("count_clip")
def average_count(candidate, references, n):
    counts = {}
    for piece in pieces(candidate, n):
        average = sum(pieces(reference, n).count(piece) for reference in references) / len(references)
        counts[tuple(piece)] = min(pieces(candidate, n).count(piece), average)
    return counts


@unknown("count_clip")
def one_more_is_allowed(candidate, references, n):
    clipped = bleu_helpers.max_ref_count(references, n)
    return {
        gram: min(k, clipped[gram] + 1) for gram, k in bleu_helpers.simple_count(candidate, n).items() if clipped[gram]
    }


@right("unused_counts")
def with_words_that_are_used_up(candidate, references):
    allowed = bleu_helpers.max_ref_count(references)
    return {word: n - candidate.count(word) for (word,), n in allowed.items() if n >= candidate.count(word)}


@right("unused_counts")
def unused_counts(candidate, references):
    left = {}
    for (word,), allowed in max_ref_count(references).items():
        if allowed > candidate.count(word):
            left[word] = allowed - candidate.count(word)
    return left


@right("unused_counts")
def also_unused_counts(candidate, references):
    return max_ref_count(references) - simple_count(candidate)


@wrong("unused_counts", "less than nothing is left")
def as_many_as_a_subtraction_gives(candidate, references):
    return {word: most - candidate.count(word) for (word,), most in bleu_helpers.max_ref_count(references).items()}


@wrong("unused_counts", "what is too much counts as left over")
def as_far_as_the_counts_are(candidate, references):
    return {word: abs(left) for word, left in as_many_as_a_subtraction_gives(candidate, references).items()}


@wrong("unused_counts", "what is too much counts as left over")
def as_far_as_the_counts_of_all_words_are(candidate, references):
    allowed, own = bleu_helpers.max_ref_count(references), simple_count(candidate)
    return {gram: abs(allowed[gram] - own[gram]) for gram in allowed | own}


@wrong("unused_counts", "only the first round of a loop counts")
def left_of_the_first_word(candidate, references):
    left = {}
    for (word,), allowed in bleu_helpers.max_ref_count(references).items():
        if allowed > candidate.count(word):
            left[word] = allowed - candidate.count(word)
        return left


@right("longest_perfect")
def longest_perfect(references):
    return max_ref_count(references).total()


@right("longest_perfect")
def also_longest_perfect(references):
    words = {word for reference in references for word in reference}
    return sum(max(reference.count(word) for reference in references) for word in words)


@wrong("longest_perfect", "only one reference at a time")
def words_of_the_longest(references):
    return len(max(references, key=len))


@wrong("count_clip", "the references are cut to the candidate's length")
def the_range_of_the_candidate(candidate, references, n):
    counts, most = Counter(), Counter()
    for i in range(len(candidate) - n + 1):
        counts[tuple(candidate[i : i + n])] += 1
    for ref in references:
        ref_counts = Counter()
        for i in range(len(candidate) - n + 1):
            ref_counts[tuple(ref[i : i + n])] += 1
        for gram in counts:
            most[gram] = max(most[gram], ref_counts[gram])
    return {gram: min(counts[gram], most[gram]) for gram in counts}


@wrong("count_clip", "bigrams for every n")
def always_pairs(candidate, references, n):
    def pairs(words):
        return Counter((words[i], words[i + 1]) for i in range(len(words) - 1))

    found = pairs(candidate)
    return {pair: min(k, max(pairs(r)[pair] for r in references)) for pair, k in found.items()}


@wrong("count_clip", "the last reference is not looked at")
def up_to_the_last_but_one(candidate, references, n):
    clipped = {}
    for piece, count in Counter(grams(candidate, n)).items():
        limit = 0
        for i in range(len(references) - 1):
            limit = max(limit, grams(references[i], n).count(piece))
        clipped[piece] = min(count, limit)
    return clipped


@wrong("count_clip", "the larger of the two counts")
def the_larger_one(candidate, references, n):
    counts = Counter(grams(candidate, n))
    return {gram: max(counts[gram], *(grams(other, n).count(gram) for other in references)) for gram in counts}


@wrong("count_clip", "the last reference that has an n-gram decides")
def limits_that_are_overwritten(candidate, references, n):
    limits = {}
    for reference in references:
        limits.update(Counter(grams(reference, n)))
    return {gram: min(count, limits.get(gram, 0)) for gram, count in Counter(grams(candidate, n)).items()}


@wrong("count_clip", "the first reference that has an n-gram decides")
def stops_at_the_first_that_has_it(candidate, references, n):
    clipped = {}
    for gram, count in Counter(grams(candidate, n)).items():
        clipped[gram] = 0
        for reference in references:
            if gram in grams(reference, n):
                clipped[gram] = min(count, grams(reference, n).count(gram))
                break
    return clipped
