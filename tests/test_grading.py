"""Grading without nbgrader: what `grade` gives and says, what preflight repairs, and what the audit finds."""

import copy
import io
import json
import os
import queue
import random
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from course import (
    ASSIGNMENTS,
    SEED,
    SETS,
    cell_of,
    doubled,
    handed_in,
    released,
    saved_by_colab,
    solutions,
    source,
    text,
    without_metadata,
    write,
)

from bleu_helpers.checks import _grading, _student, audit, grade, preflight, secrets
from bleu_helpers.checks._diagnosis import OPEN, WRONG, Verdict, diagnose
from bleu_helpers.checks._tasks import TASKS


@pytest.fixture(autouse=True)
def instructors_machine(tmp_path, monkeypatch):
    seed = tmp_path / "private" / "seed"
    seed.parent.mkdir()
    seed.write_text(SEED + "\n", encoding="utf-8")
    monkeypatch.setenv("BLEU_SEED_FILE", str(seed))
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(ASSIGNMENTS / "answers.py"))
    return seed


def answers_again():
    """The file of answers once more, a line further down, so that its code is not ours but somebody else's."""
    space = {"__name__": "somebody_else"}
    code = "\n" + (ASSIGNMENTS / "answers.py").read_text(encoding="utf-8")
    exec(compile(code, "somebody_else.py", "exec"), space)
    return {task.name: task for task in space["TASKS"]}


OURS = _grading._load(str(ASSIGNMENTS / "answers.py"))
THEIRS = answers_again()
MISTAKES = [(name, mistake) for name, task in THEIRS.items() for mistake in task.mistakes]


# grade.


def test_right_wrong_and_a_known_mistake(capsys):
    def right(candidate, references):
        return sum(any(word in other for other in references) for word in candidate) / (len(candidate) or 1)

    got = grade(right, "unigram_precision", points=4)
    assert (got, type(got)) == (4.0, float)
    assert grade(lambda c, rs: 0.125, "unigram_precision", points=4) == 0.0
    assert capsys.readouterr() == (
        "unigram_precision: correct.\n4 of 4 points.\n"
        "unigram_precision: wrong, and not in a way that is known here.\n"
        "Try small inputs of your own, where you know the result: one word, no match, two references, an empty "
        "sentence.\n0 of 4 points.\n",
        "",
    )


def test_a_known_mistake_keeps_the_share_that_the_instructor_says(capsys):
    first = next(mistake for name, mistake in MISTAKES if (name, mistake.name) == ("normalise", "case kept"))
    assert grade(first.function, "normalise", points=3) == 0.0
    assert grade(first.function, "normalise", points=3, partial={"case kept": 0.5}) == 1.5
    assert grade(first.function, "normalise", points=3, partial={"punctuation kept": 0.5}) == 0.0
    assert "1.5 of 3 points." in capsys.readouterr().out


@pytest.mark.parametrize(("points", "shares"), [(-1, {}), (float("nan"), {}), (1, {"x": 1.0}), (1, {"x": -0.1})])
def test_points_that_are_none_are_refused(points, shares):
    with pytest.raises(ValueError, match="points are 0 or more"):
        grade(len, "normalise", points, partial=shares)


@pytest.mark.parametrize("name", OURS)
def test_our_own_answer_under_another_name_gets_nothing(name, capsys):
    assert grade(OURS[name].function, name, points=2) == 0.0
    assert "it calls it" in capsys.readouterr().out


@pytest.mark.parametrize("name", OURS)
def test_a_right_answer_gets_everything(name):
    assert diagnose(THEIRS[name].function, OURS[name], SEED).status == "correct"


@pytest.mark.parametrize(("name", "mistake"), MISTAKES)
def test_every_mistake_of_the_problem_sets_is_named(name, mistake):
    for seed in (SEED, "another seed"):
        assert diagnose(mistake.function, OURS[name], seed).mistake == mistake.name
    assert mistake.question.endswith("?") or mistake.question.endswith(".")
    assert (ASSIGNMENTS.parent / f"{mistake.lesson}.ipynb").is_file()


def loud(error):
    def function(candidate, references):
        raise error(f"HIDDEN {candidate}")

    return function


class Own(Exception):
    pass


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (loud(KeyError), "your function stops with KeyError for some inputs, in line"),
        (loud(Own), "your function stops with an error of your own for some inputs, in line"),
        (lambda c, rs: f"HIDDEN {c}", "your function returns a text for some inputs."),
        (lambda c, rs: type(f"HIDDEN {c}", (), {})(), "your function returns a value of another type"),
        (lambda c, rs: print("HIDDEN", c), "your function returns None.\nIt prints something."),
        (lambda c, rs: rs.append("HIDDEN") or 0.5, "your function changes its arguments"),
        (lambda c: 1, "your function cannot be called"),
        (None, "this is not a function but None."),
    ],
)
def test_what_is_said_quotes_no_input(function, said, capfd):
    assert grade(function, "unigram_precision", points=1) == 0.0
    out, err = capfd.readouterr()
    assert said in out and out.endswith("0 of 1 points.\n")
    assert err == "" and "HIDDEN" not in out and "[" not in out


def test_an_error_without_a_place_and_a_stub():
    verdict = Verdict("t", WRONG, "HIDDEN", "error", ("candidate = HIDDEN",), ("HIDDEN",), "ValueError")
    assert _grading.without_inputs(verdict).startswith("t: your function stops with ValueError for some inputs.\n")
    verdict = Verdict("t", WRONG, "HIDDEN", "error", (), (), "int")
    assert "HIDDEN" not in _grading.without_inputs(verdict)
    assert _grading.without_inputs(Verdict("t", OPEN, "not attempted yet.", advice=("x",))) == "t: not attempted yet."
    assert _grading.without_inputs(Verdict("t", "correct", "correct.")) == "t: correct."


def test_with_the_usual_message_an_input_would_be_seen():
    assert "HIDDEN" in str(diagnose(loud(KeyError), "unigram_precision", SEED))


# The seed, the answers.


def test_the_seed_comes_from_the_file_or_the_home_folder(instructors_machine, monkeypatch, tmp_path):
    assert _grading.read_seed() == SEED
    monkeypatch.delenv("BLEU_SEED_FILE")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    with pytest.raises(FileNotFoundError, match="there is no seed"):
        _grading.read_seed()
    (tmp_path / ".bleu_grading_seed").write_text("x" * 16, encoding="utf-8")
    assert _grading.read_seed() == "x" * 16


def test_a_seed_that_others_could_know_is_refused(instructors_machine):
    instructors_machine.write_text("2002", encoding="utf-8")
    with pytest.raises(ValueError, match="fewer than 16 characters"):
        _grading.read_seed()
    (instructors_machine.parent / ".git").mkdir()
    with pytest.raises(ValueError, match="in a git repository"):
        _grading.read_seed()
    with pytest.raises(SystemExit, match="Nothing was graded: the seed is in a git repository"):
        secrets.require_seed(assignment="ps1")


def test_with_a_seed_grading_may_start():
    secrets.require_seed(assignment="ps1", student="*", notebooks=[])


def test_no_seed_stands_in_the_repository():
    for path in [*ASSIGNMENTS.rglob("*.ipynb"), *ASSIGNMENTS.glob("*.py")]:
        assert "seed=" not in path.read_text(encoding="utf-8")


def test_a_task_is_found_among_both_kinds(monkeypatch):
    assert _grading.find_task("count_clip") is TASKS["count_clip"]
    assert _grading.find_task("credited").name == "credited"
    with pytest.raises(ValueError, match=r"there is no task 'nothing'\. The tasks are: simple_count, "):
        _grading.find_task("nothing")
    monkeypatch.delenv("BLEU_ANSWERS_FILE")
    with pytest.raises(ValueError, match=r"there is no task 'credited' \(BLEU_ANSWERS_FILE names no file"):
        _grading.find_task("credited")
    with pytest.raises(ValueError, match="no Python file"):
        _grading._load("answers.txt")


def test_feedback_that_gives_a_secret_away_is_withheld(tmp_path, monkeypatch, capsys):
    course = tmp_path / "course"
    (course / "answers.py").parent.mkdir()
    (course / "answers.py").write_bytes((ASSIGNMENTS / "answers.py").read_bytes())
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(course / "answers.py"))
    task = _grading.find_task("credited")
    longest = max((arguments[0] for arguments, _ in _grading.inputs_of(task, SEED)[9:]), key=len)
    pages = {"ada": "fine", "bob": f"my secret: {SEED}", "eve": f"I saw {longest!r}".replace("'", "&#39;")}
    for student, page in pages.items():
        path = course / "feedback" / student / "ps1" / "ps1.html"
        path.parent.mkdir(parents=True)
        path.write_text(page, encoding="utf-8")
    secrets.keep_feedback_clean("ps1", student="*", notebooks=[])
    assert sorted(path.name for path in course.glob("feedback/*/*/*")) == [
        "ps1.html",
        "ps1.html.withheld",
        "ps1.html.withheld",
    ]
    out, err = capsys.readouterr()
    secrets.keep_feedback_clean("ps1", student="*", notebooks=[])
    assert capsys.readouterr() == ("", "")
    assert out == "" and "bob" in err and "because it shows the seed." in err and "a hidden input of credited" in err


@pytest.mark.parametrize("task", OURS.values(), ids=lambda task: task.name)
def test_every_longer_hidden_input_would_be_found(task):
    forms = _grading._hidden(task, SEED)
    assert len(forms) > 100
    for form in forms:
        for page in (form, form.replace("'", "&#39;"), f"({form[1:-1]})"):
            assert list(_grading.leaks(f"<pre>x {page}, y</pre>", [task], SEED)) == [f"a hidden input of {task.name}"]


# Preflight.


@pytest.fixture(params=SETS)
def name(request):
    return request.param


def graded(notebook):
    """What nbgrader would see: for each of its cells, the data without the checksum, and the text."""
    return {
        cell["metadata"]["nbgrader"]["grade_id"]: (cell["metadata"]["nbgrader"], text(cell))
        for cell in notebook["cells"]
        if "nbgrader" in cell["metadata"]
    }


def test_what_is_as_it_should_be_stays(name):
    release = released(name)
    whole = handed_in(release, solutions(name))
    fixed, findings = preflight.repair(release, whole)
    assert fixed == whole and findings == preflight.Findings()


def test_lost_metadata_is_found_by_content(name):
    release = released(name)
    whole = handed_in(release, solutions(name))
    fixed, findings = preflight.repair(release, without_metadata(copy.deepcopy(whole)))
    assert graded(fixed) == graded(whole) and findings.open == []
    assert len(findings.repaired) == len(graded(whole))


def test_what_colab_does_is_no_trouble(name):
    release = released(name)
    whole = handed_in(release, solutions(name))
    fixed, findings = preflight.repair(release, saved_by_colab(copy.deepcopy(whole)))
    assert graded(fixed) == graded(whole) and findings == preflight.Findings()
    fixed, findings = preflight.repair(release, without_metadata(saved_by_colab(copy.deepcopy(whole))))
    assert graded(fixed) == graded(whole) and findings.open == []


def test_a_double_cell_is_one_for_nbgrader(name):
    release = released(name)
    whole = handed_in(release, solutions(name))
    for grade_id in graded(whole):
        fixed, findings = preflight.repair(release, doubled(copy.deepcopy(whole), grade_id))
        assert graded(fixed) == graded(whole)
        assert len(fixed["cells"]) == len(whole["cells"]) + 1 and findings.open == []
        assert len({cell["id"] for cell in fixed["cells"]}) == len(fixed["cells"])


def test_two_different_answers_are_for_a_person():
    release = released("ps1")
    whole = doubled(handed_in(release, solutions("ps1")), "credited")
    cell_of(whole, "credited")["source"] = ["def credited(candidate, references):\n", "    return []"]
    fixed, findings = preflight.repair(release, whole)
    assert graded(fixed)["credited"][1] == solutions("ps1")["credited"]
    assert findings.open == ["credited: there are different answers. The last one counts. Look at both"]


def test_an_untouched_copy_below_the_answer_is_for_a_person():
    release = released("ps1")
    whole = doubled(copy.deepcopy(release), "credited")
    cell_of(whole, "credited")["source"] = [solutions("ps1")["credited"]]
    fixed, findings = preflight.repair(release, whole)
    assert graded(fixed)["credited"][1] == solutions("ps1")["credited"]
    assert findings.open == ["credited: an untouched copy of the task stands below the answer and undoes it"]


def test_changed_and_foreign_grading_data():
    release = released("ps1")
    whole = handed_in(release, solutions("ps1"))
    broken = copy.deepcopy(whole)
    cell_of(broken, "test_credited")["metadata"]["nbgrader"]["grade"] = False
    broken["cells"][0]["metadata"]["nbgrader"] = {"grade_id": "elsewhere", "grade": True}
    broken["cells"][2]["metadata"]["nbgrader"] = "nonsense"
    fixed, findings = preflight.repair(release, broken)
    assert graded(fixed) == graded(whole)
    assert findings.repaired == [
        "cell 1: it had grading data that is not of this problem set",
        "cell 3: it had grading data that is not of this problem set",
        "test_credited: its grading data had been changed",
    ]


def test_lost_tests_come_back_and_a_lost_answer_is_reported():
    release = released("ps1")
    whole = handed_in(release, solutions("ps1"))
    broken = copy.deepcopy(whole)
    gone = {"test_overused", "overused", "try_overused", "text_precision"}
    broken["cells"] = [c for c in broken["cells"] if c["metadata"].get("nbgrader", {}).get("grade_id") not in gone]
    fixed, findings = preflight.repair(release, broken)
    assert "test_overused" in graded(fixed)
    assert findings.open == [
        "overused: no cell looks like this answer",
        "text_precision: no cell looks like this answer",
    ]
    assert findings.repaired == ["test_overused: the cell with the tests was gone, and is back"]
    only_test = {"cells": [cell_of(release, "test_overused")], "nbformat_minor": 5}
    fixed, _ = preflight.repair(only_test, {"cells": [{"cell_type": "code", "source": "", "metadata": {}, "id": "a"}]})
    assert fixed["cells"][0]["source"] == ""


def test_a_written_answer_is_found_by_its_place_when_its_first_line_is_gone():
    release = released("ps3")
    whole = handed_in(release, solutions("ps3"))
    bare = without_metadata(copy.deepcopy(whole))
    place = release["cells"].index(cell_of(release, "judgement"))
    bare["cells"][place]["source"] = ["BLEU-2, because of its number."]
    fixed, findings = preflight.repair(release, bare)
    assert fixed["cells"][place]["metadata"]["nbgrader"]["grade_id"] == "judgement"
    assert "judgement: its grading data was lost; the cell was found by its place" in findings.repaired
    bare["cells"].insert(place, {"cell_type": "markdown", "id": "new", "metadata": {}, "source": ["Another text."]})
    fixed, findings = preflight.repair(release, bare)
    assert findings.open == ["judgement: no cell looks like this answer"]
    bare["cells"] = bare["cells"][: place - 1]
    assert preflight.repair(release, bare)[1].open == ["judgement: no cell looks like this answer"]


def test_another_notebook_is_left_alone():
    other = handed_in(released("ps2"), {})
    fixed, findings = preflight.repair(released("ps1"), other)
    assert fixed is other
    assert findings.open == ["this does not look like the notebook that was handed out"]


def test_ids_are_mended_where_the_format_asks_for_them():
    release = released("ps1")
    whole = handed_in(release, solutions("ps1"))
    whole["cells"][3]["id"] = whole["cells"][2]["id"]
    del whole["cells"][5]["id"]
    fixed, findings = preflight.repair(release, whole)
    assert len({cell["id"] for cell in fixed["cells"]}) == len(fixed["cells"])
    assert findings.repaired == ["cells without an id, or with the id of another cell, have one of their own"]


def test_whatever_happens_to_a_notebook_no_text_is_changed(name):
    release = released(name)
    for number in range(60):
        dice = random.Random(number)
        broken = handed_in(release, {k: v for k, v in solutions(name).items() if dice.random() < 0.7})
        for cell in list(broken["cells"]):
            fate = dice.choice(["keep"] * 6 + ["strip", "double", "gone", "edit", "rename"])
            data = cell["metadata"].get("nbgrader")
            if fate == "strip":
                cell["metadata"] = {}
            elif fate == "double":
                broken["cells"].insert(dice.randrange(len(broken["cells"])), copy.deepcopy(cell))
            elif fate == "gone":
                broken["cells"].remove(cell)
            elif fate == "edit":
                cell["source"] = ["a new text ", str(number)]
            elif fate == "rename" and data:
                data["grade_id"] = dice.choice(["", "other", "set-up"])
        fixed, _ = preflight.repair(release, broken)
        rest = iter([text(cell) for cell in fixed["cells"]])
        assert all(before in rest for before in (text(cell) for cell in broken["cells"]))
        names = [c["metadata"]["nbgrader"]["grade_id"] for c in fixed["cells"] if "nbgrader" in c["metadata"]]
        if fixed is not broken:
            assert len(names) == len(set(names))
            again, findings = preflight.repair(release, fixed)
            assert again == fixed and findings.repaired == []


@pytest.mark.parametrize(
    ("path", "own", "becomes"),
    [
        ("ps1.ipynb", False, "ps1.ipynb"),
        ("mary_ann_ps1.ipynb", False, "mary_ann_ps1.ipynb"),
        ("Copy of ps1.ipynb", False, "ps1.ipynb"),
        ("Copy of Copy of ps1.ipynb", False, "ps1.ipynb"),
        ("ada_Copy_of_ps1.ipynb", False, "ada_ps1.ipynb"),
        ("ps1 (3).ipynb", False, "ps1.ipynb"),
        ("ps1-Copy1.ipynb", False, "ps1.ipynb"),
        ("ps1 - Copy.ipynb", False, "ps1.ipynb"),
        ("my homework.ipynb", False, None),
        ("my homework.ipynb", True, "ps1.ipynb"),
        ("maps1.ipynb", False, None),
    ],
)
def test_names(path, own, becomes):
    found = preflight.proper_name(Path(path), "ps1", own)
    assert (found.name if found else None) == becomes


def test_preflight_of_a_folder(tmp_path, capsys):
    release = released("ps1")
    write(release, tmp_path / "release" / "ps1.ipynb")
    archive = tmp_path / "archive"
    right = handed_in(release, solutions("ps1"))
    write(right, archive / "ada" / "ps1.ipynb")
    write(right, archive / "bob" / "homework.ipynb")
    write(without_metadata(copy.deepcopy(right)), archive / "eve_Copy of ps1.ipynb")
    write(right, archive / ".ipynb_checkpoints" / "ps1.ipynb")
    assert preflight.main([str(tmp_path / "release" / "ps1.ipynb"), str(archive)]) == 0
    assert capsys.readouterr().out.endswith("1 as it should be, 2 repaired, 0 look at it\n")
    assert sorted(path.name for path in archive.rglob("*ps1*.ipynb")) == [
        "eve_ps1.ipynb",
        "ps1.ipynb",
        "ps1.ipynb",
        "ps1.ipynb",
    ]
    backup = archive / "eve_Copy of ps1.ipynb.before-preflight"
    assert backup.is_file()
    first = backup.read_bytes()
    write(without_metadata(copy.deepcopy(release)), archive / "eve_Copy of ps1.ipynb")
    (archive / "all.zip").write_bytes(b"PK")
    (archive / "broken.ipynb").write_text("{", encoding="utf-8")
    write({"cells": [{}]}, archive / "empty.ipynb")
    write(right, archive / "what is this.ipynb")
    assert (
        preflight.main([str(tmp_path / "release" / "ps1.ipynb"), str(archive), str(archive / "ada" / "ps1.ipynb")]) == 1
    )
    out = capsys.readouterr().out
    assert backup.read_bytes() == first
    for line in (
        "  open: it is packed. Unpack it, then run this again\n",
        "  open: it cannot be read as a notebook (JSONDecodeError)\n",
        "  open: there is a eve_ps1.ipynb beside it. Which of the two counts?\n",
        "  open: its name does not say that it is ps1\n",
    ):
        assert line in out
    assert out.endswith("4 as it should be, 0 repaired, 5 look at it\n")


def test_a_test_above_its_answer_is_for_a_person():
    release = released("ps1")
    whole = handed_in(release, solutions("ps1"))
    answer = cell_of(whole, "text_precision")
    whole["cells"].remove(answer)
    whole["cells"].append(answer)
    said = ["test_text_precision: it stands above text_precision, and cannot see that answer"]
    fixed, findings = preflight.repair(release, whole)
    assert fixed == whole and findings.open == said
    # The task was left as it was, and a copy at the end was filled in.
    whole = handed_in(release, solutions("ps1") | {"text_precision": text(cell_of(release, "text_precision"))})
    whole["cells"].append(copy.deepcopy(answer))
    assert preflight.repair(release, whole)[1].open == said


def test_what_only_shows_beside_the_others(tmp_path, capsys):
    write(released("ps1"), tmp_path / "release" / "ps1.ipynb")
    archive = tmp_path / "archive"
    right = handed_in(released("ps1"), solutions("ps1"))
    for path in ("ada/ps1.ipynb", "ada/old/ps1.ipynb", "ps1.ipynb", "bob/ps1.ipynb", "eve/ps1.ipynb.txt"):
        write(right, archive / path)
    for path in ("bob/figures/plot.png", "zoe.pdf", ".DS_Store", "eve/.ipynb_checkpoints/ps1.ipynb"):
        (archive / path).parent.mkdir(parents=True, exist_ok=True)
        (archive / path).write_bytes(b"")
    assert preflight.main([str(tmp_path / "release" / "ps1.ipynb"), str(archive)]) == 1
    out = capsys.readouterr().out.replace(str(archive), "").replace("\\", "/")
    two = "  open: ada has more than one ps1: nbgrader stops there. Which one counts?\n"
    assert out == (
        f"/ada/old/ps1.ipynb: look at it\n{two}/ada/ps1.ipynb: look at it\n{two}"
        "/bob/ps1.ipynb: as it should be\n"
        "/ps1.ipynb: look at it\n"
        "  open: whose is it? It is in no student's folder, and its name names no student\n"
        "/eve/ps1.ipynb.txt: look at it\n  open: it is no notebook, so nobody will grade it\n"
        "/zoe.pdf: look at it\n  open: it is no notebook, so nobody will grade it\n"
        "1 as it should be, 0 repaired, 5 look at it\n"
    )


def test_a_folder_of_one_notebook_may_be_a_students(tmp_path, capsys):
    write(released("ps1"), tmp_path / "release" / "ps1.ipynb")
    write(released("ps1"), tmp_path / "ada" / "ps1.ipynb")
    assert preflight.main([str(tmp_path / "release" / "ps1.ipynb"), str(tmp_path / "ada")]) == 0


def test_a_second_version_is_kept_as_well(tmp_path, capsys):
    release = released("ps1")
    write(release, tmp_path / "release" / "ps1.ipynb")
    path = tmp_path / "ada" / "ps1.ipynb"
    came = []
    for answer in ("first", "second", "second"):
        write(without_metadata(handed_in(release, {"overused": f"def overused():\n    {answer}"})), path)
        came.append(path.read_bytes())
        preflight.main([str(tmp_path / "release" / "ps1.ipynb"), str(path)])
    kept = sorted(path.parent.glob("*.before-preflight*"))
    assert [file.name for file in kept] == ["ps1.ipynb.before-preflight", "ps1.ipynb.before-preflight-2"]
    assert [file.read_bytes() for file in kept] == came[:2]


def test_no_notebook_stops_preflight(tmp_path, capsys):
    release = released("ps1")
    write(release, tmp_path / "release" / "ps1.ipynb")
    half = without_metadata(handed_in(release, {"overused": "def overused():\n    return '\ud83d'"}))
    write(half, tmp_path / "archive" / "ada" / "ps1.ipynb")
    (tmp_path / "archive" / "bob").mkdir()
    (tmp_path / "archive" / "bob" / "ps1.ipynb").write_text("[" * 50_000, encoding="utf-8")
    assert preflight.main([str(tmp_path / "release" / "ps1.ipynb"), str(tmp_path / "archive")]) == 1
    out = capsys.readouterr().out
    assert "it cannot be read as a notebook (RecursionError)" in out and "1 repaired, 1 look at it" in out
    fixed = json.loads((tmp_path / "archive" / "ada" / "ps1.ipynb").read_text(encoding="utf-8"))
    assert text(cell_of(fixed, "overused")).endswith("'\ud83d'")


def test_the_release_comes_first(tmp_path, capsys):
    assert preflight.main([str(tmp_path), str(tmp_path)]) == 2
    assert capsys.readouterr().out.startswith("The first name is to be the notebook that the students got")


@pytest.mark.parametrize("tool", [preflight, audit])
def test_without_arguments_the_tools_say_what_they_do(tool, capsys):
    assert tool.main([]) == 2
    assert "python -m bleu_helpers.checks." in capsys.readouterr().out


# The audit.


def as_graded(name, answers, grades):
    """A notebook as nbgrader leaves it: the instructor's tests in it, and a grade below each."""
    notebook = handed_in(released(name), answers)
    for cell in source(name)["cells"]:
        data = cell["metadata"].get("nbgrader", {})
        if data.get("grade") and cell["cell_type"] == "code":
            mine = cell_of(notebook, data["grade_id"])
            value = grades[data["grade_id"].removeprefix("test_")]
            mine["source"] = cell["source"]
            mine["outputs"] = [
                {"output_type": "stream", "name": "stdout", "text": ["something\n"]},
                {"output_type": "execute_result", "data": {"text/plain": [str(value)]}},
            ]
    return notebook


FULL = {
    "ps1": {"overused": 3.0, "credited": 4.0, "text_precision": 3.0},
    "ps2": {"normalise": 2.0, "order_precisions": 3.0, "mean_penalty": 3.0, "open_bleu": 4.0},
    "ps3": {"ranks": 3.0, "agreement": 4.0},
}


def audited(path, capsys):
    code = audit.main([str(path)])
    return code, capsys.readouterr().out


def test_an_honest_notebook_has_the_same_grade(name, tmp_path, capsys):
    write(as_graded(name, solutions(name), FULL[name]), tmp_path / f"{name}.ipynb")
    assert audited(tmp_path, capsys) == (0, f"{len(FULL[name])} functions graded again, 0 to look at.\n")


def test_the_reason_is_given_where_a_grade_differs(tmp_path, capsys, monkeypatch):
    odd = {
        "overused": "%matplotlib inline\nimport sys\ndef overused(*, candidate, references):\n"
        "    candidate.append(1)\n    return {}",
        "credited": "import os, time\ndef credited(candidate, references):\n    os._exit(0)",
        "text_precision": "def broken(:",
    }
    monkeypatch.delenv("BLEU_ANSWERS_FILE")
    (tmp_path / "answers.py").write_bytes((ASSIGNMENTS / "answers.py").read_bytes())
    monkeypatch.chdir(tmp_path)
    write(as_graded("ps1", odd, FULL["ps1"]), tmp_path / "ada" / "ps1.ipynb")
    (tmp_path / "bob.ipynb").write_text("{", encoding="utf-8")
    code, out = audited(tmp_path, capsys)
    assert code == 1
    assert "test_overused has 3, and a fresh run gives 0: overused: your function changes its arguments" in out
    assert f"test_credited has 4, and a fresh run gives 0: {audit.GONE}\n" in out
    assert f"test_text_precision has 3, and a fresh run gives 0: {audit.GONE}\n" in out
    assert "bob.ipynb: cannot be read as a graded notebook (JSONDecodeError)\n" in out
    assert out.endswith("3 functions graded again, 4 to look at.\n")


def call(function, code, task="unigram_precision", points=2.0, shares=None):
    return audit.Call("test", function, task, points, shares or {}, [code], points)


def test_every_answer_of_a_students_process_is_understood(monkeypatch):
    """Called here without the guard, whose hook takes the place of the one that measures coverage."""
    remote = audit.Remote.__new__(audit.Remote)
    remote.ours = False
    said = []
    monkeypatch.setattr(remote, "_ask", lambda request: said.pop(0), raising=False)
    said.append({"ended": "endless"})
    with pytest.raises(audit._guard._Endless):
        remote([])
    words = ["a"]
    said.append({"changed": True, "ours": True, "result": {"t": [1]}})
    assert remote(2, words) == (1,) and words == ["a", None] and remote.ours
    for name, kind in (("KeyError", KeyError), ("Own", RuntimeError), ("UnicodeDecodeError", RuntimeError)):
        said.append({"error": name, "message": "m"})
        with pytest.raises(kind, match="m"):
            remote([])


def test_a_function_that_is_not_there():
    assert audit.regrade(call("g", "def f(:"), SEED) == audit.Regrade(0.0, "there is no function g to call")


def test_a_process_that_ends_in_its_cells_and_one_that_takes_too_long(monkeypatch):
    assert audit.regrade(call("f", "import os\nos._exit(1)"), SEED) == audit.Regrade(0.0, audit.GONE)
    monkeypatch.setattr(audit, "SECONDS", 4.0)
    sleeper = "import itertools, collections\ndef f(candidate, references):\n"
    sleeper += "    collections.deque(itertools.count(), maxlen=0)"
    assert audit.regrade(call("f", sleeper), SEED) == audit.Regrade(0.0, audit.GONE)


def test_endless_loops_and_errors_get_what_they_get_in_nbgrader():
    loop = "def f(candidate, references):\n    while True:\n        len(candidate)\nf([], [])"
    assert audit.regrade(call("f", loop), SEED).why.endswith("it did not come to an end.")
    for error in (
        "1 / 0",
        "raise UnicodeDecodeError('a', b'', 0, 1, 'b')",
        "class Own(Exception): pass\n    raise Own",
    ):
        fresh = audit.regrade(call("f", f"def f(candidate, references):\n    {error}"), SEED)
        assert fresh.points == 0 and "stops with" in fresh.why


def test_our_function_in_a_students_notebook():
    fresh = audit.regrade(call("f", "from bleu_helpers import unigram_precision as f"), SEED)
    assert fresh == audit.Regrade(0.0, audit.OURS)


def test_neither_the_seed_nor_the_answers_are_known_to_the_students_process():
    spy = """
import os, pathlib
found = [os.environ.get("BLEU_SEED_FILE"), os.environ.get("BLEU_ANSWERS_FILE")]
found += list(pathlib.Path.home().iterdir())
def f(candidate, references):
    raise KeyError(str(found))
"""
    task = TASKS["unigram_precision"]
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        remote = audit.Remote(call("f", spy), task, folder)
        with pytest.raises(KeyError, match=r"\[None, None\]"):
            remote(["a"], [["a"]])
        remote.close()


@pytest.mark.parametrize(
    ("outputs", "points"),
    [
        ([], 4.0),
        ([{"output_type": "error"}], 0.0),
        ([{"output_type": "stream", "name": "stderr"}], 0.0),
        ([{"output_type": "execute_result", "data": {"text/plain": "1.5"}}], 1.5),
        ([{"output_type": "execute_result", "data": {"text/plain": "'x'"}}], 4.0),
        ([{"output_type": "execute_result", "data": {"text/plain": "nan"}}], 4.0),
        ([{"output_type": "execute_result", "data": {"text/plain": "-1"}}], 4.0),
    ],
)
def test_a_grade_is_read_as_nbgrader_reads_it(outputs, points):
    assert audit.recorded_points({"outputs": outputs}, 4.0) == points


def test_a_grade_that_is_no_number_is_found(tmp_path, capsys):
    answers = solutions("ps1") | {"overused": "def overused(candidate, references):\n    return {}"}
    write(as_graded("ps1", answers, FULL["ps1"] | {"overused": "nan"}), tmp_path / "ps1.ipynb")
    code, out = audited(tmp_path, capsys)
    assert code == 1 and "test_overused has 3, and a fresh run gives 0: " in out
    assert out.endswith("3 functions graded again, 1 to look at.\n")


RIGHT = """
def f(candidate, references):
    return sum(any(word in other for other in references) for word in candidate) / (len(candidate) or 1)
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no fork on Windows")
@pytest.mark.parametrize("away", ["", "os.setsid()"])
def test_what_a_students_process_leaves_behind_does_not_hold_the_audit_up(away, monkeypatch):
    monkeypatch.setattr(audit, "SECONDS", 8.0)
    begun = time.monotonic()
    left = f"import os, time\nif os.fork() == 0:\n    {away}\n    time.sleep(40)\n    os._exit(0)\n"
    assert audit.regrade(call("f", left + RIGHT), SEED).points == 2
    in_the_function = left.replace("\n", "\n    ") + "os._exit(0)"
    assert audit.regrade(call("f", f"def f(candidate, references):\n    {in_the_function}"), SEED).why == audit.GONE
    assert time.monotonic() - begun < 30


@pytest.mark.skipif(os.name == "nt", reason="the numbers of the channels are those of POSIX")
def test_an_answer_that_is_no_answer():
    forged = "import os\nfor number in range(3, 12):\n    try:\n        os.write(number, b'[' * 50_000 + b'\\n')\n"
    assert audit.regrade(call("f", forged + "    except OSError:\n        pass\n" + RIGHT), SEED).why == audit.GONE


def test_a_process_that_no_longer_listens():
    class Closed(io.StringIO):
        def write(self, _):
            raise BrokenPipeError

    remote = audit.Remote.__new__(audit.Remote)
    remote._process = SimpleNamespace(stdin=Closed(), stdout=io.StringIO())
    remote._requests, remote._answers = queue.SimpleQueue(), queue.SimpleQueue()
    for request in ("{}", None):
        remote._requests.put(request)
    remote._talk()
    assert remote._answers.get(timeout=1) == ""


def test_the_audit_needs_the_seed_and_the_answers(instructors_machine, tmp_path, capsys, monkeypatch):
    write(as_graded("ps1", solutions("ps1"), FULL["ps1"]), tmp_path / "ps1.ipynb")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BLEU_ANSWERS_FILE")
    assert audit.main(["ps1.ipynb"]) == 2
    assert capsys.readouterr().out.startswith("Stopped: there is no task 'overused' (BLEU_ANSWERS_FILE names no file")
    instructors_machine.unlink()
    assert audit.main(["ps1.ipynb"]) == 2
    assert capsys.readouterr().out.startswith("Stopped: there is no seed")


# The student's process, here in this one.


def served(cells, function, requests, parameters=("candidate", "references"), forbidden=()):
    order = {"cells": cells, "function": function, "parameters": list(parameters), "forbidden": list(forbidden)}
    lines = [json.dumps(order), *(json.dumps(_student.encode(request)) for request in requests)]
    write = io.StringIO()
    _student.serve(io.StringIO("\n".join(lines) + "\n"), write)
    return [json.loads(line) for line in write.getvalue().splitlines()]


def test_the_students_process_answers():
    cells = [
        "%%bash\nrm",
        "x = (",
        "if True:\n    %matplotlib inline\n!ls\nprint(display(3))",
        "1 / 0",
        "from fractions import Fraction\n"
        "def f(candidate, references):\n    return [Fraction(1, 2), None, (1,), {'a': 1}, {1}]",
    ]
    ready, answer = served(cells, "f", [[["a"], [["b"]]]])
    assert ready == {"ready": True}
    assert answer == {
        "ended": "returned",
        "changed": False,
        "ours": False,
        "result": [0.5, None, {"t": [1]}, {"d": [["a", 1]]}, {"o": "set"}],
    }
    back = _student.decode(answer["result"])
    assert back[:4] == [0.5, None, (1,), {"a": 1}] and type(back[4]) is object


@pytest.mark.parametrize(
    "above",
    [
        "%%time\n",
        "%%capture out\n%%time\n",
        "if 'google.colab' in str(get_ipython()):\n    print('in Colab')\n",
        "files = !ls\nlen?\n%config InteractiveShell.ast_node_interactivity = 'all'\n",
        "x = (3\n     % 2)\n",
    ],
)
def test_what_only_ipython_understands_costs_nobody_a_function(above):
    cell = above + "def f(candidate, references):\n    return 0.5"
    assert served([cell], "f", [[["a"], [["b"]]]])[1]["result"] == 0.5


def test_what_stands_in_place_of_ipython():
    """Called here without the guard, whose hook takes the place of the one that measures coverage."""
    space = {}
    shell = _student.Shell(space)
    shell.run_cell_magic("time", "", "x = 1")
    shell.run_cell_magic("bash", "", "x = 2")
    assert space["x"] == 1 and shell.getoutput("ls") == [] and shell.system("ls") is None


def test_a_magic_for_another_language_is_not_run():
    assert served(["%%bash\nf = 3"], "f", []) == [{"ready": False}]


@pytest.mark.skipif(os.name == "nt", reason="there is no alarm on Windows")
def test_a_cell_that_sleeps_is_interrupted_and_the_next_one_runs(monkeypatch):
    monkeypatch.setattr(_student, "SECONDS_PER_CELL", 1)
    space = {}
    begun = time.monotonic()
    _student.run_cells(["import time\ntime.sleep(20)\nlate = 1", "x = 1"], space)
    assert space["x"] == 1 and "late" not in space and time.monotonic() - begun < 15


def test_what_a_students_class_can_do():
    bad = "class Bad(Exception):\n    def __str__(self): raise self\n    def __float__(self): raise self\n"
    [_, raised] = served([bad + "def f(*all): raise Bad"], "f", [[[], []]])
    assert (raised["error"], raised["message"]) == ("Bad", "")
    [_, returned] = served([bad + "def f(*all): return Bad()"], "f", [[[], []]])
    assert returned["result"] == {"o": ""}


def test_what_cannot_be_called():
    assert served(["f = 3"], "f", []) == [{"ready": False}]
    assert served(["def f(): return 1"], "f", []) == [{"ready": False}]
    assert served([], "f", []) == [{"ready": False}]


def test_our_code_is_known_by_name():
    [_, answer] = served(
        ["from bleu_helpers import unigram_precision as f"],
        "f",
        [[["a"], [["a"]]]],
        forbidden=["bleu_helpers.counting:unigram_precision", "bleu_helpers.counting:nothing"],
    )
    assert answer["ours"] is True and answer["result"] == 1.0


def test_main_takes_the_channels_away(monkeypatch):
    taken, served_with = [], []
    monkeypatch.setattr(sys, "argv", ["_student", "100"])
    monkeypatch.setattr(_student.os, "dup2", lambda old, new: taken.append(new))
    monkeypatch.setattr(_student, "limit_memory", taken.append)
    monkeypatch.setattr(_student, "serve", lambda read, write: served_with.extend([read.mode, write.mode]))
    _student.main()
    assert taken == [100, 0, 1, 2] and served_with == ["r", "w"]


def test_memory_is_limited_where_that_can_be(monkeypatch):
    limits = []
    monkeypatch.setitem(
        sys.modules, "resource", type("R", (), {"RLIMIT_AS": 9, "setrlimit": lambda *a: limits.append(a)})
    )
    _student.limit_memory(2)
    assert limits == [(9, (2**21, 2**21))]
    monkeypatch.setitem(sys.modules, "resource", None)
    _student.limit_memory(2)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux is known to keep to the limit")
def test_a_function_that_wants_all_the_memory_gets_none(monkeypatch):
    monkeypatch.setattr(audit, "MEGABYTES", 1024)
    greedy = "def f(candidate, references):\n    return len(bytearray(2**31))"
    assert "stops with MemoryError" in audit.regrade(call("f", greedy), SEED).why


# What the checker takes on for this.


def test_a_task_of_ones_own_has_no_swapped_arguments_and_nothing_simpler():
    from bleu_helpers.checks import _inputs, authoring, catalogue

    assert catalogue.swap("credited") is None
    assert list(_inputs.smaller(["scores"], ([1.0, 2.0],))) == []
    assert set(authoring.__all__) <= set(vars(authoring))
