"""The compiled loop returns what the definition returns: the tests of texts and files, in an environment with Numba."""

import sys

import limited
import pytest
from notebook_rules import ROOT

TESTS = ["tests/fast/test_equals_the_definition.py", "tests/fast/test_texts.py", "tests/corpora/test_at_scale.py"]


@pytest.mark.environments
def test_the_compiled_loop_passes_the_tests_of_texts_and_files():
    packages = f"--with-editable={ROOT}[dev,numba]", f"--with-editable={ROOT / 'exercise_checker'}"
    asked = ("python", "-m", "pytest", "-q", "-p", "always_compiled", "-k", "not bar", *TESTS)
    code, text = limited.run([sys.executable, "-m", "uv", "run", "--no-project", *packages, *asked], cwd=ROOT)
    assert code == 0, text
