"""Make the learner's copies of the lessons: without outputs, so that predictions can be made, and without appendices.

It also makes the table of the lessons in the README.

Called by `python3 run.py learn [NOTEBOOK ...]`, and by refresh.py for what it has saved. A lesson's record,
notebooks/NN_name.ipynb, is executed and compared. Its copies stand in notebooks/learn, a folder for each language;
badges, Binder and `python3 run.py lab` open these.
"""

import json
import re
import sys
import tomllib
from pathlib import Path

import address
from clean import APPENDIX, house_form, written
from files import replace
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("en",)
"""Each has a folder of its own. The first is that of the record."""
ANSWER = re.compile(r"\breveal\(")
"""The call that prints the answer to a prediction."""
END = re.compile(r"^(?:---\n+|(?=##+ ))", re.MULTILINE)
"""Where the text that follows from an answer ends: at the next heading, or at a line with three dashes."""
FOLDED = "Once you have seen the answer, read on here"
"""The line that a reader clicks on to open this text."""

ROWS = re.compile(r"(?:^\| \d\d .*\n)+", re.MULTILINE)
"""The table of the lessons in the README, without its heading."""

RECORD = "record"
"""The tag of a cell that only the tests need: a check of numbers that stand in the prose, or a loop of comparisons."""


def record(root: Path = ROOT) -> list[Path]:
    """Every lesson's record."""
    return sorted((root / "notebooks").glob("*.ipynb"))


def place(name: str, language: str = LANGUAGES[0]) -> str:
    """Where the copy of a lesson stands, seen from the root of the repository."""
    return f"notebooks/learn/{language}/{name}"


def copies(language: str, root: Path = ROOT) -> list[Path]:
    """Every copy that is there in a language."""
    return sorted(root.glob(place("*.ipynb", language)))


def fold_what_follows(cells: list) -> list:
    """Fold the text that follows from each answer, so that nobody reads it before they have made their prediction.

    Args:
        cells: the cells of a lesson, which are changed.

    Returns:
        The code cells among them whose outputs follow from an answer, too.
    """
    outputs, follows = [], False
    for cell in cells:
        text = "".join(cell["source"])
        if cell["cell_type"] == "code":
            outputs += [cell] * follows
            follows = follows or bool(ANSWER.search(text))
        elif follows:
            folded, *rest = END.split(text, maxsplit=1)
            follows = not rest
            details = f"<details>\n<summary>{FOLDED}</summary>\n\n{folded.strip()}\n\n</details>"
            cell["source"] = "\n\n".join([details] * bool(folded) + rest)
    return outputs


def for_learners(cells: list) -> list:
    """The cells that a copy has: those before the appendix, without the cells that only the tests need."""
    end = next((place for place, cell in enumerate(cells) if APPENDIX.match("".join(cell["source"]))), len(cells))
    return [cell for cell in cells[:end] if RECORD not in cell["metadata"].get("tags", ())]


def page_link(name: str, cells: list) -> NotebookNode:
    """The last cell of a copy, which links to what it leaves out, and to the next lesson if the cells do not."""
    page = f"{address.site(address.current())}{name.removesuffix('.ipynb')}.html"
    text = (
        "## Appendix\n\n"
        f"The appendix is on the [page of this lesson]({page}), which also has every output. It shows where the source "
        "tutorials are wrong, and how our numbers compare with those of NLTK and other packages."
    )
    later = [lesson.name for lesson in record() if lesson.name > name]
    if later and not any("**Next:**" in "".join(cell["source"]) for cell in cells):
        text += f"\n\n**Next:** [the next lesson]({later[0]})."
    return new_markdown_cell(text, id="page-of-this-lesson")


def learners_copy(name: str, notebook: dict) -> NotebookNode:
    """The cells for learners, none of them run, with what follows from an answer folded; then a link to the rest."""
    copy = house_form(notebook)
    cells = for_learners(copy.cells)
    copy.cells = [*cells, page_link(name, cells)]
    fold_what_follows(copy.cells)
    for cell in copy.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return copy


def write(lesson: Path, language: str, root: Path = ROOT) -> bool:
    """Write the copy of a lesson's record where it differs; say whether it did."""
    target = root / place(lesson.name, language)
    copy = written(learners_copy(lesson.name, json.loads(lesson.read_text(encoding="utf-8"))))
    target.parent.mkdir(parents=True, exist_ok=True)
    return replace(target, copy.encode())


def write_all(lessons: list[Path], root: Path = ROOT) -> list[str]:
    """Write the copies of these lessons in every language, delete those without a record; return what has changed."""
    names = {lesson.name for lesson in record(root)}
    changed = []
    for language in LANGUAGES:
        changed += [place(lesson.name, language) for lesson in lessons if write(lesson, language, root)]
        for copy in copies(language, root):
            if copy.name not in names:
                copy.unlink()
                changed.append(f"{place(copy.name, language)} (deleted: there is no notebooks/{copy.name})")
    return changed


def row(lesson: Path, root: Path = ROOT) -> str:
    """The row of a lesson in the README: its title, what one learns in it, and the ways to open it."""
    name = lesson.name
    title = "".join(json.loads(lesson.read_text(encoding="utf-8"))["cells"][0]["source"]).partition("\n")[0]
    texts = root / "bleu_helpers" / "checks" / "exercises" / f"{lesson.stem[3:]}.toml"
    learned = tomllib.loads(texts.read_text(encoding="utf-8")).get("you_learn", "") if texts.is_file() else ""
    tab = f"{address.site(address.current())}tab/notebooks/index.html?path={name}"
    colab = f"https://colab.research.google.com/github/{address.blob()}/{place(name)}"
    ways = f"[read](notebooks/{name}), [here]({tab}), [Colab]({colab})"
    return f"| {title.removeprefix('# ')} | {learned} | {ways} |\n"


def write_rows(root: Path = ROOT) -> list[str]:
    """Write the table of the lessons in the README; return what has changed."""
    readme, rows = root / "README.md", "".join(row(lesson, root) for lesson in record(root))
    text = ROWS.sub(lambda _: rows, readme.read_text(encoding="utf-8"), count=1)
    return ["README.md"] if replace(readme, text.encode()) else []


def main(names: list[str], root: Path = ROOT) -> int:
    """Make the copies of these lessons, and the README's table of all."""
    lessons = [Path(name).resolve() for name in names]
    for path in lessons:
        if path not in record(root):
            print(f"{path.name}: this is not a lesson, so it has no learner's copy.")
            return 1
    print("\n".join([*write_all(lessons, root), *write_rows(root)]) or "nothing changed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
