"""Lesson 08: an accumulator of corpus BLEU, which is updated batch by batch and stores only sums."""

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
from bleu_helpers.validation.values import check_order, wrong_value


class BleuScore:
    """An accumulator of corpus BLEU that is updated batch by batch; the function `bleu_score` scores one sentence.

    It stores only sums, so its memory does not grow.

    Two accumulators can be added with `+`, even after pickling, so you can score the shards of a corpus on different
    machines and then combine them. `sum(shards, BleuScore())` combines a list. To be pickled, a smoothing must be a
    named function, like those of lesson 09, or a `functools.partial` of one; a lambda cannot be pickled.

    Other libraries have the same metric: MindSpore's `BleuScore(n_gram, smooth)` has the methods `clear`, `update` and
    `eval`; torchmetrics' `BLEUScore(n_gram, smooth)` has `reset`, `update` and `compute`. Their `smooth=True` adds one
    to every order (MindSpore) or to every order except the first (torchmetrics 1.9), and both return 0 if an order has
    no match. If two references are equally close in length, both use the first one, while this class uses the shorter
    one.

    Args:
        n_gram: the highest order, 1 to 1000; each order has the weight 1 / n_gram.
        smoothing: None, or a function that replaces precisions where counts are small (lesson 09).

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
        """Remove all segments that were added."""
        zeros = (0,) * (self.n_gram + 1)
        self._sums = BleuCounts(zeros, zeros, 0, 0), 0

    @property
    def counts(self) -> BleuCounts:
        """The summed counts of all segments so far."""
        return self._sums[0]

    @property
    def segments(self) -> int:
        """The number of segments so far."""
        return self._sums[1]

    def update(self, candidates: Sequence[Sentence], references_per_candidate: Sequence[Sequence[Sentence]]) -> None:
        """Add a batch of any number of segments; if an error is raised, no segment of the batch is added.

        Args:
            candidates: the sentences to score, each a list or tuple of tokens.
            references_per_candidate: a list of one or more correct sentences for each candidate.

        Raises:
            TypeError: an argument is not of the form above; the message names the segment and says what to change.
            ValueError: the two lists differ in length, or a candidate has no reference.
        """
        check_corpus(candidates, references_per_candidate)
        add_unchecked(self, zip(candidates, references_per_candidate, strict=True))

    def update_from_pairs(self, pairs: Iterable[tuple[Sentence, Sequence[Sentence]]]) -> None:
        """Add a stream of segments without storing it; if an error is raised, no segment of the stream is added.

        Args:
            pairs: an iterable, such as a generator, of pairs: a candidate and the list of its references.

        Raises:
            TypeError: a pair is not of the form above; the message gives its position, counted from 0, and says what
                to change. Errors raised by the iterable itself are not caught.
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
            RuntimeError: no segment has been added.
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
            raise wrong_value("other_n_gram", n_gram=self.n_gram, other_n_gram=other.n_gram)
        if _identity(self.smoothing) != _identity(other.smoothing):
            raise wrong_value("other_smoothing", one=_name(self.smoothing), another=_name(other.smoothing))
        both = BleuScore(self.n_gram, self.smoothing)
        both._sums = self.counts + other.counts, self.segments + other.segments
        return both

    def __repr__(self) -> str:
        settings = f"n_gram={self.n_gram}, smoothing={_name(self.smoothing)}"
        return f"BleuScore({settings}), segments so far: {self.segments}"


def add_unchecked(score: BleuScore, pairs: Iterable[Pair], reader: Reader = TOKENS) -> None:
    """Add a stream of segments that have been checked to a score; the reader defines their form."""
    counts, segments = summed_counts(pairs, score.n_gram, reader)
    # A single assignment, so that after an interruption the counts and the number of segments still belong together.
    score._sums = score.counts + counts, score.segments + segments


def _identity(smoothing: Smoothing | None) -> object:
    """Return a value that is equal for equal smoothings. Pickle makes a new `partial`, so its parts are compared."""
    if isinstance(smoothing, partial):
        return smoothing.func, smoothing.args, smoothing.keywords
    return smoothing


def _name(smoothing: Smoothing | Callable[..., Any] | None) -> str:
    return getattr(smoothing, "__name__", repr(smoothing))
