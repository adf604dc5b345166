"""The checker without the lessons: what the page for other courses says, and a course that knows nothing of BLEU."""

import re
import subprocess
import sys
from itertools import combinations
from statistics import mean

import pytest
from notebook_rules import ROOT
from students import named

import exercise_checker
from exercise_checker import Corner, Finding, Hint, Mistake, Task, check, diagnose, in_form, progress

PAGE = (ROOT / "docs" / "your-own-exercises.md").read_text(encoding="utf-8")
CODE = re.findall(r"```python\n(.*?)```(?:\n\n```\n(.*?)```)?", PAGE, re.DOTALL)

ALONE = """
import sys

before = {*sys.modules}
sys.modules["bleu_helpers"] = None  # whoever imports it gets an ImportError
CODE
new = {name.partition(".")[0] for name in {*sys.modules} - before if not name.startswith("_sysconfigdata")}
assert new - sys.stdlib_module_names == {"bleu_helpers", "exercise_checker"}
"""


@pytest.fixture(autouse=True)
def new_session(monkeypatch):
    monkeypatch.setattr(exercise_checker._session, "_seen", {})
    monkeypatch.setattr(exercise_checker._session, "_tries", {})


def of_the_page():
    """The names that the page's code defines."""
    names = {}
    for code, _ in CODE:
        exec(code, names)
    return names


def test_the_page_shows_what_its_code_prints(capsys):
    names = {}
    for code, shown in CODE:
        exec(code, names)
        assert capsys.readouterr().out == shown


def test_a_course_of_the_page_is_short():
    for name in ("MEDIAN", "DISTANCE"):
        [course] = [code for code, _ in CODE if f"\n{name} = Task(" in code]
        assert len(course.partition("\n\n\ndef my_")[0].splitlines()) < 40


def test_the_checker_runs_a_course_without_the_lessons_and_with_the_standard_library_alone(tmp_path):
    (tmp_path / "exercise_checker").symlink_to(ROOT / "exercise_checker")
    code = "".join(code for code, _ in CODE)
    script = tmp_path / "course.py"
    script.write_text(ALONE.replace("CODE", code), encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, cwd=tmp_path)
    assert (done.stderr, done.stdout) == ("", "".join(shown for _, shown in CODE))


def test_each_mistake_of_the_page_has_its_name_and_so_have_two_at_once():
    ours, theirs = of_the_page(), of_the_page()  # a learner does not call the right function: the code is another one
    for task, again in ((ours[name], theirs[name]) for name in ("MEDIAN", "DISTANCE")):
        for one in again.mistakes:
            assert diagnose(one.function, task).mistake == one.name
        for pair in combinations(again.mistakes, 2):
            for function in again.with_all(pair):
                verdict = diagnose(function, task)
                assert verdict.status == "wrong" and named(verdict) and named(verdict) <= {one.name for one in pair}


def test_a_task_without_a_hint_is_checked_as_often_as_one_likes(capsys):
    task = of_the_page()["DISTANCE"]
    for number in range(7):
        check(lambda source, target, number=number: number + 100, task)
    assert "hint" not in capsys.readouterr().out


def test_a_hint_may_have_no_solved_task(capsys):
    task = of_the_page()["MEDIAN"]
    for number in range(7):
        check(lambda values, number=number: number + 100, task)
    said = capsys.readouterr().out
    assert f"A hint: {task.hint.hint}\n" in said and "solved" not in said


def test_a_solved_task_comes_after_five_tries(capsys):
    task = Task(max, lambda random: ([1, 2],), parameters=("values",), hint=Hint("h?", "n?", "print(1)", "1"))
    for number in range(5):
        check(lambda values, number=number: number + 100, task)
    assert capsys.readouterr().out.endswith("solved: n?\n    print(1)\nIt prints:\n    1\n")


def test_results_that_are_a_hundred_times_too_large_say_nothing_of_another_course():
    def distance(source, target):
        different = [one != other for one, other in zip(source, target, strict=False)]
        return 100 * (sum(different) + abs(len(source) - len(target)))

    by_place = of_the_page()["by_place"]
    verdict = diagnose(distance, Task(by_place, lambda random: ("ab", "ac"), [("cat", "at"), ("cat", "car")] * 4))
    assert verdict.finding is Finding.PERCENTAGES
    assert "100 times too large" in str(verdict) and "course" not in str(verdict) and "score" not in str(verdict)


def test_progress_knows_the_tasks_of_the_course_by_their_lessons(capsys):
    def numbered(lesson, function):
        return Task(function, lambda random: ([2, 1],), parameters=("values",), lesson=lesson)

    tasks = [numbered("2", min), numbered("1", max), numbered("1", sum)]
    check(lambda values: values[0], tasks[1])
    capsys.readouterr()
    progress(tasks)
    said = capsys.readouterr().out
    assert said.startswith("1 of 3 tasks are correct.\ncorrect:\n  1: max\n") and "open:\n  1: sum\n  2: min\n" in said


def test_a_mistake_needs_a_function_or_something_else_to_do():
    for instead in ({}, {"order": list}):
        with pytest.raises(TypeError, match="'none' needs a function, or keyword arguments that mean takes instead"):
            Task(mean, lambda random: ([1],), [([1],)], [Mistake("none", "A question?", instead=instead)])


def test_a_task_that_is_none_is_refused():
    with pytest.raises(TypeError, match="Pass the function first, then its Task"):
        check(max, "max")


@pytest.mark.parametrize("asks_for_corners", [True, False])
@pytest.mark.parametrize("swapped", [True, False])
def test_who_stops_where_the_task_asks_for_nothing_is_right_in_any_order(asks_for_corners, swapped):
    """What is said of the corners is one thing, and the order of the arguments another one."""

    def total(values, more):
        return sum(values) + more

    def mine(values, more):
        return values[0] + sum(values[1:]) + more

    task = Task(
        total,
        lambda random: ([int(random.random() * 9) for _ in range(int(random.random() * 4))], 3),
        [([1, 2], 3), ([], 3)],
        asks_for_corners=asks_for_corners,
    )
    verdict = diagnose((lambda more, values: mine(values, more)) if swapped else mine, task)
    if swapped:
        assert verdict.known.name == "the first two arguments are swapped"
        assert bool(verdict.beside) == asks_for_corners and not verdict.also
    else:
        assert (verdict.status == "correct") != asks_for_corners
        assert "IndexError" in str(verdict)


def test_a_corner_can_be_said_in_the_courses_own_words():
    def last(values):
        return values[-1] if values else 0

    task = Task(
        last,
        lambda random: ([1] * int(random.random() * 3),),
        [([1, 2],), ([],)],
        corner=lambda arguments: None if arguments[0] else Corner("nothing at all"),
        asks_for_corners=False,
    )
    assert "But nothing at all stops it with IndexError" in str(diagnose(lambda values: values[-1], task))


def test_forms_combine_and_keep_what_can_be_made_at_once():
    task = of_the_page()["DISTANCE"]
    turned = in_form(task, ("target", "source"), lambda given: given[::-1], lambda given: given[::-1])
    listed = in_form(turned, ("words",), lambda given: ([*given],), lambda given: tuple(given[0]))
    again = of_the_page()["DISTANCE"]
    pair = again.mistakes[0], again.mistakes[2]
    [both] = again.with_all(pair)
    verdict = diagnose(lambda words: both(*words[::-1]), listed)
    assert named(verdict) == {one.name for one in pair}
    assert verdict.example[0].startswith("words = [")
