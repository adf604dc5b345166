"""Professional translators' judgements of real systems, with the counts of BLEU and chrF for the same translations.

The texts and their translations have other copyright holders, so the package contains only numbers. The README next to
the data, in `data/judgements`, says who made the judgements and how.
"""

from __future__ import annotations

import csv
import gzip
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import fmean
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from bleu_helpers.corpora.significance import in_form_of, numbers_of
from bleu_helpers.fast.characters import chrf_counts_of_row
from bleu_helpers.fast.engine import counts_of_row
from bleu_helpers.lessons.bleu import BleuCounts, bleu_of_counts
from bleu_helpers.lessons.smoothing import add_one
from bleu_helpers.lessons.tokenisation import ChrfCounts, chrf_of_counts
from bleu_helpers.validation.values import wrong_value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PAIRS = {"zh-en": ("ref", "refB"), "en-de": ("ref",), "zh-en-2023": ("ref",)}
"""The tables, each with the names of its references: Chinese to English and English to German, both of talks in 2021,
and Chinese to English of news in 2023."""

BOTH = "both"
"""The key in `Judged.bleu` for the two references together."""

FOLDER = Path(__file__).parent.parent / "data" / "judgements"
"""The folder of the tables, which have one row per system and segment.

:meta hide-value:
"""


class Judged(NamedTuple):
    """A translation of one segment: the error points that professional translators gave it, and its counts.

    `by_rater` has the MQM score that each translator gave, by the translator's number; 0 is best. `document` is the
    number of the TED talk, or of the news article in 2023; each table has its own numbers. `bleu` has a BleuCounts for
    each reference and one for both together if there are two; `chrf` has a ChrfCounts for each reference.
    `is_english_source` is True if the translation is identical to a source line that the systems translated from
    English to German. `f1` is lesson 16's F1, with the model's vectors; only the table of 2023 has it.
    """

    by_rater: Mapping[int, float]
    document: int
    bleu: Mapping[str, BleuCounts]
    chrf: Mapping[str, ChrfCounts]
    is_english_source: bool = False
    f1: float | None = None

    @property
    def points(self) -> float:
        """The mean of the points that the raters gave."""
        return fmean(self.by_rater.values())

    @property
    def rater(self) -> int:
        """The number of the rater, if there is only one.

        Raises:
            ValueError: there are several raters, so use `by_rater`.
        """
        if len(self.by_rater) > 1:
            raise wrong_value("several_raters", raters=", ".join(map(str, self.by_rater)))
        return next(iter(self.by_rater))

    @property
    def talk(self) -> int:
        """The number of the document, which is a talk in the tables of 2021."""
        return self.document


class Judgements(NamedTuple):
    """The judged translations of the systems, and of the references if they were judged in the same way."""

    systems: Mapping[str, tuple[Judged, ...]]
    references: Mapping[str, tuple[Judged, ...]]


def features(one: Judged) -> dict[str, float]:
    """Compute twelve numbers of a translation, from which a metric can be trained.

    Args:
        one: a translation from the table of 2023.

    Returns:
        By their names: three metrics of a sentence, the precision and the recall of words, of pairs of words and of six
        characters in a row, and three numbers that depend only on lengths.

    >>> len(features(read_judgements("zh-en-2023").systems["GPT4-5shot"][0]))
    12
    """
    words, characters = one.bleu["ref"], one.chrf["ref"]
    ratio = words.candidate_length / words.reference_length
    numbers = {"F1": one.f1 or 0.0, "BLEU": bleu_of_counts(words, smoothing=add_one)}
    numbers["chrF"] = chrf_of_counts(characters)
    for n, unit in enumerate(("words", "pairs of words"), start=1):
        numbers[f"precision of {unit}"] = words.matched[n - 1] / max(words.total[n - 1], 1)
        numbers[f"recall of {unit}"] = words.matched[n - 1] / max(words.reference_length - n + 1, 1)
    numbers["precision of 6 characters"] = characters.matched[5] / max(characters.in_candidate[5], 1)
    numbers["recall of 6 characters"] = characters.matched[5] / max(characters.in_reference[5], 1)
    return numbers | {
        "length": words.candidate_length,
        "ratio of lengths": ratio,
        "its logarithm": abs(math.log(ratio)),
    }


class Published(NamedTuple):
    """What the organisers of WMT 2023 published about a system.

    `people` is the mean grade that people gave it, from 0 to 100, where more is better, and `cluster` the number of its
    group in their ranking, from 1. `scores` has its COMET, BLEU and chrF on the whole test set; the reference has none.
    """

    people: float
    cluster: int
    scores: Mapping[str, float]


class Alike(NamedTuple):
    """How alike two texts are: the share of the lines that are identical, and the BLEU of the first by the second."""

    same: float
    bleu: float


@cache
def read_judgements(pair: str) -> Judgements:
    """Read the judgements in one of the tables, which are part of the package.

    Args:
        pair: "zh-en", "en-de" or "zh-en-2023".

    Returns:
        For each of the 13 systems of WMT 2021 and for each reference, 529 judged segments of TED talks, or for each of
        10 systems of WMT 2023, 377 judged segments of news; always in the same order. Words are counted after the
        tokenisation 13a.

    Raises:
        ValueError: `pair` is not one of the tables.

    >>> systems, references = read_judgements("zh-en")
    >>> first = systems["Borderline"][0]
    >>> first.points, first.rater, first.talk
    (20.0, 3, 2)
    >>> first.bleu["ref"]
    BleuCounts(matched=(25, 17, 12, 9, 7), total=(30, 29, 28, 27, 26), candidate_length=30, reference_length=34)
    >>> dict(read_judgements("zh-en-2023").systems["GPT4-5shot"][0].by_rater)
    {2: 8.1, 4: 7.0, 7: 16.0}
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
    references = {name: segments for name, segments in references.items() if segments[0].by_rater}
    return Judgements(MappingProxyType(judged), MappingProxyType(references))


@cache
def read_published(pair: str) -> Mapping[str, Published]:
    """Read what the organisers of WMT 2023 published about the systems of one language pair, which people also graded.

    Args:
        pair: "zh-en" or "de-en".

    Returns:
        Every system, and the reference as "ref", by their names.

    >>> read_published("zh-en")["GPT4-5shot"].people
    80.95
    """
    return MappingProxyType({row["system"]: _published(row) for row in _rows(f"{pair}-2023-systems.csv")})


def _published(row: Mapping[str, str]) -> Published:
    scores = {name: float(row[name]) for name in ("COMET", "BLEU", "chrF") if row[name]}
    return Published(float(row["people"]), int(row["cluster"]), MappingProxyType(scores))


@cache
def read_alike() -> Mapping[tuple[str, str], Alike]:
    """Read how alike the texts of the systems of 2023 from Chinese to English are, to each other and to the reference.

    Returns:
        Each pair of names in alphabetical order, where the reference "ref" is last, on the 1,976 lines of the test set.

    >>> read_alike()["HW-TSC", "Yishu"].bleu > 90
    True
    """
    rows = _rows("zh-en-2023-alike.csv")
    return MappingProxyType(
        {(row["text"], row["other"]): Alike(float(row["same"]), float(row["BLEU"])) for row in rows}
    )


def _rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def _judged(row: Mapping[str, str], references: Mapping[str, Mapping[str, str]]) -> Judged:
    """Convert a row of the table; `references` has the reference rows of the same segment by their names."""
    words, characters = int(row["words"]), int(row["characters"])
    lengths = {name: int(reference["words"]) for name, reference in references.items()}
    if len(lengths) > 1:
        lengths[BOTH] = min(lengths.values(), key=lambda length: (abs(length - words), length))  # as in lesson 04
    chrf = {
        name: chrf_counts_of_row(_counted(row, f"{name} characters", 6, characters, int(reference["characters"])))
        for name, reference in references.items()
    }
    bleu = {name: counts_of_row(_counted(row, f"{name} words", 5, words, length)) for name, length in lengths.items()}
    by_rater = dict(zip(map(int, row["rater"].split()), map(float, row["points"].split()), strict=True))
    f1 = float(row["f1"]) if row.get("f1") else None
    counts = MappingProxyType(bleu), MappingProxyType(chrf)
    return Judged(MappingProxyType(by_rater), int(row["talk"]), *counts, row.get("english source") == "1", f1)


def _counted(row: Mapping[str, str], start: str, orders: int, length: int, reference_length: int) -> list[int]:
    """Make a row in the form of the fast engine from the columns whose names begin with `start`."""
    matched = [int(row[f"{start} {n}"]) for n in range(1, orders + 1)]
    return [*matched, *(max(length - n, 0) for n in range(orders)), length, reference_length]


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
    raters = sorted({rater for segments in systems.values() for one in segments for rater in one.by_rater})

    def numbers(one: Judged) -> list[float]:
        judged = [float(rater in one.by_rater) for rater in raters]
        return [*numbers_of(one.bleu[reference]), *judged, *(one.by_rater.get(rater, 0.0) for rater in raters)]

    import numpy as np

    size = len(next(iter(systems.values())))
    for _, sums in _drawn(systems, numbers, range(size), samples, seed):
        counts, judged, points = np.split(sums, [-2 * len(raters), -len(raters)], axis=1)
        usual = points.sum(axis=0) / np.maximum(judged.sum(axis=0), 1)  # a rater may have judged none of these segments
        above = (points - judged * usual).sum(axis=1) / judged.sum(axis=1)
        scores = [100 * bleu_of_counts(counts_of_row(row)) for row in counts.astype(int).tolist()]
        yield dict(zip(systems, above.tolist(), strict=True)), dict(zip(systems, scores, strict=True))


def resample_documents(
    systems: Mapping[str, Sequence[Judged]], samples: int = 1000, seed: int = 12345
) -> Iterator[dict[str, dict[str, float]]]:
    """Draw as many documents as there are, with replacement, and compute people's points and three scores on each draw.

    The segments of a document go together, because one of them helps to predict the others. All systems are scored on
    the same documents.

    Args:
        systems: the judged segments of each system, by its name, in the same order.
        samples: the number of draws.
        seed: the seed of NumPy's random numbers.

    Yields:
        For each draw, "points", "BLEU", "chrF" and "F1", each with its value per system: the mean of the points and of
        lesson 16's F1 per segment, and the BLEU and chrF of all segments, from 0 to 100, with the reference `ref`.

    Source: Koehn 2004, as in `resample_segments`, but for whole documents.

    >>> systems = read_judgements("zh-en-2023").systems
    >>> for values in resample_documents(systems, samples=2):
    ...     print(f"{values['points']['GPT4-5shot']:.4f} {values['BLEU']['GPT4-5shot']:.4f}")
    2.3955 35.8126
    2.7303 37.6381
    """

    def numbers(one: Judged) -> list[float]:
        return [one.points, one.f1 or 0.0, *numbers_of(one.bleu["ref"]), *numbers_of(one.chrf["ref"])]

    segments = next(iter(systems.values()))
    first, documents = segments[0], [one.document for one in segments]
    for size, sums in _drawn(systems, numbers, documents, samples, seed):
        rows = []
        for points, f1, *counts in sums.tolist():
            words, characters = in_form_of(first.bleu["ref"], counts[:12]), in_form_of(first.chrf["ref"], counts[12:])
            scores = 100 * bleu_of_counts(words), 100 * chrf_of_counts(characters)
            rows.append((points / size, *scores, 100 * f1 / size))
        columns = zip(("points", "BLEU", "chrF", "F1"), zip(*rows, strict=True), strict=True)
        yield {measure: dict(zip(systems, values, strict=True)) for measure, values in columns}


def _drawn(
    systems: Mapping[str, Sequence[Judged]],
    numbers: Callable[[Judged], list[float]],
    units: Sequence[int],
    samples: int,
    seed: int,
) -> Iterator[tuple[int, NDArray[np.float64]]]:
    """Draw units, each of which has one or more segments, and yield the number of segments and the sums per system."""
    import numpy as np

    # Everything is a sum over segments, and so over units: the counts, the points, the numbers of judgements.
    table = np.array([[numbers(one) for one in segments] for segments in systems.values()])
    places = np.unique(units, return_inverse=True)[1]
    random, size = np.random.default_rng(seed), places.max() + 1
    for _ in range(samples):
        times = np.bincount(random.integers(size, size=size), minlength=size)[places]
        yield int(times.sum()), times @ table


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

    rows = [
        (i, rater, j, points)
        for i, segments in enumerate(systems.values())
        for j, one in enumerate(segments)
        for rater, points in one.by_rater.items()
    ]
    *factors, points = np.array(rows).T
    # A column for each system, then for each rater and each segment: 1 if the judgement belongs to it, otherwise 0.
    design = np.hstack([factor[:, np.newaxis] == np.unique(factor) for factor in factors]).astype(float)
    effects, *_ = np.linalg.lstsq(design, points, rcond=None)
    return dict(zip(systems, effects.tolist(), strict=False))  # the systems come first
