"""A whole course with real nbgrader; the submissions and their points are in tests/support/submissions."""

import csv
import html
import json
import os
import re
import runpy
import socket
import urllib.error
import urllib.request
from contextlib import suppress

import limited
import pytest
from course import ASSIGNMENTS, SEED, SETS, Course, canvas, graded_since, released, runs, source, text, write
from notebook_rules import load
from submissions import SUBMISSIONS, TASKS

from bleu_grading.outside.problem_set import ProblemSet
from bleu_grading.records.grades import read_scores
from exercise_checker._tasks import inputs_of

pytestmark = [
    pytest.mark.bubblewrap,
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="grading with nbgrader on Windows has not been tried"),
]

PS1, PS2 = SUBMISSIONS["ps1"], SUBMISSIONS["ps2"]
HIDDEN = next(task for task in runpy.run_path(str(ASSIGNMENTS / "answers.py"))["TASKS"] if task.name == "credited")


def fill(course, name, students):
    """Write the submissions to the instructor's download folder, with the real paths for attackers."""
    release = load(course.folder / "release" / name / f"{name}.ipynb")
    archive = course.folder / "downloaded" / name / "archive"
    for submission in students:
        submission.write(archive, release)
    for path in archive.rglob("*.ipynb"):
        raw = path.read_bytes().replace(b"THE_COURSE", str(course.folder).encode())
        path.write_bytes(raw.replace(b"THE_SEED", str(course.folder.parent / "home" / ".bleu_grading_seed").encode()))


def command(course, name):
    return course.run("bleu_grading", "grade", name)


def cut_off(course, name, after):
    """Start the command, and drop the connection when nbgrader has begun with a number of students."""
    line = [str(course.python), "-m", "bleu_grading", "grade", name]
    with limited.started(line, cwd=course.folder, env=course.environment) as running:
        graded = f"autograded/*/{name}/{name}.ipynb"
        running.until(lambda: len([*course.folder.glob(graded)]) >= after, limited.SECONDS)
        running.drop()


def gradebook(course, name):
    return read_scores(ProblemSet(course.folder, name))


def per_task(course, name):
    """Return each student's points from the gradebook, in the order of the tasks."""
    tests = [f"test_{task}" for task in TASKS[name]]
    return {student: tuple(cells[test].auto for test in tests) for student, cells in gradebook(course, name).items()}


def lines(page):
    """List the lines of the page about single students and files."""
    return re.findall(r"(?m)^   - (?!\d+ of \d+ students?)(.*)", page)


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """Grade problem set 1 after an interruption, then a late submission and problem set 2."""
    folder = tmp_path_factory.mktemp("course")
    course = Course(folder / "a home with a path that is too long for the address of a socket" / "bleu")
    with (course.folder / "nbgrader_config.py").open("a") as file:
        file.write('\nc.LateSubmissionPlugin.penalty_method = "zero"\n')
    for name in SETS:
        course.run("bleu_grading", "release", name)
    course.nbgrader("db", "assignment", "add", "ps1", "--duedate=2026-02-01 00:00:00 UTC")
    fill(course, "ps1", [submission for submission in PS1 if submission.student != "late"])
    cut_off(course, "ps1", after=1)
    command(course, "ps1")
    before = runs(course.folder)
    fill(course, "ps1", [submission for submission in PS1 if submission.student == "late"])
    came = course.folder / "submitted" / "late" / "ps1" / "timestamp.txt"  # as the instructor writes it
    came.parent.mkdir(parents=True)
    came.write_text("2026-02-02 00:00:00 UTC", encoding="utf-8")
    course.output = command(course, "ps1")
    course.graded_later = graded_since(course.folder, before)
    course.waiting = {student for student, cells in gradebook(course, "ps1").items() if cells["reading"].waits}
    fill(course, "ps2", PS2)
    course.output_of_ps2 = command(course, "ps2")
    course.totals = {name: canvas(course.folder, name) for name in TASKS}
    course.tasks = {name: per_task(course, name) for name in TASKS}
    course.warned = course.nbgrader("generate_feedback", "ps1")
    course.nbgrader("generate_feedback", "ps2")
    course.copies = course.run("bleu_grading", "similarity", "release/ps1/ps1.ipynb", "submitted", "source/ps1")
    return course


def due(students):
    """Return the points of all students who get a grade."""
    return {submission.student: tuple(submission.points) for submission in students if submission.points is not None}


@pytest.mark.parametrize("name", TASKS)
def test_each_task_gets_the_expected_points(course, name):
    """nbgrader has different names for two of the logins; the table in the next test has the logins."""
    changed = ("kim, min [2]", "o'neil")
    expected = due(SUBMISSIONS[name])
    graded = {student: points for student, points in course.tasks[name].items() if student in expected}
    assert graded == {student: points for student, points in expected.items() if student not in changed}


@pytest.mark.parametrize("name", TASKS)
def test_the_table_contains_the_sum_or_no_number(course, name):
    totals = {student: float(number) for student, number in course.totals[name].items() if number}
    assert totals == {student: sum(points) for student, points in due(SUBMISSIONS[name]).items()}


def test_reports_the_expected_students_and_no_others(course):
    """`named` is what the page must contain about a student."""
    assert lines(course.output_of_ps2[1]) == []
    expected = [(submission.student, submission.named) for submission in PS1 if submission.named]
    found = lines(course.output[1])
    for student, reason in expected:
        assert any(student in line and reason in line for line in found), student
    assert [line for line in found if not any(student in line and why in line for student, why in expected)] == []


def test_grades_a_late_submission_without_changing_the_others(course):
    assert course.graded_later == ["late"] and course.totals["ps1"]["late"] == "10"


def test_an_essay_in_an_added_cell_waits_for_a_person(course):
    written = {submission.student for submission in PS1 if "reading" in submission.answered() and submission.points}
    assert course.waiting - {"fork"} == written | {"cha"}  # fork has no grade at all


def test_similarity_includes_helper_files_and_the_public_solution(course):
    assert course.copies[0] == 0, course.copies
    found = (course.folder / "similar-ps1.html").read_text(encoding="utf-8")
    heads = re.findall(r"<h2>([\d.]+): (.*)</h2>", found)
    for folder, other in (("/ada/", "/hel/"), ("/pub/", "source/")):
        assert any(folder in pair and other in pair and float(likeness) > 0.9 for likeness, pair in heads), heads


def test_feedback_contains_no_secret_and_no_output_of_a_student(course):
    hidden = {repr(case.arguments[0]) for case in inputs_of(HIDDEN, SEED)[len(HIDDEN.probes) :]}
    long = {text for text in hidden if text.count(",") > 5}
    assert long, "no hidden input is long enough to be recognised"
    printed = [*long, "HIDDEN INPUT: [", "the fox and the grapes the fox", "overused was called with [", "working in /"]
    for path in [*course.folder.glob("feedback/**/*"), *course.folder.glob("autograded/**/*.ipynb")]:
        if path.is_file():
            content = path.read_text(encoding="utf-8")
            assert SEED not in content, path
            if path.suffix == ".html":
                assert [text for text in printed if text in html.unescape(content)] == [], path
                assert not re.search(r"LEAK[A-Za-z0-9|]{6}", content), path
    assert [*course.folder.glob("feedback/**/inputs.txt")] == []


def test_feedback_names_the_known_mistakes(course):
    for submission in [*PS1, *PS2]:
        if submission.mistakes:
            page = html.unescape(course.feedback(submission.student, submission.name))
            assert [words for words in submission.mistakes.values() if words not in page] == [], submission.student


def test_attackers_change_nothing_in_the_course(course):
    private = course.folder.parent / "home" / ".bleu_grading_seed"
    assert private.read_text(encoding="utf-8") == SEED
    for path in course.folder.rglob("*"):
        if path.is_file() and "mallory" not in str(path) and path.name != "similar-ps1.html":  # it shows the code
            assert b"mallory was here" not in path.read_bytes(), path
    for path in course.folder.glob("submitted/*/ps1/ps1.ipynb"):
        assert "return None and" not in path.read_text(encoding="utf-8") or "mallory" in str(path), path


# The students' version, and changes by the instructor.


@pytest.mark.parametrize("name", SETS)
def test_the_release_contains_no_solution_and_no_hidden_test(course, name):
    folder = course.folder / "release" / name
    release = load(folder / f"{name}.ipynb")
    assert [text(cell) for cell in release["cells"]] == [text(cell) for cell in released(name)["cells"]]
    everything = json.dumps(release)
    assert not [word for word in ("SOLUTION", "HIDDEN", "grade(", "answers", "seed") if word in everything]
    hidden = re.findall(r"(?s)### BEGIN SOLUTION(.*?)### END SOLUTION", "\n".join(map(text, source(name)["cells"])))
    lines = {line.strip() for part in hidden for line in part.split("\n") if len(line.strip()) > 20}
    assert lines and not [line for line in lines if json.dumps(line)[1:-1] in everything]
    assert [path.name for path in folder.iterdir()] == [f"{name}.ipynb"]


def test_warns_once_that_written_answers_wait(course):
    assert course.warned.count("waiting for a person") == 1 and "use nbgrader's formgrader" in course.warned
    assert "reading: not read yet" in course.feedback("pub", "ps1")


def test_does_not_grade_if_a_test_changed_after_the_release(course):
    """nbgrader uses the test of the release, which is no longer the one in the instructor's notebook."""
    changed = load(course.folder / "source" / "ps2" / "ps2.ipynb")
    changed["cells"][-1]["source"].append("\n# changed")
    write(changed, course.folder / "source" / "ps2" / "ps2.ipynb")
    student = PS2[0].student
    code, output = course.run("nbgrader", "autograde", "ps2", "--student", student, "--force")
    assert code != 0 and not (course.folder / "autograded" / student / "ps2").exists()
    assert "source/ps2 has changed since its release" in output


# Features of nbgrader: formgrader through its HTTP interface, late penalties, comments and the export.

TOKEN = "a token for these tests"


class Formgrader:
    """The requests that a browser sends to formgrader."""

    def __init__(self, port):
        self.address = f"http://127.0.0.1:{port}/formgrader"

    def ask(self, path, method="GET", body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"token {TOKEN}", "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}/{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=limited.SECONDS) as answer:
            return answer.read().decode("utf-8")

    def answers(self):
        with suppress(urllib.error.URLError):
            return bool(self.ask("api/status"))

    def json(self, *request):
        return json.loads(self.ask(*request))

    def of(self, student, what):
        """Return the grades or the comments of a student by the names of the cells."""
        ids = {notebook["student"]: notebook["id"] for notebook in self.json("api/submitted_notebooks/ps1/ps1")}
        return {grade["name"]: grade for grade in self.json(f"api/{what}?submission_id={ids[student]}")}


@pytest.fixture(scope="module")
def formgrader(course):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    line = [str(course.python), "-m", "jupyter", "server", "--no-browser", f"--port={port}", "--allow-root"]
    line += [f"--IdentityProvider.token={TOKEN}", "--ServerApp.disable_check_xsrf=True"]
    with limited.started(line, cwd=course.folder, env=course.environment) as running:
        formgrader = Formgrader(port)
        running.until(formgrader.answers, 120)
        yield formgrader


def exported(course):
    course.nbgrader("export", "--to", "grades.csv")
    with (course.folder / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["student_id"]: row for row in csv.DictReader(file)}


def test_points_and_comments_from_formgrader_count_and_late_penalties(course, formgrader):
    of_eve = {"test_overused": 1.0, "test_credited": 0.0, "test_text_precision": 0.0}
    for student, cell, points in (("ada", "reading", 1.5), *(("eve", *grade) for grade in of_eve.items())):
        grade = formgrader.of(student, "grades")[cell]
        assert student == "ada" or grade["auto_score"] == 0.0
        formgrader.ask(f"api/grade/{grade['id']}", "PUT", {"manual_score": points, "extra_credit": None})
    comment = formgrader.of("ada", "comments")["reading"]
    formgrader.ask(f"api/comment/{comment['id']}", "PUT", {"manual_comment": "Which number?"})
    code, output = command(course, "ps1")
    assert code == 3 and re.search("eve: .*test_overused has 1 by hand", output)
    assert canvas(course.folder) == course.totals["ps1"] | {"ada": "11.5", "eve": "1"}
    late, ada = (exported(course)[student] for student in ("late", "ada"))
    assert [late[column] for column in ("raw_score", "late_submission_penalty", "score")] == ["10.0", "10.0", "0.0"]
    assert ada["score"] == "11.5" and float(ada["late_submission_penalty"] or 0) == 0.0
    course.nbgrader("generate_feedback", "ps1", "--force")
    page = course.feedback("ada", "ps1")
    assert "Which number?" in page and "<strong>11.5 of 12 points.</strong>" in page
    page = course.feedback("eve", "ps1")
    assert "<strong>1 of 12 points.</strong>" in page and "<strong>test_overused: 1 of 3 points.</strong>" in page
    assert "<strong>0 of 12 points, 10 deducted for lateness.</strong>" in course.feedback("late", "ps1")


def test_formgraders_button_grades_again_in_the_sandbox(course, formgrader):
    before = runs(course.folder)
    answer = formgrader.json("api/submission/ps1/late/autograde", "POST", {})
    assert answer["success"], answer
    assert formgrader.of("late", "grades")["test_credited"]["auto_score"] == 4.0
    log = [json.loads(line) for line in (course.folder / "grading.jsonl").read_text("utf-8").splitlines()]
    assert [event["sandbox"] for event in log if event["event"] == "started"][-1] == "bwrap"
    command(course, "ps1")
    assert graded_since(course.folder, before) == ["late"]
    assert canvas(course.folder)["late"] == "10"
