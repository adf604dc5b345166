"""The usual causes of a low score: what an output contains and its references do not, or the reverse."""

import html
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial, reduce

from bleu_helpers.report.corpus import Output, Record, Texts

MIN_SHARE, MIN_CHANGE, _COMMON = 0.01, 0.1, 0.25
"""A cause is named if it is in at least this share of the lines, and costs at least this many points of BLEU.

Two changes have little in common if they differ by more than the larger one without this share of it."""

_HALF_WIDTH = {0x3000: " ", 0x3001: ",", 0x3002: "."} | {n: n - 0xFEE0 for n in range(0xFF01, 0xFF5F)}

_JOINED = str.maketrans({" ": "", "▁": " ", "Ġ": " "})
"""Joins the pieces of words: only a mark begins a word."""

_BYTES = {ord(char): code for code in range(128, 160) for char in bytes([code]).decode("cp1252", "ignore")}
"""The bytes of the characters that have other numbers in Windows-1252 than in Unicode."""

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


LABELS, INVISIBLE = "labels or scores such as “H-1” next to a tab", "invisible characters"
CAUSES: dict[str, Callable[[str], str]] = {
    "colour codes of a terminal": _without(r"\x1b(?:\[[\d;]*[a-zA-Z])?"),
    "special tokens such as “</s>”": _without(
        r"<[/|]?(?!w>)\w[^<>\n]*>|\[/?[A-Z]{3,}\]|>>\w+<<|\b__\w+__\b|^[a-z]{2,3}_[A-Z]\w{1,3}\b", " "
    ),
    LABELS: _without(r"^(?:(?:[A-Z]-)?[-+.\de]*\d\t)+|(?:\t[-+.\de]*\d)+$"),
    "fields of an n-best list, separated by “|||”": _without(r"^\d+ \|\|\| (.*?) \|\|\|.*", r"\1"),
    "quotation marks around the line": _without(r"^[\"“«](.*)[\"”»]$", r"\1"),
    "a label such as “Translation:” or “1.”": _without(
        r"^(?:\W{,3}[\w ]{1,30}\W{,3}[:：](?: *(?=[\"“«].*[\"”»]$)|\W*\b)|[(\[]?\d+[.)\]] +\b)|\"\}$"
    ),
    "marks of Markdown such as “**”": _without(r"\*\*|^#+ "),
    "word pieces marked with “</w>”": _without("^.*</w>.*", lambda line: line[0].replace(" ", "").replace("</w>", " ")),
    "word pieces marked with “@@” or “##”": _without(r"@@(?: |$)| ##(?=\S)"),
    "word pieces marked with “▁” or “Ġ”": _with(_JOINED, "^.*[▁Ġ].*"),
    "HTML entities": html.unescape,
    "characters that were read in the wrong encoding, such as “Ã©”": _without(
        f"(?:[\xc2-\xf4][\x80-\xbf{''.join(map(chr, _BYTES))}]+)+",
        lambda match: match[0].translate(_BYTES).encode("latin-1").decode("utf-8", "replace"),
    ),
    INVISIBLE: _without(f"[{_INVISIBLE}]"),
    "Cyrillic or Greek letters that look like Latin ones": _with(_LATIN, "^.*(?:[a-z][Ͱ-ӿ]|[Ͱ-ӿ][a-z]).*"),
    "full-width characters": _with(_HALF_WIDTH, "[\u3000-\u3002\uff01-\uff5e]"),
    "typographic quotation marks": _without("[‘’‚‛]|([“”„‟«»])", lambda match: '"' if match[1] else "'"),
    "letters that are not in the Unicode normal form NFC": partial(unicodedata.normalize, "NFC"),
    "capital letters": str.lower,
    "small letters": str.upper,
}
"""What a text may contain, and a function that removes it or replaces it with what is usual: the outermost first."""

CASE = "differences between upper and lower case"
"""What a change may depend on although no output differs from its references in having capital or small letters."""


def usual_causes(output: Output, references: Sequence[Texts]) -> Iterator[Record]:
    """Name the causes that lower the score of an output, with their lines, and with the score without them.

    One cause can hide another, so they are undone one after another until none is left. Only those are named that still
    lower the score if all others are undone.
    """
    undone = rows = [[*map(str.strip, (text, *texts))] for text, texts in zip(output.texts, references, strict=True)]
    found: dict[str, Record] = {}
    while more := next(
        filter(None, (_found(cause, output.name, undone) for cause in CAUSES if cause not in found)), None
    ):
        found[more["cause"]] = more
        undone = _undo(undone, more["cause"])

    @cache
    def without(causes: tuple[str, ...]) -> float:
        again = reduce(_undo, causes, rows)
        others = [[*map(output.tokenise, texts)] for _, *texts in again]
        return Output("", [text for text, *_ in again], output.tokenise, others).score

    kept = tuple(found)
    for cause in reversed(found):
        rest = tuple(one for one in kept if one != cause)
        if without(kept) - without(rest) < MIN_CHANGE:
            kept = rest
    together = {"together": without(kept), "score": output.score, "of": len(kept)} if kept else {}
    for cause in kept:
        yield found[cause] | together | {"kind": "cause", "name": output.name, "without": without((cause,))}


def explained(systems: Sequence[Output], causes: Sequence[Record], references: Sequence[Texts]) -> Iterator[Record]:
    """Name what the change between the first output and each other one depends on most, if it depends on something.

    The references are tokenised already. Case is compared in all outputs, because any of them may be in capitals.
    """
    lowered = [[*map(str.lower, texts)] for texts in references]
    without_case = {system.name: Output("", system.tokenised, str.lower, lowered).score for system in systems}
    for other in systems[1:]:
        if (other.rows == systems[0].rows).all():
            continue
        scores = {system.name: system.score for system in (systems[0], other)}
        of_pair = [one for one in causes if one["name"] in scores]
        without = {CASE: without_case}
        for one in of_pair:
            without.setdefault(one["cause"], {**scores})[one["name"]] = one["without"]
        if len(names := [*without][1:]) > 1:
            together = " and ".join((", ".join(names[:-1]), names[-1]))
            without[together] = scores | {one["name"]: one["together"] for one in of_pair}
        change, *rests = (of[other.name] - of[systems[0].name] for of in (scores, *without.values()))
        left = dict(zip(without, rests, strict=True))
        # Without case, every change is a little different, so it is named only if little of the change remains.
        if abs(left[CASE]) >= _COMMON * abs(change):
            del left[CASE]
        if found := [cause for cause, rest in left.items() if depends(change, rest)]:
            cause = min(found, key=lambda name: abs(left[name]))
            yield {"kind": "explained", "name": other.name, "cause": cause, "change": change, "rest": left[cause]}


def depends(change: float, rest: float) -> bool:
    """Return whether a change has little in common with the change that remains without something."""
    larger = max(abs(change), abs(rest))
    return larger >= MIN_CHANGE and abs(change - rest) > (1 - _COMMON) * larger


def _undo(rows: Sequence[Texts], cause: str) -> list[list[str]]:
    return [[CAUSES[cause](text).strip() for text in row] for row in rows]


def _found(cause: str, name: str, rows: Sequence[Texts]) -> Record | None:
    """Return the lines in which either the output or its references have a cause; the output is first in each row.

    These lines must outnumber those in which both have it.
    """
    undo, whole = CAUSES[cause], "\n".join(map("\n".join, rows))
    if undo(whole) == whole:  # this is much faster than line by line
        return None
    has = [[undo(text) != text for text in row] for row in rows]
    sides = [
        name if ours > any(theirs) else "the references" if text and all(theirs) > ours else ""
        for (text, *_), (ours, *theirs) in zip(rows, has, strict=True)
    ]
    where = max((name, "the references"), key=sides.count)
    lines = [line for line, side in enumerate(sides, start=1) if side == where]
    if len(lines) < max(1, MIN_SHARE * len(rows), sum(map(any, has)) / 2):
        return None
    drawn = {*re.findall(f"[{_INVISIBLE}]", whole)} if cause == INVISIBLE else ()
    characters = [f"U+{ord(char):04X} {unicodedata.name(char, '')}".strip() for char in sorted(drawn)]
    return {"cause": cause, "where": where, "lines": lines, "characters": characters}
