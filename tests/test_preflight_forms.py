"""Preflight at what comes in another form: files that are no notebook of today, imports, and written answers."""

import copy
import json
import sys
import unicodedata
from types import ModuleType

import nbformat
import pytest
from course import cell_of, handed_in, released, seen_by_nbgrader, solutions, write

from bleu_helpers.course import _repair, _sandbox, preflight

# What a file can be in place of a notebook of today.

AGAIN = "Ask the student to hand it in again"


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        (b"", f"it is empty. {AGAIN}"),
        (b" \n", f"it is empty. {AGAIN}"),
        (b"<!DOCTYPE html>", f"it is a web page and no notebook. {AGAIN} (in Colab: File, Download, Download .ipynb)"),
        (b'{"cells": [{"cell_ty', f"it breaks off in the middle. {AGAIN}"),
        (b'{"cells": [}', f"it is damaged. {AGAIN}"),
        (b"\xe9\x00", f"it is neither text nor a notebook. {AGAIN}"),
        (b"[]", f"it cannot be read as a notebook (TypeError). {AGAIN}"),
    ],
)
def test_what_is_no_notebook_is_named_with_the_cure(raw, what, tmp_path):
    assert looked_at(tmp_path, raw) == preflight.Inspection(open=[what], gradable=False)


def looked_at(folder, content):
    """What is found in a file with this content."""
    path = folder / "ada_ps1.ipynb"
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return preflight.look_at(released("ps1"), "ps1", path, False)


def half_a_character(notebook, sign="\ud83d"):
    """Some programs cut an emoji in two. nbgrader stops at it when it writes, and the student has no grade."""
    notebook["cells"][0]["source"] = [f"a {sign} sign"]
    return notebook


def of_2013(notebook):
    return nbformat.writes(nbformat.reads(json.dumps(notebook), as_version=4), version=3).encode()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda notebook: json.dumps(notebook).encode("utf-8-sig"), "it began with a byte order mark"),
        (lambda notebook: json.dumps(notebook).encode("utf-16"), "it began with a byte order mark"),
        (half_a_character, "it had half a character, which nbgrader cannot write: there is a ? in its place"),
        (lambda notebook: {"cells": notebook["cells"], "nbformat": 4}, "it had no metadata and no nbformat_minor"),
        (of_2013, "it was in the format of before 2015"),
    ],
)
def test_another_form_is_brought_to_the_one_of_today_and_nothing_else_changes(change, said, tmp_path):
    whole = handed_in(released("ps1"), solutions("ps1"))
    found = looked_at(tmp_path, change(copy.deepcopy(whole)))
    assert found.open == [] and said in found.repaired
    assert looked_at(tmp_path, change(copy.deepcopy(whole))).notebook == found.notebook, "it is graded once"
    assert seen_by_nbgrader(found.notebook) == seen_by_nbgrader(whole)
    nbformat.validate(nbformat.from_dict(found.notebook))
    if change is half_a_character:
        whole = half_a_character(whole, "?")
    texts = [_repair.text(cell) for cell in whole["cells"]]
    assert [_repair.text(cell) for cell in found.notebook["cells"]] == texts


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
    whole = handed_in(released("ps1"), solutions("ps1") | {"credited": "%%writefile written_below.py\n"})
    whole["cells"].append({"cell_type": "code", "id": "own", "metadata": {}, "source": imports, "outputs": []})
    path = tmp_path / "ps1.ipynb"
    write(whole, path)
    findings = preflight.look_at(released("ps1"), "ps1", path, True)
    cure = "which is not here. Install it where it is a library. A file of the student's own has to be handed in "
    cure += "beside the notebook: ask for it, and put none there yourself"
    assert findings.open == [f"it imports {name}, {cure}" for name in missing]
    assert findings.gradable == (not missing)


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


def test_what_stands_beside_other_students_notebooks_is_not_found(tmp_path):
    (tmp_path / "helper.py").touch()
    write(handed_in(released("ps1"), {"overused": "import helper"}), tmp_path / "ada_ps1.ipynb")
    assert not preflight.look_at(released("ps1"), "ps1", tmp_path / "ada_ps1.ipynb", False).gradable


# A written answer in a cell of one's own.

ESSAY = "I would rather trust " + "a reader with time than " * 5 + "a number."


def with_essays(*essays, answer="YOUR ANSWER HERE"):
    whole = handed_in(released("ps3"), solutions("ps3"))
    place = whole["cells"].index(cell_of(whole, "judgement"))
    cell_of(whole, "judgement")["source"] = cell_of(released("ps3"), "judgement")["source"] if answer else [""]
    for number, essay in enumerate(essays):
        cell = {"cell_type": "markdown", "id": f"own-{number}", "metadata": {}, "source": [essay]}
        whole["cells"].insert(place + 1 + number, cell)
    return whole, place


@pytest.mark.parametrize("answer", ["YOUR ANSWER HERE", ""])
def test_an_essay_in_a_cell_of_its_own_goes_to_the_person_who_grades(answer):
    whole, place = with_essays(ESSAY, "A short remark.", answer=answer)
    findings = _repair.repair(released("ps3"), whole)
    fixed = findings.notebook
    assert seen_by_nbgrader(fixed)["judgement"][1] == ESSAY and findings.open == []
    assert findings.repaired == [f"judgement: it was left empty; the text in cell {place + 2} is graded"]
    assert _repair.repair(released("ps3"), fixed) == preflight.Inspection()


CHINESE = "第一个数字只看单词是否出现在某个参考译文里, 不看它们的顺序, 所以译文仍然可能是错的."
BROKEN_CODE = "def credited(candidate, references)\n" + "    marks[word] = count(word, references)\n" * 8


@pytest.mark.parametrize(
    ("kind", "typed", "is_answer"),
    [
        ("code", ESSAY, True),
        ("code", f'"""{ESSAY}"""', True),
        ("code", "# " + ESSAY.replace("reader", "reader\n#"), True),
        ("raw", ESSAY, True),
        ("markdown", CHINESE, True),
        ("code", BROKEN_CODE, False),
        ("code", "# " + BROKEN_CODE.replace("\n", "\n# "), False),
        ("code", f"print('{ESSAY}')", False),
        ("code", "# A remark of a few words.", False),
    ],
)
def test_an_essay_in_a_cell_for_code_is_one_too_and_code_is_none(kind, typed, is_answer):
    """As code it stops its cell and nothing else, and the empty place would have 0 without a word."""
    whole, place = with_essays(typed)
    own = whole["cells"][place + 1]
    own |= {"cell_type": kind} | ({"outputs": [], "execution_count": 3} if kind == "code" else {})
    findings = _repair.repair(released("ps3"), whole)
    fixed = findings.notebook
    assert (seen_by_nbgrader(fixed)["judgement"][1] == typed) == is_answer == bool(findings.repaired)
    assert fixed["cells"][place + 1]["cell_type"] == ("markdown" if is_answer else kind)
    assert findings.open == [] and (not is_answer or "outputs" not in fixed["cells"][place + 1])
    nbformat.validate(nbformat.from_dict(fixed))


def test_two_essays_are_for_a_person():
    whole, place = with_essays(ESSAY, ESSAY + " More.")
    findings = _repair.repair(released("ps3"), whole)
    fixed = findings.notebook
    said = f"judgement: it is empty, and there are texts in cells {place + 2} and {place + 3}."
    assert findings.open == [f"{said} Read them, and grade by hand"] and findings.gradable and fixed == whole


def test_an_empty_answer_without_an_essay_is_empty():
    whole, _ = with_essays("A short remark.")
    again = _repair.repair(released("ps3"), whole)
    assert again == preflight.Inspection() and again.notebook == whole


def test_both_forms_of_one_name_are_one_student(tmp_path):
    release = released("ps1")
    for form in ("NFC", "NFD"):
        write(release, tmp_path / (unicodedata.normalize(form, "김민수") + "_ps1.ipynb"))
    write(release, tmp_path / (unicodedata.normalize("NFD", "박지영") + "_ps1.ipynb"))
    found = preflight.look_at_all(release, "ps1", tmp_path)
    said = [findings.open for path, findings in found.items() if findings.open]
    assert said == [["김민수 has more than one ps1. Put the one that does not count elsewhere"]] * 2


def test_a_file_that_was_handed_in_twice(tmp_path):
    for path in ("ada_ps1.ipynb", "ada_ps1-1.ipynb", "_ps1-1.ipynb", "bob/ps1.ipynb", "bob/ps1 (1).ipynb"):
        write(released("ps1"), tmp_path / path)
    found = preflight.look_at_all(released("ps1"), "ps1", tmp_path)
    assert len(found) == 5 and not any(findings.gradable for findings in found.values())
