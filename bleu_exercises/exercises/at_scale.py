"""The exercises of the lesson `at_scale`."""

from collections.abc import Callable
from itertools import groupby, islice
from operator import truediv
from random import Random

from bleu_exercises._ways import FINISH, either
from bleu_exercises.exercises._exercise import exercise
from bleu_exercises.from_memory.counts import divided
from exercise_checker import Arguments, pick, read_numbers

# How many lines does each range have?


def lines_of_ranges(
    sizes: list[int],
    most: int,
    *,
    is_full: Callable[[int, int, int], bool] = lambda held, size, most: held + size > most,
    opened: Callable[[int, int], tuple[int, int]] = lambda size, held: (1, size),
    empty: int = 0,
) -> list[int]:
    """Count the lines of each range, where a range takes whole lines, in order, up to a number of bytes."""
    # `is_full` takes the bytes of the last range, those of the next line, and the limit. `opened` returns how many
    # lines and bytes a new range has, given the bytes of its first line and of the last range.
    counts, held = [0] * empty, 0
    for size in sizes:
        if not counts or is_full(held, size, most):
            lines, held = opened(size, held)
            counts.append(lines)
        else:
            counts[-1] += 1
            held += size
    return counts


def _bytes_of_ranges(sizes: list[int], most: int) -> list[int]:
    left = iter(sizes)
    return [sum(islice(left, lines)) for lines in lines_of_ranges(sizes, most)]


def _draw_lines(random: Random) -> Arguments:
    sizes = [pick(random, [1, 2, 5, 10, 10, 20, 30]) for _ in range(1 + int(random.random() * 8))]
    return sizes, pick(random, [5, 10, 15, 20, 25, 30, 40])


_LINES_OF_RANGES = exercise(
    lines_of_ranges,
    _draw_lines,
    [([30, 20, 10, 5, 40], 50), ([60, 5], 50)],
    {
        "a range exceeds the limit": either(
            "is_full", lambda held, size, most: held >= most, lambda held, size, most: held > most
        ),
        "a range that is exactly full counts as too full": {"is_full": lambda held, size, most: held + size >= most},
        "the bytes of the first line of a range are not counted": {"opened": lambda size, held: (1, 0)},
        "the bytes of earlier ranges are counted too": {"opened": lambda size, held: (1, held + size)},
        "there is a range without a line": {"empty": 1},
        "the first line of a range is lost": (
            {"opened": lambda size, held: (0, size), "empty": 1},
            {"opened": lambda size, held: (0, 0), "empty": 1},
        ),
        "a line that is too long is left out": lambda sizes, most: lines_of_ranges(
            [size for size in sizes if size <= most], most
        ),
        "the bytes of a range are listed instead of its lines": _bytes_of_ranges,
        "the last range is left out": {FINISH: lambda counts: counts[:-1]},
        "only the first iteration of a loop counts": lambda sizes, most: [1],
    },
    read=read_numbers,
    result="a list with one number for each range",
)


# Count each partition once.

Results = list[tuple[int, int, int]]


def _each_once(results: Results) -> Results:
    return list(dict.fromkeys(results))


def _of_sums(results: Results, ratio: Callable[[float, float], float]) -> float:
    return ratio(sum(matched for _, matched, _ in results), sum(total for _, _, total in results))


def _mean(results: Results, ratio: Callable[[float, float], float]) -> float:
    return divided(sum(ratio(matched, total) for _, matched, total in results), len(results))


def precision_once(
    results: Results,
    *,
    choose: Callable[[Results], Results] = _each_once,
    precision: Callable[[Results, Callable[[float, float], float]], float] = _of_sums,
    ratio: Callable[[float, float], float] = divided,
) -> float:
    """Compute the precision of a corpus from partitions that may have arrived more than once."""
    return precision(choose(results), ratio)


def _draw_results(random: Random) -> Arguments:
    totals = [pick(random, [0, 2, 4, 4, 8]) for _ in range(1 + int(random.random() * 4))]
    parts = [(part, int(random.random() * (total + 1)), total) for part, total in enumerate(totals)]
    again = [pick(random, parts) for _ in range(pick(random, [0, 0, 1, 1, 2]))]
    return (sorted([*parts, *again], key=lambda _: random.random()),)


_PRECISION_ONCE = exercise(
    precision_once,
    _draw_results,
    [
        ([(0, 3, 4), (1, 1, 4), (0, 3, 4)],),
        ([(0, 1, 2), (1, 1, 2), (2, 0, 4)],),
        ([(0, 0, 0)],),
    ],
    {
        "a partition that arrives again is counted again": {"choose": list},
        "partitions with equal counts are treated as the same partition": {
            "choose": lambda results: list({result[1:]: result for result in results}.values())
        },
        "only a repetition directly after the first one is noticed": {
            "choose": lambda results: [result for result, _ in groupby(results)]
        },
        "a partition that arrives again is not counted at all": {
            "choose": lambda results: [result for result in results if results.count(result) == 1]
        },
        "the precisions of the partitions are averaged": ({"precision": _mean}, {"precision": _mean, "choose": list}),
        "only the first partition is used": {"choose": lambda results: results[:1]},
        "only the last partition is used": {"choose": lambda results: results[-1:]},
        "a number of matches is returned instead of a share": {"ratio": lambda matched, total: matched},
        "the words that do not match are counted instead of the matches": {
            "ratio": lambda matched, total: divided(total - matched, total)
        },
        "there is no rule for partitions without a word": {"ratio": truediv},
    },
)
