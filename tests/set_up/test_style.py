"""Ruff and mypy, with the settings in pyproject.toml. Their results are the same everywhere, so CI runs them once."""

import subprocess
import sys

import pytest
from notebook_rules import ROOT

pytestmark = [pytest.mark.style, pytest.mark.slow]


@pytest.mark.parametrize("command", ["ruff check", "ruff format --check", "mypy"])
def test_reports_no_problem(command):
    done = subprocess.run(
        [sys.executable, "-m", *command.split()], cwd=ROOT, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
