"""The tables of BLEU and of an alignment, as text and as HTML. They import no lesson."""

import unicodedata
from collections.abc import Hashable, Sequence
from typing import Any

from bleu_helpers.language import say, translated

MarkedNgrams = Sequence[tuple[str, Sequence[Hashable]]]
"""The n-grams of one order as they occur in the candidate, each with its mark."""

MATCHED, CLIPPED, UNMATCHED = "+", "/", "-"
"""The marks of an n-gram: it matches a reference; it occurs more often than in any reference; no reference has it."""

_LEGEND = "n-grams: {matched} matched, {clipped} clipped, {unmatched} in no reference"

# Text colour and background are always set together, so that tokens are readable in light and dark themes.
_MARK_STYLES = {
    MATCHED: "background:#cfe8f7;color:#00344f;border:2px solid #0072b2",
    CLIPPED: "background:#fdebc8;color:#4d3500;border:2px dashed #b37400",
    UNMATCHED: "background:#ececec;color:#333333;border:2px dotted #666666",
}

_TILE = (
    "border-radius:4px;padding:1px 4px;margin:1px;display:inline-block;"
    "max-width:100%;white-space:normal;overflow-wrap:anywhere"
)


def bleu_as_text(parts: Any, ngrams: Sequence[MarkedNgrams]) -> str:
    """Format the parts of a BLEU score as a plain-text table, with the marked n-grams of each order below it.

    Args:
        parts: a `BleuParts` of lesson 05.
        ngrams: the marked n-grams of each order; none for a corpus.
    """
    import textwrap  # imported here, like html.escape below, so that importing the package stays fast

    rows = [(*map(translated, _TITLES),), *_numbers(parts)]
    table = aligned(rows, "  ")
    marks = []
    for n, marked in enumerate(ngrams, start=1):
        words = [mark + _isolated("_".join(map(str, ngram))) for mark, ngram in marked]
        line = f"{n}: " + (" ".join(words) or say("none"))
        marks += textwrap.wrap(line, width=100, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False)
    return "\n".join([_score(parts, "x"), say(_LENGTHS, parts=parts), "", *table, "", _note(ngrams), *marks])


def bleu_as_html(parts: Any, ngrams: Sequence[MarkedNgrams]) -> str:
    """Format the parts of a BLEU score as an HTML table that fits on a phone. See `bleu_as_text`.

    The marked n-grams of each order are below its numbers and may take several lines. Styles are inline, because some
    viewers remove all others. A text colour is set only together with a background, for light and dark themes.
    """
    cell = "text-align:left;vertical-align:top;padding:4px 6px"
    titles = "".join(f'<th scope="col" style="{cell}">{translated(title)}</th>' for title in _TITLES)
    rows = []
    for n, (name, *numbers) in enumerate(_numbers(parts), start=1):
        cells = "".join(f'<td style="{cell}">{number}</td>' for number in numbers)
        rows.append(f'<tr><th scope="row" style="{cell}">{name}</th>{cells}</tr>')
        rows += [
            f'<tr><td colspan="{len(_TITLES)}" style="{cell}">{_marked_as_html(marked)}</td></tr>'
            for marked in ngrams[n - 1 : n]
        ]
    caption = say("Each order n, with its n-grams" if ngrams else "Each order n")
    return (
        '<div style="max-width:100%;overflow-x:auto">'
        f"<p><b>{_score(parts, '×')}</b><br>{say(_LENGTHS, parts=parts)}<br>{_note(ngrams)}</p>"
        f'<table style="max-width:100%"><caption style="text-align:left">{caption}</caption>'
        f"<thead><tr>{titles}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


_LENGTHS = "candidate length {parts.candidate_length}, closest reference length {parts.reference_length}"


def _score(parts: Any, times: str) -> str:
    return say(
        "BLEU {score} = brevity penalty {penalty} {times} geometric mean {mean}",
        score=four_decimals(parts.score),
        penalty=four_decimals(parts.brevity_penalty),
        times=times,
        mean=four_decimals(parts.geometric_mean),
    )


def _note(ngrams: Sequence[MarkedNgrams]) -> str:
    """Return the line that explains the marks of the n-grams, or sacreBLEU's names for the numbers."""
    if ngrams:
        return say(_LEGEND, matched=MATCHED, clipped=CLIPPED, unmatched=UNMATCHED)
    names = "score, counts, totals, precisions, bp, sys_len, ref_len"
    return say("sacrebleu's names: {names} (score, precisions: percent)", names=names)


def aligned(rows: Sequence[Sequence[str]], gap: str, left: int = 0) -> list[str]:
    """Align the columns of a table to the right, but the first `left` of them to the left.

    >>> aligned([("n", "matched"), ("10", "7")], "  ")
    [' n  matched', '10        7']
    """
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    return [
        gap.join(
            text + " " * (width - _width(text)) if place < left else " " * (width - _width(text)) + text
            for place, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def four_decimals(number: float) -> str:
    """Format a number with four decimals, or in scientific notation if it would otherwise look like 0."""
    return f"{number:.4f}" if number == 0 or abs(number) >= 0.00005 else f"{number:.1e}"


_TITLES = ("n", "matched", "total", "precision", "weight")
_SENTENCES = ("candidate", "reference", "edits")
_COUNTED = ("edit", "substitution", "deletion", "insertion", "hit")
LABELS = (*_TITLES, *_SENTENCES, *_COUNTED, *(f"{name}s" for name in _COUNTED))
"""The words in the tables."""


def _numbers(parts: Any) -> list[tuple[str, str, str, str, str]]:
    """Return a row for each order."""
    orders = zip(parts.matched, parts.total, parts.precisions, parts.weights, strict=True)
    return [
        (str(n), str(matched), str(total), four_decimals(precision), four_decimals(weight))
        for n, (matched, total, precision, weight) in enumerate(orders, start=1)
    ]


def _marked_as_html(marked: MarkedNgrams) -> str:
    from html import escape

    # In <code>, no viewer takes a token such as "$" for the start of a formula. The marks are visible without styles.
    return " ".join(
        f'<code style="{_MARK_STYLES[mark]};{_TILE}">{mark} {escape(" ".join(map(str, ngram)))}</code>'
        for mark, ngram in marked
    ) or say("none")


def alignment_as_text(alignment: Any) -> str:
    """Format an `Alignment` of lesson 10: a line with its counts, then both sentences, in blocks of 100 characters."""
    names = [translated(name) for name in _SENTENCES]
    blocks: list[list[list[str]]] = [[[], [], []]]
    used = 0
    for mark, candidate, reference in alignment.columns():
        cells = [_cell(candidate, mark == "D"), _cell(reference, mark == "I"), mark.replace("=", "")]
        width = max(1, *(_width(cell) for cell in cells))
        # A gap is as wide as the token on the other side.
        cells = ["*" * width if cell == "*" and mark in "DI" else cell for cell in cells]
        if used + width > 88:
            blocks.append([[], [], []])
            used = 0
        used += width + 1
        for line, cell in zip(blocks[-1], cells, strict=True):
            line.append(cell + " " * (width - _width(cell)))
    counts = [(name, getattr(alignment, f"{name}s")) for name in _COUNTED]
    edits, *kinds, hits = (
        say("{count} {name}", count=count, name=translated(name if count == 1 else f"{name}s"))
        for name, count in counts
    )
    length, rate = alignment.reference_length, four_decimals(alignment.error_rate)
    last = say("reference length {length}; error rate {rate}", length=length, rate=rate)
    text = [f"{edits}: {', '.join(kinds)}; {hits}; {last}"]
    for number, block in enumerate(blocks):
        text += [""] * (number > 0)
        rows = [(name, " ".join(line)) for name, line in zip(names, block, strict=True)]
        text += [row.rstrip() for row in aligned(rows, "  ", left=2)]
    return "\n".join(text)


def _cell(token: object, missing: bool) -> str:
    """Format a token: a missing one as *, and white space inside a token as ␣, which is visible."""
    return "*" if missing else _isolated("".join("␣" if character.isspace() else character for character in str(token)))


def _isolated(text: str) -> str:
    """Isolate a text with letters that are written from right to left; a browser reverses the order of several."""
    is_from_right_to_left = {"R", "AL", "AN"} & {*map(unicodedata.bidirectional, text)}
    return f"\u2068{text}\u2069" if is_from_right_to_left else text


def _width(text: str) -> int:
    """Return the width of a text in a terminal: East Asian characters take two columns, and combining marks none."""
    composed = unicodedata.normalize("NFC", text)
    visible = [character for character in composed if unicodedata.category(character) not in ("Mn", "Me", "Cf")]
    return len(visible) + sum(unicodedata.east_asian_width(character) in ("W", "F") for character in visible)
