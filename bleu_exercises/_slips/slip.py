"""Define a slip, and shorter ways to write the tables of slips."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Slip:
    """One choice made differently: `choice` replaces the right one in `field`.

    `halves` lists the halves of ngram_f1 in which the slip alone makes a difference.
    """

    name: str
    field: str
    tasks: tuple[str, ...]
    choice: Any
    halves: tuple[str, ...]


# The tasks in which something is computed.
BLEU = "bleu_score corpus_bleu ngram_f1"
NGRAMS = f"count_clip modified_precision rouge_n {BLEU}"
SHARES = f"modified_precision rouge_n {BLEU}"


def slips(name: str, tasks: str, field: str, *ways: Any, halves: str = "bleu rouge") -> list[Slip]:
    """List the slips with one name: one for each way of making it, all in the same tasks."""
    return [Slip(name, field, tuple(tasks.split()), choice, tuple(halves.split())) for choice in ways]


def slips_of(field: str, tasks: str, halves: str = "bleu rouge") -> Callable[..., list[Slip]]:
    """Return a shorter form of `slips` for slips in which only the name and the ways differ."""
    return lambda name, *ways: slips(name, tasks, field, *ways, halves=halves)
