"""The audit of a course: the gradebook, the tables and the course's files, and what was looked at before."""

import contextlib
import json
import shutil
import sqlite3

import pytest
from course import (
    ASSIGNMENTS,
    cell_of,
    gradebook,
    handed_in,
    instructors_machine,
    released,
    solutions,
    source,
    write,
)
from graded_notebooks import FULL, LOGGED, as_graded, audited

from bleu_helpers.course import _gradebook, _log, _manifest, _sandbox, _seen, _tables, audit


@pytest.fixture(autouse=True)
def seed_file(tmp_path, monkeypatch):
    return instructors_machine(tmp_path, monkeypatch)


# The gradebook, the csv, and the files of a course.


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course in which ada was graded, as nbgrader leaves it."""
    folder = tmp_path / "course"
    write(released("ps1"), folder / "release" / "ps1" / "ps1.ipynb")
    submitted = handed_in(released("ps1"), solutions("ps1"))
    write(submitted, folder / "downloaded" / "ps1" / "archive" / "ada" / "ps1.ipynb")
    write(submitted, folder / "submitted" / "ada" / "ps1" / "ps1.ipynb")
    write(as_graded("ps1", solutions("ps1"), FULL["ps1"]), folder / "autograded" / "ada" / "ps1" / "ps1.ipynb")
    gradebook(folder / "gradebook.db", "ps1", {"ada": FULL["ps1"]})
    export(folder, {"ada": 10.0})
    _manifest.write(folder, "ps1")
    monkeypatch.chdir(folder)
    monkeypatch.setattr(audit, "regrade", lambda call, *_: audit.Regrade(call.points, "correct."))
    return folder


def export(folder, totals):
    rows = [f"ps1,{student},{total}" for student, total in totals.items()] + ["ps2,ada,1"]
    (folder / "grades.csv").write_text("\n".join(["assignment,student_id,raw_score", *rows]), encoding="utf-8")


def found_in(capsys):
    code, out = audited("autograded", capsys)
    lines = out.splitlines()
    assert code == bool(lines[:-1]) and lines[-1].endswith(f" {len(lines) - 1} to look at.")
    return [line.replace("\\", "/") for line in lines[:-1]]


def test_a_course_without_a_fault_has_nothing_to_look_at(course, capsys):
    assert found_in(capsys) == []


def test_the_log_is_the_one_of_the_course(course, capsys):
    lines = [event | {"run": "1", "folder": "autograded/ada/ps1"} for event in LOGGED[1:]]
    (course / "grading.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    [line] = found_in(capsys)
    assert line.startswith("autograded/ada/ps1/ps1.ipynb: the grading function was replaced: test_overused has 3, ")


def test_autograding_that_was_cut_off(course, capsys):
    """A dropped connection: nbgrader has cleaned the notebook, run nothing, and skips the student from then on."""
    write(handed_in(source("ps1"), solutions("ps1")), course / "autograded" / "ada" / "ps1" / "ps1.ipynb")
    gradebook(course / "gradebook.db", "ps1", {"ada": {"overused": None, "credited": None, "text_precision": None}})
    export(course, {"ada": 0.0})
    with contextlib.closing(sqlite3.connect("gradebook.db")) as base:
        base.execute("UPDATE grade SET needs_manual_grade = 0")
        base.commit()
    lines = found_in(capsys)
    where = "autograded/ada/ps1/ps1.ipynb: not graded: "
    cut = "test_overused was never run to its end, and the gradebook counts 0; a fresh run gives 3"
    assert len(lines) == 3 and lines[0] == where + cut


def test_a_test_cell_without_an_output(course, capsys):
    graded = as_graded("ps1", solutions("ps1"), FULL["ps1"])
    cell_of(graded, "test_credited")["outputs"] = []
    write(graded, course / "autograded" / "ada" / "ps1" / "ps1.ipynb")
    (course / "gradebook.db").unlink()
    assert found_in(capsys)[0].endswith("not graded: test_credited was never run to its end; a fresh run gives 4")


def test_a_gradebook_that_something_else_wrote_to(course, capsys):
    gradebook(course / "gradebook.db", "ps1", {"ada": FULL["ps1"] | {"credited": 1.0}}, manual={"overused": 2.0})
    kinds, where = audit.Kind, "autograded/ada/ps1/ps1.ipynb: something else wrote to the grades: "
    assert found_in(capsys) == [
        where + "the gradebook has 1 for test_credited, and the graded notebook 4",
        where.replace(kinds.WRITTEN.value, kinds.BY_HAND.value) + "test_overused has 2 by hand; autograding gave 3",
        "ada: a table has another number: grades.csv has 10 for ps1, and the gradebook 6",
    ]
    gradebook(course / "gradebook.db", "ps1", {"ada": FULL["ps1"] | {"credited": None}})
    assert where + "the gradebook has nothing for test_credited, and the graded notebook 4" in found_in(capsys)


READ = "is for a person to read; the gradebook has points for it, or says that it was read"


@pytest.mark.parametrize(
    ("change", "kind", "said"),
    [
        (
            "grade SET extra_credit = 5 WHERE cell_id = 'test_overused'",
            "BY_HAND",
            "test_overused has 5 points of extra",
        ),
        ("grade SET needs_manual_grade = 0 WHERE cell_id = 'reading'", "WRITTEN", f"reading {READ}"),
        ("grade SET auto_score = 2 WHERE cell_id = 'reading'", "WRITTEN", f"reading {READ}"),
        (
            "grade_cells SET max_score = 30 WHERE id = 'test_credited'",
            "WRITTEN",
            "the gradebook has 30 points for test_",
        ),
        ("grade SET manual_score = 30 WHERE cell_id = 'reading'", "WRITTEN", "reading has 30 of 2 points"),
        (
            "grade SET cell_id = 'x' WHERE cell_id = 'test_credited'",
            "WRITTEN",
            "the gradebook has no grade for test_cr",
        ),
        (
            "base_cell SET name = 'more' WHERE id = 'test_credited'",
            "WRITTEN",
            "the gradebook has a grade for more, whi",
        ),
    ],
)
def test_whatever_else_was_written_to_a_gradebook_is_named(change, kind, said, course, capsys):
    with contextlib.closing(sqlite3.connect("gradebook.db")) as base:
        base.execute(f"UPDATE {change}")
        base.commit()
    lines = [line for line in found_in(capsys) if f": {audit.Kind[kind].value}: {said}" in line]
    assert len(lines) == 1 and lines[0].startswith("autograded/ada/ps1/ps1.ipynb: ")


@pytest.mark.parametrize(
    ("noted", "said"),
    [
        ([1.0, 2.0], []),
        ([2.0, 1.0], ["reading was changed after grading by hand: it has 2, and was given 1"]),
        ([], ["reading was graded by hand, and not by the command by_hand: ada"]),
    ],
)
def test_only_what_the_command_did_not_give_by_hand_is_named(noted, said, course, capsys):
    gradebook(course / "gradebook.db", "ps1", {"ada": FULL["ps1"]}, manual={"reading": 2.0})
    export(course, {"ada": 12.0})
    for points in noted:
        _gradebook.note_by_hand(course, "ps1", "ada", "reading", points)
    assert [line.partition(": a person gave points: ")[2] for line in found_in(capsys)] == said


def test_a_course_that_is_graded_by_hand_in_formgrader_has_one_line(course, capsys):
    """An instructor's normal work is no trouble of each student's."""
    students = [f"s{number}" for number in range(audit.NAMES + 2)]
    gradebook(course / "gradebook.db", "ps1", dict.fromkeys(students, FULL["ps1"]), manual={"reading": 2.0})
    (course / "grades.csv").unlink()
    lines = [line for line in found_in(capsys) if "reading" in line]
    by_hand = "a person gave points: reading was graded by hand, and not by the command by_hand"
    assert lines == [f"gradebook.db: {by_hand}: s0, s1, s2, s3, s4 and 2 more"]


def test_who_was_graded_by_another_version_of_the_problem_set_is_not_to_blame(course, capsys):
    """The instructor changed a test after grading, and nbgrader's gradebook has the new cells already."""
    other = source("ps1")
    other["cells"] = [cell for cell in other["cells"] if cell is not cell_of(other, "test_credited")]
    cell_of(other, "test_overused")["source"].append("\n# changed")
    write(other, course / "source" / "ps1" / "ps1.ipynb")
    with contextlib.closing(sqlite3.connect("gradebook.db")) as base:
        base.execute("UPDATE base_cell SET name = 'test_new' WHERE id = 'test_credited'")
        base.commit()
    said = "graded by other rules: its cells were others when these were graded in ps1: ada"
    assert f"source/ps1/ps1.ipynb: {said}" in (lines := found_in(capsys))
    assert [line for line in lines if audit.Kind.WRITTEN.value in line] == []


@pytest.mark.parametrize("change", ["a new test", "other points", "another test"])
def test_a_problem_set_that_asks_more_than_it_did_is_said_and_nobody_is_blamed(change, course, capsys):
    today = source("ps1")
    test = cell_of(today, "test_overused")
    if change == "a new test":
        new = json.loads(json.dumps(test))
        new["metadata"]["nbgrader"]["grade_id"] = "test_more"
        today["cells"].append(new)
    elif change == "other points":
        cell_of(today, "reading")["metadata"]["nbgrader"]["points"] = 4
    else:
        test["source"].append("\n# changed")
    write(today, course / "source" / "ps1" / "ps1.ipynb")
    said = "graded by other rules: its cells were others when these were graded in ps1: ada"
    assert found_in(capsys) == [
        f"source/ps1/ps1.ipynb: {said}",
        "source/ps1/ps1.ipynb: a file changed: it is new since the last preflight",
    ]


def test_without_a_release_that_can_be_read_the_cells_are_not_compared(course, capsys):
    for change in (lambda path: path.write_text("{", encoding="utf-8"), lambda path: path.unlink()):
        change(course / "release" / "ps1" / "ps1.ipynb")
        assert [line.partition(": ")[0] for line in found_in(capsys)] == ["release/ps1/ps1.ipynb"]


def tables(course, canvas, moodle):
    for name, table in (("canvas", _tables.canvas("ps1", 12, canvas)), ("moodle", _tables.moodle("ps1", moodle))):
        (course / f"grades-ps1-{name}.csv").write_text(table, encoding="utf-8-sig", newline="")


def graded_too(course, student):
    """Another student, with what ada handed in and got. Gives nbgrader's name."""
    here = _tables.name_for_nbgrader(student)
    for folder in ("submitted", "autograded"):
        notebook = json.loads((course / folder / "ada" / "ps1" / "ps1.ipynb").read_text("utf-8"))
        write(notebook, course / folder / here / "ps1" / "ps1.ipynb")
    gradebook(course / "gradebook.db", "ps1", {"ada": FULL["ps1"], here: FULL["ps1"]})
    export(course, {"ada": 10.0, here: 10.0})
    return here


def test_a_table_that_an_instructor_uploads_says_what_the_gradebook_says(course, capsys):
    graded_too(course, "o'neil")
    tables(course, {"ada": 10.0, "o'neil": 10.0}, {"ada": None, "o'neil": 10.0})
    assert found_in(capsys) == []
    tables(course, {"ada": 11.0, "o'neil": 10.0}, {"ada": 10.0, "o'neil": 10.0, "eve": 3.0})
    assert found_in(capsys) == [
        "ada: a table has another number: grades-ps1-canvas.csv has 11, and the gradebook 10",
        "eve: a table has another number: grades-ps1-moodle.csv has 3, and there is no grade that can be relied on",
    ]


def test_a_table_without_a_line_for_somebody_is_named(course, capsys, monkeypatch):
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(course / "answers.py"))
    here = graded_too(course, "o'neil")
    tables(course, {"ada": 10.0}, {"ada": 10.0, "o'neil": 10.0})
    export(course, {"ada": 10.0})
    assert found_in(capsys) == [
        f"{here}: a table has another number: grades.csv has no line for ps1, and the gradebook 10",
        f"{here}: a table has another number: grades-ps1-canvas.csv has no line, and the gradebook 10",
    ]
    (course / "grades.csv").unlink()
    _log.Log(course / "autograded" / here / "ps1", "a run").write("started")  # and nothing was graded
    kinds = [line.split(": ")[1] for line in found_in(capsys)]
    no_number = "grades-ps1-moodle.csv has 10, and there is no grade that can be relied on"
    assert kinds == ["the grading function was replaced"] * 3 + ["a table has another number"]
    assert found_in(capsys)[-1].endswith(no_number)


def test_a_grade_of_somebody_who_handed_nothing_in_was_written_by_something_else(course, capsys):
    gradebook(course / "gradebook.db", "ps1", {"ada": FULL["ps1"], "ghost": FULL["ps1"], "nobody": {}})
    export(course, {"ada": 10.0, "ghost": 10.0, "nobody": 0.0})
    said = "something else wrote to the grades: the gradebook has 10, and nothing was handed in"
    assert found_in(capsys) == [f"autograded/ghost/ps1/ps1.ipynb: {said}"]


def test_a_table_has_no_number_for_whom_a_person_has_to_look_at(course, capsys):
    tables(course, {"ada": 10.0}, {"ada": 10.0})
    (course / "grading.jsonl").write_text(
        json.dumps({"event": "started", "run": "1", "folder": "autograded/ada/ps1"}), encoding="utf-8"
    )
    no_number = "has 10, and there is no grade that can be relied on"
    assert found_in(capsys)[-2:] == [
        f"ada: a table has another number: grades-ps1-{platform}.csv {no_number}" for platform in ("canvas", "moodle")
    ]


@pytest.mark.parametrize("table", ["", "Username;Assignment: ps1 (Real)\nada;10\n", "Username,ps1\nada,ten\n"])
def test_a_table_that_is_none_any_more_is_named(table, course, capsys):
    (course / "grades-ps1-moodle.csv").write_text(table, encoding="utf-8")
    said = "grades-ps1-moodle.csv: cannot be read: it is no longer the table that `grade` wrote"
    assert [line.rpartition(" (")[0] for line in found_in(capsys)] == [said] * bool(table)


def test_every_kind_says_whether_there_is_a_number_in_the_tables():
    """A kind that is new is to be put into one of these by whoever makes it."""
    a_number_stands = {"UNCLEAR", "DIFFERENT", "BY_HAND", "TABLE", "OUTDATED", "BROKEN", "LEFT_OUT"}
    assert {kind.name for kind in audit.Kind if kind not in audit.LEFT_EMPTY} == a_number_stands


def test_who_was_run_to_the_end_and_has_no_grade_showed_what_nbgrader_does_not_take(course, capsys):
    """A replaced `grade` that gives more points than there are ends nbgrader's work on this notebook."""
    shutil.rmtree(course / "autograded" / "ada")
    (course / "gradebook.db").unlink()
    export(course, {})
    lines = [{"event": event, "run": "1", "folder": "autograded/ada/ps1"} for event in ("started", "ended")]
    (course / "grading.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    write({}, course / "autograded" / "ben" / "ps1" / "ps1.ipynb")  # else nobody is looked at
    assert f"autograded/ada/ps1/ps1.ipynb: not graded: {audit.NOT_TAKEN}" in found_in(capsys)


def test_who_ended_its_own_process_is_not_told_that_it_was_run_to_the_end(course, capsys, monkeypatch):
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(course / "answers.py"))
    shutil.rmtree(course / "autograded" / "ada")
    (course / "gradebook.db").unlink()
    export(course, {})
    write({}, course / "autograded" / "ben" / "ps1" / "ps1.ipynb")
    submitted = json.loads((course / "submitted" / "ada" / "ps1" / "ps1.ipynb").read_text("utf-8"))
    place = submitted["cells"].index(cell_of(submitted, "credited"))
    at = {"cell": _log.digest_of("".join(submitted["cells"][place]["source"])), "source": "def credited"}
    log = _log.Log(course / "autograded" / "ada" / "ps1", "a run")
    for event in ({"event": "started"}, {"event": "ended", "at": at}):
        log.write(**event)
    said = f"not graded, because it was stopped: it ended its own process: its cell {place + 1} (def credited)"
    assert f"autograded/ada/ps1/ps1.ipynb: {said}" in found_in(capsys)


def test_a_submission_that_was_never_graded(course, capsys):
    before = course / "submitted" / "ada" / "ps1" / "ps1.ipynb"
    for student in ("bob", "cyd"):
        write(json.loads(before.read_text("utf-8")), course / "submitted" / student / "ps1" / "ps1.ipynb")
    write(as_graded("ps1", solutions("ps1"), FULL["ps1"]), course / "autograded" / "cyd" / "ps1" / "ps1.ipynb")
    said = "not graded: it was handed in, and has no grade"
    assert found_in(capsys) == [f"autograded/{student}/ps1/ps1.ipynb: {said}" for student in ("bob", "cyd")]


def test_whoever_was_stopped_is_not_to_be_graded_again_and_the_login_stands_there(course, capsys, monkeypatch):
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(course / "answers.py"))
    notebook = json.loads((course / "submitted" / "ada" / "ps1" / "ps1.ipynb").read_text("utf-8"))
    here = _tables.name_for_nbgrader("o'neil")
    write(notebook, course / "submitted" / here / "ps1" / "ps1.ipynb")
    write(notebook, course / "downloaded" / "ps1" / "archive" / "o'neil" / "ps1.ipynb")
    _manifest.write(course, "ps1")
    log = _log.Log(course / "autograded" / here / "ps1", "a run")
    for event in ({"event": "started"}, {"event": "stopped", "why": "more than 64 processes"}, {"event": "ended"}):
        log.write(**event)
    said = "not graded, because it was stopped: it had more than 64 processes"
    assert found_in(capsys) == [f"autograded/{here}/ps1/ps1.ipynb (o'neil): {said}"]


def test_files_that_changed_since_preflight(course, capsys):
    write(handed_in(released("ps1"), {}), course / "submitted" / "ada" / "ps1" / "ps1.ipynb")
    (course / "answers.py").write_text("TASKS = []", encoding="utf-8")
    (course / "release" / "ps1" / "ps1.ipynb").unlink()
    (course / "downloaded" / "ps1" / "archive" / "ada" / "ps1.ipynb").write_text("{}", encoding="utf-8")
    assert found_in(capsys) == [
        "autograded/ada/ps1/ps1.ipynb: a file changed: its cells are not as handed in",
        "downloaded/ps1/archive/ada/ps1.ipynb: a file changed: it changed since the last preflight",
        "release/ps1/ps1.ipynb: a file changed: it is gone since the last preflight",
        "answers.py: a file changed: it is new since the last preflight",
        "submitted/ada/ps1/ps1.ipynb: a file changed: it is none of the files that preflight saw",
    ]


def test_a_students_other_files_and_the_rubric_are_looked_at_too(course, capsys):
    there = [course / "downloaded/ps1/archive/ada/helper.py", course / "submitted/ada/ps1/helper.py"]
    rubric = course / "rubrics/ps1.md"
    rubric.parent.mkdir()
    for path in (*there, rubric, course / "submitted/ada/ps1/timestamp.txt"):
        path.write_text("a = 1", encoding="utf-8")
    _manifest.write(course, "ps1")
    (course / "submitted/ada/ps1/timestamp.txt").write_text("2026-01-01", encoding="utf-8")
    assert found_in(capsys) == []
    for path in (there[1], rubric):
        path.write_text("a = 2", encoding="utf-8")
    assert found_in(capsys) == [
        "rubrics/ps1.md: a file changed: it changed since the last preflight",
        "submitted/ada/ps1/helper.py: a file changed: it is none of the files that preflight saw",
    ]


def test_what_is_no_gradebook_stops_the_audit(course, capsys):
    (course / "gradebook.db").write_text("nonsense " * 100, encoding="utf-8")
    code, out = audited("autograded", capsys)
    assert code == 2 and out.startswith("Stopped: gradebook.db cannot be read as a gradebook of nbgrader (")


# What was looked at before.


@pytest.fixture
def looked_at(course, monkeypatch):
    """The course, as one whose audit is remembered, and the cells that are graded again."""
    monkeypatch.setattr(_sandbox, "kind", lambda: "bwrap")
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(course / "answers.py"))
    for name in ("answers.py", "nbgrader_config.py"):
        (course / name).write_bytes((ASSIGNMENTS / name).read_bytes())
    _manifest.write(course, "ps1")
    again = []

    def regrade(call, *_):
        again.append(call.cell)
        return audit.Regrade(call.points, "correct.")

    monkeypatch.setattr(audit, "regrade", regrade)
    return again


def test_what_has_not_changed_since_it_was_in_order_is_not_looked_at_again(looked_at, course, capsys):
    assert audited("autograded", capsys) == (0, "3 functions graded again, 0 to look at.\n")
    assert audited("autograded", capsys) == (0, "0 functions graded again, 3 as at the last look, 0 to look at.\n")
    assert len(looked_at) == 3


@pytest.mark.parametrize(
    "what", ["notebook", "beside", "answers.py", "seed", "gradebook", "log", "code", "forgotten", "not remembered"]
)
def test_whatever_an_audit_rests_on_is_looked_at_again_when_it_changes(
    what, looked_at, course, capsys, seed_file, monkeypatch
):
    graded = course / "autograded" / "ada" / "ps1"
    if what == "not remembered":
        monkeypatch.setattr(_sandbox, "kind", lambda: "none")
    audited("autograded", capsys)
    change = {
        "notebook": lambda: (graded / "ps1.ipynb").write_text((graded / "ps1.ipynb").read_text("utf-8") + " "),
        "beside": lambda: (graded / "helper.py").write_text("a = 1"),
        "answers.py": lambda: (course / "answers.py").write_text("TASKS = []"),
        "seed": lambda: seed_file.write_text("another seed, which is long enough"),
        "gradebook": lambda: gradebook(course / "gradebook.db", "ps1", {"ada": FULL["ps1"] | {"overused": 1.0}}),
        "log": lambda: _log.Log(graded, "1").write("started"),
        "code": lambda: monkeypatch.setattr(_seen, "_our_code", lambda: "another version"),
        "forgotten": lambda: (course / "audited.json").write_text("[1"),
        "not remembered": lambda: None,
    }
    change[what]()
    audited("autograded", capsys)
    assert len(looked_at) == 6
    assert (course / "audited.json").exists() == (what != "not remembered")


def test_what_there_was_something_to_say_of_is_looked_at_each_time(looked_at, course, capsys):
    gradebook(course / "gradebook.db", "ps1", {"ada": FULL["ps1"] | {"overused": 1.0}})
    first, second = found_in(capsys), found_in(capsys)
    assert first == second != [] and len(looked_at) == 6


def test_a_notebook_that_is_not_there_is_named(looked_at, course, capsys):
    code, out = audited("autograded/eve/ps1/ps1.ipynb", capsys)
    assert code == 1 and "cannot be read: no graded notebook (FileNotFoundError)" in out
