"""The first program in a sandbox: it sets the limits, copies the student's files, and then becomes the given command.

  python start.py 4096 512 /given /submission python -P -m bleu_grading.inside.kernel FILE

For example, this limits each process to 4096 MB and the number of processes to 512, copies /given to /submission, and
replaces itself with the kernel. It is run by its path and needs only the standard library, so it takes only a few
hundredths of a second.
"""

import contextlib
import os
import shutil
import sys


def limit(megabytes: int, processes: int) -> None:
    """Limit the memory and the number of processes of this process and its children, if the platform supports it."""
    import resource  # imported here because Windows does not have it

    limits = {resource.RLIMIT_AS: megabytes * 2**20, resource.RLIMIT_NPROC: processes, resource.RLIMIT_CORE: 0}
    for kind, maximum in limits.items():
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (maximum, maximum))


def main(arguments: list[str]) -> None:
    """Copy the folder `given` to `work` unless it is empty, set the limits, and run the command in this process."""
    megabytes, processes, given, work, *command = arguments
    if given:
        shutil.copytree(given, work, dirs_exist_ok=True, symlinks=True)
        os.chdir(work)
    limit(int(megabytes), int(processes))
    os.execvp(command[0], command)


if __name__ == "__main__":  # pragma: no cover - runs in a separate process
    main(sys.argv[1:])
