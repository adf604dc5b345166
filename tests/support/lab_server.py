"""A real JupyterLab for the tests, in a separate checkout and without this machine's settings."""

import os
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
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

    def ask(self, path, method="GET"):
        """Return the server's answer to a request."""
        headers = {"Authorization": f"token {self.token}"}
        request = urllib.request.Request(self.url + path, headers=headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read().decode("utf-8")

    def answers(self):
        with suppress(urllib.error.URLError):
            return bool(self.ask("api/status"))


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
            printed = until(
                lambda: re.search(r"(http://\S+?/)lab/\S+\?token=(\w+)", log.read_text("utf-8")), process, log
            )
            server = Server(*printed.groups(), folder / "my-lessons" / "en", log)
            until(server.answers, process, log)
            yield server
        finally:
            process.terminate()


def until(condition, process, log):
    """Wait up to a minute until a condition is met, and return its value."""
    for _ in range(600):
        if value := condition():
            return value
        if process.poll() is not None:
            break
        time.sleep(0.1)
    pytest.fail(log.read_text(encoding="utf-8", errors="replace"))
