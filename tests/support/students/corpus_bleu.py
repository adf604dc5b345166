"""Students' functions for the tasks of the lesson `corpus_bleu`."""

import math

import bleu_helpers
from bleu_helpers import bleu_score, closest_ref_length
from students import right, wrong


def flat(sentences):
    return [word for sentence in sentences for word in sentence]


@right("corpus_bleu")
def corpus_by_loops(candidates, corpus, weights):
    matched, total, c, r = [0] * len(weights), [0] * len(weights), 0, 0
    for candidate, references in zip(candidates, corpus, strict=True):
        c += len(candidate)
        r += bleu_helpers.closest_ref_length(candidate, references)
        for n in range(1, len(weights) + 1):
            clipped = bleu_helpers.count_clip(candidate, references, n)
            matched[n - 1] += sum(clipped.values())
            total[n - 1] += max(0, len(candidate) - n + 1)
    if 0 in matched:
        return 0
    logs = [w * (math.log(m) - math.log(t)) for w, m, t in zip(weights, matched, total, strict=True)]
    return (1.0 if c >= r else math.exp(1 - r / c)) * math.exp(sum(logs))


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
