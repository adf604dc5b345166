"""What people say: professional translators' judgements of real systems, beside what BLEU and chrF count in them.

The talks and their translations are other people's, so only numbers are here. The README beside the data, in
`data/judgements`, says whose the judgements are and how they were made.
"""

import csv
import gzip
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from bleu_helpers.fast.characters import chrf_counts_of_row
from bleu_helpers.fast.engine import counts_of_row
from bleu_helpers.lessons.bleu import BleuCounts
from bleu_helpers.lessons.tokenisation import ChrfCounts

PAIRS = {"zh-en": ("ref", "refB"), "en-de": ("ref",)}
"""The pairs of languages, Chinese to English and English to German, each with its references."""

BOTH = "both"
"""How `Judged.bleu` calls the two references together."""

FOLDER = Path(__file__).parent.parent / "data" / "judgements"
"""Where the tables stand, a row a system and segment.

:meta hide-value:
"""


class Judged(NamedTuple):
    """A translation of one segment: what a translator took off for its errors, and its counts for each reference.

    `points` are those of MQM: 0 is best. `rater` is the number of the translator who judged it, and `talk` that of the
    TED talk; each pair of languages has its own numbering. `bleu` has a BleuCounts for each reference, and one for both
    where there are two; `chrf` has a ChrfCounts for each reference. `is_english_source` says that the text is, letter
    for letter, a line that the systems of the other pair were given to translate into German.
    """

    points: float
    rater: int
    talk: int
    bleu: Mapping[str, BleuCounts]
    chrf: Mapping[str, ChrfCounts]
    is_english_source: bool


class Judgements(NamedTuple):
    """The judged translations of the systems, and those that serve as references, which were judged in the same way."""

    systems: Mapping[str, tuple[Judged, ...]]
    references: Mapping[str, tuple[Judged, ...]]


@cache
def read_judgements(pair: str) -> Judgements:
    """Read the judgements of one pair of languages, which the package brings along.

    Args:
        pair: "zh-en" or "en-de".

    Returns:
        For each of the 13 systems of WMT 2021, and for each reference, 529 judged segments of TED talks. The segments
        have the same order everywhere. The words are those of the tokenisation 13a.

    Raises:
        ValueError: there is no such pair.

    >>> systems, references = read_judgements("zh-en")
    >>> first = systems["Borderline"][0]
    >>> first.points, first.rater, first.talk
    (20.0, 3, 2)
    >>> first.bleu["ref"]
    BleuCounts(matched=(25, 17, 12, 9, 7), total=(30, 29, 28, 27, 26), candidate_length=30, reference_length=34)
    """
    if pair not in PAIRS:
        raise ValueError(f"there is no pair {pair!r}. There are {' and '.join(map(repr, PAIRS))}.")
    rows: dict[str, list[dict[str, str]]] = {}
    with gzip.open(FOLDER / f"{pair}.csv.gz", "rt", encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            rows.setdefault(row["system"], []).append(row)
    # The lengths of the references stand in their own rows.
    beside = [{row["system"]: row for row in some} for some in zip(*(rows[name] for name in PAIRS[pair]), strict=True)]
    read = {name: tuple(map(_judged, own, beside)) for name, own in rows.items()}
    references = {name: read.pop(name) for name in PAIRS[pair]}
    return Judgements(MappingProxyType(read), MappingProxyType(references))


def _judged(row: Mapping[str, str], references: Mapping[str, Mapping[str, str]]) -> Judged:
    words, characters = int(row["words"]), int(row["characters"])
    lengths = {name: int(reference["words"]) for name, reference in references.items()}
    if len(lengths) > 1:
        lengths[BOTH] = min(lengths.values(), key=lambda length: (abs(length - words), length))  # lesson 04
    chrf = {
        name: chrf_counts_of_row(_counted(row, f"{name} characters", characters, int(reference["characters"])))
        for name, reference in references.items()
    }
    bleu = {name: counts_of_row(_counted(row, f"{name} words", words, length)) for name, length in lengths.items()}
    numbers = float(row["points"]), int(row["rater"]), int(row["talk"])
    return Judged(*numbers, MappingProxyType(bleu), MappingProxyType(chrf), row["english source"] == "1")


def _counted(row: Mapping[str, str], start: str, length: int, reference_length: int) -> list[int]:
    matched = [int(count) for column, count in row.items() if column.startswith(f"{start} ")]
    return [*matched, *(max(length - n, 0) for n in range(len(matched))), length, reference_length]
