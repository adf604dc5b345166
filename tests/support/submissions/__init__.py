"""A course as students hand it in: who they are, what is in their files, and the points that the tasks' words give.

students.toml says who hands in what and what it is worth, answers.toml has the code that they wrote.
"""

import codecs
import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from colab_file import saved_by_colab
from course import cell_of, doubled, handed_in, solutions, without_metadata

TASKS = {
    "ps1": {"overused": 3, "credited": 4, "text_precision": 3},
    "ps2": {"normalise": 2, "order_precisions": 3, "mean_penalty": 3, "open_bleu": 4},
    "ps3": {"ranks": 3, "agreement": 4},
}
"""The functions of each problem set with their points, as the notebooks say; written answers are left to a person."""


def data(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


ANSWERS = data("answers.toml")


def with_cells_copied_and_tests_deleted(notebook: dict[str, Any]) -> dict[str, Any]:
    for name in ("test_overused", "test_text_precision"):
        notebook["cells"].remove(cell_of(notebook, name))
    return doubled(doubled(notebook, "overused"), "try_credited")


FORMS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "as it is": lambda notebook: notebook,
    "with a byte order mark": lambda notebook: codecs.BOM_UTF8 + json.dumps(notebook, ensure_ascii=False).encode(),
    "saved by Colab": saved_by_colab,
    "without metadata": without_metadata,
    "cells copied and tests deleted": with_cells_copied_and_tests_deleted,
    "cut off": lambda notebook: json.dumps(notebook)[:9000],
}
"""What programs make of a notebook: another notebook, or the text or bytes of a file."""


@dataclass(frozen=True)
class Submission:
    """What one student hands in, and what it is worth."""

    name: str
    """The problem set's."""
    student: str
    story: str
    points: list[float] | None = None
    """In the order of the tasks; None where a person has to decide, and the page is to name the student."""
    answers: list[str] = field(default_factory=list)
    """Sets of answers, of which the later one counts: names in answers.toml, or the problem set's solutions."""
    cells: list[dict[str, str]] = field(default_factory=list)
    """The student's own, each with the name of the cell that it is below."""
    form: str = "as it is"
    file: str = ""
    """The path in the archive: by default a folder with the student's name, and the problem set in it."""
    beside: Mapping[str, str | list[str]] = field(default_factory=dict)
    """Further files in the student's folder: their text, or sets of answers."""
    links: Mapping[str, str] = field(default_factory=dict)
    """Links in the student's folder, and where they lead."""
    named: str = ""
    """What the instructor's page says of this student; nothing, where there is nothing to do."""
    mistakes: Mapping[str, str] = field(default_factory=dict)
    """The functions with one mistake that has a name, and the name that feedback is to give it."""

    def filled_in(self) -> dict[str, str]:
        """The text of each cell that the student filled in."""
        sets = [solutions(self.name) if name == "solutions" else ANSWERS[name] for name in self.answers]
        return {cell: text for answers in sets for cell, text in answers.items()}

    def write(self, archive: Path, release: dict[str, Any]) -> None:
        """Put the student's files where an instructor downloads them to."""
        notebook = handed_in(release, self.filled_in())
        for number, cell in enumerate(reversed(self.cells)):
            cell = {
                "cell_type": cell.get("kind", "code"),
                "metadata": {},
                "source": cell["text"],
                "id": f"own-{number}",
            }
            code = {"execution_count": None, "outputs": []} if cell["cell_type"] == "code" else {}
            place = notebook["cells"].index(cell_of(notebook, cell["below"]))
            notebook["cells"].insert(place + 1, cell | code)
        content = FORMS[self.form](notebook)
        if isinstance(content, dict):
            content = json.dumps(content, ensure_ascii=False)
        path = archive / (self.file or f"{self.student}/{self.name}.ipynb")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        for other, text in self.beside.items():
            text = text if isinstance(text, str) else "".join(part for name in text for part in ANSWERS[name].values())
            (path.parent / other).write_text(text, encoding="utf-8")
        for other, target in self.links.items():
            (path.parent / other).symlink_to(target)


SETS = {name: [Submission(name, **row) for row in rows] for name, rows in data("students.toml").items()}
"""Everybody who hands in each problem set."""
