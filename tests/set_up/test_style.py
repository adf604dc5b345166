"""Ruff and mypy, as pyproject.toml sets them up: what they say does not depend on the machine, so CI asks once."""

import subprocess
import sys

import pytest
from notebook_rules import ROOT

pytestmark = pytest.mark.style


@pytest.mark.parametrize("command", ["ruff check", "ruff format --check", "mypy"])
def test_nothing_is_to_be_said(command):
    done = subprocess.run(
        [sys.executable, "-m", *command.split()], cwd=ROOT, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stdout + done.stderr
