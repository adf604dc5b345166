"""A real JupyterLab for the tests, in a checkout of its own, where nothing of this machine's settings is."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import front_door
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


def checkout(folder):
    """What of this series a learner's JupyterLab is started with, in a folder of its own."""
    for name in ("tools", learn.place("")):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("run.py", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    return folder


def set_up(folder):
    """Let run.py find its environment made: a program that starts the Python of these tests."""
    python = folder / ".environment" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    front_door.write_stamp(folder / ".environment", folder, front_door.wanted("lab"))


@contextmanager
def serving(folder, *command) -> Iterator[Server]:
    """Start a command of a checkout that serves JupyterLab, and stop it at the end."""
    own = {f"JUPYTER_{name}_DIR": str(folder / name) for name in ("RUNTIME", "CONFIG", "DATA")}
    log = folder / "log"
    line = [sys.executable, *command, "--no-browser", "--ServerApp.port=0"]
    with log.open("wb") as said:
        process = subprocess.Popen(line, cwd=folder, env={**os.environ, **own}, stdout=said, stderr=said)
    running = None
    try:
        running = wait_for(process, folder)
        server = Server(running["url"], running["token"], folder / "my-lessons" / "en", log)
        # It writes itself down a moment before it answers.
        assert any(server.answers() or time.sleep(0.1) for _ in range(600))
        yield server
    finally:
        # The command may have started the server as a process of its own, which writes its number down.
        if running:
            os.kill(running["pid"], signal.SIGTERM)
        else:
            process.terminate()
        process.wait(timeout=60)


def wait_for(process, folder):
    """What a server writes down about itself once it listens."""
    for _ in range(600):
        for path in folder.glob("RUNTIME/jpserver-*.json"):
            try:
                return json.loads(path.read_text(encoding="utf-8"))
            except json.JSONDecodeError:
                pass  # half written
        if process.poll() is not None:
            break
        time.sleep(0.1)
    pytest.fail((folder / "log").read_text(encoding="utf-8", errors="replace"))
