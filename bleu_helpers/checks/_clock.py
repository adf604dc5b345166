"""How long a call takes: of the processor, or asleep. What a busy machine gives to others meanwhile does not count."""

import time
from collections.abc import Callable
from functools import cache
from typing import NamedTuple


class Moment(NamedTuple):
    """One moment: by the clock on the wall, by the processor's, and how often the program has gone to sleep so far."""

    wall: float
    processor: float
    sleeps: int


def now() -> Moment:
    """Look at all three."""
    return Moment(time.monotonic(), time.process_time(), _sleeps()())


def seconds_between(start: Moment, end: Moment) -> float:
    """Compute the time that was the call's own: that of the processor, and all of it where the call went to sleep.

    Who is sent away by the operating system has not gone to sleep.

    >>> busy, asleep = Moment(5.0, 0.25, 0), Moment(5.0, 0.25, 1)
    >>> seconds_between(Moment(0.0, 0.0, 0), busy), seconds_between(Moment(0.0, 0.0, 0), asleep)
    (0.25, 5.0)
    """
    processor = end.processor - start.processor
    return max(processor, end.wall - start.wall) if end.sleeps > start.sleeps else processor


@cache
def _sleeps() -> Callable[[], int]:
    """Find what counts how often this thread has given the processor away: to sleep, or to wait for a file or the net.

    It is asked twice in each call of a learner's function, and looked for once. Where the platform does not say so, as
    on Windows and in a browser's tab, nobody is seen to sleep.
    """
    try:
        import resource
        from resource import getrusage
    except ImportError:  # Windows has no such module, and a browser's tab an empty one
        return lambda: 0
    whose = getattr(resource, "RUSAGE_THREAD", resource.RUSAGE_SELF)
    return lambda: getrusage(whose).ru_nvcsw
