"""Find similar notebooks: show pairs of similar code side by side, and list written answers with the same words.

  python -m bleu_grading similarity RELEASE SUBMISSION...

RELEASE is the notebook that the students got; text that is already in it is ignored. A SUBMISSION is a notebook, or a
folder whose notebooks are all compared: this year's submissions, those of earlier years, the public solution. The pairs
are written to similar-ps1.html in the course's folder. copydetect compares code in a way that ignores names, comments
and layout. Similarity alone proves nothing, because there are few ways to write a function of four lines.
"""

import html
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from bleu_grading.instructor.preflight import MAX_CODE, Unreadable, explain, notebooks, printable, read_notebook
from bleu_grading.outside.problem_set import Notebook, code, grading_data, text
from bleu_grading.outside.submitted_files import checked_path, list_files
from bleu_grading.records.feedback_page import PAGE, STYLE
from bleu_grading.records.notebook_code import quoted

MIN_SIMILARITY = 0.5
"""The lowest similarity that is shown. Even independently written short functions can be this similar."""

IGNORED_LENGTH = 25
"""The length below which copydetect ignores equal pieces of code, because they may be due to chance.

All pieces of this length are compared. By default, copydetect chooses some of them by Python's hashes of strings, which
differ in each run.
"""

WIDE = "body { max-width: none } table { table-layout: fixed; width: 100% } td { vertical-align: top }"


Pair = tuple[float, str, str]
"""The similarity of two notebooks, which is the larger of the two shares of code that the other one also has (0 to 1),
and their names."""


def own_code(notebook: Notebook, folder: Path | None = None, handed_out: frozenset[str] = frozenset()) -> str:
    """Return the code that the student wrote in a notebook and in the files next to it.

    Args:
        notebook: the notebook whose cells are read.
        folder: the notebook's folder, if it contains no other student's files.
        handed_out: the texts of the cells in the release.
    """
    cells = [text(cell) for cell in notebook["cells"] if code(cell) and not grading_data(cell).get("grade")]
    files = [path for path in list_files(folder)[0] if path.suffix == ".py"] if folder else []
    if sum(path.stat().st_size for path in files) > MAX_CODE:
        raise Unreadable(f"the files next to it have more than {MAX_CODE} characters of code")
    parts = [*(src for src in cells if src not in handed_out), *(path.read_text("utf-8", "replace") for path in files)]
    parts += [code for part in parts for code in quoted(part)]  # `exec` runs these; as strings they would be one token
    return "\n\n".join(re.sub(r"(?m)^\s*[%!].*$", "", code) for code in parts)


def essays_of(notebook: Notebook, handed_out: frozenset[str] = frozenset()) -> dict[str, str]:
    """Return the written answers in a notebook as lower-case words without punctuation."""
    cells = {
        str(grading_data(cell)["grade_id"]): text(cell)
        for cell in notebook["cells"]
        if cell["cell_type"] == "markdown" and grading_data(cell).get("solution") and text(cell) not in handed_out
    }
    words = {name: " ".join(re.findall(r"\w+", written.casefold())) for name, written in cells.items()}
    return {name: essay for name, essay in words.items() if essay}


def pairs(codes: Mapping[str, str], handed_out: str = "") -> list[Pair]:
    """Compare the code of every two notebooks, and return the similar pairs, the most similar first."""
    from copydetect import CodeFingerprint, compare_files  # imported here because only instructors have it

    def fingerprint(code: str, known: Sequence[int] = ()) -> CodeFingerprint:
        return CodeFingerprint("a.py", IGNORED_LENGTH, 1, boilerplate=[*known], fp=io.StringIO(code))

    known = [*fingerprint(handed_out).hashes]
    prints = {name: fingerprint(code, known) for name, code in codes.items() if code.strip()}
    found = [
        (min(1.0, float(max(compare_files(prints[first], prints[second])[1]))), first, second)
        for first, second in combinations(sorted(prints), 2)
    ]
    return sorted((pair for pair in found if pair[0] >= MIN_SIMILARITY), reverse=True)


def same_essays(essays: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Yield a line for each group of written answers with exactly the same words."""
    groups = defaultdict[tuple[str, str], list[str]](list)
    for where, answers in essays.items():
        for question, words in answers.items():
            groups[question, words].append(where)
    for (question, words), names in groups.items():
        if len(names) > 1:
            yield f"{question}, {len(words.split())} words: {', '.join(sorted(names))}"


def pairs_page(found: Sequence[Pair], codes: Mapping[str, str], essays: Sequence[str]) -> str:
    """Write the page with the pairs. It loads nothing and runs no script."""
    parts = ["<p>Similarity is not proof: there are few ways to write a short function. Read both texts.</p>"]
    if essays:
        parts.append("<h2>Written answers that are the same word by word</h2>")
        parts += [f"<p>{html.escape(line)}</p>" for line in essays]
    for likeness, first, second in found:
        parts.append(f"<h2>{likeness:.2f}: {html.escape(first)} and {html.escape(second)}</h2>\n<table><tr>")
        parts += [f"<td><pre>{html.escape(codes[name])}</pre></td>" for name in (first, second)]
        parts.append("</tr></table>")
    return PAGE.format(title="Similar code", style=f"{STYLE} {WIDE}", body="\n".join(parts))


def main(release: Path, submissions: Sequence[Path]) -> int:
    """Compare all notebooks with each other, write the page, and return the exit code."""
    try:
        handed_out = read_notebook(checked_path(release, release.parent))
    except Exception as problem:
        print(f"The first argument must be the notebook that the students got. {release}: {explain(problem)}.")
        return 2
    ours = frozenset(text(cell) for cell in handed_out["cells"])
    codes, essays = dict[str, str](), dict[str, dict[str, str]]()
    paths = [path for submission in submissions for path in notebooks(submission)]
    below = Counter(folder for path in paths for folder in path.parents)
    for path in paths:
        where = printable(str(path))
        try:  # a problem in one file must not stop the comparison of the others
            notebook = read_notebook(checked_path(path, path.parent))
            codes[where] = own_code(notebook, path.parent if below[path.parent] == 1 else None, ours)
            essays[where] = essays_of(notebook, ours)
        except Exception as problem:
            print(f"{where}: {explain(problem).partition('. ')[0]}. Not compared.")
    found, same = pairs(codes, own_code(handed_out)), [*same_essays(essays)]
    file = Path(f"similar-{release.stem}.html")
    file.write_text(pairs_page(found, codes, same), encoding="utf-8")
    alike = f"{len(found)} pairs of code with a similarity of {MIN_SIMILARITY} or more"
    print(f"{len(codes)} notebooks compared: {alike}, {len(same)} groups of equal essays. Read {file}.")
    return 0
