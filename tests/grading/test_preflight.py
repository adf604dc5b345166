"""Preflight: what it repairs in notebooks that were handed in, what it leaves to a person, and that no text changes."""

import copy
import json
import random
import tomllib

import nbformat
import pytest
from colab_file import saved_by_colab
from course import (
    SETS,
    SUPPORT,
    cell_of,
    filled_in,
    released,
    seen_by_nbgrader,
    solutions,
    text,
    write,
)

from bleu_grading.instructor import preflight, repair
from bleu_grading.instructor.roster import Roster
from bleu_grading.outside.cells import is_test
from bleu_grading.records.notebook_code import functions

# One notebook.


def whole(name, **answers):
    """A notebook with the right answers, or with others."""
    return filled_in(released(name), solutions(name) | answers)


def own(notebook, place, source, kind="code"):
    """The same with a cell of the student's own at a place."""
    cell = {"cell_type": kind, "id": f"own-{place}", "metadata": {}, "source": [source]}
    notebook["cells"].insert(place, cell | ({"outputs": [], "execution_count": 3} if kind == "code" else {}))
    return notebook


def place_of(notebook, grade_id):
    return notebook["cells"].index(cell_of(notebook, grade_id))


def befallen(notebook, fates, dice):
    """The same after one of these fates, or none, has come over each cell, as programs and people bring them."""
    cells = notebook["cells"]
    for cell in list(cells):
        fate = dice.choice(["nothing", *fates])
        if fate in ("gone", "first") and (is_test(cell) or "edited" in fates):
            cells.remove(cell)
            cells[:0] = [cell] * (fate == "first")
        elif fate == "doubled":
            cells.insert(cells.index(cell) + 1, copy.deepcopy(cell) | {"id": f"copy-{dice.getrandbits(40)}"})
        elif fate == "stripped":
            cell["metadata"] = {}
        elif fate == "renamed":
            cell["metadata"]["nbgrader"] = dice.choice(["nonsense", {"grade_id": "elsewhere", "grade": True}])
        elif fate == "edited":
            cell["source"] = ["a new text ", str(dice.random())]
    return notebook


FATES = ["gone", "first", "doubled", "stripped", "renamed"]


@pytest.mark.parametrize("name", SETS)
def test_whatever_a_program_does_to_a_notebook_nbgrader_sees_what_was_handed_in(name):
    wanted = seen_by_nbgrader(whole(name))
    for number in range(30):
        dice = random.Random(number)
        broken = befallen(whole(name), dice.sample(FATES, dice.randint(1, 3)), dice)
        found = repair.repair(released(name), broken)
        assert seen_by_nbgrader(found.notebook) == wanted and found.open == []
        nbformat.validate(nbformat.from_dict(found.notebook))
        texts = [*map(text, found.notebook["cells"])]
        for at, test in enumerate(wanted):
            if test.startswith("test_"):
                answers_above = {solutions(name)[answer] for answer in [*wanted][:at] if answer in solutions(name)}
                assert answers_above <= {*texts[: place_of(found.notebook, test)]}
    for as_ever in (whole(name), saved_by_colab(whole(name))):
        found = repair.repair(released(name), as_ever)
        assert seen_by_nbgrader(found.notebook) == wanted and found.open == found.repaired == []


@pytest.mark.parametrize("name", SETS)
def test_whatever_happens_to_a_notebook_no_text_is_changed(name):
    release = released(name)
    handed_out = {text(cell) for cell in release["cells"]}
    for number in range(40):
        dice = random.Random(number)
        given = {answer: typed for answer, typed in solutions(name).items() if dice.random() < 0.7}
        broken = befallen(filled_in(release, given), [*["nothing"] * 5, *FATES, "edited"], dice)
        found = repair.repair(release, broken)
        own_texts = [text(cell) for cell in broken["cells"] if text(cell) not in handed_out]
        assert sorted(own_texts) == sorted(t for t in map(text, found.notebook["cells"]) if t not in handed_out)
        names = [*filter(None, map(repair.grade_id, found.notebook["cells"]))]
        assert not found.gradable or len(names) == len(set(names))


def defined(notebook):
    """What the functions of a notebook are in the end: the text of the last cell that defines each."""
    return {name: text(cell) for cell in notebook["cells"] for name in functions(text(cell))}


@pytest.mark.parametrize("place", [0, 1, 99], ids=["above", "below", "at the end"])
def test_a_cell_that_was_left_as_it_came_does_not_undo_the_answer(place):
    answer, stub = solutions("ps1")["credited"], text(cell_of(released("ps1"), "credited"))
    notebook = whole("ps1", credited=stub)
    own(notebook, place_of(notebook, "credited") + place, answer)
    found = repair.repair(released("ps1"), notebook)
    assert defined(found.notebook)["credited"] == answer and found.open == []
    texts = [text(cell) for cell in found.notebook["cells"]]
    assert texts.index(stub) < texts.index(answer) < place_of(found.notebook, "test_credited")


@pytest.mark.parametrize("place", ["set-up", "try_overused"])
def test_what_was_typed_into_a_cell_of_ours_is_graded(place):
    """nbgrader writes its own cells anew: all answers in the first cell, or an import, would be gone without a word."""
    release, typed = released("ps1"), [solutions("ps1")[name] for name in ("credited", "text_precision")]
    notebook = filled_in(release, {place: "\n".join([text(cell_of(release, place)), *typed])})
    found = repair.repair(release, notebook)
    assert seen_by_nbgrader(found.notebook)[place] == seen_by_nbgrader(release)[place] and found.open == []
    assert all(answer in defined(found.notebook)[functions(answer).pop()] for answer in typed)
    assert f"{place}: what was typed into this cell of ours is now in a separate cell below it" in found.repaired


def test_an_answer_that_is_gone_is_reported_and_another_notebook_is_not_graded():
    notebook = whole("ps1")
    for gone in ("overused", "text_precision"):
        notebook["cells"].remove(cell_of(notebook, gone))
    said = repair.repair(released("ps1"), notebook).open
    assert said == [f"{gone}: no cell looks like this answer" for gone in ("overused", "text_precision")]
    found = repair.repair(released("ps1"), whole("ps2"))
    assert "not look like the notebook that was handed out. Ask" in found.open[0] and not found.gradable


# A written answer in a cell of one's own.

ESSAY = "I would rather trust a reader with time than a number."
READ_IT = "judgement: it is empty, but its text may be in cell {}. Read it, and grade by hand"


@pytest.mark.parametrize(
    ("essays", "said"),
    [
        ([("markdown", ESSAY), ("markdown", "A short remark.")], None),
        ([("markdown", ESSAY), ("markdown", ESSAY + " More.")], READ_IT.format("{0} and {1}")),
        ([("code", ESSAY)], READ_IT.format("{0}")),
        ([("code", f"print('{ESSAY}')")], ""),
    ],
)
def test_an_essay_in_a_cell_of_its_own_is_graded_or_named(essays, said):
    """In a cell for code it does nothing but stop, and the empty place would have 0 without a word."""
    notebook = whole("ps3", judgement=text(cell_of(released("ps3"), "judgement")))
    place, typed = place_of(notebook, "judgement"), text(cell_of(notebook, "judgement"))
    for at, (kind, essay) in enumerate(essays, start=place + 1):
        own(notebook, at, essay, kind)
    found = repair.repair(released("ps3"), notebook)
    assert found.open == [line.format(place + 2, place + 3) for line in [said] if line]
    assert seen_by_nbgrader(found.notebook)["judgement"][1] == (ESSAY if said is None else typed)


# What a file can be in place of a notebook.


def looked_at(folder, content):
    """What is found in a file with this content."""
    path = folder / "ada_ps1.ipynb"
    path.write_bytes(content)
    return preflight.look_at(released("ps1"), path)


def changed(**parts):
    """A notebook with right answers and with these parts changed."""
    return json.dumps(whole("ps1") | parts).encode()


def and_a_cell(cell):
    return changed(cells=[*whole("ps1")["cells"], cell])


LONG = "a = 1\n" * (preflight.MOST_CODE // 6 + 1)
CODE = {"cell_type": "code", "metadata": {}}
REFUSED = {
    b"": "it is empty",
    b"\0" * 1000: "it is empty",
    b"<!DOCTYPE html>": "it is not a notebook, because it is not JSON",
    b'{"cells": [\n{"cell_ty': "it is incomplete",
    b"[]": "it is not a notebook, because it has no list of cells",
    b"[" * 50_000: "something in it, such as an output, is nested too deeply",
    changed(metadata={"a": "김"}).replace(rb"\uae40", "김".encode("cp949")): "it is saved in an encoding other than",
    changed(metadata={"a": "\xe9"}).replace(rb"\u00e9", b"\xe9"): "it is saved in an encoding other than UTF-8",
    json.dumps({"worksheets": [{"cells": []}], "nbformat": 3}).encode(): "it is in version 3 of the notebook format",
    b"%PDF-1.7 \xff": "it is not a notebook, because it is not JSON",
    changed(cells={}): "it is not a notebook, because it has no list of cells",
    **dict.fromkeys(
        [
            and_a_cell(cell)
            for cell in (3, {"cell_type": "odd"}, {}, *(CODE | {"source": source} for source in (5, ["a", 5])))
        ],
        "its cell 20 is damaged",
    ),
    and_a_cell({"cell_type": "markdown", "attachments": {"a": 5}}): "it cannot be read (NotebookValidationError)",
    and_a_cell(CODE | {"source": LONG}): "it has 20 cells with",
    changed(cells=[CODE] * 501): "it has 501 cells with 0 characters of code",
}


@pytest.mark.parametrize("raw", REFUSED, ids=REFUSED.values())
def test_what_is_no_notebook_is_named_as_what_it_is_with_the_cure(raw, tmp_path):
    found = looked_at(tmp_path, raw)
    [(what, cure)] = [line.rsplit(". ", 1) for line in found.open]
    assert what.startswith(REFUSED[raw]) and cure.startswith("Ask the student ") and not found.gradable


HALF = "a \ud83d sign"
"""Some programs cut an emoji in two. nbgrader stops at it when it writes."""


@pytest.mark.parametrize(
    "raw",
    [
        *(changed(nbformat=number) for number in (5, 0, -1, "4", 4.0, None, [])),
        changed(nbformat_minor="five"),
        changed(metadata=None),
        changed(nbformat=1).replace(b'"nbformat": 1', b'"nbformat": 1' + b"0" * 5000),
        changed().decode().encode("utf-16"),
        changed().decode().encode("utf-8-sig"),
        *(and_a_cell(CODE | {"source": "", "outputs": outputs}) for outputs in (None, 5, [{"output_type": "odd"}])),
        and_a_cell({"cell_type": "code"}),
        and_a_cell(CODE | {"metadata": None, "id": 5}),
        and_a_cell(CODE | {"source": HALF}),
        and_a_cell(CODE | {"source": "a = " + " + ".join(["1"] * 1200)}),
        and_a_cell(CODE | {"source": "%a\n" * 1200}),
    ],
)
def test_whatever_stands_around_the_cells_nbgrader_gets_a_plain_notebook(raw, tmp_path):
    """A number of a format that it does not know stopped the batch, and an odd output dropped the student."""
    found = looked_at(tmp_path, raw)
    assert found.open == [] and seen_by_nbgrader(found.notebook) == seen_by_nbgrader(whole("ps1"))
    nbformat.validate(nbformat.reads(json.dumps(found.notebook), as_version=4))
    assert HALF not in map(text, found.notebook["cells"])


# Files and folders.

FOLDERS = tomllib.loads((SUPPORT / "preflight.toml").read_text(encoding="utf-8"))["folder"]


@pytest.mark.parametrize("story", FOLDERS, ids=lambda story: story["story"])
def test_a_folder_of_many_students(story, tmp_path):
    for path in story["files"]:
        write(whole("ps1"), tmp_path / path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    found = preflight.look_at_all(released("ps1"), "ps1", tmp_path, Roster())
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before, "nothing is changed"
    said = {str(path.relative_to(tmp_path)): "\n".join(file.open) for path, file in found.items() if file.open}
    assert said == story.get("said", {})
    graded = [file for file in found.values() if file.gradable]
    assert sorted(file.student for file in graded) == story["graded"]
    assert all(seen_by_nbgrader(file.notebook) == seen_by_nbgrader(whole("ps1")) for file in graded)
