"""The texts that are compared, tokenised once, and their counts as rows of integers."""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from sacrebleu.metrics.base import Metric

from bleu_helpers.fast.engine import counts_of_row, segment_rows
from bleu_helpers.fast.texts import TEXTS
from bleu_helpers.lessons.bleu import bleu_of_counts
from bleu_helpers.lessons.smoothing import halve_at_each_zero

MAX_SEGMENTS = 20_000
"""How many segments are used at most for what would take too long or too much memory with all of them."""

Record = dict[str, Any]
"""A row of a table in the report."""

Texts = Sequence[str]
"""The texts of all segments, or the references of one."""

Rows = NDArray[np.int64]
"""One row per segment: the matched and the total n-grams of orders 1 to 5, and the lengths of both sides."""


class Output:
    """The output of a system: the texts as they are, the tokenised texts, and their counts."""

    def __init__(self, name: str, texts: Texts, tokenise: Callable[[str], str], references: Sequence[Texts]) -> None:
        """Tokenise the texts, and count them with references that are tokenised already."""
        self.name, self.texts, self.tokenise = name, texts, tokenise
        self.tokenised = [*map(tokenise, texts)]
        pairs = zip(self.tokenised, references, strict=True)
        self.rows: Rows = np.array([*segment_rows(pairs, 4, TEXTS)], dtype=np.int64)

    @property
    def score(self) -> float:
        """BLEU, from 0 to 100."""
        return bleu_of_row(self.rows.sum(axis=0))


class Corpus(NamedTuple):
    """Two outputs, their references as they are and tokenised, and the texts that were translated."""

    old: Output
    new: Output
    references: Sequence[Texts]
    tokenised_references: Sequence[Texts]
    source: Texts | None

    def change_of(self, segments: Any) -> float:
        """Return the change of BLEU, in points, if only these segments get their new output."""
        moved = (self.new.rows - self.old.rows)[segments].sum(axis=0)
        return bleu_of_row(self.old.rows.sum(axis=0) + moved) - self.old.score


def signature(metric: Callable[..., Metric], references: Sequence[Texts], **settings: Any) -> str:
    """Return sacreBLEU's signature of a score: "nrefs" is "var" if not all segments have as many references."""
    columns = [*zip_longest(*([""] * number for number in {*map(len, references)}))]
    return str(metric(references=columns, **settings).get_signature())


def bleu_of_row(row: Sequence[float] | Rows) -> float:
    """Compute BLEU from summed counts, as sacreBLEU does by default: from 0 to 100, with its smoothing "exp".

    sacreBLEU does not smooth an order of which the output has no n-grams, so the score is 0.
    """
    smoothing = halve_at_each_zero if 0 in row[:4] and 0 not in row[5:9] else None
    return 100 * bleu_of_counts(counts_of_row([*map(int, row)]), smoothing=smoothing)
