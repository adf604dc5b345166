"""Grading without nbgrader: what `grade` gives and says, and where the seed comes from."""

import re
from dataclasses import replace
from inspect import signature
from pathlib import Path

import pytest
from course import ASSIGNMENTS, SEED, SETS, cell_of, instructors_machine, source, text
from notebook_rules import NOTEBOOKS, code_cells, load

from bleu_grading import grade
from bleu_grading.outside import seed_and_answers
from bleu_grading.outside.hidden_tests import GradeCall
from bleu_grading.outside.points_and_feedback import share_of_inputs
from bleu_helpers.checks import diagnose
from bleu_helpers.checks.exercises import EVERY_TASK
from exercise_checker._tasks import inputs_of
from exercise_checker._verdicts import Tally


@pytest.fixture(autouse=True)
def seed_file(tmp_path, monkeypatch):
    return instructors_machine(tmp_path, monkeypatch)


def answers_again():
    """The file of answers once more, a line further down, so that its code is not ours but somebody else's."""
    space = {"__name__": "somebody_else"}
    code = "\n" + (ASSIGNMENTS / "answers.py").read_text(encoding="utf-8")
    exec(compile(code, "somebody_else.py", "exec"), space)
    return {task.name: task for task in space["TASKS"]}


OURS = seed_and_answers._load(str(ASSIGNMENTS / "answers.py"))
THEIRS = answers_again()
MISTAKES = [(name, mistake) for name, task in THEIRS.items() for mistake in task.mistakes]


# The points.


def test_a_test_cell_is_read_as_grade_is_called():
    assert [*signature(GradeCall).parameters] == [*signature(grade).parameters]


def test_a_known_mistake_keeps_the_share_that_the_instructor_says(capsys):
    first = next(mistake for name, mistake in MISTAKES if (name, mistake.name) == ("normalise", "the case is kept"))
    assert grade(first.function, "normalise", points=3) == 0.0
    assert grade(first.function, "normalise", points=3, partial={"the case is kept": 0.5}) == 1.5
    assert grade(first.function, "normalise", points=3, partial={"punctuation is kept": 0.5}) == 0.0
    assert "1.5 of 3 points." in capsys.readouterr().out


def right_on_one_reference(candidate, references):
    return [] if len(references) > 1 else THEIRS["credited"].function(candidate, references)


def test_a_kind_of_input_has_the_share_that_the_instructor_says(capsys):
    task, shares = "credited", {"one reference": 0.25, "several references": 0.5, "an empty candidate": 0.125}
    assert grade(right_on_one_reference, task, points=8) == 0.0
    assert grade(right_on_one_reference, task, points=8, partial=shares) == 3.0
    assert grade(right_on_one_reference, task, points=8, partial=shares | {"unknown": 0.5}) == 4.0
    assert grade(THEIRS[task].function, task, points=8, partial=shares) == 8.0
    assert grade(lambda candidate, references: [7] * len(candidate), task, points=8, partial=shares) == 1.0


def test_a_kind_has_nothing_where_the_results_say_nothing(capsys):
    task, shares = "credited", {"one reference": 0.25, "several references": 0.5}

    def changing(candidate, references):
        marks = THEIRS[task].function(candidate, references)
        references[0].append("more")
        return marks

    assert grade(changing, task, 8, partial=shares) == 0
    said = capsys.readouterr().out
    assert "changes its arguments" in said and "Right on none of the inputs" in said


def test_how_often_it_was_right_is_said_of_wrong_functions_only(capsys):
    grade(right_on_one_reference, "credited", points=1)
    some = [len(case.arguments[1]) == 1 or not case.arguments[0] for case in inputs_of(OURS["credited"], SEED)]
    assert f"Right on {10 * sum(some) // len(some)} in ten of the inputs that were tried.\n" in capsys.readouterr().out
    grade(THEIRS["credited"].function, "credited", points=1)
    grade(OURS["credited"].function, "credited", points=1)
    grade(None, "credited", points=1)
    assert "Right on" not in capsys.readouterr().out
    wrong = diagnose(right_on_one_reference, OURS["credited"], SEED)
    assert share_of_inputs(wrong) and not share_of_inputs(
        replace(wrong, tally=Tally(3, 3))
    )  # stopped, and right so far


@pytest.mark.parametrize("task", OURS.values(), ids=lambda task: task.name)
def test_every_kind_of_input_is_among_the_hidden_ones_and_is_not_everything(task):
    drawn = [case.arguments for case in inputs_of(task, SEED)[len(task.probes) :]]
    assert task.kinds
    for name, is_one in task.kinds.items():
        assert 5 <= sum(is_one(*arguments) for arguments in drawn) < len(drawn), name
    assert not set(task.kinds) & {mistake.name for mistake in task.mistakes}


@pytest.mark.parametrize(("points", "shares"), [(-1, {}), (float("nan"), {}), (1, {"x": 1.0}), (1, {"x": -0.1})])
def test_points_that_are_none_are_refused(points, shares):
    with pytest.raises(ValueError, match="points must be 0 or more"):
        grade(len, "normalise", points, partial=shares)


# The problem sets' answers.


@pytest.mark.parametrize("name", OURS)
def test_our_own_answer_under_another_name_gets_nothing(name, capsys):
    assert grade(OURS[name].function, name, points=2) == 0.0
    assert "it calls that function" in capsys.readouterr().out


@pytest.mark.parametrize("name", OURS)
def test_a_right_answer_gets_everything(name):
    assert diagnose(THEIRS[name].function, OURS[name], SEED).status == "correct"


@pytest.mark.parametrize(("name", "mistake"), MISTAKES)
def test_every_mistake_of_the_problem_sets_is_named(name, mistake):
    for seed in (SEED, "another seed"):
        assert diagnose(mistake.function, OURS[name], seed).mistake == mistake.name
    assert mistake.question.endswith("?") or mistake.question.endswith(".")
    assert (ASSIGNMENTS.parent / f"{mistake.lesson}.ipynb").is_file()


# What is said.


def loud(error):
    def function(candidate, references):
        raise error(f"HIDDEN {candidate}")

    return function


class Own(Exception):
    pass


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (loud(KeyError), "your function stops with KeyError for some inputs."),
        (loud(Own), "your function stops with a rare error, or one of your own, for some inputs."),
        (lambda c, rs: f"HIDDEN {c}", "your function returns a text for some inputs."),
        (lambda c, rs: type(f"HIDDEN {c}", (), {})(), "your function returns a value of a different type"),
        (lambda c, rs: print("HIDDEN", c), "your function returns None.\nIt prints something,"),
        (loud(NotImplementedError), "not attempted yet.\n0 of 1 points."),
        (None, "this is not a function, but None.\n"),
        (lambda HIDDEN: 0, "The check calls it as unigram_precision(candidate, references).\n"),
    ],
)
def test_what_is_said_quotes_no_input(function, said, capfd):
    assert grade(function, "unigram_precision", points=1) == 0.0
    out, err = capfd.readouterr()
    assert said in out and out.endswith("0 of 1 points.\n")
    assert err == "" and "HIDDEN" not in out and "[" not in out


# The seed, the answers.


def test_the_seed_comes_from_the_file_or_the_home_folder(monkeypatch, tmp_path):
    assert seed_and_answers.read_seed() == SEED
    monkeypatch.delenv("BLEU_SEED_FILE")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    with pytest.raises(FileNotFoundError, match="there is no seed"):
        seed_and_answers.read_seed()
    (tmp_path / ".bleu_grading_seed").write_text("x" * 16, encoding="utf-8")
    assert seed_and_answers.read_seed() == "x" * 16


def test_a_seed_that_others_could_know_is_refused(seed_file):
    seed_file.write_text("2002", encoding="utf-8")
    with pytest.raises(ValueError, match="fewer than 16 characters"):
        seed_and_answers.read_seed()
    (seed_file.parent / ".git").mkdir()
    with pytest.raises(ValueError, match="in a git repository"):
        seed_and_answers.read_seed()


def test_a_task_is_found_among_both_kinds(monkeypatch):
    assert seed_and_answers.find_task("count_clip") is EVERY_TASK["count_clip"]
    assert seed_and_answers.find_task("credited").name == "credited"
    with pytest.raises(ValueError, match=r"there is no task 'nothing'\. The tasks are: simple_count, "):
        seed_and_answers.find_task("nothing")
    monkeypatch.delenv("BLEU_ANSWERS_FILE")
    with pytest.raises(ValueError, match=r"there is no task 'credited' \(BLEU_ANSWERS_FILE names no file"):
        seed_and_answers.find_task("credited")


# The problem sets, as they stand in the repository.


def test_the_points_are_the_same_wherever_they_are_said():
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


def test_the_set_up_cell_is_that_of_the_lessons():
    for name in SETS:
        assert text(cell_of(source(name), "set-up")) == text(code_cells(load(NOTEBOOKS[0]))[0])
