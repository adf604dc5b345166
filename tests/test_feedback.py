"""The feedback page without nbgrader: what it says, what never gets into it, and what is said before it is made.

With real nbgrader: test_assignments.py.
"""

import html
import json
import re
import sys
from contextlib import contextmanager, redirect_stdout, suppress
from datetime import date
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from course import ASSIGNMENTS, SEED, cell_of, instructors_machine, solutions, source, text, write
from graded_notebooks import FULL, as_graded
from nbformat import from_dict

from bleu_helpers.checks import diagnose
from bleu_helpers.course import _gradebook, _secrets, audit, by_hand, feedback, page
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


def log_of(notebook):
    """What the program outside of the sandbox writes when this notebook is graded."""
    log, space = [{"event": "started"}], {}
    for call in audit.calls(notebook):
        for cell in call.before:
            with suppress(Exception), redirect_stdout(None):
                exec(re.sub(r"(?m)^ *%pip.*$", "        pass", cell), space)
        task = _secrets.find_task(call.task)
        if call.function in space:
            verdict = diagnose(space[call.function], task, SEED)
            got = points_for(verdict, call.points, call.shares)
            said, example = text_of(verdict, got, call.points), inputs_only(verdict, task.parameters)
            asked = {"task": call.task, "points": call.points, "shares": call.shares}
            log.append({"event": "graded", **asked, "got": got, "said": said, "example": example})
    return log


def shown(graded_notebook, with_input=False, unread=frozenset(), **facts):
    return page.page(graded_notebook, FACTS | facts, log_of(graded_notebook), with_input, unread)


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
    notebook = graded("ps1", solutions("ps1") | WRONG, GRADES | {"credited": 4.0})
    made = plain(shown(notebook))
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


# A gradebook that looks like nbgrader's.


class Gradebook:
    def __init__(self, waiting):
        self.grades = {
            one: SimpleNamespace(name=one[2], max_score=5.0, needs_manual_grade=True, manual_score=None)
            for one in waiting
        }
        self.comments = {one: SimpleNamespace(manual_comment=None) for one in waiting}
        self.saved = 0
        self.db = SimpleNamespace(commit=self.commit)

    def commit(self):
        self.saved += 1

    def assignment_submissions(self, assignment):
        test = SimpleNamespace(name="test_ranks", max_score=3.0, needs_manual_grade=True)  # it was never run
        questions = SimpleNamespace(solution_cells=[SimpleNamespace(name=cell) for _, _, cell in self.grades])
        return [
            SimpleNamespace(
                student=SimpleNamespace(id=student),
                notebooks=[SimpleNamespace(name=assignment, grades=[grade, test], notebook=questions)],
            )
            for (name, student, cell), grade in self.grades.items()
            if name == assignment
        ]

    def find_grade(self, cell, notebook, assignment, student):
        return self.grades[assignment, student, cell]

    def find_comment(self, cell, notebook, assignment, student):
        return self.comments[assignment, student, cell]


@pytest.fixture
def gradebook(monkeypatch):
    """Three answers of two questions wait in ps3, and none in ps1."""
    book = Gradebook([("ps3", "bob", "judgement"), ("ps3", "ada", "judgement"), ("ps3", "ada", "another")])
    module = ModuleType("nbgrader.api")

    @contextmanager
    def opened(address):
        book.address = address
        yield book

    module.Gradebook = opened
    monkeypatch.setitem(sys.modules, "nbgrader", ModuleType("nbgrader"))
    monkeypatch.setitem(sys.modules, "nbgrader.api", module)
    monkeypatch.setattr(feedback, "_warned", set())
    return book


def test_feedback_warns_once_while_answers_wait_for_a_person(gradebook, capsys):
    feedback.before_feedback(assignment="ps3")
    feedback.before_feedback(assignment="ps3")
    assert capsys.readouterr().err == (
        "ps3: 3 written answers wait for a person, and the points of these students will change. To grade them: "
        "python -m bleu_helpers.course.by_hand ps3, then nbgrader generate_feedback with --force.\n"
    )
    assert gradebook.address == f"sqlite:///{ASSIGNMENTS / 'gradebook.db'}"
    feedback.before_feedback(assignment="ps1")
    assert capsys.readouterr().err == ""


def test_nbgrader_calls_the_page(gradebook, monkeypatch):
    def points(self, notebook, resources):
        return notebook, resources

    monkeypatch.setattr(page.Exporter, "_preprocess", points)
    facts = FACTS | {"db_url": "sqlite:///here", "assignment": "ps3", "notebook": "ps3"}
    notebook = from_dict(graded("ps3", solutions("ps3"), FULL["ps3"]))
    exporter = page.Page()
    made, resources = exporter.from_notebook_node(notebook, {"nbgrader": facts})
    assert "judgement: not read yet." in made and "<h1>ps3: ada</h1>" in made
    assert (exporter.file_extension, resources["output_extension"]) == (".html", ".html")
    assert gradebook.address == "sqlite:///here"


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


# Grading by hand.


def folder_with_answers(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for student, cell, words in (
        ("ada", "judgement", "I choose BLEU-2.\x1b[2J"),
        ("bob", "judgement", "None of them."),
        ("ada", "another", "Because."),
    ):
        path = tmp_path / "autograded" / student / "ps3" / "ps3.ipynb"
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"] if path.is_file() else []
        cells.append({"cell_type": "markdown", "metadata": {"nbgrader": {"grade_id": cell}}, "source": [words]})
        write({"cells": cells}, path)
    (tmp_path / "rubrics").mkdir()
    (tmp_path / "rubrics" / "ps3.md").write_text("# ps3\n\n## judgement (5 points)\n\n1 point for it.\n")
    (tmp_path / "gradebook.db").touch()


def typed(monkeypatch, *lines):
    left = list(lines)

    def ask(prompt):
        print(prompt, end="")
        if not left:
            raise EOFError
        return left.pop(0)

    monkeypatch.setattr("builtins.input", ask)


def test_each_answer_is_shown_with_its_rubric_and_its_points_are_saved(gradebook, tmp_path, monkeypatch, capsys):
    folder_with_answers(tmp_path, monkeypatch)
    typed(monkeypatch, "", "6", "many", "4,5", "Which number?", "2", "")
    assert by_hand.main(["ps3"]) == 1
    out = capsys.readouterr().out
    assert "=== another, 5 points\n\n(rubrics/ps3.md has no section ## another)" in out
    assert "=== judgement, 5 points\n\n1 point for it.\n" in out and out.count("=== judgement") == 1
    assert "--- answer 2 of 3\n\nI choose BLEU-2.\N{REPLACEMENT CHARACTER}[2J\n" in out
    assert out.count("A number from 0 to 5, please.") == 2
    assert out.endswith("1 answer waits for a person.\n")
    assert "ada" not in out and "bob" not in out
    grades = {key[1:]: (grade.manual_score, grade.needs_manual_grade) for key, grade in gradebook.grades.items()}
    assert grades == {
        ("bob", "judgement"): (2.0, False),
        ("ada", "judgement"): (4.5, False),
        ("ada", "another"): (None, True),
    }
    assert [comment.manual_comment for comment in gradebook.comments.values()] == [None, "Which number?", None]
    assert gradebook.saved == 2
    assert _gradebook.given_by_hand(Path(), "ps3") == {"bob": {"judgement": 2.0}, "ada": {"judgement": 4.5}}
    _gradebook.note_by_hand(Path(), "ps1", "ada", "reading", 1.0)
    assert _gradebook.given_by_hand(Path(), "ps3") == {"bob": {"judgement": 2.0}, "ada": {"judgement": 4.5}}
    assert _gradebook.given_by_hand(Path(), "ps1") == {"ada": {"reading": 1.0}}
    typed(monkeypatch, "0", "")
    assert by_hand.main(["ps3"]) == 0
    assert capsys.readouterr().out.endswith("0 answers wait for a person.\n")


@pytest.mark.parametrize("lines", [["q"], []])
def test_one_can_stop_at_any_time(gradebook, tmp_path, monkeypatch, capsys, lines):
    folder_with_answers(tmp_path, monkeypatch)
    typed(monkeypatch, *lines)
    assert by_hand.main(["ps3"]) == 1
    assert capsys.readouterr().out.endswith("3 answers wait for a person.\n")
    assert gradebook.saved == 0


def test_without_an_assignment_or_a_gradebook_it_says_what_to_do(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert by_hand.main([]) == 2 and by_hand.main(["ps3"]) == 2
    out = capsys.readouterr().out
    assert "python -m bleu_helpers.course.by_hand ASSIGNMENT" in out and "There is no gradebook.db here." in out
    assert by_hand.rubric(tmp_path / "none.md", "judgement").endswith("none.md has no section ## judgement)")


def test_an_answer_in_a_notebook_that_could_not_be_run_is_shown_as_it_was_handed_in(tmp_path, monkeypatch):
    folder_with_answers(tmp_path, monkeypatch)
    (tmp_path / "autograded").rename(tmp_path / "submitted")
    (tmp_path / "autograded" / "bob" / "ps3").mkdir(parents=True)
    assert by_hand.answer(by_hand.Waiting("judgement", "ps3", "bob", 5.0), "ps3") == "None of them."


def test_a_cell_that_is_gone_is_said(tmp_path, monkeypatch):
    folder_with_answers(tmp_path, monkeypatch)
    for student in ("ada", "nobody"):
        assert by_hand.answer(by_hand.Waiting("gone", "ps3", student, 5.0), "ps3") == "(the cell is gone)"


def test_every_written_question_has_a_rubric_outside_of_the_solution():
    for name in ("ps1", "ps2", "ps3"):
        for cell in source(name)["cells"]:
            data = cell["metadata"].get("nbgrader", {})
            if data.get("grade") and data.get("solution"):
                found = by_hand.rubric(ASSIGNMENTS / "rubrics" / f"{name}.md", data["grade_id"])
                points = [int(line.split()[1]) for line in found.split("\n") if line.startswith("- ")]
                assert sum(points) == data["points"], (name, found)
                assert "point for" not in text(cell_of(source(name), data["grade_id"]))
