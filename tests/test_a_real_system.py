"""Lesson 13: a reader's own system goes through the same cells, and the command line says what its table says."""

import contextlib
import io
import re
import shlex
import subprocess
import sys

import pytest
from notebook_rules import ROOT, code_cells, load, python, source, texts

from bleu_helpers.small_test_set import SYSTEMS, read_test_set

LESSON = load(ROOT / "notebooks" / "13_a_real_system.ipynb")
TEXT = "\n".join(source(cell) for cell in LESSON["cells"])
DATA = ROOT / "bleu_helpers" / "data" / "test_set"
PLACE = "own = None  #"


def run_with(own):
    """Run the lesson with another system in it, and list what each cell prints."""
    names, printed = {"__name__": "__main__", "theirs": own}, []
    for cell in code_cells(LESSON):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            exec(python(cell).replace(PLACE, "own = theirs  #"), names)
        printed.append(said.getvalue())
    return printed


def printed_in(cell):
    """What a cell of the record prints, without the figures and tables that it shows."""
    return "".join("".join(output["text"]) for output in cell["outputs"] if output["output_type"] == "stream")


def without_own(text):
    return "\n".join(line for line in text.splitlines() if not line.startswith("own "))


@pytest.mark.slow
def test_a_readers_own_system_goes_through_the_same_cells(tmp_path, monkeypatch):
    """A copy of the third translation has its scores everywhere, and nothing else changes but that its row is there."""
    monkeypatch.chdir(tmp_path)
    assert TEXT.count(PLACE) == 1
    own = list(read_test_set().systems["third_translation"])
    with_own, alone = run_with(own), [printed_in(cell) for cell in code_cells(LESSON)]
    rows = re.compile(r"^(own|third translation) +(\S.*)$", re.MULTILINE)
    compared = 0
    for cell, said, recorded in zip(code_cells(LESSON), with_own, alone, strict=True):
        if "plots." not in source(cell) and "full-digits" not in cell["metadata"].get("tags", []):
            assert without_own(said).split() == recorded.split()
        found = dict(rows.findall(said))
        assert ("own" in found) == ("third translation" in found)
        if "own" in found:
            assert found["own"] == found["third translation"]
            compared += 1
    assert compared == 7


def test_a_system_that_says_the_same_as_the_baseline_is_no_better_and_no_worse():
    """However many resamples there are: of the thousand, a few are enough here."""
    instead = {
        PLACE: "own = theirs  #",
        'baseline, system = "Apertium", "without interchunk"': 'baseline, system = "Apertium", "own"',
        "size=(1000, ": "size=(20, ",
    }
    names, said = {"__name__": "__main__", "theirs": list(read_test_set().systems["apertium"])}, io.StringIO()
    assert [TEXT.count(text) for text in instead] == [1, 1, 1]
    for cell in code_cells(LESSON):
        code = python(cell)
        for text, other in instead.items():
            code = code.replace(text, other)
        with contextlib.redirect_stdout(said):
            exec(code, names)
        if 'compare("TER")' in source(cell):
            break
    assert re.findall(r"^(BLEU|chrF|TER) .* p = (\S+)$", said.getvalue(), re.MULTILINE) == [
        (measure, "1.0000") for measure in ("BLEU", "chrF", "TER")
    ]


def test_a_system_of_another_length_is_refused():
    with pytest.raises(ValueError, match="131"):
        run_with(list(read_test_set().systems["apertium"][:-1]))


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
        scores, p_values = re.findall(r"│ (\d+\.\d\d) \(", row), re.findall(r"\(p = (\d\.\d{4})\)", row)
        assert len(scores) == 3 and len(p_values) == (0 if name == SYSTEMS[0] else 3)
        assert re.findall(r"(\d+\.\d\d)(?= |$)", line) == scores
        assert re.findall(r"\(p = (\d\.\d{4})\)", line) == p_values
    assert len(rows) == len(SYSTEMS)
    signatures = re.findall(r"^ - (\w+) +(nrefs\S+version:)", done.stdout, re.MULTILINE)
    assert len(signatures) == 3
    assert all(f"{name} {signature}(hidden)" in table for name, signature in signatures)
