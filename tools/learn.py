"""Make the learner's copies of the lessons: without outputs, so that predictions can be made, and without appendices.

It also writes the table of lessons in the README.

Run by `python3 run.py learn [NOTEBOOK ...]`, and by refresh.py for the notebooks that it has saved. A lesson,
notebooks/NN_name.ipynb, is executed and compared. Its copies are in notebooks/learn, which has one folder per language;
badges, Binder and `python3 run.py lab` open the copies.
"""

import json
import re
import sys
import tomllib
from itertools import groupby, pairwise
from pathlib import Path

import address
import catalogues
from clean import APPENDIX, normalised, written
from files import replace
from nbformat import NotebookNode
from nbformat.v4 import new_markdown_cell

ROOT = Path(__file__).resolve().parent.parent
OTHERS = sorted({path.name for path in (ROOT / "notebooks" / "learn").iterdir() if path.is_dir()} - {"en"})
LANGUAGES = ("en", *OTHERS)
"""The languages of the copies, each with its own folder. The first one is the language of the lessons."""
ANSWER = re.compile(r"\breveal\(")
"""The call that prints the answer to a prediction."""
END = re.compile(r"^(?:---\n+|(?=##+ ))", re.MULTILINE)
"""The end of the text that gives an answer away: the next heading, or a line with three dashes."""
FOLDED = "Once you have seen the answer, read on here"
"""The line on which a reader clicks to open this text."""

ROWS = re.compile(r"(?:^\| \[\d\d .*\n)+", re.MULTILINE)
"""The rows of one of the tables of lessons in the README; each table is one part of the series."""

OWN = {"ko", "zh"}
"""The tags of cells with examples in these languages."""
TESTS_ONLY = "tests-only"
"""The tag of a cell that only the tests need, for example one that computes numbers in the prose."""


def lessons(root: Path = ROOT) -> list[Path]:
    """Return all lessons."""
    return sorted((root / "notebooks").glob("*.ipynb"))


def place(name: str, language: str = LANGUAGES[0]) -> str:
    """Return the path of a lesson's copy, relative to the root of the repository."""
    return f"notebooks/learn/{language}/{name}"


def copies(language: str, root: Path = ROOT) -> list[Path]:
    """Return all existing copies in a language."""
    return sorted(root.glob(place("*.ipynb", language)))


def fold_what_follows(cells: list) -> list:
    """Fold the text that gives each answer away, so that readers make their prediction first.

    Args:
        cells: the cells of a lesson; they are changed in place.

    Returns:
        The code cells whose outputs give an answer away too.
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


def teaches(cell: dict) -> bool:
    """Return whether a cell is for readers, and not only for the tests."""
    return TESTS_ONLY not in cell["metadata"].get("tags", ())


def appendix(cells: list) -> int:
    """Return the position of the first cell of the appendix."""
    return next((place for place, cell in enumerate(cells) if APPENDIX.match("".join(cell["source"]))), len(cells))


def for_learners(cells: list) -> list:
    """Return the cells of a copy: those before the appendix, without the cells that only the tests need."""
    return [*filter(teaches, cells[: appendix(cells)])]


def for_the_site(cells: list) -> list:
    """Return the cells of a page: all but those of the appendix that only the tests need, which can take long."""
    return [*cells[: appendix(cells)], *filter(teaches, cells[appendix(cells) :])]


def own_examples_first(cells: list, language: str) -> list:
    """Return the cells in the order of an edition: of neighbouring examples, those in its own language come first.

    The tag of such a cell is the code of its language.
    """
    order = []
    for are_examples, neighbours in groupby(cells, lambda cell: not OWN.isdisjoint(cell["metadata"].get("tags", ()))):
        order += sorted(neighbours, key=lambda cell: are_examples and language not in cell["metadata"]["tags"])
    return order


def page_link(name: str, cells: list) -> NotebookNode:
    """Make the last cell of a copy, which links to the whole lesson, and to the next one if no other cell does."""
    page = f"{{site}}{name.removesuffix('.ipynb')}.html"
    text = (
        "## Appendix\n\n"
        f"The appendix is on the [page of this lesson]({page}), which also has every output. It shows where the source "
        "tutorials are wrong, and how our numbers compare with those of NLTK and other packages."
    )
    later = [lesson.name for lesson in lessons() if lesson.name > name]
    if later and not any("**Next:**" in "".join(cell["source"]) for cell in cells):
        text += f"\n\n**Next:** [the next lesson]({later[0]})."
    return new_markdown_cell(text, id="page-of-this-lesson")


def template(name: str, notebook: dict, language: str = LANGUAGES[0]) -> NotebookNode:
    """Make the template of a copy: the cells without outputs, with folded answers, and a link to the whole lesson."""
    copy = normalised(notebook)
    address.complete(copy.cells, name)
    cells = own_examples_first(for_learners(copy.cells), language)
    copy.cells = [*cells, page_link(name, cells)]
    fold_what_follows(copy.cells)
    for cell in copy.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    if language != LANGUAGES[0]:
        catalogues.translate_cells(copy.cells, name.removesuffix(".ipynb"), language)
    return copy


def learners_copy(name: str, notebook: dict, language: str = LANGUAGES[0]) -> NotebookNode:
    """Make a learner's copy."""
    copy = template(name, notebook, language)
    address.show(copy.cells, place(name, language))
    return copy


def write(lesson: Path, language: str, root: Path = ROOT) -> bool:
    """Write the copy of a lesson if it has changed, and return whether it has."""
    target = root / place(lesson.name, language)
    copy = written(learners_copy(lesson.name, json.loads(lesson.read_text(encoding="utf-8")), language))
    target.parent.mkdir(parents=True, exist_ok=True)
    return replace(target, copy.encode())


def write_all(paths: list[Path], root: Path = ROOT) -> list[str]:
    """Write the copies of these lessons in every language, and return those that have changed."""
    return [place(path.name, language) for language in LANGUAGES for path in paths if write(path, language, root)]


def row(lesson: Path) -> str:
    """Return the template of a lesson's row in the README: its title, its learning goal, and links to open it."""
    name = lesson.name
    title = "".join(json.loads(lesson.read_text(encoding="utf-8"))["cells"][0]["source"]).partition("\n")[0]
    texts = ROOT / "bleu_exercises" / "exercises" / f"{lesson.stem[3:]}.toml"
    learned = tomllib.loads(texts.read_text(encoding="utf-8")).get("you_learn", "") if texts.is_file() else ""
    tab = f"{{site}}tab/notebooks/index.html?path={name}"
    ways = f"[{title.removeprefix('# ')}](notebooks/{name}), [here]({tab}), [Colab]({{colab}}{place(name)})"
    return f"| {ways} | {learned} |\n"


def readme() -> str:
    """Return the template of the README, with its tables of lessons, each from its first lesson on."""
    text, rows = (ROOT / "README.md").read_text(encoding="utf-8"), [row(lesson) for lesson in lessons()]
    ends = [*(int(part[3:5]) - 1 for part in ROWS.findall(text)), len(rows)]
    parts = ("".join(rows[start:end]) for start, end in pairwise(ends))
    return ROWS.sub(lambda _: next(parts), address.template(text, address.values()))


def main(names: list[str]) -> int:
    """Write the copies of these lessons, and the tables of all lessons in the READMEs."""
    paths = [Path(name).resolve() for name in names]
    for path in paths:
        if path not in lessons():
            print(f"{path.name}: this is not a lesson, so it has no learner's copy.")
            return 1
    changed = write_all(paths)
    import editions  # which imports this module

    readmes = {"README.md": address.shown(readme())}
    readmes |= {f"README.{language}.md": editions.readme_in(language) for language in OTHERS}
    changed += [name for name, text in readmes.items() if replace(ROOT / name, text.encode())]
    print("\n".join(changed) or "nothing changed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
