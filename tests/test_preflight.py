"""Preflight: what it repairs in notebooks that were handed in, what it leaves to a person, and that no text changes."""

import copy
import json
import random
import sys
import unicodedata
from types import ModuleType

import nbformat
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

from bleu_helpers.course import _repair, _sandbox, preflight
from bleu_helpers.course._asked import is_test
from bleu_helpers.course._roster import Roster

# One notebook.


def whole(name, **answers):
    """A notebook with the right answers, or with others."""
    return handed_in(released(name), solutions(name) | answers)


def own(notebook, place, source, kind="code"):
    """The same with a cell of the student's own at a place."""
    cell = {"cell_type": kind, "id": f"own-{place}", "metadata": {}, "source": [source]}
    notebook["cells"].insert(place, cell | ({"outputs": [], "execution_count": 3} if kind == "code" else {}))
    return notebook


def place_of(notebook, grade_id):
    return notebook["cells"].index(cell_of(notebook, grade_id))


def every_cell_twice(notebook):
    for grade_id in seen_by_nbgrader(notebook):
        doubled(notebook, grade_id)
    return notebook


def with_tests_moved(notebook, keep):
    """The cells with tests first, or nowhere."""
    tests = [cell for cell in notebook["cells"] if is_test(cell)]
    return notebook | {"cells": [*tests * keep, *(cell for cell in notebook["cells"] if cell not in tests)]}


def other_data(notebook):
    for cell in notebook["cells"]:
        if is_test(cell):
            cell["metadata"]["nbgrader"]["grade"] = False
    notebook["cells"][0]["metadata"]["nbgrader"] = {"grade_id": "elsewhere", "grade": True}
    notebook["cells"][2]["metadata"]["nbgrader"] = "nonsense"
    return notebook


def other_ids(notebook):
    notebook["cells"][3]["id"] = notebook["cells"][2]["id"]
    del notebook["cells"][5]["id"]
    return notebook


def functions_as_lambdas(notebook):
    for cell in notebook["cells"]:
        for function in _repair.functions(cell):
            cell["source"] = f"{function} = lambda *all: 3"
    return notebook


BREAKS = {
    "nothing": lambda notebook: notebook,
    "saved by Colab": saved_by_colab,
    "without metadata": without_metadata,
    "without metadata, saved by Colab": lambda notebook: without_metadata(saved_by_colab(notebook)),
    "every cell twice": every_cell_twice,
    "without tests": lambda notebook: with_tests_moved(notebook, keep=False),
    "the tests first": lambda notebook: with_tests_moved(notebook, keep=True),
    "other grading data": other_data,
    "other ids": other_ids,
}


@pytest.mark.parametrize("answers", [lambda notebook: notebook, functions_as_lambdas], ids=["def", "lambda"])
@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("how", BREAKS)
def test_whatever_a_program_does_to_a_notebook_nbgrader_sees_what_was_handed_in(how, name, answers):
    wanted = seen_by_nbgrader(answers(whole(name)))
    found = _repair.repair(released(name), BREAKS[how](answers(whole(name))))
    cells = found.notebook["cells"]
    assert seen_by_nbgrader(found.notebook) == wanted and found.open == []
    assert (found.repaired == []) == (how in ("nothing", "saved by Colab", "other ids"))
    nbformat.validate(nbformat.from_dict(found.notebook))
    names = [_repair.grade_id(cell) for cell in cells]
    for at, test in enumerate(wanted):
        if test.startswith("test_"):
            answers_above = [one for one in [*wanted][:at] if one in solutions(name)]
            assert {*answers_above} <= {*names[: names.index(test)]}


def test_two_different_answers_are_for_a_person():
    notebook = doubled(whole("ps1"), "credited")
    cell_of(notebook, "credited")["source"] = ["def credited(candidate, references):\n", "    return []"]
    found = _repair.repair(released("ps1"), notebook)
    assert seen_by_nbgrader(found.notebook)["credited"][1] == solutions("ps1")["credited"]
    assert found.open == ["credited: there are different answers. The last one counts. Look at both"]


def defined(notebook):
    """What the functions of a notebook are in the end: the text of the last cell that defines each."""
    return {name: text(cell) for cell in notebook["cells"] for name in _repair.functions(cell)}


@pytest.mark.parametrize("where", ["a copy", "a cell above", "a cell below", "a cell at the end"])
def test_a_cell_that_was_left_as_it_came_does_not_undo_the_answer(where):
    answer, stub = solutions("ps1")["credited"], text(cell_of(released("ps1"), "credited"))
    notebook = whole("ps1", credited=stub)
    if where == "a copy":
        cell_of(doubled(notebook, "credited"), "credited")["source"] = [answer]
    else:
        places = {"a cell above": 0, "a cell below": 1, "a cell at the end": 99}
        own(notebook, place_of(notebook, "credited") + places[where], answer)
    found = _repair.repair(released("ps1"), notebook)
    assert defined(found.notebook)["credited"] == answer and found.open == []
    texts = [text(cell) for cell in found.notebook["cells"]]
    assert texts.index(stub) < texts.index(answer) < place_of(found.notebook, "test_credited")


@pytest.mark.parametrize("place", ["set-up", "try_overused"])
def test_what_was_typed_into_a_cell_of_ours_is_graded(place):
    """nbgrader writes its own cells anew: all answers in the first cell, or an import, would be gone without a word."""
    release, typed = released("ps1"), [solutions("ps1")[name] for name in ("credited", "text_precision")]
    notebook = handed_in(release, {place: "\n".join([text(cell_of(release, place)), *typed])})
    found = _repair.repair(release, notebook)
    assert seen_by_nbgrader(found.notebook)[place] == seen_by_nbgrader(release)[place] and found.open == []
    assert all(answer in defined(found.notebook)[_repair.functions({"source": answer}).pop()] for answer in typed)
    assert f"{place}: what was typed into this cell of ours stands in a cell of its own below" in found.repaired


def test_an_answer_that_is_gone_is_reported_and_another_notebook_is_not_graded():
    notebook = whole("ps1")
    for gone in ("overused", "text_precision"):
        notebook["cells"].remove(cell_of(notebook, gone))
    said = _repair.repair(released("ps1"), notebook).open
    assert said == [f"{gone}: no cell looks like this answer" for gone in ("overused", "text_precision")]
    found = _repair.repair(released("ps1"), whole("ps2"))
    assert (found.open, found.gradable) == (["this does not look like the notebook that was handed out"], False)


@pytest.mark.parametrize("name", SETS)
def test_whatever_happens_to_a_notebook_no_text_is_changed(name):
    release = released(name)
    handed_out = {text(cell) for cell in release["cells"]}
    for number in range(40):
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
        found = _repair.repair(release, broken)
        own_texts = [text(cell) for cell in broken["cells"] if text(cell) not in handed_out]
        assert sorted(own_texts) == sorted(t for t in map(text, found.notebook["cells"]) if t not in handed_out)
        names = [*filter(None, map(_repair.grade_id, found.notebook["cells"]))]
        assert not found.gradable or len(names) == len(set(names))


# A written answer in a cell of one's own.

ESSAY = "I would rather trust a reader with time than a number."
CHINESE = "第一个数字只看单词是否出现在某个参考译文里, 不看它们的顺序, 所以译文仍然可能是错的."
READ_IT = "judgement: it is empty, and a text stands in cell {}. Read it, and grade by hand"


@pytest.mark.parametrize(
    "typed", [text(cell_of(released("ps3"), "judgement")), "", None], ids=["as it came", "emptied", "without metadata"]
)
@pytest.mark.parametrize(
    ("essays", "said"),
    [
        ([("markdown", ESSAY)], None),
        ([("markdown", CHINESE), ("markdown", "A short remark.")], None),
        ([("markdown", ESSAY), ("markdown", ESSAY + " More.")], READ_IT.format("{0} and {1}")),
        ([("raw", ESSAY)], READ_IT.format("{0}")),
        ([("code", ESSAY)], READ_IT.format("{0}")),
        ([("code", f'"""{ESSAY}"""')], READ_IT.format("{0}")),
        ([("code", "# " + ESSAY)], READ_IT.format("{0}")),
        ([("code", f"print('{ESSAY}')"), ("markdown", "A short remark.")], ""),
    ],
)
def test_an_essay_in_a_cell_of_its_own_is_graded_or_named(essays, said, typed):
    """In a cell for code it does nothing but stop, and the empty place would have 0 without a word."""
    notebook = whole("ps3")
    place = place_of(notebook, "judgement")
    cell_of(notebook, "judgement")["source"] = [typed or ""]
    if typed is None:
        del notebook["cells"][place]["metadata"]["nbgrader"]
    for at, (kind, essay) in enumerate(essays, start=place + 1):
        own(notebook, at, essay, kind)
    found = _repair.repair(released("ps3"), notebook)
    lost = ["judgement: no cell looks like this answer"] if typed is None and said is not None else []
    assert found.open == [line.format(place + 2, place + 3) for line in [said] if line] + lost
    if not lost:
        assert seen_by_nbgrader(found.notebook)["judgement"][1] == (essays[0][1] if said is None else typed)
    nbformat.validate(nbformat.from_dict(found.notebook))


# What a file can be in place of a notebook of today.

AGAIN = "Ask the student to hand it in again"


def looked_at(folder, content, in_own_folder=False):
    """What is found in a file with this content."""
    path = folder / "ada_ps1.ipynb"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return preflight.look_at(released("ps1"), "ps1", path, in_own_folder)


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        (b" \n", "it is empty"),
        (b"<!DOCTYPE html>", "it is a web page and no notebook (in Colab: File, Download, Download .ipynb)"),
        (b'{"cells": [{"cell_ty', "it breaks off in the middle"),
        (b'{"cells": [}', "it is damaged"),
        (b"\xe9\x00", "it is no notebook"),
        (b"[]", "it cannot be read as a notebook (TypeError)"),
        (b"[" * 50_000, "it cannot be read as a notebook (RecursionError)"),
    ],
)
def test_what_is_no_notebook_is_named_with_the_cure(raw, what, tmp_path):
    assert looked_at(tmp_path, raw) == _repair.Inspection(open=[f"{what}. {AGAIN}"], gradable=False)


def half_a_character(notebook, sign="\ud83d"):
    """Some programs cut an emoji in two. nbgrader stops at it when it writes, and the student has no grade."""
    notebook["cells"][0]["source"] = [f"a {sign} sign"]
    return notebook


@pytest.mark.parametrize(
    "change",
    [
        lambda notebook: json.dumps(notebook).encode("utf-8-sig"),
        lambda notebook: json.dumps(notebook).encode("utf-16"),
        half_a_character,
        lambda notebook: {"cells": notebook["cells"], "nbformat": 4},
        lambda notebook: nbformat.writes(nbformat.reads(json.dumps(notebook), as_version=4), version=3).encode(),
    ],
    ids=["byte order mark", "UTF-16", "half a character", "cells alone", "of 2013"],
)
def test_another_form_is_brought_to_the_one_of_today_and_nothing_else_changes(change, tmp_path):
    found = looked_at(tmp_path, change(whole("ps1")))
    wanted = half_a_character(whole("ps1"), "?") if change is half_a_character else whole("ps1")
    assert found.open == [] and seen_by_nbgrader(found.notebook) == seen_by_nbgrader(wanted)
    assert looked_at(tmp_path, change(whole("ps1"))).notebook == found.notebook, "it is graded once"
    assert [_repair.text(cell) for cell in found.notebook["cells"]] == [_repair.text(cell) for cell in wanted["cells"]]
    nbformat.validate(nbformat.from_dict(found.notebook))


# What is imported.


@pytest.mark.parametrize(
    ("imports", "missing"),
    [
        ("import no_such_module.inside as n", ["no_such_module"]),
        ("from no_such_module import x\n%matplotlib inline", ["no_such_module"]),
        ("import json, os.path\nfrom . import x", []),
        ("from google.colab import drive\nfrom google import colab\nimport google.colab.files as files", []),
        ("def f():\n    import no_such_module", []),
        ("def f():\n    import no_such_module\nf()", ["no_such_module"]),
        ("def overused(*all):\n    import no_such_module", ["no_such_module"]),
        ("class C:\n    def __init__(self):\n        import no_such_module", ["no_such_module"]),
        ("import contextlib as c\nwith c.suppress(ImportError):\n    import no_such_module", []),
        ("with open('a') as a:\n    import no_such_module", ["no_such_module"]),
        ("if False:\n    import no_such_module", []),
        ("if importlib.util.find_spec('no_such_module'):\n    import no_such_module", []),
        ("from os.path import *", []),
        ("%load_ext no_such_module", ["no_such_module"]),
        ("%load_ext google.colab.data_table\n%load_ext no_such_module.inside", ["no_such_module"]),
        ("%load_ext autoreload\n%autoreload 2", []),
        ("import __main__", []),
        ("import needs_more", ["no_such_module"]),
        ("try:\n    import no_such_module\nexcept ImportError:\n    pass", []),
        ("import sys\nif sys.platform == 'somewhere else':\n    import no_such_module", []),
        ("import written_below", []),
        ("import (", []),
        ("import handed_in", []),
    ],
)
def test_an_import_that_is_missing_is_named_before_it_costs_points(imports, missing, tmp_path):
    (tmp_path / "handed_in.py").touch()
    (tmp_path / "needs_more.py").write_text("import no_such_module, handed_in", encoding="utf-8")
    notebook = own(whole("ps1", credited="%%writefile written_below.py\n"), 99, imports)
    found = looked_at(tmp_path, notebook, in_own_folder=True)
    assert found.open == [f"it imports {name}, {preflight.NOT_HERE}" for name in missing]
    assert found.gradable == (not missing)
    if imports == "import handed_in":
        assert not looked_at(tmp_path, notebook).gradable, "what is beside many students' notebooks is nobody's"


@pytest.mark.parametrize(
    ("kind", "missing"),
    [("none", ["google.other"]), ("bwrap", ["answers", "google.inside", "google.other"]), ("", ["google.other"])],
)
def test_what_this_program_can_import_and_a_notebook_in_a_sandbox_cannot(kind, missing, tmp_path, monkeypatch):
    (tmp_path / "answers.py").touch()
    (tmp_path / "google" / "inside").mkdir(parents=True)
    (tmp_path / "google" / "inside" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)

    def sandbox():
        if not kind:
            raise _sandbox.NoSandbox
        return kind

    monkeypatch.setattr(_sandbox, "kind", sandbox)
    monkeypatch.setattr(_sandbox, "shows", lambda path: not (path.is_relative_to(tmp_path) and path.name != "google"))
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))  # as in a program that is run by its path
    code = "import answers, google.other, json, google, __main__\nfrom google.inside import storage"
    notebook = {"cells": [{"cell_type": "code", "source": code}]}
    assert preflight.missing_imports(notebook, None) == missing


# Files and folders.


TWICE = "{} has more than one ps1. Put the one that does not count elsewhere"
NOBODYS = "nothing says whose it is. Put it into a folder with the student's name"
KIM = [unicodedata.normalize(form, "김민수") + "_ps1.ipynb" for form in ("NFC", "NFD")]
FOLDERS = {
    "as they should be": (
        [
            *("ada/ps1.ipynb", "bob/homework.ipynb", "cy_Copy of Copy of ps1.ipynb", "dan_ps1 (3).ipynb"),
            *("eve_Copy_of_ps1.ipynb", "fay_ps1-Copy1.ipynb", "gus_ps1 - Copy.ipynb", "hal_ps1-1.ipynb"),
            ".ipynb_checkpoints/ps1.ipynb",
        ],
        {},
        ["ada", "bob", "cy", "dan", "eve", "fay", "gus", "hal"],
    ),
    "handed in twice": (
        [
            "ada_ps1.ipynb",
            "ada_Copy of ps1-1.ipynb",
            "bob/ps1.ipynb",
            "bob/ps1 (1).ipynb",
            "cyd/ps1.ipynb",
            "cyd/old/ps1.ipynb",
        ],
        {
            **dict.fromkeys(["ada_ps1.ipynb", "ada_Copy of ps1-1.ipynb"], TWICE.format("ada")),
            **dict.fromkeys(["bob/ps1.ipynb", "bob/ps1 (1).ipynb"], TWICE.format("bob")),
            **dict.fromkeys(["cyd/ps1.ipynb", "cyd/old/ps1.ipynb"], TWICE.format("cyd")),
        },
        [],
    ),
    "both forms of a name": (KIM, dict.fromkeys(KIM, TWICE.format("김민수")), []),
    "without a name": (
        ["ps1.ipynb", "_ps1-1.ipynb", "maps1.ipynb", "bob/ps1.ipynb"],
        {
            **dict.fromkeys(["ps1.ipynb", "_ps1-1.ipynb"], NOBODYS),
            "maps1.ipynb": "its name does not say that it is ps1. Rename it if it is",
        },
        ["bob"],
    ),
    "other files": (
        [
            "bob/ps1.ipynb",
            "bob/figures/plot.png",
            "eve/ps1.ipynb.txt",
            "zoe.pdf",
            "all.zip",
            ".DS_Store",
            "eve/.x/ps1.ipynb",
        ],
        {
            **dict.fromkeys(["eve/ps1.ipynb.txt", "zoe.pdf"], preflight.NO_NOTEBOOK),
            "all.zip": "it is packed. Unpack it, then run this again",
        },
        ["bob"],
    ),
}


@pytest.mark.parametrize("story", FOLDERS)
def test_a_folder_of_many_students(story, tmp_path):
    paths, said, graded = FOLDERS[story]
    for path in paths:
        write(whole("ps1"), tmp_path / path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    found = preflight.look_at_all(released("ps1"), "ps1", tmp_path, Roster())
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before, "nothing is changed"
    assert {str(path.relative_to(tmp_path)): one.open for path, one in found.items() if one.open} == {
        path: [line] for path, line in said.items()
    }
    assert sorted(one.student for one in found.values() if one.gradable) == graded
    assert all(
        seen_by_nbgrader(one.notebook) == seen_by_nbgrader(whole("ps1")) for one in found.values() if one.gradable
    )
