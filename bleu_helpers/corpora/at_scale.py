"""Lesson 14: a corpus in files, cut into ranges of lines that anybody can count anywhere. Their counts add up.

The files have one segment a line: one file of candidates, and a file for each list of references. They are UTF-8, also
with Windows' mark at the beginning, and may be compressed by gzip; a line has at most 131,072 bytes. Where fsspec is
installed, as with Dask, the path of a file may be any address that it opens, such as "s3://bucket/file.txt".

`line_ranges` says where each range begins in every file. Whoever is given a range opens the files there, counts it in
bounded memory, and sends a few integers back.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from io import BufferedReader
from itertools import chain, islice, zip_longest

from bleu_helpers.corpora.accumulator import BleuScore, add_unchecked
from bleu_helpers.display.bar import progress_bar
from bleu_helpers.fast.engine import Pair
from bleu_helpers.fast.texts import TEXTS
from bleu_helpers.lessons.counting import Sentence

FilePath = str | os.PathLike[str]
Split = Callable[[str], Sentence]
"""Makes tokens of a line. To be sent to another process, it must be a function with a name of its own."""

_LINES = 50_000
"""Lines of a range: less than a second of counting, so that little is lost with a worker, and none waits long."""

_LONGEST_LINE = 2**17
"""Bytes that a line may have, its end included: some 20,000 words. No segment has as many; a file without line feeds
has them soon, and would be whole in memory."""

_COMPRESSED = {
    "bzip2": rb"BZh[1-9](1AY&SY|\x17rE8P\x90)",
    "xz": rb"\xfd7zXZ\0",
    "zip": rb"PK\x03\x04",
    "Zstandard": rb"\x28\xb5\x2f\xfd",
}
"""The bytes with which a file begins that must be decompressed first."""


@dataclass(frozen=True)
class LineRange:
    """Some lines of files that belong together, line by line: where they begin, and how many they are. It has no text.

    `first_line` counts from 1; `starts` has the byte at which it begins in each file, the candidates' first. `lines`
    is None where the range goes to the end of the files. It is a few hundred bytes when it is sent.

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
        """The files, the candidates' first."""
        return (self.candidates, *self.references)


def line_ranges(candidates: FilePath, references: Sequence[FilePath], lines: int | None = _LINES) -> list[LineRange]:
    """Cut line files that belong together into ranges of whole lines, the same lines in each file, in one pass.

    Args:
        candidates: the file of the candidates, one a line.
        references: one or more files, each with a reference for every candidate, one a line.
        lines: how many lines a range has; the last one may have fewer. With None there is one range, to the end.

    Returns:
        A list of LineRange, in order: none for empty files, and one where a file is compressed by gzip, which is
        unpacked from its beginning. Who reads a range that goes to the end finds out how many lines there are.

    Raises:
        ValueError: the files have different numbers of lines, or a line is too long; the message names the file and the
            line. Or a file is no text in UTF-8, but UTF-16, bzip2, xz, zip or Zstandard; or one that can be read only
            once, such as a pipe.
        OSError: a file is not there, or cannot be read.
        ModuleNotFoundError: a file is named by an address, and fsspec is not installed.

    Source: the splits of MapReduce, Dean and Ghemawat 2004, section 3.1, for files that belong together line by line.

    >>> from bleu_helpers.corpora.small_test_set import FOLDER
    >>> for part in line_ranges(FOLDER / "apertium.txt", [FOLDER / "reference_a.txt"], lines=300):
    ...     print(part.first_line, part.lines, part.starts)
    1 300 (0, 0)
    301 300 (12804, 12706)
    601 220 (25620, 25304)
    """
    paths = tuple(os.fspath(path) for path in (candidates, *references))
    if lines is None or any(map(_is_compressed, paths)):
        return [LineRange(paths[0], paths[1:], first_line=1, lines=None, starts=(0,) * len(paths))]
    return list(progress_bar(_cut(paths, lines), "finding the ranges"))


def _cut(paths: tuple[str, ...], lines: int) -> Iterator[LineRange]:
    with ExitStack() as stack:
        files = [stack.enter_context(_opened(path)) for path in paths]
        first_line = 1
        while True:
            starts = tuple(file.tell() for file in files)
            counts = [_go_past(file, path, first_line, lines) for file, path in zip(files, paths, strict=True)]
            read = min(counts)
            if read < max(counts):
                raise _uneven(paths, [count > read for count in counts], first_line + read)
            if read == 0:
                return
            yield LineRange(paths[0], paths[1:], first_line, read, starts)
            first_line += read


def _go_past(file: BufferedReader, path: str, line: int, lines: int) -> int:
    """Go past so many lines, of which this is the first, or to the end of the file. Returns how many there were."""
    passed = 0
    while passed < lines:
        # Many lines at once, but never too many: a line has one byte at least.
        block = file.read(min(lines - passed - 1, _LONGEST_LINE)) + file.readline(_LONGEST_LINE + 1)
        if not block:
            break
        if line + passed == 1:
            _check_beginning(block.partition(b"\n")[0], path)
        passed += 1 + block.count(b"\n", 0, -1)
        if len(block) - block.rfind(b"\n", 0, -1) - 1 > _LONGEST_LINE:
            raise _too_long(path, line + passed - 1)
    return passed


def read_segments(part: LineRange, split: Split = str.split) -> Iterator[Pair]:
    """Read the segments of a range, one by one, so that the text is never whole in memory.

    Args:
        part: a range, made by `line_ranges`.
        split: makes tokens of a line; `str` leaves it whole.

    Returns:
        An iterator of pairs: a candidate and the list of its references.

    Raises:
        ValueError: a line is not UTF-8, or too long, or a file has fewer lines than another, or fewer than when the
            range was made; the message names the file and the line. What `split` raises comes through.
        OSError: a file is not there, or cannot be read.

    Source: the plain text of a test set as sacrebleu reads it: UTF-8, a segment a line in each file. (Sacrebleu takes
    the mark that Windows puts before UTF-8 for a part of the first word; here it is left out.)

    >>> from bleu_helpers.corpora.small_test_set import FOLDER
    >>> [whole] = line_ranges(FOLDER / "apertium.txt", [FOLDER / "reference_a.txt"], lines=None)
    >>> list(read_segments(whole, split=str))[58]
    ('He always leaves the open window when it sleeps.', ['He always leaves the window open while he sleeps.'])
    """
    line = part.first_line
    for texts in zip_longest(*(_texts(path, start, part) for path, start in zip(part.files, part.starts, strict=True))):
        if None in texts:
            raise _uneven(part.files, [text is not None for text in texts], line)
        candidate, *references = map(split, texts)
        yield candidate, references
        line += 1
    if part.lines is not None and line < part.first_line + part.lines:
        raise ValueError(f"line {line} is gone from {', '.join(part.files)}. Let line_ranges make the ranges anew.")


def _texts(path: str, start: int, part: LineRange) -> Iterator[str]:
    """The lines of a range in one file, as text without their ends."""
    import gzip  # here, because most who import the package read no file
    import zlib

    broken_gzip = (EOFError, gzip.BadGzipFile, zlib.error)
    is_compressed = _is_compressed(path)
    with _opened(path) as stored, gzip.open(stored) if is_compressed else stored as file:
        file.seek(start)
        line = part.first_line
        try:
            # Only a line feed ends a line: a text may hold all else. Of a line that is too long, no more is read.
            for read in islice(iter(partial(file.readline, _LONGEST_LINE + 1), b""), part.lines):
                if line == 1:
                    _check_beginning(read, path)
                if len(read) > _LONGEST_LINE:
                    raise _too_long(path, line)
                # With "sig", the mark goes away at which Windows knows UTF-8: it is no part of the first word.
                yield read.decode("utf-8-sig" if line == 1 else "utf-8").rstrip("\r\n")
                line += 1
        except UnicodeDecodeError as error:
            broken = f"its byte {error.start + 1} is {error.object[error.start]:#04x}"
            raise ValueError(f"{path}, line {line} is not UTF-8: {broken}. Save the file as UTF-8.") from None
        except broken_gzip as error:
            raise ValueError(f"{path}, line {line} cannot be unpacked: {error}. Compress the file again.") from None


def _too_long(path: str, line: int) -> ValueError:
    return ValueError(
        f"{path}, line {line} has more than {_LONGEST_LINE:,} bytes. Put each segment on a line of its own, which ends "
        "with a line feed."
    )


def _check_beginning(read: bytes, path: str) -> None:
    """Raise a ValueError if a file begins as one that is no text in UTF-8."""
    for name, beginning in _COMPRESSED.items():
        if re.match(beginning, read):
            raise ValueError(f"{path} is compressed by {name}. Decompress it first: only gzip is read as it is.")
    if _is_utf_16(read):
        raise ValueError(
            f"{path} is UTF-16, as PowerShell's > writes it. Make a copy in UTF-8: iconv -f UTF-16 -t UTF-8 OLD > NEW, "
            "or in PowerShell, Get-Content OLD | Set-Content -Encoding utf8 NEW."
        )


def _is_utf_16(read: bytes) -> bool:
    """Whether the first line of a file is UTF-16: by its mark, or because nearly every second byte is a NUL.

    A text in UTF-8 may contain a NUL, so one NUL proves nothing, unless the line is not UTF-8.
    """
    if read.startswith((b"\xff\xfe", b"\xfe\xff")):
        return True
    try:
        read.decode()
    except UnicodeDecodeError:
        return b"\0" in read
    at_every_second_byte = max(read[::2].count(0), read[1::2].count(0))
    return at_every_second_byte > max(len(read) // 4, 1)


def _is_compressed(path: str) -> bool:
    """Whether a file is gzip's, by its first two bytes; no text in UTF-8 begins with them."""
    with _opened(path) as file:
        return file.read(2) == b"\x1f\x8b"


@contextmanager
def _opened(path: str) -> Iterator[BufferedReader]:
    """Open a file: one of this machine, or by fsspec, which is imported for an address only."""
    is_address = re.search(r"\w{2}://", path)  # with one letter, it is a disk of Windows
    with import_module("fsspec").open(path) if is_address else open(path, "rb") as file:
        yield BufferedReader(file) if is_address else file


def _uneven(paths: Sequence[str], has_line: Sequence[bool], line: int) -> ValueError:
    longer = next(path for path, has in zip(paths, has_line, strict=True) if has)
    shorter = next(path for path, has in zip(paths, has_line, strict=True) if not has)
    return ValueError(
        f"{longer} has a line {line}, and {shorter} ends before it: a line is missing in {shorter}, or {longer} has "
        "one too many. Every file needs one line a segment."
    )


def score_range(part: LineRange, split: Split = str.split) -> BleuScore:
    """Count one range: what a process, a core or a machine does for all.

    Args:
        part: a range, made by `line_ranges`.
        split: makes tokens of a line.

    Returns:
        A BleuScore, which is a few hundred bytes when it is sent. Those of all ranges add up to the corpus. One of
        other orders, or with a smoothing, gets its segments by `update_from_pairs(read_segments(part))`.

    Raises:
        TypeError: `split` returns no tokens; the message says what to change.
        ValueError: a line is broken, too long or missing; the message names the file and the line, and nothing is
            counted.
        OSError: a file is not there, or cannot be read.

    Source: the sums of Papineni et al. 2002, sections 2.1.1 and 2.2.2, of a part of the corpus.

    >>> from bleu_helpers.corpora.small_test_set import FOLDER
    >>> ranges = line_ranges(FOLDER / "apertium.txt", [FOLDER / "reference_a.txt"], lines=300)
    >>> [score_range(part).segments for part in ranges]
    [300, 300, 220]
    """
    return _counted(lambda split: read_segments(part, split), split)


def _counted(segments: Callable[[Split], Iterable[Pair]], split: Split) -> BleuScore:
    """Count segments. The words that `str.split` would make are counted in whole lines, which takes half the time."""
    score = BleuScore()
    if split is str.split:
        add_unchecked(score, segments(str), TEXTS)
    else:
        score.update_from_pairs(segments(split))
    return score


def score_files(candidates: FilePath, references: Sequence[FilePath], split: Split = str.split) -> BleuScore:
    """Count the corpus in line files, in one process and in bounded memory, with a bar where a person watches.

    Args:
        candidates: the file of the candidates, one a line.
        references: one or more files, each with a reference for every candidate, one a line.
        split: makes tokens of a line.

    Returns:
        A BleuScore; its `compute()` is the BLEU of the corpus.

    Raises:
        TypeError: `split` returns no tokens; the message says what to change.
        ValueError: a line is broken, too long, missing or one too many; the message names the file and the line. Or
            the files have no line. Or a file is no text in UTF-8, but UTF-16, bzip2, xz, zip or Zstandard; or one that
            can be read only once.
        OSError: a file is not there, or cannot be read.
        ModuleNotFoundError: a file is named by an address, and fsspec is not installed.

    Source: the sums of Papineni et al. 2002, sections 2.1.1 and 2.2.2.

    >>> from bleu_helpers.corpora.small_test_set import FOLDER
    >>> score = score_files(FOLDER / "apertium.txt", [FOLDER / "reference_a.txt", FOLDER / "reference_b.txt"])
    >>> score
    BleuScore(n_gram=4, smoothing=None), segments so far: 820
    >>> round(score.compute(), 4)
    0.2883
    """
    ranges = line_ranges(candidates, references)
    lines = [part.lines for part in ranges]
    whole = None if None in lines else sum(filter(None, lines))

    def segments(split: Split) -> Iterable[Pair]:
        # As one range: what lies inside a zip is unpacked from its beginning whenever it is opened.
        read = chain.from_iterable(read_segments(replace(first, lines=whole), split) for first in ranges[:1])
        return progress_bar(read, "segments", whole)

    score = _counted(segments, split)
    if score.segments == 0:
        none = ", and ".join(f"{os.fspath(path)} has none" for path in references)
        raise ValueError(f"{os.fspath(candidates)} has no line, and {none}. Pass files with one segment a line.")
    return score
