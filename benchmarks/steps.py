"""What each step has brought on the way from the definition to counting in arrays: the story of lesson 14."""

import statistics
from collections.abc import Iterable
from functools import reduce
from operator import add
from typing import Any

from corpus import corpus
from lesson import functions
from measure import Work, in_a_child, times_of
from measured import about_this_machine

from bleu_helpers import BleuCounts, bleu_counts, corpus_counts

SEGMENTS = 10_000


def steps(segments: int, rounds: int) -> dict[str, Any]:
    """How many times as fast as the definition each step is: the median over the rounds."""
    given = corpus(segments)
    pairs = list(zip(given.candidates, given.references, strict=True))
    [by_the_definition] = functions("by_the_definition")
    works: dict[str, Work] = {
        "the definition": lambda: numbers_of(by_the_definition(*pair) for pair in pairs),
        "all orders at once": lambda: numbers_of(bleu_counts(*pair) for pair in pairs),
        "in arrays": lambda: numbers_of([corpus_counts(*given)]),
    }
    times = in_a_child(lambda: times_of(works, rounds))
    first = times["the definition"]
    ratios = {
        name: statistics.median(slow / fast for slow, fast in zip(first, each, strict=True))
        for name, each in times.items()
    }
    return {**about_this_machine(["numpy"]), "segments": segments, "rounds": rounds, "ratios": ratios}


def numbers_of(counts: Iterable[BleuCounts]) -> list[Any]:
    """The sum of counts, as the benchmark compares what is equal."""
    added = reduce(add, counts)
    return [list(added.matched), list(added.total), added.candidate_length, added.reference_length]
