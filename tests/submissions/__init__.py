"""A course as students hand it in: who they are, what is in their files, and the points that the tasks' words give.

Written without a look at the code that grades, from the problem sets that students get. The points stand in the order
of a problem set's tasks; where a file or a notebook is such that a person has to decide, they are None, and the
instructor's page is to name the student.
"""

import copy
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from course import cell_of, handed_in

TASKS = {
    "ps1": {"overused": 3, "credited": 4, "text_precision": 3},
    "ps2": {"normalise": 2, "order_precisions": 3, "mean_penalty": 3, "open_bleu": 4},
    "ps3": {"ranks": 3, "agreement": 4},
}
"""The functions of each problem set with their points, as the notebooks say; written answers are left to a person."""


@dataclass(frozen=True)
class Submission:
    """What one student hands in, and what it is worth."""

    student: str
    story: str
    points: tuple[float, ...] | None
    answers: Mapping[str, str] = field(default_factory=dict)
    """A cell's name, and what the student has written into it."""
    own: tuple[tuple[str, str], ...] = ()
    """Cells of the student's own: the name of the cell that each stands below, and its code."""
    form: Callable[[dict[str, Any]], Any] = lambda notebook: notebook
    """What a program made of the notebook: another notebook, or the text or bytes of a file."""
    file: str = ""
    """The path in the archive: by default a folder with the student's name, and the problem set in it."""
    beside: Mapping[str, str] = field(default_factory=dict)
    """Further files in the student's folder."""
    links: Mapping[str, str] = field(default_factory=dict)
    """Links in the student's folder, and where they lead."""
    named: str = ""
    """What the instructor's page says of this student; nothing, where there is nothing to do."""
    mistakes: Mapping[str, str] = field(default_factory=dict)
    """The functions with one mistake that has a name, and the name that feedback is to give it."""

    def write(self, archive: Path, release: dict[str, Any], name: str) -> None:
        """Put the student's files where an instructor downloads them to."""
        notebook = handed_in(release, self.answers)
        for grade_id, code in reversed(self.own):
            cell = {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": [], "source": code}
            place = notebook["cells"].index(cell_of(notebook, grade_id))
            notebook["cells"].insert(place + 1, cell | {"id": f"own-{len(notebook['cells'])}"})
        content = self.form(copy.deepcopy(notebook))
        if isinstance(content, dict):
            content = json.dumps(content, ensure_ascii=False)
        path = archive / (self.file or f"{self.student}/{name}.ipynb")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        for other, text in self.beside.items():
            (path.parent / other).write_text(text, encoding="utf-8")
        for other, target in self.links.items():
            (path.parent / other).symlink_to(target)
