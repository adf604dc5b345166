"""Run a command, for example `bleu score new.txt --ref ref.txt`; `python -m bleu_helpers` does the same."""

import signal
import sys
from io import TextIOWrapper

from bleu_helpers.report.command import main


def run() -> None:  # pragma: no cover - runs in a separate process
    """Run the command that was typed, and exit with its status."""
    if isinstance(sys.stdout, TextIOWrapper):  # Windows writes a file in another encoding, without the minus sign
        # The name of a file may contain bytes that are not UTF-8.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    if hasattr(signal, "SIGPIPE"):  # if the reader of the output closes it, as `head` does, end without a message
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main(sys.argv[1:]))


if __name__ == "__main__":  # pragma: no cover - as above
    run()
