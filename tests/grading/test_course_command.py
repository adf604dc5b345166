"""The command `grade`: from the submitted files to a page and two tables, with a fake nbgrader.

tests/grading/test_the_course.py does the same with real nbgrader.
"""

import io
import itertools
import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from course import canvas, cell_of, graded_since, runs, solutions, source, table, text, write
from fake_nbgrader import course_with_files, ran, run, submit
from submissions import ANSWERS

from bleu_grading import __main__
from bleu_grading.instructor import command, nbgrader_commands, preflight
from bleu_grading.outside import sandbox
from bleu_grading.outside.problem_set import ProblemSet
from bleu_grading.records import grades
from bleu_grading.records.student_records import WHAT_TO_DO, Kind
from exercise_checker import Task

course = pytest.fixture(course_with_files, name="course")
WARNING = sandbox.warning


def test_grades_submissions_and_writes_the_tables(course, capsys):
    submit(course, "ada/ps1.ipynb", "b@c.org_Copy of ps1.ipynb", "kim, min [2]/ps1.ipynb", ".dot_ps1.ipynb")
    code, out = run(capsys, "grade", "ps1")
    assert code == 0 and out.startswith("ps1: nothing to look at\n")
    assert "release/ps1/ps1.ipynb" in out and "grades-ps1.txt" in out
    assert "12 of 12 points: 4 students\n" in out and "grades-ps1-moodle.csv has 4 students, 0 " in out
    rows = table(course, "canvas")
    assert list(rows[0]) == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "ps1", grades.REASON]
    assert rows[0]["Student"] == "    Points Possible" and rows[0]["ps1"] == "12"
    students = [".dot", "ada", "b@c.org", "kim, min [2]"]
    assert {row["SIS Login ID"]: row["ps1"] for row in rows[1:]} == dict.fromkeys(students, "12")
    rows = table(course, "moodle")
    assert {row["Username"]: row["Assignment: ps1 (Real)"] for row in rows} == dict.fromkeys(students, "12")
    assert [row["Email address"] for row in rows] == ["", "", "b@c.org", ""]  # if it is known


# Grading again.


def test_grades_only_new_and_interrupted_submissions_again(course, capsys):
    submit(course, *(f"{student}/ps1.ipynb" for student in ("ada", "bob", "cyd", "dan")))
    run(capsys, "grade", "ps1")
    before = runs(course)
    submit(course, "bob/ps1.ipynb", answers={"credited": ANSWERS["nothing"]["credited"]})
    (course / "downloaded/ps1/archive/cyd/helper.py").touch()
    shutil.rmtree(course / "autograded/dan/ps1")  # as after a connection that dropped before nbgrader ran
    assert run(capsys, "grade", "ps1")[0] == 0 and graded_since(course, before) == ["bob", "cyd", "dan"]
    assert canvas(course) == {"ada": "12", "bob": "8", "cyd": "12", "dan": "12"}


CHANGES = {"source/ps1/ps1.ipynb": "\n", "answers.py": "# kinder\n", "../private/seed": "another seed\n"}
BECAUSE = "source/ps1 changed: 2 students; answers.py changed: 2 students; the seed changed: 2 students.\n"


def test_grades_all_students_again_if_the_tests_or_the_seed_change_or_the_log_is_lost(course, capsys):
    submit(course, "ada/ps1.ipynb", "bob/ps1.ipynb")
    run(capsys, "grade", "ps1")
    before = runs(course)
    for path, more in CHANGES.items():
        with (course / path).open("a") as file:
            file.write(more)
    code, out = run(capsys, "grade", "ps1")
    assert code == 0 and f"Graded again, because {BECAUSE}" in out
    assert graded_since(course, before) == ["ada", "bob"]
    before = runs(course)
    assert "Graded again" not in run(capsys, "grade", "ps1")[1] and graded_since(course, before) == []
    (course / "grading.jsonl").unlink()
    code, out = run(capsys, "grade", "ps1")
    assert code == 0 and "because there is no record of what they were graded with: 2 students.\n" in out


def test_again_grades_the_named_students_and_shows_both_results(course, capsys, monkeypatch):
    chance = "\nimport os\n\nif os.environ.get('UNLUCKY'):\n    credited = None\n"
    submit(course, "ada/ps1.ipynb", answers={"credited": solutions("ps1")["credited"] + chance})
    submit(course, "o'neil/ps1.ipynb")
    run(capsys, "grade", "ps1")
    before = runs(course)
    code, out = run(capsys, "grade", "ps1", "--again", "o'neil")
    assert code == 0 and len(graded_since(course, before)) == 1
    monkeypatch.setenv("UNLUCKY", "1")
    ran.cache_clear()
    for again in (["--again"], []):  # it is shown until a person has looked at it
        code, out = run(capsys, "grade", "ps1", *again)
        difference = "ada: graded again with a different result: test_credited has 0 now, and had 4 before\n"
        assert code == 3 and difference in out and canvas(course) == {"ada": "8", "o'neil": "12"}
    code, out = run(capsys, "grade", "ps1", "--again", "eve", "ada")
    assert code == 2 and out.startswith("Nothing was graded: ") and "eve" in out


# What a person has to look at.


def test_lists_first_what_cannot_be_graded_and_gives_it_no_points(course, capsys):
    submit(course, "ada/ps1.ipynb", "bob/ps1.ipynb", "two/ps1.ipynb", "two/ps1 (1).ipynb", "_ps1-1.ipynb")
    (course / "downloaded" / "ps1" / "archive" / "eve_ps1.ipynb").touch()
    submit(course, "cyd/ps1.ipynb", answers={"credited": "import torch\n" + solutions("ps1")["credited"]})
    nbgrader_commands.nbgrader.leaves_out = ("bob",)
    code, out = run(capsys, "grade", "ps1")
    assert code == 3 and out.startswith("ps1: 6 to look at\n\n1. Put it into a folder ")
    advice = WHAT_TO_DO[Kind.NOT_GRADED].format(name="ps1")
    for line in (
        "   - eve_ps1.ipynb: it is empty. Not graded.\n",
        f". {advice}\n   - bob: not graded: ",
        "   - two/ps1 (1).ipynb: two has more than one ps1. Not graded.\n",
        "   - _ps1-1.ipynb: nothing shows whose it is. Not graded.\n",
        "   - cyd: a file or a library was missing: test_credited has 0, and cell 10 stopped with ModuleNotFoundError",
    ):
        assert line in out
    assert canvas(course) == {"ada": "12", "bob": "", "cyd": "", "eve": "", "two": ""}
    reasons = {row["Username"]: row["Assignment: ps1 (Feedback)"] for row in table(course, "moodle")}
    assert reasons["ada"] == "" and reasons["two"].startswith("two has more than one ps1. Move the one ")
    assert reasons["cyd"].startswith("a file or a library was missing: test_credited has 0, and cell 10 stopped with")


CP949 = "김".encode("cp949").decode(errors="surrogateescape")
HOSTILE = {
    CP949: (["ps1.ipynb"], r"the login '\udcb1\udce8' has a character that cannot be shown"),
    "J. Doe": (["ps1.txt"], "it does not contain a notebook, only ps1.txt. Ask"),
    "late": (["ps1.ipynb/ps1.txt"], "it does not contain a notebook"),
    "many": (["ps1.ipynb", *(f"{number}" for number in range(preflight.MAX_FILES))], "it has 501 files with"),
    "huge": (["ps1.ipynb"], "it has 1 files with 300 MB, but the limit is 500 files with 50 MB"),
}


def test_grades_the_others_whatever_a_student_submits(course, capsys, monkeypatch):
    submit(course, "ada/ps1.IPYNB", "kim/ps1.ipynb", "kim/data", "late/ps1.ipynb")
    run(capsys, "grade", "ps1")
    archive = course / "downloaded" / "ps1" / "archive"
    (archive / "kim" / "data").unlink()
    (archive / "late" / "ps1.ipynb").unlink()
    shutil.rmtree(course / "autograded" / "late")
    paths = [f"{login}/{path}" for login, (files, _) in HOSTILE.items() for path in files]
    submit(course, "kim/data/words.txt", *paths)
    os.truncate(archive / "huge" / "ps1.ipynb", 300_000_000)
    with monkeypatch.context() as odd:
        odd.setattr(preflight, "repair", lambda release, notebook: 1 / 0)
        code, out = run(capsys, "grade", "ps1")
    assert code == 3 and out.count("it cannot be read (ZeroDivisionError). Not graded.") == 2
    run(capsys, "grade", "ps1")
    rows = {row["SIS Login ID"]: row for row in table(course, "canvas")[1:]}
    refused = {*map(preflight.printable, HOSTILE)}
    assert {login for login, row in rows.items() if row["ps1"] == "12"} == rows.keys() - refused
    page = (course / "grades-ps1.txt").read_text("utf-8")
    for login, (_, reason) in HOSTILE.items():
        assert rows[preflight.printable(login)][grades.REASON].startswith(reason) and reason.partition(". ")[0] in page
    assert "kim" in rows and "late: not graded" not in page
    assert not (course / "autograded" / "late").exists(), "the earlier submission is not graded instead"


def test_collects_the_files_next_to_a_notebook(course, capsys):
    submit(course, "ada/ps1.ipynb", "bob_ps1.ipynb")
    archive = course / "downloaded" / "ps1" / "archive"
    for path in ("ada/helper.py", "ada/data/words.txt", "ada/.secret/x", "ada/.ipynb_checkpoints/x", "bob_helper.py"):
        (archive / path).parent.mkdir(exist_ok=True)
        (archive / path).write_text("a = 1", encoding="utf-8")
    _, out = run(capsys, "grade", "ps1")
    named = re.findall("- (ada/.*): it is a folder whose name begins with a dot, so it is not opened.\n", out)
    assert named == ["ada/.secret"]  # and ada is graded
    there = [path.relative_to("submitted").as_posix() for path in Path("submitted").rglob("*") if path.is_file()]
    assert sorted(there) == ["ada/ps1/data/words.txt", "ada/ps1/helper.py", "ada/ps1/ps1.ipynb", "bob/ps1/ps1.ipynb"]


def test_reports_written_answers_that_wait(course, capsys):
    submit(course, "ada/ps3.ipynb", "bob/ps3.ipynb", name="ps3")
    nbgrader_commands.nbgrader.leaves_out = ("bob",)
    _, out = run(capsys, "grade", "ps3")
    assert "Grade the written answers" in out
    assert "   - 1 of 1 student\n" in out and canvas(course, "ps3") == {"ada": "7", "bob": ""}


AT_THE_START = ["=1", "+1", "-1", "@a", "\t=1", "  =1", "\u00a0=1", "\n=1", "\r=1", "=1\n=1", "\n\n=1"]
INSIDE = ["a\n=1", "a\r\n  +1", "a;=1", "a; @b", "a\t-1"]


def test_escapes_text_that_a_spreadsheet_would_run():
    """A spreadsheet that expects another delimiter cuts the text there and at each line, even inside quotes."""
    for written, delimiter in itertools.product(AT_THE_START + INSIDE, ",;\t"):
        rows, names = {written: (1.0, written)}, {written: written}
        tables = grades.moodle_table("ps1", rows) + grades.canvas_table("ps1", 1.0, rows, names)
        cells = [cell for line in tables.splitlines() for cell in line.replace('"', "").split(delimiter)]
        assert not [cell for cell in cells if cell.strip()[:1] in {*"=+-@"} - {""}], (written, delimiter)
    assert grades.escape_formula("\t") == "'\t" and grades.escape_formula("a = 1; b\nc") == "a = 1; b\nc"


# The release, and errors that stop everything.


def test_releases_a_changed_problem_set_again(course, capsys):
    code, out = run(capsys, "release", "ps1")
    assert code == 0 and out.startswith("release/ps1/ps1.ipynb has been made")
    assert "up to date" in run(capsys, "release", "ps1")[1]
    assert len(nbgrader_commands.nbgrader.ran) == 1
    changed = source("ps1")
    changed["cells"][0]["source"] = ["Another title"]
    write(changed, course / "source" / "ps1" / "ps1.ipynb")
    assert "has changed" in run(capsys, "release", "ps1")[1]


def test_reports_a_damaged_or_missing_gradebook(course, capsys):
    submit(course, "ada/ps1.ipynb")
    run(capsys, "grade", "ps1")
    (course / "gradebook.db").write_text("no database, but long enough to be looked at " * 100)
    with pytest.raises(OSError, match=r"gradebook\.db cannot be read"):
        grades.read_scores(ProblemSet(course, "ps1"))
    (course / "gradebook.db").unlink()
    code, out = run(capsys, "grade", "ps1")
    assert code == 2 and out.startswith("Nothing was graded: there is no gradebook.db ")
    shutil.rmtree(course / "release" / "ps1")
    assert run(capsys, "grade", "ps1")[0] == 0 and canvas(course) == {"ada": "12"}


def test_errors_that_stop_the_command(course, capsys, monkeypatch):
    assert run(capsys, "grade", "ps9")[0] == 2
    code, out = run(capsys, "grade", "ps1")
    assert code == 2 and "nothing in downloaded/ps1/archive" in out
    (course / "source" / "ps1" / "more.txt").touch()
    nbgrader_commands.nbgrader.fails = True
    code, out = run(capsys, "release", "ps1")
    assert code == 2 and out.startswith("Nothing was released: ") and out.endswith("\n[App | ERROR] out of order\n")
    monkeypatch.setenv("BLEU_SEED_FILE", str(course / "none"))  # it does not hide the next error
    assert run(capsys, "grade", "ps9")[1].startswith("Nothing was graded: there is no source/ps9")
    nbgrader_commands.nbgrader.fails = False
    submit(course, "ada/ps1.ipynb")
    assert run(capsys, "grade", "ps1")[1].startswith("Nothing was graded: BLEU_SEED_FILE names ")


def test_needs_a_setting_to_grade_without_a_sandbox(course, capsys, monkeypatch):
    monkeypatch.setattr(sandbox, "warning", WARNING)
    submit(course, "ada/ps1.ipynb")
    monkeypatch.setenv("BLEU_SANDBOX", "no such program")
    sandbox.kind.cache_clear()
    code, out = run(capsys, "grade", "ps1")
    assert code == 2 and "no such program does not start" in out
    monkeypatch.setenv("BLEU_SANDBOX", "none")
    code, out = run(capsys, "grade", "ps1")
    assert code == 0 and out.startswith(f"Not protected: {sandbox.NOT_PROTECTED}.\n")


CALL = 'grade(overused, "overused", points=3)'
FAULTS = {
    'grade(overused, "overused", points=3, partial={"no clippin": 0.5})': "overused has no mistake called",
    'grade(overused, "overuse", points=3)': "there is no task 'overuse'",
    'grade(overused, "overused", points=2)': "it is worth 3 points, but its call of grade gives 2",
    'grade(overused, "overused")': "missing a required argument: 'points'",
    f'{CALL} + grade(credited, "credited", points=2)': "it calls grade 2 times: give each",
    'grade(overused, "overused", points=three)': "malformed node or string",
    'grade(overused, "overused", points=3, seed=3)': "got an unexpected keyword argument 'seed'",
    """grade(overused, "overused", points=3, **{'seed': 3})""": "got an unexpected keyword argument '**'",
    "print(overused, points=3)": "it does not call grade",
    "test_credited": "it is worth 3 points, but its call of grade gives 4\n- test_credited: it is the same as ",
}


@pytest.mark.parametrize("call", FAULTS)
def test_finds_a_wrong_call_of_grade(call, course):
    notebook = source("ps1")
    cell, fault = cell_of(notebook, "test_overused"), FAULTS[call]
    cell["source"] = text(cell).replace(CALL, call) if "(" in call else text(cell_of(notebook, call))
    write(notebook, course / "source" / "ps1" / "ps1.ipynb")
    assert f"test_overused: {fault}" in "\n- ".join(ProblemSet(course, "ps1").faults())


def test_a_faulty_test_stops_release_and_grading(course, capsys, monkeypatch):
    monkeypatch.setattr(Task, "changing", lambda task: [task.name])
    for name in ("release", "grade"):
        monkeypatch.delenv("BLEU_ANSWERS_FILE")
        code, out = run(capsys, name, "ps1")
        assert code == 2 and "- test_overused: its task has functions that change their arguments: 'overused'" in out
    assert nbgrader_commands.nbgrader.ran == []


def test_a_letter_that_the_terminal_lacks_stops_no_command(course, monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written := io.BytesIO(), encoding="ascii"))
    assert command.main(["grade", "김"]) == 2
    sys.stdout.flush()
    assert rb"there is no source/\uae40" in written.getvalue()


def test_wrong_arguments_print_the_help(capsys):
    for arguments in ("", "nonsense ps1", "release ps1 --again", "grade a b", "similarity a"):
        code, out = run(capsys, *arguments.split())
        assert code == 2 and "python -m bleu_grading grade ps1" in out
    assert __main__.main is command.main
