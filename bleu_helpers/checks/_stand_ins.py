"""Short forms of two functions of later lessons, for as long as the package does not have them."""

from collections.abc import Sequence

from bleu_helpers.bleu import UNIFORM_WEIGHTS, geometric_mean
from bleu_helpers.brevity_penalty import brevity_penalty_of_lengths, closest_ref_length
from bleu_helpers.counting import Sentence
from bleu_helpers.ngrams import match_counts


def corpus_bleu(
    candidates: Sequence[Sentence],
    references_per_candidate: Sequence[Sequence[Sentence]],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
) -> float:
    """Compute BLEU of a corpus: counts and lengths are added up first, then divided once.

    >>> corpus_bleu([["the", "cat"], ["a"]], [[["the", "cat"]], [["the"]]], weights=(1.0,))
    0.6666666666666666
    """
    pairs = list(zip(candidates, references_per_candidate, strict=True))
    precisions = []
    for n in range(1, len(weights) + 1):
        counts = [match_counts(candidate, references, n) for candidate, references in pairs]
        matched, total = (sum(column) for column in zip(*counts, strict=True))
        precisions.append(matched / total if total > 0 else 0.0)
    c = sum(len(candidate) for candidate in candidates)
    r = sum(closest_ref_length(candidate, references) for candidate, references in pairs)
    return brevity_penalty_of_lengths(c, r) * geometric_mean(precisions, weights)


def word_error_rate(candidate: Sentence, reference: Sentence) -> float:
    """Compute the fewest insertions, deletions and substitutions, divided by the reference's length.

    >>> word_error_rate("the cat sat".split(), "the cat is on".split())
    0.5
    """
    row = list(range(len(reference) + 1))
    for i, word in enumerate(candidate, start=1):
        diagonal, row[0] = row[0], i
        for j, other in enumerate(reference, start=1):
            diagonal, row[j] = row[j], min(diagonal + (word != other), row[j] + 1, row[j - 1] + 1)
    return row[-1] / len(reference)
