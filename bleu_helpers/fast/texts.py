"""The reader of texts: their words are numbered without being cut out, except for the longest.

The words of a text are what `str.split` makes of it. But most of the time of a corpus goes into cutting it into words,
and into looking each of them up in a dictionary. Here the texts of a few hundred segments are one array of bytes:

1. A word begins where a byte that is no white space follows one that is, and ends where it is the other way round.
2. Eight bytes of a word, read as one number of 64 bits, are a key. A shorter word is filled up with a byte that UTF-8
   never has, so two words with the same key are the same. A longer word has two keys: it begins with eight bytes, and
   goes on with eight more. Words of more than sixteen bytes do go into a dictionary.
3. Equal keys get equal numbers, and the engine counts the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING

from bleu_helpers.fast.engine import Reader, counts_of_row, segment_rows, starts_of_runs, summed_counts
from bleu_helpers.lessons.bleu import UNIFORM_WEIGHTS, BleuCounts, Smoothing, bleu_of_counts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_WHITE_BEYOND_ASCII = "\x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
"""The other characters at which `str.split` cuts."""

_KEY = 8
"""The bytes of a key."""

_BITS_OF_A_NUMBER = 28
"""The bits that a key's number needs at most. A chunk with more distinct keys would hold gigabytes of text. Two numbers
and a byte fit into the 64 bits of a key."""


def number_words(texts: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
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
    keys[longer] = ((_numbers(keys[longer]) << _BITS_OF_A_NUMBER | _numbers(rest)) << 8 | 255).astype(np.uint64)
    return _numbers(keys), sizes.astype(np.int64)


def _numbers(keys: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Number keys, equal ones alike; there are fewer numbers than keys, and none is negative."""
    import numpy as np

    order = keys.argsort()
    numbers = np.empty(len(keys), dtype=np.int64)  # in a browser's tab, NumPy's own whole numbers have 32 bits
    numbers[order] = starts_of_runs(keys[order])[:-1].cumsum()
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


TEXTS = Reader(number_words, split=str.split, chunk_length=65_536, few_tokens=1_536)


def segment_counts_of_texts(
    candidates: Sequence[str], references_per_candidate: Sequence[Sequence[str]], n_gram: int = 4
) -> list[BleuCounts]:
    """Runs for every input. The texts are counted in arrays of bytes, several hundred at once."""
    pairs = zip(candidates, references_per_candidate, strict=True)
    return [counts_of_row(row) for row in segment_rows(pairs, n_gram, TEXTS)]


def corpus_counts_of_texts(
    candidates: Sequence[str], references_per_candidate: Sequence[Sequence[str]], n_gram: int = 4
) -> BleuCounts:
    """Runs for every input. The texts are counted in arrays of bytes, several hundred at once."""
    return summed_counts(zip(candidates, references_per_candidate, strict=True), n_gram, TEXTS)[0]


def corpus_bleu_of_texts(
    candidates: Sequence[str],
    references_per_candidate: Sequence[Sequence[str]],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    smoothing: Smoothing | None = None,
) -> float:
    """Runs for every input. The counts are found sooner, and the formula is the same."""
    counts = corpus_counts_of_texts(candidates, references_per_candidate, n_gram=len(weights))
    return bleu_of_counts(counts, weights, smoothing)
