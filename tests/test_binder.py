"""What Binder would build: repo2docker's own words, which it says without Docker and without the network."""

import re
import subprocess
import sys

import pytest
import yaml
from notebook_rules import ROOT

pytestmark = pytest.mark.slow

FILE = "binder/environment.yml"


def plan(folder):
    """What repo2docker says that it would do for a folder."""
    # The user's number is given because repo2docker would ask the system for it, which Windows cannot answer.
    command = [
        sys.executable,
        "-m",
        "repo2docker",
        "--no-build",
        "--debug",
        "--user-id=1000",
        "--user-name=jovyan",
        ".",
    ]
    return subprocess.run(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8"
    ).stdout


def problems(folder):
    """What would not be as binder/environment.yml says, if Binder opened the folder."""
    said = plan(folder)
    file = re.search(r"env update .*--file \"(\S+)\"", said)
    if file is None or file[1] != FILE:
        yield f"it builds from {file and file[1]}, not from {FILE}: {said}"
        return
    wanted = next(
        line
        for line in yaml.safe_load((ROOT / FILE).read_text(encoding="utf-8"))["dependencies"]
        if isinstance(line, str) and line.startswith("python=")
    )
    if "Python version unspecified" in said:
        yield f"it finds no Python in {FILE}, and takes its own default"
    if f"Building conda environment for {wanted}\n" not in said:
        yield f"it does not build for {wanted}"
    if not -1 < said.find("COPY --chown=1000:1000 src/ ") < file.start():
        yield "the packages come before the files, and `-e ..` needs the files"


def test_binder_builds_from_its_own_file_with_its_python():
    assert list(problems(ROOT)) == []
