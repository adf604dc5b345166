"""The feedback page without nbgrader: what it says, what never gets into it, and what is said before it is made.

With real nbgrader: test_assignments.py.
"""

import html
import re
from contextlib import redirect_stdout, suppress
from datetime import date

import pytest
from course import ASSIGNMENTS, SEED, gradebook, instructors_machine, solutions, source, text, write
from graded_notebooks import FULL, as_graded
from nbformat import from_dict

from bleu_helpers.checks import diagnose
from bleu_helpers.course import _asked, _log, _records, _secrets, feedback, page
from bleu_helpers.course._grading import inputs_only, points_for, text_of


@pytest.fixture(autouse=True)
def seed_file(tmp_path, monkeypatch):
    return instructors_machine(tmp_path, monkeypatch)


FACTS = {"notebook": "ps1", "assignment": "ps1", "student": "ada", "score": 3.0, "max_score": 10.0, "late_penalty": 0}

WRONG = {
    "credited": "SEEN = []\n\ndef credited(candidate, references):\n    SEEN.append(candidate)\n"
    "    raise RuntimeError(f'LOUD {SEEN}')",
    "text_precision": "from bleu_helpers import modified_precision\n\n"
    "def text_precision(sentences, references_of_each, n):\n"
    "    values = [modified_precision(c, rs, n) for c, rs in zip(sentences, references_of_each)]\n"
    "    return sum(values) / len(values)",
}
GRADES = {"overused": 3.0, "credited": 0.0, "text_precision": 0.0}


def graded(name, answers, grades, comments=()):
    """A graded notebook with points in it, as nbgrader's preprocessor leaves it."""
    notebook = as_graded(name, answers, grades)
    for cell in notebook["cells"]:
        data = cell["metadata"].get("nbgrader", {})
        if data.get("grade"):
            data["score"] = grades.get(data["grade_id"].removeprefix("test_"), 0.0)
        if data.get("solution"):
            data["comment"] = dict(comments).get(data["grade_id"])
    return notebook


def verdicts_of(notebook):
    """What the program outside of the sandbox says of a notebook, as it stands in the student's record."""
    found, space = {}, {}
    for cell in notebook["cells"]:
        if not _asked.is_test(cell):
            with suppress(Exception), redirect_stdout(None):
                exec(
                    re.sub(r"(?m)^ *%pip.*$", "        pass", text(cell)) if cell["cell_type"] == "code" else "", space
                )
            continue
        [asked] = _asked.asked_in(text(cell))
        question = _asked.Question("", asked, cell["metadata"]["nbgrader"]["grade_id"])
        task, one = _secrets.find_task(asked.task), _records.Graded(*asked[:3])
        one.said = _records.without_a_verdict(question)
        if one.function in space:
            verdict = diagnose(space[one.function], task, SEED)
            one.got = points_for(verdict, one.points, asked.shares)
            one.said, one.example = text_of(verdict, one.got, one.points), inputs_only(verdict, task.parameters)
        found[question.grade_id] = one
    return found


def shown(graded_notebook, with_input=False, unread=frozenset(), replaced=(), **facts):
    found = verdicts_of(graded_notebook)
    for cell in replaced:
        found[cell].shown = 4.0
    return page.page(graded_notebook, FACTS | facts, found, with_input, unread)


def plain(made):
    return html.unescape(made)


def test_the_page_has_points_verdicts_questions_and_the_share_of_inputs():
    made = plain(shown(graded("ps1", solutions("ps1") | WRONG, GRADES)))
    assert "<h1>ps1: ada</h1>" in made and "<strong>3 of 10 points.</strong>" in made
    assert "overused: correct." in made and "<strong>test_overused: 3 of 3 points.</strong>" in made
    assert "The mistake has a name: the mean of the sentences' precisions.\nQuestion: One sentence has 2 words" in made
    assert "credited: your function stops with RuntimeError for some inputs, in line 5 of its cell." in made
    assert made.count("inputs that were tried.") == 2 and "Right on none of the inputs" in made
    assert "def credited(candidate, references):" in made
    for word in ("HIDDEN", "BEGIN", "grade(", "something"):  # the graded notebook's test cells print "something"
        assert word not in made


def test_a_page_says_in_points_what_the_gradebook_says():
    made = shown(graded("ps1", solutions("ps1"), FULL["ps1"]), score=8.5, late_penalty=1.5)
    assert "<strong>8.5 of 10 points, 1.5 taken off for lateness.</strong>" in made


EVIL = """
from IPython.display import HTML, display
SEEN = []

def overused(candidate, references):
    SEEN.append(candidate)
    return {}

print("<script>alert('LOUD')</script>")
display(HTML("<script>alert('LOUD')</script>"))
"""


def test_no_output_of_a_student_is_shown_and_no_script_can_run():
    notebook = graded(
        "ps1",
        solutions("ps1") | {"overused": EVIL},
        FULL["ps1"] | {"overused": 0.0},
        {"overused": "See </pre><script>alert(1)</script>"},
    )
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            loud = {"output_type": "stream", "name": "stdout", "text": ["OUTPUT <script>alert(1)</script>"]}
            drawn = {"output_type": "display_data", "data": {"image/png": "OUTPUT", "text/html": "<script>OUTPUT"}}
            cell["outputs"] = [loud, drawn, *cell["outputs"]]
    evil = "**My own cell** <script>alert(2)</script>"
    notebook["cells"].insert(3, {"cell_type": "markdown", "metadata": {}, "source": [evil]})
    made = shown(notebook, student="<script>alert(3)</script>")
    assert "OUTPUT" not in made and "My own cell" not in made
    assert "<script" not in made and made.count("&lt;script&gt;alert") == 5
    assert "default-src 'none'; style-src 'unsafe-inline'" in made.split("<title>")[0]
    assert "http:" not in made and "https:" not in made


def test_nothing_is_cut_off_and_long_lines_are_folded():
    long = "# " + "x" * 5000 + "\n" + "\n".join(f"# line {number}" for number in range(2000)) + "\n"
    answers = solutions("ps1")
    made = shown(graded("ps1", answers | {"overused": long + answers["overused"]}, FULL["ps1"]))
    assert "x" * 5000 in made and "# line 1999" in made
    assert "white-space: pre-wrap" in made and "overflow-wrap: anywhere" in made


def test_the_smallest_failing_input_is_shown_when_the_instructor_says_so():
    notebook = graded("ps1", solutions("ps1") | WRONG, GRADES)
    before, after = plain(shown(notebook)), plain(shown(notebook, with_input=True))
    assert "The smallest input" not in before and "sentences = " not in before
    assert after.count("The smallest input that shows it:") == 2
    assert "  sentences = [[" in after and "  references_of_each = [[[" in after and "  right: " in after
    assert "LOUD" not in after.replace("LOUD {SEEN}", "") and "yours: " not in after


def test_points_that_nobody_gave_have_no_verdict():
    notebook = graded("ps1", solutions("ps1") | WRONG, GRADES)
    made = plain(shown(notebook, replaced=["test_credited"]))
    assert "credited: the points are not those that were given. Ask your instructor to look at it." in made
    assert "RuntimeError for some" not in made


def test_a_function_that_is_not_there_has_its_line():
    made = shown(graded("ps1", solutions("ps1") | {"overused": "over = 1"}, FULL["ps1"] | {"overused": 0.0}))
    assert "overused: nothing was graded. Is there a function overused when all cells are run?" in made


class Loud:
    pass


Loud.__name__ = "HIDDEN"


@pytest.mark.parametrize(
    "function", [Loud(), lambda candidate, HIDDEN: 0, lambda c, rs: ["HIDDEN", None], lambda c, rs: [None]]
)
def test_no_name_that_a_student_chose_is_said(function):
    verdict = diagnose(function, _secrets.find_task("text_precision" if function is Loud else "credited"), SEED)
    assert "HIDDEN" not in text_of(verdict, 0.0, 1.0)
    verdict = diagnose(function, _secrets.find_task("normalise"), SEED)
    assert "HIDDEN" not in text_of(verdict, 0.0, 1.0)


def test_a_written_answer_its_points_and_its_sentence():
    answers = solutions("ps3") | {"judgement": "**My judgement:**\n\nI choose <b>BLEU-2</b>."}
    notebook = graded("ps3", answers, FULL["ps3"] | {"judgement": 4.0}, {"judgement": "Which number?"})
    made = shown(notebook, notebook="ps3")
    assert "I choose &lt;b&gt;BLEU-2&lt;/b&gt;." in made and "<strong>judgement: 4 of 5 points.</strong>" in made
    assert '<p>Your instructor says:</p>\n<pre class="">Which number?</pre>' in made
    waits = shown(notebook, notebook="ps3", unread={"judgement"})
    assert "<strong>judgement: not read yet.</strong>" in waits and "A person has not read everything yet" in waits
    assert "not read" not in made


# The day from which inputs are shown.


def test_the_day_is_the_instructors(monkeypatch):
    assert not page.inputs_may_be_shown(date(2027, 1, 31))
    monkeypatch.setenv(page.INPUTS_VARIABLE, "2027-01-31")
    assert [page.inputs_may_be_shown(date(2027, 1, day)) for day in (30, 31)] == [False, True]
    monkeypatch.setenv(page.INPUTS_VARIABLE, "31.1.2027")
    with pytest.raises(SystemExit, match="There is no feedback: Invalid isoformat string"):
        feedback.before_feedback(assignment="ps1")


# What nbgrader calls.


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A course in which one written answer of ps3 waits, and none of ps1."""
    folder = tmp_path / "course"
    write(source("ps3"), folder / "source" / "ps3" / "ps3.ipynb")
    (folder / "answers.py").write_bytes((ASSIGNMENTS / "answers.py").read_bytes())
    gradebook(folder / "gradebook.db", "ps3", {"ada": FULL["ps3"]})
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(folder / "answers.py"))
    monkeypatch.setattr(feedback, "_warned", set())
    return folder


def test_feedback_warns_once_while_answers_wait_for_a_person(course, capsys):
    feedback.before_feedback(assignment="ps3")
    feedback.before_feedback(assignment="ps3")
    assert capsys.readouterr().err == (
        "ps3: 1 written answer waits for a person, and the points of these students will change. To grade them: fill "
        "in written-ps3.csv, then python -m bleu_helpers.course grade ps3, then nbgrader generate_feedback with "
        "--force.\n"
    )
    feedback.before_feedback(assignment="ps1")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("manual", [None, {"ranks": 2.0}])
def test_nbgrader_calls_the_page(manual, course, monkeypatch):
    """Points that something else wrote are shown only once a person has given others in their place."""
    gradebook(course / "gradebook.db", "ps3", {"ada": FULL["ps3"]}, manual)
    log = _log.Log(course / "autograded" / "ada" / "ps3", "a run")
    log.write("started")
    log.write("shown", grade_id="test_ranks", points=2.7342)
    monkeypatch.setattr(page.Exporter, "_preprocess", lambda self, notebook, resources: (notebook, resources))
    notebook = graded("ps3", solutions("ps3"), FULL["ps3"] | {"ranks": 2.0 if manual else 2.7342})
    exporter = page.Page()
    facts = FACTS | {"assignment": "ps3", "notebook": "ps3", "score": 8.0 if manual else 8.7342}
    made, resources = exporter.from_notebook_node(from_dict(notebook), {"nbgrader": facts})
    assert "judgement: not read yet." in made and "<h1>ps3: ada</h1>" in made and "7342" not in made
    assert ("<strong>test_ranks: 2 of 3 points.</strong>" in made) == bool(manual)
    assert ("<strong>8 of 10 points.</strong>" in made) == bool(manual)
    assert (exporter.file_extension, resources["output_extension"]) == (".html", ".html")


# What nbgrader copies beside the page.


def test_only_our_pages_stay_in_the_feedback(tmp_path, monkeypatch):
    course = tmp_path / "course"
    monkeypatch.setenv("BLEU_ANSWERS_FILE", str(course / "answers.py"))
    course.mkdir()
    (course / "answers.py").write_bytes((ASSIGNMENTS / "answers.py").read_bytes())
    folder = course / "feedback" / "eve" / "ps1"
    for name in ("ps1.html", "leak.txt", "other.html", "deep/leak.html"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("fine", encoding="utf-8")
    (folder / "linked.html").symlink_to(course / "answers.py")
    write({}, course / "autograded" / "eve" / "ps1" / "ps1.ipynb")
    write({}, course / "autograded" / "eve" / "ps1" / "linked.ipynb")
    feedback.keep_feedback_clean("ps1", student="*", notebooks=[])
    assert [path.name for path in folder.iterdir()] == ["ps1.html"]
    assert (course / "answers.py").is_file()
