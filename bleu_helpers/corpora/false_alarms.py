"""Lesson 08: how often the significance tests call two systems different, for many pairs at once."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from bleu_helpers.corpora.significance import at_least, bootstrap_p_values, p_value_of
from bleu_helpers.display.bar import progress_bar

MAX_PAIRS_PER_CALL = 200
"""How many pairs are multiplied at once. It limits the memory to some 100 megabytes."""

Numbers = NDArray[np.float64]


def pairs_called_different(
    pairs: Sequence[tuple[Numbers, Numbers]],
    score: Callable[[Numbers], Numbers],
    samples: int = 1000,
    seed: int = 12345,
) -> dict[str, list[bool]]:
    """List which of many pairs of systems each test calls different, at a threshold of 0.05.

    For pairs that are known to be equal, these are false alarms. All pairs use the same draws and the same coin flips,
    so a sum for all of them is one product of matrices.

    Args:
        pairs: two tables for each pair, with one row of whole numbers for each segment. All have the same shape.
        score: a function from an array whose last axis has the sums of the rows to an array of scores.
        samples: the number of resamples and of random exchanges.
        seed: the seed of both, as in `paired_bootstrap` and `approximate_randomization`.

    Returns:
        For each test, a list of one truth value per pair. "95 of 100 wins" is Koehn's rule.

    >>> one, other = np.array([[1, 2], [3, 4]] * 10), np.array([[0, 2], [2, 4]] * 10)
    >>> pairs_called_different([(one, other), (one, one)], lambda sums: sums[..., 0] / sums[..., 1])["randomization"]
    [True, False]
    """
    size = len(pairs[0][0])
    draws = np.random.default_rng(seed).choice(size, size=(samples, size))
    times = np.array([np.bincount(draw, minlength=size) for draw in draws], dtype="f4")
    coins = np.random.default_rng(seed).integers(2, size=(samples, size), dtype=bool).astype("f4")
    called = []
    for start in progress_bar(range(0, len(pairs), MAX_PAIRS_PER_CALL), f"{size} segments"):
        some = zip(*pairs[start : start + MAX_PAIRS_PER_CALL], strict=True)
        # The columns are the first axis in memory, because NumPy combines whole columns faster than many short rows.
        one, other = (np.stack(tables).transpose(2, 1, 0).astype("f4", order="C") for tables in some)
        moved, whole = coins @ (other - one), [table.sum(axis=1, keepdims=True) for table in (one, other)]
        sums = (*whole, times @ one, times @ other, whole[0] + moved, whole[1] - moved)
        # Whole sums are exact in 32 bits, but the scores need 64.
        scores = (score(np.moveaxis(some_sums.astype(float), 0, -1)) for some_sums in sums)
        baseline, system, *drawn, swapped_one, swapped_other = scores
        differences = drawn[1] - drawn[0]
        by_bootstrap = bootstrap_p_values(differences, np.abs(system - baseline))
        by_exchanges = p_value_of(at_least(np.abs(swapped_other - swapped_one), baseline, system))
        wins = np.maximum(np.mean(differences > 0, axis=0), np.mean(differences < 0, axis=0))
        called.append([*(p_value < 0.05 for p_value in (*by_bootstrap, by_exchanges)), wins >= 0.95])
    names = ("sacreBLEU's p", "bootstrap, two-sided", "randomization", "95 of 100 wins")
    return dict(zip(names, np.hstack(called).tolist(), strict=True))
