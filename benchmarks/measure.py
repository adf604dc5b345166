"""How long works take beside each other, and how much memory each of them needs on top of its input."""

import gc
import math
import multiprocessing
import statistics
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeVar

Work = Callable[..., Any]
Fresh = Callable[[], tuple[Any, ...]]
"""Makes the arguments of a work, before the clock runs: strings that nobody has hashed yet, say."""
Result = TypeVar("Result")


class Comparison(NamedTuple):
    """One line of the table: two works that give the same, in one run."""

    work: str
    segments: int
    ours: str
    theirs: str
    our_seconds: float
    ratio: float
    """How many times as long as ours theirs takes: the median over the rounds."""
    target: str
    our_memory: float | None = None
    """The peak on top of what was there before, in MiB."""
    their_memory: float | None = None


def check_equal(works: Mapping[str, Work], fresh: Fresh) -> None:
    """Run each work once, and raise an error unless all give the same numbers, to 1e-12."""
    (first, expected), *others = [(name, numbers(work(*fresh()))) for name, work in works.items()]
    for name, found in others:
        same = len(found) == len(expected) and all(
            math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-12) for a, b in zip(found, expected, strict=True)
        )
        assert same, f"{name} gives {found[:5]} where {first} gives {expected[:5]}"


def numbers(result: Any) -> list[float]:
    """All numbers of a result, of whatever lists it is made."""
    return [float(result)] if not isinstance(result, (list, tuple)) else [x for part in result for x in numbers(part)]


def rows(
    work: str, segments: int, works: Mapping[str, Work], targets: Mapping[str, str], rounds: int, fresh: Fresh = tuple
) -> list[Comparison]:
    """Time works against the first of them, which is ours, in interleaved rounds; one row for each of the others.

    The name of a work says what goes into it. The clock is that of the processor (all works use one core), which other
    programs disturb less than the wall's.
    """
    times = in_a_child(lambda: times_of(works, rounds, fresh))
    memory = {name: peak(partial(one, *fresh())) for name, one in works.items()}
    ours, *others = works
    return [
        Comparison(
            work,
            segments,
            ours,
            name,
            statistics.median(times[ours]),
            statistics.median(theirs / own for theirs, own in zip(times[name], times[ours], strict=True)),
            targets.get(name, ""),
            memory[ours],
            memory[name],
        )
        for name in others
    ]


def times_of(works: Mapping[str, Work], rounds: int, fresh: Fresh = tuple) -> dict[str, list[float]]:
    """The times of works that give the same, round by round."""
    check_equal(works, fresh)
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            times[name].append(seconds(partial(work, *fresh())))
    return times


def seconds(work: Work) -> float:
    """How long a work keeps the processor busy."""
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


def peak(work: Work) -> float:
    """By how many MiB the memory of a process of its own grows while the work is done."""

    import resource  # which Windows has not

    def grown() -> float:
        # A child's peak begins at what its parent has, so the difference is what the work itself needs.
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        work()
        return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024

    gc.collect()
    return in_a_child(grown)


def in_a_child(function: Callable[[], Result]) -> Result:
    """What a function returns, called in a copy of this process, where it finds its input and leaves nothing behind.

    Whoever keeps threads (the package in Rust does) starts them in the child: a copy of a process with threads hangs.
    """
    fork = multiprocessing.get_context("fork")
    reading, writing = fork.Pipe(duplex=False)
    child = fork.Process(target=lambda: writing.send(function()))
    child.start()
    writing.close()  # so that a child that fails is the end of what can be read
    try:
        return reading.recv()
    except EOFError:
        raise RuntimeError("a work of the benchmark failed; the lines above say why") from None
    finally:
        child.join()
