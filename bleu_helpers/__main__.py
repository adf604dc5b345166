"""Run a command of the package, for example `python -m bleu_helpers score new.txt --ref ref.txt`."""

import sys
from io import TextIOWrapper

from bleu_helpers.report.command import main

if __name__ == "__main__":  # pragma: no cover - runs in a separate process
    if isinstance(sys.stdout, TextIOWrapper):  # Windows writes a file in another encoding, without the minus sign
        sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main(sys.argv[1:]))
