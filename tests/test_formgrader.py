"""nbgrader as its users know it: formgrader by its HTTP interface, late penalties, comments and the export."""

import csv
import json
import re
import socket
import urllib.error
import urllib.request
from contextlib import suppress

import limited
import pytest
from course import Course, canvas, handed_in, solutions, write
from notebook_rules import load
from submissions.attacks import NOTHING, REPLACES

pytestmark = [
    pytest.mark.bubblewrap,
    pytest.mark.slow,
]

CHEAT = NOTHING | {"overused": NOTHING["overused"] + REPLACES}
TOKEN = "a token for these tests"
DUE = "2026-02-01 00:00:00 UTC"
CAME = {"ada": "2026-01-31 00:00:00 UTC", "hal": "2026-01-31 00:00:00 UTC", "lea": "2026-02-02 00:00:00 UTC"}


class Formgrader:
    """What a browser would ask of it."""

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

    def json(self, *asked):
        return json.loads(self.ask(*asked))

    def of(self, student, what):
        """The grades, or the comments, of a student: by the names of the cells."""
        [one] = [one for one in self.json("api/submitted_notebooks/ps1/ps1") if one["student"] == student]
        return {grade["name"]: grade for grade in self.json(f"api/{what}?submission_id={one['id']}")}


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = Course(tmp_path_factory.mktemp("formgrader") / "bleu")
    with (course.folder / "nbgrader_config.py").open("a") as file:
        file.write('\nc.LateSubmissionPlugin.penalty_method = "zero"\n')
    course.run("bleu_helpers.course", "release", "ps1")
    course.nbgrader("db", "assignment", "add", "ps1", f"--duedate={DUE}")
    release = load(course.folder / "release" / "ps1" / "ps1.ipynb")
    for student, when in CAME.items():
        answers = solutions("ps1") | (CHEAT if student == "hal" else {})
        folder = course.folder / "downloaded" / "ps1" / "archive" / student
        write(handed_in(release, answers), folder / "ps1.ipynb")
        (folder / "timestamp.txt").write_text(when)
    course.first = course.run("bleu_helpers.course", "grade", "ps1")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    line = [str(course.python), "-m", "jupyter", "server", "--no-browser", f"--port={port}", "--allow-root"]
    line += [f"--IdentityProvider.token={TOKEN}", "--ServerApp.disable_check_xsrf=True"]
    with limited.started(line, cwd=course.folder, env=course.environment) as running:
        course.formgrader = Formgrader(port)
        running.until(course.formgrader.answers, 120)
        yield course


def exported(course):
    course.nbgrader("export", "--to", "grades.csv")
    with (course.folder / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["student_id"]: row for row in csv.DictReader(file)}


def test_the_points_of_formgrader_are_ours(course):
    points = {
        who: {name: one["auto_score"] for name, one in course.formgrader.of(who, "grades").items()} for who in CAME
    }
    full = {"test_overused": 3.0, "test_credited": 4.0, "test_text_precision": 3.0, "reading": None}
    assert points == {"ada": full, "lea": full, "hal": dict.fromkeys(full, 0.0) | {"reading": None}}
    assert canvas(course.folder) == {"ada": "10", "hal": "", "lea": "10"}


def test_a_late_penalty_is_nbgraders_and_stands_in_its_export(course):
    lea, ada = (exported(course)[student] for student in ("lea", "ada"))
    assert [lea[column] for column in ("raw_score", "late_submission_penalty", "score")] == ["10.0", "10.0", "0.0"]
    assert ada["score"] == "10.0" and float(ada["late_submission_penalty"] or 0) == 0.0


def test_points_and_a_comment_given_in_formgrader_count_and_settle_what_was_open(course):
    formgrader = course.formgrader
    of_hal = {"test_overused": 1.0, "test_credited": 0.0, "test_text_precision": 0.0}
    for who, cell, points in (("ada", "reading", 1.5), *(("hal", *given) for given in of_hal.items())):
        grade = formgrader.of(who, "grades")[cell]
        formgrader.ask(f"api/grade/{grade['id']}", "PUT", {"manual_score": points, "extra_credit": None})
    comment = formgrader.of("ada", "comments")["reading"]
    formgrader.ask(f"api/comment/{comment['id']}", "PUT", {"manual_comment": "Which number?"})
    code, said = course.run("bleu_helpers.course", "grade", "ps1")
    assert code == 1 and re.search("hal: a person gave points: .*test_overused has 1 by hand", said)
    assert canvas(course.folder) == {"ada": "11.5", "hal": "1", "lea": "10"}
    assert exported(course)["ada"]["score"] == "11.5"
    course.nbgrader("generate_feedback", "ps1", "--student", "ada")
    page = course.feedback("ada", "ps1")
    assert "Which number?" in page and "<strong>11.5 of 12 points.</strong>" in page


def test_formgraders_button_grades_again_in_the_sandbox_and_the_command_takes_it(course):
    record = course.folder / "records" / "ps1" / "lea.json"
    before = json.loads(record.read_text(encoding="utf-8"))["run"]
    answer = course.formgrader.json("api/submission/ps1/lea/autograde", "POST", {})
    assert answer["success"], answer
    assert course.formgrader.of("lea", "grades")["test_credited"]["auto_score"] == 4.0
    log = [json.loads(line) for line in (course.folder / "grading.jsonl").read_text("utf-8").splitlines()]
    assert [one["sandbox"] for one in log if one["event"] == "started"][-1] == "bwrap"
    course.run("bleu_helpers.course", "grade", "ps1")
    assert json.loads(record.read_text(encoding="utf-8"))["run"] != before
    assert canvas(course.folder)["lea"] == "10"


def test_the_page_on_which_a_person_reads_an_answer_opens(course):
    [one] = [one for one in course.formgrader.json("api/submitted_notebooks/ps1/ps1") if one["student"] == "ada"]
    assert "My reading" in course.formgrader.ask(f"submissions/{one['id']}/?index=0")
