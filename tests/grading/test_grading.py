"""Grading without nbgrader: the points and messages of `grade`, and its seed."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from course import ASSIGNMENTS, SEED, SETS, cell_of, instructors_machine, source, text
from notebook_rules import NOTEBOOKS, code_cells, load

from bleu_exercises import diagnose
from bleu_exercises.exercises import EVERY_TASK
from bleu_grading import grade
from bleu_grading.outside import seed_and_answers
from bleu_grading.outside.points_and_feedback import share_of_inputs
from exercise_checker._tasks import inputs_of
from exercise_checker._verdicts import Tally


@pytest.fixture(autouse=True)
def seed_file(tmp_path, monkeypatch):
    return instructors_machine(tmp_path, monkeypatch)


def answers_again():
    """Return the tasks of a second copy of the file of answers, whose code does not count as our own."""
    space = {"__name__": "a_student"}
    code = "\n" + (ASSIGNMENTS / "answers.py").read_text(encoding="utf-8")
    exec(compile(code, "a_student.py", "exec"), space)
    return {task.name: task for task in space["TASKS"]}


OURS = seed_and_answers._load(str(ASSIGNMENTS / "answers.py"))
STUDENTS = answers_again()
MISTAKES = [(name, mistake) for name, task in STUDENTS.items() for mistake in task.mistakes]


# The points.


def test_a_known_mistake_gets_the_share_set_by_the_instructor(capsys):
    first = next(mistake for name, mistake in MISTAKES if (name, mistake.name) == ("normalise", "the case is kept"))
    assert grade(first.function, "normalise", points=3) == 0.0
    assert grade(first.function, "normalise", points=3, partial={"the case is kept": 0.5}) == 1.5
    assert grade(first.function, "normalise", points=3, partial={"punctuation is kept": 0.5}) == 0.0
    assert "1.5 of 3 points." in capsys.readouterr().out


def right_on_one_reference(candidate, references):
    return [] if len(references) > 1 else STUDENTS["credited"].function(candidate, references)


def test_a_function_that_changes_its_arguments_is_right_on_no_input(capsys):
    def changing(candidate, references):
        marks = STUDENTS["credited"].function(candidate, references)
        references[0].append("more")
        return marks

    assert grade(changing, "credited", 8) == 0
    output = capsys.readouterr().out
    assert "changes its arguments" in output and "Right on none" in output


def test_shows_the_share_of_right_results_for_wrong_functions_only(capsys):
    grade(right_on_one_reference, "credited", points=1)
    some = [len(case.arguments[1]) == 1 or not case.arguments[0] for case in inputs_of(OURS["credited"], SEED)]
    assert f"Right on {10 * sum(some) // len(some)} in ten " in capsys.readouterr().out
    grade(STUDENTS["credited"].function, "credited", points=1)
    grade(OURS["credited"].function, "credited", points=1)
    grade(None, "credited", points=1)
    assert "Right on" not in capsys.readouterr().out
    wrong = diagnose(right_on_one_reference, OURS["credited"], SEED)
    assert share_of_inputs(wrong) and not share_of_inputs(replace(wrong, tally=Tally(3, 3))), "stopped while right"


@pytest.mark.parametrize(("points", "shares"), [(-1, {}), (float("nan"), {}), (1, {"x": 1.0}), (1, {"x": -0.1})])
def test_rejects_invalid_points(points, shares):
    with pytest.raises(ValueError, match="points must be 0 or more"):
        grade(len, "normalise", points, partial=shares)


# The problem sets' answers.


@pytest.mark.parametrize("name", OURS)
def test_our_own_answer_under_another_name_gets_no_points(name, capsys):
    assert grade(OURS[name].function, name, points=2) == 0.0
    assert "calls that function" in capsys.readouterr().out


@pytest.mark.parametrize("name", OURS)
def test_accepts_a_right_answer_to_each_task(name):
    assert diagnose(STUDENTS[name].function, OURS[name], SEED).status == "correct"


@pytest.mark.parametrize(("name", "mistake"), MISTAKES)
def test_names_every_mistake_of_the_problem_sets(name, mistake):
    assert diagnose(mistake.function, OURS[name], SEED).mistake == mistake.name
    assert mistake.question.endswith("?") or mistake.question.endswith(".")
    assert (ASSIGNMENTS.parent / f"{mistake.lesson}.ipynb").is_file()


# The seed, the answers.


def test_the_seed_comes_from_the_file_or_the_home_folder(monkeypatch, tmp_path):
    assert seed_and_answers.read_seed() == SEED
    monkeypatch.delenv("BLEU_SEED_FILE")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    with pytest.raises(FileNotFoundError, match="there is no seed"):
        seed_and_answers.read_seed()
    (tmp_path / ".bleu_grading_seed").write_text("x" * 16, encoding="utf-8")
    assert seed_and_answers.read_seed() == "x" * 16


def test_rejects_a_seed_that_others_could_know(seed_file):
    seed_file.write_text("2002", encoding="utf-8")
    with pytest.raises(ValueError, match="fewer than 16 characters"):
        seed_and_answers.read_seed()
    (seed_file.parent / ".git").mkdir()
    with pytest.raises(ValueError, match="in a git repository"):
        seed_and_answers.read_seed()


def test_finds_tasks_of_lessons_and_of_problem_sets(monkeypatch):
    assert seed_and_answers.find_task("count_clip") is EVERY_TASK["count_clip"]
    assert seed_and_answers.find_task("credited").name == "credited"
    with pytest.raises(ValueError, match=r"no task 'nothing'.* simple_count, "):
        seed_and_answers.find_task("nothing")
    monkeypatch.delenv("BLEU_ANSWERS_FILE")
    with pytest.raises(ValueError, match=r"no task 'credited' \(BLEU_ANSWERS_FILE"):
        seed_and_answers.find_task("credited")
    with pytest.raises(FileNotFoundError, match="BLEU_ANSWERS_FILE names no file"):  # not a student's answers.py
        seed_and_answers.answers_file()


# The problem sets of the repository.


def test_points_are_the_same_wherever_they_are_given():
    table = (ASSIGNMENTS.parent.parent / "docs" / "instructors.md").read_text(encoding="utf-8")
    for name in SETS:
        cells = source(name)["cells"]
        data = [cell["metadata"].get("nbgrader", {}) for cell in cells]
        points = sum(cell["points"] for cell in data if cell.get("grade"))
        by_hand = sum(cell["points"] for cell in data if cell.get("grade") and cell["solution"])
        assert re.search(rf"has \*\*{points} points\*\*, {by_hand} of them for a (short )?text\.", text(cells[0]))
        assert re.search(rf"(?m)^\| `{name}` .*\| {points} \|.*\({by_hand} points\) that you grade by hand", table)
        titles = re.findall(r"(?m)^## Task \d: .* \((\d+) points", "\n".join(map(text, cells)))
        assert sum(map(int, titles)) == points


def test_problem_sets_have_the_set_up_cell_of_the_lessons():
    for name in SETS:
        assert text(cell_of(source(name), "set-up")) == text(code_cells(load(NOTEBOOKS[0]))[0])


def test_every_written_question_has_a_rubric_for_its_points():
    for name in SETS:
        rubrics = (ASSIGNMENTS / "rubrics" / f"{name}.md").read_text(encoding="utf-8")
        for cell in source(name)["cells"]:
            data = cell["metadata"].get("nbgrader", {})
            if data.get("grade") and data.get("solution"):
                [section] = [part for part in rubrics.split("\n## ")[1:] if part.split()[0] == data["grade_id"]]
                points = [int(line.split()[1]) for line in section.split("\n") if line.startswith("- ")]
                assert sum(points) == data["points"], (name, section)
                assert "point for" not in text(cell)
