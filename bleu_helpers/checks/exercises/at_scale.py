"""The exercises of the lesson `at_scale`."""

from collections.abc import Callable, Iterator
from itertools import accumulate
from random import Random

from bleu_helpers.checks._drawing import Arguments, pick
from bleu_helpers.checks._outcomes import read_numbers
from bleu_helpers.checks._recipe import divided
from bleu_helpers.checks._shrinking import fewer, lower_order
from bleu_helpers.checks._tasks import Task
from bleu_helpers.checks.exercises._exercise import RETURNS, Function, exercise

# Where does each range begin?


def range_starts(sizes: list[int], lines: int) -> list[int]:
    """List the byte at which each range of so many lines begins."""
    return _of_ranges(sizes, lines)


def _of_ranges(sizes: list[int], lines: int) -> list[int]:
    return _starts(sizes)[::lines]


def _starts(sizes: list[int]) -> list[int]:
    """The byte at which each line begins."""
    return [0, *accumulate(sizes)][:-1]


def _sums(sizes: list[int], lines: int) -> list[int]:
    """The bytes of each range."""
    return [sum(sizes[first : first + lines]) for first in range(0, len(sizes), lines)]


def _as_many_bytes(sizes: list[int], lines: int) -> list[int]:
    """Every line is taken to be as long as the first one."""
    return [first * sizes[0] for first in range(0, len(sizes), lines)]


def _draw_lines(random: Random) -> Arguments:
    sizes = [pick(random, [1, 2, 5, 10, 20, 30]) for _ in range(1 + int(random.random() * 9))]
    return sizes, pick(random, [1, 2, 2, 3, 3, 4, 12])


def _fewer_lines(sizes: list[int], lines: int) -> Iterator[Arguments]:
    yield from ((shorter, lines) for shorter in fewer(sizes))
    yield from ((sizes, lower) for lower in lower_order(lines))


_RANGE_STARTS = exercise(
    range_starts,
    _draw_lines,
    [
        ([30, 20, 10, 5, 40], 2),
        ([30, 20, 10, 5], 2),
        ([30], 1),
        ([30, 20, 10], 1),
        ([30, 20, 10], 5),
        ([10, 10, 20, 20, 5, 1], 3),
    ],
    {
        "the end of a range in place of its start": (
            lambda sizes, lines: list(accumulate(_sums(sizes, lines))),
            lambda sizes, lines: list(accumulate(sizes))[::lines],
        ),
        "the bytes of a range in place of its start": _sums,
        "lines are counted in place of bytes": lambda sizes, lines: list(range(0, len(sizes), lines)),
        "every line is taken to be as long as the first": _as_many_bytes,
        "the end of the file counts as a start": (
            lambda sizes, lines: [*_of_ranges(sizes, lines), sum(sizes)],
            lambda sizes, lines: [0, *accumulate(sizes)][::lines],
        ),
        "a shorter range at the end is left out": lambda sizes, lines: _of_ranges(
            sizes[: len(sizes) // lines * lines], lines
        ),
        "a range begins at every line": lambda sizes, lines: _starts(sizes),
        "the first range is left out": lambda sizes, lines: _of_ranges(sizes, lines)[1:],
        "the size of a first line in place of its start": lambda sizes, lines: sizes[::lines],
        "a byte too late for each line before": lambda sizes, lines: [
            start + line for line, start in enumerate(_starts(sizes))
        ][::lines],
        RETURNS: lambda sizes, lines: _of_ranges(sizes, lines)[:1],
    },
    read=read_numbers,
    result="a list with one number for each range",
    smaller=_fewer_lines,
    drawn=250,
)


# Each partition once.

Results = list[tuple[int, int, int]]


def precision_once(results: list[tuple[int, int, int]]) -> float:
    """Compute the precision of a corpus from partitions that may have arrived more than once."""
    return _precision(_each_once(results))


def _precision(results: Results) -> float:
    return divided(sum(matched for _, matched, _ in results), sum(total for _, _, total in results))


def _each_once(results: Results) -> Results:
    return list(dict.fromkeys(results))


def _of(choose: Callable[[Results], Results]) -> Function:
    """Make the function that computes the precision of what is chosen."""
    return lambda results: _precision(choose(results))


def _mean(results: Results) -> float:
    return divided(sum(divided(matched, total) for _, matched, total in results), len(results))


def _by_counts(results: Results) -> Results:
    return list({(matched, total): (part, matched, total) for part, matched, total in results}.values())


def _each_in_a_row(results: Results) -> Results:
    return [one for place, one in enumerate(results) if place == 0 or results[place - 1] != one]


def _never_repeated(results: Results) -> Results:
    return [one for one in results if results.count(one) == 1]


def _without_rule(results: Results) -> float:
    once = _each_once(results)
    return sum(matched for _, matched, _ in once) / sum(total for _, _, total in once)


def _draw_results(random: Random) -> Arguments:
    totals = [pick(random, [0, 2, 4, 4, 8]) for _ in range(1 + int(random.random() * 4))]
    parts = [(part, int(random.random() * (total + 1)), total) for part, total in enumerate(totals)]
    again = [pick(random, parts) for _ in range(pick(random, [0, 0, 1, 1, 2]))]
    arrived = [*parts, *again]
    order = sorted(range(len(arrived)), key=lambda _: random.random())
    return ([arrived[place] for place in order],)


def _fewer_results(results: Results) -> Iterator[Arguments]:
    yield from ((shorter,) for shorter in fewer(results))


_PRECISION_ONCE = exercise(
    precision_once,
    _draw_results,
    [
        ([(0, 3, 4), (1, 1, 4), (0, 3, 4)],),
        ([(0, 3, 4), (1, 1, 2)],),
        ([(0, 1, 2), (1, 1, 2), (2, 0, 4)],),
        ([(2, 4, 4), (2, 4, 4), (0, 0, 8), (1, 2, 2)],),
        ([(0, 1, 2), (1, 4, 4), (0, 1, 2)],),
        ([(0, 0, 0), (1, 1, 4)],),
        ([(0, 0, 0)],),
        ([(1, 2, 2), (0, 0, 8)],),
    ],
    {
        "a partition that arrives again counts again": _of(lambda results: results),
        "equal counts are taken for the same partition": _of(_by_counts),
        "only a repetition right after the first is seen": _of(_each_in_a_row),
        "a partition that arrives again does not count at all": _of(_never_repeated),
        "the mean of the partitions' precisions": (
            lambda results: _mean(_each_once(results)),
            lambda results: _mean([one for one in _each_once(results) if one[2]]),
            _mean,
        ),
        "only the first partition is used": _of(lambda results: results[:1]),
        "only the last partition is used": _of(lambda results: results[-1:]),
        "a number of matches in place of a share": lambda results: sum(one[1] for one in _each_once(results)),
        "what does not match in place of what matches": lambda results: _precision(
            [(part, total - matched, total) for part, matched, total in _each_once(results)]
        ),
        "no rule for partitions without a word": _without_rule,
    },
    smaller=_fewer_results,
    drawn=250,
)

EXERCISES: tuple[Task, ...] = (_RANGE_STARTS, _PRECISION_ONCE)
