"""Written answers: one csv without names, filled in with any spreadsheet and read back by key."""

import csv
import io
import re
from contextlib import nullcontext

import pytest
from course import ASSIGNMENTS, cell_of, handed_in, instructors_machine, released, source, text, write
from fake_nbgrader import gradebook

from bleu_grading.records import grades, written_answers

ANSWERS = {"ada": "I choose BLEU-2.", "bob": '=HYPERLINK("http://x")', "cyd": "None of them"}


@pytest.fixture
def course(tmp_path, monkeypatch):
    instructors_machine(tmp_path, monkeypatch)
    for student, answer in ANSWERS.items():
        write(handed_in(released("ps3"), {"judgement": answer}), tmp_path / f"submitted/{student}/ps3/ps3.ipynb")
    gradebook(tmp_path, "ps3", {student: {} for student in ANSWERS})
    return tmp_path


@pytest.fixture
def given(monkeypatch):
    """The points and remarks that nbgrader's gradebook would get; tests/test_the_course.py has a real one."""
    kept = {}
    monkeypatch.setattr(written_answers, "opened", nullcontext)
    monkeypatch.setattr(written_answers, "_save", lambda _, name, answer, *what: kept.update({answer.student: what}))
    return kept


def rows(course):
    raw = written_answers.csv_of(course, "ps3").read_text(encoding="utf-8-sig")
    return list(csv.DictReader(io.StringIO(raw, newline="")))


def save(course, filled, encoding="utf-8-sig", delimiter=","):
    new = io.StringIO()
    table = csv.DictWriter(new, filled[0].keys(), delimiter=delimiter)
    table.writeheader()
    table.writerows(filled)
    written_answers.csv_of(course, "ps3").write_text(new.getvalue(), encoding=encoding, newline="")


def test_the_csv_has_the_answers_and_no_names_and_nothing_that_a_spreadsheet_runs(course):
    written_answers.write_out(course, "ps3")
    found = rows(course)
    assert {row["answer"] for row in found} == {
        "I choose BLEU-2.",
        '\'=HYPERLINK("http://x")',
        "None of them",
    }
    assert {(row["question"], row["of"], row["points"], row["remark"]) for row in found} == {("judgement", "5", "", "")}
    whole = written_answers.csv_of(course, "ps3").read_text(encoding="utf-8-sig")
    assert not [student for student in ANSWERS if student in whole]
    assert all(re.fullmatch("[a-p]{16}", row["key"]) for row in found)


@pytest.mark.parametrize(
    ("encoding", "delimiter"), [("utf-8-sig", ","), ("utf-8", ";"), ("utf-16", "\t"), ("cp1252", ";")]
)
def test_points_and_remarks_are_read_back_in_any_order_from_any_spreadsheet(encoding, delimiter, course, given):
    written_answers.write_out(course, "ps3")
    filled = [row | {"answer": "", "a column of my own": "x"} for row in reversed(rows(course))]
    by_key = {answer.key: answer.student for answer in written_answers.answers(course, "ps3")}
    for row in filled:
        if by_key[row["key"]] != "cyd":
            row |= {"points": "4,5", "remark": "Wh\u00e4t number?" if by_key[row["key"]] == "ada" else ""}
    save(course, filled, encoding, delimiter)
    assert written_answers.read_back(course, "ps3") == []
    assert given == {"ada": (4.5, "Wh\u00e4t number?"), "bob": (4.5, "")}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"points": "6"}, "'6' is not a number of points from 0 to 5"),
        ({"remark": "and no points"}, "'' is not a number of points from 0 to 5"),
        ({"points": "1", "key": "a"}, "no answer has this key: either the student's text or the key has changed"),
    ],
)
def test_a_row_that_cannot_be_read_is_named_and_the_others_are_read(change, said, course, given):
    written_answers.write_out(course, "ps3")
    first, second, third = rows(course)
    save(course, [first | change, second | {"points": "2"}, third])
    [problem] = written_answers.read_back(course, "ps3")
    assert problem.startswith("row 2 of written-ps3.csv: ") and said in problem
    assert [points for points, _ in given.values()] == [2.0]


def test_who_has_points_already_keeps_them(course, given):
    written_answers.write_out(course, "ps3")
    save(course, [row | {"points": "2"} for row in rows(course)])
    gradebook(course, "ps3", {student: {} for student in ANSWERS}, {"judgement": 2.0})
    assert written_answers.read_back(course, "ps3") == []
    gradebook(course, "ps3", {student: {} for student in ANSWERS}, {"judgement": 1.0})
    assert len(written_answers.read_back(course, "ps3")) == 3 and given == {}
    before = written_answers.csv_of(course, "ps3").read_bytes()
    written_answers.write_out(course, "ps3")  # nothing waits
    assert written_answers.csv_of(course, "ps3").read_bytes() == before


def test_a_file_that_lost_its_columns_stops_with_a_line(course):
    assert written_answers.read_back(course, "ps3") == []
    written_answers.csv_of(course, "ps3").write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match=r"written-ps3.csv does not have the columns key, points, remark"):
        written_answers.read_back(course, "ps3")


def test_an_answer_that_changed_has_another_key(course):
    before = {answer.key for answer in written_answers.answers(course, "ps3")}
    write(handed_in(released("ps3"), {"judgement": "new"}), course / "submitted/ada/ps3/ps3.ipynb")
    assert len(before & {answer.key for answer in written_answers.answers(course, "ps3")}) == 2


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\t", "\t=1", "  =1", "\u00a0=1", "\n=1", "\r=1"])
def test_no_text_of_a_student_is_a_formula(text):
    assert grades.harmless(text).startswith(f"'{text[:1]}") and grades.harmless("a = 1; b\nc") == "a = 1; b\nc"


@pytest.mark.parametrize("text", ["a\n=1", "a\r\n  +1", "a;=1", "a; @b", "a\t-1", "=1\n=1", "\n\n=1"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_nor_is_what_a_spreadsheet_cuts_out_of_one(text, delimiter):
    """A csv of commas, opened where semicolons part the columns, is cut there and at each line, quoted or not."""
    cut = [cell for line in f"key,{grades.harmless(text)}".splitlines() for cell in line.split(delimiter)]
    assert not [cell for cell in cut if cell.strip()[:1] in {*"=+-@"} - {""}]


def test_every_written_question_has_a_rubric_outside_of_the_solution():
    for name in ("ps1", "ps2", "ps3"):
        rubrics = (ASSIGNMENTS / "rubrics" / f"{name}.md").read_text(encoding="utf-8")
        for cell in source(name)["cells"]:
            data = cell["metadata"].get("nbgrader", {})
            if data.get("grade") and data.get("solution"):
                [section] = [
                    section for section in rubrics.split("\n## ")[1:] if section.split()[0] == data["grade_id"]
                ]
                points = [int(line.split()[1]) for line in section.split("\n") if line.startswith("- ")]
                assert sum(points) == data["points"], (name, section)
                assert "point for" not in text(cell_of(source(name), data["grade_id"]))
