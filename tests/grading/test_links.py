"""What leads out of a student's folder: it is named as what it is, and never opened, followed, copied or written."""

import json
import os
from pathlib import Path

import pytest
from course import course_of, handed_in, posix, released, seen_by_nbgrader, solutions, write

from bleu_grading.instructor import command, configuration, preflight
from bleu_grading.instructor.roster import Roster

pytestmark = posix


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course in which ada has handed in, and nobody is graded yet."""
    folder = course_of(tmp_path, monkeypatch, "ps1")
    write(released("ps1"), folder / "release" / "ps1" / "ps1.ipynb")
    write(handed_in(released("ps1"), solutions("ps1")), folder / "downloaded/ps1/archive/ada/ps1.ipynb")
    (folder / "downloaded/ps1/archive/eve").mkdir()
    return folder


def looked_at(course):
    """What is said of eve, and what nbgrader would find of hers."""
    archive = course / "downloaded" / "ps1" / "archive"
    found = preflight.look_at_all(released("ps1"), "ps1", archive, Roster())
    command.collect(course, "ps1", found)
    said = {path.relative_to(archive).as_posix(): ". ".join(file.open) for path, file in found.items()}
    given = [path for path in Path("submitted").rglob("*") if not path.is_dir() and "eve" in path.parts]
    return said, given


def everything(folder):
    """All files of a folder, with what is in them."""
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
def test_a_link_is_named_and_what_it_leads_to_stays_unread_and_unchanged(to, course):
    name, target = LINKS[to]
    folder = course / "downloaded/ps1/archive/eve"
    if name != "ps1.ipynb":
        write(handed_in(released("ps1"), solutions("ps1")), folder / "ps1.ipynb")
    (folder / name).symlink_to(target)
    before = everything(course)
    said, given = looked_at(course)
    assert said[f"eve/{name}"].startswith("it is a link, so it is not opened. ")
    assert [path.name for path in given] == (["ps1.ipynb"] if name != "ps1.ipynb" else [])
    now = everything(course)
    assert {path: now[path] for path in before} == before


def test_a_students_folder_that_is_a_link_to_another_students(course):
    archive = course / "downloaded/ps1/archive"
    (archive / "eve").rmdir()
    (archive / "eve").symlink_to("ada")
    said, given = looked_at(course)
    assert said["eve"].startswith("it is a link, ") and given == []


def test_what_is_no_file_at_all_is_not_waited_for(course):
    folder = course / "downloaded/ps1/archive/eve"
    os.mkfifo(folder / "ps1.ipynb")
    os.link(course / "answers.py", folder / "helper.py")
    said, given = looked_at(course)
    assert said["eve/ps1.ipynb"].startswith("it is a pipe or a device, ") and given == []
    assert said["eve/helper.py"].startswith("it is a hard link, ")


def test_nothing_is_written_through_a_link_in_our_own_folders(course):
    write(handed_in(released("ps1"), solutions("ps1")), course / "downloaded/ps1/archive/eve/ps1.ipynb")
    (course / "submitted/eve/ps1").mkdir(parents=True)
    (course / "submitted/eve/ps1/ps1.ipynb").symlink_to(course / "source/ps1/ps1.ipynb")
    (course / "submitted/ada").symlink_to(course / "source")
    before = everything(course / "source")
    looked_at(course)
    assert everything(course / "source") == before
    given = json.loads(Path("submitted/eve/ps1/ps1.ipynb").read_text())
    assert seen_by_nbgrader(given) == seen_by_nbgrader(handed_in(released("ps1"), solutions("ps1")))


def test_nbgrader_copies_nothing_that_leads_out_of_a_folder(course, capsys):
    """It copies what is in `submitted`, wherever that came from, and follows links."""
    links = {course / "submitted/eve/ps1/.hidden/helper.py": "answers.py", course / "submitted/bob": "source"}
    for link, target in links.items():
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(course / target)
    before = everything(course)
    configuration.before_grading(assignment="ps1")
    assert everything(course) == before and not any(map(Path.is_symlink, links))
    assert capsys.readouterr().err.count("it was a link") == 2


def test_no_file_that_a_link_leads_to_is_compared(course, capsys):
    folder = course / "downloaded/ps1/archive/eve"
    (folder / "ps1.ipynb").symlink_to("../ada/ps1.ipynb")
    assert command.main(["similarity", "release/ps1/ps1.ipynb", "downloaded/ps1/archive"]) == 0
    named, summary, *_ = capsys.readouterr().out.splitlines()
    assert "eve/ps1.ipynb: it is a link" in named and summary.startswith("1 notebooks compared")
