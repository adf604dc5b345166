"""Show which notebooks are alike: pairs of code with their likeness, both texts side by side, and equal essays.

  python -m bleu_helpers.course.similarity RELEASE SUBMISSION...

RELEASE is the notebook that the students got; what stands in it already is nobody's own. A SUBMISSION is a notebook, or
a folder in which all notebooks are looked at: the submissions, those of earlier years, the public solution. It writes
similar-ps1.html beside the course's other files. copydetect compares code by what stays when names, comments and layout
are others. It accuses nobody: a function of four lines has few ways to be written.
"""

import html
import io
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from bleu_helpers.course._files import NotPlain, own, within
from bleu_helpers.course._repair import Notebook, grading, text
from bleu_helpers.course.page import HEAD, STYLE
from bleu_helpers.course.preflight import notebooks, read_notebook

SHOWN_FROM = 0.5
"""Pairs that are less alike are not shown: honest pairs of short functions reach this."""

NOISE, GUARANTEED = 25, 30
"""copydetect's own settings: what is shorter is chance, what is as long is found for certain."""

WIDE = "body { max-width: none } table { table-layout: fixed; width: 100% } td { vertical-align: top }"


class Pair(NamedTuple):
    """Two notebooks, and how much of the code of the one that has more of it the other one has too: 0 to 1."""

    likeness: float
    one: str
    other: str


def own_code(notebook: Notebook, beside: Path | None = None, handed_out: frozenset[str] = frozenset()) -> str:
    """Give the code of a notebook that is the student's own, and that of the files beside it.

    Args:
        notebook: whose cells are read.
        beside: the folder of the notebook, if it is the student's own.
        handed_out: the texts of the cells that everybody got.
    """
    cells = [text(cell) for cell in notebook["cells"] if cell["cell_type"] == "code" and not grading(cell).get("grade")]
    files = [path for path in within(beside)[0] if path.suffix == ".py"] if beside else []
    parts = [*(one for one in cells if one not in handed_out), *(path.read_text("utf-8", "replace") for path in files)]
    return "\n\n".join(re.sub(r"(?m)^\s*[%!].*$", "", one) for one in parts)


def essays_of(notebook: Notebook, handed_out: frozenset[str] = frozenset()) -> dict[str, str]:
    """Give the written answers of a notebook, as words without marks and capitals."""
    cells = {
        str(grading(cell)["grade_id"]): text(cell)
        for cell in notebook["cells"]
        if cell["cell_type"] == "markdown" and grading(cell).get("solution") and text(cell) not in handed_out
    }
    words = {name: " ".join(re.findall(r"\w+", written.casefold())) for name, written in cells.items()}
    return {name: one for name, one in words.items() if one}


def pairs(codes: Mapping[str, str], handed_out: str = "") -> list[Pair]:
    """Compare the code of each two, and give the pairs that are alike, the most alike first."""
    from copydetect import CodeFingerprint, compare_files  # only an instructor has it

    def fingerprint(code: str, window: int, known: Sequence[int] = ()) -> CodeFingerprint:
        return CodeFingerprint("a.py", NOISE, window, boilerplate=[*known], fp=io.StringIO(code))

    known = [*fingerprint(handed_out, 1).hashes]
    prints = {name: fingerprint(code, GUARANTEED - NOISE + 1, known) for name, code in codes.items() if code.strip()}
    found = [
        Pair(min(1.0, float(max(compare_files(prints[one], prints[other])[1]))), one, other)
        for one, other in combinations(sorted(prints), 2)
    ]
    return sorted((pair for pair in found if pair.likeness >= SHOWN_FROM), reverse=True)


def same_essays(essays: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Write a line for each group of written answers that are the same word by word."""
    groups = defaultdict[tuple[str, str], list[str]](list)
    for where, of in essays.items():
        for question, words in of.items():
            groups[question, words].append(where)
    for (question, words), who in groups.items():
        if len(who) > 1:
            yield f"{question}, {len(words.split())} words: {', '.join(sorted(who))}"


def pairs_page(found: Sequence[Pair], codes: Mapping[str, str], essays: Sequence[str]) -> str:
    """Write the page, which loads nothing and runs no script."""
    parts = [
        f"{HEAD}<title>Similar code</title>\n<style>{STYLE} {WIDE}</style>\n</head>\n<body>\n<h1>Similar code</h1>"
    ]
    parts.append("<p>Likeness is no proof: short functions have few ways to be written. Read both texts.</p>")
    if essays:
        parts.append("<h2>Written answers that are the same word by word</h2>")
        parts += [f"<p>{html.escape(line)}</p>" for line in essays]
    for likeness, one, other in found:
        parts.append(f"<h2>{likeness:.2f}: {html.escape(one)} and {html.escape(other)}</h2>\n<table><tr>")
        parts += [f"<td><pre>{html.escape(codes[name])}</pre></td>" for name in (one, other)]
        parts.append("</tr></table>")
    return "\n".join([*parts, "</body>", "</html>", ""])


def main(arguments: list[str]) -> int:
    """Compare every notebook with every other one, write the page, and return the exit code."""
    if len(arguments) < 2:
        print((__doc__ or "").strip())
        return 2
    release = Path(arguments[0])
    handed_out = _read(release)
    if handed_out is None:
        print(f"The first name is to be the notebook that the students got, and {release} is none.")
        return 2
    ours = frozenset(text(cell) for cell in handed_out["cells"])
    codes, essays = dict[str, str](), dict[str, dict[str, str]]()
    for path in [path for argument in arguments[1:] for path in _notebooks(Path(argument))]:
        notebook, where = _read(path), str(path)
        if notebook is None:
            print(f"{where}: no notebook, and not compared")
            continue
        alone = len(notebooks(path.parent)) == 1
        codes[where] = own_code(notebook, path.parent if alone else None, ours)
        essays[where] = essays_of(notebook, ours)
    found, same = pairs(codes, own_code(handed_out)), [*same_essays(essays)]
    file = Path(f"similar-{release.stem}.html")
    file.write_text(pairs_page(found, codes, same), encoding="utf-8")
    alike = f"{len(found)} pairs of code with a likeness of {SHOWN_FROM} or more"
    print(f"{len(codes)} notebooks compared: {alike}, {len(same)} groups of equal essays. Read {file}.")
    return 0


def _notebooks(argument: Path) -> list[Path]:
    """List the notebooks of a submission, which a shell may have named: `archive/*` names links too."""
    try:
        return notebooks(own(argument, argument.parent))
    except NotPlain as what:
        print(f"{argument}: {what}, and not compared")
        return []


def _read(path: Path) -> Notebook | None:
    try:
        notebook = read_notebook(own(path, path.parent))
        return notebook if [text(cell) for cell in notebook["cells"]] else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


if __name__ == "__main__":  # pragma: no cover - in a process of its own
    sys.exit(main(sys.argv[1:]))
