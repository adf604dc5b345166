"""Show which notebooks are alike: pairs of code with their likeness, both texts side by side, and equal essays.

  python -m bleu_grading similarity RELEASE SUBMISSION...

RELEASE is the notebook that the students got; what stands in it already is nobody's own. A SUBMISSION is a notebook, or
a folder in which all notebooks are looked at: the submissions, those of earlier years, the public solution. It writes
similar-ps1.html beside the course's other files. copydetect compares code by what stays when names, comments and layout
are others. It accuses nobody: a function of four lines has few ways to be written.
"""

import html
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from bleu_grading.instructor.preflight import MOST_CODE, Unreadable, notebooks, read_notebook, why
from bleu_grading.outside.cells import Notebook, grading, text
from bleu_grading.outside.submitted_files import checked_path, printable, within
from bleu_grading.records.feedback_page import HEAD, STYLE
from bleu_grading.records.notebook_code import quoted

SHOWN_FROM = 0.5
"""Pairs that are less alike are not shown: honest pairs of short functions reach this."""

NOISE = 25
"""copydetect's own setting: what is shorter is chance.

Everything as long is compared. Its own choice of pieces depends on Python's hashes of texts, which differ in each run.
"""

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
    if sum(path.stat().st_size for path in files) > MOST_CODE:
        raise Unreadable(f"the files next to it have more than {MOST_CODE} characters of code")
    parts = [*(one for one in cells if one not in handed_out), *(path.read_text("utf-8", "replace") for path in files)]
    parts += [code for one in parts for code in quoted(one)]  # which `exec` runs, and which would count as one text
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

    def fingerprint(code: str, known: Sequence[int] = ()) -> CodeFingerprint:
        return CodeFingerprint("a.py", NOISE, 1, boilerplate=[*known], fp=io.StringIO(code))

    known = [*fingerprint(handed_out).hashes]
    prints = {name: fingerprint(code, known) for name, code in codes.items() if code.strip()}
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
    parts.append("<p>Similarity is not proof: there are few ways to write a short function. Read both texts.</p>")
    if essays:
        parts.append("<h2>Written answers that are the same word by word</h2>")
        parts += [f"<p>{html.escape(line)}</p>" for line in essays]
    for likeness, one, other in found:
        parts.append(f"<h2>{likeness:.2f}: {html.escape(one)} and {html.escape(other)}</h2>\n<table><tr>")
        parts += [f"<td><pre>{html.escape(codes[name])}</pre></td>" for name in (one, other)]
        parts.append("</tr></table>")
    return "\n".join([*parts, "</body>", "</html>", ""])


def main(release: Path, submissions: Sequence[Path]) -> int:
    """Compare every notebook with every other one, write the page, and return the exit code."""
    try:
        handed_out = read_notebook(checked_path(release, release.parent))
    except Exception as problem:
        print(f"The first argument must be the notebook that the students got. {release}: {why(problem)}.")
        return 2
    ours = frozenset(text(cell) for cell in handed_out["cells"])
    codes, essays = dict[str, str](), dict[str, dict[str, str]]()
    paths = [path for submission in submissions for path in notebooks(submission)]
    below = Counter(folder for path in paths for folder in path.parents)
    for path in paths:
        where = printable(str(path))
        try:  # whatever is in one file, the others are compared
            notebook = read_notebook(checked_path(path, path.parent))
            codes[where] = own_code(notebook, path.parent if below[path.parent] == 1 else None, ours)
            essays[where] = essays_of(notebook, ours)
        except Exception as problem:
            print(f"{where}: {why(problem).partition('. ')[0]}. Not compared.")
    found, same = pairs(codes, own_code(handed_out)), [*same_essays(essays)]
    file = Path(f"similar-{release.stem}.html")
    file.write_text(pairs_page(found, codes, same), encoding="utf-8")
    alike = f"{len(found)} pairs of code with a similarity of {SHOWN_FROM} or more"
    print(f"{len(codes)} notebooks compared: {alike}, {len(same)} groups of equal essays. Read {file}.")
    return 0
