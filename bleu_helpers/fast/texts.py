"""The reader of texts: it numbers the words of texts without splitting the texts into words.

The words of a text are those of `str.split`. But splitting a corpus and looking each word up in a dictionary takes most
of the time of counting it. Here, the texts of a few hundred segments become one array of bytes:

1. A word begins where a byte of white space is followed by a different byte, and ends where the opposite happens.
2. The first eight bytes of a word, read as a number of 64 bits, are its key. A shorter word is padded with the byte
   0xff, which never occurs in UTF-8, so two words with the same key are equal. A longer word has a second key, made of
   its next eight bytes. Only words of more than sixteen bytes are looked up in a dictionary.
3. Equal keys get equal numbers, and the engine counts the numbers.

For example, the keys of "the cat the" have the bytes t h e 0xff ... 0xff and c a t 0xff ... 0xff, and its words get the
numbers 1 2 1.

A large corpus is counted by `fast.compiled` instead, if Numba is installed.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from itertools import count
from types import ModuleType
from typing import TYPE_CHECKING

from bleu_helpers.fast.engine import Chunk, Reader, counts_of_row, segment_rows, starts_of_runs, summed_counts
from bleu_helpers.lessons.bleu import UNIFORM_WEIGHTS, BleuCounts, Smoothing, bleu_of_counts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_NON_ASCII_WHITE_SPACE = "\x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
"""The characters outside ASCII at which `str.split` splits."""

_KEY_BYTES = 8
"""The number of bytes in a key."""

_NUMBER_BITS = 28
"""The maximum number of bits in a key's number, so that two numbers and a byte fit into the 64 bits of a key. A chunk
with more distinct keys than this allows would contain gigabytes of text."""


_REPAYS_COMPILING = 70_000
"""The number of segments from which on loading Numba and the compiled loop takes less time than it saves: about 0.6 s
of CPU time from the cache, and 10 microseconds per segment of 25 words."""


def compiled(segments: int) -> ModuleType | None:
    """Return the module `fast.compiled` if this many segments repay loading it and Numba is installed, or None."""
    if segments < _REPAYS_COMPILING:
        return None
    try:
        return import_module("bleu_helpers.fast.compiled")
    except (ImportError, RuntimeError):  # a RuntimeError if Numba finds no folder that it can write to
        return None


def number_words(texts: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Replace equal words with equal numbers. Return the numbers, and how many words each text has."""
    import numpy as np

    # A line feed before the first word marks its beginning, and the spaces at the end complete the bytes of the last
    # word's keys.
    joined = one_per_line(texts)
    if not joined.isascii():
        for white in _NON_ASCII_WHITE_SPACE:
            joined = joined.replace(white, " ")
    lines = b"\n%b\n%b" % (joined.encode("utf-8", "surrogatepass"), b" " * 2 * _KEY_BYTES)
    data = np.frombuffer(lines, dtype=np.uint8)
    is_white = (data - 9 < 5) | (data - 28 < 5)  # bytes 9 (tab) to 13 (carriage return), and 28 to 32 (space)
    edges = np.flatnonzero(is_white[1:] != is_white[:-1]) + 1
    begins, ends = edges[::2], edges[1::2]
    sizes = np.diff(np.searchsorted(begins, np.flatnonzero(data == ord("\n"))))

    lengths = ends - begins
    keys_everywhere = np.ndarray(len(data) - _KEY_BYTES + 1, dtype="<u8", buffer=data, strides=(1,))
    fill = np.array([2**64 - 2 ** (8 * length) for length in range(_KEY_BYTES + 1)], dtype=np.uint64)
    keys = keys_everywhere[begins] | fill.take(lengths, mode="clip")
    longer = np.flatnonzero(lengths > _KEY_BYTES)
    rest = keys_everywhere[begins[longer] + _KEY_BYTES] | fill.take(lengths[longer] - _KEY_BYTES, mode="clip")
    longest = np.flatnonzero(lengths[longer] > 2 * _KEY_BYTES)
    places = longer[longest]
    words = [lines[begin:end] for begin, end in zip(begins[places].tolist(), ends[places].tolist(), strict=True)]
    number_of: dict[bytes, int] = {}
    # The numbers 255, 255 + 256 and so on cannot be keys of words, because their first byte is 255.
    rest[longest] = np.fromiter(map(number_of.setdefault, words, count(255, 256)), np.uint64, len(words))
    keys[longer] = ((_numbers(keys[longer]) << _NUMBER_BITS | _numbers(rest)) << 8 | 255).astype(np.uint64)
    return _numbers(keys), sizes.astype(np.int64)


def _numbers(keys: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Replace equal keys with equal numbers, counted from 1, so that no number is larger than the number of keys."""
    import numpy as np

    order = keys.argsort()
    numbers = np.empty(len(keys), dtype=np.int64)  # not NumPy's default, which has 32 bits in the browser
    numbers[order] = starts_of_runs(keys[order])[:-1].cumsum()
    return numbers


def one_per_line(texts: Sequence[str]) -> str:
    """Join the texts to lines; a line feed in a text becomes a space."""
    lines = "\n".join(texts)
    if lines.count("\n") >= len(texts):
        lines = "\n".join([text.replace("\n", " ") for text in texts])
    return lines


TEXTS = Reader(number_words, split=str.split, chunk_length=65_536, few_tokens=1_536)


def _reader(segments: int) -> Reader:
    """Return the reader for this many segments."""
    module = compiled(segments)
    if module is None:
        return TEXTS
    import numpy as np

    def count_chunk(chunk: Chunk, n_gram: int) -> NDArray[np.int64]:
        table = np.zeros((len(chunk.segment_sizes), 2 * n_gram + 4), dtype=np.int64)
        lines = one_per_line(chunk.sentences).encode("utf-8", "surrogatepass") + b"\n"
        module.count_lines([lines], np.array(chunk.segment_sizes), table)
        return table

    return TEXTS._replace(chunk_length=131_072, count_chunk=count_chunk)


def segment_counts_of_texts(
    candidates: Sequence[str], references_per_candidate: Sequence[Sequence[str]], n_gram: int = 4
) -> list[BleuCounts]:
    """Runs for every input. The texts are counted in arrays of bytes, several hundred at once."""
    pairs = zip(candidates, references_per_candidate, strict=True)
    return [counts_of_row(row) for row in segment_rows(pairs, n_gram, _reader(len(candidates)))]


def corpus_counts_of_texts(
    candidates: Sequence[str], references_per_candidate: Sequence[Sequence[str]], n_gram: int = 4
) -> BleuCounts:
    """Runs for every input. The texts are counted in arrays of bytes, several hundred at once."""
    return summed_counts(zip(candidates, references_per_candidate, strict=True), n_gram, _reader(len(candidates)))[0]


def corpus_bleu_of_texts(
    candidates: Sequence[str],
    references_per_candidate: Sequence[Sequence[str]],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    smoothing: Smoothing | None = None,
) -> float:
    """Runs for every input. The counting is faster, and the formula is the same."""
    counts = corpus_counts_of_texts(candidates, references_per_candidate, n_gram=len(weights))
    return bleu_of_counts(counts, weights, smoothing)
