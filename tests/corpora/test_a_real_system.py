"""Lesson 13: the cells also work for a reader's own system, and the command line prints the scores of its table."""

import contextlib
import functools
import io
import re
import shlex
import subprocess
import sys

import pytest
from notebook_rules import ROOT, code_cells, load, python, source, texts

from bleu_helpers.corpora.small_test_set import SYSTEMS, read_test_set

LESSON = load(ROOT / "notebooks" / "13_a_real_system.ipynb")
TEXT = "\n".join(source(cell) for cell in LESSON["cells"])
DATA = ROOT / "bleu_helpers" / "data" / "test_set"
PLACE = "own = None  #"


FEWER = {PLACE: "own = theirs  #", "size=(1000, ": "size=(20, ", "samples=1000": "samples=20"}
"""The replacements in the code of the lesson: the reader's system, and fewer resamples, which are enough here."""


def run_with(own):
    """Run the lesson with another system added, and return the output of each cell."""
    names, printed = {"__name__": "__main__", "theirs": own}, []
    for cell in code_cells(LESSON):
        text = functools.reduce(lambda text, one: text.replace(*one), FEWER.items(), python(cell))
        with contextlib.redirect_stdout(io.StringIO()) as said:
            exec(text, names)
        printed.append(said.getvalue())
    return printed


@pytest.mark.slow
def test_a_readers_own_system_goes_through_the_same_cells(tmp_path, monkeypatch):
    """A copy of the system "word by word" has the same scores wherever that system has scores."""
    monkeypatch.chdir(tmp_path)
    assert TEXT.count(PLACE) == 1
    rows = re.compile(r"^(own|word by word) +(\S.*)$", re.MULTILINE)
    found = [dict(rows.findall(said)) for said in run_with(list(read_test_set().systems["word_by_word"]))]
    both = [one for one in found if one]
    assert len(both) == 7
    assert [one["own"] for one in both] == [one["word by word"] for one in both]


def test_the_command_line_says_what_the_table_says():
    [command] = re.findall(r"^sacrebleu .+$", TEXT, re.MULTILINE)
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", *shlex.split(command), "--no-color"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=DATA,
        check=True,
    )
    rows = re.split("[╞├].+[╡┤]\n", done.stdout)[1:]
    [table] = ["".join(texts(cell)) for cell in code_cells(LESSON) if "PairedTest(named" in source(cell)]
    for name, row, line in zip(SYSTEMS, rows, table.splitlines()[1:], strict=False):
        assert f"{name}.txt │" in row
        scores, p_values = re.findall(r"│ +(\d+\.\d\d) ", row), re.findall(r"\(p = (\d\.\d{4})\)", row)
        assert len(scores) == 2 and len(p_values) == (0 if name == SYSTEMS[0] else 2)
        assert re.findall(r"(\d+\.\d\d)(?= |$)", line) == scores
        assert re.findall(r"\(p = (\d\.\d{4})\)", line) == p_values
    assert len(rows) == len(SYSTEMS)
    signatures = re.findall(r"^ - (\w+) +(nrefs\S+version:)", done.stdout, re.MULTILINE)
    assert len(signatures) == 2
    assert all(f"{name} {signature}(hidden)" in table for name, signature in signatures)
