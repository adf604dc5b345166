"""Lesson 08: BLEU of a whole corpus. The counts are summed over all segments before anything is divided."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial, reduce, wraps
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

from bleu_helpers._validation.counts import check_smoothing
from bleu_helpers._validation.sentences import check_corpus, checked_pairs
from bleu_helpers._validation.values import check_order
from bleu_helpers.bleu import (
    UNIFORM_WEIGHTS,
    BleuCounts,
    BleuParts,
    Smoothing,
    bleu_of_counts,
    bleu_score,
    explain_counts,
)
from bleu_helpers.corpus_counts import (
    _TOKENS,
    _counts_of_pair,
    _counts_of_pairs,
    _counts_of_row,
    _is_short,
    _Unit,
    corpus_counts,
)
from bleu_helpers.counting import Sentence
from bleu_helpers.text_counts import corpus_counts_of_texts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def corpus_bleu(
    candidates: Sequence[Sentence],
    references_per_candidate: Sequence[Sequence[Sentence]],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    smoothing: Smoothing | None = None,
) -> float:
    """Compute BLEU of a corpus: one set of sums over all segments, then one division an order and one penalty.

    Args:
        candidates: the sentences to judge, each a list or tuple of tokens; at least one.
        references_per_candidate: for each candidate a list of one or more correct sentences.
        weights: one weight an order, from order 1 on, with sum 1. Four times 0.25 is BLEU-4.
        smoothing: None, or a function that replaces the precisions where counts are small (lesson 09).

    Returns:
        A number from 0 to 1. It is not the mean of the sentences' scores.

    Raises:
        TypeError: an argument is not of the form above; the message names the segment and says what to change.
        ValueError: the two lists differ in length or are empty, a candidate has no reference, or the weights do not
            sum to 1.

    Source: BLEU, Papineni et al. 2002, sections 2.1.1 and 2.3. sacrebleu gives the same number for the same tokens.

    >>> candidates = ["the cat sat on a mat".split(), "a dog".split()]
    >>> references_per_candidate = [["the cat sat on the mat".split()], ["the dog".split(), "a dog".split()]]
    >>> corpus_bleu(candidates, references_per_candidate)
    0.5583948264724179
    """
    counts = corpus_counts(candidates, references_per_candidate, n_gram=len(weights))
    return bleu_of_counts(counts, weights, smoothing)


def corpus_bleu_of_texts(
    candidates: Sequence[str],
    references_per_candidate: Sequence[Sequence[str]],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    smoothing: Smoothing | None = None,
) -> float:
    """Compute BLEU of a corpus of texts, whose words are those that `str.split` makes of them.

    Args:
        candidates: the texts to judge, strings; at least one.
        references_per_candidate: for each candidate a list of one or more correct texts.
        weights: one weight an order, from order 1 on, with sum 1. Four times 0.25 is BLEU-4.
        smoothing: None, or a function that replaces the precisions where counts are small (lesson 09).

    Returns:
        What `corpus_bleu` gives for the words of the texts, a number from 0 to 1, in about half the time.

    Raises:
        TypeError: an argument is not of the form above; the message names the text and says what to change.
        ValueError: the two lists differ in length or are empty, a candidate has no reference, or the weights do not
            sum to 1.

    Source: BLEU, Papineni et al. 2002, sections 2.1.1 and 2.3. It is sacrebleu's score with the tokeniser "none".

    >>> candidates = ["the cat sat on a mat", "a dog"]
    >>> corpus_bleu_of_texts(candidates, [["the cat sat on the mat"], ["the dog", "a dog"]])
    0.5583948264724179
    """
    counts = corpus_counts_of_texts(candidates, references_per_candidate, n_gram=len(weights))
    return bleu_of_counts(counts, weights, smoothing)


def explain_corpus_bleu(
    candidates: Sequence[Sentence],
    references_per_candidate: Sequence[Sequence[Sentence]],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    smoothing: Smoothing | None = None,
) -> BleuParts:
    """Compute BLEU of a corpus as `corpus_bleu` does, and keep every number on the way.

    Args:
        candidates: the sentences to judge, each a list or tuple of tokens; at least one.
        references_per_candidate: for each candidate a list of one or more correct sentences.
        weights: one weight an order, from order 1 on, with sum 1.
        smoothing: None, or a function that replaces the precisions where counts are small (lesson 09).

    Returns:
        A frozen BleuParts: matched, total and precision an order, both lengths, the brevity penalty and the score.
        Its `sacrebleu_fields` are the same numbers under sacrebleu's names.

    Raises:
        TypeError: an argument is not of the form above; the message names the segment and says what to change.
        ValueError: the two lists differ in length or are empty, a candidate has no reference, or the weights do not
            sum to 1.

    Source: BLEU, Papineni et al. 2002, sections 2.1.1 and 2.3.

    >>> explain_corpus_bleu([["the", "cat"], ["a", "dog"]], [[["the", "cat", "sat"]], [["a", "dog"]]], (0.5, 0.5))
    BLEU 0.7788 = brevity penalty 0.7788 x geometric mean 1.0000
    candidate length 4, closest reference length 5
    <BLANKLINE>
    n  matched  total  precision  weight
    1        4      4     1.0000  0.5000
    2        2      2     1.0000  0.5000
    <BLANKLINE>
    sacrebleu's names: score, counts, totals, precisions, bp, sys_len, ref_len (score, precisions: percent)
    """
    counts = corpus_counts(candidates, references_per_candidate, n_gram=len(weights))
    return explain_counts(counts, weights, smoothing)


@wraps(bleu_score)
def _bleu_of_pair(
    candidate: Sentence,
    references: Sequence[Sentence],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    smoothing: Smoothing | None = None,
) -> float:
    if _is_short(candidate, references):
        return bleu_score(candidate, references, weights, smoothing)
    return bleu_of_counts(_counts_of_pair(candidate, references, len(weights)), weights, smoothing)


class BleuScore:
    """An accumulator of corpus BLEU, fed batch by batch; the function `bleu_score` scores one sentence.

    It keeps sums only, so its memory does not grow.

    Two of them add up with `+`, also after a trip through pickle: score the shards of a corpus anywhere, then join
    them. `sum(shards, BleuScore())` joins a list. To be pickled, a smoothing must be a function with a name of its
    own, as those of lesson 09 are, or a `functools.partial` of one; a lambda is not.

    The same metric elsewhere: MindSpore's `BleuScore(n_gram, smooth)` calls it `clear`, `update` and `eval`;
    torchmetrics' `BLEUScore(n_gram, smooth)` calls it `reset`, `update` and `compute`. Their `smooth=True` is
    `add_one_to_every_order` of lesson 09. Of two equally close references both take the first, here it is the shorter.

    Args:
        n_gram: the highest order, 1 to 1000; each order has the weight 1 / n_gram.
        smoothing: None, or a function that replaces the precisions where counts are small (lesson 09).

    Raises:
        TypeError: `n_gram` is not an int, or `smoothing` is not a function.
        ValueError: `n_gram` is not from 1 to 1000.

    Source: BLEU, Papineni et al. 2002, sections 2.1.1 and 2.3.

    >>> score = BleuScore(n_gram=2)
    >>> score.update(["the cat sat".split()], [["the cat sat down".split()]])
    >>> score.update(["a dog".split()], [["the dog".split(), "a dog".split()]])
    >>> score
    BleuScore(n_gram=2, smoothing=None), segments so far: 2
    >>> score.compute()
    0.8187307530779819
    """

    def __init__(self, n_gram: int = 4, smoothing: Smoothing | None = None) -> None:
        check_order(n_gram, "n_gram")
        check_smoothing(smoothing, "smoothing")
        self.n_gram = n_gram
        self.smoothing = smoothing
        self.reset()

    def reset(self) -> None:
        """Forget all that was fed."""
        nothing = (0,) * (self.n_gram + 1)
        self._fed = BleuCounts(nothing, nothing, 0, 0), 0

    @property
    def counts(self) -> BleuCounts:
        """The summed counts of all segments so far."""
        return self._fed[0]

    @property
    def segments(self) -> int:
        """How many segments were fed so far."""
        return self._fed[1]

    def update(self, candidates: Sequence[Sentence], references_per_candidate: Sequence[Sequence[Sentence]]) -> None:
        """Add a batch of segments, any number of them. Where it raises, nothing of the batch counts.

        Args:
            candidates: the sentences to judge, each a list or tuple of tokens.
            references_per_candidate: for each candidate a list of one or more correct sentences.

        Raises:
            TypeError: an argument is not of the form above; the message names the segment and says what to change.
            ValueError: the two lists differ in length, or a candidate has no reference.
        """
        check_corpus(candidates, references_per_candidate)
        self._add(zip(candidates, references_per_candidate, strict=True))

    def update_from_pairs(self, pairs: Iterable[tuple[Sentence, Sequence[Sentence]]]) -> None:
        """Add a stream of segments, read one by one and never held as a whole. Where it raises, nothing of it counts.

        Args:
            pairs: an iterable, for example a generator, of pairs: a candidate and the list of its references.

        Raises:
            TypeError: a pair is not of the form above; the message names it by its position, from 0, and says what to
                change. What the iterable itself raises comes through.
            ValueError: a candidate has no reference.

        >>> score = BleuScore(n_gram=2)
        >>> score.update_from_pairs((line.split(), [line.split()]) for line in ["the cat sat", "a dog"])
        >>> score
        BleuScore(n_gram=2, smoothing=None), segments so far: 2
        """
        self._add(checked_pairs(pairs))

    def _add(self, pairs: Iterable[tuple[Sentence, Sequence[Sentence]]], unit: _Unit = _TOKENS) -> None:
        counts, segments = _counts_of_pairs(pairs, self.n_gram, unit)
        # One assignment: an interruption leaves the counts and the number of segments both old, or both new.
        self._fed = self.counts + counts, self.segments + segments

    def compute(self) -> float:
        """Compute BLEU of all segments so far.

        Returns:
            A number from 0 to 1.

        Raises:
            RuntimeError: there is no segment yet.
        """
        if self.segments == 0:
            raise RuntimeError(
                "there is no segment to score yet. Call update(candidates, references_per_candidate) before compute()."
            )
        return bleu_of_counts(self.counts, (1 / self.n_gram,) * self.n_gram, self.smoothing)

    def __add__(self, other: BleuScore) -> BleuScore:
        if not isinstance(other, BleuScore):
            return NotImplemented
        if self.n_gram != other.n_gram:
            raise ValueError(
                f"one score has n_gram={self.n_gram}, the other n_gram={other.n_gram}. "
                "Only scores of the same orders add up."
            )
        if _identity(self.smoothing) != _identity(other.smoothing):
            raise ValueError(
                f"one score has smoothing={_name(self.smoothing)}, the other smoothing={_name(other.smoothing)}. "
                "Only scores of the same smoothing add up."
            )
        both = BleuScore(self.n_gram, self.smoothing)
        both._fed = self.counts + other.counts, self.segments + other.segments
        return both

    def __repr__(self) -> str:
        settings = f"n_gram={self.n_gram}, smoothing={_name(self.smoothing)}"
        return f"BleuScore({settings}), segments so far: {self.segments}"


class ResampledScore(NamedTuple):
    """The BLEU of one system, and what it is on corpora drawn anew: the mean, and where 95 of 100 of them lie."""

    score: float
    mean: float
    low: float
    high: float


class PairedBootstrap(NamedTuple):
    """Two systems, compared on the same resampled corpora.

    `wins` is the share of the resamples in which the system is above the baseline (Koehn's measure). `p_value` is small
    where a difference as large as the one seen is not likely to be luck (sacrebleu's measure). It acts as a one-sided
    test: it is below 0.05 for about 1 in 10 pairs of equal systems, 1 in 20 in favour of each side.
    """

    baseline: ResampledScore
    system: ResampledScore
    wins: float
    p_value: float
    samples: int
    seed: int

    def __repr__(self) -> str:
        lines = [
            f"{name:8}  BLEU {one.score:.4f}  mean {one.mean:.4f}  95% within {one.low:.4f} to {one.high:.4f}"
            for name, one in (("baseline", self.baseline), ("system", self.system))
        ]
        summary = f"system above baseline in {self.wins:.1%} of {self.samples} resamples, p = {self.p_value:.4f}"
        return "\n".join([*lines, summary])


def paired_bootstrap(
    baseline: Sequence[BleuCounts],
    system: Sequence[BleuCounts],
    weights: Sequence[float] = UNIFORM_WEIGHTS,
    smoothing: Smoothing | None = None,
    samples: int = 1000,
    seed: int = 12345,
) -> PairedBootstrap:
    """Ask whether one system is better than another, or only luckier in its test sentences.

    Segments are drawn from the corpus with replacement, as many as it has, and both systems are scored on them; that
    again and again. No sentence is counted twice for it: the stored counts are summed.

    Args:
        baseline: `segment_counts` of the system to compare with.
        system: `segment_counts` of the other system, on the same segments in the same order.
        weights: one weight an order, from order 1 on, with sum 1.
        smoothing: None, or a function that replaces the precisions where counts are small (lesson 09).
        samples: how many corpora are drawn, 1 to 1,000,000.
        seed: the seed of NumPy's random numbers, 0 or more; the same seed draws the same corpora.

    Returns:
        A PairedBootstrap of plain numbers. Its p-value is (k + 1) / (samples + 1), so never 0: k counts the
        resamples whose absolute difference lies above the mean one by more than the difference on the whole corpus.
        Where no resample tells the systems apart it is 1.0; sacrebleu then says 1 / (samples + 1).

    Raises:
        TypeError: an argument is not of the form above; the message says what to change.
        ValueError: the systems have different numbers of segments or none, the weights do not fit the counts, or
            `samples` or `seed` is out of range.

    Source: Koehn 2004; the p-value and the draws are those of sacrebleu's paired bootstrap, seed included.

    >>> from bleu_helpers import segment_counts
    >>> references_per_candidate = [["the cat sat on the mat".split()], ["a dog ran in the park".split()]] * 20
    >>> one = segment_counts(["the cat sat on a mat".split(), "a dog ran".split()] * 20, references_per_candidate)
    >>> other = segment_counts(["the cat sat on a".split(), "a dog ran in the".split()] * 20, references_per_candidate)
    >>> paired_bootstrap(one, other)
    baseline  BLEU 0.4277  mean 0.4273  95% within 0.3874 to 0.4644
    system    BLEU 0.6858  mean 0.6856  95% within 0.6450 to 0.7260
    system above baseline in 100.0% of 1000 resamples, p = 0.0010
    """
    import numpy as np

    sums = _resampled_sums([_table(segments) for segments in (baseline, system)], samples, seed)
    scores = np.array(
        [[bleu_of_counts(_counts_of_row(row), weights, smoothing) for row in one.tolist()] for one in sums]
    )
    whole = [bleu_of_counts(reduce(add, segments), weights, smoothing) for segments in (baseline, system)]
    differences = np.abs(scores[1] - scores[0])
    extreme = int(np.sum(differences - differences.mean() > abs(whole[1] - whole[0])))
    if not differences.any():
        extreme = samples  # the same output twice: without this the formula would call a difference of 0 significant
    return PairedBootstrap(
        baseline=_resampled(whole[0], scores[0]),
        system=_resampled(whole[1], scores[1]),
        wins=float(np.mean(scores[1] > scores[0])),
        p_value=(extreme + 1) / (samples + 1),
        samples=samples,
        seed=seed,
    )


def _table(segments: Sequence[BleuCounts]) -> NDArray[np.float64]:
    """One row a segment: matched counts, total counts and the two lengths.

    As floats, which NumPy multiplies much faster; whole numbers add up exactly in them, up to 2 to the power of 53.
    """
    import numpy as np

    return np.array([(*s.matched, *s.total, s.candidate_length, s.reference_length) for s in segments], dtype=float)


_DRAWS_AT_ONCE = 1_000_000
"""How many segments are drawn in one call of NumPy: some megabytes, however many samples there are."""


def _resampled_sums(tables: list[NDArray[np.float64]], samples: int, seed: int) -> list[NDArray[np.int64]]:
    """For each table the sums of its rows over each resample, one row a resample; the draws are the same for all."""
    import numpy as np

    random, size = np.random.default_rng(seed), len(tables[0])
    at_once = max(_DRAWS_AT_ONCE // size, 1)
    parts: list[list[NDArray[np.int64]]] = [[] for _ in tables]
    for start in range(0, samples, at_once):
        count = min(at_once, samples - start)
        drawn = random.choice(size, size=(count, size), replace=True) + size * np.arange(count)[:, np.newaxis]
        times = np.bincount(drawn.ravel(), minlength=count * size).reshape(count, size).astype(float)
        for part, table in zip(parts, tables, strict=True):
            part.append((times @ table).astype(np.int64))
    return [np.concatenate(part) for part in parts]


def _resampled(score: float, scores: NDArray[np.float64]) -> ResampledScore:
    ordered = sorted(scores.tolist())
    cut = len(ordered) // 40  # 2.5 of 100 at either end
    return ResampledScore(score, float(scores.mean()), ordered[cut], ordered[-1 - cut])


def _identity(smoothing: Smoothing | None) -> object:
    """What makes two smoothings the same. A `partial` is rebuilt by pickle, so its parts count, not the object."""
    if isinstance(smoothing, partial):
        return smoothing.func, smoothing.args, smoothing.keywords
    return smoothing


def _name(smoothing: Smoothing | Callable[..., Any] | None) -> str:
    return getattr(smoothing, "__name__", repr(smoothing))
