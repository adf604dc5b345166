"""The usual causes of a low score: what an output contains and its references do not, or the reverse."""

import html
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

import numpy as np

from bleu_helpers.report.corpus import Output, Record, Texts

MIN_SHARE, MIN_CHANGE, _COMMON = 0.01, 0.1, 0.25
"""A cause is named if it is in at least this share of the lines, and costs at least this many points of BLEU.

Two changes have little in common if they differ by more than the larger one without this share of it."""

_HALF_WIDTH = {0x3000: " ", 0x3001: ",", 0x3002: "."} | {n: n - 0xFEE0 for n in range(0xFF01, 0xFF5F)}

_JOINED = str.maketrans({" ": "", "▁": " ", "Ġ": " "})
"""Joins the pieces of words: only a mark begins a word."""

_LATIN = str.maketrans("АВЕЅІЈКМНОРСТУХаеѕіјорсухΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABESIJKMHOPCTYXaesijopcyxABEZHIKMNOPTYXo")
"""Cyrillic and Greek letters, and the Latin ones that look the same."""

_INVISIBLE = (
    "\0-\x08\x0e-\x1a\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""The control and format characters that are not drawn, variation selectors and fillers: no white space, no escape."""


def _without(pattern: str, replacement: str | Callable[[re.Match[str]], str] = "") -> Callable[[str], str]:
    """Return a function that replaces every match in a text."""
    return partial(re.compile(pattern, re.MULTILINE).sub, replacement)


def _with(table: Mapping[int, str | int], pattern: str) -> Callable[[str], str]:
    """Return a function that replaces characters in every match in a text."""
    return _without(pattern, lambda match: match[0].translate(table))


LABELS = "labels or scores such as “H-1” next to a tab"
CAUSES: dict[str, Callable[[str], str]] = {
    "word pieces marked with “@@” or “##”": _without(r"@@(?: |$)| ##(?=\S)"),
    "word pieces marked with “▁” or “Ġ”": _with(_JOINED, "^.*[▁Ġ].*"),
    "special tokens such as “</s>”": _without(r"</?[a-z]\w*>|<\|\w+\|>|\[[A-Z]{3,}\]|>>\w+<<|\b__\w+__\b", " "),
    LABELS: _without(r"^(?:(?:[A-Z]-)?[-+.\de]*\d\t)+|(?:\t[-+.\de]*\d)+$"),
    "a label such as “Translation:” or “1.”": _without(r"^(?:\W{,3}[\w ]{1,30}\W{,3}[:：]\W*|\d+[.)] +)\b"),
    "quotation marks around the line": _without(r"^[\"“«](.*)[\"”»]$", r"\1"),
    "marks of Markdown such as “**”": _without(r"\*\*|^#+ "),
    "HTML entities": html.unescape,
    "invisible characters": _without(f"[{_INVISIBLE}]"),
    "colour codes of a terminal": _without(r"\x1b(?:\[[\d;]*[a-zA-Z])?"),
    "Cyrillic or Greek letters that look like Latin ones": _with(_LATIN, "^.*(?:[a-z][Ͱ-ӿ]|[Ͱ-ӿ][a-z]).*"),
    "full-width characters": _with(_HALF_WIDTH, "[\u3000-\u3002\uff01-\uff5e]"),
    "typographic quotation marks": _without("[‘’‚‛]|([“”„‟«»])", lambda match: '"' if match[1] else "'"),
    "letters that are not in the Unicode normal form NFC": partial(unicodedata.normalize, "NFC"),
    "capital letters": str.lower,
    "small letters": str.upper,
}
"""What a text may contain, and a function that removes it or replaces it with what is usual."""

CASE = "differences between upper and lower case"
"""What a change may depend on although no output differs from its references in having capital or small letters."""


def usual_causes(systems: Sequence[Output], references: Sequence[Texts]) -> Iterator[Record]:
    """Name the causes that lower the score of each output, with their lines, and with its score without them."""
    columns = [*(system.texts for system in systems), [*chain.from_iterable(references)]]
    for cause, undo in CAUSES.items():
        if any(undo(text) != text for text in map("\n".join, columns)):
            for system in systems:
                yield from _found(cause, system, references)


def explained(systems: Sequence[Output], causes: Sequence[Record], references: Sequence[Texts]) -> Iterator[Record]:
    """Name what the change between the first output and each other one depends on most, if it depends on something.

    The references are tokenised already. Case is compared in all outputs, because any of them may be in capitals.
    """
    lowered = [[*map(str.lower, texts)] for texts in references]
    scores = {CASE: {system.name: Output("", system.tokenised, str.lower, lowered).score for system in systems}}
    for one in causes:
        scores.setdefault(one["cause"], {system.name: system.score for system in systems})[one["name"]] = one["without"]
    for other in systems[1:]:
        if (other.rows == systems[0].rows).all():
            continue
        change = other.score - systems[0].score
        rests = {cause: without[other.name] - without[systems[0].name] for cause, without in scores.items()}
        # Without case, every change is a little different, so it is named only if little of the change remains.
        if abs(rests[CASE]) >= _COMMON * abs(change):
            del rests[CASE]
        if found := [cause for cause, rest in rests.items() if depends(change, rest)]:
            cause = min(found, key=lambda name: abs(rests[name]))
            yield {"kind": "explained", "name": other.name, "cause": cause, "change": change, "rest": rests[cause]}


def depends(change: float, rest: float) -> bool:
    """Return whether a change has little in common with the change that remains without something."""
    larger = max(abs(change), abs(rest))
    return larger >= MIN_CHANGE and abs(change - rest) > (1 - _COMMON) * larger


def _found(cause: str, output: Output, references: Sequence[Texts]) -> Iterator[Record]:
    """Compare an output with its references line by line, and undo the cause in both if only one side has it.

    The lines in which only one side has it must outnumber those in which both have it.
    """
    undo = CAUSES[cause]
    ours = np.array([undo(text) != text for text in output.texts])
    theirs = [[undo(text) != text for text in texts] for texts in references]
    some, every = np.array([*map(any, theirs)]), np.array([*map(all, theirs)])
    filled = [bool(text.strip()) for text in output.texts]
    sides = {output.name: ours & ~some, "the references": every & ~ours & filled}
    where = max(sides, key=lambda side: sides[side].sum())
    lines = (np.flatnonzero(sides[where]) + 1).tolist()
    if len(lines) < max(1, MIN_SHARE * len(ours), (ours | some).sum() / 2):
        return
    others = [[output.tokenise(undo(text)) for text in texts] for texts in references]
    without = Output("", [*map(undo, output.texts)], output.tokenise, others).score
    if without - output.score >= MIN_CHANGE:
        found = {"kind": "cause", "cause": cause, "name": output.name, "where": where, "lines": lines}
        both = chain(output.texts, *references)
        gone = {char for text in both for char in {*re.findall(f"[{_INVISIBLE}]", text)}.difference(undo(text))}
        names = [f"U+{ord(char):04X} {unicodedata.name(char, '')}".strip() for char in sorted(gone)]
        yield found | {"characters": names, "score": output.score, "without": without}
