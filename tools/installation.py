"""Let pip install, and say how far it is. It needs the standard library only, as front_door.py does."""

import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

EVERY = 10
"""Seconds from one line to the next."""

NO_NETWORK = r"Retry\(total=0,.* connection broken|ERROR: .*(ConnectionPool|timed out)"
"""What pip says when it has tried to reach a server for the last time."""


def run(command: list[str], environment: Path, say: Callable[[str], None]) -> tuple[int, str]:
    """Run pip, which installs into an environment, and say how far it is. Gives its exit code, and all that it said."""
    start, before = time.monotonic(), installed(environment)
    more = {"PIP_RETRIES": "5"}  # pip's default: where it tries once only, it names no network
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "said")
        with log.open("wb") as file, subprocess.Popen(command, stdout=file, stderr=file, env=os.environ | more) as pip:
            while pip.poll() is None:
                try:
                    pip.wait(EVERY)
                except subprocess.TimeoutExpired:
                    so_far = f"{fetched(said(log))} packages fetched, {installed(environment) - before} installed"
                    say(f"{so_far} ({time.monotonic() - start:.0f} s)")
        return pip.returncode, said(log)


def said(log: Path) -> str:
    """What pip has said so far."""
    return log.read_text(encoding="utf-8", errors="replace")


def fetched(text: str) -> int:
    """How many packages pip has fetched, by its own lines."""
    return sum(line.startswith(("Collecting ", "Processing ")) for line in text.splitlines())


def installed(environment: Path) -> int:
    """How many packages are in an environment: pip falls silent while it installs what it has fetched."""
    libraries = [*environment.glob("lib/python*/site-packages"), environment / "Lib" / "site-packages"]
    return sum(len([*library.glob("*.dist-info")]) for library in libraries)
