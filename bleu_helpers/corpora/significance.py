"""Lesson 08: two systems compared on the same segments, by two tests of what luck alone can do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import is_dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from bleu_helpers.lessons.bleu import bleu_of_counts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Counts = TypeVar("Counts")


class ResampledScore(NamedTuple):
    """The score of one system, and what it is on corpora drawn anew: the mean, and where 95 of 100 of them lie."""

    score: float
    mean: float
    low: float
    high: float


class PairedBootstrap(NamedTuple):
    """Two systems, compared on the same resampled corpora.

    `wins` is the share of the resamples in which the score of the system is above the baseline's (Koehn's measure).
    `p_value` is sacrebleu's. It looks at one side only: it is below 0.05 for about 1 in 10 pairs of equal systems, 1 in
    20 in favour of each side. `p_value_two_sided` looks at both, and is below 0.05 for about 1 in 20. But in small test
    sets it can be so more often: for about 1 in 10 of lesson 08's pairs that differ, and are equal in a large test set.
    """

    baseline: ResampledScore
    system: ResampledScore
    wins: float
    p_value: float
    p_value_two_sided: float
    samples: int
    seed: int

    def __repr__(self) -> str:
        lines = [
            f"{name:8}  score {one.score:.4f}  mean {one.mean:.4f}  95% within {one.low:.4f} to {one.high:.4f}"
            for name, one in (("baseline", self.baseline), ("system", self.system))
        ]
        return "\n".join(
            [
                *lines,
                f"system above baseline in {self.wins:.1%} of {self.samples} resamples",
                f"two-sided p = {self.p_value_two_sided:.4f}, sacrebleu's p = {self.p_value:.4f}",
            ]
        )


class ApproximateRandomization(NamedTuple):
    """The scores of two systems, and how often chance alone moves them farther apart: `p_value`, two-sided."""

    baseline: float
    system: float
    p_value: float
    samples: int
    seed: int

    def __repr__(self) -> str:
        scores = f"baseline {self.baseline:.4f}, system {self.system:.4f}"
        return f"{scores}, two-sided p = {self.p_value:.4f} of {self.samples} random exchanges"


def paired_bootstrap(
    baseline: Sequence[Counts],
    system: Sequence[Counts],
    score: Callable[[Counts], float] | None = None,
    samples: int = 1000,
    seed: int = 12345,
) -> PairedBootstrap:
    """Ask how far the scores of two systems move with the test sentences, and how often the difference turns round.

    Segments are drawn from the corpus with replacement, as many as it has, and both systems are scored on them; that
    again and again. No sentence is counted twice for it: the stored counts are summed.

    Args:
        baseline: what was counted in each segment for the system to compare with: `segment_counts` for BLEU, or
            ChrfCounts, or rows of numbers that add up, such as (edits, length of the reference).
        system: the same of the other system, on the same segments in the same order.
        score: None for BLEU-4, or the function that makes a score of summed counts, such as `chrf_of_counts`. A row
            comes summed to it as a list. `functools.partial(bleu_of_counts, smoothing=add_one)` smooths.
        samples: how many corpora are drawn, 1 to 1,000,000.
        seed: the seed of NumPy's random numbers, 0 or more; the same seed draws the same corpora.

    Returns:
        A PairedBootstrap of plain numbers. Both p-values are (k + 1) / (samples + 1), so never 0. With d the
        difference on the whole corpus and d* that of a resample, k counts for `p_value_two_sided` where d* lies
        farther from the mean d* than d from 0, and for sacrebleu's `p_value` where the size of d* lies above the mean
        size by more than that of d. Where no resample tells the systems apart both are 1.0; sacrebleu then says
        1 / (samples + 1).

    Source: Koehn 2004; `p_value` and the draws are those of sacrebleu's paired bootstrap, seed included.

    >>> from bleu_helpers import segment_counts
    >>> references_per_candidate = [["the cat sat on the mat".split()], ["a dog ran in the park".split()]] * 20
    >>> one = segment_counts(["the cat sat on a mat".split(), "a dog ran".split()] * 20, references_per_candidate)
    >>> other = segment_counts(["the cat sat on a".split(), "a dog ran in the".split()] * 20, references_per_candidate)
    >>> paired_bootstrap(one, other)
    baseline  score 0.4277  mean 0.4273  95% within 0.3874 to 0.4644
    system    score 0.6858  mean 0.6856  95% within 0.6450 to 0.7260
    system above baseline in 100.0% of 1000 resamples
    two-sided p = 0.0010, sacrebleu's p = 0.0010
    """
    import numpy as np

    tables, of_rows, whole = _in_rows(baseline, system, score)
    random, size = np.random.default_rng(seed), len(baseline)
    drawn: list[list[NDArray[np.float64]]] = [[], []]
    for count in _portions(samples, size):
        places = random.choice(size, size=(count, size), replace=True) + size * np.arange(count)[:, np.newaxis]
        times = np.bincount(places.ravel(), minlength=count * size).reshape(count, size).astype(float)
        for scores, table in zip(drawn, tables, strict=True):
            scores.append(of_rows(times @ table))
    of_baseline, of_system = (np.concatenate(scores) for scores in drawn)
    seen, differences = abs(whole[1] - whole[0]), of_system - of_baseline
    sizes = np.abs(differences)
    apart = bool(differences.any())  # the same output twice has no difference that could be more than luck
    return PairedBootstrap(
        baseline=_resampled(whole[0], of_baseline),
        system=_resampled(whole[1], of_system),
        wins=float(np.mean(differences > 0)),
        p_value=_p_value(sizes - sizes.mean() > seen) if apart else 1.0,
        p_value_two_sided=_p_value(np.abs(differences - differences.mean()) > seen) if apart else 1.0,
        samples=samples,
        seed=seed,
    )


def approximate_randomization(
    baseline: Sequence[Counts],
    system: Sequence[Counts],
    score: Callable[[Counts], float] | None = None,
    samples: int = 1000,
    seed: int = 12345,
) -> ApproximateRandomization:
    """Ask whether two systems differ by more than chance, which would decide whose output is whose if they did not.

    For each segment a coin decides whether the two systems exchange their outputs, and both are scored anew; that again
    and again. No sentence is counted twice for it: the stored counts are summed.

    Args:
        baseline: what was counted in each segment for the system to compare with: `segment_counts` for BLEU, or
            ChrfCounts, or rows of numbers that add up, such as (edits, length of the reference).
        system: the same of the other system, on the same segments in the same order.
        score: None for BLEU-4, or the function that makes a score of summed counts, such as `chrf_of_counts`. A row
            comes summed to it as a list. `functools.partial(bleu_of_counts, smoothing=add_one)` smooths.
        samples: how many times the outputs are exchanged at random, 1 to 1,000,000.
        seed: the seed of NumPy's random numbers, 0 or more; the same seed tosses the same coins.

    Returns:
        An ApproximateRandomization of plain numbers. Its p-value is (k + 1) / (samples + 1), so never 0: k counts the
        exchanges after which the scores lie farther apart than on the whole corpus. Where none moves them it is 1.0;
        sacrebleu then says 1 / (samples + 1).

    Source: Riezler and Maxwell 2005, section 3; the coins are those of sacrebleu's `--paired-ar`, seed included.

    >>> from bleu_helpers import segment_counts
    >>> references_per_candidate = [["the cat sat on the mat".split()], ["a dog ran in the park".split()]] * 20
    >>> one = segment_counts(["the cat sat on a mat".split(), "a dog ran".split()] * 20, references_per_candidate)
    >>> other = segment_counts(["the cat sat on a".split(), "a dog ran in the".split()] * 20, references_per_candidate)
    >>> approximate_randomization(one, other)
    baseline 0.4277, system 0.6858, two-sided p = 0.0010 of 1000 random exchanges
    """
    import numpy as np

    (one, other), of_rows, whole = _in_rows(baseline, system, score)
    random, size = np.random.default_rng(seed), len(baseline)
    sizes = []
    for count in _portions(samples, size, multiple_of=32):  # NumPy draws 32 coins in one number
        moved = random.integers(2, size=(count, size), dtype=bool).astype(float) @ (other - one)
        sizes.append(np.abs(of_rows(other.sum(axis=0) - moved) - of_rows(one.sum(axis=0) + moved)))
    chance = np.concatenate(sizes)
    return ApproximateRandomization(
        baseline=whole[0],
        system=whole[1],
        p_value=_p_value(chance > abs(whole[1] - whole[0])) if chance.any() else 1.0,
        samples=samples,
        seed=seed,
    )


def _p_value(extreme: NDArray[np.bool_]) -> float:
    return (int(extreme.sum()) + 1) / (len(extreme) + 1)


def _in_rows(
    baseline: Sequence[Any], system: Sequence[Any], score: Callable[[Any], float] | None
) -> tuple[list[NDArray[np.float64]], Callable[[NDArray[np.float64]], NDArray[np.float64]], list[float]]:
    """The tables of both systems, one row of numbers a segment; the function from sums to scores; both scores.

    As floats, which NumPy multiplies much faster; whole numbers add up exactly in them, up to 2 to the power of 53.
    """
    import numpy as np

    tables = [np.array([list(_numbers(one)) for one in segments], dtype=float) for segments in (baseline, system)]
    of_rows = _score_of_rows(baseline[0], score or bleu_of_counts)
    return tables, of_rows, [float(of_rows(table.sum(axis=0, keepdims=True))[0]) for table in tables]


def _numbers(counts: Any) -> Iterator[float]:
    """The numbers of a segment in a row: those of a row as they are, those of a dataclass field by field."""
    for field in vars(counts).values() if is_dataclass(counts) else counts:
        if isinstance(field, tuple):
            yield from field
        else:
            yield field


def _score_of_rows(example: Any, score: Callable[[Any], float]) -> Callable[[NDArray[np.float64]], NDArray[np.float64]]:
    """Make the function from sums, one a row, to their scores. `score` gets each sum in the form of the example."""
    import numpy as np

    fields = list(vars(example).values()) if is_dataclass(example) else []

    def in_its_form(row: list[float]) -> Any:
        if len(fields) == 0:
            return row
        numbers = map(int, row)
        return type(example)(
            *(tuple(islice(numbers, len(field))) if isinstance(field, tuple) else next(numbers) for field in fields)
        )

    def of_rows(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.array([score(in_its_form(row)) for row in sums.tolist()])

    return of_rows


_DRAWS_AT_ONCE = 1_000_000
"""How many segments are drawn in one call of NumPy: some megabytes, however many samples there are."""


def _portions(samples: int, size: int, multiple_of: int = 1) -> Iterator[int]:
    """Cut the samples into portions, one for each call of NumPy."""
    at_once = max(_DRAWS_AT_ONCE // size // multiple_of, 1) * multiple_of
    for start in range(0, samples, at_once):
        yield min(at_once, samples - start)


def _resampled(score: float, scores: NDArray[np.float64]) -> ResampledScore:
    ordered = sorted(scores.tolist())
    cut = len(ordered) // 40  # 2.5 of 100 at either end
    return ResampledScore(score, float(scores.mean()), ordered[cut], ordered[-1 - cut])
