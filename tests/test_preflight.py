"""Preflight: what it repairs in notebooks that were handed in, what it leaves to a person, and that no text changes."""

import copy
import json
import random
from pathlib import Path

import pytest
from course import (
    SETS,
    cell_of,
    doubled,
    handed_in,
    instructors_machine,
    released,
    saved_by_colab,
    seen_by_nbgrader,
    solutions,
    source,
    text,
    without_metadata,
    write,
)

from bleu_helpers.course import _repair, preflight

# One notebook.


@pytest.fixture(params=SETS)
def name(request):
    return request.param


def test_what_is_as_it_should_be_stays(name):
    release = released(name)
    whole = handed_in(release, solutions(name))
    fixed, findings = _repair.repair(release, whole)
    assert fixed == whole and findings == preflight.Findings()


def test_lost_metadata_is_found_by_content(name):
    release = released(name)
    whole = handed_in(release, solutions(name))
    fixed, findings = _repair.repair(release, without_metadata(copy.deepcopy(whole)))
    assert seen_by_nbgrader(fixed) == seen_by_nbgrader(whole) and findings.open == []
    assert len(findings.repaired) == len(seen_by_nbgrader(whole))


def test_what_colab_does_is_no_trouble(name):
    release = released(name)
    whole = handed_in(release, solutions(name))
    fixed, findings = _repair.repair(release, saved_by_colab(copy.deepcopy(whole)))
    assert seen_by_nbgrader(fixed) == seen_by_nbgrader(whole) and findings == preflight.Findings()
    fixed, findings = _repair.repair(release, without_metadata(saved_by_colab(copy.deepcopy(whole))))
    assert seen_by_nbgrader(fixed) == seen_by_nbgrader(whole) and findings.open == []


def test_a_double_cell_is_one_for_nbgrader(name):
    release = released(name)
    whole = handed_in(release, solutions(name))
    for grade_id in seen_by_nbgrader(whole):
        fixed, findings = _repair.repair(release, doubled(copy.deepcopy(whole), grade_id))
        assert seen_by_nbgrader(fixed) == seen_by_nbgrader(whole)
        assert len(fixed["cells"]) == len(whole["cells"]) + 1 and findings.open == []
        assert len({cell["id"] for cell in fixed["cells"]}) == len(fixed["cells"])


def test_two_different_answers_are_for_a_person():
    release = released("ps1")
    whole = doubled(handed_in(release, solutions("ps1")), "credited")
    cell_of(whole, "credited")["source"] = ["def credited(candidate, references):\n", "    return []"]
    fixed, findings = _repair.repair(release, whole)
    assert seen_by_nbgrader(fixed)["credited"][1] == solutions("ps1")["credited"]
    assert findings.open == ["credited: there are different answers. The last one counts. Look at both"]


def defined(notebook):
    """What the functions of a notebook are in the end: the text of the last cell that defines each."""
    found = {}
    for cell in notebook["cells"]:
        for name in _repair.functions(cell):
            found[name] = text(cell)
    return found


def answers_in(release, place, *names):
    """The students' notebook with answers typed into the cell of this name, and their own cells left as they came."""
    typed = "\n".join(solutions("ps1")[name] for name in names)
    return handed_in(release, {place: f"{text(cell_of(release, place))}\n{typed}"})


@pytest.mark.parametrize("where", ["a copy", "a cell above", "a cell below"])
def test_a_cell_that_was_left_as_it_came_does_not_undo_the_answer(where):
    release, answer = released("ps1"), solutions("ps1")["credited"]
    whole = doubled(copy.deepcopy(release), "credited")
    first, second = (cell for cell in whole["cells"] if _repair.grade_id(cell) == "credited")
    (second if where == "a cell below" else first)["source"] = [answer]
    if where != "a copy":
        (second if where == "a cell below" else first)["metadata"] = {}
    fixed, findings = _repair.repair(release, whole)
    assert defined(fixed)["credited"] == answer and findings.open == []
    names = [_repair.grade_id(cell) for cell in fixed["cells"]]
    assert names.index("credited") < names.index("test_credited")


@pytest.mark.parametrize("place", ["set-up", "try_overused"])
def test_what_was_typed_into_a_cell_of_ours_is_graded(place):
    """nbgrader writes its own cells anew: all answers in the first cell, or an import, would be gone without a word."""
    release = released("ps1")
    fixed, findings = _repair.repair(release, answers_in(release, place, "credited", "text_precision"))
    assert seen_by_nbgrader(fixed)[place] == seen_by_nbgrader(release)[place]
    assert all(solutions("ps1")[name] in defined(fixed)[name] for name in ("credited", "text_precision"))
    assert findings.open == []
    assert f"{place}: what was typed into this cell of ours stands in a cell of its own below" in findings.repaired
    assert len({cell["id"] for cell in fixed["cells"]}) == len(fixed["cells"]) == len(release["cells"]) + 1


def test_changed_and_foreign_grading_data():
    release = released("ps1")
    whole = handed_in(release, solutions("ps1"))
    broken = copy.deepcopy(whole)
    cell_of(broken, "test_credited")["metadata"]["nbgrader"]["grade"] = False
    broken["cells"][0]["metadata"]["nbgrader"] = {"grade_id": "elsewhere", "grade": True}
    broken["cells"][2]["metadata"]["nbgrader"] = "nonsense"
    fixed, findings = _repair.repair(release, broken)
    assert seen_by_nbgrader(fixed) == seen_by_nbgrader(whole)
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
    fixed, findings = _repair.repair(release, broken)
    assert "test_overused" in seen_by_nbgrader(fixed)
    assert findings.open == [
        "overused: no cell looks like this answer",
        "text_precision: no cell looks like this answer",
    ]
    assert findings.repaired == ["test_overused: the cell with the tests was gone, and is back"]
    only_test = {"cells": [cell_of(release, "test_overused")], "nbformat_minor": 5}
    fixed, _ = _repair.repair(only_test, {"cells": [{"cell_type": "code", "source": "", "metadata": {}, "id": "a"}]})
    assert fixed["cells"][0]["source"] == ""


def test_a_written_answer_is_found_by_its_place_when_its_first_line_is_gone():
    release = released("ps3")
    whole = handed_in(release, solutions("ps3"))
    bare = without_metadata(copy.deepcopy(whole))
    place = release["cells"].index(cell_of(release, "judgement"))
    bare["cells"][place]["source"] = ["BLEU-2, because of its number."]
    fixed, findings = _repair.repair(release, bare)
    assert fixed["cells"][place]["metadata"]["nbgrader"]["grade_id"] == "judgement"
    assert "judgement: its grading data was lost; the cell was found by its place" in findings.repaired
    bare["cells"].insert(place, {"cell_type": "markdown", "id": "new", "metadata": {}, "source": ["Another text."]})
    fixed, findings = _repair.repair(release, bare)
    assert findings.open == ["judgement: no cell looks like this answer"]
    bare["cells"] = bare["cells"][: place - 1]
    assert _repair.repair(release, bare)[1].open == ["judgement: no cell looks like this answer"]


def test_another_notebook_is_left_alone():
    other = handed_in(released("ps2"), {})
    fixed, findings = _repair.repair(released("ps1"), other)
    assert fixed is other
    assert findings.open == ["this does not look like the notebook that was handed out"]


def test_ids_are_mended_where_the_format_asks_for_them():
    release = released("ps1")
    whole = handed_in(release, solutions("ps1"))
    whole["cells"][3]["id"] = whole["cells"][2]["id"]
    del whole["cells"][5]["id"]
    fixed, findings = _repair.repair(release, whole)
    assert len({cell["id"] for cell in fixed["cells"]}) == len(fixed["cells"])
    assert findings.repaired == ["cells without an id, or with the id of another cell, have one of their own"]


@pytest.mark.unmeasured
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
        fixed, findings = _repair.repair(release, broken)
        rest = iter([text(cell) for cell in fixed["cells"]])
        moved = any("moved up" in line or "typed into" in line for line in findings.repaired)
        texts = sorted(text(cell) for cell in fixed["cells"]) if moved else rest
        assert all(before in texts for before in (text(cell) for cell in broken["cells"]))
        names = [c["metadata"]["nbgrader"]["grade_id"] for c in fixed["cells"] if "nbgrader" in c["metadata"]]
        if fixed is not broken:
            assert len(names) == len(set(names))
            again, findings = _repair.repair(release, fixed)
            assert again == fixed and findings.repaired == []


def test_a_test_above_its_answer_is_for_a_person():
    release = released("ps1")
    whole = handed_in(release, solutions("ps1"))
    answer = cell_of(whole, "text_precision")
    whole["cells"].remove(answer)
    whole["cells"].append(answer)
    said = ["test_text_precision: it stands above text_precision, and cannot see that answer"]
    fixed, findings = _repair.repair(release, whole)
    assert fixed == whole and findings.open == said
    # The task was left as it was, and a copy at the end was filled in.
    whole = handed_in(release, solutions("ps1") | {"text_precision": text(cell_of(release, "text_precision"))})
    whole["cells"].append(copy.deepcopy(answer))
    assert _repair.repair(release, whole)[1].open == said


# Files and folders.


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
        "  open: it breaks off in the middle. Ask the student to hand it in again\n",
        "  open: there is a eve_ps1.ipynb beside it. Put the one that does not count elsewhere\n",
        "  open: its name does not say that it is ps1. Rename it if it is\n",
    ):
        assert line in out
    assert out.endswith("3 as it should be, 0 repaired, 6 look at it\n")


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
    two = "  open: ada has more than one ps1. Put the one that does not count elsewhere\n"
    none = "  open: it is no notebook, so nobody will grade it. If a notebook needs it, put both into one folder\n"
    assert out == (
        f"/ada/old/ps1.ipynb: look at it\n{two}/ada/ps1.ipynb: look at it\n{two}"
        "/bob/ps1.ipynb: as it should be\n"
        "/ps1.ipynb: look at it\n"
        "  open: nothing says whose it is. Put it into a folder with the student's name\n"
        f"/eve/ps1.ipynb.txt: look at it\n{none}/zoe.pdf: look at it\n{none}"
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
    assert text(cell_of(fixed, "overused")).endswith("'?'")  # nbgrader stops at half a character


def test_the_release_comes_first(tmp_path, capsys):
    assert preflight.main([str(tmp_path), str(tmp_path)]) == 2
    assert capsys.readouterr().out.startswith("The first name is to be the notebook that the students got")


def test_a_share_that_would_never_be_given_is_named_before_it_costs_points(tmp_path, capsys, monkeypatch):
    instructors_machine(tmp_path, monkeypatch)
    course = tmp_path / "course"
    (tmp_path / "course").mkdir()
    (course / "nbgrader_config.py").touch()
    write(released("ps2"), course / "release" / "ps2" / "ps2.ipynb")
    arguments = [str(course / "release" / "ps2" / "ps2.ipynb"), str(course / "release")]
    notebook = source("ps2")
    write(notebook, course / "source" / "ps2" / "ps2.ipynb")
    assert preflight.main(arguments) == 0
    cell = cell_of(notebook, "test_open_bleu")
    cell["source"] = text(cell).replace("the closest reference only", "the closest reference")
    write(notebook, course / "source" / "ps2" / "ps2.ipynb")
    assert preflight.main(arguments) == 1
    said = "test_open_bleu: open_bleu has neither a mistake nor a kind of input called 'the closest reference'."
    assert f"source/ps2/ps2.ipynb: look at it\n  open: {said}\n" in capsys.readouterr().out


def test_without_arguments_preflight_says_what_it_does(capsys):
    assert preflight.main([]) == 2
    assert "python -m bleu_helpers.course.preflight " in capsys.readouterr().out
