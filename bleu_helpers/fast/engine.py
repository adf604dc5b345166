"""The engine: it counts the n-grams of several hundred segments at once, in NumPy, for whatever a reader reads.

The definition is `bleu_counts` of lesson 05, which counts the n-grams of one pair in dictionaries. Here words become
integers, n-grams become integers, and equal neighbours are counted after sorting. An example with two short sentences,
the candidate "the cat the mat" and the reference "the cat sat":

1. Words become integers: the is 0, cat is 1, mat is 2, sat is 3. (With more segments, the integer stands for the word
   and the segment together, so segments never mix.) Each integer has a place, which goes on from one sentence to the
   next:

       place     0 1 2 3 | 4 5 6
       integer   0 1 0 2 | 0 1 3

2. Sorted together with their places, equal integers are neighbours, and those of the candidate come first:

       integer   0 0 0   1 1   2   3
       place     0 2 4   1 5   3   6

   The candidate has 0 twice and the reference has it once, so one match counts; 1 matches once; 2 and 3 are in one
   sentence only. So 2 of the candidate's 4 words match.
3. What did not match is dropped, because no longer n-gram that contains it can match. The places 0, 1, 2, 4 and 5
   stay.
4. Where two places that stay are neighbours in one sentence, there is an n-gram of the next order. It becomes an
   integer too: the first of its two integers times 2, because two distinct integers matched, plus the second. The
   bigrams are 1 at place 0 (the cat), 2 at place 1 (cat the) and 1 at place 4 (the cat). Step 2 follows again: 1 of the
   candidate's 3 bigrams matches.

>>> from bleu_helpers.fast.tokens import TOKENS
>>> counts, segments = summed_counts([("the cat the mat".split(), ["the cat sat".split()])], n_gram=1, reader=TOKENS)
>>> counts.matched, counts.total
((2, 1), (4, 3))

A reader says how sentences become integers, and when counting one pair after another is faster. There are readers of
tokens (`fast.tokens`), of texts (`fast.texts`) and of characters (`fast.characters`); that of files
(`corpora.at_scale`) hands its lines to the reader of texts.
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
"""A segment: the candidate and its references, in the form that a reader reads."""

_FAR = 2**31 - 1
"""A distance that no reference has: the candidate is not a reference for itself."""


class Reader(NamedTuple):
    """What sentences are made of, for example tokens or text, and what it takes to count them."""

    number_tokens: Callable[[Sequence[Any]], tuple[NDArray[np.int64], NDArray[np.int64]]]
    """Numbers the tokens of sentences, equal ones alike. Returns the numbers, and how many each sentence has."""
    split: Callable[[Any], Sentence]
    """Makes the tokens of a sentence."""
    chunk_length: int
    """How long a chunk is: enough to keep NumPy busy, and so little that all arrays stay in the processor's cache."""
    few_tokens: int
    """Up to this length, counting one pair after another takes less time than NumPy needs to start."""


class Chunk(NamedTuple):
    """Some segments of a stream: a candidate, its references, the next candidate and so on."""

    sentences: list[Any]
    each: list[int]
    """How many sentences each segment has."""
    are_few: bool
    """Whether counting one pair after another is faster."""


def summed_counts(pairs: Iterable[Pair], n_gram: int, reader: Reader) -> tuple[BleuCounts, int]:
    """Count a stream of segments: the sum of their counts, and how many there were. One chunk at a time is held."""
    sums, segments = [0] * (2 * n_gram + 4), 0
    for chunk in chunks(pairs, n_gram, reader):
        if chunk.are_few:
            rows = list(_rows_of_short_pairs(chunk, n_gram, reader))
        else:
            rows = [_segment_table(chunk, n_gram, reader).sum(axis=0).tolist()]
        sums = [sum(column) for column in zip(sums, *rows, strict=True)]
        segments += len(chunk.each)
    return counts_of_row(sums), segments


def segment_rows(pairs: Iterable[Pair], n_gram: int, reader: Reader) -> Iterator[list[int]]:
    """Count a stream of segments, and hand on the row of each."""
    for chunk in chunks(pairs, n_gram, reader):
        if chunk.are_few:
            yield from _rows_of_short_pairs(chunk, n_gram, reader)
        else:
            yield from _segment_table(chunk, n_gram, reader).tolist()


def chunks(pairs: Iterable[Pair], n_gram: int, reader: Reader) -> Iterator[Chunk]:
    """Cut a stream of segments where enough has come together; a segment stays whole."""
    sentences: list[Any] = []
    each: list[int] = []
    length = 0
    for candidate, references in pairs:
        sentences.append(candidate)
        sentences.extend(references)
        each.append(1 + len(references))
        length += len(candidate) + sum(map(len, references))
        length += len(references) + n_gram // 4  # an empty sentence takes memory too, and so does each order counted
        if length >= reader.chunk_length:
            import numpy as np

            # Once so much was freed in one piece, the C library of Linux keeps it, and gives no chunk's memory back.
            np.empty(2**20, dtype=np.uint8)
            yield Chunk(sentences, each, are_few=False)
            sentences, each, length = [], [], 0
    if each:
        yield Chunk(sentences, each, are_few=length <= reader.few_tokens)


def _rows_of_short_pairs(chunk: Chunk, n_gram: int, reader: Reader) -> Iterator[list[int]]:
    """The rows of `_segment_table`, one pair after another."""
    sentences = map(reader.split, chunk.sentences)
    for many in chunk.each:
        candidate, *references = islice(sentences, many)
        one = counts_of_short_pair(candidate, references, n_gram)
        yield [*one.matched, *one.total, one.candidate_length, one.reference_length]


def counts_of_short_pair(candidate: Sentence, references: Sequence[Sentence], n_gram: int) -> BleuCounts:
    """Find what `bleu_counts` of lesson 05 finds, with the n-grams of all orders in one Counter."""

    def ngrams(sentence: Sentence) -> Iterator[Ngram]:
        shifted = [sentence[start:] for start in range(min(n_gram + 1, len(sentence)))]
        return chain(*[zip(*shifted[: n + 1], strict=False) for n in range(len(shifted))])  # of all orders at once

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
    """Count each segment of a chunk: a row holds matched and total of the orders 1 to N + 1, and the two lengths."""
    import numpy as np

    return _table_of_numbers(*reader.number_tokens(chunk.sentences), np.array(chunk.each, dtype=np.int64), n_gram)


def _table_of_numbers(
    numbers: NDArray[np.int64], sizes: NDArray[np.int64], each: NDArray[np.int64], n_gram: int
) -> NDArray[np.int64]:
    """Make the segment table of numbered sentences: a candidate, its references, the next candidate and so on.

    `numbers` holds one number a token, `sizes` the tokens of each sentence, `each` the sentences of each segment.
    """
    import numpy as np

    candidates = np.cumsum(each) - each
    lengths = sizes[candidates]
    table = np.zeros((len(each), 2 * n_gram + 4), dtype=np.int64)
    table[:, n_gram + 1 : -2] = np.maximum(lengths[:, np.newaxis] - np.arange(n_gram + 1), 0)
    table[:, -2] = lengths
    table[:, -1] = _closest_lengths(sizes, candidates, each)

    sentence_at = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
    goes_on = sentence_at[:-1] == sentence_at[1:]  # no n-gram goes from one sentence into the next
    is_candidate = np.zeros(len(sizes), dtype=bool)
    is_candidate[candidates] = True
    of_candidate_at = is_candidate[sentence_at]
    segment_at = np.repeat(np.arange(len(each), dtype=np.int64), each)[sentence_at]
    numbers = numbers + segment_at * (numbers.max(initial=0) + 1)
    number_at = np.empty(len(numbers), dtype=np.int64)
    places, bits = np.arange(len(numbers)), len(numbers).bit_length()
    times = places[:0]  # how often each number that matches is there; none is known so far
    for order in range(n_gram + 1):
        if order > 0:  # of what has matched, neighbours make one n-gram more
            number_at[places] = np.arange(len(times)).repeat(times)
            is_matched = np.zeros(len(number_at), dtype=bool)
            is_matched[places] = True
            places = (is_matched[:-1] & is_matched[1:] & goes_on).nonzero()[0]
            numbers = number_at[places] * len(times) + number_at[places + 1]
        numbers, places = sorted_with_places(numbers, places, bits)
        edges = starts_of_runs(numbers).nonzero()[0]
        starts, times = edges[:-1], edges[1:] - edges[:-1]
        # The candidate stands before its references: a number matches if it is the first that has it, but not the last.
        of_candidate = of_candidate_at[places]
        matched = of_candidate[starts] > of_candidate[edges[1:] - 1]
        first = starts[matched]
        is_again = of_candidate[first + 1]  # whether the candidate has a number more than once
        segments = segment_at[places[first]]
        places, times = places[matched.repeat(times)], times[matched]
        if len(places) == 0:
            break

        clipped = np.ones(len(times), dtype=np.int64)
        if is_again.any():
            clipped[is_again] = _clipped(sentence_at[places[is_again.repeat(times)]], is_candidate)
        table[:, order] = np.bincount(segments, weights=clipped, minlength=len(each))
    return table


def _clipped(sentences: NDArray[np.int32], is_candidate: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How often the candidate has each number, but no more often than one of the references.

    `sentences` has the sentence of each of the sorted numbers.
    """
    import numpy as np

    # A run is what a sentence has of a number; where the number changes, the sentence does.
    runs = starts_of_runs(sentences).nonzero()[0]
    lengths = runs[1:] - runs[:-1]
    own = is_candidate[sentences[runs[:-1]]]
    of_candidate = own.nonzero()[0]
    highest = np.maximum.reduceat(np.where(own, 0, lengths), of_candidate)
    clipped: NDArray[np.int64] = np.minimum(lengths[of_candidate], highest)
    return clipped


def _closest_lengths(
    sizes: NDArray[np.int64], candidates: NDArray[np.int64], each: NDArray[np.int64]
) -> NDArray[np.int64]:
    """What `closest_ref_length` of lesson 04 finds, for all segments at once."""
    import numpy as np

    distances = np.abs(sizes - np.repeat(sizes[candidates], each))
    distances[candidates] = _FAR
    # Of two equally close references, the smaller of these numbers is that of the shorter one.
    closest = np.minimum.reduceat(distances << 32 | sizes, candidates)
    return closest & (2**32 - 1)


def starts_of_runs(numbers: NDArray[np.integer[Any]]) -> NDArray[np.bool_]:
    """Whether a number differs from the one before it: true for the first one, and once more after the last one."""
    import numpy as np

    begins = np.ones(len(numbers) + 1, dtype=bool)
    np.not_equal(numbers[1:], numbers[:-1], out=begins[1:-1])
    return begins


def sorted_with_places(
    numbers: NDArray[np.int64], places: NDArray[np.int64], bits: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Sort numbers with their places, which ascend and have so many bits: equal numbers keep the order of theirs."""
    import numpy as np

    if int(numbers.max(initial=0)).bit_length() + bits < 64:
        packed = numbers << bits | places
        packed.sort()  # many times as fast as a sort that says where things came from
        return packed >> bits, packed & ((1 << bits) - 1)
    order = np.argsort(numbers, kind="stable")
    return numbers[order], places[order]


def counts_of_row(row: list[int]) -> BleuCounts:
    """Make counts of a row of a segment table, or of the sum of many."""
    orders = len(row) // 2 - 1
    return BleuCounts(tuple(row[:orders]), tuple(row[orders:-2]), *row[-2:])
