"""Lesson 08: two significance tests for the difference between two systems on the same segments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import is_dataclass
from itertools import islice, product
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from bleu_helpers.display import tables
from bleu_helpers.language import say, translated
from bleu_helpers.lessons.bleu import bleu_of_counts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Counts = TypeVar("Counts")


class ResampledScore(NamedTuple):
    """A score, or a difference of two, and its mean and 95 % interval (`low` to `high`) over the resampled corpora."""

    score: float
    mean: float
    low: float
    high: float


class PairedBootstrap(NamedTuple):
    """A comparison of two systems on the same resampled corpora.

    `difference` is the score of the system minus that of the baseline; its interval is the percentile interval of the
    resampled differences. `wins` is the share of the resamples in which the score of the system is above that of the
    baseline (Koehn's measure). `p_value` is sacrebleu's, which is one-sided: it is below 0.05 for about 1 in 10 pairs
    of equal systems, 1 in 20 in favour of either system. `p_value_two_sided` is below 0.05 for about 1 in 20 pairs of
    equal systems. In small test sets this can happen more often: for about 1 in 10 of lesson 08's pairs whose outputs
    differ but whose scores are equal in a large test set.
    """

    baseline: ResampledScore
    system: ResampledScore
    difference: ResampledScore
    wins: float
    p_value: float
    p_value_two_sided: float
    samples: int
    seed: int

    def __repr__(self) -> str:
        line = "score {scores.score:.4f}  mean {scores.mean:.4f}  95% within {scores.low:.4f} to {scores.high:.4f}"
        rows = [
            (translated("baseline"), say(line, scores=self.baseline)),
            (translated("system"), say(line, scores=self.system)),
        ]
        wins = say("resamples: {samples}; system above baseline in {wins:.1%}", samples=self.samples, wins=self.wins)
        p_values = "two-sided p = {two_sided:.4f}, sacrebleu's p = {one_sided:.4f}"
        last = say(p_values, two_sided=self.p_value_two_sided, one_sided=self.p_value)
        return "\n".join([*tables.aligned(rows, "  ", left=2), wins, last])


class ApproximateRandomization(NamedTuple):
    """The scores of two systems, and the two-sided `p_value` of their difference under exchanges of their outputs.

    `samples` is the number of exchanges. If these are all possible exchanges, p is exact and `seed` is None.
    `sacrebleu_p_value` is sacrebleu's number, which counts only larger differences, not equal ones, and always draws.
    """

    baseline: float
    system: float
    p_value: float
    sacrebleu_p_value: float
    samples: int
    seed: int | None

    def __repr__(self) -> str:
        drawn = (
            "baseline {baseline:.4f}, system {system:.4f}, two-sided p = {p_value:.4f}; random exchanges: {samples:,}"
        )
        exact = "baseline {baseline:.4f}, system {system:.4f}, two-sided p = {p_value:.4f} of all {samples:,} exchanges"
        equal = "baseline and system {system:.4f}: every segment has the same counts in both, so p = 1.0000"
        return say(drawn if self.seed is not None else exact if self.samples > 1 else equal, **self._asdict())


def paired_bootstrap(
    baseline: Sequence[Counts],
    system: Sequence[Counts],
    score: Callable[[Counts], float] | None = None,
    samples: int = 1000,
    seed: int = 12345,
) -> PairedBootstrap:
    """Estimate by paired bootstrap resampling how much the scores of two systems and their difference vary.

    Each resample draws as many segments as the corpus has, with replacement, and both systems are scored on them. The
    stored counts of the segments are summed, so no sentence is counted again.

    Args:
        baseline: the counts of each segment for the baseline: `segment_counts` for BLEU, a list of ChrfCounts, or rows
            of numbers that can be added up, such as (edits, length of the reference).
        system: the counts for the other system, on the same segments in the same order.
        score: None for BLEU-4, or a function that computes a score from summed counts, such as `chrf_of_counts`. It
            gets the sum of rows as a list. For smoothing, use `functools.partial(bleu_of_counts, smoothing=add_one)`.
        samples: the number of resamples, 1 to 1,000,000.
        seed: the seed of NumPy's random numbers, 0 or more; the same seed draws the same resamples.

    Returns:
        A PairedBootstrap of plain numbers. Both p-values are (k + 1) / (samples + 1), so they are never 0. Let d be the
        difference on the whole corpus and d* the difference on a resample. For `p_value_two_sided`, k is the number of
        resamples with abs(d* - mean(d*)) > abs(d); for sacrebleu's `p_value`, it is the number of resamples with
        abs(d*) - mean(abs(d*)) > abs(d). If the systems have equal scores in every resample, both p-values are 1.0,
        while sacrebleu returns 1 / (samples + 1).

    Source: Koehn 2004; `p_value` and the draws are those of sacrebleu's paired bootstrap, seed included.

    >>> from bleu_helpers import segment_counts
    >>> references_per_candidate = [["the cat sat on the mat".split()], ["a dog ran in the park".split()]] * 20
    >>> one = segment_counts(["the cat sat on a mat".split(), "a dog ran".split()] * 20, references_per_candidate)
    >>> other = segment_counts(["the cat sat on a".split(), "a dog ran in the".split()] * 20, references_per_candidate)
    >>> paired_bootstrap(one, other)
    baseline  score 0.4277  mean 0.4273  95% within 0.3874 to 0.4644
    system    score 0.6858  mean 0.6856  95% within 0.6450 to 0.7260
    resamples: 1000; system above baseline in 100.0%
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
    differences = of_system - of_baseline
    p_value, two_sided = map(float, bootstrap_p_values(differences, abs(whole[1] - whole[0])))
    drawn_scores = [of_baseline, of_system, differences]
    one, other, difference = map(_resampled, [*whole, whole[1] - whole[0]], drawn_scores)
    return PairedBootstrap(
        baseline=one,
        system=other,
        difference=difference,
        wins=float(np.mean(differences > 0)),
        p_value=p_value,
        p_value_two_sided=two_sided,
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
    """Test by approximate randomization whether two systems differ by more than chance.

    In each sample, a coin flip for every segment decides whether the two systems exchange their outputs, and both
    systems are scored again. If the outputs could be exchanged, the difference would often be at least as large. Where
    at most 12 segments have different counts, all possible exchanges of these are scored instead of a sample.
    The stored counts of the segments are summed, so no sentence is counted again.

    Args:
        baseline: the counts of each segment for the baseline: `segment_counts` for BLEU, a list of ChrfCounts, or rows
            of numbers that can be added up, such as (edits, length of the reference).
        system: the counts for the other system, on the same segments in the same order.
        score: None for BLEU-4, or a function that computes a score from summed counts, such as `chrf_of_counts`. It
            gets the sum of rows as a list. For smoothing, use `functools.partial(bleu_of_counts, smoothing=add_one)`.
        samples: how many times the outputs are exchanged at random, 1 to 1,000,000.
        seed: the seed of NumPy's random numbers, 0 or more; the same seed gives the same coin flips.

    Returns:
        An ApproximateRandomization of plain numbers. Let k be the number of exchanges after which the scores differ by
        at least as much as before, apart from rounding. The p-value is k / samples if these are all exchanges, and
        otherwise (k + 1) / (samples + 1), so it is never 0; for two identical outputs, it is 1.0. sacrebleu's p-value
        is (m + 1) / (samples + 1), where m is the number of random exchanges after which the scores differ by more; for
        two identical outputs, it is 1 / (samples + 1).

    Source: Riezler and Maxwell 2005, section 3; the coin flips are those of sacrebleu's `--paired-ar`, seed included.

    >>> from bleu_helpers import segment_counts
    >>> references_per_candidate = [["the cat sat on the mat".split()], ["a dog ran in the park".split()]] * 20
    >>> one = segment_counts(["the cat sat on a mat".split(), "a dog ran".split()] * 20, references_per_candidate)
    >>> other = segment_counts(["the cat sat on a".split(), "a dog ran in the".split()] * 20, references_per_candidate)
    >>> approximate_randomization(one, other)
    baseline 0.4277, system 0.6858, two-sided p = 0.0010; random exchanges: 1,000
    >>> approximate_randomization(one[:2], other[:2])
    baseline 0.4277, system 0.6858, two-sided p = 0.5000 of all 4 exchanges
    """
    import numpy as np

    (one, other), of_rows, whole = _in_rows(baseline, system, score)
    random, size = np.random.default_rng(seed), len(baseline)
    gained = other - one

    def sizes_after(moved: NDArray[np.float64]) -> NDArray[np.float64]:  # one row of exchanged counts for each exchange
        return np.abs(of_rows(other.sum(axis=0) - moved) - of_rows(one.sum(axis=0) + moved))

    # NumPy draws 32 coins in one number.
    flips = (random.integers(2, size=(count, size), dtype=bool) for count in _portions(samples, size, multiple_of=32))
    drawn = np.concatenate([sizes_after(coins.astype(float) @ gained) for coins in flips])
    differing = gained[gained.any(axis=1)]
    exact = len(differing) <= _MAX_ENUMERATED
    sizes = sizes_after(np.array([*product((0.0, 1.0), repeat=len(differing))]) @ differing) if exact else drawn
    reached = at_least(sizes, *whole)
    return ApproximateRandomization(
        baseline=whole[0],
        system=whole[1],
        p_value=float(reached.mean() if exact else p_value_of(reached)),
        sacrebleu_p_value=float(p_value_of(drawn > abs(whole[1] - whole[0]))),
        samples=len(sizes),
        seed=None if exact else seed,
    )


_MAX_ENUMERATED = 12
"""If at most this many segments differ, all exchanges are scored: 4,096 at most."""


def bootstrap_p_values(differences: NDArray[np.float64], seen: Any) -> list[NDArray[np.float64]]:
    """Return sacrebleu's p-value and the two-sided one, for one pair or for many, whose differences are columns."""
    import numpy as np

    sizes, centred = np.abs(differences), np.abs(differences - differences.mean(axis=0))
    extremes = (sizes - sizes.mean(axis=0) > seen, centred > seen)
    # Two identical outputs differ in no resample.
    return [np.where(differences.any(axis=0), p_value_of(extreme), 1.0) for extreme in extremes]


def at_least(sizes: NDArray[np.float64], baseline: Any, system: Any) -> Any:
    """Find the differences that are at least as large as that of two scores, apart from rounding.

    Rounding errors are proportional to the scores, not to their difference, so the tolerance is, too.
    """
    return sizes >= abs(system - baseline) - 1e-12 * (abs(system) + abs(baseline))


def p_value_of(extreme: NDArray[np.bool_]) -> Any:
    """Return the p-value of one pair or of many, from the samples that are as extreme as what was seen."""
    return (extreme.sum(axis=0) + 1) / (len(extreme) + 1)


def _in_rows(
    baseline: Sequence[Any], system: Sequence[Any], score: Callable[[Any], float] | None
) -> tuple[list[NDArray[np.float64]], Callable[[NDArray[np.float64]], NDArray[np.float64]], list[float]]:
    """Return the tables of both systems, a function from sums to scores, and both scores.

    A table has one row of numbers per segment. The numbers are floats, because NumPy multiplies floats much faster;
    sums of whole numbers are exact in floats up to 2**53.
    """
    import numpy as np

    tables = [np.array([numbers_of(counts) for counts in segments], dtype=float) for segments in (baseline, system)]

    def of_rows(sums: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.array([(score or bleu_of_counts)(in_form_of(baseline[0], row)) for row in sums.tolist()])

    return tables, of_rows, [float(of_rows(table.sum(axis=0, keepdims=True))[0]) for table in tables]


def numbers_of(counts: Any) -> list[float]:
    """List the numbers of a segment: the entries of a row, or those of a dataclass field by field."""
    fields = vars(counts).values() if is_dataclass(counts) else counts
    return [number for field in fields for number in (field if isinstance(field, tuple) else (field,))]


def in_form_of(example: Any, row: list[float]) -> Any:
    """Give numbers the form of an example: that of a row, or of a dataclass.

    For example, if the example is a BleuCounts of 2 orders, the row [3.0, 1.0, 4.0, 2.0, 4.0, 5.0] becomes
    BleuCounts((3, 1), (4, 2), 4, 5).
    """
    fields = vars(example).values() if is_dataclass(example) else ()
    numbers = map(int, row)
    groups = (tuple(islice(numbers, len(field))) if isinstance(field, tuple) else next(numbers) for field in fields)
    return type(example)(*groups) if fields else row


_MAX_DRAWS_PER_CALL = 1_000_000
"""The maximum number of segments that are drawn in one call of NumPy. It limits the memory to some megabytes, however
many samples there are."""


def _portions(samples: int, size: int, multiple_of: int = 1) -> Iterator[int]:
    """Split the samples into portions, one for each call of NumPy."""
    at_once = max(_MAX_DRAWS_PER_CALL // size // multiple_of, 1) * multiple_of
    for start in range(0, samples, at_once):
        yield min(at_once, samples - start)


def _resampled(score: float, scores: NDArray[np.float64]) -> ResampledScore:
    ordered = sorted(scores.tolist())
    cut = len(ordered) // 40  # 2.5 % at either end
    return ResampledScore(score, float(scores.mean()), ordered[cut], ordered[-1 - cut])
