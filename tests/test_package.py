"""What holds the package together: its weight, its names."""

import doctest
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest
from notebook_rules import WITHOUT_A_MODULE

import bleu_helpers

ROOT = Path(__file__).parent.parent
LESSONS = [path.stem for path in sorted((ROOT / "notebooks").glob("*.ipynb"))]
MODULES = [lesson.split("_", 1)[1] for lesson in LESSONS if lesson not in WITHOUT_A_MODULE]
place = MODULES.index("corpus_bleu")
MODULES[place:place] = ["corpus_counts", "text_counts"]  # lesson 08 has three modules
BESIDE_THE_LESSONS = {"_validation", "cast", "checks", "course", "display", "small_test_set"}


def test_lessons_are_numbered_from_1_without_a_gap():
    assert [int(lesson.split("_")[0]) for lesson in LESSONS] == list(range(1, len(LESSONS) + 1))
    assert len(LESSONS) >= 7


def test_one_name_in_three_places():
    assert set(LESSONS) >= WITHOUT_A_MODULE, "an exception that is no lesson"
    modules = {module.name for module in pkgutil.iter_modules([str(ROOT / "bleu_helpers")])}
    assert modules - BESIDE_THE_LESSONS == set(MODULES)
    assert {f"test_{module}.py" for module in MODULES} <= {path.name for path in (ROOT / "tests").glob("test_*.py")}


def test_importing_the_package_is_light():
    heavy = ["numpy", "nltk", "matplotlib", "rapidfuzz", "regex", "tqdm", "IPython", "html.parser", "gzip"]
    code = f"import sys, bleu_helpers; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "[]"


def public_functions():
    return [(name, one) for name in bleu_helpers.__all__ if inspect.isfunction(one := getattr(bleu_helpers, name))]


@pytest.mark.parametrize(("name", "function"), public_functions())
def test_a_public_docstring_has_all_its_parts(name, function):
    text = inspect.getdoc(function)
    first = text.split("\n\n")[0]
    assert first.endswith(".")
    assert "\n" not in first, "one sentence, on one line"
    assert doctest.DocTestParser().get_examples(text), "a doctest"
    for parameter in inspect.signature(function).parameters:
        assert re.search(rf"^    {parameter}: ", text, re.MULTILINE), f"Args: says nothing about {parameter}"
    if inspect.unwrap(function).__module__.rsplit(".", 1)[1] in MODULES:
        for section in ("Returns:", "Source:"):
            assert section in text
    hints = inspect.get_annotations(function)
    assert set(hints) == {*inspect.signature(function).parameters, "return"}


def test_every_public_name_of_a_lesson_can_be_imported_from_the_package():
    for module in MODULES:
        for name, thing in vars(importlib.import_module(f"bleu_helpers.{module}")).items():
            if inspect.isfunction(thing) and thing.__module__ == f"bleu_helpers.{module}" and not name.startswith("_"):
                assert inspect.unwrap(getattr(bleu_helpers, name)) is thing
