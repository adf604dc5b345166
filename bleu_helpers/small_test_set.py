"""A small test set: 132 Spanish sentences, two English references each, and what a real system made of them.

Its sentences were written for this series by language models, and none is a person's; three of its four translations
into English are by Apertium, a real translation system. The README beside the data, in `data/test_set`, says how.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

SYSTEMS = ("apertium", "apertium_without_interchunk", "word_by_word", "third_translation")
"""The systems, each the name of the file with its translations."""

FOLDER = Path(__file__).parent / "data" / "test_set"
"""Where its files stand: a segment a line, and line 17 of one file belongs to line 17 of the others.

:meta hide-value:
"""


class Segment(NamedTuple):
    """A sentence of the test set as it was written: text, not yet split into tokens."""

    kind: str
    source: str
    references: tuple[str, str]


class SmallTestSet(NamedTuple):
    """The segments, and for each system its translations in the same order."""

    segments: tuple[Segment, ...]
    systems: Mapping[str, tuple[str, ...]]


@cache
def read_test_set() -> SmallTestSet:
    """Read the small test set, which the package brings along.

    Returns:
        Its 132 segments in four kinds ("everyday", "news", "instruction" and "story"), and the translations of the
        systems: Apertium as it is, Apertium without its stage interchunk, Apertium's dictionary word by word, and a
        third translation, written as the references were.

    >>> segments, systems = read_test_set()
    >>> segments[91].source
    'Trague el comprimido entero; no lo mastique.'
    >>> segments[91].references[0]
    'Swallow the tablet whole; do not chew it.'
    >>> systems["apertium"][91]
    'It swallow the compressed integer; it do not chew it.'
    """
    references = zip(_lines("reference_a"), _lines("reference_b"), strict=True)
    rows = zip(_lines("kind"), _lines("spanish"), references, strict=True)
    segments = tuple(Segment(kind, source, pair) for kind, source, pair in rows)
    return SmallTestSet(segments, MappingProxyType({name: _lines(name) for name in SYSTEMS}))


def _lines(name: str) -> tuple[str, ...]:
    return tuple((FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines())
