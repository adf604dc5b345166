"""The submissions of a course: the students, the contents of their files, and the points that each deserves.

students.toml lists the submissions and their points; answers.toml contains the students' code.
"""

import copy
import json
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from colab_file import saved_by_colab
from course import SUPPORT, add_cell, cell_of, filled_in, place_of, solutions

TASKS = {
    "ps1": ["overused", "credited", "text_precision"],
    "ps2": ["normalise", "order_precisions", "mean_penalty", "open_bleu"],
}
"""The functions of each problem set."""


def data(name: str) -> dict[str, Any]:
    return tomllib.loads((SUPPORT / name).read_text(encoding="utf-8"))


ANSWERS = data("submissions/answers.toml")


def with_cells_copied_and_tests_deleted(notebook: dict[str, Any]) -> dict[str, Any]:
    for name in ("test_overused", "test_text_precision"):
        notebook["cells"].remove(cell_of(notebook, name))
    for name in ("overused", "try_credited"):
        place = place_of(notebook, name)
        notebook["cells"].insert(place + 1, copy.deepcopy(notebook["cells"][place]))
    return notebook


def without_metadata(notebook: dict[str, Any]) -> dict[str, Any]:
    for cell in notebook["cells"]:
        cell["metadata"] = {}
    return notebook


FORMS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "as it is": lambda notebook: notebook,
    "saved by Colab": saved_by_colab,
    "without metadata": without_metadata,
    "cells copied and tests deleted": with_cells_copied_and_tests_deleted,
    "cut off": lambda notebook: json.dumps(notebook)[:9000],
}
"""What other programs turn a notebook into: a changed notebook, or the text of a file."""


@dataclass(frozen=True)
class Submission:
    """What a student submits, and the points that it deserves."""

    name: str
    """The problem set's."""
    student: str
    story: str
    points: list[float] | None = None
    """In the order of the tasks; None if a person has to decide, and the page must name the student."""
    answers: list[str] = field(default_factory=list)
    """Names of sets in answers.toml, or "solutions"; for each cell, the last set counts."""
    cells: list[dict[str, str]] = field(default_factory=list)
    """Cells that the student added, each with the name of the cell above it."""
    form: str = "as it is"
    file: str = ""
    """The path in the archive, by default the problem set in a folder with the student's name."""
    files: Mapping[str, str | list[str]] = field(default_factory=dict)
    """Other files in the student's folder: their text, or sets of answers."""
    named: str = ""
    """What the instructor's page says about this student; empty if there is nothing to do."""
    mistakes: Mapping[str, str] = field(default_factory=dict)
    """The functions with one known mistake, and the name of the mistake in the feedback."""

    def answered(self) -> dict[str, str]:
        """Return the text of each cell that the student filled in."""
        sets = [solutions(self.name) if name == "solutions" else ANSWERS[name] for name in self.answers]
        return {cell: text for answers in sets for cell, text in answers.items()}

    def write(self, archive: Path, release: dict[str, Any]) -> None:
        """Write the student's files to the folder to which an instructor downloads them."""
        notebook = filled_in(release, self.answered())
        for added in reversed(self.cells):
            add_cell(notebook, place_of(notebook, added["below"]) + 1, added["text"], added.get("kind", "code"))
        content = FORMS[self.form](notebook)
        if isinstance(content, dict):
            content = json.dumps(content, ensure_ascii=False)
        path = archive / (self.file or f"{self.student}/{self.name}.ipynb")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        for other, text in self.files.items():
            text = text if isinstance(text, str) else "".join(part for name in text for part in ANSWERS[name].values())
            (path.parent / other).write_text(text, encoding="utf-8")


SUBMISSIONS = {
    name: [Submission(name, **row) for row in rows] for name, rows in data("submissions/students.toml").items()
}
"""All submissions of each problem set."""
