"""What a worker does with a range, with a line about it in a file: the bytes that came and went, and how long it took.

The file's name stands in the environment, which every worker of an engine inherits.
"""

import json
import os
import pickle
import time
from pathlib import Path
from typing import NamedTuple

import bleu_helpers
from bleu_helpers import BleuScore, LineRange

FILE = "BLEU_FROM_SCRATCH_WEIGHED"


class Weighed(NamedTuple):
    """One range: the bytes of it and of its counts, pickled, and the seconds between the two."""

    sent: int
    returned: int
    seconds: float


def score_range(part: LineRange) -> BleuScore:
    """Count a range as `bleu_helpers.score_range` does, and write down what that took."""
    start = time.perf_counter()
    score = bleu_helpers.score_range(part)
    seconds = time.perf_counter() - start
    line = json.dumps([len(pickle.dumps(part)), len(pickle.dumps(score)), seconds])
    with open(os.environ[FILE], "a", encoding="utf-8") as file:  # one short line at a time: the system keeps them apart
        file.write(line + "\n")
    return score


def read(path: Path) -> list[Weighed]:
    """The lines of all workers."""
    return [Weighed(*json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
