"""Lesson 08, its second module: the counts of texts, of whose words only the longest are cut out.

The words of a text are what `str.split` makes of it. But most of the time of a corpus goes into cutting it into words,
and into looking each of them up in a dictionary. Here the texts of a few hundred segments are one array of bytes:

1. A word begins where a byte that is no white space follows one that is, and ends where it is the other way round.
2. Eight bytes of a word, read as one number of 64 bits, are a key. A shorter word is filled up with a byte that UTF-8
   never has, so two words with the same key are the same. A longer word has two keys: it begins with eight bytes, and
   goes on with eight more. Words of more than sixteen bytes do go into a dictionary.
3. Equal keys get equal numbers, and the module before this one counts the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING

from bleu_helpers.fast.corpus_counts import _begins, _counts_of_pairs, _counts_of_row, _rows, _Unit
from bleu_helpers.lessons.bleu import BleuCounts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def segment_counts_of_texts(
    candidates: Sequence[str], references_per_candidate: Sequence[Sequence[str]], n_gram: int = 4
) -> list[BleuCounts]:
    """Count each segment of a corpus of texts: its matches, its n-grams and its two lengths, in words.

    Args:
        candidates: the texts to judge, strings.
        references_per_candidate: for each candidate a list of one or more correct texts.
        n_gram: the highest order that is to be scored, 1 to 1000.

    Returns:
        One BleuCounts a segment: what `segment_counts` gives for the words that `str.split` makes of the texts, found
        about twice as fast. For other words, split the texts and count the tokens.

    Raises:
        TypeError: an argument is not of the form above; the message names the text and says what to change.
        ValueError: the two lists differ in length, a candidate has no reference, or `n_gram` is not from 1 to 1000.

    Source: the counts of Papineni et al. 2002, section 2.1.1, before they are summed.

    >>> segment_counts_of_texts(["the cat"], [["the cat sat"]], n_gram=1)
    [BleuCounts(matched=(2, 1), total=(2, 1), candidate_length=2, reference_length=3)]
    """
    pairs = zip(candidates, references_per_candidate, strict=True)
    return [_counts_of_row(row) for row in _rows(pairs, n_gram, _TEXTS)]


def corpus_counts_of_texts(
    candidates: Sequence[str], references_per_candidate: Sequence[Sequence[str]], n_gram: int = 4
) -> BleuCounts:
    """Count a whole corpus of texts: the sum of the counts of its segments, in words.

    Args:
        candidates: the texts to judge, strings.
        references_per_candidate: for each candidate a list of one or more correct texts.
        n_gram: the highest order that is to be scored, 1 to 1000. One order more is counted.

    Returns:
        One BleuCounts: what `corpus_counts` gives for the words that `str.split` makes of the texts, found about twice
        as fast. For other words, split the texts and count the tokens.

    Raises:
        TypeError: an argument is not of the form above; the message names the text and says what to change.
        ValueError: the two lists differ in length, a candidate has no reference, or `n_gram` is not from 1 to 1000.

    Source: the sums of Papineni et al. 2002, sections 2.1.1 and 2.2.2.

    >>> corpus_counts_of_texts(["the cat", "a dog"], [["the cat sat"], ["the dog"]], n_gram=1)
    BleuCounts(matched=(3, 1), total=(4, 2), candidate_length=4, reference_length=5)
    """
    return _counts_of_pairs(zip(candidates, references_per_candidate, strict=True), n_gram, _TEXTS)[0]


_WHITE_BEYOND_ASCII = "\x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
"""The other characters at which `str.split` cuts."""

_KEY = 8
"""The bytes of a key."""


def _numbered_words(texts: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Number the words of texts, equal ones alike. Returns the numbers, and how many words each text has."""
    import numpy as np

    # A line feed before the first word, so that each has its beginning; blanks, so that each key has its bytes.
    lines = b"\n%b\n%b" % (_one_a_line(texts), b" " * 2 * _KEY)
    data = np.frombuffer(lines, dtype=np.uint8)
    is_white = (data - 9 < 5) | (data - 28 < 5)  # ASCII's, from tab to carriage return, and from 28 to the blank
    edges = np.flatnonzero(is_white[1:] != is_white[:-1]) + 1
    begins, ends = edges[::2], edges[1::2]
    sizes = np.diff(np.searchsorted(begins, np.flatnonzero(data == ord("\n"))))

    lengths = ends - begins
    keys_everywhere = np.ndarray(len(data) - _KEY + 1, dtype="<u8", buffer=data, strides=(1,))
    fill = np.array([2**64 - 2 ** (8 * length) for length in range(_KEY + 1)], dtype=np.uint64)
    keys = keys_everywhere[begins] | fill.take(lengths, mode="clip")
    longer = np.flatnonzero(lengths > _KEY)
    rest = keys_everywhere[begins[longer] + _KEY] | fill.take(lengths[longer] - _KEY, mode="clip")
    longest = np.flatnonzero(lengths[longer] > 2 * _KEY)
    places = longer[longest]
    words = [lines[begin:end] for begin, end in zip(begins[places].tolist(), ends[places].tolist(), strict=True)]
    number_of: dict[bytes, int] = {}
    # 255, 255 + 256 and so on: no eight bytes of a word begin with the byte 255.
    rest[longest] = np.fromiter(map(number_of.setdefault, words, count(255, 256)), np.uint64, len(words))
    # So many words that a number has more than 28 bits would be gigabytes in one chunk.
    keys[longer] = ((_numbers(keys[longer]) << 28 | _numbers(rest)) << 8 | 255).astype(np.uint64)
    return _numbers(keys), sizes.astype(np.int64)


def _numbers(keys: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Number keys, equal ones alike; there are fewer numbers than keys, and none is negative."""
    import numpy as np

    order = keys.argsort()
    numbers = np.empty(len(keys), dtype=np.int64)  # in a browser's tab, NumPy's own whole numbers have 32 bits
    numbers[order] = _begins(keys[order])[:-1].cumsum()
    return numbers


def _one_a_line(texts: Sequence[str]) -> bytes:
    """Put each text on a line of its own, in UTF-8, with no white space but that of ASCII."""
    lines = "\n".join(texts)
    if lines.count("\n") >= len(texts):
        lines = "\n".join([text.replace("\n", " ") for text in texts])
    if not lines.isascii():
        for white in _WHITE_BEYOND_ASCII:
            lines = lines.replace(white, " ")
    return lines.encode("utf-8", "surrogatepass")


_TEXTS = _Unit(_numbered_words, split=str.split, at_once=65_536, few=1_536)
