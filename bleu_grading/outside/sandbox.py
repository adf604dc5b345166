"""A sandbox for one student's code: no network, no other processes, a read-only file system, and limits.

A command runs in the sandbox, in a copy of a folder, if `command(kind(), folder)` is put before it. For example,
`[*command("bwrap", "submitted/ada/ps1"), "python", "-c", "print(1)"]` is such a command line. An environment variable
names the program that makes the sandbox. This program is started once to see whether it works, because on many machines
it is installed but cannot start.
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

import bleu_exercises
import bleu_helpers
import exercise_checker

SANDBOX_VARIABLE = "BLEU_SANDBOX"
"""Names the program that makes the sandbox: "bwrap" (the default), "docker", "podman" or "none"."""

IMAGE = "bleu-sandbox"
"""The image for docker and podman. It may be empty, because all files come from this machine and are read-only."""

NOT_PROTECTED = (
    "a student's cell can change other students' notebooks and their grades, read the seed and the answers, "
    "and use the network"
)

WORK = "/submission"
"""The folder in the sandbox with a copy of the student's files. The code can write only here."""

MAX_PROBLEM = 1000
"""The number of characters quoted from the error of a sandbox. docker prints the reason first, then its help."""

SOCKETS = "/sockets"
_STUDENTS_FOLDER, _PACKAGES = "/given", "/packages"
_START_PROGRAM = "inside/start.py"
_HERE = Path(__file__).resolve().parents[1]
_OUR_PACKAGES = [
    _HERE,
    *(Path(package.__path__[0]).resolve() for package in (bleu_helpers, bleu_exercises, exercise_checker)),
]
"""The folders of our packages that a notebook needs. The two distributions may be installed in different places."""


class NoSandbox(RuntimeError):
    """No sandbox can be started. The message tells the instructor what is not protected, and what to do."""


@dataclass(frozen=True)
class Limits:
    """The limits for a student's code. Those on memory and processes apply to the whole sandbox where this is possible.

    `megabytes` is also the limit for each process, and `disk_megabytes` is the limit for all files together.
    `configuration.use_sandbox` sets the limit of time.
    """

    megabytes: int = 4096
    disk_megabytes: int = 256
    processes: int = 64


def command(wanted: str, folder: Path | str, limits: Limits = Limits(), sockets: Path | None = None) -> list[str]:
    """Return the words to put before a command so that it runs in a sandbox.

    The command starts in a copy of the folder, at WORK. It sees this Python with its packages and ours, and only a few
    harmless environment variables. Its standard streams are those of the caller. When the process ends, everything
    that it started ends too, but a container also needs `stop`. With "none", only the limits are set, and the command
    starts in the caller's folder.

    Args:
        wanted: the kind of sandbox.
        folder: the student's folder, which is not changed.
        limits: the limits for the code.
        sockets: a folder that the code can write to, at SOCKETS.
    """
    limit_arguments = [str(limits.megabytes), str(_PROCESSES_OF_A_USER)]
    if wanted == "none":
        return [sys.executable, str(_HERE / _START_PROGRAM), *limit_arguments, "", ""]
    inside = [sys.executable, f"{_PACKAGES}/bleu_grading/{_START_PROGRAM}", *limit_arguments, _STUDENTS_FOLDER, WORK]
    return [*_COMMANDS[wanted](Path(folder).resolve(), limits, sockets), *inside]


@cache
def kind() -> str:
    """Return the kind of sandbox to use, after trying once whether it starts.

    Raises:
        NoSandbox: the chosen sandbox does not start.
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
    """Return a line about what is not protected if the sandbox is switched off, or an empty string.

    Raises:
        NoSandbox: the chosen sandbox does not start.
    """
    return f"Not protected: {NOT_PROTECTED}.\n" if kind() == "none" else ""


def _does_not_start(wanted: str) -> str:
    """Start a sandbox that looks for a file it must not see, and return the problem, or an empty string."""
    with tempfile.TemporaryDirectory() as folder:
        secret, work = Path(folder, "secret"), Path(folder, "work")
        secret.touch()
        work.mkdir()
        program = f"import os; print('seen' if os.path.exists({str(secret)!r}) else 'hidden')"
        try:
            line = [*command(wanted, work), sys.executable, "-c", program]
            done = subprocess.run(line, capture_output=True, stdin=subprocess.DEVNULL, timeout=60)
        except (OSError, subprocess.TimeoutExpired) as problem:
            return str(problem)
    if done.stdout.strip() == b"hidden":
        return ""
    return " ".join(done.stderr.decode(errors="replace").split())[:MAX_PROBLEM] or f"exit code {done.returncode}"


def stop(line: Sequence[str]) -> None:
    """End the container with this command line, because it outlives the process that was started here."""
    for name in [word.removeprefix(_NAME_OPTION) for word in line if word.startswith(_NAME_OPTION)]:
        with contextlib.suppress(OSError):
            subprocess.run([line[0], "kill", name], capture_output=True, stdin=subprocess.DEVNULL)


# The command lines.

_NAME_OPTION = "--name="


_PROCESSES_OF_A_USER = 512
"""The limit that the operating system enforces. Older Linux kernels count all processes of a user, so it is higher."""


def _plain_environment() -> dict[str, str]:
    return {
        "HOME": "/tmp",
        "LANG": "C.UTF-8",
        "PATH": os.pathsep.join([str(Path(sys.prefix, "bin")), "/usr/local/bin", "/usr/bin", "/bin"]),
        "PYTHONPATH": _PACKAGES,
        "PYTHONDONTWRITEBYTECODE": "1",
        # On a machine with 64 cores, a library that starts a thread per core would use up the memory.
        "OPENBLAS_NUM_THREADS": "2",
        "OMP_NUM_THREADS": "2",
    }


def is_visible_inside(path: Path) -> bool:
    """Whether every notebook in a sandbox may read this file of the machine."""
    return any(path.resolve().is_relative_to(Path(folder).resolve()) for folder in _readable(_HERE))


def _readable(folder: Path) -> dict[str, str]:
    """Map each path of this machine that can be read in the sandbox to its path there."""
    python = Path(sys.executable).resolve().parent.parent
    pythons = [sys.prefix, sys.base_prefix, str(Path(sys.base_prefix).resolve()), str(python)]
    files = ["/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/nix/store"]
    system = [path for path in ["/usr", "/bin", "/lib", "/lib32", "/lib64", "/sbin", *files] if os.path.exists(path)]
    our_packages = {str(folder): f"{_PACKAGES}/{folder.name}" for folder in _OUR_PACKAGES}
    return {path: path for path in [*system, *pythons]} | our_packages | {str(folder): _STUDENTS_FOLDER}


def _bwrap(folder: Path, limits: Limits, sockets: Path | None) -> list[str]:
    size = str(limits.disk_megabytes * 2**20)
    line = ["bwrap", "--unshare-all", "--unshare-user", "--as-pid-1", "--die-with-parent", "--new-session"]
    line += ["--cap-drop", "ALL", "--clearenv", "--proc", "/proc", "--dev", "/dev"]
    for folder_in_memory in ("/dev/shm", "/tmp", WORK):
        line += ["--size", size, "--tmpfs", folder_in_memory]
    for outside, inside in _readable(folder).items():
        line += ["--ro-bind", outside, inside]
    line += ["--bind", str(sockets), SOCKETS] if sockets else []
    line += ["--remount-ro", "/dev", "--remount-ro", "/"]
    for name, value in _plain_environment().items():
        line += ["--setenv", name, value]
    return [*line, "--chdir", WORK, "--"]


def _container(program: str, folder: Path, limits: Limits, sockets: Path | None) -> list[str]:
    size = f"size={limits.disk_megabytes}m,mode=1777"
    line = [program, "run", f"{_NAME_OPTION}{secrets.token_hex(8)}", "--rm", "--interactive"]
    line += ["--network=none", "--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges"]
    # The defaults of docker and podman exceed what some machines allow. Both count threads as processes.
    line += ["--ulimit=nofile=1024:1024", f"--ulimit=nproc={_PROCESSES_OF_A_USER}:{_PROCESSES_OF_A_USER}"]
    line += [f"--pids-limit={4 * limits.processes}", f"--memory={limits.megabytes}m"]
    line += [f"--user={os.getuid()}:{os.getgid()}", f"--tmpfs=/tmp:{size}", f"--tmpfs={WORK}:{size}"]
    line += [f"--volume={outside}:{inside}:ro" for outside, inside in _readable(folder).items()]
    line += [f"--volume={sockets}:{SOCKETS}"] if sockets else []
    line += [f"--env={name}={value}" for name, value in _plain_environment().items()]
    return [*line, f"--workdir={WORK}", IMAGE]


_COMMANDS = {
    "bwrap": _bwrap,
    "docker": lambda *options: _container("docker", *options),
    "podman": lambda *options: _container("podman", *options),
}


# What a sandbox uses in total. This is measured only on Linux; on other systems nothing is found.

SOCKETS_FILES, SOCKETS_BYTES = 100, 2**20
"""The limits for the folder of the sockets. A kernel has five sockets there, and the connection file."""

WATCH_SECONDS = 0.1
"""The time between two measurements of a sandbox: long enough to cost little, and short enough to stop a sandbox soon
after it exceeds a limit."""

ORPHANED = "nobody who waits for it"


def watch(
    process: "subprocess.Popen[str]", limits: Limits, stop: Callable[[str], None], sockets: Path, parent: int
) -> None:
    """Watch a sandbox until it ends. If it exceeds a limit or nothing awaits it, call `stop` once with the reason.

    Args:
        process: the process that was started outside; those of the sandbox are its descendants.
        limits: the limits for all of them together.
        stop: ends the sandbox.
        sockets: the only folder of this machine that the sandbox can write to.
        parent: the process that waits for the result. If it has ended, for example because a connection was lost, the
            sandbox must end too.
    """
    while process.poll() is None:
        why = exceeded_limit(process.pid, sockets, limits) if os.getppid() == parent else ORPHANED
        if why:
            stop(why)
            return
        time.sleep(WATCH_SECONDS)


def descendants(pid: int) -> list[int]:
    """List all descendants of a process, starting with its children."""
    found, waiting = [], [pid]
    while waiting:
        parent = waiting.pop(0)
        for children in _files(Path(f"/proc/{parent}/task"), "*/children"):
            with contextlib.suppress(OSError):
                waiting += (more := [int(child) for child in children.read_text().split()])
                found += more
    return found


def _files(folder: Path, pattern: str) -> list[Path]:
    """List the files of a folder that may disappear at any moment, as the folder of a process does."""
    try:
        return [*folder.glob(pattern)]
    except OSError:
        return []


def exceeded_limit(pid: int, sockets: Path, limits: Limits) -> str:
    """Return the limit that a sandbox exceeds, or an empty string."""
    processes = descendants(pid)
    if len(processes) > limits.processes:
        return f"more than {limits.processes} processes"
    if sum(map(_own_megabytes, processes)) > limits.megabytes:
        return f"more than {limits.megabytes} MB of memory"
    return "files in the folder of its sockets" if _has_other_files(sockets) else ""


def _own_megabytes(pid: int) -> float:
    """Return the memory of a process without the part that it shares with files."""
    try:
        _, resident, shared, *_ = map(int, Path(f"/proc/{pid}/statm").read_text().split())
    except (OSError, ValueError):
        return 0.0
    return (resident - shared) * os.sysconf("SC_PAGE_SIZE") / 2**20


def _has_other_files(sockets: Path) -> bool:
    """Whether the folder of the sockets contains more than a kernel puts there."""
    size = 0
    with contextlib.suppress(OSError):
        for number, path in enumerate(sockets.rglob("*")):
            size += path.lstat().st_size
            if number > SOCKETS_FILES or size > SOCKETS_BYTES:
                return True
    return False
