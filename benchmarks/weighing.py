"""Count a range in a worker, and write the number of bytes received and sent and the time to a file.

The name of the file is in an environment variable, which every worker of an engine inherits.
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
    """The measurements of one range: the pickled sizes of the range and of its counts, and the counting time."""

    sent: int
    returned: int
    seconds: float


def count_range(part: LineRange) -> BleuScore:
    """Count a range split at spaces, as the lesson's `count_range` does, and write the measurements to the file."""
    start = time.perf_counter()
    score = bleu_helpers.score_range(part, tokenize="none")
    seconds = time.perf_counter() - start
    line = json.dumps([len(pickle.dumps(part)), len(pickle.dumps(score)), seconds])
    with open(os.environ[FILE], "a", encoding="utf-8") as file:  # short lines are appended atomically
        file.write(line + "\n")
    return score


def read(path: Path) -> list[Weighed]:
    """Return the measurements of all workers."""
    return [Weighed(*json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]
