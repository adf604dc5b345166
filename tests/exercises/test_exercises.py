"""The exercises of the lessons are complete and can be solved, and no notebook shows an answer."""

import ast
import contextlib
import copy
import doctest
import inspect
import io
import re
from dataclasses import dataclass
from itertools import product

import pytest
from course import ASSIGNMENTS
from notebook_rules import NOTEBOOKS, ROOT, code, code_cells, load, source, texts
from students import ATTEMPTS, attempts

import bleu_helpers
from bleu_exercises._lesson_tasks import TASKS
from bleu_exercises._lessons import FOLDER, HINTS, lesson_of, texts_of
from bleu_exercises._lessons import LESSONS as INDEX
from bleu_exercises.catalogue import mistake
from bleu_exercises.exercises import EVERY_TASK, EXERCISES
from bleu_grading.outside import seed_and_answers
from exercise_checker import Hint, review
from exercise_checker._tasks import PUBLIC_SEED, inputs_of
from exercise_checker.outcomes import agree, outcome_of

LESSONS = [path.stem for path in NOTEBOOKS]
every_lesson = pytest.mark.parametrize("path", NOTEBOOKS, ids=LESSONS)
every_exercise = pytest.mark.parametrize("task", EXERCISES.values(), ids=list(EXERCISES))

STUDENTS = "tests/support/students"


@dataclass(frozen=True)
class Cells:
    """An exercise in a lesson: three cells with the task in words, the unfinished function (the stub) and the check."""

    words: dict
    stub: dict
    check: dict

    @property
    def function(self) -> ast.FunctionDef:
        return code(self.stub).body[0]

    @property
    def name(self) -> str:
        return self.function.name


def is_stub(cell):
    """Return whether a cell contains one function with only a docstring and the line to replace."""
    if cell["cell_type"] != "code" or "NotImplementedError" not in source(cell):
        return False
    (function,) = code(cell).body
    _, line = function.body
    return ast.unparse(line) == "raise NotImplementedError"


def exercises(path):
    cells = load(path)["cells"]
    return [Cells(*cells[place - 1 : place + 2]) for place, cell in enumerate(cells) if is_stub(cell)]


# The cells.


@every_lesson
def test_each_lesson_ends_with_two_or_three_exercises(path):
    cells = load(path)["cells"]
    found = exercises(path)
    names = [exercise.name for exercise in found]
    assert 2 <= len(names) <= 3, f"a lesson has two or three exercises, and {path.name} has stubs for {names}"
    for number, exercise in enumerate(found, start=1):
        name = exercise.name
        assert exercise.words["cell_type"] == "markdown" and f"**Exercise {number}" in source(exercise.words)
        assert name in EXERCISES, f"{FOLDER}/{path.stem[3:]}.py has no {name}"
        assert [argument.arg for argument in exercise.function.args.args] == list(EXERCISES[name].parameters)
        assert examples_of(exercise), f"the docstring of {name} has no example"
        assert source(exercise.check).splitlines()[-1] == f'check({name}, "{name}")'
    last = cells.index(found[-1].check)
    headings = re.findall(r"(?m)^## .*", "\n".join(source(cell) for cell in cells[last:] if "## " in source(cell)))
    ends = [re.sub(r"## (\d+\. )?", "", heading) for heading in headings]
    assert ends == ["Three questions", "What we have so far", "Appendix: for the sceptic"]


def test_lessons_and_modules_have_the_same_exercises():
    found = [(exercise.name, path.stem) for path in NOTEBOOKS for exercise in exercises(path)]
    known = [(task.name, task.lesson) for task in EXERCISES.values()]
    assert found == known, f"each stub in a lesson must have its exercise in {FOLDER}/, in this order"


def test_every_lesson_is_in_the_index():
    notebooks = [path.stem for path in NOTEBOOKS]
    assert [*INDEX.values()] == notebooks, f"each .toml in {FOLDER} must begin with the number of its notebook"
    missing = [name for name in INDEX if not texts_of(name).get("you_learn")]
    assert not missing, f"you_learn = … is missing from the .toml files of {missing} in {FOLDER}"


@pytest.mark.parametrize("name", EVERY_TASK)
def test_every_task_is_complete(name):
    """Every task has a hint, and a task from memory has a right answer in students' words."""
    task, has_section = EVERY_TASK[name], name in EXERCISES or EVERY_TASK[name].section
    where = f"{FOLDER}/{task.lesson[3:]}.toml, [hints.{name}]"
    table = texts_of(task.lesson[3:])["hints"].get(name, {})
    wrong = {key for key, words in table.items() if words} ^ {*Hint._fields, *(["section"] if has_section else [])}
    assert not wrong, f"{where}: missing, or not part of a hint: {sorted(wrong)}"
    assert "lesson {" not in str(table), f"{where}: write the lesson's number, only names have braces"
    headings = everything_in(ROOT / f"notebooks/{task.lesson}.ipynb")
    assert not has_section or f"\n## {task.section}\n" in headings, f"{where}: section is not a heading of the lesson"
    where = f'{STUDENTS}/{task.lesson[3:]}.py has no right answer for {name}, below @right("{name}")'
    assert name in EXERCISES or attempts("right", task=name), where


def test_hints_and_students_answers_belong_to_a_task():
    assert {*HINTS, *(attempt.task for attempt in ATTEMPTS)} <= {*EVERY_TASK}


def test_an_error_says_where_a_missing_part_belongs():
    def comet():
        """Represent a function in a module without exercises."""

    comet.__module__ = "bleu_helpers.comet"
    with pytest.raises(LookupError, match=r"below \[names\] in the \.toml file of the lesson"):
        mistake("words_to_add", "no such name", comet)
    with pytest.raises(LookupError, match=r"exercises/comet\.toml has to begin with lesson ="):
        lesson_of(comet)


ALL_EXERCISES = [exercise for path in NOTEBOOKS for exercise in exercises(path)]
TEXTS = {exercise.name: source(exercise.words) + source(exercise.stub) for exercise in ALL_EXERCISES}
PROBLEM_SETS = seed_and_answers._load(str(ASSIGNMENTS / "answers.py"))


@pytest.mark.parametrize("task", [*EVERY_TASK.values(), *PROBLEM_SETS.values()], ids=lambda task: task.name)
def test_review_has_no_findings_for_any_task(task):
    assert [finding.sentence for finding in review(task, TEXTS.get(task.name)).findings] == []


# The cells, solved and run.


def is_solved_by(task, function):
    rows = inputs_of(task, PUBLIC_SEED)
    return all(agree(outcome_of(task.read, function, copy.deepcopy(inputs)), right) for inputs, right in rows)


def names_of_lesson(path, examples):
    """Run the imports and the functions of a lesson, and everything that the examples need."""
    needed, kept = names_in(ast.parse(examples), ast.Load), []
    for statement in [line for cell in code_cells(load(path)) for line in code(cell).body][::-1]:
        is_function = isinstance(statement, ast.FunctionDef)
        if needed & ({statement.name} if is_function else names_in(statement, ast.Store)):
            needed |= names_in(statement, ast.Load)
        elif is_function:
            needed |= names_in(statement.args, ast.Load)
        elif not isinstance(statement, ast.Import | ast.ImportFrom):
            continue
        kept.insert(0, statement)
    names = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(compile(ast.Module(kept, []), path.name, "exec"), names)
    return names


def names_in(tree, context):
    """Return the names that some code reads, or those that it defines or adds items to, without those of its loops."""
    nodes = [*ast.walk(tree)]
    loops = {ast.unparse(node.target) for node in nodes if isinstance(node, ast.For | ast.comprehension)}
    inside = {name for target in loops for name in re.findall(r"\w+", target)}
    found = (node for node in nodes if isinstance(getattr(node, "ctx", None), context))
    return {ast.unparse(node).partition("[")[0] for node in found} - inside


def examples_of(exercise):
    return doctest.DocTestParser().get_examples(ast.get_docstring(exercise.function))


@every_lesson
def test_the_examples_are_right_and_no_function_of_the_lesson_is_an_answer(path, tmp_path, monkeypatch):
    """A function that needs other variables of the lesson is no answer: an exercise passes everything that counts."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    tests = {exercise.name: ast.get_docstring(exercise.function) for exercise in exercises(path)}
    examples = "\n".join(example.source for exercise in exercises(path) for example in examples_of(exercise))
    names = names_of_lesson(path, examples)
    functions = {value for name, value in names.items() if inspect.isfunction(value) and name not in tests}
    own = [function for function in functions if function.__module__ == "__main__"]
    assert own
    for function, task in product(own, EXERCISES.values()):
        assert not is_solved_by(task, function), f"{function.__name__} of the lesson solves {task.name}"
    names |= {name: (attempts("right", task=name) or [EXERCISES[name]])[0].function for name in tests}
    for name, text in tests.items():
        examples = doctest.DocTestParser().get_doctest(text, names, name, None, 0)
        assert doctest.DocTestRunner().run(examples).failed == 0


# No answer is shown.


@every_exercise
def test_no_function_of_the_package_solves_an_exercise(task):
    for name in bleu_helpers.__all__:
        assert not is_solved_by(task, getattr(bleu_helpers, name)), name


def everything_in(path):
    """Return all the text of a notebook that a reader can see."""
    return "\n" + "\n".join("\n".join([source(cell), *texts(cell)]) for cell in load(path)["cells"])


@every_lesson
def test_no_notebook_shows_an_answer(path):
    """A function with the name of an exercise is only in its own lesson, as the stub."""
    text = everything_in(path)
    for task in EXERCISES.values():
        assert text.count(f"def {task.name}(") == (path.stem == task.lesson), task.name


def test_exercise_names_are_unique_and_not_public_names():
    assert len(EVERY_TASK) == len(TASKS) + len(EXERCISES)
    assert not set(EXERCISES) & set(bleu_helpers.__all__)
