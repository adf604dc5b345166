"""A small test set: 820 Spanish sentences, two English references each, and the translations of a real system.

People wrote the sentences and the references for Tatoeba; the translations are by Apertium, a rule-based system. The
README next to the data, in `data/test_set`, says how they were selected and what their licence is.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

SYSTEMS = ("apertium", "apertium_without_interchunk", "word_by_word")
"""The systems, each the name of the file with its translations."""

FOLDER = Path(__file__).parent.parent / "data" / "test_set"
"""The folder of its files. They have one segment per line, and line 17 of one file belongs to line 17 of the others.

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

    @property
    def third_translations(self) -> Mapping[int, str]:
        """The third translation of each segment that has one, by the position of the segment."""
        return MappingProxyType({position: line for position, line in enumerate(_lines("third_translation")) if line})


@cache
def read_test_set() -> SmallTestSet:
    """Read the small test set, which is part of the package.

    Returns:
        Its 820 segments in three kinds ("question", "names its subject" and "other"), each with two accepted
        translations as references, and the translations of the systems: Apertium as it is, Apertium without its stage
        interchunk, and Apertium's dictionary word by word. `third_translations` maps the positions of 62 segments to a
        third accepted translation.

    >>> segments, systems = read_test_set()
    >>> segments[58].source
    'Él siempre deja la ventana abierta cuando duerme.'
    >>> segments[58].references[0]
    'He always leaves the window open while he sleeps.'
    >>> systems["apertium"][58]
    'He always leaves the open window when it sleeps.'
    """
    references = zip(_lines("reference_a"), _lines("reference_b"), strict=True)
    rows = zip(_lines("kind"), _lines("spanish"), references, strict=True)
    segments = tuple(Segment(kind, source, pair) for kind, source, pair in rows)
    return SmallTestSet(segments, MappingProxyType({name: _lines(name) for name in SYSTEMS}))


def _lines(name: str) -> tuple[str, ...]:
    return tuple((FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines())
