"""The one command: from the files that came in to a page and two tables, with a fake nbgrader.

tests/grading/test_the_course.py has the whole way with real nbgrader.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from course import canvas, cell_of, graded_since, released, runs, solutions, source, table, text, write
from fake_nbgrader import course_with_files, ran, run, submit
from submissions import ANSWERS

from bleu_grading import __main__
from bleu_grading.instructor import command, nbgrader_commands, preflight
from bleu_grading.outside import sandbox
from bleu_grading.outside.submitted_files import printable
from bleu_grading.records import grades
from bleu_grading.records.to_look_at import CURES, Kind

course = pytest.fixture(course_with_files, name="course")
WARNING = sandbox.warning


def test_from_what_came_in_to_the_tables(course, capsys):
    submit(course, "ada/ps1.ipynb", "b@c.org_Copy of ps1.ipynb", "kim, min [2]/ps1.ipynb", ".dot_ps1.ipynb")
    code, out = run(capsys, "grade", "ps1")
    assert code == 0 and out.startswith("ps1: nothing to look at\n")
    assert "release/ps1/ps1.ipynb has been made. Give it to your students.\n" in out
    assert "12 of 12 points: 4 students\n" in out and "All of this: grades-ps1.txt" in out
    assert "grades-ps1-moodle.csv has 4 students, 0 without a number." in out
    rows = table(course, "canvas")
    assert list(rows[0]) == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "ps1", grades.REASON]
    assert rows[0]["Student"] == "    Points Possible" and rows[0]["ps1"] == "12"
    students = [".dot", "ada", "b@c.org", "kim, min [2]"]
    assert {row["SIS Login ID"]: row["ps1"] for row in rows[1:]} == dict.fromkeys(students, "12")
    rows = table(course, "moodle")
    assert {row["Username"]: row["Assignment: ps1 (Real)"] for row in rows} == dict.fromkeys(students, "12")
    assert [row["Email address"] for row in rows] == ["", "", "b@c.org", ""]  # where there is one


# What is graded again.


def test_the_second_time_only_what_is_new_or_was_cut_off_is_graded(course, capsys):
    submit(course, *(f"{student}/ps1.ipynb" for student in ("ada", "bob", "cyd", "dan")))
    run(capsys, "grade", "ps1")
    before = runs(course)
    submit(course, "bob/ps1.ipynb", answers={"credited": ANSWERS["nothing"]["credited"]})
    (course / "downloaded/ps1/archive/cyd/helper.py").touch()
    shutil.rmtree(course / "autograded/dan/ps1")  # and a connection that dropped before nbgrader had the notebook
    assert run(capsys, "grade", "ps1")[0] == 0 and graded_since(course, before) == ["bob", "cyd", "dan"]
    assert canvas(course) == {"ada": "12", "bob": "8", "cyd": "12", "dan": "12"}


@pytest.mark.parametrize(
    ("path", "more", "what"),
    [
        ("source/ps1/ps1.ipynb", "\n", "source/ps1 changed"),
        ("answers.py", "# kinder\n", "answers.py changed"),
        ("../private/seed", "another seed\n", "the seed changed"),
        ("", "", "there is no record of what they were graded with"),
    ],
)
def test_what_a_grade_rests_on_changes_and_everybody_is_graded_again(path, more, what, course, capsys):
    submit(course, "ada/ps1.ipynb", "bob/ps1.ipynb")
    run(capsys, "grade", "ps1")
    before = runs(course)
    if path:
        with (course / path).open("a") as file:
            file.write(more)
    else:  # as where another version wrote other records
        (course / "grading.jsonl").unlink()
        shutil.rmtree(course / "records")
    code, out = run(capsys, "grade", "ps1")
    assert code == 0 and f"Graded again, because {what}: 2 students.\n" in out
    assert graded_since(course, before) == ["ada", "bob"]
    before = runs(course)
    assert "Graded again" not in run(capsys, "grade", "ps1")[1] and graded_since(course, before) == []


def test_who_is_named_is_graded_again_or_everybody_and_both_results_are_shown(course, capsys, monkeypatch):
    chance = "\nimport os\n\nif os.environ.get('UNLUCKY'):\n    credited = None\n"
    submit(course, "ada/ps1.ipynb", answers={"credited": solutions("ps1")["credited"] + chance})
    submit(course, "o'neil/ps1.ipynb")
    run(capsys, "grade", "ps1")
    before = runs(course)
    code, out = run(capsys, "grade", "ps1", "--again", "o'neil")
    assert code == 0 and len(graded_since(course, before)) == 1
    monkeypatch.setenv("UNLUCKY", "1")
    ran.cache_clear()
    for again in (["--again"], []):  # it stands there until a person has looked
        code, out = run(capsys, "grade", "ps1", *again)
        said = "ada: graded again with a different result: test_credited has 0 now, and had 4 before\n"
        assert code == 3 and said in out and canvas(course) == {"ada": "8", "o'neil": "12"}
    code, out = run(capsys, "grade", "ps1", "--again", "eve", "ada")
    assert code == 2 and out == "Nothing was graded: there is no ps1 from eve that can be graded\n"


def test_records_stand_apart_from_what_a_student_can_see(course, capsys):
    submit(course, "ada/ps1.ipynb", answers={"credited": ANSWERS["nothing"]["credited"]})
    run(capsys, "grade", "ps1")
    record = json.loads((course / "records/ps1/ada.json").read_text("utf-8"))["cells"]["test_credited"]
    assert record["got"] == 0.0 and record["example"][0].startswith("candidate = [")
    for folder in ("submitted", "autograded", "release", "feedback"):
        assert not [path for path in Path(folder).rglob("*") if path.suffix == ".json"]
    (course / "records/ps1/ada.json").write_text("{")  # it is made anew of the log
    assert run(capsys, "grade", "ps1")[0] == 0 and canvas(course) == {"ada": "8"}


# What a person has to look at.


def test_what_cannot_be_graded_is_named_first_and_gets_no_number(course, capsys):
    submit(course, "ada/ps1.ipynb", "bob/ps1.ipynb", "two/ps1.ipynb", "two/ps1 (1).ipynb", "_ps1-1.ipynb")
    (course / "downloaded" / "ps1" / "archive" / "eve_ps1.ipynb").touch()
    submit(course, "cyd/ps1.ipynb", answers={"credited": "import torch\n" + solutions("ps1")["credited"]})
    nbgrader_commands.nbgrader.leaves_out = ("bob",)
    code, out = run(capsys, "grade", "ps1")
    assert code == 3 and out.startswith("ps1: 6 to look at\n\n1. Put it into a folder with the student's name.\n")
    cure = CURES[Kind.NOT_GRADED].format(name="ps1")
    for line in (
        "   - eve_ps1.ipynb: it is empty. Not graded.\n",
        f". {cure}\n   - bob: not graded: it was handed in, but has no grade\n",
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
    "many": (["ps1.ipynb", *(f"{number}" for number in range(preflight.MOST_FILES))], "it has 501 files with"),
    "huge": (["ps1.ipynb"], "it has 1 files with 300 MB, but the limit is 500 files with 50 MB. Ask the student to"),
}


def test_whatever_is_handed_in_the_others_are_graded_and_everybody_is_named(course, capsys, monkeypatch):
    submit(course, "ada/ps1.IPYNB", "kim/ps1.ipynb", "kim/data", "late/ps1.ipynb")
    run(capsys, "grade", "ps1")
    archive = course / "downloaded" / "ps1" / "archive"
    (archive / "kim" / "data").unlink()
    (archive / "late" / "ps1.ipynb").unlink()  # and what was handed in before is not graded again
    submit(course, "kim/data/words.txt", *(f"{who}/{path}" for who, (paths, _) in HOSTILE.items() for path in paths))
    os.truncate(archive / "huge" / "ps1.ipynb", 300_000_000)
    with monkeypatch.context() as odd:
        odd.setattr(preflight, "repair", lambda release, notebook: 1 / 0)
        code, out = run(capsys, "grade", "ps1")
    assert code == 3 and out.count("it cannot be read (ZeroDivisionError). Not graded.") == 2
    run(capsys, "grade", "ps1")
    rows = {row["SIS Login ID"]: row for row in table(course, "canvas")[1:]}
    assert {who for who, row in rows.items() if row["ps1"] == "12"} == rows.keys() - {*map(printable, HOSTILE)}
    page = (course / "grades-ps1.txt").read_text("utf-8")
    for who, (_, said) in HOSTILE.items():
        assert rows[printable(who)][grades.REASON].startswith(said) and said.partition(". ")[0] in page
    assert "kim" in rows and "late: not graded" not in page


def test_a_page_is_short_and_the_file_has_all(course, capsys):
    submit(course, "ada/ps1.ipynb")
    for number in range(command.LINES + 3):
        (course / "downloaded" / "ps1" / "archive" / f"s{number}_ps1.ipynb").touch()
    _, out = run(capsys, "grade", "ps1")
    assert out.count("it is empty") == command.LINES and "   - and 3 more\n" in out
    assert (course / "grades-ps1.txt").read_text("utf-8").count("it is empty") == command.LINES + 3


def test_a_remark_of_preflight_stops_nothing(course, capsys):
    notebook = released("ps1")
    notebook["cells"].remove(cell_of(notebook, "overused"))
    write(notebook, course / "downloaded" / "ps1" / "archive" / "ada" / "ps1.ipynb")
    _, out = run(capsys, "grade", "ps1")
    assert "1. Look at it.\n   - ada/ps1.ipynb: overused: no cell looks like this answer" in out
    assert canvas(course) == {"ada": "2"}  # by hand


def test_what_was_handed_in_beside_a_notebook_goes_along(course, capsys):
    submit(course, "ada/ps1.ipynb", "bob_ps1.ipynb")
    archive = course / "downloaded" / "ps1" / "archive"
    for path in ("ada/helper.py", "ada/data/words.txt", "ada/.secret/x", "ada/.ipynb_checkpoints/x", "bob_helper.py"):
        (archive / path).parent.mkdir(exist_ok=True)
        (archive / path).write_text("a = 1", encoding="utf-8")
    _, out = run(capsys, "grade", "ps1")
    named = re.findall("- (ada/.*): it is a folder whose name begins with a dot, so it is not opened.\n", out)
    assert named == ["ada/.secret"]  # and not that ada is not graded
    there = [path.relative_to("submitted").as_posix() for path in Path("submitted").rglob("*") if path.is_file()]
    assert sorted(there) == ["ada/ps1/data/words.txt", "ada/ps1/helper.py", "ada/ps1/ps1.ipynb", "bob/ps1/ps1.ipynb"]


def test_what_waits_for_a_person_is_said_and_what_nobody_can_read_stays_and_is_named(course, capsys):
    submit(course, "ada/ps3.ipynb", "bob/ps3.ipynb", name="ps3")
    nbgrader_commands.nbgrader.leaves_out = ("bob",)
    _, out = run(capsys, "grade", "ps3")
    assert "Fill in the points and remarks for the written answers in written-ps3.csv, then run this again" in out
    assert "   - 1 of 1 student\n" in out and canvas(course, "ps3") == {"ada": "7", "bob": ""}
    typed = (course / "written-ps3.csv").read_text("utf-8-sig").replace('",,\n', '",many,\n')
    (course / "written-ps3.csv").write_text(typed, "utf-8")
    code, out = run(capsys, "grade", "ps3")
    assert code == 3 and "   - row 2 of written-ps3.csv: 'many' is not a number of points from 0 to 5\n" in out
    assert (course / "written-ps3.csv").read_text("utf-8") == typed


# The release, and what stops everything.


def test_a_problem_set_that_changed_is_released_again_and_says_so(course, capsys):
    assert run(capsys, "release", "ps1") == (0, "release/ps1/ps1.ipynb has been made. Give it to your students.\n")
    assert run(capsys, "release", "ps1") == (0, "release/ps1 is up to date with source/ps1.\n")
    assert len(nbgrader_commands.nbgrader.ran) == 1
    changed = source("ps1")
    changed["cells"][0]["source"] = ["Another title"]
    write(changed, course / "source" / "ps1" / "ps1.ipynb")
    said = "release/ps1/ps1.ipynb has changed. Give it to your students again.\n"
    assert run(capsys, "release", "ps1") == (0, said)


def test_a_gradebook_that_is_missing_beside_a_release_is_told_as_that(course, capsys):
    submit(course, "ada/ps1.ipynb")
    run(capsys, "grade", "ps1")
    (course / "gradebook.db").write_text("no database, but long enough to be looked at " * 100)
    code, out = run(capsys, "grade", "ps1")
    assert code == 2 and "gradebook.db cannot be read as an nbgrader gradebook" in out
    (course / "gradebook.db").unlink()
    code, out = run(capsys, "grade", "ps1")
    said = "Nothing was graded: there is no gradebook.db for release/ps1, which was made"
    assert code == 2 and out.startswith(said)
    shutil.rmtree(course / "release" / "ps1")
    assert run(capsys, "grade", "ps1")[0] == 0 and canvas(course) == {"ada": "12"}


def test_what_stops_everything(course, capsys, monkeypatch):
    assert run(capsys, "grade", "ps9")[0] == 2
    code, out = run(capsys, "grade", "ps1")
    assert code == 2 and out.startswith("Nothing was graded: there is nothing in downloaded/ps1/archive.")
    (course / "source" / "ps1" / "more.txt").touch()
    nbgrader_commands.nbgrader.fails = True
    code, out = run(capsys, "release", "ps1")
    assert code == 2 and out.endswith("It says:\n[App | ERROR] out of order\n")
    assert code == 2 and out.startswith("Nothing was released: nbgrader cannot make")
    monkeypatch.setenv("BLEU_SEED_FILE", str(course / "none"))  # which hides no other fault
    assert run(capsys, "grade", "ps9")[1].startswith("Nothing was graded: there is no source/ps9")
    nbgrader_commands.nbgrader.fails = False
    submit(course, "ada/ps1.ipynb")
    assert run(capsys, "grade", "ps1")[1].startswith("Nothing was graded: BLEU_SEED_FILE names ")


def test_without_a_sandbox_nothing_is_graded_until_somebody_says_so(course, capsys, monkeypatch):
    monkeypatch.setattr(sandbox, "warning", WARNING)
    submit(course, "ada/ps1.ipynb")
    monkeypatch.setenv("BLEU_SANDBOX", "no such program")
    sandbox.kind.cache_clear()
    code, out = run(capsys, "grade", "ps1")
    assert code == 2 and out.startswith("Nothing was graded: no sandbox: no such program does not start")
    monkeypatch.setenv("BLEU_SANDBOX", "none")
    code, out = run(capsys, "grade", "ps1")
    assert code == 0 and out.startswith(f"Not protected: {sandbox.NOT_PROTECTED}.\n")


CALL = 'grade(overused, "overused", points=3)'
FAULTS = {
    'grade(overused, "overused", points=3, partial={"no clippin": 0.5})': "overused has neither a mistake nor a kind",
    f'{CALL[:-1]}, partial={{"one reference": 0.5, "several references": 0.5}})': "the shares of the kinds of input",
    'grade(overused, "overuse", points=3)': "there is no task 'overuse'",
    'grade(overused, "overused", points=2)': "it is worth 3 points, but its call of grade gives 2",
    'grade(overused, "overused")': "missing a required argument: 'points'",
    f'{CALL} + grade(credited, "credited", points=2)': "it calls grade 2 times: give each",
    'grade(overused, "overused", points=three)': "malformed node or string",
    'grade(overused, "overused", points=3, seed=3)': "got an unexpected keyword argument 'seed'",
    """grade(overused, "overused", points=3, **{'seed': 3})""": "got an unexpected keyword argument '**'",
    "print(overused, points=3)": "it does not call grade, so it would show the student's own number",
    f"__import__('bleu_helpers.course'); {CALL}": "it imports grade from bleu_helpers.course: import it from",
    "test_credited": "it is worth 3 points, but its call of grade gives 4\n- test_credited: it is the same as ",
}


@pytest.mark.parametrize("call", FAULTS)
def test_a_test_that_would_cost_points_or_give_them_away_stops_everything(call, course, capsys, monkeypatch):
    monkeypatch.delenv("BLEU_ANSWERS_FILE")
    notebook = source("ps1")
    cell, said = cell_of(notebook, "test_overused"), FAULTS[call]
    cell["source"] = text(cell).replace(CALL, call) if "(" in call else text(cell_of(notebook, call))
    write(notebook, course / "source" / "ps1" / "ps1.ipynb")
    for what in ("release", "grade"):
        code, out = run(capsys, what, "ps1")
        assert code == 2 and "correct these tests of source/ps1 first" in out and f"\n- test_overused: {said}" in out
        assert nbgrader_commands.nbgrader.ran == [] and "BLEU_ANSWERS_FILE" in os.environ
        monkeypatch.delenv("BLEU_ANSWERS_FILE")


@pytest.mark.parametrize(
    "asks",
    [
        "-m bleu_helpers.course grade ps1",
        "-P -m bleu_helpers.course._keeper connection.json",  # as an earlier kernel.json starts it
        "-c __import__('bleu_helpers.course.configuration')",  # as an earlier nbgrader_config.py has it
    ],
)
def test_what_asks_for_where_grading_was_ends_with_a_sentence_that_says_what_to_change(asks):
    done = subprocess.run([sys.executable, *asks.split()], capture_output=True, text=True)
    [line] = done.stderr.splitlines()
    assert done.returncode == 1 and line.startswith(
        "bleu_helpers.course is now the package bleu_grading: run `python3 "
    )
    assert all(map(import_module, re.findall(r"bleu_grading[.\w]*", line)))


@pytest.mark.parametrize(
    "arguments",
    [[], ["nonsense", "ps1"], ["release", "ps1", "--again"], ["grade", "a", "b"], ["draw"], ["similarity", "a"]],
)
def test_without_its_words_the_command_says_what_it_does(arguments, capsys):
    code, out = run(capsys, *arguments)
    assert code == 2 and "python -m bleu_grading grade ps1" in out
    assert __main__.main is command.main
