"""The programs besides Python and git that some tests need. The name of a program is the mark of its tests."""

import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""The browser of this machine; playwright would download a different one."""

NODE_MODULES = Path(__file__).parents[2] / "website" / "node_modules"


@cache
def a_sandbox_starts() -> bool:
    """Return whether bubblewrap starts, because some systems have it but do not allow this."""
    try:
        line = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"]
        return subprocess.run(line, capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


@cache
def spark_starts() -> bool:
    """Return whether there is a Java that is new enough for Spark."""
    from scale import JAVA, java_release

    return (java_release() or 0) >= JAVA


class Requirement(NamedTuple):
    """How to find out whether a program is installed, and how to install it."""

    is_here: Callable[[], bool]
    how_to_get: str


PROGRAMS = {
    "bubblewrap": Requirement(a_sandbox_starts, "apt-get install bubblewrap"),
    "chromium": Requirement(lambda: CHROMIUM is not None, "apt-get install chromium"),
    "java": Requirement(spark_starts, "apt-get install openjdk-17-jre-headless"),
    "node": Requirement(NODE_MODULES.is_dir, "npm ci --ignore-scripts, in website"),
}
"""The programs by the names of their marks."""
