"""The package as a whole: its import is light, and its docstrings are complete."""

import doctest
import inspect
import re
import subprocess
import sys

import pytest
from notebook_rules import ROOT
from site_pages import modules

import bleu_helpers


def test_importing_the_package_loads_no_large_module():
    heavy = "bleu_exercises numpy nltk matplotlib rapidfuzz regex tqdm jinja2 IPython html.parser gzip".split()
    code = f"import sys, bleu_helpers; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    "name", [name for name in bleu_helpers.__all__ if inspect.isfunction(getattr(bleu_helpers, name))]
)
def test_a_public_docstring_has_all_its_parts(name):
    function = getattr(bleu_helpers, name)
    text = inspect.getdoc(function)
    first = text.split("\n\n")[0]
    assert first.endswith(".")
    assert "\n" not in first, "the first sentence must fit on one line"
    assert doctest.DocTestParser().get_examples(text), "there is no doctest"
    for parameter in inspect.signature(function).parameters:
        assert re.search(rf"^    {parameter}: ", text, re.MULTILINE), f"Args: does not describe {parameter}"
    if inspect.unwrap(function).__module__.removeprefix("bleu_helpers.") in modules():
        for section in ("Returns:", "Source:"):
            assert section in text
    hints = inspect.get_annotations(function)
    assert set(hints) == {*inspect.signature(function).parameters, "return"}
