"""The counter of texts for large corpora: a loop from bytes to counts, compiled by Numba.

It takes the steps of `fast.engine`, but for one segment at a time, which stays in the processor's cache, and with hash
tables instead of sorting:

1. One pass over the bytes, eight at a time, finds the words, which end at the white space of `str.split`. A word of at
   most eight bytes becomes a key of 64 bits, padded with the byte 0xff, which never occurs in UTF-8. The key of a
   longer word is a hash whose lowest byte is 0xff, and longer words with equal keys are compared byte by byte.
2. The candidate's keys are entered in a hash table, which numbers them, and the keys of the references are looked up.
3. Words that did not match are dropped. Two neighbours that remain form a bigram, whose key is made of their numbers.
   Step 2 is repeated for bigrams, then for longer n-grams.

A processor guesses which way each branch goes, because it begins with the next steps before the outcome is known. A
wrong guess costs it about 20 cycles, as much as a lookup. A match can hardly be guessed, so the loop does the same
steps for each key, and uses the truth values as numbers: `kept += is_pair` needs no branch. Indices are unsigned where
possible, because Numba corrects negative ones.

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


@njit  # type: ignore[untyped-decorator, unused-ignore]
def _white(eight_bytes: NDArray[np.uint64], place: int) -> int:
    """Return the number of bytes of the white space at a place, or 0 if there is none."""
    three = np.int64(eight_bytes[place] & _U(0xFFFFFF))
    first = three & 0xFF
    if first == 32:  # a branch of its own is guessed right, so the next word begins without waiting for this byte
        return 1
    if first < 0x80:
        return 1 if 9 <= first <= 13 or 28 <= first <= 31 else 0
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
    longs, numbers = np.empty((4, most_words), np.uint64), np.empty((6, most_words), np.uint32)
    key_at, key_of, position_at, seen_of = longs[0], longs[1], longs[2], longs[3]
    begins, ends, number_at, word_of = numbers[0], numbers[1], numbers[2], numbers[3]
    in_candidate, clipped = numbers[4], numbers[5]
    slots = np.empty(16 * most_words + 16, np.uint32)
    orders = table.shape[1] // 2 - 1
    in_candidate[0] = clipped[0] = 0  # the number 0 is for keys that are not in the table
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
                position_at[words] = sentence << 32 | words  # differs by 1 only between neighbours in a sentence
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
        while last_slot < 8 * candidate_length:  # in a table this empty, most lookups end at their first slot
            last_slot = 2 * last_slot + 1
        for order in range(orders):
            row[orders + order] += max(candidate_length - order, 0)
            if order > 0:
                kept = 0
                for index in range(words - 1):
                    left, right, position = number_at[index], number_at[index + 1], position_at[index]
                    key = _U(left) << _U(33) | _U(right) << _U(1)  # even, so it is not taken for that of a long word
                    key_at[kept], position_at[kept] = key, position  # overwritten by the next one if it is not kept
                    is_pair = position_at[index + 1] == position + _U(1)
                    kept += is_pair & (clipped[left] > 0) & (clipped[right] > 0)
                words = kept
            slots[: last_slot + 1] = 0
            entries = matched = 0
            for index in range(words):
                key, position = key_at[index], position_at[index]
                slot = key * _MULTIPLIER >> _U(40) & _U(last_slot)
                number = slots[slot]
                while (number != 0) & (key_of[number] != key) or (
                    key & _U(255) == _U(255)
                    and number != 0
                    and not np.array_equal(
                        eight_bytes[begins[index] : ends[index]],
                        eight_bytes[begins[word_of[number]] : ends[word_of[number]]],
                    )
                ):
                    slot = slot + _U(1) & _U(last_slot)
                    number = slots[slot]
                if position >> _U(32) == 0:
                    is_new = number == 0
                    entries += is_new
                    number = np.uint32(entries) if is_new else number
                    slots[slot], key_of[number], word_of[number] = number, key, index
                    in_candidate[number] = 1 + (0 if is_new else in_candidate[number])
                    seen_of[number] = clipped[number] = 0
                else:
                    # The upper half has the sentence, and the lower half how often the key was seen in it.
                    seen_of[number] = max(seen_of[number], position >> _U(32) << _U(32)) + _U(1)
                    seen = np.uint32(seen_of[number])
                    is_match = (clipped[number] < seen) & (seen <= in_candidate[number])  # never for the number 0
                    clipped[number] += is_match
                    matched += is_match
                number_at[index] = number
            row[order] += matched
