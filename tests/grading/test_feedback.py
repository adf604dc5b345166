"""The feedback page without nbgrader: what it says, what never gets into it, and what is said before it is made.

With real nbgrader: test_the_course.py.
"""

import html
import json
from datetime import date

import pytest
from fake_nbgrader import course_with_files, graded
from submissions import ANSWERS

from bleu_grading.records import feedback_page, student_records

course = pytest.fixture(course_with_files, name="course", autouse=True)


WRONG = {
    "credited": "SEEN = []\n\ndef credited(candidate, references):\n    SEEN.append(candidate)\n"
    "    raise RuntimeError(f'LOUD {SEEN}')",
    "text_precision": ANSWERS["sum_first_mean"]["text_precision"],
}


def as_graded(course, name, answers, comments=()):
    """A graded notebook with points and comments in it, as nbgrader's preprocessor leaves it."""
    points = graded(course, name, "ada", answers)
    notebook = json.loads((course / "autograded" / "ada" / name / f"{name}.ipynb").read_text("utf-8"))
    for cell in notebook["cells"]:
        data = cell["metadata"].get("nbgrader", {})
        data |= {"score": points.get(data.get("grade_id"), 0.0), "comment": dict(comments).get(data.get("grade_id"))}
    return notebook


FACTS = {"student": "ada", "max_score": 10.0, "late_penalty": 0}


def shown(course, name, answers, with_input=False, comments=(), **facts):
    """The page of what ada handed in."""
    notebook = as_graded(course, name, answers, comments)
    found = student_records.fold(course, name, ["ada"])["ada"].cells
    score = sum(cell["metadata"].get("nbgrader", {}).get("score", 0.0) for cell in notebook["cells"])
    about = FACTS | {"notebook": name, "score": score} | facts
    return feedback_page.page(notebook, about, found, with_input, ())


def plain(made):
    return html.unescape(made)


def test_the_page_has_points_verdicts_questions_and_the_share_of_inputs(course):
    made = plain(shown(course, "ps1", WRONG))
    assert "<h1>ps1: ada</h1>" in made and "<strong>3 of 10 points.</strong>" in made
    assert "overused: correct." in made and "<strong>test_overused: 3 of 3 points.</strong>" in made
    assert "This is a known mistake: the mean of the sentences' precisions.\nQuestion: One sentence has 2 words" in made
    assert "credited: your function stops with RuntimeError for some inputs, in line 5 of its cell." in made
    assert made.count("inputs that were tried.") == 2 and "Right on none of the inputs" in made
    assert "def credited(candidate, references):" in made
    for word in ("HIDDEN", "BEGIN", "grade("):
        assert word not in made


def test_the_page_says_what_was_found_in_place_of_a_function(course):
    made = plain(shown(course, "ps1", {"credited": "def credit(candidate, references):\n    return []"}))
    said = "This may be why: there is no function called `credited` when its test runs; there is `credit` in cell 10. ("
    assert said in made and made.count("This may be why") == 1


def test_no_script_of_a_student_or_of_an_instructor_can_run(course):
    comments = {"overused": "See </pre><script>alert(1)</script>"}
    made = shown(course, "ps1", WRONG, comments=comments, student="<script>alert(3)</script>")
    assert "<script" not in made and made.count("&lt;script&gt;alert") == 3
    assert "default-src 'none'; style-src 'unsafe-inline'" in made.split("<title>")[0]
    assert "http:" not in made and "https:" not in made


def test_the_smallest_failing_input_is_shown_when_the_instructor_says_so(course):
    before, after = plain(shown(course, "ps1", WRONG)), plain(shown(course, "ps1", WRONG, with_input=True))
    assert "The smallest input" not in before and "sentences = " not in before
    assert after.count("The smallest input that shows it:") == 2
    assert "  sentences = [[" in after and "  references_of_each = [[[" in after and "  right: " in after
    assert "LOUD" not in after.replace("LOUD {SEEN}", "") and "yours: " not in after


def test_points_that_are_not_ours_are_not_shown_and_nor_is_a_sum_of_them(course):
    """A cell that replaces `grade` chooses its number, and could write an input with its digits."""
    digits = "\nimport bleu_grading\n\nbleu_grading.grade = lambda *_, **more: 2.7342\n"
    answers = {"text_precision": ANSWERS["nothing"]["text_precision"] + digits}
    made = plain(shown(course, "ps1", answers, score=9.7342))
    assert "7342" not in made.replace(digits.strip(), "")
    assert "text_precision: these points did not come from grading. Ask your instructor to look at this." in made
    assert "<strong>test_text_precision: to be looked at.</strong>" in made
    assert "<strong>test_overused: 3 of 3 points.</strong>" in made
    assert "<strong>Your instructor has to look at this notebook before it gets points.</strong>" in made


def test_the_day_is_the_instructors(monkeypatch):
    assert not feedback_page.inputs_may_be_shown(date(2027, 1, 31))
    monkeypatch.setenv(feedback_page.INPUTS_VARIABLE, "2027-01-31")
    assert [feedback_page.inputs_may_be_shown(date(2027, 1, day)) for day in (30, 31)] == [False, True]
    monkeypatch.setenv(feedback_page.INPUTS_VARIABLE, "31.1.2027")
    with pytest.raises(SystemExit, match="There is no feedback: Invalid isoformat string"):
        feedback_page.before_feedback(assignment="ps1")
