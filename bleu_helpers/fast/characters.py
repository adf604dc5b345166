"""The reader of characters: the code points of a text are its numbers, and the engine counts them for chrF."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import islice
from operator import add
from typing import TYPE_CHECKING

from bleu_helpers.fast.engine import Reader, segment_rows
from bleu_helpers.lessons.tokenisation import CHARACTER_ORDERS, ChrfCounts, chrf_of_counts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def _number_characters(texts: Sequence[str]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    import numpy as np

    code_points = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), dtype="<u4")
    return code_points.astype(np.int64), np.fromiter(map(len, texts), np.int64, len(texts))


CHARACTERS = Reader(_number_characters, split=list, chunk_length=16_384, few_tokens=256)


def corpus_chrf(
    candidates: Sequence[str], references_per_candidate: Sequence[Sequence[str]], beta: float = 2.0
) -> float:
    """Runs for every input. The segments are counted in arrays, several hundred at once."""
    pairs = [(one, other) for one, others in zip(candidates, references_per_candidate, strict=True) for other in others]
    counts = iter(_counts_of_pairs(pairs))
    best = [_best(list(islice(counts, len(references))), beta) for references in references_per_candidate]
    return chrf_of_counts(reduce(add, best), beta)


def _best(counts: Sequence[ChrfCounts], beta: float) -> ChrfCounts:
    """The counts of the reference where chrF is largest, of equally good ones the first."""
    return max(counts, key=lambda of_one: chrf_of_counts(of_one, beta)) if len(counts) > 1 else counts[0]


def _counts_of_pairs(pairs: Sequence[tuple[str, str]]) -> list[ChrfCounts]:
    """What `chrf_counts` gives for each pair, with a number for each character."""
    without_white = [("".join(one.split()), ["".join(other.split())]) for one, other in pairs]
    rows = segment_rows(without_white, len(CHARACTER_ORDERS) - 1, CHARACTERS)  # one order more than that is in a row
    return [chrf_counts_of_row(row) for row in rows]


def chrf_counts_of_row(row: list[int]) -> ChrfCounts:
    """Make counts of a row of the engine's table: an order less than it has, and no order that one side lacks."""
    orders = len(CHARACTER_ORDERS)
    in_reference = tuple([max(row[-1] - n + 1, 0) for n in CHARACTER_ORDERS])
    comparable = tuple([total if wanted else 0 for total, wanted in zip(row[orders:-2], in_reference, strict=True)])
    return ChrfCounts(tuple(row[:orders]), comparable, in_reference)
