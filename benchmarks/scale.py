"""Score one corpus in five ways, and compare their time, their memory and the bytes sent between processes.

  python3 run.py scale                  two corpora, of 1 and 10 million segments (about 20 minutes)
  python3 run.py scale 100000           a corpus of another size (a minute or two); several sizes are possible
  python3 run.py scale 100000 --save    also save the measurements for lesson 14, in bleu_helpers/data/measured.json

The ways are the five functions of lesson 14, taken from its cells. Each runs in a separate process, on text files that
are generated from a fixed seed. All five must return the same counts. As in the lesson, they split the text at spaces
(tokenize="none").
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy  # noqa: F401 - loaded before any clock starts
import psutil
import weighing
from corpus import write_files
from lesson import functions
from measured import ROOT, about_this_machine, keep

from bleu_helpers import bleu_of_counts, line_ranges

WAYS = {
    "plain Python": "in_plain_python",
    "fast path": "on_the_fast_path",
    "two processes": "with_two_processes",
    "Dask": "with_dask",
    "Spark": "with_spark",
}
"""The names of the functions in the lesson."""
ALONE = ("plain Python", "fast path")
"""The methods with one process, which need no ranges."""
SIZES = [1_000_000, 10_000_000]
LEAST_SEGMENTS = 50_000
"""The minimum number of segments. A method with one process scores a smaller corpus repeatedly until it has scored this
many, and its median time counts."""
JAVA = 17
"""The oldest Java with which Spark starts."""


# One method, in the process that is measured.


def score_in_this_process(way: str, candidates: str, references: str, segments: int, least: int) -> dict[str, Any]:
    """Score the corpus with one method, and measure its time and separately the time for finding the ranges."""
    [function] = functions(WAYS[way], count_range=weighing.count_range)
    taken = []
    for _ in range(max(1, least // segments) if way in ALONE else 1):
        start = time.perf_counter()
        ranges = line_ranges(candidates, [references], lines=None if way in ALONE else lines_of_a_range(segments))
        found = time.perf_counter()
        counts = function(ranges)
        taken.append((time.perf_counter() - start, found - start))
    seconds, pass_seconds = statistics.median_low(taken)
    return {
        "seconds": seconds,
        "pass_seconds": pass_seconds,
        "ranges": len(ranges),
        "counts": [counts.matched, counts.total, counts.candidate_length, counts.reference_length],
        "bleu": bleu_of_counts(counts),
    }


# All methods, from outside.


def measure(way: str, files: tuple[Path, Path], segments: int) -> tuple[dict[str, Any], list[Any]]:
    """Score a corpus with one method in a separate process, and return the measurements and the counts.

    The measurements are: `seconds` from the files to the counts, including the start of an engine or of processes;
    `pass_seconds`, the part of these in which the ranges are found; `busy_seconds`, the total of all ranges, measured
    by the workers; `peak_mib`, the maximum memory of the process and its children together; the number of `ranges`;
    the bytes of the pickled ranges, `sent`, and of their pickled counts, `returned`; and `loopback`, all bytes sent
    over the machine's loopback network meanwhile, including the internal messages of an engine.
    """
    with tempfile.TemporaryDirectory() as folder:
        weighed = Path(folder, "weighed")
        weighed.touch()
        command = [sys.executable, __file__, "--way", way, *map(str, [*files, segments, LEAST_SEGMENTS])]
        before = bytes_over_loopback()
        output, peak = run_watched(command, {**environment_of_engines(), weighing.FILE: str(weighed)})
        after = bytes_over_loopback()
        by_workers = [json.loads(line) for line in weighed.read_text("utf-8").splitlines()] if way not in ALONE else []
    result = json.loads(output.splitlines()[-1])
    counts = result.pop("counts")
    measured = {"way": way, **result, "peak_mib": peak / 2**20}
    measured |= {kind: sum(part[kind] for part in by_workers) for kind in ("busy_seconds", "sent", "returned")}
    return measured | {"loopback": None if before is None or after is None else after - before}, counts


def environment_of_engines(python: str = sys.executable) -> dict[str, str]:
    """Return the engines' settings: use only this machine, print nothing, and use this Python for the workers."""
    paths = [str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "PYSPARK_PYTHON": python,
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_CONF_DIR": str(Path(__file__).parent / "spark"),
    }


def run_watched(command: list[str], environment: dict[str, str]) -> tuple[str, int]:
    """Run a command, and return its output and the maximum memory of it and its children together, in bytes.

    Raises:
        RuntimeError: the command failed; its errors are in the message.
    """
    peak = 0
    # The output goes to files, because a full pipe that is not read would block the process.
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        with subprocess.Popen(command, env=environment, stdout=output, stderr=errors, cwd=ROOT) as process:
            while process.poll() is None:
                peak = max(peak, memory_of(process.pid))
                time.sleep(0.1)
        output.seek(0)
        errors.seek(0)
        if process.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} failed:\n{errors.read()}")
        return output.read(), peak


def memory_of(pid: int) -> int:
    """Return the memory of a process and its children in bytes."""
    held = 0
    with suppress(psutil.NoSuchProcess):  # it ended meanwhile
        for process in (psutil.Process(pid), *psutil.Process(pid).children(recursive=True)):
            with suppress(psutil.NoSuchProcess, psutil.AccessDenied):
                held += process.memory_info().rss
    return held


def bytes_over_loopback() -> int | None:
    """Return the bytes sent over the loopback network so far, or None if the system does not count them."""
    cards = psutil.net_io_counters(pernic=True)
    return next((cards[name].bytes_sent for name in ("lo", "lo0") if name in cards), None)


def java_release() -> int | None:
    """Return the release of the Java that Spark would start, or None if there is none."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home, "bin", "java")) if home else shutil.which("java")
    try:
        answer = subprocess.run([java or "java", "-version"], capture_output=True, text=True, timeout=60)
    except OSError:
        return None
    version = re.search(r'version "(?:1\.)?(\d+)', answer.stderr + answer.stdout)
    return int(version[1]) if version and answer.returncode == 0 else None


def lines_of_a_range(segments: int) -> int:
    """Choose the lines per range: ten ranges for each of two workers, but not more lines than the default."""
    return min(50_000, max(segments // 20, 1))


def all_ways(segments: int, ways: list[str]) -> dict[str, Any]:
    """Score a corpus of this size with each method, print a line for each, and check that all results agree."""
    with tempfile.TemporaryDirectory() as folder:
        files = write_files(segments, Path(folder))
        size = sum(path.stat().st_size for path in files)
        found, counts = [], []
        for way in ways:
            measured, counted = measure(way, files, segments)
            print(f"{segments:>10,}  {way:14} {measured['seconds']:8.1f} s {measured['peak_mib']:6.0f} MiB", flush=True)
            found.append(measured)
            counts.append(counted)
    if any(other != counts[0] for other in counts) or any(measured["bleu"] != found[0]["bleu"] for measured in found):
        raise AssertionError(f"the ways do not agree: {dict(zip(ways, counts, strict=True))}")
    print(f"{segments:>10,}  the same counts and the same BLEU in {len(ways)} ways: {found[0]['bleu']!r}")
    return {"segments": segments, "bytes": size, "ways": found}


def main(arguments: list[str]) -> None:
    """Print the time and the memory of each method, and save all measurements with --save."""
    if arguments[:1] == ["--way"]:
        way, candidates, references, segments, least = arguments[1:]
        print(json.dumps(score_in_this_process(way, candidates, references, int(segments), int(least))))
        return
    parser = argparse.ArgumentParser(
        prog="run.py scale", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("segments", type=int, nargs="*", default=SIZES, help="how many segments (or several numbers)")
    parser.add_argument("--save", action="store_true", help="keep what was measured")
    chosen = parser.parse_args(arguments)
    java = java_release()
    if java is None or java < JAVA:
        found = "there is none" if java is None else f"this is Java {java}"
        sys.exit(f"Spark needs a Java {JAVA} or later, and {found}. JAVA_HOME may name the folder of another one.")
    machine = about_this_machine(["numpy", "dask", "distributed", "pyspark"]) | {"java": java}
    print(json.dumps(machine))
    runs = [all_ways(segments, [*WAYS]) for segments in chosen.segments]
    print("load at the end:", [round(load, 1) for load in os.getloadavg()])
    if chosen.save:
        keep("scale", {**machine, "runs": runs})


if __name__ == "__main__":
    main(sys.argv[1:])
