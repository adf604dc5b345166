"""Score the files of a folder with one engine, as in lesson 14. test_scale.py runs this with Dask and with Spark.

  python run_engine.py with_dask FOLDER

It prints a line of JSON with, for each case, the counts or the error that a user sees.
"""

import json
import sys
from pathlib import Path

import killed_worker
from lesson import functions

from bleu_helpers import line_ranges


def main(engine, folder):
    [way] = functions(engine, count_range=killed_worker.count_range)
    within_zip = f"zip://reference_a.txt::{(folder / 'reference_a.zip').as_uri()}"  # an address that fsspec opens
    references = [within_zip, folder / "reference_b.txt"]
    good, broken = (line_ranges(folder / name, references, lines=100) for name in ("candidates.txt", "broken.txt"))
    deadly = killed_worker.deadly(good[3].first_line)
    deadly.touch()
    found = {"a worker killed": result_of(way, good) | {"killed": not deadly.exists()}}
    print(json.dumps(found | {"a broken line": result_of(way, broken)}))


def result_of(way, ranges):
    try:
        counts = way(ranges)
    except Exception as error:
        return {"error": str(error), "kind": type(error).__name__}
    return {"counts": [counts.matched, counts.total, counts.candidate_length, counts.reference_length]}


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
