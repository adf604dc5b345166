"""Lesson 08: BLEU of a whole corpus. The counts are summed over all segments before anything is divided."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial, wraps
from typing import Any

from bleu_helpers.fast.corpus_counts import (
    _TOKENS,
    _counts_of_pair,
    _counts_of_pairs,
    _is_short,
    _Unit,
    corpus_counts,
)
from bleu_helpers.fast.text_counts import corpus_counts_of_texts
from bleu_helpers.lessons.bleu import (
    UNIFORM_WEIGHTS,
    BleuCounts,
    BleuParts,
    Smoothing,
    bleu_of_counts,
    bleu_score,
    explain_counts,
)
from bleu_helpers.lessons.counting import Sentence
from bleu_helpers.validation.counts import check_smoothing
from bleu_helpers.validation.sentences import check_corpus, checked_pairs
from bleu_helpers.validation.values import check_order


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
    torchmetrics' `BLEUScore(n_gram, smooth)` calls it `reset`, `update` and `compute`. Their `smooth=True`
    adds one to every order (MindSpore) or to every order but the first (torchmetrics 1.9), and where an order has no
    match both give 0. Of two equally close references both take the first, here it is the shorter.

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


def _identity(smoothing: Smoothing | None) -> object:
    """What makes two smoothings the same. A `partial` is rebuilt by pickle, so its parts count, not the object."""
    if isinstance(smoothing, partial):
        return smoothing.func, smoothing.args, smoothing.keywords
    return smoothing


def _name(smoothing: Smoothing | Callable[..., Any] | None) -> str:
    return getattr(smoothing, "__name__", repr(smoothing))
