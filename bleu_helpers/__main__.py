"""Run a command of the package, for example `python -m bleu_helpers score new.txt --ref ref.txt`."""

import sys

from bleu_helpers.report.command import main

if __name__ == "__main__":  # pragma: no cover - runs in a separate process
    sys.exit(main(sys.argv[1:]))
