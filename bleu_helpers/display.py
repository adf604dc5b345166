"""How the package shows things: the table of an explanation, the scoreboard of a lesson, the source of a helper."""

from __future__ import annotations

import ast
import html
import inspect
import sys
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from bleu_helpers import cast
from bleu_helpers.clipping import max_ref_count
from bleu_helpers.counting import Ngram, Sentence

if TYPE_CHECKING:
    from bleu_helpers.bleu import BleuExplanation
    from bleu_helpers.error_rates import Alignment

Item = TypeVar("Item")

MATCHED, CLIPPED, UNMATCHED = "+", "/", "-"
"""The marks of an n-gram: a reference has it; a reference has it, but not so often; no reference has it."""

LEGEND = f"{MATCHED} matched, {CLIPPED} clipped, {UNMATCHED} in no reference"

# Dark text on a light ground, set together, so that both light and dark themes keep them readable.
_MARK_STYLES = {
    MATCHED: "background:#cfe8f7;color:#00344f;border:2px solid #0072b2",
    CLIPPED: "background:#fdebc8;color:#4d3500;border:2px dashed #b37400",
    UNMATCHED: "background:#ececec;color:#333333;border:2px dotted #666666",
}


def marked_ngrams(candidate: Sentence, references: Sequence[Sentence], n: int = 1) -> list[tuple[str, Ngram]]:
    """List the n-grams of a candidate in order, each with its mark.

    Args:
        candidate: the sentence to judge, a list or tuple of tokens.
        references: one or more correct sentences, each a list or tuple of tokens.
        n: the order of the n-grams, 1 or more.

    Returns:
        Pairs (mark, n-gram). Of an n-gram that occurs too often, the first occurrences match, the rest are clipped.

    >>> marked_ngrams("the the the dog".split(), ["the cat on the mat".split()])
    [('+', ('the',)), ('+', ('the',)), ('/', ('the',)), ('-', ('dog',))]
    """
    maximum = max_ref_count(references, n)
    seen: Counter[Ngram] = Counter()
    marked = []
    for start in range(len(candidate) - n + 1):
        ngram = tuple(candidate[start : start + n])
        seen[ngram] += 1
        mark = UNMATCHED if maximum[ngram] == 0 else MATCHED if seen[ngram] <= maximum[ngram] else CLIPPED
        marked.append((mark, ngram))
    return marked


def explanation_as_text(explanation: BleuExplanation) -> str:
    """Write an explanation as a plain-text table."""
    numbers = [("n", "matched", "total", "precision", "weight"), *_numbers_by_order(explanation)]
    widths = [max(len(row[column]) for row in numbers) for column in range(5)]
    table = ["  ".join(text.rjust(width) for text, width in zip(row, widths, strict=True)) for row in numbers]
    marks = []
    for n in range(1, len(explanation.weights) + 1):
        marked = marked_ngrams(explanation.candidate, explanation.references, n)
        line = f"{n}: " + (" ".join(mark + "_".join(map(str, ngram)) for mark, ngram in marked) or "none")
        marks += textwrap.wrap(line, width=100, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(
        [_score_line(explanation, "x"), _length_line(explanation), "", *table, "", f"n-grams: {LEGEND}", *marks]
    )


def explanation_as_html(explanation: BleuExplanation) -> str:
    """Write an explanation as an HTML table. Styles are inline, because some viewers drop any other."""
    cell = "text-align:left;vertical-align:top;padding:4px 8px"
    header = "".join(
        f'<th style="{cell}">{title}</th>' for title in ("n", "matched", "total", "precision", "weight", "n-grams")
    )
    rows = []
    for n, numbers in enumerate(_numbers_by_order(explanation), start=1):
        marked = marked_ngrams(explanation.candidate, explanation.references, n)
        # <code>: no viewer reads mathematics into a token such as "$", and the marks stand where styles are dropped.
        ngrams = " ".join(
            f'<code style="{_MARK_STYLES[mark]};border-radius:4px;padding:1px 4px;margin:1px;display:inline-block">'
            f"{mark} {html.escape(' '.join(map(str, ngram)))}</code>"
            for mark, ngram in marked
        )
        cells = "".join(f'<td style="{cell}">{text}</td>' for text in (*numbers, ngrams or "none"))
        rows.append(f"<tr>{cells}</tr>")
    return (
        f"<p><b>{_score_line(explanation, '×')}</b></p>"
        f"<table><thead><tr>{header}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
        f"<p>{_length_line(explanation)}<br>{LEGEND}</p>"
    )


def alignment_as_text(alignment: Alignment) -> str:
    """Write an alignment as its counts and the two lines under each other, in blocks of about 100 columns."""
    names = ("candidate", "reference", "edits")
    blocks: list[list[list[str]]] = [[[], [], []]]
    used = 0
    for mark, candidate, reference in alignment.columns():
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
    text = [_alignment_line(alignment)]
    for number, block in enumerate(blocks):
        text += [""] * (number > 0)
        text += [f"{name:9}  {' '.join(line)}".rstrip() for name, line in zip(names, block, strict=True)]
    return "\n".join(text)


def scoreboard(*measures: Callable[[Sentence, Sequence[Sentence]], float], names: Sequence[str] = ()) -> None:
    """Print what each measure says of each sentence of the series' cast.

    Args:
        measures: functions of a candidate and its references, one a column.
        names: the columns' titles, at most one a measure; a measure's own name where none is given.

    Raises:
        ValueError: there are more names than measures.

    >>> from bleu_helpers import unigram_precision
    >>> scoreboard(unigram_precision, names=["precision"])
    candidate                          precision
    the cat sat on a mat                  0.8333
    the the the the the the the           1.0000
    mat on cat the is on a                1.0000
    the mat                               1.0000
    It is a guide to action which …       0.9444
    """
    if len(names) > len(measures):
        raise ValueError(f"names has {len(names)} entries for {len(measures)} measures. Pass at most one a measure.")
    titles = [*names, *(getattr(measure, "__name__", "measure") for measure in measures[len(names) :])]
    rows = [("candidate", *titles)]
    for candidate, references in cast.SCOREBOARD:
        words = [str(token) for token in candidate]
        shown = " ".join(words if len(words) <= 8 else [*words[:7], "…"])
        rows.append((shown, *(f"{measure(candidate, references):.4f}" for measure in measures)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        numbers = "    ".join(text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True))
        print(f"{row[0]:{widths[0]}}    {numbers}")


def progress(items: Iterable[Item], name: str, total: int | None = None) -> Iterable[Item]:
    """Hand on what a long loop runs over, with a progress bar (tqdm) where a person watches.

    A bar shows times, so it must not be in a saved notebook. Each request to run a cell says whether somebody could
    answer an `input()`: JupyterLab and the other programs in front of a person say yes, those that run a
    notebook on their own (nbclient, nbval, nbconvert) say no, and then there is no bar. Outside a notebook there is
    one in a terminal, and none in a file or a pipe.

    Args:
        items: what the loop runs over.
        name: what stands before the bar.
        total: how many there are; needed only where `items` has no length.

    Returns:
        The same items. The bar goes away when the last one is done.

    >>> sum(progress([1, 2, 3], "adding"))
    6
    """
    from tqdm import tqdm

    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    kernel = getattr(shell, "kernel", None)
    bar: Iterable[Item]
    if kernel is None:
        bar = tqdm(items, name, total, leave=False, disable=None)  # None: only where stderr is a terminal
    else:
        watched = kernel.get_parent("shell").get("content", {}).get("allow_stdin", False)
        bar = tqdm(items, name, total, leave=False, disable=not watched, file=sys.stdout)  # stderr looks like an error
    return bar


def show_source(function: Callable[..., Any]) -> None:
    """Print the source of a function without its docstring: what the package runs, short enough for a lesson.

    Args:
        function: a function written in Python with `def`.

    Raises:
        TypeError: it is something else, such as a class or a lambda.

    >>> from bleu_helpers import closest_ref_length
    >>> show_source(closest_ref_length)
    def closest_ref_length(candidate: Sentence, references: Sequence[Sentence]) -> int:
        check_candidate_and_references(candidate, references)
        c = len(candidate)
        return min((len(reference) for reference in references), key=lambda length: (abs(length - c), length))
    """
    if not inspect.isfunction(function) or function.__name__ == "<lambda>":
        raise TypeError(f"function is of type {type(function).__name__}. Pass a function that was written with def.")
    source = textwrap.dedent(inspect.getsource(function))
    lines = source.splitlines()
    definition = ast.parse(source).body[0]
    assert isinstance(definition, ast.FunctionDef)
    if ast.get_docstring(definition) is not None:
        docstring = definition.body[0]
        del lines[docstring.lineno - 1 : docstring.end_lineno]
    print("\n".join(lines))


def _numbers_by_order(explanation: BleuExplanation) -> list[tuple[str, str, str, str, str]]:
    columns = (explanation.matched, explanation.total, explanation.precisions, explanation.weights)
    return [
        (str(n), str(matched), str(total), f"{precision:.6g}", f"{weight:.6g}")
        for n, (matched, total, precision, weight) in enumerate(zip(*columns, strict=True), start=1)
    ]


def _score_line(explanation: BleuExplanation, times: str) -> str:
    return (
        f"BLEU {explanation.score:.6g} = brevity penalty {explanation.brevity_penalty:.6g} "
        f"{times} geometric mean {explanation.geometric_mean:.6g}"
    )


def _alignment_line(alignment: Alignment) -> str:
    counts = (
        (alignment.edits, "edit"),
        (alignment.substitutions, "substitution"),
        (alignment.deletions, "deletion"),
        (alignment.insertions, "insertion"),
        (alignment.hits, "hit"),
    )
    edits, *kinds, hits = (f"{count} {name}{'' if count == 1 else 's'}" for count, name in counts)
    return (
        f"{edits}: {', '.join(kinds)}; {hits}; reference length {alignment.reference_length}; "
        f"error rate {alignment.error_rate:.6g}"
    )


def _cell(token: object, missing: bool) -> str:
    """A token as it is shown: a gap as *, and spaces and line ends as a mark that is seen and stays in the line."""
    return "*" if missing else "".join("␣" if sign.isspace() else sign for sign in str(token))


def _width(text: str) -> int:
    """The columns that a text takes where East Asian characters are twice as wide and accents take none."""
    signs = [
        sign for sign in unicodedata.normalize("NFC", text) if unicodedata.category(sign) not in ("Mn", "Me", "Cf")
    ]
    return len(signs) + sum(unicodedata.east_asian_width(sign) in ("W", "F") for sign in signs)


def _length_line(explanation: BleuExplanation) -> str:
    return f"candidate length {explanation.candidate_length}, closest reference length {explanation.reference_length}"
