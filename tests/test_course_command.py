"""The one command: from the files that came in to a page and two tables, with nbgrader played by the test.

tests/test_assignments.py has the whole way with real nbgrader.
"""

import json
from pathlib import Path

import pytest
from course import cell_of, gradebook, handed_in, released, solutions, source, write
from played_nbgrader import POINTS, Nbgrader, course_with_files, hand_in, run, table

from bleu_helpers.course import __main__, _log, _manifest, _secrets, audit, command


@pytest.fixture
def course(tmp_path, monkeypatch):
    return course_with_files(tmp_path, monkeypatch)


def test_from_what_came_in_to_the_tables(course, capsys):
    hand_in(course, "ada/ps1.ipynb", "bob_Copy of ps1.ipynb", "kim, min [2]/ps1.ipynb", ".dot_ps1.ipynb")
    code, out = run(capsys, "grade", "ps1")
    assert code == 0 and out.startswith("ps1: nothing to look at\n")
    assert "release/ps1/ps1.ipynb is made: give it to your students.\n" in out
    assert "12 of 12 points: 4 students\n" in out and "All of this, and 1 repair: grades-ps1.txt" in out
    assert "grades-ps1-moodle.csv has 4 students, 0 without a number." in out
    assert "Who has the same answers: python -m bleu_helpers.course.copies release/ps1/ps1.ipynb submitted" in out
    assert "bob_Copy of ps1.ipynb is renamed" in (course / "grades-ps1.txt").read_text("utf-8")
    assert "answers.py" in _manifest.read(course)["ps1"]  # for an audit on another day
    rows = table(course, "canvas")
    assert list(rows[0]) == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "ps1"]
    assert rows[0]["Student"] == "    Points Possible" and rows[0]["ps1"] == "12"
    students = [".dot", "ada", "bob", "kim, min [2]"]
    assert {row["SIS Login ID"]: row["ps1"] for row in rows[1:]} == dict.fromkeys(students, "12")
    rows = table(course, "moodle")
    assert {row["Username"]: row["Assignment: ps1 (Real)"] for row in rows} == dict.fromkeys(students, "12")


def test_the_second_time_only_what_is_new_or_was_cut_off_is_graded(course, capsys):
    hand_in(course, *(f"{student}/ps1.ipynb" for student in ("ada", "bob", "cyd", "dan")))
    run(capsys, "grade", "ps1")
    graded = {
        student: course / "autograded" / student / "ps1" / "ps1.ipynb" for student in ("ada", "bob", "cyd", "dan")
    }
    before = {student: path.stat().st_mtime_ns for student, path in graded.items()}
    hand_in(course, "bob/ps1.ipynb", answers=solutions("ps1") | {"credited": "credited = None"})
    write(handed_in(source("ps1"), {}), graded["cyd"])  # a dropped connection
    graded["dan"].unlink()  # another one
    code, _ = run(capsys, "grade", "ps1")
    assert code == 0
    assert {student for student, path in graded.items() if path.stat().st_mtime_ns == before[student]} == {"ada"}
    assert "credited = None" in graded["bob"].read_text("utf-8")
    (course / "gradebook.db").unlink()
    run(capsys, "grade", "ps1")
    assert graded["ada"].stat().st_mtime_ns != before["ada"]


def test_who_is_named_is_graded_again_or_everybody(course, capsys):
    hand_in(course, "ada/ps1.ipynb", "o'neil/ps1.ipynb")
    run(capsys, "grade", "ps1")
    graded = {path: path.stat().st_mtime_ns for path in sorted(course.glob("autograded/*/ps1/ps1.ipynb"))}

    def anew(*more):
        assert run(capsys, "grade", "ps1", *more)[0] == 0
        found = [path.parent.parent.name[:3] for path, time in graded.items() if path.stat().st_mtime_ns != time]
        graded.update({path: path.stat().st_mtime_ns for path in graded})
        return found

    assert anew() == [] and anew("--again", "o'neil") == ["o-n"] and anew("--again") == ["ada", "o-n"]
    code, out = run(capsys, "grade", "ps1", "--again", "eve", "ada")
    assert code == 2 and out == "Nothing was graded: nobody called eve handed in a ps1 that can be graded\n"


def test_answers_that_changed_are_said_until_everybody_is_graded_by_the_same_ones(course, capsys, monkeypatch):
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(course / "answers.py"))
    hand_in(course, *(f"s{number}/ps1.ipynb" for number in range(7)))

    class Logging(Nbgrader):
        def autograde(self, name):
            for path in sorted(self.course.glob(f"submitted/*/{name}")):
                graded = self.course / "autograded" / path.parent.name / name
                if not graded.exists():
                    log = _log.Log(graded, "a run")
                    log.write("started", rules=_secrets.rules())
                    for task, points in POINTS.items():
                        log.write("graded", task=task, points=points, shares={}, got=points)
            super().autograde(name)

    monkeypatch.setattr(command, "nbgrader", Logging(Path()))
    monkeypatch.setattr(audit, "MANY", 100)
    assert run(capsys, "grade", "ps1")[0] == 0
    with Path("answers.py").open("a") as file:
        file.write("# kinder\n")
    run(capsys, "grade", "ps1")
    code, out = run(capsys, "grade", "ps1")  # the page says it until it is put right, and not once
    who = "s0, s1, s2, s3, s4 and 2 more"
    said = f"answers.py: graded by other rules: it, or the seed, was another one when these were graded in ps1: {who}"
    assert code == 1 and said in out and "python -m bleu_helpers.course grade ps1 --again. If you did not" in out
    assert {row["ps1"] for row in table(course, "canvas")} == {"12"}
    assert run(capsys, "grade", "ps1", "--again")[0] == 0


def test_what_cannot_be_graded_is_named_first_and_gets_no_number(course, capsys):
    hand_in(course, "ada/ps1.ipynb", "bob/ps1.ipynb", "two/ps1.ipynb", "two/ps1 (1).ipynb")
    (course / "downloaded" / "ps1" / "archive" / "eve_ps1.ipynb").touch()
    command.nbgrader.leaves_out = ("bob",)
    code, out = run(capsys, "grade", "ps1")
    assert code == 1 and out.startswith("ps1: 3 to look at\n\n1. Ask the student to hand it in again.\n")
    both = "two/ps1 (1).ipynb, two/ps1.ipynb: there is a ps1.ipynb beside it; two has more than one ps1. Not graded."
    assert "   - eve_ps1.ipynb: it is empty. Not graded.\n" in out
    cure = audit.CURES[audit.Kind.NOT_GRADED].format(name="ps1")
    assert f". {cure}\n   - bob: not graded: it was handed in, and has no grade\n" in out
    assert f"   - {both}\n" in out
    assert {row["Student"]: row["ps1"] for row in table(course, "canvas")[1:]} == {"ada": "12", "bob": ""}


def test_two_files_that_look_the_same_are_told_apart(course):
    plain, decomposed = "\uae40_ps1.ipynb", "\u1100\u1175\u11b7_ps1.ipynb"
    archive = course / "downloaded" / "ps1" / "archive"
    one, other = (command.Findings(gradable=False) for _ in range(2))
    for findings in (one, other):
        findings.stop("\uae40 has more than one ps1. Put the one that does not count elsewhere")
    page = command.Page()
    command._add_findings(page, archive, "ps1", {archive / plain: one, archive / decomposed: other})
    assert [*page.troubles.values()] == [
        [f"{plain}, {decomposed} (in decomposed Unicode): \uae40 has more than one ps1. Not graded."],
    ]


def test_a_file_of_nobody_stands_on_the_page_under_the_name_that_it_has(course, capsys):
    hand_in(course, "ada/ps1.ipynb", "_ps1-1.ipynb")
    _, out = run(capsys, "grade", "ps1")
    assert "   - _ps1-1.ipynb: nothing says whose it is. Not graded.\n" in out


@pytest.mark.parametrize("what", ["the gradebook", "the submission"])
def test_a_grade_that_something_else_wrote_has_no_number_until_a_person_has_looked(what, course, capsys, monkeypatch):
    hand_in(course, "ada/ps1.ipynb", "eve/ps1.ipynb")

    class Hostile(Nbgrader):
        def autograde(self, name):
            super().autograde(name)
            if what == "the submission":
                write(released("ps1"), Path("submitted/eve/ps1/ps1.ipynb"))
                return
            everybody = {"ada": POINTS, "eve": POINTS | {"overused": 4.0}}
            gradebook(Path("gradebook.db"), "ps1", everybody, {"reading": 2.0})

    monkeypatch.setattr(command, "nbgrader", Hostile(Path()))
    run(capsys, "grade", "ps1")
    assert {row["Student"]: row["ps1"] for row in table(course, "canvas")[1:]} == {"ada": "12", "eve": ""}


def test_a_student_has_one_line_with_all_the_tasks(course, capsys, monkeypatch):
    hand_in(course, "ada/ps1.ipynb", "hal/ps1.ipynb")
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(course / "answers.py"))
    _log.Log(course / "autograded" / "hal" / "ps1", "a run").write("started")  # and nothing was graded
    _, out = run(capsys, "grade", "ps1")
    tail = "which the program outside of the sandbox did not give"
    said = f"test_overused has 3, test_credited has 4, test_text_precision has 3, {tail}"
    assert out.startswith("ps1: 1 to look at\n") and f"   - hal: the grading function was replaced: {said}\n" in out


def test_what_changed_between_two_runs_is_named_and_new_work_is_not(course, capsys):
    hand_in(course, "ada/ps1.ipynb", "bob/ps1.ipynb", "cyd/ps1.ipynb")
    run(capsys, "grade", "ps1")
    with Path("submitted/ada/ps1/ps1.ipynb").open("a") as file:
        file.write(" ")
    with Path("answers.py").open("a") as file:
        file.write("# kinder\n")
    hand_in(course, "bob/ps1.ipynb", answers=solutions("ps1") | {"credited": "credited = None"})
    hand_in(course, "dan/ps1.ipynb")
    code, out = run(capsys, "grade", "ps1")
    assert code == 1 and out.startswith("ps1: 2 to look at\n")
    assert "   - answers.py: a file changed: it changed since the last preflight\n" in out
    assert "   - submitted/ada/ps1/ps1.ipynb: a file changed: it is none of the files that preflight saw\n" in out
    assert run(capsys, "grade", "ps1")[0] == 0


@pytest.mark.parametrize("path", ["rubrics/ps1.md", "nbgrader_config.py", "release/ps1/ps1.ipynb"])
def test_each_file_that_grading_rests_on_is_named_when_it_changed_between_two_runs(path, course, capsys):
    hand_in(course, "ada/ps1.ipynb")
    (course / "rubrics").mkdir()
    (course / "rubrics" / "ps1.md").touch()
    run(capsys, "grade", "ps1")
    with (course / path).open("a") as file:
        file.write("\n")
    code, out = run(capsys, "grade", "ps1")
    assert code == 1 and out.startswith("ps1: 1 to look at\n")
    assert f"   - {path}: a file changed: it changed since the last preflight\n" in out
    assert run(capsys, "grade", "ps1")[0] == 0


def test_a_release_that_was_made_anew_from_another_problem_set_is_no_trouble(course, capsys):
    hand_in(course, "ada/ps1.ipynb")
    run(capsys, "grade", "ps1")
    changed = source("ps1")
    changed["cells"][0]["source"] = ["Another title"]
    write(changed, course / "source" / "ps1" / "ps1.ipynb")
    run(capsys, "release", "ps1")
    assert run(capsys, "grade", "ps1")[0] == 0


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
    assert table(course, "canvas")[1]["ps1"] == "12"


def test_what_was_handed_in_beside_a_notebook_goes_along(course, capsys):
    hand_in(course, "ada/ps1.ipynb", "bob_ps1.ipynb")
    archive = course / "downloaded" / "ps1" / "archive"
    for path in (
        "ada/helper.py",
        "ada/data/words.txt",
        "ada/.secret/x",
        "ada/ps1.ipynb.before-preflight",
        "bob_helper.py",
    ):
        (archive / path).parent.mkdir(exist_ok=True)
        (archive / path).write_text("a = 1", encoding="utf-8")
    run(capsys, "grade", "ps1")
    there = [path.relative_to("submitted").as_posix() for path in Path("submitted").rglob("*") if path.is_file()]
    assert sorted(there) == [
        "ada/ps1/data/words.txt",
        "ada/ps1/helper.py",
        "ada/ps1/ps1.ipynb",
        "bob/ps1/ps1.ipynb",
    ]


def test_a_cell_that_changes_the_course_while_it_is_graded_is_seen(course, capsys, monkeypatch):
    hand_in(course, "ada/ps1.ipynb", "victim/ps1.ipynb")

    class Hostile(Nbgrader):
        def autograde(self, name):
            write(released("ps1"), Path("submitted/victim/ps1/ps1.ipynb"))
            Path("manifest.json").write_text("{}", encoding="utf-8")
            super().autograde(name)

    monkeypatch.setattr(command, "nbgrader", Hostile(Path()))
    code, out = run(capsys, "grade", "ps1")
    assert code == 1 and "submitted/victim/ps1/ps1.ipynb: a file changed: it is none of the files that" in out


def test_totals_that_lack_a_persons_grade_say_so(course, capsys):
    hand_in(course, "ada/ps3.ipynb", name="ps3")
    _, out = run(capsys, "grade", "ps3")
    assert "Grade the written answers (python -m bleu_helpers.course.by_hand ps3), then run this again" in out
    assert "   - 1 of 1 student\n" in out and table(course, "canvas", "ps3")[1]["ps3"] == "7"


def test_an_answer_in_a_notebook_that_was_not_graded_does_not_count_as_waiting(course, capsys):
    hand_in(course, "ada/ps3.ipynb", "bob/ps3.ipynb", name="ps3")
    command.nbgrader.leaves_out = ("bob",)
    _, out = run(capsys, "grade", "ps3")
    assert "   - bob: not graded: it was handed in, and has no grade\n" in out and "   - 1 of 2 students\n" in out


def test_a_problem_set_that_changed_is_released_again_and_says_so(course, capsys):
    assert run(capsys, "release", "ps1") == (0, "release/ps1/ps1.ipynb is made: give it to your students.\n")
    assert run(capsys, "release", "ps1") == (0, "release/ps1 is as source/ps1 makes it.\n")
    assert len(command.nbgrader.ran) == 1
    hand_in(course, "ada/ps1.ipynb")
    run(capsys, "grade", "ps1")
    changed = source("ps1")
    changed["cells"][0]["source"] = ["Another title"]
    write(changed, course / "source" / "ps1" / "ps1.ipynb")
    said = "source/ps1 changed: 1 graded submissions are graded again.\n"
    said += "release/ps1/ps1.ipynb is another one now: give it to your students again.\n"
    assert run(capsys, "release", "ps1") == (0, said)
    assert not (course / "autograded" / "ada" / "ps1").exists()


def test_a_release_of_which_nobody_knows_what_it_was_made_from_is_made_again(course, capsys):
    """Whoever was graded by other tests than today's, or with another set-up, is graded again, and nobody else."""
    write(released("ps1"), course / "release" / "ps1" / "ps1.ipynb")
    before = {"ada": source("ps1"), "ben": source("ps1"), "cy": source("ps1")}
    cell_of(before["ben"], "test_credited")["source"].append("\n# another test")
    cell_of(before["cy"], "set-up")["source"] = ["a = 1"]
    for student, graded in before.items():
        write(graded, course / "autograded" / student / "ps1" / "ps1.ipynb")
    assert run(capsys, "release", "ps1") == (0, "source/ps1 changed: 2 graded submissions are graded again.\n")
    assert len(command.nbgrader.ran) == 1
    assert [path.parent.name for path in course.glob("autograded/*/ps1")] == ["ada"]


@pytest.mark.parametrize(
    "change",
    ["points of a test", "points of a text", "a test", "a text", "a file", "another file", "a test that is not locked"],
)
def test_whatever_decides_on_grades_is_seen_without_a_record_and_who_has_it_stays(change, course, capsys):
    """As after `nbgrader generate_assignment`, of which we know nothing. A file that nbgrader put there is the same."""
    (course / "source" / "ps1" / "data").mkdir()
    for place in (
        "source/ps1/data/words.txt",
        "autograded/ada/ps1/data/words.txt",
        "autograded/ben/ps1/data/words.txt",
    ):
        (course / place).parent.mkdir(parents=True, exist_ok=True)
        (course / place).write_text("the cat", encoding="utf-8")
    for ignored in (".ipynb_checkpoints/x", "__pycache__/x.pyc", "more.ipynb"):
        (course / "source" / "ps1" / ignored).parent.mkdir(exist_ok=True)
        (course / "source" / "ps1" / ignored).write_text("{}", encoding="utf-8")
    today, before = source("ps1"), source("ps1")
    if change == "points of a test":
        cell_of(before, "test_credited")["metadata"]["nbgrader"]["points"] = 5
    elif change == "points of a text":
        cell_of(before, "reading")["metadata"]["nbgrader"]["points"] = 4
    elif change == "a test that is not locked":
        for notebook in (today, before):
            cell_of(notebook, "test_credited")["metadata"]["nbgrader"]["locked"] = False
        cell_of(before, "test_credited")["source"].append("# another test")
    elif change in ("a test", "a text"):
        before["cells"].remove(cell_of(before, "test_credited" if change == "a test" else "reading"))
    else:
        file = "words.txt" if change == "a file" else "more.txt"
        (course / "source" / "ps1" / "data" / file).write_text("the dog", encoding="utf-8")
    write(today, course / "source" / "ps1" / "ps1.ipynb")
    write(released("ps1"), course / "release" / "ps1" / "ps1.ipynb")
    write(today, course / "autograded" / "ada" / "ps1" / "ps1.ipynb")
    write(before, course / "autograded" / "ben" / "ps1" / "ps1.ipynb")
    for path in course.glob("source/ps1/data/*"):
        (course / "autograded" / "ada" / "ps1" / "data" / path.name).write_bytes(path.read_bytes())
    assert run(capsys, "release", "ps1") == (0, "source/ps1 changed: 1 graded submissions are graded again.\n")
    assert [path.parent.name for path in course.glob("autograded/*/ps1")] == ["ada"]


def test_what_stops_everything(course, capsys, monkeypatch):
    assert run(capsys, "grade", "ps9")[0] == 2
    code, out = run(capsys, "grade", "ps1")
    assert code == 2 and out.startswith("Nothing was graded: there is nothing in downloaded/ps1/archive.")
    (course / "source" / "ps1" / "more.txt").touch()
    command.nbgrader.fails = True
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
