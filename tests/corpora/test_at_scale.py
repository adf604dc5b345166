"""Lesson 14: parallel files, split into ranges that add up to the corpus, and the errors for files that do not fit."""

import bz2
import gzip
import lzma
import os
import sys
import tracemalloc
from functools import partial

import pytest
from drawn_cases import random_corpus
from refused import refused
from sacrebleu.metrics import BLEU

import bleu_helpers
from bleu_helpers import BleuScore, corpus_bleu, corpus_counts, line_ranges, read_segments
from bleu_helpers.corpora.small_test_set import read_test_set

score_files = partial(bleu_helpers.score_files, tokenize="none")
score_range = partial(bleu_helpers.score_range, tokenize="none")


@pytest.fixture
def files(tmp_path):
    """Write three files of lines, and return their paths; a line may be bytes."""

    def write(*columns):
        paths = [tmp_path / name for name in ("candidates.txt", "reference_a.txt", "reference_b.txt")]
        for path, lines in zip(paths, columns, strict=False):
            path.write_bytes(b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines))
        return paths[0], paths[1 : len(columns)]

    return write


def joined(sentences):
    return [" ".join(sentence) for sentence in sentences]


CANDIDATES, REFERENCES = random_corpus(101, seed=14, share_of_errors=0.3)
REFERENCES = [[pair[0], pair[-1]] for pair in REFERENCES]
COLUMNS = [joined(CANDIDATES), *(joined(pair[place] for pair in REFERENCES) for place in (0, 1))]
WHOLE = corpus_counts(CANDIDATES, REFERENCES)


# Ranges.


@pytest.mark.parametrize("lines", [1, 7, 101, 10**6, None])
def test_ranges_of_any_size_add_up_to_the_corpus(files, lines):
    ranges = line_ranges(*files(*COLUMNS), lines=lines)
    scores = [score_range(part) for part in ranges]
    assert sum(scores, BleuScore()).counts == WHOLE
    assert sum(scores, BleuScore()).compute() == corpus_bleu(CANDIDATES, REFERENCES)
    assert sum(score.segments for score in scores) == 101
    read = [pair for part in ranges for pair in read_segments(part)]
    assert read == list(zip(CANDIDATES, REFERENCES, strict=True))


def test_reports_files_without_a_line(files):
    candidates, [reference] = files([], [])
    for change in (lambda path: None, compress):
        change(candidates)
        message = refused(ValueError, score_files, candidates, [reference])
        assert f"{candidates} has no line" in message and str(reference) in message


# Lines.


ODD = " a\x0bb\x0cc\x1cd\x85e\u2028f\u2029g \x85"
MARK = "\ufeff"
LINES = {
    "only a line feed ends a line": (f"{ODD}\nh\n", f"{ODD}\nh\n", [ODD, "h"]),
    "an empty line is a segment": ("\n\na\n", "\n\na\n", ["", "", "a"]),
    "the last line feed is missing, or Windows adds its own": ("a b\r\nc\r\n", "a b\nc", ["a b", "c"]),
    "a byte order mark begins a file": (f"{MARK}a b\n{MARK}c\n", f"a b\n{MARK}c\n", ["a b", f"{MARK}c"]),
}
"""The content of two files with the same text, and their lines."""


@pytest.mark.parametrize("lines", [1, None])
@pytest.mark.parametrize("case", LINES)
def test_splits_files_into_lines(files, case, lines):
    candidate, reference, wanted = LINES[case]
    candidates, references = files([], [])
    candidates.write_bytes(candidate.encode())
    references[0].write_bytes(reference.encode())
    read = [pair for part in line_ranges(candidates, references, lines) for pair in read_segments(part, split=str)]
    assert read == [(line, [line]) for line in wanted]


@pytest.mark.parametrize("tokenize", ["13a", "none", "zh"])
def test_tokenises_lines_as_sacrebleu_does(files, tokenize):
    segments, systems = read_test_set()
    candidates, columns = systems["apertium"][:150], [*zip(*(one.references for one in segments[:150]), strict=True)]
    theirs = BLEU(tokenize=tokenize).corpus_score(candidates, columns).score
    paths = files(candidates, *columns)
    more = {"tokenize": tokenize} if tokenize != "13a" else {}  # which is the default
    whole = bleu_helpers.score_files(*paths, **more)
    assert 100 * whole.compute() == pytest.approx(theirs, rel=1e-12)
    parts = [bleu_helpers.score_range(part, **more) for part in line_ranges(*paths, lines=60)]
    assert sum(parts, BleuScore()).counts == whole.counts


# Broken, missing and additional lines: every way to read them reports the same.


def messages_about(paths, error=ValueError):
    """Return the different error messages of all ways to read the files: as one, or in ranges of 1 or 3 lines."""
    ways = [lambda lines=lines: [*map(score_range, line_ranges(*paths, lines=lines))] for lines in (1, 3, None)]
    ways += [lambda: score_files(*paths), lambda: bleu_helpers.score_files(*paths)]
    return {refused(error, way) for way in ways}


@pytest.mark.parametrize("place", [0, 2])
@pytest.mark.parametrize("line", [1, 4])
def test_reports_the_line_of_broken_utf8(files, place, line):
    columns = [list("abcde") for _ in range(3)]
    columns[place][line - 1] = b"caf\xe9"
    paths = files(*columns)
    path = [paths[0], *paths[1]][place]
    [message] = messages_about(paths)
    assert f"{path}, line {line} is not UTF-8: its byte 4 is 0xe9" in message


@pytest.mark.parametrize(("place", "other"), [(0, 1), (1, 0), (2, 0)])
def test_reports_the_file_and_the_number_of_a_missing_line(files, place, other):
    columns = [list("abcde") for _ in range(3)]
    columns[place].pop()
    paths = files(*columns)
    short, long = ([paths[0], *paths[1]][number] for number in (place, other))
    [message] = messages_about(paths)
    assert f"{long} has a line 5, and {short} ends before it" in message


def test_calls_the_callers_function_and_names_it_if_it_does_not_split_a_line(files):
    score = bleu_helpers.score_files(*files(["A b"], ["a b"]), split=lambda line: line.lower().split())
    assert score.counts.matched[:2] == (2, 1)
    for split, returned in ((str.lower, "str"), (iter, "str_ascii_iterator"), (len, "int")):
        message = refused(TypeError, score_files, *files(["A b"], ["a b"]), split=split, tokenize=None)
        assert (
            message.startswith(f"split returns a value of type {returned} for the line 'A b'")
            and "str.split" in message
        )


def test_reports_files_that_became_shorter_after_the_split(files):
    ranges = line_ranges(*files(list("abcdef"), list("abcdef")), lines=4)
    candidates, references = files(list("abcde"), list("abcdef"))
    assert f"{references[0]} has a line 6, and {candidates} ends" in refused(ValueError, score_range, ranges[1])
    files(list("abcde"), list("abcde"))
    message = refused(ValueError, score_range, ranges[1])
    assert f"line 6 is gone from {candidates}, {references[0]}" in message


def test_reports_the_name_of_a_missing_file(tmp_path, files):
    candidates, references = files(["a"], ["a"])
    missing = tmp_path / "missing.txt"
    for paths in ((missing, references), (candidates, [*references, missing])):
        assert all("missing.txt" in message for message in messages_about(paths, FileNotFoundError))


def test_refuses_a_folder_and_a_file_that_can_be_read_only_once(files):
    _, references = files(["a"], ["a"])
    for path, what in ((os.curdir, "a folder"), (os.devnull, "not a file that can be read more than once")):
        [message] = messages_about((path, references))
        assert message.startswith(f"candidates is {what}: {path!r}")


def test_reports_that_an_address_needs_fsspec(monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec", None)
    paths = "memory://candidates.txt", ["memory://reference.txt"]
    assert all("fsspec" in message for message in messages_about(paths, ModuleNotFoundError))


# gzip.


def compress(path):
    path.write_bytes(gzip.compress(path.read_bytes()))


def test_recognises_a_compressed_file_without_its_name_and_reads_it_as_one_range(files):
    candidates, references = files(*COLUMNS)
    for path in (references[1], candidates):
        compress(path)
        [part] = line_ranges(candidates, references, lines=10)
        assert part.lines is None
        assert score_range(part).counts == score_files(candidates, references).counts == WHOLE


def test_reports_the_line_at_which_a_compressed_file_is_broken(files):
    candidates, references = files(*COLUMNS)
    candidates.write_bytes(gzip.compress(candidates.read_bytes())[:-20])
    assert refused(ValueError, score_files, candidates, references).startswith(f"{candidates}, line ")
    candidates.write_bytes(gzip.compress(b"a\n") + b"not gzip")
    assert refused(ValueError, score_files, candidates, references).startswith(f"{candidates}, line 2 ")


# Files that are not text in UTF-8, and files without lines.


TEXT = "the cat sat\n" * 3
UNREADABLE = {
    "UTF-16, as Windows writes it": (TEXT.replace("\n", "\r\n").encode("utf-16"), "is UTF-16"),
    "UTF-16 without a byte order mark": ("고양이가 있다\n개가 있다\n개\n".encode("utf-16-be"), "is UTF-16"),
    "UTF-16 without a byte order mark, in English": (TEXT.encode("utf-16-le"), "is UTF-16"),
    "bzip2": (bz2.compress(TEXT.encode()), "bzip2"),
    "xz": (lzma.compress(TEXT.encode()), "xz"),
    "zip": (b"PK\x03\x04", "zip"),
    "Zstandard": (b"\x28\xb5\x2f\xfd\x04", "Zstandard"),
    "a carriage return alone": (TEXT.replace("\n", "\r").encode(), "in a carriage return alone"),
    "blank lines at the end": (b"a\nb\nc\n\n \n", "only blank ones (2 at the end"),
    "no line feed": (b"x" * 131_073, "line 1 has more than 131,072 bytes"),
    "a line that is too long": (b"a\n" + b"x" * 131_072 + b"\nc\n", "line 2 has more than 131,072 bytes"),
}


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("kind", UNREADABLE)
def test_reports_the_format_of_a_file_that_is_not_text(files, kind, place):
    content, expected = UNREADABLE[kind]
    candidates, references = files(list("abc"), list("abc"))
    path = [candidates, *references][place]
    path.write_bytes(content)
    for message in messages_about((candidates, references)):
        assert message.startswith(str(path)) and expected in message


def test_reads_nul_characters_in_a_text(files):
    for first in ("the\0cat", "\0", "a\0", "고양이\0가"):
        assert score_files(*files([first, "a b"], [first, "a c"])).counts.matched[0] == 2


# Memory and progress.


def test_refuses_a_long_line_without_reading_it(files):
    """A line of 300 MB is refused before it is read; the longest allowed lines take less than 50 MiB."""
    longest = "a b " * (131_072 // 4 - 1)
    paths = files(*[["a", longest]] * 3)
    score_files(*paths)  # the first call imports modules
    tracemalloc.start()
    score_files(*paths)
    with paths[0].open("r+b") as file:
        file.truncate(300_000_000)
    assert refused(ValueError, score_files, *paths).startswith(f"{paths[0]}, line 3 has more than")
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert held < 50 * 2**20


@pytest.mark.parametrize("compressed", [False, True])
def test_a_progress_bar_shows_how_many_segments_are_done(files, monkeypatch, compressed):
    totals = {}
    monkeypatch.setattr(
        "bleu_helpers.corpora.at_scale.progress_bar",
        lambda items, name, total=None: totals.update({name: total}) or items,
    )
    candidates, references = files(*COLUMNS)
    if compressed:
        compress(candidates)
    score_files(candidates, references)
    assert totals["segments"] == (None if compressed else 101)
