"""A problem set of a course: where its files are, which test cells it has, and what its grades depend on.

A test cell contains a call such as `grade(ranks, "ranks", points=3)`. The calls are read here without running the cell,
and only calls that are found here are graded.
"""

import ast
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from inspect import signature
from itertools import takewhile
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from bleu_grading.inside.examiner_proxy import EarlierParts
from bleu_grading.inside.protocol import cell_digest
from bleu_grading.outside.points_and_feedback import refuse_shares
from bleu_grading.outside.sandbox import Limits
from bleu_grading.outside.seed_and_answers import answers_file, find_task, read_seed
from bleu_grading.outside.submitted_files import list_files

Cell = dict[str, Any]
Notebook = dict[str, Any]

Digests = dict[str, str]
"""Maps the name of each thing that a grade depends on to its digest."""


def text(cell: Cell) -> str:
    """Return a cell's text without white space at the ends of lines, which some programs change when they save."""
    return "\n".join(line.rstrip() for line in "".join(cell.get("source", "")).strip().split("\n"))


def code(cell: Cell) -> str:
    """Return the text of a code cell as it is, or an empty string for another cell."""
    return "".join(cell["source"]) if cell["cell_type"] == "code" else ""


def grading_data(cell: Cell) -> dict[str, Any]:
    """Return the data that nbgrader wrote into a cell, or an empty dict."""
    data = cell.get("metadata", {}).get("nbgrader", {})
    return data if isinstance(data, dict) else {}


def grade_id(cell: Cell) -> str:
    """Return nbgrader's name for a cell, or an empty string."""
    return str(grading_data(cell).get("grade_id", ""))


def is_test(cell: Cell) -> bool:
    """Whether a cell contains an instructor's tests."""
    data = grading_data(cell)
    return bool(cell["cell_type"] == "code" and data.get("grade") and not data.get("solution"))


# The test cells.


class GradeCall(NamedTuple):
    """The arguments of one call of `grade`: the function as source code, and the others as values."""

    function: str
    task: str
    points: float
    partial: Mapping[str, float] = MappingProxyType({})


class HiddenTest(NamedTuple):
    """A call of `grade` in a test cell, with the digest that identifies the cell, and nbgrader's name for it."""

    cell: str
    call: GradeCall
    grade_id: str


def grade_calls(source: str) -> list[GradeCall]:
    """Read every call of `grade` in a test cell.

    Raises:
        SyntaxError: the cell is not valid Python.
        TypeError: a call lacks an argument, or has one that `grade` does not accept.
        ValueError: an argument is not a literal number or string.

    >>> grade_calls('grade(ranks, "ranks", points=3)')
    [GradeCall(function='ranks', task='ranks', points=3.0, partial={})]
    """
    tree = ast.parse(source if "grade" in source else "")  # a test that does not call grade may contain magics
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [_grade_call(call) for call in calls if isinstance(call.func, ast.Name) and call.func.id == "grade"]


def _grade_call(call: ast.Call) -> GradeCall:
    named = {keyword.arg or "**": keyword.value for keyword in call.keywords}
    given = signature(GradeCall).bind(*call.args, **named).arguments
    function = ast.unparse(given.pop("function"))
    values = {name: ast.literal_eval(value) for name, value in given.items()}
    return GradeCall(function, values["task"], float(values["points"]), dict(values.get("partial") or {}))


def earlier_parts(task: str, tests: Sequence[HiddenTest]) -> EarlierParts:
    """Return the functions that a problem set tests before the one for this task, each with its task."""
    names = {call.function: call.task for _, call, _ in tests if call.function.isidentifier()}
    return dict(takewhile(lambda item: item[1] != task, names.items())) if task in names.values() else {}


# The problem set.


@dataclass(frozen=True)
class ProblemSet:
    """A problem set: the folder of its course, and its name, such as "ps1".

    A `student` is always nbgrader's name for one.
    """

    course: Path
    name: str

    @property
    def source(self) -> Path:
        """The instructor's notebook."""
        return self.course / "source" / self.name / f"{self.name}.ipynb"

    @property
    def release(self) -> Path:
        """The notebook for the students."""
        return self.course / "release" / self.name / f"{self.name}.ipynb"

    @property
    def made_from(self) -> Path:
        """The file with the digest of the folder from which the release was made."""
        return self.course / "release" / f".{self.name}.made-from"

    @property
    def archive(self) -> Path:
        """The folder with everything that was handed in."""
        return self.course / "downloaded" / self.name / "archive"

    @property
    def gradebook(self) -> Path:
        """The database of nbgrader, which contains the points that were given by hand."""
        return self.course / "gradebook.db"

    def submitted(self, student: str) -> Path:
        """Return the path of the notebook that nbgrader grades, a repaired copy of what the student handed in."""
        return self.course / "submitted" / student / self.name / f"{self.name}.ipynb"

    def graded(self, student: str) -> Path:
        """Return the path of the notebook after grading."""
        return self.course / "autograded" / student / self.name / f"{self.name}.ipynb"

    def students(self) -> list[str]:
        """List nbgrader's names for the students whose notebooks were ever collected."""
        return sorted(folder.parent.name for folder in self.course.glob(f"submitted/*/{self.name}"))

    def digest(self) -> str:
        """Compute the digest of the folder with the instructor's notebook."""
        return _digest_of_files(self.source.parent)

    def outdated(self) -> bool:
        """Whether the problem set has changed since its release was made. nbgrader uses the tests of the release."""
        return self.made_from.is_file() and self.made_from.read_text(encoding="utf-8") != self.digest()

    def digests(self, student: str) -> Digests:
        """Compute the digests of everything that a student's grade depends on. If one has changed, it is outdated."""
        return {
            "the submission": _digest_of_files(self.submitted(student).parent),
            f"source/{self.name}": self.digest(),
            "answers.py": _digest(answers_file().read_bytes()),
            "the seed": _digest(read_seed().encode()),
            "the limits": _digest(json.dumps(asdict(Limits())).encode()),
            "bleu_helpers": version("bleu-helpers"),
        }

    def test_cells(self) -> list[Cell]:
        """Read the cells of the instructor's notebook that contain tests."""
        return [*filter(is_test, json.loads(self.source.read_text(encoding="utf-8"))["cells"])]

    def tests(self) -> list[HiddenTest]:
        """Read the calls of `grade` in the instructor's notebook, in order.

        Raises:
            ValueError: the notebook, or one of its tests, cannot be read.
        """
        try:
            cells = {grade_id(cell): "".join(cell["source"]) for cell in self.test_cells()}
            return [
                HiddenTest(cell_digest(cell), call, name) for name, cell in cells.items() for call in grade_calls(cell)
            ]
        except FileNotFoundError:
            return []
        except (SyntaxError, ValueError, KeyError, TypeError) as problem:
            raise ValueError(f"the tests of source/{self.name} cannot be read ({problem})") from problem

    def faults(self) -> list[str]:
        """List the tests that would cost points by mistake, each with the reason."""
        found, known = list[str](), dict[str, str]()
        for cell in self.test_cells():
            name, digest = grade_id(cell), cell_digest("".join(cell["source"]))
            found += [f"{name}: {fault}" for fault in _faults_of(cell)]
            if digest in known:  # the digest could not tell the two cells apart
                found.append(f"{name}: it is the same as {known[digest]}. Add a different comment to it")
            known.setdefault(digest, name)
        return found


def _faults_of(cell: Cell) -> list[str]:
    try:
        calls = grade_calls("".join(cell["source"]))
        for call in calls:
            task = find_task(call.task)
            refuse_shares(task, call.partial)
            if changing := task.changing():
                listed = ", ".join(map(repr, changing))
                return [f"its task has functions that change their arguments: {listed}. Let them work on copies"]
    except (SyntaxError, ValueError, TypeError) as problem:
        return [str(problem)]
    if not calls:
        return ["it does not call grade, so it would show the student's own number. Call grade, or grade it by hand"]
    if len(calls) > 1:  # the cell returns one number, which would be the points for a single call only
        return [f"it calls grade {len(calls)} times: give each function its own test cell"]
    worth, given = grading_data(cell)["points"], calls[0].points
    return [] if worth == given else [f"it is worth {worth:g} points, but its call of grade gives {given:g}"]


def graded_in(folder: Path) -> tuple[ProblemSet, str]:
    """Return the problem set and the student of a folder in which nbgrader runs a notebook, `autograded/ada/ps1`."""
    return ProblemSet(answers_file().parent, folder.name), folder.parent.name


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:32]


def _digest_of_files(folder: Path) -> str:
    """Compute one digest of the names and contents of all plain files in a folder."""
    files = list_files(folder)[0] if folder.is_dir() else []
    return _digest(json.dumps([(str(path.relative_to(folder)), _digest(path.read_bytes())) for path in files]).encode())
