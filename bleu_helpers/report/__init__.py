"""Scoring files from the command line, and explaining why a score changed.

`compare_systems` makes the report as one object, a `comparison.Comparison`, from one module for each of its questions:

    corpus        tokenises the texts and counts them, once
    verdict       how far the score moved, whether chance explains it, and how small a difference could be found
    parts         which part of BLEU moved it
    segments      which segments moved it
    phrases       which words and phrases were gained or lost
    groups        where: by length, by the user's groups, by unusual outputs
    distrust      what to distrust: faults of the files, and choices of the measure
    comparison    all of these together, and other measures
    views         the report as text and as HTML, from the templates next to them
    score         scores a single file
    command       the commands `score` and `compare`

The modules load NumPy and more, so they are imported when the first comparison is made.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bleu_helpers.report.comparison import Comparison


def compare_systems(
    outputs: Mapping[str, Sequence[str]],
    references_per_candidate: Sequence[Sequence[str]],
    source: Sequence[str] | None = None,
    tokenize: str = "13a",
    groups: Sequence[str] | None = None,
    scores: Sequence[Sequence[float]] | None = None,
    samples: int = 1000,
    seed: int = 12345,
) -> Comparison:
    """Explain why the score of one output differs from that of another.

    Args:
        outputs: the name and the texts of each system, at least two. All are compared with the first.
        references_per_candidate: a list of one or more correct texts for each segment.
        source: the texts that were translated, or None.
        tokenize: sacreBLEU's name of the tokenisation: "13a", "none", "zh", "ja-mecab", "ko-mecab" or "char".
        groups: a label for each segment, such as its domain, or None.
        scores: two lists with your own scores of each segment, for the first two systems, or None.
        samples: the number of samples of both significance tests, 1 to 1,000,000.
        seed: the seed of both tests, 0 or more.

    Returns:
        A Comparison, which prints as text; a notebook shows it as HTML.

    Raises:
        ValueError: the tokenisation is not one of these, or needs a package that is not installed.

    Source: the tests of Koehn 2004 and Riezler and Maxwell 2005; the power of a test set as in Card et al. 2020.

    >>> outputs = {"old": ["the cat sat on the mat", "a dog ran"], "new": ["the cat sat on a mat", "a dog ran"]}
    >>> references_per_candidate = [["the cat sat on the mat"], ["a dog ran"]]
    >>> compare_systems(outputs, references_per_candidate, tokenize="none").segments.changed
    [1]
    """
    from bleu_helpers.report.comparison import compare

    return compare(outputs, references_per_candidate, source, tokenize, groups, scores, samples, seed)
