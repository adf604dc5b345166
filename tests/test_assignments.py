"""The problem sets, by the whole way that an instructor goes, with real nbgrader: from the source to the feedback.

What holds them without nbgrader is in test_grading.py, test_preflight.py and test_course_command.py.
"""

import csv
import html
import json
import os
import re
import shutil

import limited
import pytest
from course import (
    ASSIGNMENTS,
    SEED,
    SETS,
    cell_of,
    doubled,
    handed_in,
    instructors_python,
    released,
    solutions,
    source,
    text,
    without_metadata,
    write,
)
from notebook_rules import code_cells, load

from bleu_helpers.course import _log, _secrets, feedback

pytestmark = [
    pytest.mark.bubblewrap,
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="grading with nbgrader on Windows was not tried"),
]

UNKNOWN = {
    "credited": """
import sys, warnings

from pathlib import Path
from IPython.display import HTML, display

display(HTML("<script>alert('LOUD')</script>"))
Path("LOUD.txt").write_text("LOUD")

def credited(candidate, references):
    print("LOUD", candidate, references)
    print("LOUD", candidate, file=sys.stderr)
    warnings.warn(f"LOUD {candidate}")
    return [len(word) % 2 for word in candidate]
""",
    "text_precision": """
def text_precision(sentences, references_of_each, n):
    raise RuntimeError(f"LOUD {sentences} {references_of_each}")
""",
}

CHEAT = {
    "overused": """
import bleu_helpers.course

bleu_helpers.course.grade = lambda function, task, points, **more: float(points)

def overused(candidate, references):
    return {}
""",
    "credited": "from bleu_helpers import count_clip as credited",
    "text_precision": "text_precision = None",
}

# What each student gets for overused, credited and text_precision, as nbgrader writes it.
GRADES = {
    "ada": (3, 4, 3),
    "cy": (3, 0, 0),
    "eve": (3, 4, 3),  # cells copied
    "fay": (3, 4, 3),  # a notebook that has lost its cells' metadata
    "hal": (0, 0, 0),  # the cheat: nothing but our verdicts is a grade
    "zoe": (0, 0, 0),  # nothing written
}

HINTS = {
    "ada": "overused: correct.",
    "cy": "credited: wrong, and not in a way that is known here.\nTry small inputs of your own",
    "hal": "overused: the points are not those that were given. Ask your instructor to look at it.",
    "zoe": "credited: not attempted yet.",
}


class Course:
    """A folder as an instructor has it, and the commands of the README."""

    def __init__(self, folder):
        self.folder = folder
        shutil.copytree(
            ASSIGNMENTS,
            folder,
            ignore=shutil.ignore_patterns("release", "downloaded", "submitted", "autograded", "feedback", "*.db"),
        )
        home = folder.parent / "home"
        home.mkdir()
        (home / ".bleu_grading_seed").write_text(SEED, encoding="utf-8")
        self.python = instructors_python()
        path = os.pathsep.join([str(self.python.parent), os.environ["PATH"]])
        self.environment = {**os.environ, "HOME": str(home), "PATH": path}
        for name in (
            "BLEU_SANDBOX",
            "BLEU_SEED_FILE",
            "BLEU_ANSWERS_FILE",
            "JUPYTER_CONFIG_DIR",
            "JUPYTER_DATA_DIR",
            "IPYTHONDIR",
        ):
            self.environment.pop(name, None)

    def run(self, *command, typed="", seconds=limited.SECONDS):
        line = [str(self.python), "-m", *command]
        return limited.run(line, seconds, typed, cwd=self.folder, env=self.environment)

    def nbgrader(self, *command):
        code, said = self.run("nbgrader", *command)
        assert code == 0, said
        return said

    def autograded(self, student, name):
        return load(self.folder / "autograded" / student / name / f"{name}.ipynb")

    def feedback(self, student, name):
        return (self.folder / "feedback" / student / name / f"{name}.html").read_text(encoding="utf-8")


def fill(archive, release):
    """Put the submissions where they are downloaded to, some by folder and some by file name."""
    right = solutions("ps1")
    write(handed_in(release, right), archive / "ada" / "ps1.ipynb")
    write(handed_in(release, right | UNKNOWN), archive / "cy" / "ps1.ipynb")
    write(doubled(doubled(handed_in(release, right), "credited"), "test_credited"), archive / "eve_ps1.ipynb")
    write(without_metadata(handed_in(release, right)), archive / "fay" / "Copy of ps1.ipynb")
    write(handed_in(release, right | CHEAT), archive / "hal" / "ps1.ipynb")
    write(release, archive / "zoe_ps1.ipynb")


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = Course(tmp_path_factory.mktemp("course") / "bleu")
    course.said = {}
    for name in SETS:
        course.nbgrader("generate_assignment", name)
        release = course.folder / "release" / name / f"{name}.ipynb"
        archive = course.folder / "downloaded" / name / "archive"
        if name == "ps1":
            fill(archive, load(release))
        else:
            write(handed_in(load(release), solutions(name)), archive / "ada" / f"{name}.ipynb")
            write(load(release), archive / "zoe" / f"{name}.ipynb")
        course.said[name] = course.run("bleu_helpers.course", "grade", name)
    course.nbgrader("generate_feedback", "ps1")
    course.nbgrader("export")
    course.said["feedback too early"] = course.nbgrader("generate_feedback", "ps3")
    course.said["early page"] = course.feedback("ada", "ps3")
    table_of_answers = course.folder / "written-ps3.csv"
    filled = table_of_answers.read_text(encoding="utf-8-sig").replace('",,\n', '","4,5",Which number?\n')
    table_of_answers.write_text(filled, encoding="utf-8-sig", newline="")
    course.said["by hand"] = course.run("bleu_helpers.course", "grade", "ps3")
    course.said["feedback"] = course.nbgrader("generate_feedback", "ps3", "--force")
    return course


def points(notebook):
    """The grades of the test cells, read from their outputs: nothing on stderr, no error, one float at the end."""
    grades = []
    for cell in code_cells(notebook):
        if cell["metadata"].get("nbgrader", {}).get("grade"):
            kinds = [output.get("name", output["output_type"]) for output in cell["outputs"]]
            assert kinds[-1] == "execute_result" and set(kinds[:-1]) <= {"stdout"}
            grades.append(float("".join(cell["outputs"][-1]["data"]["text/plain"])))
    return tuple(grades)


def table(course):
    with (course.folder / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {(row["assignment"], row["student_id"]): row for row in csv.DictReader(file)}


def test_the_grades(course):
    assert {student: points(course.autograded(student, "ps1")) for student in GRADES} == GRADES
    rows = table(course)
    scores = {student: float(rows["ps1", student]["score"]) for student in GRADES}
    assert scores == {student: float(sum(grades)) for student, grades in GRADES.items()}
    assert {float(row["max_score"]) for (name, _), row in rows.items() if name == "ps1"} == {12.0}


@pytest.mark.parametrize("name", SETS)
def test_the_solutions_get_full_points_and_the_students_version_gets_none(course, name):
    wanted = {"ps1": (3, 4, 3), "ps2": (2, 3, 3, 4), "ps3": (3, 4)}[name]
    assert points(course.autograded("ada", name)) == wanted
    assert points(course.autograded("zoe", name)) == (0,) * len(wanted)
    for student in ("ada", "zoe"):
        errors = [output for cell in code_cells(course.autograded(student, name)) for output in cell["outputs"]]
        names = {output["ename"] for output in errors if output["output_type"] == "error"}
        assert names == (set() if student == "ada" else {"NotImplementedError"})
        assert not [output for output in errors if output.get("name") == "stderr"]


def test_the_written_answer_waits_for_a_person(course):
    rows = table(course)
    assert (rows["ps3", "ada"]["max_score"], rows["ps3", "ada"]["score"]) == ("12.0", "7.0")
    [judgement] = [
        cell
        for cell in course.autograded("ada", "ps3")["cells"]
        if cell["metadata"].get("nbgrader", {}).get("grade") and cell["cell_type"] == "markdown"
    ]
    assert judgement["metadata"]["nbgrader"]["points"] == 5


@pytest.mark.parametrize("name", SETS)
def test_the_students_version_shows_no_solution_and_no_hidden_test(course, name):
    release = load(course.folder / "release" / name / f"{name}.ipynb")
    everything = json.dumps(release)
    for word in ("SOLUTION", "HIDDEN", "grade(", "answers", "seed"):
        assert word not in everything
    assert [text(cell) for cell in release["cells"]] == [text(cell) for cell in released(name)["cells"]]
    hidden = re.findall(r"(?s)### BEGIN SOLUTION(.*?)### END SOLUTION", "\n".join(map(text, source(name)["cells"])))
    lines = {line.strip() for part in hidden for line in part.split("\n") if len(line.strip()) > 20}
    assert lines
    assert not [line for line in lines if json.dumps(line)[1:-1] in everything]
    assert sorted(path.name for path in (course.folder / "release" / name).iterdir()) == [f"{name}.ipynb"]


def test_written_answers_are_graded_by_a_command_and_feedback_before_that_warns(course):
    warning = "ps3: 1 written answer waits for a person, and the points of these students will change."
    assert warning in course.said["feedback too early"] and "judgement: not read yet." in course.said["early page"]
    assert course.said["ps3"][0] == 1 and "of the written answers in written-ps3.csv" in course.said["ps3"][1]
    code, said = course.said["by hand"]
    assert code == 0 and "11.5 of 12 points: 1 student" in said, said
    assert "waits for a person" not in course.said["feedback"]
    page = course.feedback("ada", "ps3")
    assert "<strong>11.5 of 12 points.</strong>" in page and "judgement: 4.5 of 5 points." in page
    assert "Which number?" in page and "not read" not in page


@pytest.mark.parametrize("student", HINTS)
def test_the_feedback_names_the_mistake(course, student):
    page = html.unescape(course.feedback(student, "ps1"))
    assert HINTS[student] in page
    assert "HIDDEN TESTS" not in page and "grade(" not in page


def test_the_feedback_shows_nothing_that_a_students_code_printed_drew_or_wrote(course):
    graded = json.dumps([cell["outputs"] for cell in code_cells(course.autograded("cy", "ps1"))])
    assert "alert('LOUD')" in graded  # it is in the graded notebook
    page = course.feedback("cy", "ps1")
    assert "<script" not in page and "http" not in page.replace("http-equiv", "")
    code = "".join(map(html.escape, UNKNOWN.values()))
    assert page.count("LOUD") == code.count("LOUD")
    assert [path.name for path in (course.folder / "feedback" / "cy" / "ps1").iterdir()] == ["ps1.html"]
    assert "credited: wrong, and not in a way that is known here." in page
    assert "your function stops with RuntimeError for some inputs, in line 2 of its cell." in page
    assert page.count("inputs that were tried.") == 2


def test_neither_the_seed_nor_a_hidden_input_is_in_any_feedback(course, monkeypatch):
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(ASSIGNMENTS / "answers.py"))
    tasks = list(_secrets.answers().values())
    pages = sorted(course.folder.glob("feedback/*/ps1/*"))
    assert len(pages) == len(GRADES) and {page.suffix for page in pages} == {".html"}
    for page in pages:
        assert list(feedback.leaks(page.read_text(encoding="utf-8"), tasks, SEED)) == []
    for task in tasks:
        assert feedback._hidden(task, SEED)


def test_preflight_repairs_what_can_be_repaired(course):
    code, said = course.said["ps1"]
    repairs = (course.folder / "grades-ps1.txt").read_text(encoding="utf-8")
    assert code == 1 and "ps1: 2 to look at" in said, said  # the cheat, and the written answers
    assert "credited: 2 cells had this name, and one has it now" in repairs
    assert "overused: its grading data was lost; the cell was found by its function" in repairs


def test_the_cheat_is_noted_and_nobody_else(course):
    log = _log.events(course.folder / _log.LOG)
    shown = {who: [one["points"] for one in log[f"autograded/{who}/ps1"] if one["event"] == "shown"] for who in GRADES}
    assert {who: points for who, points in shown.items() if points} == {"hal": [3.0, 4.0, 3.0]}


def test_without_a_seed_nothing_is_graded(course):
    home = course.folder.parent / "empty"
    home.mkdir(exist_ok=True)
    environment = course.environment
    try:
        course.environment = {**environment, "HOME": str(home)}
        code, said = course.run("nbgrader", "autograde", "ps2", "--force")
    finally:
        course.environment = environment
    assert code != 0
    assert "Nothing was graded: there is no seed for the hidden inputs." in said


def test_a_test_that_changed_after_the_release_costs_nobody_a_point(course):
    """nbgrader has the test of the release. What it asks is not in the instructor's notebook any more."""
    problem_set = course.folder / "source" / "ps2" / "ps2.ipynb"
    before = load(problem_set)
    changed = load(problem_set)
    cell_of(changed, "test_normalise")["source"].append("\n# changed")
    try:
        write(changed, problem_set)
        code, said = course.run("nbgrader", "autograde", "ps2", "--student", "zoe", "--force")
    finally:
        write(before, problem_set)
    assert code != 0
    assert "Not graded: source/ps2 has changed since its release was made (test_normalise). Make it again: " in said
    assert not (course.folder / "autograded" / "zoe" / "ps2").exists()
