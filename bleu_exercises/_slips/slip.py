"""Define a slip, and shorter ways to write the tables of slips."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Slip:
    """One choice made differently: `choice` replaces the right one in `field`."""

    name: str
    field: str
    tasks: tuple[str, ...]
    choice: Any


# The tasks in which something is computed.
BLEU = "bleu_score corpus_bleu ngram_f1"
NGRAMS = f"count_clip modified_precision rouge_n {BLEU}"
SHARES = f"modified_precision rouge_n {BLEU}"


def slips(name: str, tasks: str, field: str, *ways: Any) -> list[Slip]:
    """List the slips with one name: one for each way of making it, all in the same tasks."""
    return [Slip(name, field, tuple(tasks.split()), choice) for choice in ways]


def slips_of(field: str, tasks: str) -> Callable[..., list[Slip]]:
    """Return a shorter form of `slips` for slips in which only the name and the ways differ."""
    return lambda name, *ways: slips(name, tasks, field, *ways)
