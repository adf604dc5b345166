"""A repository with one module, a few quick tests and a lesson of two cells: what plants faults is quick there."""

import os
import subprocess
import sys

from nbformat.v4 import new_output
from small_notebooks import ROOT, small_notebook, workshop

MODULE = "counting"
TESTS = {
    "test_counting": """
import pytest

from bleu_helpers import simple_count, unigram_precision


def test_an_empty_candidate_has_no_match():
    assert unigram_precision([], [["the"]]) == 0


def test_a_word_of_two_that_matches_is_half():
    assert unigram_precision(["the", "cat"], [["the"]]) == 0.5
""",
    "test_door": """
import pytest

from bleu_helpers import simple_count


def test_an_order_of_0_is_refused():
    with pytest.raises(ValueError):
        simple_count(["the"], 0)
""",
    "test_anything": """
def test_nothing():
    pass
""",
}
LESSON = {
    "some": "from bleu_helpers import unigram_precision\nprint(unigram_precision(['the'], [['the']]))",
    "none": "print(unigram_precision([], [['the']]))",
}
SAVED = {"some": [new_output("stream", text="1.0\n")], "none": [new_output("stream", text="0.0\n")]}


def small_repository(folder):
    """Make it in an empty folder; the package is our own."""
    workshop(folder)
    (folder / "bleu_helpers").symlink_to(ROOT / "bleu_helpers")
    for name in ("tests", "notebooks"):
        (folder / name).mkdir()
    for name, text in TESTS.items():
        (folder / "tests" / f"{name}.py").write_text(text, encoding="utf-8")
    small_notebook(folder / "notebooks" / f"01_{MODULE}.ipynb", LESSON, SAVED)
    return folder


def run_in(folder, script):
    """Run a script in a process that finds our tools, and has the folder as its argument."""
    path = os.pathsep.join([str(ROOT / "tools"), str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, "-c", script, str(folder)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONPATH": path},
        cwd=folder,
        timeout=300,
    )
