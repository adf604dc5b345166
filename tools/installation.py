"""Run pip and report its progress. Like commands.py, this module needs only the standard library."""

import contextlib
import os
import re
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from exercise_checker import messages

PROGRESS_SECONDS = 10
"""The number of seconds between two lines of progress."""

PROBE_SECONDS = 10
"""The maximum time of the network test. Without a network, pip itself keeps trying for more than 100 seconds."""
PROBE = "install --dry-run --ignore-installed --no-deps --retries 0 --timeout 8 --disable-pip-version-check".split()


def can_fetch(pip: list[str], requirement: str) -> bool:
    """Return whether pip can download a small package with its current settings: proxies, mirrors, wheel folders."""
    try:
        probe = subprocess.run([*pip, *PROBE, requirement], capture_output=True, timeout=PROBE_SECONDS)
    except subprocess.TimeoutExpired:
        return False
    return probe.returncode == 0


def run(command: list[str], environment: Path, say: Callable[[str], None]) -> tuple[int, str]:
    """Run pip to install into an environment, and report progress. Return its exit code and its output."""
    said: list[str] = []
    before = len(installed(environment))
    with (
        subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # pip starts other programs, and all of them must be ended together
        ) as pip,
        telling(lambda: how_far(said, installed(environment)[before:]), say),
    ):
        try:
            said.extend(pip.stdout)
        except BaseException:
            end(pip)
            raise
    return pip.returncode, "".join(said)


def end(process: subprocess.Popen) -> None:
    """End a process and, on systems with sessions, everything that it started."""
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGTERM)
    else:
        process.terminate()


@contextlib.contextmanager
def telling(how_far: Callable[[], str], say: Callable[[str], None]) -> Iterator[None]:
    """Report every ten seconds how far something is, and how long it has taken."""
    start, ended = time.monotonic(), threading.Event()

    def tell() -> None:
        while not ended.wait(PROGRESS_SECONDS):
            say(f"{how_far()} ({time.monotonic() - start:.0f} s)")

    thread = threading.Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def how_far(said: list[str], came: list[str]) -> str:
    """Describe pip's progress: first by its own output, and while it installs silently, by the packages that exist."""
    fetched = [line.split()[1] for line in said if line.startswith(("Collecting ", "Processing "))]
    for line in said:
        if line.startswith("Installing collected packages: "):
            to_install = line.partition(": ")[2].strip().split(", ")
            if len(came) >= len(to_install):  # a package counts from its first files on
                last = "all {all} packages are there, their last files are being put in place"
                return messages.say(last, all=len(to_install))
            package = came[-1] if came else to_install[0]
            so_far = "installing {package}, {n} of {all} so far"
            return messages.say(so_far, n=len(came), package=package, all=len(to_install))
    if not fetched:
        return messages.translated("starting pip")
    name = re.match(r"\w+([.-]\w*[a-z]\w*)*", Path(fetched[-1]).name)[0]
    return messages.say("fetching {name}, {n} so far", n=len(fetched), name=name)


def installed(environment: Path) -> list[str]:
    """Return the packages in an environment, in the order in which they were installed."""
    libraries = [*environment.glob("lib/python*/site-packages"), environment / "Lib" / "site-packages"]
    found = [path for library in libraries for path in library.glob("*.dist-info")]
    return [path.name.split("-")[0] for path in sorted(found, key=lambda path: path.stat().st_mtime)]
