"""The sandbox for one student's code: what a cell can do in it, and the error if no sandbox starts."""

import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from course import posix

from bleu_grading.outside import sandbox
from bleu_grading.outside.sandbox import Limits, NoSandbox


@pytest.fixture(autouse=True)
def without_cache(monkeypatch):
    monkeypatch.delenv("BLEU_SANDBOX", raising=False)
    sandbox.kind.cache_clear()
    yield
    sandbox.kind.cache_clear()


def run(folder, code, **limits):
    """Return what a program prints in the sandbox."""
    line = [*sandbox.command(sandbox.kind(), folder, Limits(**limits)), sys.executable, "-c", code]
    done = subprocess.run(line, capture_output=True, text=True, timeout=60)
    return done.stdout + done.stderr


TRY = """
def attempt(what, *arguments):
    try:
        return what(*arguments)
    except (OSError, MemoryError) as error:
        return type(error).__name__
"""
OTHERS = """
print({attempt(open, path, "r+") for path in ("THE_FOLDER/eve/ps1.ipynb", "../eve/ps1.ipynb", "THE_FOLDER/seed")})
"""
WRITES = """
import sys
places = ["/", "/usr", "/etc", "/given", "/packages/bleu_helpers", "/dev", sys.prefix]
print([place for place in places if not isinstance(attempt(open, place + "/x", "w"), str)])
"""
REACHES = """
import socket
print([attempt(socket.create_connection, (host, THE_PORT), 3) for host in ("127.0.0.1", "192.0.2.1")])
"""
LOOKS = """
import os
print([int(name) for name in os.listdir("/proc") if name.isdigit()] == [os.getpid()])
print("THE_FOLDER" in str(os.environ) + open("/proc/self/environ").read() + os.getcwd())
"""
TAKES = """
fill = lambda folder: [open(f"{folder}/{number}", "wb").write(bytes(2**20)) for number in range(100)]
print(attempt(bytearray, 8 * 2**30), [attempt(fill, folder) for folder in ("/tmp", "/submission", "/dev/shm")])
"""
WORKS = """
import asyncio, multiprocessing, pickle, subprocess, tempfile
import numpy
import bleu_helpers

pickle.dump({"a": 1}, open("a.pickle", "wb"))
print(pickle.load(open("a.pickle", "rb")), subprocess.run("ls", capture_output=True, text=True).stdout.split())
print(asyncio.run(asyncio.sleep(0, 1)), numpy.eye(200).sum(), tempfile.mkdtemp()[:5], open("ps1.ipynb").read())
with multiprocessing.Pool(2) as pool:
    print(pool.map(abs, [-1, 2]), bleu_helpers.unigram_precision(["a"], [["a"]]))
"""


@pytest.mark.bubblewrap
@pytest.mark.parametrize(
    ("code", "printed"),
    [
        (OTHERS, "{'FileNotFoundError'}\n"),
        (WRITES, "[]\n"),
        (REACHES, "['ConnectionRefusedError', 'OSError']\n"),
        (LOOKS, "True\nFalse\n"),
        (TAKES, "MemoryError ['OSError', 'OSError', 'OSError']\n"),
        (WORKS, "{'a': 1} ['a.pickle', 'ps1.ipynb']\n1 200.0 /tmp/ ada\n[1, 2] 1.0\n"),
    ],
    ids=["others", "writes", "reaches", "looks", "takes", "works"],
)
def test_a_program_in_the_sandbox_reaches_only_its_own_folder(code, printed, tmp_path, monkeypatch):
    """It reaches no other student, network or process, has limited memory, and does everything honest work needs."""
    for name in ("ada", "eve"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "ps1.ipynb").write_text(name)
    (tmp_path / "seed").write_text("a seed")
    monkeypatch.setenv("BLEU_SEED_FILE", str(tmp_path / "seed"))
    monkeypatch.setenv("PWD", str(tmp_path))
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with socket.create_server(("127.0.0.1", 0)) as server:
        code = TRY + code.replace("THE_FOLDER", str(tmp_path)).replace("THE_PORT", str(server.getsockname()[1]))
        assert run(tmp_path / "ada", code, disk_megabytes=8) == printed
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_knows_the_folders_that_every_notebook_can_read(tmp_path):
    assert sandbox.is_visible_inside(Path(sys.prefix, "seed")) and not sandbox.is_visible_inside(tmp_path / "seed")


# Which sandbox.


def program(folder, name, code):
    """Put a program with this name first in the PATH."""
    (folder / name).write_text(f"#!{sys.executable}\nimport sys\n{code}\n")
    (folder / name).chmod(0o755)


@posix
def test_uses_the_sandbox_that_is_set_if_it_hides_a_file(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    program(tmp_path, "bwrap", "print('hidden')")
    program(tmp_path, "docker", "print('seen')")
    program(tmp_path, "podman", "sys.exit('podman: No permissions\\nFor help, see podman --help')")
    assert sandbox.kind() == "bwrap" == sandbox.kind()
    for name, problem in (
        ("docker", "docker does not start (exit code 0)"),
        ("podman", "podman does not start (podman: No permissions For help"),
        ("chroot", "chroot does not start (it is not one of"),
    ):
        sandbox.kind.cache_clear()
        monkeypatch.setenv("BLEU_SANDBOX", name)
        with pytest.raises(NoSandbox, match=re.escape(problem)) as caught:
            sandbox.kind()
        assert "BLEU_SANDBOX" in str(caught.value)


@pytest.mark.parametrize("program", ["docker", "podman"])
def test_starts_a_container_without_rights_and_stops_it_by_name(program, monkeypatch, tmp_path):
    monkeypatch.setattr(sandbox.os, "getuid", lambda: 1000, raising=False)
    monkeypatch.setattr(sandbox.os, "getgid", lambda: 1000, raising=False)
    line = sandbox.command(program, tmp_path, Limits(processes=7), Path("/run/k"))
    assert line[:2] == [program, "run"]
    options = "--network=none --read-only --cap-drop=ALL --pids-limit=28 --user=1000:1000 --env=HOME=/tmp".split()
    assert {*options} <= {*line} and f"--volume={tmp_path.resolve()}:/given:ro" in line
    assert f"--volume={Path('/run/k')}:/sockets" in line
    image = line.index(sandbox.IMAGE)
    assert line[image + 1 : image + 3] == [sys.executable, "/packages/bleu_grading/inside/start.py"]
    assert "--volume" not in " ".join(sandbox.command(program, tmp_path)[image:])
    stopped = []
    monkeypatch.setattr(sandbox.subprocess, "run", lambda line, **how: stopped.append(line))
    for command in (line, sandbox.command("bwrap", tmp_path)):
        sandbox.stop(command)
    assert stopped == [[program, "kill", line[2].removeprefix("--name=")]]
