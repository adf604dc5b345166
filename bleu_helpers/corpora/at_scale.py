"""Lesson 14: a corpus in files, split into ranges of lines that can be counted on any machine and then added up.

The files have one segment per line: one file has the candidates, and there is one file for each list of references.
They are UTF-8, with or without a byte order mark, and may be compressed with gzip; a line has at most 131,072 bytes. If
fsspec is installed, as it is with Dask, a path can be any address that fsspec opens, such as "s3://bucket/file.txt".

`line_ranges` finds the byte at which each range begins in every file. A worker that gets a range opens the files at
these bytes, counts the range in bounded memory, and returns a few integers.
"""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from io import BufferedReader
from itertools import islice, zip_longest
from typing import Any

from bleu_helpers.corpora.accumulator import BleuScore, add_unchecked
from bleu_helpers.corpora.tokenisers import tokeniser
from bleu_helpers.display.bar import progress_bar
from bleu_helpers.fast.engine import Pair, counts_of_row
from bleu_helpers.fast.texts import TEXTS, compiled
from bleu_helpers.language import say
from bleu_helpers.lessons.counting import Sentence
from bleu_helpers.validation.sentences import call_split
from bleu_helpers.validation.values import wrong_value

FilePath = str | os.PathLike[str]
Split = Callable[[str], Sentence]
"""A function that splits a line into tokens. To be sent to another process, it must be a named function."""

_Bar = Callable[..., Iterable[Any]]
"""A function such as `progress_bar`, which yields the items that it gets."""

_LINES_PER_RANGE = 50_000
"""The default number of lines in a range. Counting them takes less than a second, so little work is lost with a worker,
and no worker waits long for the others."""

_MAX_LINE_BYTES = 2**17
"""The maximum length of a line with its line feed: about 20,000 words, more than any segment has. Without a limit, a
file without line feeds would be read into memory as one line."""

_BYTES_PER_LINE = 100
"""About how long a line is, to estimate how many lines a file has."""

_COMPRESSED = {
    "bzip2": rb"BZh[1-9](1AY&SY|\x17rE8P\x90)",
    "xz": rb"\xfd7zXZ\0",
    "zip": rb"PK\x03\x04",
    "Zstandard": rb"\x28\xb5\x2f\xfd",
}
"""The first bytes of files in compression formats that are not supported."""


@dataclass(frozen=True)
class LineRange:
    """A range of lines in parallel files: where it begins and how many lines it has, but not their text.

    `first_line` counts from 1. `starts` has the byte at which this line begins in each file, with the file of the
    candidates first. `lines` is None if the range extends to the end of the files. A pickled range has a few hundred
    bytes.

    >>> LineRange("system.txt", ("reference.txt",), first_line=3, lines=2, starts=(58, 61)).first_line
    3
    """

    candidates: str
    references: tuple[str, ...]
    first_line: int
    lines: int | None
    starts: tuple[int, ...]

    @property
    def files(self) -> tuple[str, ...]:
        """The paths of all files; the first one has the candidates."""
        return (self.candidates, *self.references)


def line_ranges(
    candidates: FilePath, references: Sequence[FilePath], lines: int | None = _LINES_PER_RANGE
) -> list[LineRange]:
    """Split parallel files into ranges of whole lines, with the same lines in each file, in one pass.

    Args:
        candidates: the file of the candidates, one per line.
        references: one or more files, each with one reference per line for the candidate in the same line.
        lines: the number of lines in each range; the last range may have fewer. With None there is only one range.

    Returns:
        A list of LineRange in order. It is empty for empty files. It has one range, which extends to the end, if
        `lines` is None or a file is compressed with gzip, because such a file can only be read from its beginning.

    Raises:
        ValueError: the files have different numbers of lines, or a line is too long; the message names the file and the
            line. Or a file is in UTF-16 or UTF-32, or compressed with bzip2, xz, zip or Zstandard, or it can be
            read only once, such as a pipe.
        OSError: a file does not exist or cannot be read.
        ModuleNotFoundError: a path is an address, and fsspec is not installed.

    Source: the splits of MapReduce, Dean and Ghemawat 2004, section 3.1, applied to parallel files.

    >>> from bleu_helpers.corpora.small_test_set import FOLDER
    >>> for part in line_ranges(FOLDER / "apertium.txt", [FOLDER / "reference_a.txt"], lines=300):
    ...     print(part.first_line, part.lines, part.starts)
    1 300 (0, 0)
    301 300 (12804, 12706)
    601 220 (25620, 25304)
    """
    paths = tuple(os.fspath(path) for path in (candidates, *references))
    if lines is None or any(map(is_compressed, paths)):
        return [LineRange(paths[0], paths[1:], first_line=1, lines=None, starts=(0,) * len(paths))]
    return list(progress_bar(_cut(paths, lines), "finding the ranges"))


def _cut(paths: tuple[str, ...], lines: int) -> Iterator[LineRange]:
    with ExitStack() as stack:
        files = [stack.enter_context(_opened(path)) for path in paths]
        first_line = 1
        while True:
            starts = tuple(file.tell() for file in files)
            counts = [_skip_lines(file, path, first_line, lines) for file, path in zip(files, paths, strict=True)]
            read = min(counts)
            if read < max(counts):
                raise _uneven(paths, [count > read for count in counts], first_line + read)
            if read == 0:
                return
            yield LineRange(paths[0], paths[1:], first_line, read, starts)
            first_line += read


def _skip_lines(file: BufferedReader, path: str, line: int, lines: int) -> int:
    """Skip the given number of lines, or fewer at the end of the file, and return how many were skipped.

    `line` is the number of the first one, for messages.
    """
    skipped = 0
    while skipped < lines:
        # A line has at least one byte, so n - 1 bytes and the rest of the last line are never more than n lines.
        block = file.read(min(lines - skipped - 1, _MAX_LINE_BYTES)) + file.readline(_MAX_LINE_BYTES + 1)
        if not block:
            break
        if line + skipped == 1:
            _check_beginning(b"".join(block.partition(b"\n")[:2]), path)
        skipped += 1 + block.count(b"\n", 0, -1)
        if len(block) - block.rfind(b"\n", 0, -1) - 1 > _MAX_LINE_BYTES:
            raise _too_long(path, line + skipped - 1)
    return skipped


def read_segments(part: LineRange, split: Split = str.split) -> Iterator[Pair]:
    """Read the segments of a range one by one, so that the text is never in memory as a whole.

    Args:
        part: a range from `line_ranges`.
        split: a function that splits a line into tokens; `str` leaves it unchanged.

    Returns:
        An iterator of pairs: a candidate and the list of its references.

    Raises:
        ValueError: a line is not UTF-8 or is too long, or a file has fewer lines than another file or fewer than when
            the range was made; the message names the file and the line. Errors raised by `split` are not caught.
        OSError: a file does not exist or cannot be read.

    Source: the plain text format of sacrebleu: UTF-8, with one segment per line in each file. (sacrebleu treats a byte
    order mark as part of the first word; here it is removed.)

    >>> from bleu_helpers.corpora.small_test_set import FOLDER
    >>> [whole] = line_ranges(FOLDER / "apertium.txt", [FOLDER / "reference_a.txt"], lines=None)
    >>> list(read_segments(whole, split=str))[58]
    ('He always leaves the open window when it sleeps.', ['He always leaves the window open while he sleeps.'])
    """
    for texts in read_lines(part):
        candidate, *references = (split(text.rstrip("\r")) for text in texts)
        yield candidate, references


def read_lines(part: LineRange) -> Iterator[tuple[str, ...]]:
    """Read the lines of a range, each from all files at once, with the carriage returns before their line feeds."""
    line = part.first_line
    for texts in zip_longest(*(_texts(path, start, part) for path, start in zip(part.files, part.starts, strict=True))):
        if None in texts:
            raise _uneven(part.files, [text is not None for text in texts], line)
        yield texts
        line += 1
    if part.lines is not None and line < part.first_line + part.lines:
        raise wrong_value("line_gone", line=line, files=", ".join(part.files))


def _texts(path: str, start: int, part: LineRange) -> Iterator[str]:
    """Read the lines of a range in one file, without their line feeds."""
    import gzip  # imported here because most users of the package read no files
    import zlib

    with _opened(path) as stored, gzip.open(stored) if is_compressed(path) else stored as file:
        file.seek(start)
        line = part.first_line
        try:
            # Only a line feed ends a line, because a text may contain the other characters at which str.splitlines
            # splits. A line that is too long is read only up to the limit.
            for read in islice(iter(partial(file.readline, _MAX_LINE_BYTES + 1), b""), part.lines):
                if line == 1:
                    _check_beginning(read, path)
                if len(read) > _MAX_LINE_BYTES:
                    raise _too_long(path, line)
                # "utf-8-sig" removes the byte order mark, which is not part of the first word.
                yield read.decode("utf-8-sig" if line == 1 else "utf-8").rstrip("\n")
                line += 1
        except UnicodeDecodeError as error:
            broken = f"its byte {error.start + 1} is {error.object[error.start]:#04x}"
            raise wrong_value("not_utf_8", path=path, line=line, broken=broken) from None
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise wrong_value("cannot_be_unpacked", path=path, line=line, error=error) from None


def _too_long(path: str, line: int) -> ValueError:
    return wrong_value("line_too_long", path=path, line=line, most=_MAX_LINE_BYTES)


def _check_beginning(read: bytes, path: str) -> None:
    """Raise a ValueError if the first line of a file shows that the file is not UTF-8, or that no line feed ends it."""
    for name, beginning in _COMPRESSED.items():
        if re.match(beginning, read):
            raise wrong_value("compressed", name, path=path)
    if _is_wide(read):
        # Only a text in UTF-32 has three bytes of zero in a row.
        is_utf_32 = read.startswith(codecs.BOM_UTF32_LE) or b"\0\0\0" in read
        raise wrong_value("not_in_bytes", path=path, encoding="UTF-32" if is_utf_32 else "UTF-16")
    if not read.endswith(b"\n") and b"\r" in read.rstrip(b"\r"):
        raise wrong_value("carriage_returns", path=path)


def _is_wide(read: bytes) -> bool:
    """Return whether the first line of a file is UTF-16 or UTF-32.

    It is if it has the byte order mark of one of them, if it is not UTF-8 and contains a NUL, or if about every
    second byte is a NUL. A single NUL in valid UTF-8 does not prove anything.
    """
    is_utf_8 = read.decode(errors="ignore").encode() == read
    at_every_second_byte = max(read[::2].count(0), read[1::2].count(0))
    has_nuls = at_every_second_byte > max(len(read) // 4, 1) if is_utf_8 else b"\0" in read
    return has_nuls or read.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))


def is_compressed(path: str) -> bool:
    """Return whether a file begins with the two bytes of gzip, with which no UTF-8 text can begin."""
    with _opened(path) as file:
        return file.read(2) == b"\x1f\x8b"


@contextmanager
def _opened(path: str) -> Iterator[BufferedReader]:
    """Open a local file, or open an address with fsspec, which is imported only when it is needed."""
    is_address = re.search(r"\w{2}://", path)  # a single letter before the colon is a Windows drive
    with import_module("fsspec").open(path) if is_address else open(path, "rb") as file:
        yield BufferedReader(file) if is_address else file


def _uneven(paths: Sequence[str], has_line: Sequence[bool], line: int) -> ValueError:
    longer, shorter = paths[has_line.index(True)], paths[has_line.index(False)]
    all_lines, short_lines = (_texts(path, 0, LineRange(path, (), 1, None, (0,))) for path in (longer, shorter))
    rest = [*islice(all_lines, line - 1, None)]
    if not any(map(str.strip, rest)):
        return wrong_value("blank_lines", longer=longer, blank=len(rest), shorter=shorter)
    split = next((place for place, text in enumerate(short_lines, start=1) if "\r" in text.rstrip("\r")), None)
    if split:
        return wrong_value("carriage_return_in_line", longer=longer, line=line, shorter=shorter, split=split)
    return wrong_value("file_is_empty" if line == 1 else "line_missing", longer=longer, line=line, shorter=shorter)


def score_range(part: LineRange, split: Split | None = None, tokenize: str | None = None) -> BleuScore:
    """Count one range of a corpus: the work of one process, core or machine.

    Args:
        part: a range from `line_ranges`.
        split: a function that splits a line into tokens, in place of `tokenize`.
        tokenize: a tokenisation, as in `score_files`: "13a" if neither is given.

    Returns:
        A BleuScore, which has a few hundred bytes when it is pickled. The sum over all ranges is the score of the
        corpus. For other orders or a smoothing, use `BleuScore(...).update_from_pairs(read_segments(part))` instead.

    Raises:
        TypeError: `split` does not return tokens; the message says what to change.
        ValueError: a line is not UTF-8, too long or missing; the message names the file and the line. Or there is no
            such tokenisation.
        RuntimeError: the tokenisation needs a package or a model that is missing.
        OSError: a file does not exist or cannot be read.

    Source: the sums of Papineni et al. 2002, sections 2.1.1 and 2.2.2, over a part of the corpus.

    >>> from bleu_helpers.corpora.small_test_set import FOLDER
    >>> ranges = line_ranges(FOLDER / "apertium.txt", [FOLDER / "reference_a.txt"], lines=300)
    >>> [score_range(part).segments for part in ranges]
    [300, 300, 220]
    """
    return _counted(part, split, tokenize)


def _counted(
    part: LineRange, split: Split | None, tokenize: str | None, bar: _Bar = lambda items, *_: items
) -> BleuScore:
    """Count a range. Lines are not split at their spaces if that is all there is to do; this takes half the time."""
    score = BleuScore()
    if split not in (None, str.split):
        score.update_from_pairs(bar(read_segments(part, partial(call_split, split)), "segments", part.lines))
        return score
    at_spaces = split is not None or tokenize == "none"
    if at_spaces and all(os.path.isfile(path) and not is_compressed(path) for path in part.files):  # and is no address
        # Of all ranges, because a large corpus has more of them to count; the longest file has the most blocks.
        size = max(map(os.path.getsize, part.files))
        if module := compiled(size // _BYTES_PER_LINE):
            rest = _rest_after_blocks(part, score, module.count_lines)
            *_, part = part, *bar(rest, "blocks", size // _MAX_LINE_BYTES + 1)
    read = str if at_spaces else tokeniser(tokenize or "13a")
    add_unchecked(score, bar(read_segments(part, read), "segments", part.lines), TEXTS)
    return score


def _rest_after_blocks(  # pragma: no cover - tests/fast/test_compiled.py runs it with Numba
    part: LineRange, score: BleuScore, count_lines: Callable[..., Any]
) -> Iterator[LineRange]:
    """Count one block of whole lines after another with `fast.compiled`, and yield what then remains of the range.

    It stops at a block that the compiled loop cannot count: at the end, before a last line without a line feed, and
    where the lines are broken, too long or compressed. The reader of lines counts the rest, or raises the error.
    """
    import numpy as np

    while True:
        blocks = [_whole_lines(path, start, part) for path, start in zip(part.files, part.starts, strict=True)]
        # NumPy counts the bytes six times as fast as `bytes.count`, which starts a new search after each line feed.
        counts = [int(np.count_nonzero(np.frombuffer(block, np.uint8) == ord("\n"))) for block in blocks]
        lines = min(counts if part.lines is None else [*counts, part.lines])
        if lines == 0:
            return
        table = np.zeros((1, 2 * score.n_gram + 4), dtype=np.int64)
        sizes = count_lines(blocks, np.full(lines, len(blocks)), table)
        score._sums = score.counts + counts_of_row(table[0].tolist()), score.segments + lines
        starts = tuple(start + int(size) for start, size in zip(part.starts, sizes, strict=True))
        part = replace(part, first_line=part.first_line + lines, lines=part.lines and part.lines - lines, starts=starts)
        yield part


def _whole_lines(path: str, start: int, part: LineRange) -> bytes:  # pragma: no cover - only with Numba, as above
    """Read the whole lines at the beginning of a block; none if it is not UTF-8 or has no line feed."""
    with open(path, "rb") as file:
        file.seek(start)
        block = file.read(_MAX_LINE_BYTES)
    lines = block[: block.rfind(b"\n") + 1]
    if lines.decode(errors="ignore").encode() != lines:
        return b""
    if part.first_line == 1:
        _check_beginning(lines.partition(b"\n")[0], path)
        return re.sub(rb"\A\xef\xbb\xbf", b"   ", lines)  # spaces in place of the byte order mark
    return lines


def score_files(
    candidates: FilePath, references: Sequence[FilePath], split: Split | None = None, tokenize: str | None = None
) -> BleuScore:
    """Count a corpus in parallel files, in one process and in bounded memory, with a progress bar in interactive use.

    Args:
        candidates: the file of the candidates, one per line.
        references: one or more files, each with one reference per line for the candidate in the same line.
        split: a function that splits a line into tokens, in place of `tokenize`.
        tokenize: sacreBLEU's name of the tokenisation, which is "13a" if neither is given: the score is then the one
            that sacreBLEU prints, divided by 100. "none" splits at spaces, as the lessons do, and is several times as
            fast. The others are "intl", "zh", "ja-mecab", "ko-mecab", "char" and "flores200".

    Returns:
        A BleuScore; its `compute()` returns the BLEU of the corpus, from 0 to 1. Unlike sacreBLEU, it is not smoothed,
        which matters only if an order has no match in the whole corpus.

    Raises:
        TypeError: `split` does not return tokens; the message says what to change.
        ValueError: a line is not UTF-8, too long, missing or extra; the message names the file and the line. Or the
            files have no lines, or a file is in UTF-16 or UTF-32, or compressed with bzip2, xz, zip or Zstandard, or
            it can be read only once. Or there is no such tokenisation.
        RuntimeError: the tokenisation needs a package or a model that is missing.
        OSError: a file does not exist or cannot be read.
        ModuleNotFoundError: a path is an address, and fsspec is not installed.

    Source: the sums of Papineni et al. 2002, sections 2.1.1 and 2.2.2.

    >>> from bleu_helpers.corpora.small_test_set import FOLDER
    >>> score = score_files(FOLDER / "apertium.txt", [FOLDER / "reference_a.txt", FOLDER / "reference_b.txt"])
    >>> score
    BleuScore(n_gram=4, smoothing=None), segments so far: 820
    >>> round(score.compute(), 4)
    0.3295
    """
    ranges = line_ranges(candidates, references)
    lines = [part.lines for part in ranges]
    total = None if None in lines else sum(filter(None, lines))
    # All lines as one range, because fsspec unpacks a file inside a zip from its beginning each time it is opened.
    score = _counted(replace(ranges[0], lines=total), split, tokenize, progress_bar) if ranges else BleuScore()
    if score.segments == 0:
        none = ", and ".join(say("{file} has none", file=os.fspath(path)) for path in references)
        raise wrong_value("file_without_lines", file=os.fspath(candidates), none=none)
    return score
