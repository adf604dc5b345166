"""Who is in a course: the names that platforms give to files are mapped to logins, and who is missing is listed."""

import re

import pytest
from course import canvas, table
from fake_nbgrader import course_with_files, hand_in, run

from bleu_grading.instructor import roster
from bleu_grading.outside.submitted_files import printable
from bleu_grading.records.grades import harmless

LINES = """login,Name,Id,Mail
ada,"Lovelace, Ada",1234,ada@b.org
gh,Grace Hopper,98765,
kim,김민수,5,,,
,,,
an1,An Li,6,
an2,An Li,7,
"""


@pytest.fixture
def course(tmp_path, monkeypatch):
    folder = course_with_files(tmp_path, monkeypatch)
    (folder / "roster.csv").write_text(LINES, encoding="utf-8-sig")
    return folder


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
        ("1234", "ada"),
        ("An Li_7_assignsubmission_file_", "an2"),
        ("An Li_8_assignsubmission_file_", "An Li_8_assignsubmission_file_"),
        ("김민수", "kim"),
        ("eve", "eve"),
    ],
)
def test_a_name_of_a_platform_is_a_login(name, login, course):
    assert roster.read_roster(course).login(name) == login
    assert roster.Roster().login(name) == name, "without a roster, a name is a name"


def test_another_platforms_names_need_one_setting(course, monkeypatch):
    monkeypatch.setenv("BLEU_PLATFORM_NAMES", r"group \d - (?P<name>.+) - (?P<number>\d+)")
    assert roster.read_roster(course).login("group 3 - nobody - 98765") == "gh"


def test_the_page_says_who_is_missing_and_whose_name_fits_nobody(course, capsys):
    hand_in(course, *(f"{name}_assignsubmission_file_/ps1.ipynb" for name in ("Grace Hopper_98765", "An Li_8")))
    hand_in(course, "lovelaceada_LATE_1234_5678_ps1-1.ipynb")
    code, out = run(capsys, "grade", "ps1")
    assert code == 3 and "3 students in roster.csv did not hand in anything: kim, an1, an2." in out
    assert "roster.csv does not have exactly one line for 'An Li_8_assignsubmission_file_'. Not graded." in out
    assert canvas(course) == {"ada": "12", "an1": "", "an2": "", "gh": "12", "kim": ""}
    names = ["Lovelace, Ada", "An Li", "An Li", "Grace Hopper", "김민수"]
    assert [row["Student"] for row in table(course, "canvas")[1:]] == names


@pytest.mark.parametrize("login", ["=1+1", "+ada", "-ada", "@ada", " =1+1", "ze\u200bro", "li\nne", "di\u202erect"])
def test_a_login_that_a_spreadsheet_would_run_or_that_cannot_be_seen_is_refused_by_name(login, course, capsys):
    (course / "roster.csv").unlink()
    hand_in(course, f"{login}/ps1.ipynb")
    code, out = run(capsys, "grade", "ps1")
    assert code == 3 and re.search(rf"\b(run )?the login '{re.escape(printable(login))}'.*\. Not graded\.", out)
    assert canvas(course) == {harmless(printable(login)): ""}


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("name\nada\n", "roster.csv does not have the columns login in its first line. Put them back, or delete it"),
        ("login\nada\nada\n", "roster.csv has a line without a login, or the same login twice"),
        ("name;login\nada\n", "roster.csv has a line without a login, or the same login twice"),
    ],
)
def test_a_roster_that_is_none_stops_with_a_line(lines, said, course, capsys):
    (course / "roster.csv").write_text(lines)
    hand_in(course, "ada/ps1.ipynb")
    assert run(capsys, "grade", "ps1") == (2, f"Nothing was graded: {said}\n")
