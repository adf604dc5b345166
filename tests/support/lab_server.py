"""A real JupyterLab for the tests, in a checkout of its own, where nothing of this machine's settings is."""

import json
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
    """A server that answers."""

    url: str
    token: str
    folder: Path
    """Where the learner's lessons are."""
    log: Path

    def ask(self, path, method="GET", body=None):
        """What it answers to a request, and from which address in the end."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"token {self.token}"}
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.url, answer.read().decode("utf-8")

    def answers(self):
        with suppress(urllib.error.URLError):
            return bool(self.ask("api/status"))


@contextmanager
def serving(folder) -> Iterator[Server]:
    """Serve the lessons as `run.py lab` does, from what of this series it needs, copied into a folder."""
    for name in ("tools", learn.place("")):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    own = {f"JUPYTER_{name}_DIR": str(folder / name) for name in ("RUNTIME", "CONFIG", "DATA")}
    log = folder / "log"
    line = [sys.executable, "tools/lab.py", "--no-browser", "--ServerApp.port=0"]
    with (
        log.open("wb") as said,
        subprocess.Popen(line, cwd=folder, env={**os.environ, **own}, stdout=said, stderr=said) as process,
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


def until(so, process, log):
    """Wait for what a program gives once it is so far, for a minute."""
    for _ in range(600):
        if found := so():
            return found
        if process.poll() is not None:
            break
        time.sleep(0.1)
    pytest.fail(log.read_text(encoding="utf-8", errors="replace"))
