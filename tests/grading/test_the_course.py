"""A whole course with real nbgrader: what students hand in, and what it is worth, is in the folder `submissions`."""

import csv
import html
import json
import os
import re
import runpy
import socket
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import limited
import pytest
from course import ASSIGNMENTS, SEED, Course, canvas, graded_since, nbgrader_python, released, runs, source, text, write
from notebook_rules import load
from submissions import SETS, TASKS

from bleu_grading.records import grades
from exercise_checker._tasks import inputs_of

pytestmark = [
    pytest.mark.bubblewrap,
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="grading with nbgrader on Windows was not tried"),
]

LONGEST = 2400
"""Seconds for `grade` of some forty students, some of whom hold it up: it takes a quarter of that on a busy machine."""

PS1 = SETS["ps1"]
HIDDEN = next(task for task in runpy.run_path(str(ASSIGNMENTS / "answers.py"))["TASKS"] if task.name == "credited")


def fill(course, name, students):
    """Put what students hand in where the instructor downloads it to; attackers learn the true paths."""
    release = load(course.folder / "release" / name / f"{name}.ipynb")
    archive = course.folder / "downloaded" / name / "archive"
    for submission in students:
        submission.write(archive, release)
    for path in archive.rglob("*.ipynb"):
        raw = path.read_bytes().replace(b"THE_COURSE", str(course.folder).encode())
        path.write_bytes(raw.replace(b"THE_SEED", str(course.folder.parent / "home" / ".bleu_grading_seed").encode()))


def command(course, name):
    return course.run("bleu_grading", "grade", name, seconds=LONGEST)


def cut_off(course, name, after):
    """Start the command, and let the connection drop when nbgrader has begun with so many students."""
    line = [str(course.python), "-m", "bleu_grading", "grade", name]
    with limited.started(line, cwd=course.folder, env=course.environment) as running:
        graded = f"autograded/*/{name}/{name}.ipynb"
        running.until(lambda: len([*course.folder.glob(graded)]) >= after, limited.SECONDS)
        running.drop()


def gradebook(course, name):
    return grades.scores_of(course.folder / "gradebook.db", name)


def per_task(course, name):
    """What the gradebook has for each student, in the order of the tasks."""
    return {who: tuple(of[f"test_{task}"].auto for task in TASKS[name]) for who, of in gradebook(course, name).items()}


def lines(said):
    """What the page says of single students and files, a line for each trouble."""
    return re.findall(r"(?m)^   - (?!\d+ of \d+ students?)(.*)", said)


def first_course(folder):
    """Problem set 1: cut off, then graded; and one comes in late."""
    course = Course(folder / "first" / "a home with a path that is too long for the address of a socket" / "bleu")
    with (course.folder / "nbgrader_config.py").open("a") as file:
        file.write('\nc.LateSubmissionPlugin.penalty_method = "zero"\n')
    course.run("bleu_grading", "release", "ps1")
    course.nbgrader("db", "assignment", "add", "ps1", "--duedate=2026-02-01 00:00:00 UTC")
    fill(course, "ps1", [submission for submission in PS1 if submission.student != "late"])
    cut_off(course, "ps1", after=4)
    command(course, "ps1")
    before = runs(course.folder)
    fill(course, "ps1", [submission for submission in PS1 if submission.student == "late"])
    came = course.folder / "submitted" / "late" / "ps1" / "timestamp.txt"  # as the instructor writes it
    came.parent.mkdir(parents=True)
    came.write_text("2026-02-02 00:00:00 UTC", encoding="utf-8")
    course.said = command(course, "ps1")
    course.anew = graded_since(course.folder, before)
    course.totals, course.tasks = canvas(course.folder, "ps1"), per_task(course, "ps1")
    course.manual = {who for who, of in gradebook(course, "ps1").items() if of["reading"].waits}
    course.warned = course.nbgrader("generate_feedback", "ps1")
    course.copies = course.run("bleu_grading", "similarity", "release/ps1/ps1.ipynb", "submitted", "source/ps1")
    return course


def later_course(folder):
    """Problem sets 2 and 3, each by the one command."""
    course = Course(folder / "later" / "bleu")
    course.said, course.totals, course.tasks = {}, {}, {}
    for name in ("ps2", "ps3"):
        course.run("bleu_grading", "release", name)
        fill(course, name, SETS[name])
        course.said[name] = command(course, name)
        course.totals[name], course.tasks[name] = canvas(course.folder, name), per_task(course, name)
        course.warned = course.nbgrader("generate_feedback", name)
    course.early = course.feedback("scy", "ps3")
    answers = course.folder / "written-ps3.csv"
    filled = answers.read_text(encoding="utf-8-sig").replace('",,\n', '","4,5",Which number?\n')
    answers.write_text(filled, encoding="utf-8-sig", newline="")
    course.said["by hand"] = command(course, "ps3")
    course.nbgrader("generate_feedback", "ps3", "--force")
    return course


@pytest.fixture(scope="module")
def courses(tmp_path_factory):
    folder = tmp_path_factory.mktemp("courses")
    for name in ("first", "later"):
        (folder / name).mkdir()
    nbgrader_python()  # created once, and not by both
    with ThreadPoolExecutor() as pool:
        return list(pool.map(lambda run: run(folder), (first_course, later_course)))


@pytest.fixture(scope="module")
def first(courses):
    return courses[0]


@pytest.fixture(scope="module")
def later(courses):
    return courses[1]


def due(students):
    """The points that the tasks' words give, of whoever gets a grade."""
    return {submission.student: tuple(submission.points) for submission in students if submission.points is not None}


def numbers(course_totals):
    return {who: float(number) for who, number in course_totals.items() if number}


def test_each_task_has_the_points_that_its_words_give(first):
    """nbgrader has other names for three of the logins; the table, which the next test reads, has the logins."""
    got = {who: points for who, points in first.tasks.items() if who in due(PS1)}
    assert got == {who: points for who, points in due(PS1).items() if who not in (".dot", "kim, min [2]", "o'neil")}


def test_the_table_has_the_sum_or_no_number(first):
    assert numbers(first.totals) == {who: sum(points) for who, points in due(PS1).items()}


@pytest.mark.parametrize("name", ["ps2", "ps3"])
def test_a_mistake_in_an_earlier_part_is_paid_once(later, name):
    assert later.tasks[name] == due(SETS[name])
    assert numbers(later.totals[name]) == {who: sum(points) for who, points in due(SETS[name]).items()}
    assert lines(later.said[name][1]) == []


def test_the_guilty_are_named_and_nobody_else(first):
    guilty = [submission for submission in PS1 if submission.named]
    said = lines(first.said[1])
    for submission in guilty:
        assert any(submission.student in line and submission.named in line for line in said), submission
    innocent = [line for line in said if not any(s.student in line and s.named in line for s in guilty)]
    assert innocent == []


def test_who_comes_in_late_is_graded_and_the_others_stay_as_they_are(first):
    assert first.anew == ["late"] and first.totals["late"] == "10"


def test_a_student_stands_in_one_line_with_all_that_there_is_to_say(first):
    for student in ("eve", "fork", "trans"):
        found = [line for line in lines(first.said[1]) if re.search(rf"\b{student}\b", line)]
        assert len(found) == 1, (student, found)


def test_an_essay_in_a_cell_of_its_own_waits_for_a_person(first):
    written = {submission.student for submission in PS1 if "reading" in submission.answered() and submission.points}
    assert first.manual - {"fork"} == written | {"essay"}  # nobody has graded fork at all


def test_a_file_beside_a_notebook_and_the_public_solution_are_among_what_is_alike(first):
    assert first.copies[0] == 0, first.copies
    found = (first.folder / "similar-ps1.html").read_text(encoding="utf-8")
    heads = re.findall(r"<h2>([\d.]+): (.*)</h2>", found)
    for folder, other in (("/ada/", "/hel/"), ("/pub/", "source/")):
        assert any(folder in pair and other in pair and float(likeness) > 0.9 for likeness, pair in heads), heads


def pages(course):
    return {path: path.read_text(encoding="utf-8") for path in course.folder.glob("feedback/*/*/*.html")}


LIVE = re.compile(r"<(?:script|iframe|object|embed|img|link)\b|<[^>]*\s(?:on\w+|src|href)=")
"""What a browser would run or load."""


def test_pages_of_feedback_are_small_and_run_and_load_nothing(first, later):
    for path, page in (pages(first) | pages(later)).items():
        assert len(page) < 100_000, path
        assert LIVE.findall(page) == [], path
        assert "HIDDEN TESTS" not in page, path


def test_no_secret_and_nothing_that_a_student_printed_leaves(first):
    hidden = {repr(case.arguments[0]) for case in inputs_of(HIDDEN, SEED)[len(HIDDEN.probes) :]}
    long = {text for text in hidden if text.count(",") > 5}
    assert long
    printed = [*long, "HIDDEN INPUT: [", "the fox and the grapes the fox", "overused was called with [", "working in /"]
    for path in [*first.folder.glob("feedback/**/*"), *first.folder.glob("autograded/**/*.ipynb")]:
        if path.is_file():
            content = path.read_text(encoding="utf-8")
            assert SEED not in content, path
            if path.suffix == ".html":
                assert [text for text in printed if text in html.unescape(content)] == [], path
                assert not re.search(r"LEAK[A-Za-z0-9|]{6}", content), path
    assert [*first.folder.glob("feedback/**/inputs.txt")] == []


def test_mistakes_have_their_names(first, later):
    for course, name in ((first, "ps1"), (later, "ps2"), (later, "ps3")):
        for submission in SETS[name]:
            if submission.mistakes:
                page = html.unescape(course.feedback(submission.student, name))
                assert [words for words in submission.mistakes.values() if words not in page] == [], submission.student


def test_nobody_could_touch_the_course(first):
    private = first.folder.parent / "home" / ".bleu_grading_seed"
    assert private.read_text(encoding="utf-8") == SEED
    for path in first.folder.rglob("*"):
        if path.is_file() and "mallory" not in str(path) and path.name != "similar-ps1.html":  # which shows the code
            assert b"mallory was here" not in path.read_bytes(), path
    for path in first.folder.glob("submitted/*/ps1/ps1.ipynb"):
        assert "return None and" not in path.read_text(encoding="utf-8") or "mallory" in str(path), path


# The students' version, and what an instructor does to it.


@pytest.mark.parametrize("name", ["ps1", "ps2", "ps3"])
def test_the_students_version_shows_no_solution_and_no_hidden_test(first, later, name):
    folder = (first if name == "ps1" else later).folder / "release" / name
    release = load(folder / f"{name}.ipynb")
    assert [text(cell) for cell in release["cells"]] == [text(cell) for cell in released(name)["cells"]]
    everything = json.dumps(release)
    assert not [word for word in ("SOLUTION", "HIDDEN", "grade(", "answers", "seed") if word in everything]
    hidden = re.findall(r"(?s)### BEGIN SOLUTION(.*?)### END SOLUTION", "\n".join(map(text, source(name)["cells"])))
    lines = {line.strip() for part in hidden for line in part.split("\n") if len(line.strip()) > 20}
    assert lines and not [line for line in lines if json.dumps(line)[1:-1] in everything]
    assert [path.name for path in folder.iterdir()] == [f"{name}.ipynb"]


def test_written_answers_are_graded_by_a_command_and_feedback_before_that_warns_once(first, later):
    assert first.warned.count("waiting for a person") == 1 and "judgement: not read yet." in later.early
    assert (
        "ps3: 1 written answer is waiting for a person, and the points of these students will change. To grade them: "
        "fill in written-ps3.csv, then python -m bleu_grading grade ps3, then nbgrader generate_feedback with "
    ) in later.warned
    code, said = later.said["by hand"]
    assert code == 0 and "11.5 of 12 points: 1 student" in said, said
    page = later.feedback("scy", "ps3")
    assert "<strong>11.5 of 12 points.</strong>" in page and "judgement: 4.5 of 5 points." in page
    assert "Which number?" in page and "not read" not in page


def test_a_test_that_changed_after_the_release_costs_nobody_a_point(later):
    """nbgrader has the test of the release. What it asks is not in the instructor's notebook any more."""
    changed = load(later.folder / "source" / "ps2" / "ps2.ipynb")
    changed["cells"][-1]["source"].append("\n# changed")
    write(changed, later.folder / "source" / "ps2" / "ps2.ipynb")
    student = SETS["ps2"][0].student
    code, said = later.run("nbgrader", "autograde", "ps2", "--student", student, "--force")
    assert code != 0 and not (later.folder / "autograded" / student / "ps2").exists()
    assert "Not graded: source/ps2 has changed since its release was made. Make it again: " in said


# nbgrader as its users know it: formgrader by its HTTP interface, late penalties, comments and the export.

TOKEN = "a token for these tests"


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
        ids = {notebook["student"]: notebook["id"] for notebook in self.json("api/submitted_notebooks/ps1/ps1")}
        return {grade["name"]: grade for grade in self.json(f"api/{what}?submission_id={ids[student]}")}


@pytest.fixture(scope="module")
def formgrader(first):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    line = [str(first.python), "-m", "jupyter", "server", "--no-browser", f"--port={port}", "--allow-root"]
    line += [f"--IdentityProvider.token={TOKEN}", "--ServerApp.disable_check_xsrf=True"]
    with limited.started(line, cwd=first.folder, env=first.environment) as running:
        formgrader = Formgrader(port)
        running.until(formgrader.answers, 120)
        yield formgrader


def exported(course):
    course.nbgrader("export", "--to", "grades.csv")
    with (course.folder / "grades.csv").open(encoding="utf-8", newline="") as file:
        return {row["student_id"]: row for row in csv.DictReader(file)}


def test_a_late_penalty_is_nbgraders_and_stands_in_its_export(first):
    late, ada = (exported(first)[student] for student in ("late", "ada"))
    assert [late[column] for column in ("raw_score", "late_submission_penalty", "score")] == ["10.0", "10.0", "0.0"]
    assert ada["score"] == "10.0" and float(ada["late_submission_penalty"] or 0) == 0.0


def test_points_and_a_comment_given_in_formgrader_count_and_settle_what_was_open(first, formgrader):
    of_eve = {"test_overused": 1.0, "test_credited": 0.0, "test_text_precision": 0.0}
    for who, cell, points in (("ada", "reading", 1.5), *(("eve", *given) for given in of_eve.items())):
        grade = formgrader.of(who, "grades")[cell]
        assert who == "ada" or grade["auto_score"] == 0.0
        formgrader.ask(f"api/grade/{grade['id']}", "PUT", {"manual_score": points, "extra_credit": None})
    comment = formgrader.of("ada", "comments")["reading"]
    formgrader.ask(f"api/comment/{comment['id']}", "PUT", {"manual_comment": "Which number?"})
    code, said = command(first, "ps1")
    assert code == 3 and re.search("eve: a person gave points: .*test_overused has 1 by hand", said)
    assert canvas(first.folder) == first.totals | {"ada": "11.5", "eve": "1"}
    assert exported(first)["ada"]["score"] == "11.5"
    first.nbgrader("generate_feedback", "ps1", "--force")
    page = first.feedback("ada", "ps1")
    assert "Which number?" in page and "<strong>11.5 of 12 points.</strong>" in page
    page = first.feedback("eve", "ps1")
    assert "<strong>1 of 12 points.</strong>" in page and "<strong>test_overused: 1 of 3 points.</strong>" in page
    assert "<strong>0 of 12 points, 10 deducted for lateness.</strong>" in first.feedback("late", "ps1")


def test_formgraders_button_grades_again_in_the_sandbox_and_the_command_takes_it(first, formgrader):
    before = runs(first.folder)
    answer = formgrader.json("api/submission/ps1/late/autograde", "POST", {})
    assert answer["success"], answer
    assert formgrader.of("late", "grades")["test_credited"]["auto_score"] == 4.0
    log = [json.loads(line) for line in (first.folder / "grading.jsonl").read_text("utf-8").splitlines()]
    assert [event["sandbox"] for event in log if event["event"] == "started"][-1] == "bwrap"
    command(first, "ps1")
    assert graded_since(first.folder, before) == ["late"]
    assert canvas(first.folder)["late"] == "10"
