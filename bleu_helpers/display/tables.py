"""The tables of BLEU and of an alignment, as text and as HTML. What is written here are fields: no lesson is known."""

from collections.abc import Hashable, Iterable, Mapping, Sequence

Order = tuple[int, int, float, float]
"""What one order brings to a score: matched, total, precision, weight."""

MarkedNgrams = Sequence[tuple[str, Sequence[Hashable]]]
"""The n-grams of one order as they stand in the candidate, each with its mark."""

MATCHED, CLIPPED, UNMATCHED = "+", "/", "-"
"""The marks of an n-gram: a reference has it; a reference has it, but not so often; no reference has it."""

LEGEND = f"{MATCHED} matched, {CLIPPED} clipped, {UNMATCHED} in no reference"

# Dark text on a light ground, set together, so that both light and dark themes keep them readable.
_MARK_STYLES = {
    MATCHED: "background:#cfe8f7;color:#00344f;border:2px solid #0072b2",
    CLIPPED: "background:#fdebc8;color:#4d3500;border:2px dashed #b37400",
    UNMATCHED: "background:#ececec;color:#333333;border:2px dotted #666666",
}

_TILE = (
    "border-radius:4px;padding:1px 4px;margin:1px;display:inline-block;"
    "max-width:100%;white-space:normal;overflow-wrap:anywhere"
)


def bleu_as_text(
    score_line: str, length_line: str, orders: Sequence[Order], ngrams: Sequence[MarkedNgrams], note: str
) -> str:
    """Write the parts of a BLEU score as a plain-text table, and the marked n-grams of each order below it."""
    import textwrap  # here, as HTML's escape below: importing the package stays light

    rows = [_TITLES, *(_numbers(n, order) for n, order in enumerate(orders, start=1))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_TITLES))]
    table = ["  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) for row in rows]
    marks = []
    for n, marked in enumerate(ngrams, start=1):
        line = f"{n}: " + (" ".join(mark + "_".join(map(str, ngram)) for mark, ngram in marked) or "none")
        marks += textwrap.wrap(line, width=100, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False)
    return "\n".join([score_line, length_line, "", *table, "", note, *marks])


def bleu_as_html(
    score_line: str, length_line: str, orders: Sequence[Order], ngrams: Sequence[MarkedNgrams], note: str
) -> str:
    """Write the parts of a BLEU score as an HTML table that is no wider than a phone.

    Under the numbers of an order stand its marked n-grams, in as many lines as they need. Styles are inline, because
    some viewers drop any other, and colours stand only where the ground is ours too: in dark and in light themes.
    """
    cell = "text-align:left;vertical-align:top;padding:4px 6px"
    titles = "".join(f'<th scope="col" style="{cell}">{title}</th>' for title in _TITLES)
    rows = []
    for n, order in enumerate(orders, start=1):
        name, *numbers = _numbers(n, order)
        cells = "".join(f'<td style="{cell}">{number}</td>' for number in numbers)
        rows.append(f'<tr><th scope="row" style="{cell}">{name}</th>{cells}</tr>')
        rows += [
            f'<tr><td colspan="{len(_TITLES)}" style="{cell}">{_marked_as_html(marked)}</td></tr>'
            for marked in ngrams[n - 1 : n]
        ]
    caption = "Each order n, with its n-grams" if ngrams else "Each order n"
    return (
        '<div style="max-width:100%;overflow-x:auto">'
        f"<p><b>{score_line}</b><br>{length_line}<br>{note}</p>"
        f'<table style="max-width:100%"><caption style="text-align:left">{caption}</caption>'
        f"<thead><tr>{titles}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def four_decimals(number: float) -> str:
    """A number as tables, figures and lessons have it; what would look like 0, and is not, keeps its power of ten."""
    return f"{number:.4f}" if number == 0 or abs(number) >= 0.00005 else f"{number:.1e}"


_TITLES = ("n", "matched", "total", "precision", "weight")


def _numbers(n: int, order: Order) -> tuple[str, str, str, str, str]:
    matched, total, precision, weight = order
    return str(n), str(matched), str(total), four_decimals(precision), four_decimals(weight)


def _marked_as_html(marked: MarkedNgrams) -> str:
    from html import escape

    # <code>: no viewer reads mathematics into a token such as "$", and the marks stand where styles are dropped.
    return (
        " ".join(
            f'<code style="{_MARK_STYLES[mark]};{_TILE}">{mark} {escape(" ".join(map(str, ngram)))}</code>'
            for mark, ngram in marked
        )
        or "none"
    )


def alignment_as_text(
    columns: Iterable[tuple[str, object, object]], counts: Mapping[str, int], reference_length: int, error_rate: float
) -> str:
    """Write an alignment as its counts and the two lines under each other, in blocks of about 100 columns.

    Args:
        columns: triples of a mark, the candidate's token and the reference's token, None where a side has none.
        counts: the numbers of edits, substitutions, deletions, insertions and hits, by their names in the singular.
        reference_length: the tokens of the reference.
        error_rate: the edits a token of the reference.
    """
    names = ("candidate", "reference", "edits")
    blocks: list[list[list[str]]] = [[[], [], []]]
    used = 0
    for mark, candidate, reference in columns:
        cells = [_cell(candidate, mark == "D"), _cell(reference, mark == "I"), mark.replace("=", "")]
        width = max(1, *(_width(cell) for cell in cells))
        # A gap is as wide as the token that it faces.
        cells = ["*" * width if cell == "*" and mark in "DI" else cell for cell in cells]
        if used + width > 88:
            blocks.append([[], [], []])
            used = 0
        used += width + 1
        for line, cell in zip(blocks[-1], cells, strict=True):
            line.append(cell + " " * (width - _width(cell)))
    edits, *kinds, hits = (f"{count} {name}{'' if count == 1 else 's'}" for name, count in counts.items())
    rate = f"reference length {reference_length}; error rate {four_decimals(error_rate)}"
    text = [f"{edits}: {', '.join(kinds)}; {hits}; {rate}"]
    for number, block in enumerate(blocks):
        text += [""] * (number > 0)
        text += [f"{name:9}  {' '.join(line)}".rstrip() for name, line in zip(names, block, strict=True)]
    return "\n".join(text)


def _cell(token: object, missing: bool) -> str:
    """A token as it is shown: a gap as *, and spaces and line ends as a mark that is seen and stays in the line."""
    return "*" if missing else "".join("␣" if sign.isspace() else sign for sign in str(token))


def _width(text: str) -> int:
    """The columns that a text takes where East Asian characters are twice as wide and accents take none."""
    import unicodedata

    signs = [
        sign for sign in unicodedata.normalize("NFC", text) if unicodedata.category(sign) not in ("Mn", "Me", "Cf")
    ]
    return len(signs) + sum(unicodedata.east_asian_width(sign) in ("W", "F") for sign in signs)
