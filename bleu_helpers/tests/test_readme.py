"""The README's examples print what it says. This test needs only what a user installs, and pytest."""

import os
import re
import subprocess
import sys
from pathlib import Path

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def blocks(kind):
    """Return the examples of a kind, such as python or console."""
    return re.findall(rf"(?ms)^```{kind}\n(.*?)^```", README)


def test_the_commands_and_then_the_code_print_what_the_readme_shows(tmp_path):
    [session], [shown], codes = blocks("console"), blocks("text"), blocks("python")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"

    def printed(*command):
        return subprocess.run(command, cwd=tmp_path, env=os.environ | {"PATH": path}, text=True, stdout=subprocess.PIPE)

    scored = printed("sh", "-ec", "\n".join(re.findall(r"(?m)^\$ (.*)", session)))
    assert scored.returncode == 0 and scored.stdout.startswith(re.sub(r"(?m)^\$ .*\n", "", session))
    first, *others = [printed(sys.executable, "-c", code) for code in codes]
    assert first.stdout == shown
    assert all(other.returncode == 0 and float(other.stdout) > 0 for other in others)
