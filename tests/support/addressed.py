"""A copy of the repository, in which a test can change the address."""

import os
import shutil
import subprocess
import sys

from notebook_rules import ROOT

MADE = (".environment", ".git", "build", "node_modules", "my-lessons", "__pycache__")
"""What is made by commands, and is not copied."""


def copied(folder):
    """Copy the repository to a new folder, and return the folder."""
    return shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*MADE))


def write_address(repository, *arguments):
    """Run `run.py address` in a copy, and raise an error if it fails."""
    command, environment = [sys.executable, "tools/address.py", *arguments], {"PYTHONPATH": str(repository)}
    subprocess.run(command, cwd=repository, env=os.environ | environment, check=True, capture_output=True)
