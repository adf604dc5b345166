"""Links out of a student's folder are reported, and never opened, followed, copied or written to."""

import json
import os
from pathlib import Path

import pytest
from course import course_of, filled_in, posix, released, seen_by_nbgrader, solutions, write

from bleu_grading.instructor import configuration, preflight
from bleu_grading.instructor.roster import Roster
from bleu_grading.outside.problem_set import ProblemSet

pytestmark = posix


@pytest.fixture
def course(tmp_path, monkeypatch):
    """Create a course in which ada has submitted a notebook and nothing is graded yet."""
    folder = course_of(tmp_path, monkeypatch, "ps1")
    write(released("ps1"), folder / "release" / "ps1" / "ps1.ipynb")
    write(filled_in(released("ps1"), solutions("ps1")), folder / "downloaded/ps1/archive/ada/ps1.ipynb")
    (folder / "downloaded/ps1/archive/eve").mkdir()
    return folder


def looked_at(course):
    """Return what is reported about each path, and eve's files that nbgrader would find."""
    problem_set = ProblemSet(course, "ps1")
    found = preflight.inspect_all(problem_set, Roster())
    preflight.collect(problem_set, found)
    reported = {file.file: ". ".join(file.problems) for file in found.values()}
    collected = [path for path in Path("submitted").rglob("*") if not path.is_dir() and "eve" in path.parts]
    return reported, collected


def everything(folder):
    """Return all files of a folder with their contents."""
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file() and not path.is_symlink()}


LINKS = {
    "the answers": ("helper.py", "../../../../answers.py"),
    "the seed": ("words.txt", "../../../../../private/seed"),
    "the solution": ("ps1.ipynb", "../../../../source/ps1/ps1.ipynb"),
    "another student": ("ps1.ipynb", "../ada/ps1.ipynb"),
    "a folder": ("data", "../../../../source"),
    "nothing": ("ps1.ipynb", "nowhere"),
}


@pytest.mark.parametrize("to", LINKS)
def test_reports_a_link_and_leaves_its_target_unread_and_unchanged(to, course):
    name, target = LINKS[to]
    folder = course / "downloaded/ps1/archive/eve"
    if name != "ps1.ipynb":
        write(filled_in(released("ps1"), solutions("ps1")), folder / "ps1.ipynb")
    (folder / name).symlink_to(target)
    before = everything(course)
    reported, collected = looked_at(course)
    assert reported[f"eve/{name}"].startswith("it is a link, ")
    assert [path.name for path in collected] == (["ps1.ipynb"] if name != "ps1.ipynb" else [])
    now = everything(course)
    assert {path: now[path] for path in before} == before


def test_reports_pipes_hard_links_and_linked_folders(course):
    folder = course / "downloaded/ps1/archive/eve"
    os.mkfifo(folder / "ps1.ipynb")
    os.link(course / "answers.py", folder / "helper.py")
    archive = course / "downloaded/ps1/archive"
    (archive / "fay").symlink_to("ada")
    reported, collected = looked_at(course)
    assert reported["eve/ps1.ipynb"].startswith("it is a pipe or a device, ") and collected == []
    assert reported["eve/helper.py"].startswith("it is a hard link, ")
    assert reported["fay"].startswith("it is a link, ")


def test_writes_nothing_through_a_link_in_our_own_folders(course):
    write(filled_in(released("ps1"), solutions("ps1")), course / "downloaded/ps1/archive/eve/ps1.ipynb")
    (course / "submitted/eve/ps1").mkdir(parents=True)
    (course / "submitted/eve/ps1/ps1.ipynb").symlink_to(course / "source/ps1/ps1.ipynb")
    (course / "submitted/ada").symlink_to(course / "source")
    before = everything(course / "source")
    looked_at(course)
    assert everything(course / "source") == before
    collected = json.loads(Path("submitted/eve/ps1/ps1.ipynb").read_text())
    assert seen_by_nbgrader(collected) == seen_by_nbgrader(filled_in(released("ps1"), solutions("ps1")))


def test_removes_links_before_nbgrader_copies_files(course, capsys):
    """nbgrader itself would follow the links in `submitted`."""
    links = {course / "submitted/eve/ps1/.hidden/helper.py": "answers.py", course / "submitted/bob": "source"}
    for link, target in links.items():
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(course / target)
    before = everything(course)
    configuration.before_grading(assignment="ps1")
    assert everything(course) == before and not any(map(Path.is_symlink, links))
    assert capsys.readouterr().err.count("it was a link") == 2
