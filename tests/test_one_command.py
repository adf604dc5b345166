"""The one command with real nbgrader: what came in, in every form that files have, becomes a page and two tables."""

import copy
import csv
import io
import json
import os
import unicodedata

import limited
import nbformat
import pytest
from course import cell_of, handed_in, saved_by_colab, solutions, without_metadata, write
from notebook_rules import load
from test_assignments import CHEAT, KNOWN, Course

from bleu_helpers.course import audit

pytestmark = [
    pytest.mark.bubblewrap,
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="grading with nbgrader on Windows was not tried"),
]

RIGHT = solutions("ps1")
WITH_HELPER = RIGHT | {"overused": "from helper import overused"}

TOTALS = {
    ".dot": "10",
    "ada": "10",
    "ben": "4",
    "bom": "10",
    "fay": "10",
    "gus": "10",
    "hal": "",  # replaced `grade`
    "jon": "10",
    "kim, min [2]": "10",
    "lea": "10",
    "npy": "10",
    "old": "10",
    "zoe": "0",
    "박지영": "10",
}

NOT_OURS = "which the program outside of the sandbox did not give"

NAMED = [
    "_ps1-1.ipynb: nothing says whose it is. Not graded.",
    "cut_ps1.ipynb: it breaks off in the middle. Not graded.",
    "empty_ps1.ipynb: it is empty. Not graded.",
    "hal: the grading function was replaced: test_overused has 3, test_credited has 4, test_text_precision has 3, "
    f"{NOT_OURS}",
    "ivy/ps1 (1).ipynb, ivy/ps1.ipynb: there is a ps1.ipynb beside it; ivy has more than one ps1. Not graded.",
    "max_helper.py: it is no notebook, so nobody will grade it. Not graded.",
    "max_ps1.ipynb: it imports helper, which is not here. Not graded.",
    "web_ps1.ipynb: it is a web page and no notebook. Not graded.",
    unicodedata.normalize("NFD", "김민수")
    + "_ps1.ipynb (in decomposed Unicode), 김민수_ps1.ipynb: 김민수 has more than one ps1. Not graded.",
]


def fill(archive, release):
    right = handed_in(release, RIGHT)
    for path in (
        *("ada/ps1.ipynb", "ivy/ps1.ipynb", "ivy/ps1 (1).ipynb", "kim, min [2]/ps1.ipynb"),
        *(".dot_ps1.ipynb", "_ps1-1.ipynb", "jon_ps1-1.ipynb"),
        *(unicodedata.normalize(form, "김민수") + "_ps1.ipynb" for form in ("NFC", "NFD")),
        unicodedata.normalize("NFD", "박지영") + "_ps1.ipynb",
    ):
        write(right, archive / path)
    write(handed_in(release, RIGHT | KNOWN), archive / "ben" / "ps1.ipynb")
    write(handed_in(release, RIGHT | CHEAT), archive / "hal_ps1.ipynb")
    write(release, archive / "zoe_ps1.ipynb")
    write(saved_by_colab(copy.deepcopy(right)), archive / "gus" / "Copy of ps1.ipynb")
    write(without_metadata(copy.deepcopy(right)), archive / "fay_ps1 (1).ipynb")
    write(handed_in(release, WITH_HELPER), archive / "lea" / "ps1.ipynb")
    write(handed_in(release, WITH_HELPER), archive / "max_ps1.ipynb")
    for name in ("lea/helper.py", "max_helper.py"):
        (archive / name).write_text(RIGHT["overused"], encoding="utf-8")
    arrays = RIGHT["credited"].replace("return marks", "return __import__('numpy').array(marks)")
    write(handed_in(release, RIGHT | {"credited": arrays}), archive / "npy_ps1.ipynb")
    (archive / "empty_ps1.ipynb").touch()
    (archive / "web_ps1.ipynb").write_text("<!DOCTYPE html><html></html>", encoding="utf-8")
    (archive / "cut_ps1.ipynb").write_text(json.dumps(right)[:3000], encoding="utf-8")
    (archive / "bom_ps1.ipynb").write_text(json.dumps(right), encoding="utf-8-sig")
    old = nbformat.writes(nbformat.reads(json.dumps(right), as_version=4), version=3)
    (archive / "old_ps1.ipynb").write_text(old, encoding="utf-8")


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = Course(tmp_path_factory.mktemp("one") / "bleu")
    course.released = course.run("bleu_helpers.course", "release", "ps1")
    release = load(course.folder / "release" / "ps1" / "ps1.ipynb")
    fill(course.folder / "downloaded" / "ps1" / "archive", release)
    course.said = course.run("bleu_helpers.course", "grade", "ps1")
    course.first = totals(course)
    return course


def totals(course):
    raw = (course.folder / "grades-ps1-canvas.csv").read_text(encoding="utf-8-sig")
    return {row["SIS Login ID"]: row["ps1"] for row in list(csv.DictReader(io.StringIO(raw)))[1:]}


def test_everybody_has_the_grade_that_is_due_or_is_named(course):
    code, said = course.said
    assert code == 1, said
    assert course.first == TOTALS
    lines = {line.removeprefix("   - ") for line in said.splitlines()}
    assert [line for line in NAMED if line not in lines] == [], said
    assert "harmless" not in said and "not to be told" not in said


def test_autograding_that_was_cut_off_is_found_and_made_good(course):
    """The connection drops while ada is graded again: nbgrader skips her from then on, and the gradebook says 0."""
    line = [str(course.python), "-m", "nbgrader", "autograde", "ps1", "--student", "ada", "--force"]
    graded = course.folder / "autograded" / "ada" / "ps1" / "ps1.ipynb"
    course.nbgrader("db", "assignment", "remove", "ps1", "--force")
    course.nbgrader("generate_assignment", "ps1", "--force")
    graded.unlink()
    with limited.started(line, cwd=course.folder, env=course.environment) as running:
        running.until(graded.is_file, limited.SECONDS)
        running.drop()
    assert not cell_of(load(graded), "test_credited")["outputs"]
    course.nbgrader("autograde", "ps1", "--student", "ada")
    course.nbgrader("export", "--to", "grades.csv")
    code, said = course.run("bleu_helpers.course.audit", str(graded))
    cut = "test_credited was never run to its end, and the gradebook counts 0; a fresh run gives 4"
    assert code == 1 and f"not graded: {cut}" in said
    course.run("bleu_helpers.course", "grade", "ps1")
    assert totals(course) == TOTALS


def test_every_trouble_has_its_cure_on_the_page(course):
    assert f". {audit.CURES[audit.Kind.REPLACED]}\n   - hal: " in course.said[1]
    assert ". Ask the student to hand it in again.\n   - cut_ps1.ipynb: " in course.said[1]
