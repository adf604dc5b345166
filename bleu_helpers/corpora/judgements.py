"""Professional translators' judgements of real systems, with the counts of BLEU and chrF for the same translations.

The talks and their translations have other copyright holders, so the package contains only numbers. The README next to
the data, in `data/judgements`, says who made the judgements and how.
"""

import csv
import gzip
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from bleu_helpers.fast.characters import chrf_counts_of_row
from bleu_helpers.fast.engine import counts_of_row
from bleu_helpers.lessons.bleu import BleuCounts, bleu_of_counts
from bleu_helpers.lessons.tokenisation import ChrfCounts
from bleu_helpers.validation.values import wrong_value

PAIRS = {"zh-en": ("ref", "refB"), "en-de": ("ref",)}
"""The language pairs, Chinese to English and English to German, each with the names of its references."""

BOTH = "both"
"""The key in `Judged.bleu` for the two references together."""

FOLDER = Path(__file__).parent.parent / "data" / "judgements"
"""The folder of the tables, which have one row per system and segment.

:meta hide-value:
"""


class Judged(NamedTuple):
    """A translation of one segment: the error points that a professional translator gave it, and its counts.

    `points` is the MQM score; 0 is best. `rater` is the number of the translator who judged the translation, and `talk`
    the number of the TED talk; each language pair has its own numbering. `bleu` has a BleuCounts for each reference and
    one for both together if there are two; `chrf` has a ChrfCounts for each reference. `is_english_source` is True if
    the translation is identical to a source line that the systems translated from English to German.
    """

    points: float
    rater: int
    talk: int
    bleu: Mapping[str, BleuCounts]
    chrf: Mapping[str, ChrfCounts]
    is_english_source: bool


class Judgements(NamedTuple):
    """The judged translations of the systems and of the references, which were judged in the same way."""

    systems: Mapping[str, tuple[Judged, ...]]
    references: Mapping[str, tuple[Judged, ...]]


@cache
def read_judgements(pair: str) -> Judgements:
    """Read the judgements of one language pair, which are part of the package.

    Args:
        pair: "zh-en" or "en-de".

    Returns:
        For each of the 13 systems of WMT 2021 and for each reference, 529 judged segments of TED talks, always in the
        same order. Words are counted after the tokenisation 13a.

    Raises:
        ValueError: `pair` is not one of the language pairs.

    >>> systems, references = read_judgements("zh-en")
    >>> first = systems["Borderline"][0]
    >>> first.points, first.rater, first.talk
    (20.0, 3, 2)
    >>> first.bleu["ref"]
    BleuCounts(matched=(25, 17, 12, 9, 7), total=(30, 29, 28, 27, 26), candidate_length=30, reference_length=34)
    """
    if pair not in PAIRS:
        raise wrong_value("unknown_pair", pair=pair, pairs=" and ".join(map(repr, PAIRS)))
    rows: dict[str, list[dict[str, str]]] = {}
    with gzip.open(FOLDER / f"{pair}.csv.gz", "rt", encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            rows.setdefault(row["system"], []).append(row)
    # The length of a reference is in the reference's own row.
    segments = zip(*(rows[name] for name in PAIRS[pair]), strict=True)
    reference_rows = [{row["system"]: row for row in segment} for segment in segments]
    judged = {name: tuple(map(_judged, system_rows, reference_rows)) for name, system_rows in rows.items()}
    references = {name: judged.pop(name) for name in PAIRS[pair]}
    return Judgements(MappingProxyType(judged), MappingProxyType(references))


def _judged(row: Mapping[str, str], references: Mapping[str, Mapping[str, str]]) -> Judged:
    """Convert a row of the table; `references` has the reference rows of the same segment by their names."""
    words, characters = int(row["words"]), int(row["characters"])
    lengths = {name: int(reference["words"]) for name, reference in references.items()}
    if len(lengths) > 1:
        lengths[BOTH] = min(lengths.values(), key=lambda length: (abs(length - words), length))  # as in lesson 04
    chrf = {
        name: chrf_counts_of_row(_counted(row, f"{name} characters", characters, int(reference["characters"])))
        for name, reference in references.items()
    }
    bleu = {name: counts_of_row(_counted(row, f"{name} words", words, length)) for name, length in lengths.items()}
    numbers = float(row["points"]), int(row["rater"]), int(row["talk"])
    return Judged(*numbers, MappingProxyType(bleu), MappingProxyType(chrf), row["english source"] == "1")


def _counted(row: Mapping[str, str], start: str, length: int, reference_length: int) -> list[int]:
    """Make a row in the form of the fast engine from the columns whose names begin with `start`."""
    matched = [int(count) for column, count in row.items() if column.startswith(f"{start} ")]
    return [*matched, *(max(length - n, 0) for n in range(len(matched))), length, reference_length]


def resample_segments(
    systems: Mapping[str, Sequence[Judged]], reference: str, samples: int = 1000, seed: int = 12345
) -> Iterator[tuple[dict[str, float], dict[str, float]]]:
    """Draw as many segments as there are, with replacement, and compute each system's points and BLEU on every draw.

    All systems are scored on the same segments. The points are corrected as in lesson 15: the mean of each rater, on
    the same draw, is subtracted.

    Args:
        systems: the judged segments of each system, by its name, in the same order.
        reference: the name of a reference, or "both".
        samples: the number of draws.
        seed: the seed of NumPy's random numbers; the same seed draws the same segments for every reference.

    Yields:
        For each draw, the corrected points per segment of each system, and its corpus BLEU from 0 to 100, both by the
        names of the systems.

    Source: Koehn 2004, as in `paired_bootstrap`, but for many systems and for people's points too.

    >>> systems = read_judgements("zh-en").systems
    >>> for points, bleu in resample_segments(systems, "both", samples=2):
    ...     print(f"{points['DIDI-NLP']:+.4f} {bleu['DIDI-NLP']:.4f}")
    -0.1012 48.7593
    -0.2373 49.5991
    """
    import numpy as np

    raters = sorted({one.rater for segments in systems.values() for one in segments})

    def numbers(one: Judged) -> list[float]:
        counts, judged = one.bleu[reference], [one.rater == rater for rater in raters]
        lengths = counts.candidate_length, counts.reference_length
        return [*counts.matched, *counts.total, *lengths, *judged, *(one.points * by_rater for by_rater in judged)]

    # Everything is a sum over segments: the counts and, for each rater, the number of judgements and their points.
    table = np.array([[numbers(one) for one in segments] for segments in systems.values()])
    random, size = np.random.default_rng(seed), table.shape[1]
    for _ in range(samples):
        times = np.bincount(random.integers(size, size=size), minlength=size)
        counts, judged, points = np.split(times @ table, [-2 * len(raters), -len(raters)], axis=1)
        usual = points.sum(axis=0) / np.maximum(judged.sum(axis=0), 1)  # a rater may have judged none of these segments
        above = (points - judged * usual).sum(axis=1) / size
        scores = [100 * bleu_of_counts(counts_of_row(row)) for row in counts.astype(int).tolist()]
        yield dict(zip(systems, above.tolist(), strict=True)), dict(zip(systems, scores, strict=True))


def estimate_together(systems: Mapping[str, Sequence[Judged]]) -> dict[str, float]:
    """Estimate the points that each system loses, together with the effects of the raters and of the segments.

    A judgement is modelled as the sum of three effects, those of its system, its rater and its segment. Least squares
    finds the effects for which the squared errors have the smallest sum.

    Args:
        systems: the judged segments of each system, by its name, in the same order.

    Returns:
        The effect of each system, by its name. Only the differences between systems have a meaning, because adding a
        constant to all systems and subtracting it from all raters does not change any sum.

    Source: a linear model with three factors, solved by NumPy's `lstsq`.

    >>> together = estimate_together(read_judgements("zh-en").systems)
    >>> round(together["Borderline"] - together["IIE-MT"], 4)
    0.5825
    """
    import numpy as np

    rows = [(i, one.rater, j, one.points) for i, of in enumerate(systems.values()) for j, one in enumerate(of)]
    *factors, points = np.array(rows).T
    # A column for each system, then for each rater and each segment: 1 if the judgement belongs to it, otherwise 0.
    design = np.hstack([factor[:, np.newaxis] == np.unique(factor) for factor in factors]).astype(float)
    effects, *_ = np.linalg.lstsq(design, points, rcond=None)
    return dict(zip(systems, effects.tolist(), strict=False))  # the systems come first
