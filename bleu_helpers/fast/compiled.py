"""The counter of texts for large corpora: a loop from bytes to counts, compiled by Numba.

It takes the steps of `fast.engine`, but for one segment at a time, which stays in the processor's cache, and with hash
tables instead of sorting:

1. One pass over the bytes, eight at a time, finds the words, which end at the white space of `str.split`. A word of at
   most eight bytes becomes a key of 64 bits, padded with the byte 0xff, which never occurs in UTF-8. The key of a
   longer word is a hash whose lowest byte is 0xff, and longer words with equal keys are compared byte by byte.
2. The candidate's keys are entered in a hash table, which numbers them, and the keys of the references are looked up.
3. Words that did not match are dropped. Two neighbours that remain form a bigram, whose key is made of their numbers.
   Step 2 is repeated for bigrams, then for longer n-grams.

`fast.texts` imports this module if a corpus is large, because it takes about two seconds to compile the loop. Numba
stores the result in `__pycache__` next to this file. If that folder is read-only, it uses the user's cache folder; the
environment variable NUMBA_CACHE_DIR names another one. If it cannot write to any of them, the import fails with a
RuntimeError, and the corpus is counted without this module.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numba import njit
from numpy.typing import NDArray

from bleu_helpers.fast.engine import Chunk
from bleu_helpers.fast.texts import one_per_line

Integers = NDArray[np.int64]
_U = np.uint64
_LOW_BITS = _U(0x0101010101010101)
"""The lowest bit of each of eight bytes."""
_MULTIPLIER = _U(0x9E3779B97F4A7C15)
"""A product with this odd number depends on all bits of a key: Fibonacci hashing, Knuth 1998, section 6.4."""


def count_lines(texts: Sequence[bytes], segment_sizes: Integers, table: Integers) -> Integers:
    """Count segments whose sentences are lines of bytes, and add their counts to the rows of a table.

    Sentence k of a segment is the next line of text k. If there is only one text, it is the next line of this text.
    `segment_sizes` has the number of sentences in each segment. The row of a segment is that of `fast.engine`; if the
    table has only one row, the counts are summed in it. Returns the number of bytes that were read from each text.
    """
    begins: Integers = np.array([0, *map(len, texts)])[:-1].cumsum()
    places = begins.copy()
    data = b"".join([*texts, b"\n" * 8])  # eight bytes are read at the last place too
    _count(np.ndarray(len(data) - 7, "<u8", data, strides=(1,)), places, segment_sizes, table)
    return places - begins


def count_chunk(chunk: Chunk, n_gram: int) -> Integers:
    """Count each segment of a chunk of texts in one row."""
    table = np.zeros((len(chunk.segment_sizes), 2 * n_gram + 4), dtype=np.int64)
    lines = one_per_line(chunk.sentences).encode("utf-8", "surrogatepass") + b"\n"
    count_lines([lines], np.array(chunk.segment_sizes), table)
    return table


@njit  # type: ignore[untyped-decorator, unused-ignore]
def _white(eight_bytes: NDArray[np.uint64], place: int) -> int:
    """Return the number of bytes of the white space at a place, or 0 if there is none."""
    three = np.int64(eight_bytes[place] & _U(0xFFFFFF))
    first = three & 0xFF
    if first < 0x80:
        return 1 if first == 32 or 9 <= first <= 13 or 28 <= first <= 31 else 0
    if first == 0xC2:
        return 2 if three & 0xFFFF in (0x85C2, 0xA0C2) else 0
    code = (first & 15) << 12 | (three >> 8 & 63) << 6 | three >> 16 & 63
    is_white = 0x2000 <= code <= 0x200A or code in (0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)
    return 3 if 0xE1 <= first <= 0xE3 and is_white else 0


@njit  # type: ignore[untyped-decorator, unused-ignore]
def _next_stop(eight_bytes: NDArray[np.uint64], place: int) -> np.int64:
    """Return the place of the next byte below 33 or above 127: the bytes with which white space can begin."""
    while True:
        block = eight_bytes[place]
        stops = (block - _LOW_BITS * _U(33) | block) & _LOW_BITS << _U(7)  # its lowest bit is right
        if stops:
            return place - 1 + np.int64(((stops ^ stops - _U(1)) & _LOW_BITS) * _LOW_BITS >> _U(56))
        place += 8


@njit(cache=True)  # type: ignore[untyped-decorator, unused-ignore]
def _count(eight_bytes: NDArray[np.uint64], places: Integers, segment_sizes: Integers, table: Integers) -> None:
    """Count the segments. `eight_bytes` has the eight bytes that begin at each place, as one number."""
    most_words = len(eight_bytes) // 2 + 4
    keys, numbers = np.empty((2, most_words), np.uint64), np.empty((11, most_words), np.uint32)
    slots = np.empty(8 * most_words + 16, np.int64)
    key_at, key_of = keys[0], keys[1]
    begins, ends, sentences, number_at, live = numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
    word_of, in_candidate, sentence_of, in_sentence = numbers[5], numbers[6], numbers[7], numbers[8]
    clipped, clipped_before = numbers[9], numbers[10]
    orders = table.shape[1] // 2 - 1
    first_number = 1  # a smaller number in a slot is left over from an earlier table, so a slot is cleared only once
    cleared = 0
    for segment in range(len(segment_sizes)):
        row = table[segment % len(table)]
        words = candidate_length = closest = 0
        for sentence in range(segment_sizes[segment]):
            place, first_word, is_last = places[sentence % len(places)], words, False
            while not is_last:
                begin, white = place, 0
                while white == 0:
                    place = _next_stop(eight_bytes, place)
                    white = _white(eight_bytes, place)
                    place += white == 0
                length = place - begin
                is_last = eight_bytes[place] & _U(255) == _U(10)
                place += white
                if length == 0:
                    continue
                key = eight_bytes[begin]
                if length < 8:
                    key |= ~_U(0) << _U(8 * length)
                elif length > 8:
                    for start in range(8, length, 8):
                        key = (key ^ key >> _U(32) ^ eight_bytes[begin + min(start, length - 8)]) * _MULTIPLIER
                    key |= _U(255)
                # The groups of eight bytes within a long word begin from its first byte to the eighth from its end.
                key_at[words], begins[words], ends[words] = key, begin, begin + length - 7
                sentences[words], live[words] = sentence, words
                words += 1
            places[sentence % len(places)] = place
            length = words - first_word
            change = abs(length - candidate_length) - abs(closest - candidate_length)
            if sentence == 0:
                candidate_length = length
            elif sentence == 1 or change < 0 or (change == 0 and length < closest):
                closest = length
        row[-2] += candidate_length
        row[-1] += closest

        last_slot = 15
        while last_slot < 4 * candidate_length:
            last_slot = 2 * last_slot + 1
        slots[cleared : last_slot + 1] = 0
        cleared = max(cleared, last_slot + 1)
        for order in range(orders):
            row[orders + order] += max(candidate_length - order, 0)
            kept = entries = 0
            for index in range(words):
                word = live[index]
                sentence, key = sentences[word], key_at[word]
                if order > 0:
                    if index + 1 == words or live[index + 1] != word + 1 or sentences[word + 1] != sentence:
                        continue
                    left, right = number_at[word], number_at[word + 1]
                    if sentence == 0 and (clipped_before[left] == 0 or clipped_before[right] == 0):
                        continue
                    key = _U(left) << _U(33) | _U(right) << _U(1)  # even, so it is not taken for that of a long word
                slot = np.int64(key * _MULTIPLIER >> _U(40)) & last_slot
                number = slots[slot] - first_number
                while number >= 0:
                    old = word_of[number]
                    if key_of[number] == key and (
                        key & _U(255) != _U(255)
                        or np.array_equal(eight_bytes[begins[word] : ends[word]], eight_bytes[begins[old] : ends[old]])
                    ):
                        break
                    slot = (slot + 1) & last_slot
                    number = slots[slot] - first_number
                if number < 0:
                    if sentence > 0:
                        continue
                    number, slots[slot] = entries, first_number + entries
                    key_of[number], word_of[number] = key, word
                    in_candidate[number] = sentence_of[number] = clipped[number] = 0
                    entries += 1
                if sentence == 0:
                    in_candidate[number] += 1
                else:
                    in_sentence[number] = 1 + (in_sentence[number] if sentence_of[number] == sentence else 0)
                    sentence_of[number] = sentence
                    if clipped[number] < in_sentence[number] <= in_candidate[number]:
                        clipped[number] += 1
                        row[order] += 1
                number_at[word], live[kept] = number, word
                kept += 1
            words = kept
            first_number += entries
            clipped, clipped_before = clipped_before, clipped
