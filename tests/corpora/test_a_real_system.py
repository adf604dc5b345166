"""Lesson 13: the cells also work for a reader's own system, and the command line prints the scores of its table."""

import contextlib
import io
import re
import shlex
import subprocess
import sys

import pytest
from notebook_rules import ROOT, code_cells, load, python, source, texts

from bleu_helpers.corpora.small_test_set import SYSTEMS

LESSON = load(ROOT / "notebooks" / "13_a_real_system.ipynb")
TEXT = "\n".join(source(cell) for cell in LESSON["cells"])
DATA = ROOT / "bleu_helpers" / "data" / "test_set"
PLACEHOLDER = "own = None  #"
AT_SCALE = map(source, code_cells(load(ROOT / "notebooks" / "14_at_scale.ipynb")))
[READ] = [cell.partition("print(")[0] for cell in AT_SCALE if "read_segments(part, split=str)" in cell]
REPLACEMENTS = {PLACEHOLDER: READ.replace("apertium.txt", "word_by_word.txt") + "#"}
REPLACEMENTS |= {"size=(1000, ": "size=(20, ", "samples=1000": "samples=20"}
REPLACEMENTS["for lines in systems.values()"] = "for lines in [own]"
"""The changes in the code of the lesson: the lines of lesson 14 that read a reader's system, which alone is compared
with libraries, and fewer resamples, which are enough here."""


def run_with_own_system():
    """Run the lesson with the lines of a reader's own system, and return the output of each cell."""
    names, outputs = {"__name__": "__main__"}, []
    for cell in code_cells(LESSON):
        text = python(cell)
        for old, new in REPLACEMENTS.items():
            text = text.replace(old, new)
        with contextlib.redirect_stdout(io.StringIO()) as output:
            exec(text, names)
        outputs.append(output.getvalue())
    return outputs


@pytest.mark.slow
def test_the_lesson_scores_a_readers_own_system(tmp_path, monkeypatch):
    """A copy of the system "word by word" has the same scores wherever that system has scores."""
    monkeypatch.chdir(tmp_path)
    assert TEXT.count(PLACEHOLDER) == 1
    rows = re.compile(r"^(own|word by word) +(\S.*)$", re.MULTILINE)
    found = [dict(rows.findall(output)) for output in run_with_own_system()]
    tables = [table for table in found if table]
    assert len(tables) == 7
    assert [table["own"] for table in tables] == [table["word by word"] for table in tables]


def test_the_command_line_prints_the_scores_of_the_table():
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
