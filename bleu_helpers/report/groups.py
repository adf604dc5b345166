"""Where the score changed: by length, by the user's groups, by unusual outputs, and which numbers were lost."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from bleu_helpers.report.corpus import Corpus, Output, Record, bleu_of_row

LENGTHS = (5, 10, 20, 40)
"""The longest reference in each bucket but the last, in tokens."""

MIN_WORDS = 4
"""The fewest words in a reference for which the length of the output can be unusual."""

_ITEMS = re.compile(
    r"(?P<address>\w+://[^\s<>\"]+|www\.[^\s<>\"]+|[\w.+-]+@[\w-]+\.[\w.]+)"
    r"|(?P<tag></?\w[^<>]*>)|(?P<number>\d+(?:[.,:]\d+)*)"
)
"""What a translation usually keeps as it is."""

_HINT = re.compile(r"[\d<@/]|www")
"""What a text contains if `_ITEMS` can match; this is much faster to find."""


@dataclass(frozen=True)
class Groups:
    """The groups of segments, the kinds of unusual outputs, and the numbers, tags and addresses that were lost."""

    groups: list[Record]
    unusual: list[Record]
    lost: list[Record]


def moved_groups(corpus: Corpus, labels: Sequence[str] | None) -> Groups:
    """Break the change down."""
    lengths = [len(references[0].split()) for references in corpus.tokenised_references]
    names = [f"at most {limit}" for limit in LENGTHS] + [f"more than {LENGTHS[-1]}"]
    divided = {"words in the first reference": np.array(names)[np.searchsorted(LENGTHS, lengths)]}
    is_same = np.array([*map(str.__eq__, corpus.old.texts, corpus.new.texts)])
    divided["output"] = np.where(is_same, "unchanged", "changed")
    if labels is not None:
        divided["group"] = np.array(labels)
    groups = []
    for by, values in divided.items():
        for label in dict.fromkeys((*names, *sorted(values.tolist()))):
            if (is_in := values == label).any():
                old, new = (bleu_of_row(output.rows[is_in].sum(axis=0).tolist()) for output in (corpus.old, corpus.new))
                group = {"by": by, "label": label, "segments": int(is_in.sum()), "old": old, "new": new}
                groups.append(group | {"effect": corpus.change_of(is_in)})
    return Groups(groups, [_unusual(corpus, *kind) for kind in _KINDS.items()], _lost(corpus))


def _unusual(corpus: Corpus, kind: str, are: Callable[[Corpus, Output], Sequence[object]]) -> Record:
    """Count the outputs of an unusual kind, and list the lines that have become so."""
    old, new = (np.array(are(corpus, output), dtype=bool) for output in (corpus.old, corpus.new))
    lines = (np.flatnonzero(new & ~old) + 1).tolist()
    counts = {"kind": kind, "old": int(old.sum()), "new": int(new.sum())}
    return counts | {"lines": lines, "effect": corpus.change_of(new & ~old)}


def _empty(corpus: Corpus, output: Output) -> Sequence[object]:
    return [not text.strip() for text in output.texts]


def _copied(corpus: Corpus, output: Output) -> Sequence[object]:
    source = corpus.source or [""] * len(output.texts)
    texts = zip(output.texts, source, corpus.references, strict=True)
    return [text.strip() and text == copied and copied not in others for text, copied, others in texts]


def _in_another_script(corpus: Corpus, output: Output) -> Sequence[object]:
    texts = zip(output.texts, corpus.references, strict=True)
    return [
        not (text.isascii() and others[0].isascii()) and _script_of(text) not in {"", *map(_script_of, others)}
        for text, others in texts
    ]


def _script_of(text: str) -> str:
    """Return the script of most letters in a text, or an empty string if it has no letters."""
    scripts = Counter(map(_script, filter(str.isalpha, text)))
    return max(scripts, key=scripts.__getitem__, default="")


@cache
def _script(letter: str) -> str:
    """Return the first word of a letter's Unicode name; Chinese and Japanese letters count as one script."""
    name = unicodedata.name(letter, "?").split()[0]
    return "CJK" if name in ("HIRAGANA", "KATAKANA") else name


def _of_unusual_length(corpus: Corpus, output: Output) -> Sequence[object]:
    ours, theirs = output.rows[:, -2], output.rows[:, -1]
    is_far: list[bool] = (((2 * ours < theirs) | (2 * theirs < ours)) & (ours > 0) & (theirs >= MIN_WORDS)).tolist()
    return is_far


def _repeating(corpus: Corpus, output: Output) -> Sequence[object]:
    texts = zip(output.tokenised, corpus.tokenised_references, strict=True)
    return [_repeats(text) and not any(map(_repeats, others)) for text, others in texts]


def _repeats(text: str) -> bool:
    words = text.split()
    for n in (1, 2, 3, 4):
        run = 0  # how many words in succession are equal to the word n places later
        for word, later in zip(words, words[n:], strict=False):
            run = run + 1 if word == later else 0
            if run == 2 * n:
                return True
    return False


_KINDS: dict[str, Callable[[Corpus, Output], Sequence[object]]] = {
    "are empty": _empty,
    "are copied from the source": _copied,
    "are in another script than the references": _in_another_script,
    "are less than half or more than twice as long as the closest reference": _of_unusual_length,
    "repeat one to four words three times in succession": _repeating,
}


def _lost(corpus: Corpus) -> list[Record]:
    """List what every reference and the old output have, and the new output does not have."""
    lost = []
    for line, (old, new, texts) in enumerate(
        zip(corpus.old.texts, corpus.new.texts, corpus.references, strict=True), 1
    ):
        if old != new and _HINT.search(old):
            wanted = _items(old)
            for reference in texts:
                wanted &= _items(reference)
            lost += [{"line": line, "kind": kind, "text": text} for kind, text in (wanted - _items(new)).elements()]
    return lost


def _items(text: str) -> Counter[tuple[str, str]]:
    return Counter((str(match.lastgroup), match[0]) for match in _ITEMS.finditer(text))
