"""A real JupyterLab for the tests, in a separate checkout and without this machine's settings."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import learn
import pytest
from notebook_rules import ROOT


class Server(NamedTuple):
    """A running server."""

    url: str
    token: str
    folder: Path
    """The folder with the learner's lessons."""
    log: Path


@contextmanager
def serving(folder) -> Iterator[Server]:
    """Serve the lessons as `run.py lab` does, from a folder with copies of the files that it needs."""
    for name in ("tools", learn.place("")):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    folders = {f"JUPYTER_{name}_DIR": str(folder / name) for name in ("RUNTIME", "CONFIG", "DATA")}
    log = folder / "log"
    line = [sys.executable, "tools/lab.py", "--no-browser", "--ServerApp.port=0"]
    with (
        log.open("wb") as output,
        subprocess.Popen(line, cwd=folder, env={**os.environ, **folders}, stdout=output, stderr=output) as process,
    ):
        try:
            yield Server(*printed_address(log), folder / "my-lessons" / "en", log)
        finally:
            process.terminate()


def printed_address(log):
    """Wait up to a minute until the log has the address and the token, which is printed when the server answers."""
    for _ in range(600):
        if found := re.search(r"(http://\S+?/)lab/\S+\?token=(\w+)", log.read_text(encoding="utf-8")):
            return found.groups()
        time.sleep(0.1)
    pytest.fail(log.read_text(encoding="utf-8", errors="replace"))
