"""The feedback page without nbgrader: what it contains, what it never contains, and when inputs may be shown.

With real nbgrader: test_the_course.py.
"""

import html
import json
from datetime import date

import pytest
from fake_nbgrader import course_with_files, graded
from submissions import ANSWERS

from bleu_grading.outside.problem_set import ProblemSet
from bleu_grading.records import feedback_page, student_records

course = pytest.fixture(course_with_files, name="course", autouse=True)


WRONG = {
    "credited": "SEEN = []\n\ndef credited(candidate, references):\n    SEEN.append(candidate)\n"
    "    raise RuntimeError(f'SECRET {SEEN}')",
    "text_precision": ANSWERS["sum_first_mean"]["text_precision"],
}


def shown(course, answers, with_input=False, comments=(), student="ada", **facts):
    """Return the page about ada's notebook, into which nbgrader's preprocessor has put points and comments."""
    problem_set, points = ProblemSet(course, "ps1"), graded(course, "ps1", "ada", answers)
    notebook = json.loads(problem_set.graded("ada").read_text("utf-8"))
    for cell in notebook["cells"]:
        data = cell["metadata"].get("nbgrader", {})
        data |= {"score": points.get(data.get("grade_id"), 0.0), "comment": dict(comments).get(data.get("grade_id"))}
    found = student_records.read_records(problem_set, ["ada"])["ada"].cells
    about = {"notebook": "ps1", "student": student, "score": sum(points.values()), "max_score": 10.0, "late_penalty": 0}
    return feedback_page.page(notebook, about | facts, found, with_input, ())


def test_the_page_contains_points_verdicts_questions_and_shares(course):
    made = html.unescape(shown(course, WRONG))
    assert "<h1>ps1: ada</h1>" in made and "<strong>3 of 10 points.</strong>" in made
    assert "overused: correct." in made and "<strong>test_overused: 3 of 3 points.</strong>" in made
    assert "the mean of the sentences' precisions.\nQuestion: " in made
    assert "credited: your function stops with RuntimeError for some inputs, in line 5 " in made
    assert made.count("inputs that were tried.") == 2 and "Right on none " in made
    assert "def credited(candidate, references):" in made
    for word in ("HIDDEN", "BEGIN", "grade("):
        assert word not in made


def test_the_page_shows_a_similar_name_if_a_function_is_missing(course):
    made = html.unescape(shown(course, {"credited": "def credit(candidate, references):\n    return []"}))
    assert "no function called `credited`" in made and "`credit` in cell 10" in made
    assert made.count("This may be why") == 1


def test_the_page_escapes_scripts(course):
    comments = {"overused": "See </pre><script>alert(1)</script>"}
    made = shown(course, WRONG, comments=comments, student="<script>alert(3)</script>")
    assert "<script" not in made and made.count("&lt;script&gt;alert") == 3
    assert "default-src 'none'; style-src 'unsafe-inline'" in made.split("<title>")[0]
    assert "http:" not in made and "https:" not in made


def test_the_page_shows_the_smallest_input_only_if_asked_to(course):
    before, after = html.unescape(shown(course, WRONG)), html.unescape(shown(course, WRONG, with_input=True))
    assert "The smallest input" not in before and "sentences = " not in before
    assert after.count("The smallest input") == 2
    assert "  sentences = [[" in after and "  references_of_each = [[[" in after and "  right: " in after
    assert "SECRET" not in after.replace("SECRET {SEEN}", "") and "yours: " not in after


def test_the_page_shows_no_points_that_a_student_made_up(course):
    """A cell that replaces `grade` chooses the points, and could encode an input in their digits."""
    digits = "\nimport bleu_grading\n\nbleu_grading.grade = lambda *_, **more: 2.7342\n"
    answers = {"text_precision": ANSWERS["nothing"]["text_precision"] + digits}
    made = html.unescape(shown(course, answers, score=9.7342))
    assert "7342" not in made.replace(digits.strip(), "")
    assert "text_precision: these points did not come from grading" in made
    assert "<strong>test_text_precision: to be looked at.</strong>" in made
    assert "<strong>test_overused: 3 of 3 points.</strong>" in made
    assert "<strong>Your instructor has to look at this notebook" in made


def test_inputs_are_shown_from_the_day_that_the_instructor_sets(monkeypatch):
    assert not feedback_page.inputs_may_be_shown(date(2027, 1, 31))
    monkeypatch.setenv(feedback_page.INPUTS_VARIABLE, "2027-01-31")
    assert [feedback_page.inputs_may_be_shown(date(2027, 1, day)) for day in (30, 31)] == [False, True]
    monkeypatch.setenv(feedback_page.INPUTS_VARIABLE, "31.1.2027")
    with pytest.raises(SystemExit, match="no feedback: Invalid isoformat string"):
        feedback_page.before_feedback(assignment="ps1")
