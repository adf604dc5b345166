"""Where the score changed: by length, by the user's groups, by unusual outputs, and which numbers were lost."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, reduce
from itertools import pairwise
from operator import and_

import numpy as np
from numpy.typing import NDArray

from bleu_helpers.report.corpus import Corpus, Output, Record, bleu_of_row

LENGTHS = (0, 5, 10, 20, 40)
"""The limits of the groups of lengths, in words of the first reference."""

KINDS = (
    "are empty",
    "are copied from the source",
    "are in another script than the references",
    "are less than half or more than twice as long as the closest reference",
    "repeat one to four words three times in succession",
)
"""The unusual kinds of outputs."""

MIN_WORDS = 4
"""The fewest words in a reference for which the length of the output can be unusual."""

_ITEMS = re.compile(
    r"(?P<address>\w+://[^\s<>\"]+|www\.[^\s<>\"]+|[\w.+-]+@[\w-]+\.[\w.]+)"
    r"|(?P<tag></?\w[^<>]*>)|(?P<number>\d+(?:[.,:]\d+)*)"
)
"""What a translation usually keeps as it is."""

_REPEATED = re.compile(r"(?<!\S)(\S+(?:\s+\S+){0,3})(?:\s+\1){2}(?!\S)")
"""One to four words, three times in succession."""

_HINT = re.compile(r"[\d<@/]|www")
"""What a text contains if `_ITEMS` can match; this is much faster to find."""


def moved_groups(corpus: Corpus, labels: Sequence[str] | None) -> Record:
    """Break the change down by groups and unusual outputs, and list the numbers, tags and addresses that were lost."""
    lengths = [len(references[0].split()) for references in corpus.tokenised_references]
    names = [f"{low + 1} to {high}" for low, high in pairwise(LENGTHS)] + [f"more than {LENGTHS[-1]}"]
    divided: Record = {
        "words in the first reference": (names, np.searchsorted(LENGTHS[1:], lengths)),
        "output": (["changed", "unchanged"], [*map(str.__eq__, corpus.old.texts, corpus.new.texts)]),
    }
    if labels is not None:
        divided["group"] = np.unique(labels, return_inverse=True)
    groups = []
    for by, (values, codes) in divided.items():
        for code, label in enumerate(map(str, values)):
            if (is_in := np.equal(codes, code)).any():
                old, new = (bleu_of_row(output.rows[is_in].sum(axis=0)) for output in (corpus.old, corpus.new))
                group = {"by": by, "label": label, "segments": int(is_in.sum()), "old": old, "new": new}
                groups.append(group | {"effect": corpus.change_of(is_in)})
    return {"groups": groups, "unusual": [*_unusual(corpus)], "lost": [*_lost(corpus)]}


def _unusual(corpus: Corpus) -> Iterator[Record]:
    """Count the outputs of each unusual kind, list the lines that have become so, and the effect of all that differ."""
    for kind, old, new in zip(KINDS, _kinds(corpus, corpus.old), _kinds(corpus, corpus.new), strict=True):
        lines, effect = (np.flatnonzero(new & ~old) + 1).tolist(), corpus.change_of(new ^ old)
        yield {"kind": kind, "old": int(old.sum()), "new": int(new.sum()), "lines": lines, "effect": effect}


def _kinds(corpus: Corpus, output: Output) -> NDArray[np.bool_]:
    """Return a row for each of `KINDS`, which says for each segment whether its output is of this kind."""
    return np.array([_kinds_of(corpus, output, place) for place in range(len(output.texts))], dtype=bool).T


def _kinds_of(corpus: Corpus, output: Output, place: int) -> tuple[object, ...]:
    text, texts, tokenised = output.texts[place], corpus.references[place], corpus.tokenised_references[place]
    ours, theirs = output.rows[place, -2:].tolist()
    return (
        not text.strip(),
        text.strip() and corpus.source and text == corpus.source[place] and text not in texts,
        not (text.isascii() and texts[0].isascii()) and _script_of(text) not in {"", *map(_script_of, texts)},
        theirs >= MIN_WORDS and 0 < 2 * min(ours, theirs) < max(ours, theirs),
        _REPEATED.search(output.tokenised[place]) and not any(map(_REPEATED.search, tokenised)),
    )


def _script_of(text: str) -> str:
    """Return the script of most letters in a text, or an empty string if it has no letters."""
    scripts = Counter(map(_script, filter(str.isalpha, text)))
    return max(scripts, key=scripts.__getitem__, default="")


@cache
def _script(letter: str) -> str:
    """Return the first word of a letter's Unicode name; Chinese and Japanese letters count as one script."""
    name = unicodedata.name(letter, "?").split()[0]
    return "CJK" if name in ("HIRAGANA", "KATAKANA") else name


def _lost(corpus: Corpus) -> Iterator[Record]:
    """List what every reference and the old output have, and the new output does not have."""
    segments = zip(corpus.old.texts, corpus.new.texts, corpus.references, strict=True)
    for line, (old, new, references) in enumerate(segments, start=1):
        if old != new and _HINT.search(old):
            missing = reduce(and_, map(_items, [old, *references])) - _items(new)
            yield from ({"line": line, "kind": kind, "text": text} for kind, text in missing.elements())


def _items(text: str) -> Counter[tuple[str, str]]:
    return Counter((str(match.lastgroup), match[0]) for match in _ITEMS.finditer(text))
