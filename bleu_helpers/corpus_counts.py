"""Lesson 08, its first module: the counts of a whole corpus, several times as fast as one pair after another.

`bleu_counts` of lesson 05 is the definition: it puts the n-grams of one pair into dictionaries. Here the n-grams of a
few hundred pairs are numbers in one array, and NumPy counts them all at once:

1. A token gets a number that stands for the word and the segment together, so segments never mix.
2. Of each number: how often has the candidate it, how often each reference? Clip, then add up by segment.
3. What did not match is dropped: no longer n-gram around it can match.
4. Where two numbers are left side by side, two n-grams overlap, and that is one n-gram of the next order. The pairs
   get numbers of their own, and step 2 follows again.

The same counts serve the ROUGE-N of lesson 07, for many segments at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain, count, repeat
from typing import TYPE_CHECKING

from bleu_helpers.bleu import BleuCounts, bleu_counts
from bleu_helpers.counting import Sentence
from bleu_helpers.f1 import RougeScores, _rouge_scores

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Pair = tuple[Sentence, Sequence[Sentence]]
"""A segment: the candidate and its references."""


def segment_counts(
    candidates: Sequence[Sentence], references_per_candidate: Sequence[Sequence[Sentence]], n_gram: int = 4
) -> list[BleuCounts]:
    """Count each segment of a corpus: its matches, its n-grams and its two lengths.

    Args:
        candidates: the sentences to judge, each a list or tuple of tokens.
        references_per_candidate: for each candidate a list of one or more correct sentences.
        n_gram: the highest order that is to be scored, 1 to 1000.

    Returns:
        One BleuCounts a segment: its `bleu_counts`, found several times as fast. A candidate of fewer than n tokens
        adds nothing to order n.

    Raises:
        TypeError: an argument is not of the form above; the message names the segment and says what to change.
        ValueError: the two lists differ in length, a candidate has no reference, or `n_gram` is not from 1 to 1000.

    Source: the counts of Papineni et al. 2002, section 2.1.1, before they are summed.

    >>> segment_counts(["the cat".split()], [["the cat sat".split()]], n_gram=1)
    [BleuCounts(matched=(2, 1), total=(2, 1), candidate_length=2, reference_length=3)]
    """
    pairs = zip(candidates, references_per_candidate, strict=True)
    return [_counts_of_row(row) for row in _rows(pairs, n_gram)]


def corpus_counts(
    candidates: Sequence[Sentence], references_per_candidate: Sequence[Sequence[Sentence]], n_gram: int = 4
) -> BleuCounts:
    """Count a whole corpus: the sum of the `bleu_counts` of its segments, found several times as fast.

    Args:
        candidates: the sentences to judge, each a list or tuple of tokens.
        references_per_candidate: for each candidate a list of one or more correct sentences.
        n_gram: the highest order that is to be scored, 1 to 1000. One order more is counted.

    Returns:
        One BleuCounts; all its numbers are 0 for a corpus without a segment.

    Raises:
        TypeError: an argument is not of the form above; the message names the segment and says what to change.
        ValueError: the two lists differ in length, a candidate has no reference, or `n_gram` is not from 1 to 1000.

    Source: the sums of Papineni et al. 2002, sections 2.1.1 and 2.2.2.

    >>> corpus_counts(["the cat".split(), "a dog".split()], [["the cat sat".split()], ["the dog".split()]], n_gram=1)
    BleuCounts(matched=(3, 1), total=(4, 2), candidate_length=4, reference_length=5)
    """
    return _counts_of_pairs(zip(candidates, references_per_candidate, strict=True), n_gram)[0]


def _counts_of_pairs(pairs: Iterable[Pair], n_gram: int) -> tuple[BleuCounts, int]:
    """Count a stream of segments: the sum of their counts, and how many there were. One chunk at a time is held."""
    sums, segments = [0] * (2 * n_gram + 4), 0
    for chunk in _chunks(pairs):
        if _are_few(chunk):
            rows = _rows_one_by_one(chunk, n_gram)
        else:
            rows = [_segment_table(chunk, n_gram).sum(axis=0).tolist()]
        sums = [sum(column) for column in zip(sums, *rows, strict=True)]
        segments += len(chunk)
    return _counts_of_row(sums), segments


def _rows(pairs: Iterable[Pair], n_gram: int) -> Iterator[list[int]]:
    """Count a stream of segments, and hand on the row of each."""
    for chunk in _chunks(pairs):
        yield from _rows_one_by_one(chunk, n_gram) if _are_few(chunk) else _segment_table(chunk, n_gram).tolist()


def segment_rouge_scores(
    candidates: Sequence[Sentence], references: Sequence[Sentence], n_gram: int = 2
) -> list[tuple[RougeScores, ...]]:
    """Compute `rouge_n_scores` of lesson 07 for each segment of a corpus and each order, several times as fast.

    Args:
        candidates: the sentences to judge, each a list or tuple of tokens.
        references: one correct sentence for each candidate.
        n_gram: the highest order, 1 to 1000.

    Returns:
        For each segment a tuple: precision, recall and F1 of ROUGE-1, then of ROUGE-2 and so on up to the order asked
        for. What is most often reported is the mean over the segments.

    Raises:
        TypeError: an argument is not of the form above; the message names the sentence and says what to change.
        ValueError: there are not as many references as candidates, or `n_gram` is not from 1 to 1000.

    Source: ROUGE-N, Lin 2004, section 2, with the F-measure of its section 3.

    >>> segment_rouge_scores(["the cat".split()], ["the cat sat down".split()], n_gram=1)
    [(RougeScores(precision=1.0, recall=0.5, f1=0.6666666666666666),)]
    """
    counted = max(n_gram - 1, 1)  # one order more than that is in a row
    rows = _rows(zip(candidates, ([reference] for reference in references), strict=True), counted)
    return [
        tuple(
            _rouge_scores(matched, total, max(len(reference) - place, 0))
            for place, (matched, total) in enumerate(zip(row[:n_gram], row[counted + 1 :], strict=False))
        )
        for row, reference in zip(rows, references, strict=True)
    ]


_TOKENS_AT_ONCE = 16_384
"""How many tokens make a chunk: enough to keep NumPy busy, and so few that all arrays stay in the processor's cache."""


def _chunks(pairs: Iterable[Pair]) -> Iterator[list[Pair]]:
    """Cut a stream of segments where enough tokens have come together; a segment stays whole."""
    chunk, tokens = [], 0
    for candidate, references in pairs:
        chunk.append((candidate, references))
        tokens += len(candidate) + sum(map(len, references)) + 1  # 1, so that empty segments come to an end too
        if tokens >= _TOKENS_AT_ONCE:
            yield chunk
            chunk, tokens = [], 0
    if chunk:
        yield chunk


_FEW_TOKENS = 256
"""Up to here NumPy takes longer to get going than it takes to count one pair after another."""


def _are_few(pairs: Sequence[Pair]) -> bool:
    """Whether a chunk is so small that the definition counts it faster; only the last one of a stream can be."""
    return sum(len(candidate) + sum(map(len, references)) for candidate, references in pairs) <= _FEW_TOKENS


def _rows_one_by_one(pairs: Sequence[Pair], n_gram: int) -> list[list[int]]:
    """What `_segment_table` holds, from the definition."""
    counts = [bleu_counts(candidate, references, n_gram) for candidate, references in pairs]
    return [[*one.matched, *one.total, one.candidate_length, one.reference_length] for one in counts]


def _segment_table(pairs: Sequence[Pair], n_gram: int) -> NDArray[np.int64]:
    """Count each segment of a chunk: a row holds matched and total of the orders 1 to N + 1, and the two lengths."""
    import numpy as np

    lengths = np.array([len(candidate) for candidate, _ in pairs])
    table = np.empty((len(pairs), 2 * n_gram + 4), dtype=np.int64)
    table[:, n_gram + 1 : -2] = np.maximum(lengths[:, np.newaxis] - np.arange(n_gram + 1), 0)
    table[:, -2] = lengths
    table[:, -1] = _closest_lengths(lengths, [references for _, references in pairs])

    numbers, starts = _numbered(pairs)
    places = np.flatnonzero(numbers != _NONE)  # where the n-grams begin that may still match
    numbers = numbers[places]
    segment_of = np.repeat(np.arange(len(pairs)), lengths)  # of each number
    for order in range(n_gram + 1):
        size = len(segment_of)
        own, *others = np.split(numbers, np.searchsorted(places, starts))
        highest = reduce(np.maximum, (np.bincount(other, minlength=size) for other in others))
        clipped = np.minimum(np.bincount(own, minlength=size), highest)
        table[:, order] = np.bincount(segment_of, weights=clipped, minlength=len(pairs))

        matched = clipped[numbers] > 0
        places, numbers = places[matched], numbers[matched]
        neighbours = np.flatnonzero(np.diff(places) == 1)
        # A pair in 64 bits: `size` is at most the number of tokens in a chunk, and its square has room to 3 billion.
        joined, numbers = np.unique(numbers[neighbours] * size + numbers[neighbours + 1], return_inverse=True)
        places, segment_of = places[neighbours], segment_of[joined // size]
    return table


def _closest_lengths(
    lengths: NDArray[np.int64], references_per_candidate: list[Sequence[Sentence]]
) -> NDArray[np.int64]:
    """What `closest_ref_length` of lesson 04 finds, for all segments at once."""
    import numpy as np

    each = np.array([*map(len, references_per_candidate)])
    gaps = np.array([*map(len, chain.from_iterable(references_per_candidate))]) - np.repeat(lengths, each)
    # The smallest of these is the closest; of two equally close references the longer one's is larger by 1.
    closest = np.minimum.reduceat(2 * np.abs(gaps) + (gaps > 0), np.cumsum(each) - each)
    return lengths + np.where(closest % 2 == 1, closest // 2, -closest // 2)


_NONE = -1
"""In the place of a token that its candidate does not have, and between two sentences: no n-gram goes across it."""


def _numbered(pairs: Sequence[Pair]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Number the tokens of a chunk, all candidates first, then all first references, all second ones and so on.

    Equal tokens of a segment have the same number, and different segments have no number in common.
    Returns the numbers, and where each but the first of these parts begins.
    """
    from array import array

    import numpy as np

    own, *others = parts = [array("q") for _ in range(1 + max(len(references) for _, references in pairs))]
    tokens = 0
    for candidate, references in pairs:
        number_of = dict(zip(candidate, count(tokens), strict=False))
        tokens += len(candidate)
        own.extend(map(number_of.__getitem__, candidate))
        own.append(_NONE)
        for other, reference in zip(others, references, strict=False):
            other.extend(map(number_of.get, reference, repeat(_NONE)))
            other.append(_NONE)
    starts = np.cumsum([len(part) for part in parts])[:-1]
    return np.concatenate([np.frombuffer(part, dtype=np.int64) for part in parts]), starts


def _counts_of_row(row: list[int]) -> BleuCounts:
    """Make counts of a row of a segment table, or of the sum of many."""
    orders = len(row) // 2 - 1
    return BleuCounts(tuple(row[:orders]), tuple(row[orders:-2]), *row[-2:])
