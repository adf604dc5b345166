"""The roster of a course maps file names of platforms to logins, and shows which students are missing."""

import re

import pytest
from course import canvas, table
from fake_nbgrader import course_with_files, run, submit

from bleu_grading.instructor import roster
from bleu_grading.instructor.preflight import bad_login

LINES = """login,Name,Id,Mail
ada,"Lovelace, Ada",1234,ada@b.org
gh,Grace Hopper,98765,
kim,김민수,5,,,
,,,
an1,An Li,6,
an2,An Li,7,
"""


@pytest.fixture
def course(tmp_path):
    (tmp_path / "roster.csv").write_text(LINES, encoding="utf-8-sig")
    return tmp_path


@pytest.mark.parametrize(
    ("name", "login"),
    [
        ("ada", "ada"),
        ("lovelaceada_LATE_1234_5678", "ada"),
        ("lovelaceada_1234_5678", "ada"),
        ("lovelaceada_9_5678", "ada"),
        ("Grace Hopper_98765_assignsubmission_file_", "gh"),
        ("Grace Hopper_98765_assignsubmission_file", "gh"),
        ("Hopper Grace_1_assignsubmission_onlinetext_", "gh"),
        ("ada@b.org", "ada"),
        ("An Li_7_assignsubmission_file_", "an2"),
        ("An Li_8_assignsubmission_file_", "An Li_8_assignsubmission_file_"),
        ("김민수", "kim"),
    ],
)
def test_maps_file_names_of_platforms_to_logins(name, login, course):
    assert roster.read_roster(course).login(name) == login
    assert roster.Roster().login(name) == name, "without a roster, names stay as they are"


@pytest.mark.parametrize(("encoding", "separator"), [("utf-8", ";"), ("utf-16", "\t"), ("cp1252", ";")])
def test_reads_a_roster_from_any_spreadsheet(encoding, separator, course):
    lines = f"Number{separator}LOGIN{separator}name\n7{separator}zo\xeb{separator}Zo\xeb K\n"
    (course / "roster.csv").write_text(lines, encoding=encoding)
    assert roster.read_roster(course).names == {"zo\xeb": "Zo\xeb K"}


def test_a_setting_adds_the_file_names_of_another_platform(course, monkeypatch):
    monkeypatch.setenv("BLEU_PLATFORM_NAMES", r"group \d - (?P<name>.+) - (?P<number>\d+)")
    assert roster.read_roster(course).login("group 3 - nobody - 98765") == "gh"


def test_reports_missing_students_and_unknown_names(tmp_path, monkeypatch, capsys):
    course = course_with_files(tmp_path, monkeypatch)
    (course / "roster.csv").write_text(LINES, encoding="utf-8-sig")
    submit(course, *(f"{name}_assignsubmission_file_/ps1.ipynb" for name in ("Grace Hopper_98765", "An Li_8")))
    submit(course, "lovelaceada_LATE_1234_5678_ps1-1.ipynb")
    code, out = run(capsys, "grade", "ps1")
    assert code == 3 and re.search("3 students .*: kim, an1, an2", out)
    assert re.search("'An Li_8_assignsubmission_file_'.* Not graded", out)
    assert canvas(course) == {"ada": "12", "an1": "", "an2": "", "gh": "12", "kim": ""}
    names = ["Lovelace, Ada", "An Li", "An Li", "Grace Hopper", "김민수"]
    assert [row["Student"] for row in table(course, "canvas")[1:]] == names


@pytest.mark.parametrize("login", ["=1+1", "+ada", "-ada", "@ada", " =1+1", "ze\u200bro", "li\nne", "di\u202erect"])
def test_rejects_a_login_with_formulas_or_invisible_characters(login):
    assert "Rename the folder or the file" in bad_login(login, roster.Roster())


UNUSABLE = {
    "name\nada\n": "the column login",
    "login\nada\nada\n": "same login twice",
    "name;login\nada\n": "without a login",
}


@pytest.mark.parametrize("lines", UNUSABLE)
def test_refuses_an_unusable_roster(lines, tmp_path):
    (tmp_path / "roster.csv").write_text(lines)
    with pytest.raises(ValueError, match=f"^roster.csv .*{UNUSABLE[lines]}"):
        roster.read_roster(tmp_path)
