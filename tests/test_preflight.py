"""Preflight: what it repairs in notebooks that were handed in, what it leaves to a person, and that no text changes."""

import copy
import random
from pathlib import Path

import pytest
from course import (
    SETS,
    cell_of,
    doubled,
    handed_in,
    released,
    saved_by_colab,
    seen_by_nbgrader,
    solutions,
    text,
    without_metadata,
    write,
)

from bleu_helpers.course import _repair, preflight

# One notebook.


@pytest.fixture(params=SETS)
def name(request):
    return request.param


def repaired(name, notebook):
    """What nbgrader would get of a notebook that was handed in, and what is said of it."""
    found = _repair.repair(released(name), copy.deepcopy(notebook))
    return found.notebook, found


def test_what_is_as_it_should_be_stays_as_colab_saves_it_too(name):
    whole = handed_in(released(name), solutions(name))
    assert repaired(name, whole) == (whole, preflight.Inspection())
    fixed, found = repaired(name, saved_by_colab(copy.deepcopy(whole)))
    assert seen_by_nbgrader(fixed) == seen_by_nbgrader(whole) and found == preflight.Inspection()


@pytest.mark.parametrize("save", [lambda notebook: notebook, saved_by_colab], ids=["as it was", "by Colab"])
def test_lost_metadata_is_found_by_content(save, name):
    whole = handed_in(released(name), solutions(name))
    first = next(cell for cell in whole["cells"] if _repair.functions(cell) and _repair.grading(cell).get("solution"))
    first["source"] = f"{next(iter(_repair.functions(first)))} = lambda *all: 3"
    fixed, found = repaired(name, without_metadata(save(copy.deepcopy(whole))))
    assert seen_by_nbgrader(fixed) == seen_by_nbgrader(whole) and found.open == []
    assert len(found.repaired) == len(seen_by_nbgrader(whole))


def test_a_double_cell_is_one_for_nbgrader(name):
    whole = handed_in(released(name), solutions(name))
    for grade_id in seen_by_nbgrader(whole):
        fixed, found = repaired(name, doubled(copy.deepcopy(whole), grade_id))
        assert seen_by_nbgrader(fixed) == seen_by_nbgrader(whole) and found.open == []
        assert len({cell["id"] for cell in fixed["cells"]}) == len(fixed["cells"]) == len(whole["cells"]) + 1


def test_two_different_answers_are_for_a_person():
    whole = doubled(handed_in(released("ps1"), solutions("ps1")), "credited")
    cell_of(whole, "credited")["source"] = ["def credited(candidate, references):\n", "    return []"]
    fixed, found = repaired("ps1", whole)
    assert seen_by_nbgrader(fixed)["credited"][1] == solutions("ps1")["credited"]
    assert found.open == ["credited: there are different answers. The last one counts. Look at both"]


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
    fixed, findings = repaired("ps1", whole)
    assert defined(fixed)["credited"] == answer and findings.open == []
    names = [_repair.grade_id(cell) for cell in fixed["cells"]]
    assert names.index("credited") < names.index("test_credited")


@pytest.mark.parametrize("place", ["set-up", "try_overused"])
def test_what_was_typed_into_a_cell_of_ours_is_graded(place):
    """nbgrader writes its own cells anew: all answers in the first cell, or an import, would be gone without a word."""
    release = released("ps1")
    fixed, findings = repaired("ps1", answers_in(release, place, "credited", "text_precision"))
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
    fixed, findings = repaired("ps1", broken)
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
    fixed, findings = repaired("ps1", broken)
    assert "test_overused" in seen_by_nbgrader(fixed)
    assert findings.open == [
        "overused: no cell looks like this answer",
        "text_precision: no cell looks like this answer",
    ]
    assert findings.repaired == ["test_overused: the cell with the tests was gone, and is back"]
    only_test = {"cells": [cell_of(release, "test_overused")], "nbformat_minor": 5}
    fixed = _repair.repair(only_test, {"cells": [{"cell_type": "code", "source": "", "metadata": {}, "id": "a"}]})
    fixed = fixed.notebook
    assert fixed["cells"][0]["source"] == ""


def test_a_written_answer_is_found_by_its_length_when_its_first_line_is_gone():
    release = released("ps3")
    bare = without_metadata(handed_in(release, solutions("ps3")))
    place = release["cells"].index(cell_of(release, "judgement"))
    bare["cells"][place]["source"] = ["BLEU-2, because of its number, " + "and because of much else, " * 4]
    findings = _repair.repair(release, bare)
    assert findings.notebook["cells"][place]["metadata"]["nbgrader"]["grade_id"] == "judgement"
    assert "judgement: its grading data was lost; the cell was found by its length" in findings.repaired
    code = copy.deepcopy(bare)
    code["cells"][place] |= {"cell_type": "code", "outputs": [], "execution_count": None}
    assert _repair.repair(release, code).open == ["judgement: no cell looks like this answer"]
    bare["cells"][place]["source"] = ["BLEU-2, because of its number."]
    assert _repair.repair(release, bare).open == ["judgement: no cell looks like this answer"]


def test_another_notebook_is_left_alone():
    other = handed_in(released("ps2"), {})
    findings = _repair.repair(released("ps1"), other)
    fixed = findings.notebook
    assert fixed == other
    assert findings.open == ["this does not look like the notebook that was handed out"]


def test_ids_are_mended_where_the_format_asks_for_them():
    release = released("ps1")
    whole = handed_in(release, solutions("ps1"))
    whole["cells"][3]["id"] = whole["cells"][2]["id"]
    del whole["cells"][5]["id"]
    fixed, findings = repaired("ps1", whole)
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
        fixed, findings = repaired(name, broken)
        rest = iter([text(cell) for cell in fixed["cells"]])
        moved = any("moved up" in line or "typed into" in line for line in findings.repaired)
        texts = sorted(text(cell) for cell in fixed["cells"]) if moved else rest
        assert all(before in texts for before in (text(cell) for cell in broken["cells"]))
        names = [c["metadata"]["nbgrader"]["grade_id"] for c in fixed["cells"] if "nbgrader" in c["metadata"]]
        if fixed != broken:
            assert len(names) == len(set(names))
            again, findings = repaired(name, fixed)
            assert again == fixed and findings.repaired == []


def test_a_test_above_its_answer_is_for_a_person():
    release = released("ps1")
    whole = handed_in(release, solutions("ps1"))
    answer = cell_of(whole, "text_precision")
    whole["cells"].remove(answer)
    whole["cells"].append(answer)
    said = ["test_text_precision: it stands above text_precision, and cannot see that answer"]
    fixed, findings = repaired("ps1", whole)
    assert fixed == whole and findings.open == said
    # The task was left as it was, and a copy at the end was filled in.
    whole = handed_in(release, solutions("ps1") | {"text_precision": text(cell_of(release, "text_precision"))})
    whole["cells"].append(copy.deepcopy(answer))
    assert _repair.repair(release, whole).open == said


# Files and folders.


@pytest.mark.parametrize(
    ("path", "is_ps1"),
    [
        *((path, True) for path in ("ps1.ipynb", "mary_ann_ps1.ipynb", "Copy of Copy of ps1.ipynb", "ps1 (3).ipynb")),
        *((path, True) for path in ("ada_Copy_of_ps1.ipynb", "ps1-Copy1.ipynb", "ps1 - Copy.ipynb", "ada_ps1-1.ipynb")),
        *((path, False) for path in ("my homework.ipynb", "maps1.ipynb")),
    ],
)
def test_names(path, is_ps1):
    assert preflight.is_called(Path(path), "ps1") == is_ps1


def look_at_all(folder):
    """What is said of each file, and of whoever can be graded."""
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    found = preflight.look_at_all(released("ps1"), "ps1", folder)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before, "nothing is changed"
    said = {path.relative_to(folder).as_posix(): one.open for path, one in found.items() if one.open}
    return said, {preflight.student(path, folder, "ps1"): one for path, one in found.items() if one.gradable}


def test_a_folder_of_many_students(tmp_path):
    right = handed_in(released("ps1"), solutions("ps1"))
    write(right, tmp_path / "ada" / "ps1.ipynb")
    write(right, tmp_path / "bob" / "homework.ipynb")
    write(without_metadata(copy.deepcopy(right)), tmp_path / "eve_Copy of ps1.ipynb")
    write(right, tmp_path / ".ipynb_checkpoints" / "ps1.ipynb")
    said, graded = look_at_all(tmp_path)
    assert said == {} and {*graded} == {"ada", "bob", "eve"}
    assert all(seen_by_nbgrader(one.notebook) == seen_by_nbgrader(right) for one in graded.values())
    write(right, tmp_path / "eve_ps1.ipynb")
    (tmp_path / "all.zip").write_bytes(b"PK")
    (tmp_path / "broken.ipynb").write_text("{", encoding="utf-8")
    (tmp_path / "deep_ps1.ipynb").write_text("[" * 50_000, encoding="utf-8")
    write(right, tmp_path / "what is this.ipynb")
    said, graded = look_at_all(tmp_path)
    twice = ["eve has more than one ps1. Put the one that does not count elsewhere"]
    assert said == {
        "all.zip": ["it is packed. Unpack it, then run this again"],
        "broken.ipynb": ["it breaks off in the middle. Ask the student to hand it in again"],
        "deep_ps1.ipynb": ["it cannot be read as a notebook (RecursionError). Ask the student to hand it in again"],
        "eve_Copy of ps1.ipynb": twice,
        "eve_ps1.ipynb": twice,
        "what is this.ipynb": ["its name does not say that it is ps1. Rename it if it is"],
    }
    assert {*graded} == {"ada", "bob"}


def test_what_only_shows_beside_the_others(tmp_path):
    right = handed_in(released("ps1"), solutions("ps1"))
    for path in ("ada/ps1.ipynb", "ada/old/ps1.ipynb", "ps1.ipynb", "bob/ps1.ipynb", "eve/ps1.ipynb.txt"):
        write(right, tmp_path / path)
    for path in ("bob/figures/plot.png", "zoe.pdf", ".DS_Store", "eve/.ipynb_checkpoints/ps1.ipynb"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(b"")
    two = "ada has more than one ps1. Put the one that does not count elsewhere"
    none = "it is no notebook, so nobody will grade it. If a notebook needs it, put both into one folder"
    said, graded = look_at_all(tmp_path)
    assert said == {
        "ada/old/ps1.ipynb": [two],
        "ada/ps1.ipynb": [two],
        "ps1.ipynb": ["nothing says whose it is. Put it into a folder with the student's name"],
        "eve/ps1.ipynb.txt": [none],
        "zoe.pdf": [none],
    }
    assert {*graded} == {"bob"}
