"""Make the learner's copies of the lessons: the same cells without what they say, so that a prediction can be made.

Called by `python3 run.py learn [NOTEBOOK ...]`, and by refresh.py for what it has saved. A lesson's record,
notebooks/NN_name.ipynb, is executed and compared. Its copies stand in notebooks/learn, a folder for each language;
badges, Binder and `python3 run.py lab` open these.
"""

import json
import re
import sys
from pathlib import Path

from clean import house_form, written
from files import replace
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("en",)
"""Each has a folder of its own. The first is that of the record."""
ANSWER = re.compile(r"\breveal\(")
"""The call that prints the answer to a prediction."""
END = re.compile(r"^(?:---\n+|(?=##+ ))", re.MULTILINE)
"""Where the text that follows from an answer ends: at the next heading, or at a line with three dashes."""
FOLDED = "Once you have seen the answer, read on here"
"""The line that a reader clicks on to open this text."""


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


def learners_copy(notebook: dict) -> NotebookNode:
    """The same cells, none of them run, with what follows from an answer folded."""
    copy = house_form(notebook)
    fold_what_follows(copy.cells)
    for cell in copy.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return copy


def write(lesson: Path, language: str, root: Path = ROOT) -> bool:
    """Write the copy of a lesson's record where it differs; say whether it did."""
    target = root / place(lesson.name, language)
    copy = written(learners_copy(json.loads(lesson.read_text(encoding="utf-8"))))
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


def main(names: list[str], root: Path = ROOT) -> int:
    """Make the copies of these lessons."""
    lessons = [Path(name).resolve() for name in names]
    for path in lessons:
        if path not in record(root):
            print(f"{path.name}: this is no lesson's record, so it has no learner's copy.")
            return 1
    print("\n".join(write_all(lessons, root)) or "nothing changed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
