"""The reader of tokens: it replaces each distinct token with a number, and the engine counts the numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import chain, count
from typing import TYPE_CHECKING

from bleu_helpers.fast.engine import Reader, counts_of_row, counts_of_short_pair, segment_rows, summed_counts
from bleu_helpers.lessons.bleu import UNIFORM_WEIGHTS, BleuCounts, BleuParts, Smoothing, bleu_of_counts, explain_counts
from bleu_helpers.lessons.counting import Ngram, Sentence
from bleu_helpers.lessons.f1 import RougeScores, rouge_scores_of_counts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def _number_tokens(sentences: Sequence[Sentence]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    import numpy as np

    sizes = np.fromiter(map(len, sentences), np.int64, len(sentences))
    number_of: dict[Hashable, int] = {}
    # Each token is offered the next number, but keeps the number of its first occurrence.
    numbers = map(number_of.setdefault, chain.from_iterable(sentences), count())
    return np.fromiter(numbers, np.int64, int(sizes.sum())), sizes


TOKENS = Reader(_number_tokens, split=lambda sentence: sentence, chunk_length=16_384, few_tokens=384)


def bleu_counts(candidate: Sentence, references: Sequence[Sentence], n_gram: int = 4) -> BleuCounts:
    """Runs for every input. A short pair is counted in one Counter, and a long one in arrays."""
    if len(candidate) + sum(map(len, references)) <= TOKENS.few_tokens:
        return counts_of_short_pair(candidate, references, n_gram)
    return summed_counts([(candidate, references)], n_gram, TOKENS)[0]


def bleu_score(
    candidate: Sentence,
    references: Sequence[Sentence],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    smoothing: Smoothing | None = None,
) -> float:
    """Runs for every input. The counting is faster, and the formula is the same."""
    return bleu_of_counts(bleu_counts(candidate, references, len(weights)), weights, smoothing)


def rouge_n_scores(candidate: Sentence, reference: Sentence, n: int = 1) -> RougeScores:
    """Runs for every input. The common n-grams are counted in one pass over each sentence."""
    in_candidate = Counter(ngrams(candidate, n))
    in_both = Counter(filter(in_candidate.__contains__, ngrams(reference, n)))
    matched = sum(map(min, map(in_candidate.__getitem__, in_both), in_both.values()))
    return rouge_scores_of_counts(matched, max(len(candidate) - n + 1, 0), max(len(reference) - n + 1, 0))


def ngrams(sentence: Sentence, n: int) -> Iterator[Ngram]:
    """Yield the n-grams of a sentence."""
    return zip(*[sentence[start:] for start in range(min(n, len(sentence) + 1))], strict=False)


def segment_counts(
    candidates: Sequence[Sentence], references_per_candidate: Sequence[Sequence[Sentence]], n_gram: int = 4
) -> list[BleuCounts]:
    """Runs for every input. The segments are counted in arrays, several hundred at once."""
    pairs = zip(candidates, references_per_candidate, strict=True)
    return [counts_of_row(row) for row in segment_rows(pairs, n_gram, TOKENS)]


def corpus_counts(
    candidates: Sequence[Sentence], references_per_candidate: Sequence[Sequence[Sentence]], n_gram: int = 4
) -> BleuCounts:
    """Runs for every input. The segments are counted in arrays, several hundred at once."""
    return summed_counts(zip(candidates, references_per_candidate, strict=True), n_gram, TOKENS)[0]


def corpus_bleu(
    candidates: Sequence[Sentence],
    references_per_candidate: Sequence[Sequence[Sentence]],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    smoothing: Smoothing | None = None,
) -> float:
    """Runs for every input. The counting is faster, and the formula is the same."""
    counts = corpus_counts(candidates, references_per_candidate, n_gram=len(weights))
    return bleu_of_counts(counts, weights, smoothing)


def explain_corpus_bleu(
    candidates: Sequence[Sentence],
    references_per_candidate: Sequence[Sequence[Sentence]],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    smoothing: Smoothing | None = None,
) -> BleuParts:
    """Runs for every input. The counting is faster, and the formula is the same."""
    counts = corpus_counts(candidates, references_per_candidate, n_gram=len(weights))
    return explain_counts(counts, weights, smoothing)
