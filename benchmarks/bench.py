"""Measure how fast the package is, compared with other packages in the same run.

  python3 run.py bench                  the table, in a few minutes
  python3 run.py bench --steps          measure the steps of lesson 14 instead, from the definition to arrays
  python3 run.py bench --steps --save   also write bleu_helpers/data/measured.json, which lesson 14 draws

The ratio of another function says how many times as long as ours it takes. It is the median over the rounds, in each
of which every function is timed once. Before that, all functions must return the same numbers, to 1e-12. Everything
runs on one core.
"""

import argparse
import gc
import json
import math
import os
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Mapping
from dataclasses import astuple
from functools import reduce
from itertools import islice
from operator import add
from typing import Any

# This must be set before NumPy is loaded, so that every function uses one core.
os.environ.update(dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "RAYON_NUM_THREADS"), "1"))

from corpus import stream
from lesson import functions
from measured import about_this_machine, keep
from tasks import Arguments, Function, Task, tasks

from bleu_helpers import bleu_counts, corpus_counts

PACKAGES = ["nltk", "sacrebleu", "bleuscore", "rouge-score", "jiwer", "rapidfuzz", "numpy"]
SEGMENTS_OF_STEPS = 10_000


def compare(
    compared: Mapping[str, Function],
    arguments: Callable[[], Arguments],
    rounds: int,
) -> tuple[float, dict[str, float]]:
    """Time functions in rounds, after a first call that compares their results.

    Args:
        compared: the functions by their names.
        arguments: returns new arguments for each call.
        rounds: how often each function is timed.

    Returns:
        The seconds that the first function takes, and how many times as long each function takes: medians.

    Raises:
        AssertionError: two functions return different numbers.
    """
    first, *_ = compared
    results = {name: numbers(function(*arguments())) for name, function in compared.items()}
    for name, found in results.items():
        pairs = zip(found, results[first], strict=True)
        if not all(math.isclose(*pair, rel_tol=1e-12, abs_tol=1e-12) for pair in pairs):
            raise AssertionError(f"{name} returns {found[:5]}, but {first} returns {results[first][:5]}")
    taken = [{name: seconds(function, arguments()) for name, function in compared.items()} for _ in range(rounds)]
    ratios = {name: statistics.median(times[name] / times[first] for times in taken) for name in compared}
    return statistics.median(times[first] for times in taken), ratios


def numbers(result: Any) -> list[float]:
    """Return all numbers of a result with nested lists and tuples."""
    return [x for part in result for x in numbers(part)] if isinstance(result, list | tuple) else [float(result)]


def seconds(function: Function, arguments: Arguments) -> float:
    """Measure the CPU time of one call, which other programs disturb less than the elapsed time."""
    gc.collect()
    start = time.process_time()
    function(*arguments)
    return time.process_time() - start


def measured(task: Task, rounds: int) -> str:
    """Measure a task, and return its row of the table."""
    segments = len(task.arguments()[0])
    ours, *others = task.functions
    taken, times = compare(task.functions, task.arguments, rounds)
    ratios = ", ".join(f"{name} {times[name]:.2f}" for name in others)
    return f"{task.name:29} {segments:8,} {taken / segments * 1e6:13.1f}   {ours:31} {ratios}"


HEAD = f"{'task':29} {'segments':>8} {'us per segment':>14}  {'our function':31} times as long as ours"


def steps(rounds: int) -> dict[str, Any]:
    """Measure how many times as fast as the definition each step of lesson 14 is."""
    candidates, references = map(list, zip(*islice(stream(), SEGMENTS_OF_STEPS), strict=True))
    pairs = list(zip(candidates, references, strict=True))
    [by_the_definition] = functions("by_the_definition")
    compared: dict[str, Function] = {
        "the definition": lambda: astuple(reduce(add, (by_the_definition(*pair) for pair in pairs))),
        "all orders at once": lambda: astuple(reduce(add, (bleu_counts(*pair) for pair in pairs))),
        "in arrays": lambda: astuple(corpus_counts(candidates, references)),
    }
    _, ratios = compare(compared, tuple, rounds)
    found = {"segments": SEGMENTS_OF_STEPS, "rounds": rounds, "ratios": {name: 1 / ratios[name] for name in ratios}}
    return about_this_machine(["numpy"]) | found


def main(arguments: list[str]) -> None:
    """Print the table or the steps, and save them with --save."""
    parser = argparse.ArgumentParser(
        prog="run.py bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=5, help="how many rounds (at least 5 for numbers to show)")
    parser.add_argument("--steps", action="store_true", help="the steps of lesson 14 instead")
    parser.add_argument("--save", action="store_true", help="keep the steps that were measured")
    chosen = parser.parse_args(arguments)
    if chosen.steps:
        found = steps(chosen.rounds)
        print(json.dumps(found))
        if chosen.save:
            keep("steps", found)
        return

    warnings.simplefilter("ignore")  # NLTK warns about each sentence without a match at some order
    print(json.dumps(about_this_machine(PACKAGES)))
    print(HEAD)
    for task in tasks():
        print(measured(task, chosen.rounds), flush=True)
    print("load at the end:", [round(load, 1) for load in os.getloadavg()])


if __name__ == "__main__":
    main(sys.argv[1:])
