"""The reader of characters: it uses the code points of a text as numbers, which the engine counts for chrF."""

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


def chrf_counts(candidate: str, reference: str) -> ChrfCounts:
    """Runs for every input. A short pair is counted in one Counter, and a long one in arrays."""
    return _counts_of_pairs([(candidate, reference)])[0]


def chrf(candidate: str, references: Sequence[str], beta: float = 2.0) -> float:
    """Runs for every input. The counting is faster, and the formula is the same."""
    return corpus_chrf([candidate], [references], beta)


def segment_chrf_counts(
    candidates: Sequence[str], references_per_candidate: Sequence[Sequence[str]], beta: float = 2.0
) -> list[ChrfCounts]:
    """Runs for every input. The segments are counted in arrays, several hundred at once."""
    segments = zip(candidates, references_per_candidate, strict=True)
    pairs = [(candidate, reference) for candidate, references in segments for reference in references]
    counts = iter(_counts_of_pairs(pairs))
    return [_best(list(islice(counts, len(references))), beta) for references in references_per_candidate]


def corpus_chrf(
    candidates: Sequence[str], references_per_candidate: Sequence[Sequence[str]], beta: float = 2.0
) -> float:
    """Runs for every input. The segments are counted in arrays, several hundred at once."""
    return chrf_of_counts(reduce(add, segment_chrf_counts(candidates, references_per_candidate, beta)), beta)


def _best(counts: Sequence[ChrfCounts], beta: float) -> ChrfCounts:
    """Return the counts with the highest chrF; on a tie, the first of them."""
    return max(counts, key=lambda candidate: chrf_of_counts(candidate, beta)) if len(counts) > 1 else counts[0]


def _counts_of_pairs(pairs: Sequence[tuple[str, str]]) -> list[ChrfCounts]:
    """Compute the `chrf_counts` of each pair."""
    without_spaces = [("".join(candidate.split()), ["".join(reference.split())]) for candidate, reference in pairs]
    rows = segment_rows(without_spaces, len(CHARACTER_ORDERS) - 1, CHARACTERS)  # the engine counts one more order
    return [chrf_counts_of_row(row) for row in rows]


def chrf_counts_of_row(row: list[int]) -> ChrfCounts:
    """Convert a row of the engine's table to counts.

    As in `chrf_counts`, the candidate's n-grams of an order are left out if the reference has none of that order.
    """
    orders = len(CHARACTER_ORDERS)
    in_reference = tuple([max(row[-1] - n + 1, 0) for n in CHARACTER_ORDERS])
    comparable = tuple([total if wanted else 0 for total, wanted in zip(row[orders:-2], in_reference, strict=True)])
    return ChrfCounts(tuple(row[:orders]), comparable, in_reference)
