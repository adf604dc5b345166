"""The one command: from the files that came in to a page and two tables, with nbgrader played by the test.

tests/test_assignments.py has the whole way with real nbgrader.
"""

import json
import shutil
from pathlib import Path

import pytest
from course import cell_of, gradebook, solutions, source, write
from played_nbgrader import POINTS, course_with_files, graded, hand_in, run, table

from bleu_helpers.course import __main__, _nbgrader, _sandbox, command
from bleu_helpers.course._flags import CURES, Kind


@pytest.fixture
def course(tmp_path, monkeypatch):
    """As if there were a sandbox: what the page says without one is asked elsewhere."""
    monkeypatch.setattr(_sandbox, "warning", lambda: "")
    return course_with_files(tmp_path, monkeypatch)


def canvas(course, name="ps1"):
    return {row["Student"]: row[name] for row in table(course, "canvas", name)[1:]}


def test_from_what_came_in_to_the_tables(course, capsys):
    hand_in(course, "ada/ps1.ipynb", "bob_Copy of ps1.ipynb", "kim, min [2]/ps1.ipynb", ".dot_ps1.ipynb")
    code, out = run(capsys, "grade", "ps1")
    assert code == 0 and out.startswith("ps1: nothing to look at\n")
    assert "release/ps1/ps1.ipynb is made: give it to your students.\n" in out
    assert "12 of 12 points: 4 students\n" in out and "All of this: grades-ps1.txt" in out
    assert "grades-ps1-moodle.csv has 4 students, 0 without a number." in out
    rows = table(course, "canvas")
    assert list(rows[0]) == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "ps1"]
    assert rows[0]["Student"] == "    Points Possible" and rows[0]["ps1"] == "12"
    students = [".dot", "ada", "bob", "kim, min [2]"]
    assert {row["SIS Login ID"]: row["ps1"] for row in rows[1:]} == dict.fromkeys(students, "12")
    rows = table(course, "moodle")
    assert {row["Username"]: row["Assignment: ps1 (Real)"] for row in rows} == dict.fromkeys(students, "12")


# What is graded again.


def who_was_graded_anew(course):
    """Remember when each was graded. Gives what says who was graded since, at each call."""
    known = {}

    def anew():
        now = {path.parent.parent.name: path.stat().st_mtime_ns for path in course.glob("autograded/*/ps1/ps1.ipynb")}
        found = sorted(student for student, time in now.items() if known.get(student) != time)
        known.update(now)
        return found

    return anew


def test_the_second_time_only_what_is_new_or_was_cut_off_is_graded(course, capsys):
    hand_in(course, *(f"{student}/ps1.ipynb" for student in ("ada", "bob", "cyd", "dan")))
    run(capsys, "grade", "ps1")
    anew = who_was_graded_anew(course)
    anew()
    hand_in(course, "bob/ps1.ipynb", answers=solutions("ps1") | {"credited": "credited = None"})
    graded(course, "ps1", "cyd", {}, run="a dropped connection")
    (course / "autograded/dan/ps1/ps1.ipynb").unlink()  # another one
    shutil.rmtree(course / "autograded/dan/ps1")
    assert run(capsys, "grade", "ps1")[0] == 0 and anew() == ["bob", "cyd", "dan"]
    assert "credited = None" in (course / "autograded/bob/ps1/ps1.ipynb").read_text("utf-8")
    gradebook(course / "gradebook.db", "ps1", {"bob": POINTS, "cyd": POINTS, "dan": POINTS})
    run(capsys, "grade", "ps1")
    assert anew() == ["ada"]


def change_source(course):
    changed = source("ps1")
    changed["cells"][0]["source"] = ["Another title"]
    write(changed, course / "source" / "ps1" / "ps1.ipynb")


def change_answers(course):
    with (course / "answers.py").open("a") as file:
        file.write("# kinder\n")


def change_seed(course):
    (course.parent / "private" / "seed").write_text("another seed for the tests\n")


@pytest.mark.parametrize(
    ("change", "what"), [(change_source, "source/ps1"), (change_answers, "answers.py"), (change_seed, "the seed")]
)
def test_what_a_grade_rests_on_changes_and_everybody_is_graded_again(change, what, course, capsys):
    hand_in(course, "ada/ps1.ipynb", "bob/ps1.ipynb")
    run(capsys, "grade", "ps1")
    anew = who_was_graded_anew(course)
    assert anew() == ["ada", "bob"]
    change(course)
    code, out = run(capsys, "grade", "ps1")
    assert code == 0 and f"Graded again, because {what} changed: 2 students.\n" in out and anew() == ["ada", "bob"]
    assert "Graded again" not in run(capsys, "grade", "ps1")[1] and anew() == []


def test_who_is_named_is_graded_again_or_everybody_and_both_results_are_shown(course, capsys):
    hand_in(course, "ada/ps1.ipynb", "o'neil/ps1.ipynb")
    run(capsys, "grade", "ps1")
    anew = who_was_graded_anew(course)
    anew()
    _nbgrader.nbgrader.got = {"ada": POINTS | {"credited": 0.0}}
    code, out = run(capsys, "grade", "ps1", "--again", "o'neil")
    assert code == 0 and len(anew()) == 1
    for _ in range(2):  # it stands there until a person has looked
        code, out = run(capsys, "grade", "ps1", *(["--again"] if not _ else []))
        said = "ada: graded again with another result: test_credited has 0, and had 4\n"
        assert code == 1 and said in out and canvas(course) == {"ada": "8", "o'neil": "12"}
    code, out = run(capsys, "grade", "ps1", "--again", "eve", "ada")
    assert code == 2 and out == "Nothing was graded: nobody called eve handed in a ps1 that can be graded\n"


def test_records_stand_apart_from_what_a_student_can_see(course, capsys):
    hand_in(course, "ada/ps1.ipynb")
    run(capsys, "grade", "ps1")
    record = json.loads((course / "records/ps1/ada.json").read_text("utf-8"))
    assert record["cells"]["test_credited"]["got"] == 4.0 and record["cells"]["test_credited"]["example"] == [
        "right: 1"
    ]
    for folder in ("submitted", "autograded", "release", "feedback"):
        assert not [path for path in Path(folder).rglob("*") if path.suffix == ".json"]
    (course / "records/ps1/ada.json").write_text("{")  # it is made anew of the log
    assert run(capsys, "grade", "ps1")[0] == 0 and canvas(course) == {"ada": "12"}


# What a person has to look at.


def test_what_cannot_be_graded_is_named_first_and_gets_no_number(course, capsys):
    hand_in(course, "ada/ps1.ipynb", "bob/ps1.ipynb", "two/ps1.ipynb", "two/ps1 (1).ipynb")
    (course / "downloaded" / "ps1" / "archive" / "eve_ps1.ipynb").touch()
    _nbgrader.nbgrader.leaves_out = ("bob",)
    code, out = run(capsys, "grade", "ps1")
    assert code == 1 and out.startswith("ps1: 3 to look at\n\n1. Ask the student to hand it in again.\n")
    both = "two/ps1 (1).ipynb, two/ps1.ipynb: two has more than one ps1. Not graded."
    assert "   - eve_ps1.ipynb: it is empty. Not graded.\n" in out
    cure = CURES[Kind.NOT_GRADED].format(name="ps1")
    assert f". {cure}\n   - bob: not graded: it was handed in, and has no grade\n" in out
    assert f"   - {both}\n" in out and canvas(course) == {"ada": "12", "bob": ""}


def test_a_student_has_one_line_with_all_the_tasks(course, capsys):
    hand_in(course, "ada/ps1.ipynb", "hal/ps1.ipynb")
    _nbgrader.nbgrader.got = {"hal": {}}
    _nbgrader.nbgrader.events = {
        "hal": [{"event": "shown", "grade_id": f"test_{task}", "points": points} for task, points in POINTS.items()]
    }
    _, out = run(capsys, "grade", "ps1")
    said = "test_overused showed 3, test_credited showed 4, test_text_precision showed 3, for which there is no verdict"
    assert out.startswith("ps1: 1 to look at\n") and f"   - hal: the grading function was replaced: {said}\n" in out
    assert canvas(course) == {"ada": "12", "hal": ""}


def test_a_file_of_nobody_stands_on_the_page_under_the_name_that_it_has(course, capsys):
    hand_in(course, "ada/ps1.ipynb", "_ps1-1.ipynb")
    _, out = run(capsys, "grade", "ps1")
    assert "   - _ps1-1.ipynb: nothing says whose it is. Not graded.\n" in out


def test_a_page_is_short_and_the_file_has_all(course, capsys):
    hand_in(course, "ada/ps1.ipynb")
    for number in range(command.LINES + 3):
        (course / "downloaded" / "ps1" / "archive" / f"s{number}_ps1.ipynb").touch()
    _, out = run(capsys, "grade", "ps1")
    assert out.count("it is empty") == command.LINES and "   - and 3 more\n" in out
    assert (course / "grades-ps1.txt").read_text("utf-8").count("it is empty") == command.LINES + 3


def test_a_remark_of_preflight_that_stops_nothing(course, capsys):
    hand_in(course, "ada/ps1.ipynb", answers=solutions("ps1"))
    path = course / "downloaded" / "ps1" / "archive" / "ada" / "ps1.ipynb"
    notebook = json.loads(path.read_text("utf-8"))
    answer = cell_of(notebook, "text_precision")
    notebook["cells"].remove(answer)
    notebook["cells"].append(answer)
    write(notebook, path)
    _, out = run(capsys, "grade", "ps1")
    assert "1. Look at it.\n   - ada/ps1.ipynb: test_text_precision: it stands above text_precision, and" in out
    assert canvas(course) == {"ada": "12"}


def test_what_was_handed_in_beside_a_notebook_goes_along(course, capsys):
    hand_in(course, "ada/ps1.ipynb", "bob_ps1.ipynb")
    archive = course / "downloaded" / "ps1" / "archive"
    beside = ("ada/helper.py", "ada/data/words.txt", "ada/.secret/x", "bob_helper.py")
    for path in beside:
        (archive / path).parent.mkdir(exist_ok=True)
        (archive / path).write_text("a = 1", encoding="utf-8")
    run(capsys, "grade", "ps1")
    there = [path.relative_to("submitted").as_posix() for path in Path("submitted").rglob("*") if path.is_file()]
    assert sorted(there) == ["ada/ps1/data/words.txt", "ada/ps1/helper.py", "ada/ps1/ps1.ipynb", "bob/ps1/ps1.ipynb"]


def test_totals_that_lack_a_persons_grade_say_so(course, capsys):
    hand_in(course, "ada/ps3.ipynb", "bob/ps3.ipynb", name="ps3")
    _nbgrader.nbgrader.leaves_out = ("bob",)
    _, out = run(capsys, "grade", "ps3")
    assert "Fill in points and remarks of the written answers in written-ps3.csv, then run this again" in out
    assert "judgement" in (course / "written-ps3.csv").read_text("utf-8-sig")
    assert "   - 1 of 2 students\n" in out and canvas(course, "ps3") == {"ada": "7", "bob": ""}


def test_what_a_person_typed_and_nobody_can_read_stays_there_and_is_named(course, capsys):
    hand_in(course, "ada/ps3.ipynb", name="ps3")
    run(capsys, "grade", "ps3")
    typed = (course / "written-ps3.csv").read_text("utf-8-sig").replace('",,\n', '",many,\n')
    (course / "written-ps3.csv").write_text(typed, "utf-8")
    code, out = run(capsys, "grade", "ps3")
    assert code == 1 and "   - row 2 of written-ps3.csv: 'many' is no number of points from 0 to 5\n" in out
    assert (course / "written-ps3.csv").read_text("utf-8") == typed


def test_what_is_no_gradebook_stops_everything(course, capsys):
    hand_in(course, "ada/ps1.ipynb")
    run(capsys, "release", "ps1")
    (course / "gradebook.db").write_text("no database, but long enough to be looked at " * 100)
    code, out = run(capsys, "grade", "ps1")
    assert code == 2 and "gradebook.db cannot be read as a gradebook of nbgrader" in out


# The release.


def test_a_problem_set_that_changed_is_released_again_and_says_so(course, capsys):
    assert run(capsys, "release", "ps1") == (0, "release/ps1/ps1.ipynb is made: give it to your students.\n")
    assert run(capsys, "release", "ps1") == (0, "release/ps1 is as source/ps1 makes it.\n")
    assert len(_nbgrader.nbgrader.ran) == 1
    change_source(course)
    said = "release/ps1/ps1.ipynb is another one now: give it to your students again.\n"
    assert run(capsys, "release", "ps1") == (0, said)


def test_a_gradebook_that_is_missing_beside_a_release_is_told_as_that(course, capsys):
    hand_in(course, "ada/ps1.ipynb")
    run(capsys, "grade", "ps1")
    (course / "gradebook.db").unlink()
    code, out = run(capsys, "grade", "ps1")
    assert code == 2 and out.startswith(
        "Nothing was graded: there is no gradebook.db beside release/ps1, which was made"
    )
    shutil.rmtree(course / "release" / "ps1")
    assert run(capsys, "grade", "ps1")[0] == 0 and canvas(course) == {"ada": "12"}


def test_what_stops_everything(course, capsys, monkeypatch):
    assert run(capsys, "grade", "ps9")[0] == 2
    code, out = run(capsys, "grade", "ps1")
    assert code == 2 and out.startswith("Nothing was graded: there is nothing in downloaded/ps1/archive.")
    (course / "source" / "ps1" / "more.txt").touch()
    _nbgrader.nbgrader.fails = True
    code, out = run(capsys, "release", "ps1")
    assert code == 2 and out.endswith("It says:\n[App | ERROR] out of order\n")
    monkeypatch.setenv("BLEU_SEED_FILE", str(course / "none"))
    assert run(capsys, "grade", "ps1")[1].startswith("Nothing was graded: there is no seed")


@pytest.mark.parametrize(
    "arguments", [[], ["grade"], ["nonsense", "ps1"], ["release", "ps1", "--again"], ["grade", "a", "b"]]
)
def test_without_its_words_the_command_says_what_it_does(arguments, capsys):
    code, out = run(capsys, *arguments)
    assert code == 2 and "python -m bleu_helpers.course grade ps1" in out
    assert __main__.main is command.main
