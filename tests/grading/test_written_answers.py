"""Written answers: a csv without names that any spreadsheet can fill in, and that is read back by key."""

import csv
import io
import re
from contextlib import nullcontext

import pytest
from course import ASSIGNMENTS, cell_of, filled_in, instructors_machine, released, source, text, write
from fake_nbgrader import gradebook

from bleu_grading.outside.problem_set import ProblemSet
from bleu_grading.records import written_answers
from bleu_grading.records.grades import escape_formula, read_scores

ANSWERS = {"ada": "I choose BLEU-2.", "bob": '=HYPERLINK("http://x")', "cyd": "None of them"}


@pytest.fixture
def course(tmp_path, monkeypatch):
    instructors_machine(tmp_path, monkeypatch)
    for student, answer in ANSWERS.items():
        write(filled_in(released("ps3"), {"judgement": answer}), tmp_path / f"submitted/{student}/ps3/ps3.ipynb")
    gradebook(tmp_path, "ps3", {student: {} for student in ANSWERS})
    return tmp_path


@pytest.fixture
def saved(monkeypatch):
    """Collect the points and remarks for nbgrader's gradebook; tests/grading/test_the_course.py uses a real one."""
    kept = {}
    monkeypatch.setattr(written_answers, "opened", nullcontext)
    monkeypatch.setattr(written_answers, "_save", lambda _, name, answer, *what: kept.update({answer.student: what}))
    return kept


def answers(course):
    problem_set = ProblemSet(course, "ps3")
    return written_answers.answers(problem_set, read_scores(problem_set))


def write_out(course):
    problem_set = ProblemSet(course, "ps3")
    written_answers.write_out(problem_set, read_scores(problem_set))


def rows(course):
    raw = (course / "written-ps3.csv").read_text(encoding="utf-8-sig")
    return list(csv.DictReader(io.StringIO(raw, newline="")))


def save(course, filled, encoding="utf-8-sig", delimiter=","):
    new = io.StringIO()
    table = csv.DictWriter(new, filled[0].keys(), delimiter=delimiter)
    table.writeheader()
    table.writerows(filled)
    (course / "written-ps3.csv").write_text(new.getvalue(), encoding=encoding, newline="")


def test_the_csv_contains_the_answers_but_no_names_and_no_formulas(course):
    write_out(course)
    found = rows(course)
    assert {row["answer"] for row in found} == {"I choose BLEU-2.", '\'=HYPERLINK("http://x")', "None of them"}
    assert {(row["question"], row["of"], row["points"], row["remark"]) for row in found} == {("judgement", "5", "", "")}
    whole = (course / "written-ps3.csv").read_text(encoding="utf-8-sig")
    assert not [student for student in ANSWERS if student in whole]
    assert all(re.fullmatch("[a-p]{16}", row["key"]) for row in found)


@pytest.mark.parametrize("form", [("utf-8-sig", ","), ("utf-8", ";"), ("utf-16", "\t"), ("cp1252", ";")])
def test_reads_points_and_remarks_back_from_any_spreadsheet(form, course, saved):
    write_out(course)
    filled = [row | {"answer": "", "a column of my own": "x"} for row in reversed(rows(course))]
    by_key = {answer.key: answer.student for answer in answers(course)}
    for row in filled:
        if by_key[row["key"]] != "cyd":
            row |= {"points": "4,5", "remark": "Wh\u00e4t number?" if by_key[row["key"]] == "ada" else ""}
    save(course, filled, *form)
    assert written_answers.read_back(ProblemSet(course, "ps3")) == []
    assert saved == {"ada": (4.5, "Wh\u00e4t number?"), "bob": (4.5, "")}


def test_reports_wrong_rows_and_reads_the_others(course, saved):
    write_out(course)
    first, second, third = rows(course)
    wrong = [first | {"points": "6"}, first | {"remark": "and no points"}, first | {"points": "1", "key": "a"}]
    save(course, [*wrong, second | {"points": "2"}, third])
    problems = ["2 of written-ps3.csv: '6' is", "3 of written-ps3.csv: '' is", "4 of written-ps3.csv: no answer has"]
    lines = written_answers.read_back(ProblemSet(course, "ps3"))
    assert all(line.startswith(f"row {problem}") for line, problem in zip(lines, problems, strict=True))
    assert [points for points, _ in saved.values()] == [2.0]


def test_does_not_change_points_that_were_given_before(course, saved):
    write_out(course)
    save(course, [row | {"points": "2"} for row in rows(course)])
    gradebook(course, "ps3", {student: {} for student in ANSWERS}, {"judgement": 2.0})
    assert written_answers.read_back(ProblemSet(course, "ps3")) == []
    gradebook(course, "ps3", {student: {} for student in ANSWERS}, {"judgement": 1.0})
    assert len(written_answers.read_back(ProblemSet(course, "ps3"))) == 3 and saved == {}
    before = (course / "written-ps3.csv").read_bytes()
    write_out(course)  # nothing waits
    assert (course / "written-ps3.csv").read_bytes() == before


def test_a_csv_without_its_columns_is_an_error(course):
    assert written_answers.read_back(ProblemSet(course, "ps3")) == []
    (course / "written-ps3.csv").write_text("a,b\n1,2\n")
    with pytest.raises(ValueError, match=r"written-ps3\.csv .* key, points, remark"):
        written_answers.read_back(ProblemSet(course, "ps3"))


def test_a_changed_answer_gets_a_new_key(course):
    before = {answer.key for answer in answers(course)}
    write(filled_in(released("ps3"), {"judgement": "new"}), course / "submitted/ada/ps3/ps3.ipynb")
    assert len(before & {answer.key for answer in answers(course)}) == 2


AT_THE_START = ["=1", "+1", "-1", "@a", "\t=1", "  =1", "\u00a0=1", "\n=1", "\r=1", "=1\n=1", "\n\n=1"]
INSIDE = ["a\n=1", "a\r\n  +1", "a;=1", "a; @b", "a\t-1"]


@pytest.mark.parametrize("text", AT_THE_START + INSIDE)
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_escapes_text_that_a_spreadsheet_would_run(text, delimiter):
    """A spreadsheet that expects another delimiter cuts the text there and at each line, even inside quotes."""
    cells = [cell for line in f"key,{escape_formula(text)}".splitlines() for cell in line.split(delimiter)]
    assert not [cell for cell in cells if cell.strip()[:1] in {*"=+-@"} - {""}]
    assert escape_formula("\t") == "'\t" and escape_formula("a = 1; b\nc") == "a = 1; b\nc"


def test_every_written_question_has_a_rubric_for_its_points():
    for name in ("ps1", "ps2", "ps3"):
        rubrics = (ASSIGNMENTS / "rubrics" / f"{name}.md").read_text(encoding="utf-8")
        for cell in source(name)["cells"]:
            data = cell["metadata"].get("nbgrader", {})
            if data.get("grade") and data.get("solution"):
                [section] = [part for part in rubrics.split("\n## ")[1:] if part.split()[0] == data["grade_id"]]
                points = [int(line.split()[1]) for line in section.split("\n") if line.startswith("- ")]
                assert sum(points) == data["points"], (name, section)
                assert "point for" not in text(cell_of(source(name), data["grade_id"]))
