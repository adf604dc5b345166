"""What Binder would build: repo2docker's own words, which it says without Docker and without the network."""

import re
import subprocess
import sys

import pytest
import yaml
from notebook_rules import ROOT

pytestmark = pytest.mark.slow

FILE = "binder/environment.yml"


def test_binder_builds_from_its_own_file_with_its_python():
    # The user's number is given because repo2docker would ask the system for it, which Windows cannot answer.
    options = ["--no-build", "--debug", "--user-id=1000", "--user-name=jovyan"]
    line = [sys.executable, "-m", "repo2docker", *options, "."]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
    said = done.stdout + done.stderr
    dependencies = yaml.safe_load((ROOT / FILE).read_text(encoding="utf-8"))["dependencies"]
    [python] = [line for line in dependencies if isinstance(line, str) and line.startswith("python=")]
    assert "Python version unspecified" not in said and f"Building conda environment for {python}\n" in said
    update = re.search(r"env update .*--file \"(\S+)\"", said)
    assert update[1] == FILE
    copied = said.find("COPY --chown=1000:1000 src/ ")
    assert -1 < copied < said.index(update[0]), "the packages come after the files, which `-e ..` needs"
