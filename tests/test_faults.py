"""The faults that `run.py faults` plants, and how it asks who sees them."""

import os
from functools import cache
from pathlib import Path

import faults
import mutants
import pytest
from faults import Fault, Seen
from notebook_rules import ROOT
from small_repository import run_in, small_repository

FAULTS = faults.all_faults()
bare = cache(mutants.bare)  # a source has many faults
every_fault = pytest.mark.parametrize("file", sorted(faults.FAULTS.glob("*.toml")), ids=lambda file: file.stem)


def of_file(file):
    return [fault for fault in FAULTS if fault.name.startswith(f"{file.stem}.")]


@every_fault
def test_each_has_one_place_and_is_a_fault(file):
    assert of_file(file)
    for fault in of_file(file):
        source = fault.path.read_text(encoding="utf-8")
        assert source.count(fault.text) == 1, fault.name
        assert mutants.bare(fault.planted()) != bare(source), f"{fault.name} changes nothing"


@every_fault
def test_each_has_as_many_lines_as_what_it_replaces(file):
    # A lesson that prints a source reads the file, and would show other lines than it should.
    assert [fault.name for fault in of_file(file) if fault.text.count("\n") != fault.becomes.count("\n")] == []


@every_fault
def test_each_says_what_it_is(file):
    for fault in of_file(file):
        assert fault.kind in faults.KINDS, fault.name
        assert fault.what[-1] not in ".!?", fault.name


def test_no_two_are_the_same():
    assert len({(fault.module, fault.planted()) for fault in FAULTS}) == len(FAULTS)
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)


def test_there_are_many_of_each_kind_and_in_each_module():
    assert len(FAULTS) >= 250
    assert {fault.kind for fault in FAULTS} == {*faults.KINDS}
    planted = {fault.module for fault in FAULTS}
    figures = {f"display.plots.{path.stem}" for path in (ROOT / "bleu_helpers" / "display" / "plots").glob("*.py")}
    shown = {f"display.{name}" for name in ("tables", "prediction", "source", "bar", "board", "drawn")}
    wanted = {*mutants.modules(), *figures, *shown, "cast", "_door", "checks._messages"}
    assert wanted - {"display.plots.__init__"} <= planted


def test_what_a_reader_sees_has_a_notebook_to_begin_with():
    lessons = {path.stem for path in faults.notebooks()}
    numbered = {fault.name.partition(".")[0] for fault in FAULTS if fault.lesson}
    assert numbered == lessons
    for fault in FAULTS:
        assert bool(fault.first) == (fault.shown and not fault.lesson), fault.name
        assert faults.notebooks(fault.lesson or fault.first)[0].name[:2] == (fault.lesson or fault.first or "01")


def test_each_is_asked_of_tests_that_there_are():
    for fault in FAULTS:
        examples, *files = faults.tests_of(fault)
        assert files and all((ROOT / file).is_file() for file in (examples, *files)), fault.name


# How it asks.

PLANTED = """
[seen]
module = "counting"
kind = "number"
what = "an empty candidate is perfect"
text = "        return 0.0"
becomes = "        return 1.0"

[for_the_tests]
module = "counting"
kind = "input check"
what = "an order of 0 is let in"
text = "@checked(tokens=check_sentence, n=check_order)"
becomes = "@checked(tokens=check_sentence)"
shown = false

[harmless]
module = "counting"
kind = "number"
what = "no length is below 0"
text = "if len(candidate) == 0:"
becomes = "if len(candidate) <= 0:"
"""

ASK = """
import sys
from pathlib import Path

import faults
import mutants

mutants.ROOT = faults.ROOT = Path(sys.argv[1])
faults.FAULTS = faults.ROOT / "tests" / "faults"
sys.exit(faults.main(["--processes", "1"]))
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="planting takes a copy of a process")
def test_three_faults_are_planted_and_asked_for(tmp_path):
    folder = small_repository(tmp_path)
    (folder / "tests" / "faults").mkdir()
    (folder / "tests" / "faults" / "01_counting.toml").write_text(PLANTED, encoding="utf-8")
    before = Path(faults.path_of("counting")).read_bytes()
    asked = run_in(folder, ASK)
    lines = [line.strip() for line in asked.stdout.splitlines()]
    seen = {line.partition("01_counting.")[2] for line in lines if " s  01_counting." in line}
    assert seen == {"seen: notebook 01 and tests", "for_the_tests: tests", "harmless: NOBODY"}, asked.stderr
    assert lines[lines.index("Seen by nobody: 1") + 1] == "01_counting.harmless: no length is below 0"
    assert asked.returncode == 1
    assert Path(faults.path_of("counting")).read_bytes() == before


# What it makes of the answers.


def fault(name="01_counting.a", shown=True, kind="number"):
    return Fault(name, "counting", kind, "what", "text", "becomes", shown)


@pytest.mark.parametrize(
    ("found", "enough"),
    [
        ({fault(): Seen("01", True)}, True),
        ({fault(): Seen("01", False)}, True),
        ({fault(): Seen("", False)}, False),
        ({fault(): Seen("", True)}, False),
        ({fault(shown=False): Seen("", True)}, True),
        ({fault(shown=False): Seen("", False)}, False),
        ({fault(): Seen("02", True)}, False),
        ({fault("display.a"): Seen("02", True)}, True),
        ({fault(f"display.{number}"): Seen("02" * (number > 0), True) for number in range(20)}, True),
        ({fault(f"display.{number}"): Seen("02" * (number > 0), True) for number in range(19)}, False),
    ],
)
def test_what_is_enough(found, enough):
    assert faults.is_enough(found) is enough


def test_a_survivor_is_listed_with_what_it_is(capsys):
    found = {
        fault(): Seen("01", True),
        fault("01_counting.b"): Seen("", True),
        fault("01_counting.c"): Seen("03", False),
        fault("01_counting.d", shown=False, kind="message"): Seen("", False),
    }
    faults.report(found)
    said = capsys.readouterr().out
    assert "number                   3      3             2         2          3\n" in said
    assert "message                  1      0             0         0          0\n" in said
    assert "all                      4      3             2         2          3\n" in said
    assert "Of what a reader sees, the notebooks alone see 2 of 3 (67 of 100).\n" in said
    assert "Seen by nobody: 1\n  01_counting.d: what\n" in said
    assert "Seen by no notebook: 1\n  01_counting.b: what\n" in said
    assert "and not by their lesson's own: 1\n  01_counting.c: what\n" in said
    assert "and not by the tests of their module: 1\n  01_counting.c: what\n" in said


def test_some_can_be_chosen():
    assert faults.chosen([]) == FAULTS
    assert {fault.lesson for fault in faults.chosen(["05_bleu"])} == {"05"}
    assert [fault.name for fault in faults.chosen(["05_bleu.base_two"])] == ["05_bleu.base_two"]


def test_what_is_not_there_is_said(capsys):
    assert faults.main(["05_blue"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("faults: there is no fault and no file '05_blue' in tests/faults. The files: 01_counting, ")
