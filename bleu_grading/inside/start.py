"""The first program in a sandbox: it takes the limits on, copies the student's files, and becomes what it was given.

It is run by its path and needs the standard library only, so that it costs a few hundredths of a second.
"""

import contextlib
import os
import shutil
import sys


def limit(megabytes: int, processes: int) -> None:
    """Let this process and each of its children have so much and no more, where the platform can do that."""
    import resource  # which Windows lacks

    wanted = {
        resource.RLIMIT_AS: megabytes * 2**20,
        resource.RLIMIT_NPROC: processes,
        resource.RLIMIT_CORE: 0,
    }
    for what, most in wanted.items():
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))


def main(arguments: list[str]) -> None:
    """Take the limits on, copy GIVEN to WORK where they are named, and run the rest of the line in this process."""
    megabytes, processes, given, work, *command = arguments
    if given:
        shutil.copytree(given, work, dirs_exist_ok=True, symlinks=True)
        os.chdir(work)
    limit(int(megabytes), int(processes))
    os.execvp(command[0], command)


if __name__ == "__main__":  # pragma: no cover - in a process of its own
    main(sys.argv[1:])
