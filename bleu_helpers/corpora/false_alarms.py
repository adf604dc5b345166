"""Lesson 08: how often the significance tests call two systems different, for many pairs at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from bleu_helpers.corpora.significance import at_least, bootstrap_p_values, p_value_of
from bleu_helpers.display.bar import progress_bar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_PAIRS_PER_CALL = 200
"""How many pairs are multiplied at once. It limits the memory to some 100 megabytes."""


def pairs_called_different(
    pairs: Sequence[tuple[NDArray[Any], NDArray[Any]]],
    score: Callable[[NDArray[np.float64]], NDArray[np.float64]],
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

    >>> import numpy as np
    >>> one, other = np.array([[1, 2], [3, 4]] * 10), np.array([[0, 2], [2, 4]] * 10)
    >>> pairs_called_different([(one, other), (one, one)], lambda sums: sums[..., 0] / sums[..., 1])["randomization"]
    [True, False]
    """
    import numpy as np

    size = len(pairs[0][0])
    draws = np.random.default_rng(seed).choice(size, size=(samples, size))
    times = np.array([np.bincount(draw, minlength=size) for draw in draws], dtype="f4")
    coins = np.random.default_rng(seed).integers(2, size=(samples, size), dtype=bool).astype("f4")

    def scores_of(sums: NDArray[Any]) -> NDArray[np.float64]:  # whole sums are exact in 32 bits; the scores need 64
        return score(sums.astype(float))

    called: dict[str, list[bool]] = {}
    for start in progress_bar(range(0, len(pairs), MAX_PAIRS_PER_CALL), f"{size} segments"):
        some = zip(*pairs[start : start + MAX_PAIRS_PER_CALL], strict=True)
        one, other = (np.stack(tables, axis=1).astype("f4") for tables in some)
        whole = scores_of(one.sum(axis=0)), scores_of(other.sum(axis=0))
        drawn = scores_of(np.tensordot(times, other, 1)) - scores_of(np.tensordot(times, one, 1))
        moved = np.tensordot(coins, other - one, 1)
        swapped = np.abs(scores_of(other.sum(axis=0) - moved) - scores_of(one.sum(axis=0) + moved))
        one_sided, two_sided = bootstrap_p_values(drawn, np.abs(whole[1] - whole[0]))
        wins = np.mean(drawn > 0, axis=0)
        found = {
            "sacreBLEU's p": one_sided < 0.05,
            "bootstrap, two-sided": two_sided < 0.05,
            "randomization": p_value_of(at_least(swapped, *whole)) < 0.05,
            "95 of 100 wins": np.maximum(wins, np.mean(drawn < 0, axis=0)) >= 0.95,
        }
        for name, values in found.items():
            called.setdefault(name, []).extend(values.tolist())
    return called
