"""A worker that is killed once, when it has counted part of a range, as by a system that has run out of memory.

A file says which range kills its worker, because an engine may start its workers before a case begins, so their
environment contains only the folder of this file. The worker removes the file first, so the next one survives.
"""

import os
import signal
from itertools import islice
from pathlib import Path

import bleu_helpers
from bleu_helpers import BleuScore, read_segments

FOLDER = "KILLED_WORKER_FOLDER"
"""The environment variable with the folder of the file, which workers inherit."""


def deadly(first_line):
    """Return the path of the file that lets the range with this first line kill its worker."""
    return Path(os.environ[FOLDER], f"deadly {first_line}")


def count_range(part):
    if deadly(part.first_line).exists():
        deadly(part.first_line).unlink()
        BleuScore().update_from_pairs(islice(read_segments(part), part.lines // 2))
        os.kill(os.getpid(), signal.SIGKILL)
    return bleu_helpers.score_range(part, tokenize="none")
