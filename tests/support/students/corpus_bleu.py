"""Students' functions for the tasks of the lesson `corpus_bleu`."""

import math

import bleu_helpers
from bleu_helpers import bleu_score, closest_ref_length
from students import right, wrong
from students.shared import matched_and_total, nearest, penalty_of


def flat(sentences):
    return [word for sentence in sentences for word in sentence]


@right("corpus_bleu")
def corpus_by_sums(candidates, corpus, weights):
    pairs = list(zip(candidates, corpus, strict=True))
    logs = []
    for n, weight in enumerate(weights, 1):
        matched, total = map(sum, zip(*(matched_and_total(*pair, n) for pair in pairs), strict=True))
        if matched == 0:
            return 0
        logs.append(weight * math.log(matched / total))
    return penalty_of(flat(candidates), sum(nearest(*pair) for pair in pairs)) * math.exp(sum(logs))


@wrong("corpus_bleu", "the scores of the sentences are averaged")
def corpus_mean(candidates, references, weights):
    """It calls our function for a sentence, which does not solve this task."""
    return sum(bleu_score(c, r, weights) for c, r in zip(candidates, references, strict=True)) / len(candidates)


@right("corpus_words_to_add")
def corpus_words_to_add(candidates, references_per_candidate):
    c = sum(len(candidate) for candidate in candidates)
    r = sum(map(closest_ref_length, candidates, references_per_candidate))
    return max(r - c, 0)


@wrong("corpus_words_to_add", "the corpus is treated as one long text")
def missing_in_one_text(candidates, references_per_candidate):
    joined = list(map(flat, zip(*references_per_candidate, strict=False)))
    words = flat(candidates)
    return max(bleu_helpers.closest_ref_length(words, joined) - len(words), 0)


@wrong("corpus_words_to_add", "the length of the first reference is used", "the number of words to add falls below 0")
def first_lengths_minus_lengths(candidates, references_per_candidate):
    return sum(len(refs[0]) for refs in references_per_candidate) - len(flat(candidates))
