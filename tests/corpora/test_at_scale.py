"""Lesson 14: parallel files, split into ranges that add up to the corpus, and the errors for files that do not fit."""

import bz2
import gzip
import lzma
import os
import pickle
import re
import sys
import tracemalloc
from functools import reduce
from operator import add

import pytest
from drawn_cases import random_corpus
from notebook_rules import ROOT, code_cells, load, source
from refused import refused

from bleu_helpers import (
    BleuScore,
    bleu_counts,
    corpus_bleu,
    corpus_counts,
    line_ranges,
    read_segments,
    score_files,
    score_range,
)
from bleu_helpers.corpora.at_scale import _opened
from bleu_helpers.corpora.small_test_set import FOLDER, read_test_set


@pytest.fixture
def files(tmp_path):
    """Write three files of lines, and return their paths; a line may be bytes."""

    def write(*columns):
        paths = [tmp_path / name for name in ("candidates.txt", "reference_a.txt", "reference_b.txt")]
        for path, lines in zip(paths, columns, strict=False):
            path.write_bytes(b"".join((one if isinstance(one, bytes) else one.encode()) + b"\n" for one in lines))
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
def test_the_ranges_add_up_to_the_corpus_however_it_is_cut(files, lines):
    ranges = line_ranges(*files(*COLUMNS), lines=lines)
    scores = [score_range(part) for part in ranges]
    assert sum(scores, BleuScore()).counts == WHOLE
    assert sum(scores, BleuScore()).compute() == corpus_bleu(CANDIDATES, REFERENCES)
    assert sum(score.segments for score in scores) == 101
    read = [pair for part in ranges for pair in read_segments(part)]
    assert read == list(zip(CANDIDATES, REFERENCES, strict=True))


def test_a_range_and_its_counts_are_a_few_hundred_bytes(files):
    ranges = line_ranges(*files(*COLUMNS), lines=50)
    for part in ranges:
        assert len(pickle.dumps(part)) < 500 and len(pickle.dumps(score_range(part))) < 500
        assert pickle.loads(pickle.dumps(part)) == part
    assert len({*ranges, *ranges}) == len(ranges) == 3, "a range can be a key, as what does not change"


@pytest.mark.parametrize("compressed", [[], [0], [0, 1]])
def test_empty_files_have_no_score_and_are_named(files, compressed):
    candidates, [reference] = files([], [])
    for place in compressed:
        compress([candidates, reference][place])
    said = f"{candidates} has no line, and {reference} has none. Pass files with one segment per line."
    assert refused(ValueError, score_files, candidates, [reference]) == said


# Lines.


def test_a_candidate_without_a_word_counts_as_one(files):
    score = score_files(*files(["a b c d", "", "e"], ["a b c d", "e f", ""]))
    assert score.segments == 3
    expected = [bleu_counts(*pair) for pair in ((list("abcd"), [list("abcd")]), ([], [["e", "f"]]), (["e"], [[]]))]
    assert score.counts == reduce(add, expected)


ODD = " a\x0bb\x0cc\x1cd\x85e\u2028f\u2029g \x85"
MARK = "\ufeff"
LINES = {
    "only a line feed ends a line": (f"{ODD}\nh\n", f"{ODD}\nh\n", [ODD, "h"]),
    "the last one is missing, and Windows adds its own": ("a b\r\nc\r\n", "a b\nc", ["a b", "c"]),
    "the mark of UTF-8 begins a file": (f"{MARK}a b\n{MARK}c\n", f"a b\n{MARK}c\n", ["a b", f"{MARK}c"]),
}
"""The content of two files with the same text, and their lines."""


@pytest.mark.parametrize("lines", [1, None])
@pytest.mark.parametrize("what", LINES)
def test_where_a_line_begins_and_ends(files, what, lines):
    candidate, reference, wanted = LINES[what]
    candidates, references = files([], [])
    candidates.write_bytes(candidate.encode())
    references[0].write_bytes(reference.encode())
    read = [pair for part in line_ranges(candidates, references, lines) for pair in read_segments(part, split=str)]
    assert read == [(one, [one]) for one in wanted]


def test_a_line_is_split_as_the_caller_says(files):
    score = score_files(*files(["A b"], ["a b"]), split=lambda line: line.lower().split())
    assert score.counts.matched[:2] == (2, 1)


# What is broken, missing, or one too many: whoever reads it says the same.


def said_of(paths, error=ValueError):
    """Return the errors of every way to read the files that refuses them: ranges of one line, of three, and all."""
    ways = [lambda lines=lines: [*map(score_range, line_ranges(*paths, lines=lines))] for lines in (1, 3, None)]
    return {refused(error, way) for way in (lambda: score_files(*paths), *ways)}


@pytest.mark.parametrize("place", [0, 2])
@pytest.mark.parametrize("line", [1, 4])
def test_a_line_that_is_not_utf_8_is_named_by_file_and_number(files, place, line):
    columns = [list("abcde") for _ in range(3)]
    columns[place][line - 1] = b"caf\xe9"
    paths = files(*columns)
    path = [paths[0], *paths[1]][place]
    assert said_of(paths) == {f"{path}, line {line} is not UTF-8: its byte 4 is 0xe9. Save the file as UTF-8."}


@pytest.mark.parametrize(("place", "other"), [(0, 1), (1, 0), (2, 0)])
def test_a_file_with_a_line_less_is_named_with_the_line(files, place, other):
    columns = [list("abcde") for _ in range(3)]
    columns[place].pop()
    paths = files(*columns)
    short, long = ([paths[0], *paths[1]][one] for one in (place, other))
    assert said_of(paths) == {
        f"{long} has a line 5, and {short} ends before it: a line is missing in {short}, or {long} has one too many. "
        "Every file needs one line per segment."
    }


def test_files_that_have_become_shorter_since_are_noticed(files):
    ranges = line_ranges(*files(list("abcdef"), list("abcdef")), lines=4)
    candidates, references = files(list("abcde"), list("abcdef"))
    assert f"{references[0]} has a line 6, and {candidates} ends" in refused(ValueError, score_range, ranges[1])
    files(list("abcde"), list("abcde"))
    said = refused(ValueError, score_range, ranges[1])
    assert said == f"line 6 is gone from {candidates}, {references[0]}. Call line_ranges again."


def test_a_file_that_is_not_there_is_named(tmp_path, files):
    candidates, references = files(["a"], ["a"])
    gone = tmp_path / "gone.txt"
    for paths in ((gone, references), (candidates, [*references, gone])):
        assert all("gone.txt" in said for said in said_of(paths, FileNotFoundError))


def test_a_folder_and_what_can_be_read_once_only_are_refused_and_not_taken_for_empty(files):
    _, references = files(["a"], ["a"])
    for path, what in ((os.curdir, "a folder"), (os.devnull, "not a file that can be read more than once")):
        said = f"candidates is {what}: {path!r}. Pass the path of a file with one segment per line."
        assert said_of((path, references)) == {said}


def test_an_address_is_opened_by_fsspec_which_has_to_be_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec", None)
    paths = "memory://candidates.txt", ["memory://reference.txt"]
    assert all("fsspec" in said for said in said_of(paths, ModuleNotFoundError))


# gzip.


def compress(path):
    path.write_bytes(gzip.compress(path.read_bytes()))


@pytest.mark.parametrize("places", [[0], [1], [0, 1, 2]])
def test_a_compressed_file_is_one_range_whatever_its_name(files, places):
    candidates, references = files(*COLUMNS)
    for place in places:
        compress([candidates, *references][place])
    [part] = line_ranges(candidates, references, lines=10)
    assert part.lines is None
    assert score_range(part).counts == score_files(candidates, references).counts == WHOLE


def test_a_compressed_file_that_is_cut_off_is_named(files):
    candidates, references = files(*COLUMNS)
    candidates.write_bytes(gzip.compress(candidates.read_bytes())[:-20])
    said = refused(ValueError, score_files, candidates, references)
    assert said.startswith(f"{candidates}, line ") and "cannot be unpacked: " in said
    candidates.write_bytes(gzip.compress(b"a\n") + b"no gzip")
    assert "line 2 cannot be unpacked: Not a gzipped file" in refused(ValueError, score_files, candidates, references)


# What is no text in UTF-8, and what has no lines.


AS_IT_CAME = "the cat sat\n" * 3
NO_TEXT = {
    "UTF-16, as Windows writes it": (AS_IT_CAME.replace("\n", "\r\n").encode("utf-16"), "is UTF-16"),
    "UTF-16 without its mark": ("고양이가 있다\n개가 있다\n개\n".encode("utf-16-be"), "is UTF-16"),
    "UTF-16 without its mark, in English": (AS_IT_CAME.encode("utf-16-le"), "is UTF-16"),
    "bzip2": (bz2.compress(AS_IT_CAME.encode()), "is compressed by bzip2. Decompress it first"),
    "xz": (lzma.compress(AS_IT_CAME.encode()), "is compressed by xz. Decompress it first"),
    "zip": (b"PK\x03\x04", "is compressed by zip. Decompress it first"),
    "Zstandard": (b"\x28\xb5\x2f\xfd\x04", "is compressed by Zstandard. Decompress it first"),
    "no line feed": (b"x" * 131_073, "line 1 has more than 131,072 bytes"),
    "a line that is too long": (b"a\n" + b"x" * 131_072 + b"\nc\n", "line 2 has more than 131,072 bytes"),
}


@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("kind", NO_TEXT)
def test_a_file_that_is_no_segment_a_line_is_named_whoever_reads_it(files, kind, place):
    content, expected = NO_TEXT[kind]
    candidates, references = files(list("abc"), list("abc"))
    path = [candidates, *references][place]
    path.write_bytes(content)
    for said in said_of((candidates, references)):
        assert said.startswith(str(path)) and expected in said


@pytest.mark.parametrize("first", ["the\0cat", "\0", "a\0", "고양이\0가"])
def test_a_nul_is_a_character_like_others_in_a_text_in_utf_8(files, first):
    paths = files([first, "a b"], [first, "a c"])
    assert score_files(*paths).counts.matched[0] == 2


# Memory, and the bar.


def test_memory_does_not_grow_with_a_line(files):
    """A line of 300 MB is refused before it is read; the longest allowed lines take less than 50 MiB."""
    longest = "a b " * (131_072 // 4 - 1)
    paths = files(*[["a", longest]] * 3)
    score_files(*paths)  # what is imported by the first call is there
    tracemalloc.start()
    score_files(*paths)
    with paths[0].open("r+b") as file:
        file.truncate(300_000_000)
    assert refused(ValueError, score_files, *paths).startswith(f"{paths[0]}, line 3 has more than")
    held = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert held < 50 * 2**20


def test_a_file_is_opened_as_often_however_long_it_is(files, monkeypatch):
    """A file inside a zip is unpacked from its beginning each time it is opened."""
    opened = []
    monkeypatch.setattr("bleu_helpers.corpora.at_scale._opened", lambda path: opened.append(path) or _opened(path))
    score_files(*files(["a"], ["a"]))
    of_one_range = opened.copy()
    score_files(*files(["a"] * 100_001, ["a"] * 100_001))
    assert opened == of_one_range * 2


@pytest.mark.parametrize("packed", [False, True])
def test_a_bar_shows_how_far_it_is(files, monkeypatch, packed):
    shown = []

    def bar_of(items, name, total=None):
        shown.append((name, total))
        return items

    monkeypatch.setattr("bleu_helpers.corpora.at_scale.progress_bar", bar_of)
    candidates, references = files(*COLUMNS)
    if packed:
        compress(candidates)
    score_files(candidates, references)
    assert shown == [("segments", None)] if packed else [("finding the ranges", None), ("segments", 101)]


# A reader's own system, in lesson 13.


def own_in_lesson_13(mine):
    """Run lesson 13's cell with the lines from lesson 14, on this file and with no other names defined."""
    cells = code_cells(load(ROOT / "notebooks" / "14_at_scale.ipynb"))
    [lines] = [source(cell).split("print(")[0] for cell in cells if "read_segments(part, split=str)" in source(cell)]
    of_apertium = 'FOLDER / "apertium.txt"'
    assert lines.count(of_apertium) == 1
    place = re.compile("^own = None .*$", re.MULTILINE)
    cells = code_cells(load(ROOT / "notebooks" / "13_a_real_system.ipynb"))
    [cell] = [source(cell) for cell in cells if place.search(source(cell))]
    names = {}
    exec(place.sub(lambda _: lines.replace(of_apertium, repr(str(mine))), cell), names)
    return names["systems"]["own"]


def test_the_lines_of_lesson_14_read_what_lesson_13_reports_on(tmp_path):
    own = own_in_lesson_13(FOLDER / "word_by_word.txt")
    assert own == list(read_test_set().systems["word_by_word"])  # with which test_a_real_system runs lesson 13
    short = tmp_path / "mine.txt"
    short.write_text("".join(f"{line}\n" for line in own[:-1]), encoding="utf-8")
    said = refused(ValueError, own_in_lesson_13, short)
    assert f"reference_a.txt has a line {len(own)}, and {short} ends before it" in said
