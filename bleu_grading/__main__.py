"""Run the instructor's command, for example `python -m bleu_grading grade ps1`."""

import sys

from bleu_grading.instructor.command import main

if __name__ == "__main__":  # pragma: no cover - runs in a separate process
    sys.exit(main(sys.argv[1:]))
