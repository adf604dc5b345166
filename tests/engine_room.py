"""What test_engines.py starts where Dask and Spark are installed: one engine scores a folder's files in several cases.

  python engine_room.py with_dask FOLDER

The function is the lesson's own. Prints a line of JSON: for each case the counts, or the error as a user sees it.
"""

import json
import sys
from dataclasses import replace
from pathlib import Path

import fragile
from lesson import functions

from bleu_helpers import line_ranges


def merged(parts):
    """One range of several that follow each other."""
    return replace(parts[0], lines=sum(part.lines for part in parts))


def cases(folder):
    """By name, the ranges to score, and the first line of the range whose worker dies."""
    references = [folder / "reference_a.txt", folder / "reference_b.txt"]
    even = line_ranges(folder / "candidates.txt", references, lines=100)
    single = line_ranges(folder / "candidates.txt", references, lines=1)
    nothing = replace(single[500], lines=0)
    own, *others = [(folder / name).as_uri() for name in ("candidates.txt", "reference_a.txt", "reference_b.txt")]
    return {
        "even": (even, None),
        "uneven": ([single[0], merged(single[1:900]), *single[900:903], merged(single[903:])], None),
        "an empty partition": ([*even[:5], nothing, *even[5:], nothing], None),
        "no partition": ([], None),
        "named by addresses": (line_ranges(own, others, lines=100), None),
        "a worker killed": (even, even[3].first_line),
        "a broken line": (line_ranges(folder / "broken.txt", references, lines=100), None),
    }


def main(engine, folder):
    [way] = functions(engine, score_range=fragile.score_range)
    found = {}
    for name, (ranges, deadly) in cases(folder).items():
        fragile.begin_case(deadly)
        try:
            counts = way(ranges)
            said = {"counts": [counts.matched, counts.total, counts.candidate_length, counts.reference_length]}
        except Exception as error:
            said = {"error": str(error), "kind": type(error).__name__}
        found[name] = said | {"notes": fragile.notes().read_text(encoding="utf-8").splitlines()}
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
