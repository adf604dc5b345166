"""Grading without nbgrader: the points and messages of `grade`, and its seed."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from course import ASSIGNMENTS, SEED, SETS, cell_of, instructors_machine, solutions, source, text
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


OURS = seed_and_answers._load(str(ASSIGNMENTS / "answers.py"))
STUDENTS = {}
exec(solutions("ps1")["credited"], STUDENTS)


# The points.


def test_a_known_mistake_gets_the_share_set_by_the_instructor(capsys):
    def keeps_case(tokens):
        return [token for token in tokens if any(map(str.isalnum, token))]

    assert grade(keeps_case, "normalise", points=3, partial={"punctuation is kept": 0.5}) == 0.0
    assert grade(keeps_case, "normalise", points=3, partial={"the case is kept": 0.5}) == 1.5
    assert "1.5 of 3 points." in capsys.readouterr().out


def right_on_one_reference(candidate, references):
    return [] if len(references) > 1 else STUDENTS["credited"](candidate, references)


def test_shows_the_share_of_right_results_for_wrong_functions_only(capsys):
    grade(right_on_one_reference, "credited", points=1)
    some = [len(case.arguments[1]) == 1 or not case.arguments[0] for case in inputs_of(OURS["credited"], SEED)]
    assert f"Right on {10 * sum(some) // len(some)} in ten " in capsys.readouterr().out
    grade(STUDENTS["credited"], "credited", points=1)
    assert "Right on" not in capsys.readouterr().out
    wrong = diagnose(right_on_one_reference, OURS["credited"], SEED)
    assert share_of_inputs(wrong) and not share_of_inputs(replace(wrong, tally=Tally(3, 3))), "stopped while right"


@pytest.mark.parametrize(("points", "shares"), [(-1, {}), (float("nan"), {}), (1, {"x": 1.0}), (1, {"x": -0.1})])
def test_rejects_invalid_points(points, shares):
    with pytest.raises(ValueError, match="points must be 0 or more"):
        grade(len, "normalise", points, partial=shares)


# The problem sets' answers. tests/exercises/test_exercises.py reviews their tasks, too.


def test_every_mistake_of_the_problem_sets_has_a_question_and_a_lesson():
    for mistake in (mistake for task in OURS.values() for mistake in task.mistakes):
        assert mistake.question.endswith(("?", ".")) and (NOTEBOOKS[0].parent / f"{mistake.lesson}.ipynb").is_file()


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
