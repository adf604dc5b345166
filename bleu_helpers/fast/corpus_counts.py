"""Lesson 08, its first module: the counts of a whole corpus, several times as fast as one pair after another.

`bleu_counts` of lesson 05 is the definition: it puts the n-grams of one pair into dictionaries. Here the n-grams of a
few hundred pairs are numbers in one array, and NumPy counts them all at once:

1. A token gets a number that stands for the word and the segment together, so segments never mix.
2. The numbers are sorted, each with its place. Equal ones stand side by side, in the order of the sentences: how often
   has the candidate it, how often each reference? Clip, then add up by segment.
3. What did not match is dropped: no longer n-gram around it can match.
4. Where two numbers are left in neighbouring places, two n-grams overlap, and that is one n-gram of the next order.
   The pairs get numbers of their own, and step 2 follows again.

The same counts serve the ROUGE-N of lesson 07, for many segments at once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import wraps
from itertools import chain, count, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from bleu_helpers.lessons.bleu import BleuCounts, bleu_counts
from bleu_helpers.lessons.counting import Sentence
from bleu_helpers.lessons.f1 import RougeScores, _rouge_scores

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


class _Unit(NamedTuple):
    """What sentences are made of, tokens or text, and what it takes to count them."""

    numbered: Callable[[Sequence[Any]], tuple[NDArray[np.int64], NDArray[np.int64]]]
    """Numbers the tokens of sentences, equal ones alike. Returns the numbers, and how many each sentence has."""
    split: Callable[[Any], Sentence]
    """Makes the tokens of a sentence."""
    at_once: int
    """How long a chunk is: enough to keep NumPy busy, and so little that all arrays stay in the processor's cache."""
    few: int
    """Up to here NumPy takes longer to get going than it takes to count one pair after another."""


def _numbered(sentences: Sequence[Sentence]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    import numpy as np

    sizes = np.fromiter(map(len, sentences), np.int64, len(sentences))
    number_of: dict[Hashable, int] = {}
    numbers = map(number_of.setdefault, chain.from_iterable(sentences), count())  # a token keeps its first number
    return np.fromiter(numbers, np.int64, int(sizes.sum())), sizes


_TOKENS = _Unit(_numbered, split=lambda sentence: sentence, at_once=16_384, few=384)


class _Chunk(NamedTuple):
    """Some segments of a stream: a candidate, its references, the next candidate and so on."""

    sentences: list[Any]
    each: list[int]
    """How many sentences each segment has."""
    are_few: bool
    """Whether the definition counts them faster."""


def _counts_of_pairs(pairs: Iterable[Pair], n_gram: int, unit: _Unit = _TOKENS) -> tuple[BleuCounts, int]:
    """Count a stream of segments: the sum of their counts, and how many there were. One chunk at a time is held."""
    sums, segments = [0] * (2 * n_gram + 4), 0
    for chunk in _chunks(pairs, n_gram, unit):
        if chunk.are_few:
            rows = list(_rows_one_by_one(chunk, n_gram, unit))
        else:
            rows = [_segment_table(chunk, n_gram, unit).sum(axis=0).tolist()]
        sums = [sum(column) for column in zip(sums, *rows, strict=True)]
        segments += len(chunk.each)
    return _counts_of_row(sums), segments


@wraps(bleu_counts)
def _counts_of_pair(candidate: Sentence, references: Sequence[Sentence], n_gram: int = 4) -> BleuCounts:
    if _is_short(candidate, references):
        return bleu_counts(candidate, references, n_gram)
    return _counts_of_pairs([(candidate, references)], n_gram)[0]


def _is_short(candidate: Sentence, references: Sequence[Sentence]) -> bool:
    """Whether the definition counts this pair faster."""
    return len(candidate) + sum(map(len, references)) <= _TOKENS.few


def _rows(pairs: Iterable[Pair], n_gram: int, unit: _Unit = _TOKENS) -> Iterator[list[int]]:
    """Count a stream of segments, and hand on the row of each."""
    for chunk in _chunks(pairs, n_gram, unit):
        if chunk.are_few:
            yield from _rows_one_by_one(chunk, n_gram, unit)
        else:
            yield from _segment_table(chunk, n_gram, unit).tolist()


def _chunks(pairs: Iterable[Pair], n_gram: int, unit: _Unit) -> Iterator[_Chunk]:
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
        if length >= unit.at_once:
            import numpy as np

            # Once so much was freed in one piece, the C library of Linux keeps it, and gives no chunk's memory back.
            np.empty(2**20, dtype=np.uint8)
            yield _Chunk(sentences, each, are_few=False)
            sentences, each, length = [], [], 0
    if each:
        yield _Chunk(sentences, each, are_few=length <= unit.few)


def _rows_one_by_one(chunk: _Chunk, n_gram: int, unit: _Unit) -> Iterator[list[int]]:
    """The rows of `_segment_table`, from the definition."""
    sentences = map(unit.split, chunk.sentences)
    for many in chunk.each:
        candidate, *references = islice(sentences, many)
        one = bleu_counts(candidate, references, n_gram)
        yield [*one.matched, *one.total, one.candidate_length, one.reference_length]


def _segment_table(chunk: _Chunk, n_gram: int, unit: _Unit) -> NDArray[np.int64]:
    """Count each segment of a chunk: a row holds matched and total of the orders 1 to N + 1, and the two lengths."""
    import numpy as np

    return _table_of_numbers(*unit.numbered(chunk.sentences), np.array(chunk.each, dtype=np.int64), n_gram)


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
        numbers, places = _sorted(numbers, places, bits)
        edges = _begins(numbers).nonzero()[0]
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
    runs = _begins(sentences).nonzero()[0]
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


_FAR = 2**31 - 1
"""Farther than a reference ever is: a candidate is none for itself."""


def _begins(numbers: NDArray[np.integer[Any]]) -> NDArray[np.bool_]:
    """Whether a number differs from the one before it: true for the first one, and once more after the last one."""
    import numpy as np

    begins = np.ones(len(numbers) + 1, dtype=bool)
    np.not_equal(numbers[1:], numbers[:-1], out=begins[1:-1])
    return begins


def _sorted(
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


def _counts_of_row(row: list[int]) -> BleuCounts:
    """Make counts of a row of a segment table, or of the sum of many."""
    orders = len(row) // 2 - 1
    return BleuCounts(tuple(row[:orders]), tuple(row[orders:-2]), *row[-2:])
