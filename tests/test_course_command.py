"""The one command: from the files that came in to a page and two tables, with nbgrader played by the test.

tests/test_assignments.py has the whole way with real nbgrader.
"""

import csv
import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import limited
import pytest
from course import ASSIGNMENTS, cell_of, gradebook, handed_in, instructors_machine, released, solutions, source, write

from bleu_helpers.course import __main__, _gradebook, _log, _manifest, _secrets, _tables, audit, command

POINTS = {"overused": 3.0, "credited": 4.0, "text_precision": 3.0}


class Nbgrader:
    """Does what nbgrader's two commands leave behind, and gives every function all its points."""

    def __init__(self, course):
        self.course, self.ran, self.fails, self.leaves_out = course, [], False, ()

    def __call__(self, course, *what):
        self.ran.append(what)
        if self.fails:
            return subprocess.CompletedProcess(what, 1, "[App | INFO] starting\n[App | ERROR] out of order\n")
        (self.release if what[0] == "generate_assignment" else self.autograde)(what[1])
        return subprocess.CompletedProcess(what, 0, "done\n")

    def release(self, name):
        first = json.loads((self.course / "source" / name / f"{name}.ipynb").read_text("utf-8"))["cells"][0]
        notebook = released(name)
        notebook["cells"][0] = first
        write(notebook, self.course / "release" / name / f"{name}.ipynb")

    def autograde(self, name):
        everybody = {}
        for path in sorted(self.course.glob(f"submitted/*/{name}/{name}.ipynb")):
            student = path.parent.parent.name
            graded = json.loads(path.read_text("utf-8"))
            for cell in source(name)["cells"]:
                data = cell["metadata"].get("nbgrader", {})
                if data.get("grade") and cell["cell_type"] == "code":
                    mine, value = cell_of(graded, data["grade_id"]), float(data["points"])
                    mine["source"] = cell["source"]
                    said = {"output_type": "stream", "name": "stdout", "text": f"{value:g} of {value:g} points.\n"}
                    mine["outputs"] = [said, {"output_type": "execute_result", "data": {"text/plain": str(value)}}]
            if student not in self.leaves_out and not (self.course / "autograded" / student / name).exists():
                write(graded, self.course / "autograded" / student / name / f"{name}.ipynb")
            everybody[student] = POINTS | {"ranks": 3.0, "agreement": 4.0}
            _gradebook.note_by_hand(self.course, name, student, "reading", 2.0)
        gradebook(self.course / "gradebook.db", name, everybody, {"reading": 2.0})  # that of ps1 is read, ps3's is not


@pytest.fixture
def course(tmp_path, monkeypatch):
    instructors_machine(tmp_path, monkeypatch)
    folder = tmp_path / "course"
    for name in ("ps1", "ps3"):
        write(source(name), folder / "source" / name / f"{name}.ipynb")
    for file in ("answers.py", "nbgrader_config.py"):
        (folder / file).write_bytes((ASSIGNMENTS / file).read_bytes())
    monkeypatch.chdir(folder)
    monkeypatch.setattr(command, "nbgrader", Nbgrader(Path()))
    monkeypatch.setattr(audit, "regrade", lambda call, *_: audit.Regrade(call.points, "correct."))
    return folder


def hand_in(course, *paths, name="ps1", answers=None):
    for path in paths:
        write(handed_in(released(name), answers or solutions(name)), course / "downloaded" / name / "archive" / path)


def run(capsys, *arguments):
    code = command.main(list(arguments))
    return code, capsys.readouterr().out


def table(course, platform, name="ps1"):
    raw = (course / f"grades-{name}-{platform}.csv").read_text(encoding="utf-8-sig")
    return list(csv.DictReader(io.StringIO(raw)))


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


@pytest.mark.unmeasured
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
    assert "   - answers.py: a file changed: it changed since preflight\n" in out
    assert "   - submitted/ada/ps1/ps1.ipynb: a file changed: it is none of the files that preflight saw\n" in out
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


@pytest.fixture
def python_in_place_of_nbgrader(tmp_path, monkeypatch):
    """A module of this name in the course, with the code that a test gives it."""
    (tmp_path / "nbgrader").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(command, "SECONDS_WITHOUT_A_SIGN", 3.0)
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(tmp_path / "answers.py"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    return (tmp_path / "nbgrader" / "__main__.py").write_text


def test_nbgrader_runs_in_the_course_and_finds_what_it_starts(python_in_place_of_nbgrader):
    python_in_place_of_nbgrader("import os, sys\nprint(sys.argv[1:], os.getcwd(), os.environ['PATH'])\nsys.exit(3)")
    done = command.nbgrader(Path(), "autograde", "ps1")
    assert done.returncode == 3 and "['autograde', 'ps1']" in done.stdout and str(Path.cwd()) in done.stdout
    assert str(Path(sys.executable).parent) in done.stdout


STANDS_STILL = """
import subprocess, sys, time
print("Converting notebook /course/submitted/ada/ps1/ps1.ipynb", flush=True)
print(subprocess.Popen(["sleep", "96"], start_new_session=True).pid, flush=True)
for second in range(5):
    time.sleep(1)
    print("at work", flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the processes of others are listed on Linux only")
def test_nbgrader_that_stands_still_is_ended_with_all_that_it_started(python_in_place_of_nbgrader):
    python_in_place_of_nbgrader(STANDS_STILL)
    with pytest.raises(command.StoodStill) as caught:
        command.nbgrader(Path(), "autograde", "ps1")
    said = str(caught.value).split("\n")
    assert said.count("at work") == 5
    for _ in range(100):  # it ends a moment after it was ended
        time.sleep(0.05)
        if "sleep 96" not in limited.report(int(said[1])):
            return
    pytest.fail("what it started is alive")


class Still(Nbgrader):
    """Stands still at these students, and when there are no others."""

    at: tuple[str, ...] = ()

    def __call__(self, course, *what):
        self.ran.append(what)
        left = [who for who in self.at if who not in what[-1]]
        if what[0] == "autograde" and left:
            raise command.StoodStill(
                f"Converting notebook /x/submitted/zoe/ps1/ps1.ipynb\n/x/autograded/{left[0]}/ps1/a\n"
            )
        self.leaves_out = self.at
        return super().__call__(course, *what)


def test_whoever_holds_nbgrader_up_is_named_and_the_others_are_graded(course, capsys, monkeypatch):
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(course / "answers.py"))
    monkeypatch.setattr(command, "nbgrader", Still(Path()))
    monkeypatch.setattr(Still, "at", ("bob", "cyd"))
    hand_in(course, "ada/ps1.ipynb", "bob/ps1.ipynb", "cyd/ps1.ipynb")
    write({}, course / "autograded" / "bob" / "ps1" / "left.ipynb")
    code, out = run(capsys, "grade", "ps1")
    why = "not graded, because it was stopped: it had no sign of life for 5 minutes, and nbgrader was ended"
    assert code == 1 and f"   - bob: {why}\n   - cyd: {why}\n" in out
    assert {row["Student"]: row["ps1"] for row in table(course, "canvas")[1:]} == {"ada": "12", "bob": "", "cyd": ""}
    assert "zoe" in (course / "autograde-ps1.log").read_text("utf-8")


@pytest.mark.parametrize("what", ["generate_assignment", "autograde"])
def test_nbgrader_that_stands_still_at_nobody_stops_everything(what, course, capsys, monkeypatch):
    plain = Nbgrader(Path())

    def nbgrader(course, *asked):
        if asked[0] == what:
            raise command.StoodStill("waiting for the gradebook")
        return plain(course, *asked)

    monkeypatch.setattr(command, "nbgrader", nbgrader)
    hand_in(course, "ada/ps1.ipynb")
    code, out = run(capsys, "grade", "ps1")
    assert code == 2 and out == "Nothing was graded: nbgrader stands still. It says:\nwaiting for the gradebook\n"


def test_a_notebook_with_a_cell_that_cannot_be_interrupted_is_graded_without_it(course, capsys, monkeypatch):
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(course / "answers.py"))
    hand_in(course, "ada/ps1.ipynb", "bob/ps1.ipynb")
    own = solutions("ps1")["credited"]
    at = [{"cell": _log.digest_of(own), "source": "\x1b[31m def"}, {"task": "text_precision"}]

    class Unstoppable(Nbgrader):
        def autograde(self, name):
            log = _log.Log(self.course / "autograded" / "bob" / name, f"run {len(self.ran)}")
            before = log.left_out()
            log.write("started", left_out=before)
            self.leaves_out = ("bob",) if len(before) < len(at) else ()
            if self.leaves_out:
                log.write("stopped", why="a cell that does not end", **at[len(before)])
            else:
                for task, points in POINTS.items():
                    log.write("graded", task=task, points=points, shares={}, got=points)
            super().autograde(name)

    monkeypatch.setattr(command, "nbgrader", Unstoppable(Path()))
    _, out = run(capsys, "grade", "ps1")
    assert [what[-1] for what in command.nbgrader.ran[1:]] == ["ps1", "--student=bob", "--student=bob"]
    where = json.loads((course / "submitted" / "bob" / "ps1" / "ps1.ipynb").read_text("utf-8"))["cells"]
    number = 1 + where.index(cell_of({"cells": where}, "credited"))
    what = f"its cell {number} (\\x1b[31m def); its function for text_precision"
    assert f"   - bob: graded without what cannot be interrupted: {what}\n" in out
    assert {row["Student"]: row["ps1"] for row in table(course, "canvas")[1:]} == {"ada": "12", "bob": "12"}
    monkeypatch.setattr(command, "ROUNDS", 1)
    (course / "grading.jsonl").unlink()
    _, out = run(capsys, "grade", "ps1", "--again", "bob")
    assert (
        "   - bob: not graded, because it was stopped: it had a cell that does not end: its function for text_" in out
    )


@pytest.mark.parametrize(
    ("student", "becomes"),
    [("ada", "ada"), ("Ada Byron", "Ada Byron"), ("a@b.org", "a@b.org"), ("\u1100\u1161", "\uac00")],
)
def test_a_plain_name_stays(student, becomes):
    assert _tables.name_for_nbgrader(student) == becomes


def test_names_that_nbgrader_could_not_work_with_are_different_ones():
    names = [_tables.name_for_nbgrader(name) for name in (".a", "a,", "[a]", "a*", " a", "a?", "-a", "..")]
    assert len(set(names)) == len(names) and not [name for name in names if set(name) & set(",[]*? ")]
    assert all(name[0] != "." for name in names)


def test_moodle_is_given_an_address_where_there_is_one():
    assert "ada@b.org,ada@b.org,ada@b.org,\r\n" in _tables.moodle("ps1", {"ada@b.org": None})


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("points=3)", 'points=3, partial={"no clippin": 0.5})', "overused has neither a mistake nor a kind of"),
        ('"overused", points=3', '"overuse", points=3', "there is no task 'overuse'"),
        ("points=3)", "points=2)", "it is worth 3 points, and its call of grade gives 2"),
        ("points=3)", "3)", "its call of grade has no points"),
        (
            "points=3)",
            'points=1) + grade(credited, "credited", points=2)',
            "it calls grade 2 times: give each function",
        ),
        ("points=3)", "points=three)", "malformed node or string"),
    ],
)
def test_a_test_that_would_cost_points_by_itself_stops_everything(before, after, said, course, capsys, monkeypatch):
    monkeypatch.delenv("BLEU_ANSWERS_FILE")
    hand_in(course, "ada/ps1.ipynb")
    notebook = source("ps1")
    cell = cell_of(notebook, "test_overused")
    cell["source"] = "".join(cell["source"]).replace(before, after)
    write(notebook, course / "source" / "ps1" / "ps1.ipynb")
    for what in ("release", "grade"):
        code, out = run(capsys, what, "ps1")
        assert code == 2 and "put these tests of source/ps1 right first" in out and f"\n- test_overused: {said}" in out
        assert command.nbgrader.ran == [] and "BLEU_ANSWERS_FILE" in os.environ
        monkeypatch.delenv("BLEU_ANSWERS_FILE")


def test_a_test_without_our_grade_is_the_instructors_own(course, capsys):
    notebook = source("ps1")
    cell_of(notebook, "test_overused")["source"] = "assert overused([], [[]]) == {}"
    write(notebook, course / "source" / "ps1" / "ps1.ipynb")
    assert run(capsys, "release", "ps1")[0] == 0


def test_without_a_sandbox_nothing_is_graded_until_somebody_says_so(course, capsys, monkeypatch):
    hand_in(course, "ada/ps1.ipynb")
    monkeypatch.setenv("BLEU_SANDBOX", "no such program")
    command._sandbox.kind.cache_clear()
    code, out = run(capsys, "grade", "ps1")
    assert code == 2 and out.startswith("Nothing was graded: no sandbox: no such program does not start")
    monkeypatch.setenv("BLEU_SANDBOX", "none")
    code, out = run(capsys, "grade", "ps1")
    assert code == 0 and f"\nNot protected: {command._sandbox.NOT_PROTECTED}.\n" in out
