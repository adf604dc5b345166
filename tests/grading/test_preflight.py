"""Preflight repairs submitted notebooks, reports what a person has to decide, and changes no text."""

import copy
import json
import random

import nbformat
import pytest
from colab_file import saved_by_colab
from course import SETS, add_cell, cell_of, filled_in, place_of, released, seen_by_nbgrader, solutions, text, write
from submissions import data

from bleu_grading.instructor import preflight, repair
from bleu_grading.instructor.roster import Roster
from bleu_grading.outside.problem_set import ProblemSet, is_test
from bleu_grading.records.notebook_code import functions

# One notebook.


def whole(name, **answers):
    """Return a notebook with right answers, or with these instead."""
    return filled_in(released(name), solutions(name) | answers)


def damaged(notebook, changes, dice):
    """Change each cell of a notebook in one of these ways, or leave it, as programs and people do."""
    cells = notebook["cells"]
    for cell in list(cells):
        change = dice.choice(["nothing", *changes])
        if change in ("gone", "first") and is_test(cell):
            cells.remove(cell)
            cells[:0] = [cell] * (change == "first")
        elif change == "doubled":
            cells.insert(cells.index(cell) + 1, copy.deepcopy(cell) | {"id": f"copy-{dice.getrandbits(40)}"})
        elif change == "stripped":
            cell["metadata"] = {}
        elif change == "renamed":
            cell["metadata"]["nbgrader"] = dice.choice(["nonsense", {"grade_id": "elsewhere", "grade": True}])
    return notebook


CHANGES = ["gone", "first", "doubled", "stripped", "renamed"]


@pytest.mark.parametrize("name", SETS)
def test_repairs_what_programs_change_in_a_notebook_and_no_text(name):
    wanted, handed_out = seen_by_nbgrader(whole(name)), {*map(text, released(name)["cells"])}
    for number in range(12):
        dice = random.Random(number)
        broken = damaged(whole(name), dice.sample(CHANGES, dice.randint(1, 3)), dice)
        found = repair.repair(released(name), broken)
        assert seen_by_nbgrader(found.notebook) == wanted and found.problems == []
        nbformat.validate(nbformat.from_dict(found.notebook))
        texts = [*map(text, found.notebook["cells"])]
        typed = [written for written in map(text, broken["cells"]) if written not in handed_out]
        assert sorted(written for written in texts if written not in handed_out) == sorted(typed)
        names = [*filter(None, map(repair.grade_id, found.notebook["cells"]))]
        assert len(names) == len(set(names)), "nbgrader stops at a second cell with the same name"
        for at, test in enumerate(wanted):
            if test.startswith("test_"):
                answers_above = {solutions(name)[answer] for answer in [*wanted][:at] if answer in solutions(name)}
                assert answers_above <= {*texts[: place_of(found.notebook, test)]}
    for intact in (whole(name), saved_by_colab(whole(name))):
        found = repair.repair(released(name), intact)
        assert seen_by_nbgrader(found.notebook) == wanted and found.problems == found.repaired == []


def defined(notebook):
    """Return the text of the last cell that defines each function."""
    return {name: text(cell) for cell in notebook["cells"] for name in functions(text(cell))}


@pytest.mark.parametrize("place", [0, 1, 99], ids=["above", "below", "at the end"])
def test_an_unused_stub_does_not_replace_the_answer(place):
    answer, stub = solutions("ps1")["credited"], text(cell_of(released("ps1"), "credited"))
    notebook = whole("ps1", credited=stub)
    add_cell(notebook, place_of(notebook, "credited") + place, answer)
    found = repair.repair(released("ps1"), notebook)
    assert defined(found.notebook)["credited"] == answer and found.problems == []
    texts = [text(cell) for cell in found.notebook["cells"]]
    assert texts.index(stub) < texts.index(answer) < place_of(found.notebook, "test_credited")


def test_the_last_of_two_answers_with_the_same_name_counts():
    notebook = whole("ps1", credited="credited = None")
    notebook["cells"].insert(place_of(notebook, "credited") + 1, cell_of(whole("ps1"), "credited"))
    found = repair.repair(released("ps1"), notebook)
    assert seen_by_nbgrader(found.notebook) == seen_by_nbgrader(whole("ps1"))


@pytest.mark.parametrize("place", ["set-up", "try_overused"])
def test_grades_what_was_typed_into_one_of_our_cells(place):
    """nbgrader overwrites its own cells, so answers and imports typed into them would be lost without a message."""
    release, typed = released("ps1"), [solutions("ps1")[name] for name in ("credited", "text_precision")]
    notebook = filled_in(release, {place: "\n".join([text(cell_of(release, place)), *typed])})
    found = repair.repair(release, notebook)
    assert seen_by_nbgrader(found.notebook)[place] == seen_by_nbgrader(release)[place] and found.problems == []
    assert all(answer in defined(found.notebook)[functions(answer).pop()] for answer in typed)
    assert any(line.startswith(f"{place}: ") and "in a separate cell" in line for line in found.repaired)


def test_reports_a_missing_answer_and_rejects_another_notebook():
    notebook = whole("ps1")
    for gone in ("overused", "text_precision"):
        notebook["cells"].remove(cell_of(notebook, gone))
    reported = repair.repair(released("ps1"), notebook).problems
    assert [line.partition(":")[0] for line in reported] == ["overused", "text_precision"]
    found = repair.repair(released("ps1"), whole("ps2"))
    assert "not look like the notebook that was handed out" in found.problems[0] and not found.gradable


# A written answer in a cell that the student added.

ESSAY = "I would rather trust a reader with time than a number."
READ_IT = "judgement: it is empty, but its text may be in cell {}."


@pytest.mark.parametrize(
    ("essays", "report"),
    [
        ([("markdown", ESSAY), ("markdown", "A short remark.")], None),
        ([("markdown", ESSAY), ("markdown", ESSAY + " More.")], READ_IT.format("{0} and {1}")),
        ([("code", ESSAY)], READ_IT.format("{0}")),
        ([("code", f"print('{ESSAY}')")], ""),
    ],
)
def test_grades_or_reports_an_essay_in_an_added_cell(essays, report):
    """A text in a code cell only raises an error, and the empty answer would get 0 points without a message."""
    notebook = whole("ps3", judgement=text(cell_of(released("ps3"), "judgement")))
    place, typed = place_of(notebook, "judgement"), text(cell_of(notebook, "judgement"))
    for at, (kind, essay) in enumerate(essays, start=place + 1):
        add_cell(notebook, at, essay, kind)
    found = repair.repair(released("ps3"), notebook)
    assert len(found.problems) == bool(report)
    assert all(line.startswith(report.format(place + 2, place + 3)) for line in found.problems)
    assert seen_by_nbgrader(found.notebook)["judgement"][1] == (ESSAY if report is None else typed)


# Files that are not valid notebooks.


def looked_at(folder, content):
    """Return what preflight finds in a file with this content."""
    path = folder / "ada_ps1.ipynb"
    path.write_bytes(content)
    return preflight.inspect_file(released("ps1"), path)


def changed(**parts):
    """Return a notebook with right answers, with these parts changed."""
    return json.dumps(whole("ps1") | parts).encode()


def and_a_cell(cell):
    return changed(cells=[*whole("ps1")["cells"], cell])


LONG = "a = 1\n" * (preflight.MAX_CODE // 6 + 1)
CODE = {"cell_type": "code", "metadata": {}}
DAMAGED = [3, {"cell_type": "odd"}, {}, CODE | {"source": 5}, CODE | {"source": ["a", 5]}]
REFUSED = {
    b"": "it is empty",
    b"\0" * 1000: "it is empty",
    b'{"cells": [\n{"cell_ty': "it is incomplete, or not a notebook",
    b"[]": "it is not a notebook, because it has no list of cells",
    b"[" * 50_000: "something in it, such as an output, is nested",
    changed(metadata={"a": "김"}).replace(rb"\uae40", "김".encode("cp949")): "it is saved in an encoding other than",
    b"%PDF-1.7 \xff": "it is incomplete, or not a notebook",
    changed(cells={}): "it is not a notebook, because it has no list of cells",
    **dict.fromkeys(map(and_a_cell, DAMAGED), "its cell 20 is damaged"),
    and_a_cell({"cell_type": "markdown", "attachments": {"a": 5}}): "it cannot be read (NotebookValidationError)",
    and_a_cell(CODE | {"source": LONG}): "it has 20 cells with",
    changed(cells=[CODE] * 501): "it has 501 cells with 0 characters of code",
}


@pytest.mark.parametrize("raw", REFUSED, ids=REFUSED.values())
def test_says_why_a_file_is_not_a_notebook_and_what_to_do(raw, tmp_path):
    found = looked_at(tmp_path, raw)
    [(problem, advice)] = [line.rsplit(". ", 1) for line in found.problems]
    assert problem.startswith(REFUSED[raw]) and advice.startswith("Ask the student ") and not found.gradable


HALF = "a \ud83d sign"
"""Some programs cut an emoji in two, and nbgrader stops when it writes half of it."""


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
def test_gives_nbgrader_a_plain_notebook_whatever_surrounds_the_cells(raw, tmp_path):
    """An unknown format number stops nbgrader, and an unknown output makes it drop the notebook."""
    found = looked_at(tmp_path, raw)
    assert found.problems == [] and seen_by_nbgrader(found.notebook) == seen_by_nbgrader(whole("ps1"))
    nbformat.validate(nbformat.reads(json.dumps(found.notebook), as_version=4))
    assert HALF not in map(text, found.notebook["cells"])


# Files and folders.


FOLDERS = data("preflight.toml")["folder"]


@pytest.mark.parametrize("story", FOLDERS, ids=lambda story: story["story"])
def test_reads_a_folder_with_the_files_of_many_students(story, tmp_path):
    problem_set = ProblemSet(tmp_path, "ps1")
    write(released("ps1"), problem_set.release)
    for path in story["files"]:
        write(whole("ps1"), problem_set.archive / path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    found = preflight.inspect_all(problem_set, Roster())
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before, "nothing is changed"
    reported = {file.file: ", ".join(file.problems) for file in found.values() if file.problems}
    problems = {path: text.partition(". ")[0] for path, text in reported.items()}
    assert problems == story.get("reported", {}) and all(". " in text for text in reported.values())
    graded = [file for file in found.values() if file.gradable]
    assert sorted(file.student for file in graded) == story["graded"]
    assert all(seen_by_nbgrader(file.notebook) == seen_by_nbgrader(whole("ps1")) for file in graded)
