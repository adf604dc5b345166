"""A sandbox for one student's code: no network, no processes but its own, a read-only file system, and limits.

`command(kind(), folder)` is what to put before a command, so that it runs in there with a copy of the folder to work
in. Which program makes the sandbox stands in an environment variable; it is tried and not looked for, because many
machines have one that may not start.
"""

import contextlib
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import bleu_helpers
import exercise_checker

SANDBOX_VARIABLE = "BLEU_SANDBOX"
"""Names the program that makes the sandbox: "bwrap" (also without the variable), "docker", "podman", or "none"."""

IMAGE = "bleu-sandbox"
"""The image for docker and podman. It may be empty: everything in it comes from this machine, read-only."""

NOT_PROTECTED = (
    "a student's cell can change other students' notebooks and their grades, read the seed and the answers, "
    "and use the network"
)

WORK = "/submission"
"""Where a student's code finds a copy of its folder: all that it can write to, and gone at the end."""

LONGEST_PROBLEM = 1000
"""So many characters of what a sandbox that does not start says. docker gives its reason first, and its help last."""

SOCKETS = "/sockets"
_GIVEN, _PACKAGES = "/given", "/packages"
_START = "inside/start.py"
_HERE = Path(__file__).resolve().parents[1]
_OURS = [_HERE, *(Path(file).resolve().parent for file in (bleu_helpers.__file__, exercise_checker.__file__))]
"""What a notebook needs of ours, and where each package is: the two distributions may be in different places."""


class NoSandbox(RuntimeError):
    """There is none that starts. The message is a line for the instructor: what is not protected, and what to do."""


@dataclass(frozen=True)
class Limits:
    """What a student's code may use. Memory and processes count all together in the sandbox where that can be done.

    `megabytes` is for each process too, and `disk_megabytes` for all files together.
    """

    megabytes: int = 4096
    disk_megabytes: int = 256
    processes: int = 64


def command(wanted: str, folder: Path | str, limits: Limits = Limits(), sockets: Path | None = None) -> list[str]:
    """Write what goes before a command of this Python's environment, so that it runs in a sandbox.

    The command starts in a copy of the folder, at WORK. It sees this Python with its packages and ours, and
    knows no environment variables but a few plain ones. Its standard streams are those of the caller. End the process
    and all that it started ends with it; a container needs `stop` too. With "none", only the limits are kept, and it
    starts where the caller is.

    Args:
        wanted: the kind of sandbox.
        folder: the student's own; nothing in it changes.
        limits: what the code may use.
        sockets: a folder that it can write to, at SOCKETS.
    """
    numbers = [str(limits.megabytes), str(_PROCESSES_OF_A_USER)]
    if wanted == "none":
        return [sys.executable, str(_HERE / _START), *numbers, "", ""]
    inside = [sys.executable, f"{_PACKAGES}/bleu_grading/{_START}", *numbers, _GIVEN, WORK]
    return [*_COMMANDS[wanted](Path(folder).resolve(), limits, sockets), *inside]


@cache
def kind() -> str:
    """Say what makes the sandbox here. Each is tried once.

    Raises:
        NoSandbox: the one that is set does not start.
    """
    wanted = os.environ.get(SANDBOX_VARIABLE) or "bwrap"
    if wanted == "none":
        return wanted
    problem = _does_not_start(wanted) if wanted in _COMMANDS else "it is not one of " + ", ".join([*_COMMANDS, "none"])
    if problem:
        raise NoSandbox(
            f"no sandbox: {wanted} does not start ({problem}). Without one, {NOT_PROTECTED}. "
            f"Install bubblewrap, or set {SANDBOX_VARIABLE} to docker or podman. To grade without one, set it to none."
        )
    return wanted


def warning() -> str:
    """Say in a line what is not protected, where somebody said that it goes without a sandbox; else nothing.

    Raises:
        NoSandbox: the one that is set does not start.
    """
    return f"Not protected: {NOT_PROTECTED}.\n" if kind() == "none" else ""


def _does_not_start(wanted: str) -> str:
    """Say what is wrong with a sandbox, by starting one that looks for a file it must not see."""
    with tempfile.TemporaryDirectory() as folder:
        secret = Path(folder, "secret")
        secret.touch()
        work = Path(folder, "work")
        work.mkdir()
        look = f"import os; print('seen' if os.path.exists({str(secret)!r}) else 'hidden')"
        try:
            done = subprocess.run(
                [*command(wanted, work), sys.executable, "-c", look],
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                stdin=subprocess.DEVNULL,
                timeout=60,
            )
        except (OSError, subprocess.TimeoutExpired) as problem:
            return str(problem)
    if done.stdout.strip() == "hidden":
        return ""
    return " ".join(done.stderr.split())[:LONGEST_PROBLEM] or f"exit code {done.returncode}"


def stop(line: Sequence[str]) -> None:
    """End a container whose command line this is: it outlives the process that was started here."""
    for word in line:
        if word.startswith(_NAME):
            with contextlib.suppress(OSError):
                subprocess.run(
                    [line[0], "kill", word.removeprefix(_NAME)], capture_output=True, stdin=subprocess.DEVNULL
                )


# The command lines.

_NAME = "--name="


_PROCESSES_OF_A_USER = 512
"""The kernel's own limit of processes. Older kernels count all of a user's, so it is not the one of `Limits`."""


def _plain_environment() -> dict[str, str]:
    return {
        "HOME": "/tmp",
        "LANG": "C.UTF-8",
        "PATH": os.pathsep.join([str(Path(sys.prefix, "bin")), "/usr/local/bin", "/usr/bin", "/bin"]),
        "PYTHONPATH": _PACKAGES,
        "PYTHONDONTWRITEBYTECODE": "1",
        # A library that starts a thread for each of sixty-four cores has no memory left for numbers.
        "OPENBLAS_NUM_THREADS": "2",
        "OMP_NUM_THREADS": "2",
    }


def shows(path: Path) -> bool:
    """Whether a file of this machine is among what every notebook in a sandbox may read."""
    return any(path.resolve().is_relative_to(Path(here).resolve()) for here in _readable(_HERE))


def _readable(folder: Path) -> dict[str, str]:
    """List what is there to be read: each path of this machine, and where it is in the sandbox."""
    python = Path(sys.executable).resolve().parent.parent
    pythons = [sys.prefix, sys.base_prefix, str(Path(sys.base_prefix).resolve()), str(python)]
    files = ["/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/nix/store"]
    system = [path for path in ["/usr", "/bin", "/lib", "/lib32", "/lib64", "/sbin", *files] if os.path.exists(path)]
    ours = {str(folder): f"{_PACKAGES}/{folder.name}" for folder in _OURS}
    return {path: path for path in [*system, *pythons]} | ours | {str(folder): _GIVEN}


def _bwrap(folder: Path, limits: Limits, sockets: Path | None) -> list[str]:
    size = str(limits.disk_megabytes * 2**20)
    line = ["bwrap", "--unshare-all", "--unshare-user", "--as-pid-1", "--die-with-parent", "--new-session"]
    line += ["--cap-drop", "ALL", "--clearenv", "--proc", "/proc", "--dev", "/dev"]
    for folder_in_memory in ("/dev/shm", "/tmp", WORK):
        line += ["--size", size, "--tmpfs", folder_in_memory]
    for here, there in _readable(folder).items():
        line += ["--ro-bind", here, there]
    line += ["--bind", str(sockets), SOCKETS] if sockets else []
    line += ["--remount-ro", "/dev", "--remount-ro", "/"]
    for name, value in _plain_environment().items():
        line += ["--setenv", name, value]
    return [*line, "--chdir", WORK, "--"]


def _container(program: str, folder: Path, limits: Limits, sockets: Path | None) -> list[str]:
    size = f"size={limits.disk_megabytes}m,mode=1777"
    line = [program, "run", f"{_NAME}{secrets.token_hex(8)}", "--rm", "--interactive"]
    line += ["--network=none", "--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges"]
    # Their own limits are above those that some machines allow. They count threads as processes.
    line += ["--ulimit=nofile=1024:1024", f"--ulimit=nproc={_PROCESSES_OF_A_USER}:{_PROCESSES_OF_A_USER}"]
    line += [f"--pids-limit={4 * limits.processes}", f"--memory={limits.megabytes}m"]
    line += [f"--user={os.getuid()}:{os.getgid()}", f"--tmpfs=/tmp:{size}", f"--tmpfs={WORK}:{size}"]
    line += [f"--volume={here}:{there}:ro" for here, there in _readable(folder).items()]
    line += [f"--volume={sockets}:{SOCKETS}"] if sockets else []
    line += [f"--env={name}={value}" for name, value in _plain_environment().items()]
    return [*line, f"--workdir={WORK}", IMAGE]


_COMMANDS = {
    "bwrap": _bwrap,
    "docker": lambda *asked: _container("docker", *asked),
    "podman": lambda *asked: _container("podman", *asked),
}


# What it uses of the machine, all together. Linux only: elsewhere nothing is seen.

SOCKETS_FILES, SOCKETS_BYTES = 100, 2**20
"""What may be in the folder of the sockets. A kernel has five, and a file that names them."""

EVERY_SECONDS = 0.1

ALONE = "nobody who waits for it"


def watch(
    process: "subprocess.Popen[str]",
    limits: Limits,
    stop: Callable[[str], None],
    sockets: Path,
    parent: int,
) -> None:
    """Look at a sandbox until it ends; where it has too much or nobody waits for it, call `stop` and say why, once.

    Args:
        process: what was started outside, and what the sandbox's processes come from.
        limits: what they may use together.
        stop: ends them.
        sockets: the only folder of this machine that the sandbox writes to.
        parent: who waits for this program's result. Its end is to be the sandbox's: a connection may have dropped.
    """
    while process.poll() is None:
        why = too_much(process.pid, sockets, limits) if os.getppid() == parent else ALONE
        if why:
            stop(why)
            return
        time.sleep(EVERY_SECONDS)


def descendants(pid: int) -> list[int]:
    """List the processes that a process started, and those that they started, the nearest first."""
    found, waiting = [], [pid]
    while waiting:
        parent = waiting.pop(0)
        for children in _files(Path(f"/proc/{parent}/task"), "*/children"):
            with contextlib.suppress(OSError):
                waiting += (more := [int(child) for child in children.read_text().split()])
                found += more
    return found


def _files(folder: Path, pattern: str) -> list[Path]:
    """List files of a folder that may go away at any moment, as a process's does."""
    try:
        return [*folder.glob(pattern)]
    except OSError:
        return []


def too_much(pid: int, sockets: Path, limits: Limits) -> str:
    """Say what a sandbox has too much of, if anything."""
    processes = descendants(pid)
    if len(processes) > limits.processes:
        return f"more than {limits.processes} processes"
    if sum(map(_own_megabytes, processes)) > limits.megabytes:
        return f"more than {limits.megabytes} MB of memory"
    return "files in the folder of its sockets" if _filled(sockets) else ""


def _own_megabytes(pid: int) -> float:
    """The memory of a process that it shares with no file."""
    try:
        _, resident, shared, *_ = map(int, Path(f"/proc/{pid}/statm").read_text().split())
    except (OSError, ValueError):
        return 0.0
    return (resident - shared) * os.sysconf("SC_PAGE_SIZE") / 2**20


def _filled(sockets: Path) -> bool:
    """Whether more than sockets is in their folder."""
    size = 0
    with contextlib.suppress(OSError):
        for number, path in enumerate(sockets.rglob("*")):
            size += path.lstat().st_size
            if number > SOCKETS_FILES or size > SOCKETS_BYTES:
                return True
    return False
