"""Lesson 08: an accumulator of corpus BLEU, which is fed batch by batch and keeps only sums."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from bleu_helpers.fast.engine import Pair, Reader, summed_counts
from bleu_helpers.fast.tokens import TOKENS
from bleu_helpers.lessons.bleu import BleuCounts, Smoothing, bleu_of_counts
from bleu_helpers.lessons.counting import Sentence
from bleu_helpers.validation.counts import check_smoothing
from bleu_helpers.validation.sentences import check_corpus, checked_pairs
from bleu_helpers.validation.values import check_order


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
        add_unchecked(self, zip(candidates, references_per_candidate, strict=True))

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
        add_unchecked(self, checked_pairs(pairs))

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


def add_unchecked(score: BleuScore, pairs: Iterable[Pair], reader: Reader = TOKENS) -> None:
    """Add a stream of segments, in the form that the reader reads, to a score. They must have been checked."""
    counts, segments = summed_counts(pairs, score.n_gram, reader)
    # One assignment: an interruption leaves the counts and the number of segments both old, or both new.
    score._fed = score.counts + counts, score.segments + segments


def _identity(smoothing: Smoothing | None) -> object:
    """What makes two smoothings the same. A `partial` is rebuilt by pickle, so its parts count, not the object."""
    if isinstance(smoothing, partial):
        return smoothing.func, smoothing.args, smoothing.keywords
    return smoothing


def _name(smoothing: Smoothing | Callable[..., Any] | None) -> str:
    return getattr(smoothing, "__name__", repr(smoothing))
