"""The usual causes of a low score: what an output contains and its references do not, or the reverse."""

import html
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from bleu_helpers.report.corpus import Output, Record, Texts, bleu_of_row

MIN_SHARE, MIN_CHANGE = 0.01, 0.1
"""A cause is named if it is in at least this share of the lines, and costs at least this many points of BLEU."""

_COMMON = 0.25
"""Two changes have little in common if they share less than this part of the larger one."""


def _without(pattern: str, replacement: str | Mapping[int, str | int] = "") -> Callable[[str], str]:
    """Return a function that replaces what matches a pattern by a text, or letter by letter."""
    new = replacement if isinstance(replacement, str) else lambda match: match[0].translate(replacement)
    return partial(re.compile(pattern, re.MULTILINE).sub, new)


_NUMBER = r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?"

_IGNORABLE = (
    "\0-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff"
)
"""Unicode's Default_Ignorable_Code_Point, the marks of annotations, and the control characters except white space."""

_HALF_WIDTH = {0x3000: " ", 0x3001: ",", 0x3002: "."} | {n: n - 0xFEE0 for n in range(0xFF01, 0xFF5F)}
_STRAIGHT = str.maketrans("‘’‚‛“”„‟«»", "''''" + 6 * '"')

CAUSES: dict[str, Callable[[str], str]] = {
    "word pieces marked with “@@” or “##”": _without(r"@@(?: |$)| ##(?=\S)"),
    "word pieces marked with “▁”": lambda text: text.replace(" ", "").replace("▁", " ") if "▁" in text else text,
    "special tokens such as “</s>”": _without(r"</?s>|<(?:pad|bos|eos)>|<\|\w+\|>|\[(?:CLS|SEP|PAD)\]", " "),
    "labels or scores such as “H-1” next to a tab": _without(rf"^(?:(?:[A-Z]-)?{_NUMBER}\t)+|(?:\t{_NUMBER})+$"),
    "HTML entities": html.unescape,
    "invisible characters": _without(f"[{_IGNORABLE}]"),
    "full-width characters": _without("[\u3000-\u3002\uff01-\uff5e]", _HALF_WIDTH),
    "typographic quotation marks": _without("[‘’‚‛“”„‟«»]", _STRAIGHT),
    "letters that are not in the Unicode normal form NFC": partial(unicodedata.normalize, "NFC"),
    "capital letters": str.lower,
    "small letters": str.upper,
}
"""What a text contains, and a function that removes it or replaces it with what is usual."""

CASE = "differences between upper and lower case"
"""What a change may depend on even if both outputs have capital letters."""


def usual_causes(
    systems: Sequence[Output], references: Sequence[Texts], tokenise: Callable[[str], str]
) -> Iterator[Record]:
    """Name the causes that lower the score of each output, with their lines, and with its score without them."""
    columns = [*(system.texts for system in systems), [*chain.from_iterable(references)]]
    for cause, undo in CAUSES.items():
        if any(undo(text) != text for text in map("\n".join, columns)):
            for system in systems:
                yield from _found(cause, system, references, tokenise)


def explained(systems: Sequence[Output], causes: Sequence[Record], references: Sequence[Texts]) -> Iterator[Record]:
    """Name what the change between the first output and each other one depends on most, if it depends on something.

    The references are tokenised already. Case is compared in all outputs, because any of them may be in capitals.
    """
    lowered = [[*map(str.lower, texts)] for texts in references]
    scores = {CASE: {system.name: Output("", system.tokenised, str.lower, lowered).score for system in systems}}
    for one in causes:
        scores.setdefault(one["cause"], {system.name: system.score for system in systems})[one["name"]] = one["without"]
    for other in systems[1:]:
        change = other.score - systems[0].score
        rests = {cause: without[other.name] - without[systems[0].name] for cause, without in scores.items()}
        # Without case, every change is a little different, so it is named only if little of the change remains.
        if abs(rests[CASE]) >= _COMMON * abs(change):
            del rests[CASE]
        found = [cause for cause, rest in rests.items() if depends(change, rest)]
        if found:
            cause = min(found, key=lambda name: abs(rests[name]))
            yield {"kind": "explained", "name": other.name, "cause": cause, "change": change, "rest": rests[cause]}


def depends(change: float, rest: float) -> bool:
    """Return whether a change has little in common with the change that remains without something."""
    larger = max(abs(change), abs(rest))
    return larger >= MIN_CHANGE and abs(change - rest) > (1 - _COMMON) * larger


def _found(cause: str, output: Output, references: Sequence[Texts], tokenise: Callable[[str], str]) -> Iterator[Record]:
    """Compare an output with its references, line by line, and undo the cause in both if only one of them has it."""
    undo = CAUSES[cause]
    has = [
        (undo(text) != text, {undo(text) != text for text in texts})
        for text, texts in zip(output.texts, references, strict=True)
    ]
    in_output = [place for place, (ours, theirs) in enumerate(has) if ours and True not in theirs]
    in_references = [place for place, (ours, theirs) in enumerate(has) if not ours and False not in theirs]
    in_one = max(in_output, in_references, key=len)
    in_any = [place for place, (ours, theirs) in enumerate(has) if ours or True in theirs]
    if len(in_one) < max(1, MIN_SHARE * len(has), len(in_any) / 2):
        return
    texts = [undo(output.texts[place]) for place in in_any]
    cleaned = [[*map(undo, references[place])] for place in in_any]
    part = Output("", texts, tokenise, [[*map(tokenise, some)] for some in cleaned])
    without = bleu_of_row(output.rows.sum(axis=0) - output.rows[in_any].sum(axis=0) + part.rows.sum(axis=0))
    if without - output.score >= MIN_CHANGE:
        before = chain(*(chain(output.texts[place], *references[place]) for place in in_any))
        gone = sorted({*before}.difference(*texts, *chain(*cleaned)))
        yield {
            "kind": "cause",
            "cause": cause,
            "name": output.name,
            "where": output.name if in_one is in_output else "the references",
            "lines": [place + 1 for place in in_one],
            "characters": [
                f"U+{ord(one):04X} {unicodedata.name(one, '')}".strip()
                for one in gone
                if not (one.isprintable() or one.isspace())
            ],
            "score": output.score,
            "without": without,
        }
