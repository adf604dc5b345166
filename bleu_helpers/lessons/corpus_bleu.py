"""Lesson 08: BLEU of a whole corpus. The counts are summed over all segments before the division."""

from collections.abc import Sequence

from bleu_helpers.lessons.bleu import (
    UNIFORM_WEIGHTS,
    BleuCounts,
    BleuParts,
    Smoothing,
    bleu_counts,
    bleu_of_counts,
    explain_counts,
)
from bleu_helpers.lessons.counting import Sentence


def segment_counts(
    candidates: Sequence[Sentence], references_per_candidate: Sequence[Sequence[Sentence]], n_gram: int = 4
) -> list[BleuCounts]:
    """Count the matches, the n-grams and the two lengths of each segment of a corpus.

    Args:
        candidates: the sentences to score, each a list or tuple of tokens.
        references_per_candidate: a list of one or more correct sentences for each candidate.
        n_gram: the highest order that will be scored, 1 to 1000. One more order is counted.

    Returns:
        The `bleu_counts` of each segment. A candidate of fewer than n tokens contributes nothing to order n.

    Source: the counts of Papineni et al. 2002, section 2.1.1, before the summation.

    >>> segment_counts(["the cat".split()], [["the cat sat".split()]], n_gram=1)
    [BleuCounts(matched=(2, 1), total=(2, 1), candidate_length=2, reference_length=3)]
    """
    pairs = zip(candidates, references_per_candidate, strict=True)
    return [bleu_counts(candidate, references, n_gram) for candidate, references in pairs]


def corpus_counts(
    candidates: Sequence[Sentence], references_per_candidate: Sequence[Sequence[Sentence]], n_gram: int = 4
) -> BleuCounts:
    """Sum the `bleu_counts` of all segments of a corpus.

    Args:
        candidates: the sentences to score, each a list or tuple of tokens.
        references_per_candidate: a list of one or more correct sentences for each candidate.
        n_gram: the highest order that will be scored, 1 to 1000. One more order is counted.

    Returns:
        One BleuCounts. All its counts are 0 if the corpus has no segments.

    Source: the sums of Papineni et al. 2002, sections 2.1.1 and 2.2.2.

    >>> corpus_counts(["the cat".split(), "a dog".split()], [["the cat sat".split()], ["the dog".split()]], n_gram=1)
    BleuCounts(matched=(3, 1), total=(4, 2), candidate_length=4, reference_length=5)
    """
    zeros = (0,) * (n_gram + 1)
    return sum(segment_counts(candidates, references_per_candidate, n_gram), BleuCounts(zeros, zeros, 0, 0))


def corpus_bleu(
    candidates: Sequence[Sentence],
    references_per_candidate: Sequence[Sequence[Sentence]],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    smoothing: Smoothing | None = None,
) -> float:
    """Compute BLEU of a corpus from counts and lengths that are summed over all segments.

    Args:
        candidates: the sentences to score, each a list or tuple of tokens; at least one.
        references_per_candidate: a list of one or more correct sentences for each candidate.
        weights: one weight per order, starting with order 1; they sum to 1. The default is BLEU-4.
        smoothing: None, or a function that replaces precisions where counts are small (lesson 09).

    Returns:
        A number from 0 to 1. It is not the mean of the sentence scores.

    Source: BLEU, Papineni et al. 2002, sections 2.1.1 and 2.3. sacrebleu returns the same score for the same tokens.

    >>> candidates = ["the cat sat on a mat".split(), "a dog".split()]
    >>> references_per_candidate = [["the cat sat on the mat".split()], ["the dog".split(), "a dog".split()]]
    >>> corpus_bleu(candidates, references_per_candidate)
    0.5583948264724179
    """
    counts = corpus_counts(candidates, references_per_candidate, n_gram=len(weights))
    return bleu_of_counts(counts, weights, smoothing)


def explain_corpus_bleu(
    candidates: Sequence[Sentence],
    references_per_candidate: Sequence[Sequence[Sentence]],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    smoothing: Smoothing | None = None,
) -> BleuParts:
    """Compute BLEU of a corpus as `corpus_bleu` does, and return it with all intermediate results.

    Args:
        candidates: the sentences to score, each a list or tuple of tokens; at least one.
        references_per_candidate: a list of one or more correct sentences for each candidate.
        weights: one weight per order, starting with order 1; they sum to 1.
        smoothing: None, or a function that replaces precisions where counts are small (lesson 09).

    Returns:
        A frozen BleuParts with the counts and precision of each order, both lengths, the brevity penalty and the score.

    Source: BLEU, Papineni et al. 2002, sections 2.1.1 and 2.3.

    >>> explain_corpus_bleu([["the", "cat"], ["a", "dog"]], [[["the", "cat", "sat"]], [["a", "dog"]]], (0.5, 0.5))
    BLEU 0.7788 = brevity penalty 0.7788 x geometric mean 1.0000
    candidate length 4, closest reference length 5
    <BLANKLINE>
    n  matched  total  precision  weight
    1        4      4     1.0000  0.5000
    2        2      2     1.0000  0.5000
    <BLANKLINE>
    sacrebleu's names: score, counts, totals, precisions, bp, sys_len, ref_len (score, precisions: percent)
    """
    counts = corpus_counts(candidates, references_per_candidate, n_gram=len(weights))
    return explain_counts(counts, weights, smoothing)


def segment_counts_of_texts(
    candidates: Sequence[str], references_per_candidate: Sequence[Sequence[str]], n_gram: int = 4
) -> list[BleuCounts]:
    """Count each segment of a corpus of texts, which are split into words at white space.

    Args:
        candidates: the texts to score, strings.
        references_per_candidate: a list of one or more correct texts for each candidate.
        n_gram: the highest order that will be scored, 1 to 1000. One more order is counted.

    Returns:
        The result of `segment_counts` for the texts after `str.split`. For any other tokenisation, split the texts
        yourself and call `segment_counts`.

    Source: the counts of Papineni et al. 2002, section 2.1.1, before the summation.

    >>> segment_counts_of_texts(["the cat"], [["the cat sat"]], n_gram=1)
    [BleuCounts(matched=(2, 1), total=(2, 1), candidate_length=2, reference_length=3)]
    """
    return segment_counts(*_in_words(candidates, references_per_candidate), n_gram)


def corpus_counts_of_texts(
    candidates: Sequence[str], references_per_candidate: Sequence[Sequence[str]], n_gram: int = 4
) -> BleuCounts:
    """Sum the counts of all segments of a corpus of texts, which are split into words at white space.

    Args:
        candidates: the texts to score, strings.
        references_per_candidate: a list of one or more correct texts for each candidate.
        n_gram: the highest order that will be scored, 1 to 1000. One more order is counted.

    Returns:
        The result of `corpus_counts` for the texts after `str.split`. For any other tokenisation, split the texts
        yourself and call `corpus_counts`.

    Source: the sums of Papineni et al. 2002, sections 2.1.1 and 2.2.2.

    >>> corpus_counts_of_texts(["the cat", "a dog"], [["the cat sat"], ["the dog"]], n_gram=1)
    BleuCounts(matched=(3, 1), total=(4, 2), candidate_length=4, reference_length=5)
    """
    return corpus_counts(*_in_words(candidates, references_per_candidate), n_gram)


def corpus_bleu_of_texts(
    candidates: Sequence[str],
    references_per_candidate: Sequence[Sequence[str]],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    smoothing: Smoothing | None = None,
) -> float:
    """Compute BLEU of a corpus of texts, which are split into words at white space.

    Args:
        candidates: the texts to score, strings; at least one.
        references_per_candidate: a list of one or more correct texts for each candidate.
        weights: one weight per order, starting with order 1; they sum to 1. The default is BLEU-4.
        smoothing: None, or a function that replaces precisions where counts are small (lesson 09).

    Returns:
        A number from 0 to 1: the result of `corpus_bleu` for the texts after `str.split`.

    Source: BLEU, Papineni et al. 2002, sections 2.1.1 and 2.3. It is sacrebleu's score with the tokeniser "none".

    >>> candidates = ["the cat sat on a mat", "a dog"]
    >>> corpus_bleu_of_texts(candidates, [["the cat sat on the mat"], ["the dog", "a dog"]])
    0.5583948264724179
    """
    counts = corpus_counts_of_texts(candidates, references_per_candidate, n_gram=len(weights))
    return bleu_of_counts(counts, weights, smoothing)


def _in_words(
    candidates: Sequence[str], references_per_candidate: Sequence[Sequence[str]]
) -> tuple[list[list[str]], list[list[list[str]]]]:
    references = [[reference.split() for reference in references] for references in references_per_candidate]
    return [candidate.split() for candidate in candidates], references
