"""The instructor's one command: `python -m bleu_grading grade ps1`."""

import sys

from bleu_grading.instructor.command import main

if __name__ == "__main__":  # pragma: no cover - in a process of its own
    sys.exit(main(sys.argv[1:]))
