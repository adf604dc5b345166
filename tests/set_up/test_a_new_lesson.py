"""A lesson is added with six files, as CONTRIBUTING.md says: everything else is found or generated."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from addressed import copied
from notebook_rules import NOTEBOOKS, ROOT, load, source

NUMBER = f"{len(NOTEBOOKS) + 1:02}"
OLD = next(path.stem for path in NOTEBOOKS if path.stem.endswith("_error_rates"))
TITLE = source(load(ROOT / "notebooks" / f"{OLD}.ipynb")["cells"][0]).partition("\n")[0]
RENAMED = {OLD: f"{NUMBER}_tiny", TITLE: f"# {NUMBER} Tiny", f'= "{OLD[:2]}"': f'= "{NUMBER}"', "**Next:**": "Later:"}
RENAMED |= {"weighted_distance": "tiny_distance", "edits_per_average_word": "tiny_rate"}
NAMES_AND_OTHER_HINTS = re.compile(r"^\[(?:names|hints\.word_error_rate)\]$.*?(?=^\[)", re.MULTILINE | re.DOTALL)
"""What the file of the old lesson has, and no other may have."""
DEFINITION = '''"""The share of different words."""

from bleu_helpers.lessons.counting import Sentence


def tiny_share(tokens: Sentence) -> float:
    """Divide the number of different words by the number of words.

    Args:
        tokens: a list or tuple of at least one word.

    Returns:
        A number from 0 to 1.

    Source: the type-token ratio.

    >>> tiny_share(["the", "the"])
    0.5
    """
    return len({*tokens}) / len(tokens)
'''
TEST = """from bleu_helpers import tiny_share


def test_a_word_that_occurs_twice():
    assert tiny_share(["the", "the"]) == 0.5
"""
INIT = {
    "\n    fast/ ": f"\n      tiny              {NUMBER}  different words\n    fast/ ",
    "\nfrom bleu_helpers.report ": "\nfrom bleu_helpers.lessons import tiny as _tiny\nfrom bleu_helpers.report ",
    "\n__all__ = ": "\ntiny_share = _public(_tiny.tiny_share, tokens=_sentence)\n\n__all__ = ",
}


def six_files(root: Path) -> dict[Path, str]:
    """Return the files of the lesson: three are copies of another lesson's, with other names."""

    def copied(file, changes=RENAMED):
        text = (root / file).read_text(encoding="utf-8")
        for old, new in changes.items():
            text = text.replace(old, new)
        return text

    exercises, old = "bleu_exercises/exercises", OLD[3:]
    return {
        root / "bleu_helpers/lessons/tiny.py": DEFINITION,
        root / "bleu_helpers/__init__.py": copied("bleu_helpers/__init__.py", INIT),
        root / f"notebooks/{NUMBER}_tiny.ipynb": copied(f"notebooks/{OLD}.ipynb"),
        root / exercises / "tiny.py": copied(f"{exercises}/{old}.py"),
        root / exercises / "tiny.toml": NAMES_AND_OTHER_HINTS.sub("", copied(f"{exercises}/{old}.toml")),
        root / "tests/lessons/test_tiny.py": TEST,
    }


@pytest.mark.slow
def test_a_lesson_needs_six_files_and_what_learn_writes(tmp_path):
    root = copied(tmp_path / "repository")
    for path, text in six_files(root).items():
        path.write_text(text, encoding="utf-8")
    lesson = f"notebooks/{NUMBER}_tiny.ipynb"
    tests = ["tests/notebooks", "tests/exercises/test_exercises.py", "tests/display/test_prediction.py"]
    tests += ["tests/set_up/test_package.py"]
    tests += ["tests/set_up/test_module_order.py", "tests/editions/test_catalogues.py", "tests/lessons/test_tiny.py"]
    about_it = "tiny or readme_lists or index or builds or module_order or all_its_files or has_a_copy or catalogues"
    check = [
        "-m",
        "pytest",
        "-q",
        "--numprocesses=0",
        "-p",
        "no:cacheprovider",
        lesson,
        *tests,
        "-k",
        f"not Cell and ({about_it})",
    ]
    for command in (["tools/learn.py", lesson], check):
        environment = {**os.environ, "PYTHONPATH": str(root)}
        done = subprocess.run([sys.executable, *command], cwd=root, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    assert f"{NUMBER} Tiny" in (root / "README.md").read_text(encoding="utf-8")
