"""Count a range in a worker, and write the number of bytes received and sent and the time to a file.

The name of the file is in an environment variable, which every worker of an engine inherits.
"""

import json
import os
import pickle
import time

import bleu_helpers
from bleu_helpers import BleuScore, LineRange

FILE = "BLEU_FROM_SCRATCH_WEIGHED"


def count_range(part: LineRange) -> BleuScore:
    """Count a range split at spaces, as the lesson's `count_range` does, and write the measurements to the file."""
    start = time.perf_counter()
    score = bleu_helpers.score_range(part, tokenize="none")
    seconds = time.perf_counter() - start
    weighed = {"sent": len(pickle.dumps(part)), "returned": len(pickle.dumps(score)), "busy_seconds": seconds}
    with open(os.environ[FILE], "a", encoding="utf-8") as file:  # short lines are appended atomically
        file.write(json.dumps(weighed) + "\n")
    return score
