"""The engine: it counts the n-grams of several hundred segments at once with NumPy, for any kind of reader.

The definition is `bleu_counts` of lesson 05, which counts the n-grams of one pair in dictionaries. Here, words and
n-grams become integers, and equal integers are counted after sorting. As an example, take the candidate
"the cat the mat" and the reference "the cat sat":

1. Words become integers: the is 0, cat is 1, mat is 2, sat is 3. (With several segments, the integer identifies the
   word and the segment together, so segments never mix.) Each integer has a place, numbered from the beginning of the
   first sentence to the end of the last:

       place     0 1 2 3 | 4 5 6
       integer   0 1 0 2 | 0 1 3

2. The integers are sorted together with their places, so equal integers become neighbours, and those of the candidate
   come first:

       integer   0 0 0   1 1   2   3
       place     0 2 4   1 5   3   6

   The candidate has 0 twice and the reference has it once, so it matches once; 1 matches once; 2 and 3 occur in only
   one of the sentences. So 2 of the candidate's 4 words match.
3. Integers that did not match are dropped, because a longer n-gram that contains them cannot match either. The places
   0, 1, 2, 4 and 5 remain.
4. Two remaining places that are neighbours in the same sentence form an n-gram of the next order. It becomes an integer
   too: its first integer times 2, because two distinct integers matched, plus its second. The bigrams are 1 at place 0
   (the cat), 2 at place 1 (cat the) and 1 at place 4 (the cat). Step 2 is repeated: 1 of the candidate's 3 bigrams
   matches.

>>> from bleu_helpers.fast.tokens import TOKENS
>>> counts, segments = summed_counts([("the cat the mat".split(), ["the cat sat".split()])], n_gram=1, reader=TOKENS)
>>> counts.matched, counts.total
((2, 1), (4, 3))

A reader defines how sentences become integers, and below which size counting one pair after another is faster. There
are readers of tokens (`fast.tokens`), texts (`fast.texts`) and characters (`fast.characters`). Files
(`corpora.at_scale`) use the reader of texts for their lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from bleu_helpers.lessons.bleu import BleuCounts
from bleu_helpers.lessons.brevity_penalty import closest_ref_length
from bleu_helpers.lessons.counting import Ngram, Sentence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Pair = tuple[Any, Sequence[Any]]
"""A segment: the candidate and its references, in the form that the reader expects."""

_EXCLUDED_DISTANCE = 2**31 - 1
"""A distance larger than any real one. It excludes the candidate from the search for its closest reference."""


class Reader(NamedTuple):
    """How sentences of one kind, such as lists of tokens or texts, are turned into numbers and counted."""

    number_tokens: Callable[[Sequence[Any]], tuple[NDArray[np.int64], NDArray[np.int64]]]
    """Replaces equal tokens with equal numbers. Returns the numbers, and how many of them each sentence has."""
    split: Callable[[Any], Sentence]
    """Splits a sentence into tokens."""
    chunk_length: int
    """The length of a chunk: long enough for NumPy to be efficient, short enough for the processor's cache."""
    few_tokens: int
    """The length up to which counting one pair after another is faster than starting NumPy."""


class Chunk(NamedTuple):
    """Several segments of a stream."""

    sentences: list[Any]
    """A candidate, its references, the next candidate, its references and so on."""
    segment_sizes: list[int]
    """The number of sentences in each segment."""
    are_few: bool
    """Whether counting one pair after another is faster than using arrays."""


def summed_counts(pairs: Iterable[Pair], n_gram: int, reader: Reader) -> tuple[BleuCounts, int]:
    """Return the summed counts of a stream of segments and their number, with only one chunk in memory at a time."""
    sums, segments = [0] * (2 * n_gram + 4), 0
    for chunk in chunks(pairs, n_gram, reader):
        if chunk.are_few:
            rows = list(_rows_of_short_pairs(chunk, n_gram, reader))
        else:
            rows = [_segment_table(chunk, n_gram, reader).sum(axis=0).tolist()]
        sums = [sum(column) for column in zip(sums, *rows, strict=True)]
        segments += len(chunk.segment_sizes)
    return counts_of_row(sums), segments


def segment_rows(pairs: Iterable[Pair], n_gram: int, reader: Reader) -> Iterator[list[int]]:
    """Count a stream of segments, and yield the row of each one."""
    for chunk in chunks(pairs, n_gram, reader):
        if chunk.are_few:
            yield from _rows_of_short_pairs(chunk, n_gram, reader)
        else:
            yield from _segment_table(chunk, n_gram, reader).tolist()


def chunks(pairs: Iterable[Pair], n_gram: int, reader: Reader) -> Iterator[Chunk]:
    """Split a stream of segments into chunks of about `reader.chunk_length`, without splitting a segment."""
    sentences: list[Any] = []
    segment_sizes: list[int] = []
    length = 0
    for candidate, references in pairs:
        sentences.append(candidate)
        sentences.extend(references)
        segment_sizes.append(1 + len(references))
        length += len(candidate) + sum(map(len, references))
        length += len(references) + n_gram // 4  # empty sentences and high orders take memory too
        if length >= reader.chunk_length:
            import numpy as np

            # After one array of this size has been freed, Linux's C library keeps the memory of later chunks for reuse
            # instead of returning it to the system each time.
            np.empty(2**20, dtype=np.uint8)
            yield Chunk(sentences, segment_sizes, are_few=False)
            sentences, segment_sizes, length = [], [], 0
    if segment_sizes:
        yield Chunk(sentences, segment_sizes, are_few=length <= reader.few_tokens)


def _rows_of_short_pairs(chunk: Chunk, n_gram: int, reader: Reader) -> Iterator[list[int]]:
    """Compute the rows of `_segment_table`, one pair after another."""
    sentences = map(reader.split, chunk.sentences)
    for size in chunk.segment_sizes:
        candidate, *references = islice(sentences, size)
        counts = counts_of_short_pair(candidate, references, n_gram)
        yield [*counts.matched, *counts.total, counts.candidate_length, counts.reference_length]


def counts_of_short_pair(candidate: Sentence, references: Sequence[Sentence], n_gram: int) -> BleuCounts:
    """Compute `bleu_counts` (lesson 05) with the n-grams of all orders in one Counter."""

    def ngrams(sentence: Sentence) -> Iterator[Ngram]:
        shifted = [sentence[start:] for start in range(min(n_gram + 1, len(sentence)))]
        return chain(*[zip(*shifted[: n + 1], strict=False) for n in range(len(shifted))])

    counts = Counter(ngrams(candidate))
    highest, *others = [Counter(filter(counts.__contains__, ngrams(reference))) for reference in references]
    for other in others:
        for ngram, count in other.items():
            if count > highest[ngram]:
                highest[ngram] = count
    matched = [0] * (n_gram + 1)
    for ngram, count in highest.items():
        matched[len(ngram) - 1] += min(count, counts[ngram])
    c = len(candidate)
    total = tuple([max(c - n + 1, 0) for n in range(1, n_gram + 2)])
    return BleuCounts(tuple(matched), total, c, closest_ref_length(candidate, references))


def _segment_table(chunk: Chunk, n_gram: int, reader: Reader) -> NDArray[np.int64]:
    """Count each segment of a chunk in one row: matched and total for orders 1 to N + 1, then the two lengths.

    The module's docstring works through an example.
    """
    import numpy as np

    numbers, sizes = reader.number_tokens(chunk.sentences)
    segment_sizes = np.array(chunk.segment_sizes, dtype=np.int64)
    candidates = np.cumsum(segment_sizes) - segment_sizes
    lengths = sizes[candidates]
    table = np.zeros((len(segment_sizes), 2 * n_gram + 4), dtype=np.int64)
    table[:, n_gram + 1 : -2] = np.maximum(lengths[:, np.newaxis] - np.arange(n_gram + 1), 0)
    table[:, -2] = lengths
    table[:, -1] = _closest_lengths(sizes, candidates, segment_sizes)

    sentence_at = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    is_same_sentence = sentence_at[:-1] == sentence_at[1:]  # no n-gram crosses the border between two sentences
    is_candidate = np.zeros(len(sizes), dtype=bool)
    is_candidate[candidates] = True
    of_candidate_at = is_candidate[sentence_at]
    segment_at = np.repeat(np.arange(len(segment_sizes), dtype=np.int64), segment_sizes)[sentence_at]
    numbers = numbers + segment_at * (numbers.max(initial=0) + 1)
    number_at = np.empty(len(numbers), dtype=np.int64)
    places, bits = np.arange(len(numbers)), len(numbers).bit_length()
    times = places[:0]  # how often each matching number occurs; empty before the first order
    for order in range(n_gram + 1):
        if order > 0:  # two neighbouring matches form an n-gram of the next order
            number_at[places] = np.arange(len(times)).repeat(times)
            is_matched = np.zeros(len(number_at), dtype=bool)
            is_matched[places] = True
            places = (is_matched[:-1] & is_matched[1:] & is_same_sentence).nonzero()[0]
            numbers = number_at[places] * len(times) + number_at[places + 1]
        numbers, places = sorted_with_places(numbers, places, bits)
        edges = starts_of_runs(numbers).nonzero()[0]
        starts, times = edges[:-1], edges[1:] - edges[:-1]
        # The candidate comes before its references, so a number matches if its first place is in the candidate and its
        # last place is not.
        of_candidate = of_candidate_at[places]
        matched = of_candidate[starts] > of_candidate[edges[1:] - 1]
        first = starts[matched]
        is_again = of_candidate[first + 1]  # whether the number occurs more than once in the candidate
        segments = segment_at[places[first]]
        places, times = places[matched.repeat(times)], times[matched]
        if len(places) == 0:
            break

        clipped = np.ones(len(times), dtype=np.int64)
        if is_again.any():
            clipped[is_again] = _clipped(sentence_at[places[is_again.repeat(times)]], is_candidate)
        table[:, order] = np.bincount(segments, weights=clipped, minlength=len(segment_sizes))
    return table


def _clipped(sentences: NDArray[np.int32], is_candidate: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Clip the candidate's count of each number to the highest count in a single reference.

    `sentences` has the sentence of each of the sorted numbers. For example, sentence 0 is a candidate, and 1 and 2 are
    its references. If a number occurs in the sentences 0 0 1 2 2 2, the runs have the lengths 2, 1 and 3, and the
    clipped count is min(2, max(1, 3)) = 2.
    """
    import numpy as np

    # A run contains the occurrences of one number in one sentence. A new number also starts a new run, because its
    # first sentence is a candidate and the last sentence of the number before it is a reference.
    runs = starts_of_runs(sentences).nonzero()[0]
    lengths = runs[1:] - runs[:-1]
    is_of_candidate = is_candidate[sentences[runs[:-1]]]
    candidate_runs = is_of_candidate.nonzero()[0]
    highest = np.maximum.reduceat(np.where(is_of_candidate, 0, lengths), candidate_runs)
    clipped: NDArray[np.int64] = np.minimum(lengths[candidate_runs], highest)
    return clipped


def _closest_lengths(
    sizes: NDArray[np.int64], candidates: NDArray[np.int64], segment_sizes: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Compute `closest_ref_length` (lesson 04) for all segments at once."""
    import numpy as np

    distances = np.abs(sizes - np.repeat(sizes[candidates], segment_sizes))
    distances[candidates] = _EXCLUDED_DISTANCE
    # The distance is in the high bits and the length in the low bits, so on a tie the minimum has the shorter length.
    closest = np.minimum.reduceat(distances << 32 | sizes, candidates)
    return closest & (2**32 - 1)


def starts_of_runs(numbers: NDArray[np.integer[Any]]) -> NDArray[np.bool_]:
    """Mark each number that differs from the one before it, the first number, and the end of the array."""
    import numpy as np

    begins = np.ones(len(numbers) + 1, dtype=bool)
    np.not_equal(numbers[1:], numbers[:-1], out=begins[1:-1])
    return begins


def sorted_with_places(
    numbers: NDArray[np.int64], places: NDArray[np.int64], bits: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Sort numbers together with their places, so that the places of equal numbers stay in ascending order.

    `places` ascend, and each of them fits into `bits` bits.
    """
    import numpy as np

    if int(numbers.max(initial=0)).bit_length() + bits < 64:
        packed = numbers << bits | places
        packed.sort()  # many times faster than argsort
        return packed >> bits, packed & ((1 << bits) - 1)
    order = np.argsort(numbers, kind="stable")
    return numbers[order], places[order]


def counts_of_row(row: list[int]) -> BleuCounts:
    """Convert a row of a segment table, or the sum of several rows, to BleuCounts."""
    orders = len(row) // 2 - 1
    return BleuCounts(tuple(row[:orders]), tuple(row[orders:-2]), *row[-2:])
