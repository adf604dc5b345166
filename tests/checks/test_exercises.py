"""The exercises of the lessons: every stub can be filled, no answer is shown, and what belongs to one is there."""

import ast
import contextlib
import copy
import doctest
import inspect
import io
import re
from dataclasses import dataclass
from itertools import islice, product
from types import FunctionType

import pytest
from course import ASSIGNMENTS
from notebook_rules import NOTEBOOKS, ROOT, code, code_cells, load, source, texts
from sliced import slice_of
from students import HANDED, handed_in

import bleu_helpers
from bleu_grading.outside import seed_and_answers
from bleu_helpers.checks import diagnose
from bleu_helpers.checks._hints import hints
from bleu_helpers.checks._lessons import FOLDER, lesson_of, texts_of
from bleu_helpers.checks._lessons import LESSONS as INDEX
from bleu_helpers.checks._slips import slips_called
from bleu_helpers.checks._tasks import TASKS
from bleu_helpers.checks.catalogue import mistake
from bleu_helpers.checks.exercises import EVERY_TASK, EXERCISES, of_lesson
from exercise_checker import Hint, guard, review
from exercise_checker._tasks import PUBLIC_SEED, inputs_of
from exercise_checker.outcomes import agree, outcome_of

LESSONS = [path.stem for path in NOTEBOOKS]
every_lesson = pytest.mark.parametrize("path", NOTEBOOKS, ids=LESSONS)
every_exercise = pytest.mark.parametrize("task", EXERCISES.values(), ids=list(EXERCISES))

STUDENTS = "tests/support/students"


@dataclass(frozen=True)
class Cells:
    """An exercise as it stands in a lesson: a task in words, a stub and a check, one after the other."""

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
    """Whether a cell holds one function, and nothing in it but a docstring and the line to replace."""
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
def test_a_lesson_ends_with_two_or_three_exercises(path):
    cells = load(path)["cells"]
    found = exercises(path)
    names = [one.name for one in found]
    assert 2 <= len(names) <= 3, f"a lesson has two or three exercises, and {path.name} has stubs for {names}"
    for number, one in enumerate(found, start=1):
        assert one.words["cell_type"] == "markdown" and f"**Exercise {number}" in source(one.words)
        assert one.name in EXERCISES, f"EXERCISES in {FOLDER}/{path.stem[3:]}.py has no {one.name}"
        assert [argument.arg for argument in one.function.args.args] == list(EXERCISES[one.name].parameters)
        assert examples_of(one), "there is nothing to aim for"
        assert source(one.check).splitlines()[-1] == f'check({one.name}, "{one.name}")'
    last = cells.index(found[-1].check)
    headings = re.findall(r"(?m)^## .*", "\n".join(source(cell) for cell in cells[last:] if "## " in source(cell)))
    ends = [re.sub(r"## (\d+\. )?", "", heading) for heading in headings]
    assert ends == ["Three questions", "What we have so far", "Appendix: for the sceptic"]


def test_the_exercises_stand_in_their_lessons_in_this_order():
    found = [(one.name, path.stem) for path in NOTEBOOKS for one in exercises(path)]
    known = [(task.name, task.lesson) for task in EXERCISES.values()]
    assert [one for one in found if one in known] == [one for one in known if one in found]


def test_every_lesson_is_in_the_index():
    notebooks = [path.stem for path in NOTEBOOKS]
    assert [*INDEX.values()] == notebooks, f"each .toml in {FOLDER} begins with the number of its notebook"
    silent = [name for name in INDEX if not texts_of(name).get("you_learn")]
    assert not silent, f"you_learn = … is missing from the .toml in {FOLDER} of {silent}"


def test_every_task_has_all_its_parts():
    """Every exercise has an unfinished function, a hint, a right answer and one that is nearly right."""
    stubs = [one.name for path in NOTEBOOKS for one in exercises(path)]
    missing = []
    for name, task in EVERY_TASK.items():
        module = task.lesson[3:]
        if name in EXERCISES and name not in stubs:
            missing.append(f'notebooks/{task.lesson}.ipynb has no stub for {name}, or no check({name}, "{name}")')
        named = name in EXERCISES or task.section
        table = texts_of(module)["hints"].get(name)
        lesson = ROOT / f"notebooks/{task.lesson}.ipynb"
        if table and named and f"\n## {task.section}\n" not in everything_in(lesson):
            missing.append(f"{FOLDER}/{module}.toml, [hints.{name}]: section is no heading of the lesson")
        if table is None:
            missing.append(f"{FOLDER}/{module}.toml has no hint for {name}: write a table [hints.{name}]")
        elif wrong := {key for key, words in table.items() if words} ^ {*Hint._fields, *(["section"] if named else [])}:
            missing.append(f"{FOLDER}/{module}.toml, [hints.{name}]: missing, or part of no hint: {sorted(wrong)}")
        if not handed_in("right", task=name):
            missing.append(f'{STUDENTS}/{module}.py has no right answer for {name}, below @right("{name}")')
        if not handed_in("wrong", "partly", "unknown", task=name):
            missing.append(f'{STUDENTS}/{module}.py has nothing nearly right for {name}, below @wrong("{name}", …)')
    elsewhere = {*stubs, *hints(), *(one.task for one in HANDED)} - set(EVERY_TASK)
    where = f"is in no EXERCISES in {FOLDER}/ of a lesson whose .toml begins with lesson = …"
    missing += [f"{name} has a stub, a hint or answers, and {where}" for name in elsewhere]
    assert not missing, "\n".join(missing)


def test_what_is_missing_is_named_with_the_place_where_it_belongs():
    def comet():
        """Stand in a module of its own."""

    comet.__module__ = "bleu_helpers.comet"
    for place, asked in {
        "below [names] in the .toml file of the lesson": lambda: mistake("words_to_add", "no such name", comet),
        "exercises/comet.toml has to begin with lesson =": lambda: lesson_of(comet),
        "exercises/comet.toml is missing": lambda: texts_of("comet"),
        "exercises/comet.py is missing": lambda: of_lesson("comet"),
        "to a table in bleu_helpers/checks/_slips/": lambda: slips_called("comet"),
    }.items():
        with pytest.raises(LookupError) as caught:
            asked()
        assert place in str(caught.value)


TEXTS = {one.name: source(one.words) + source(one.stub) for path in NOTEBOOKS for one in exercises(path)}
PROBLEM_SETS = seed_and_answers._load(str(ASSIGNMENTS / "answers.py"))


@pytest.mark.parametrize("seed", [PUBLIC_SEED, "a course"])
@pytest.mark.parametrize("task", [*EVERY_TASK.values(), *PROBLEM_SETS.values()], ids=lambda task: task.name)
def test_a_review_finds_nothing_to_change(task, seed):
    """Two mistakes at once are told from a third one with the seed of every check; with others, that is luck."""
    found = review(task, TEXTS.get(task.name), seed).findings
    assert [one.sentence for one in found if seed == PUBLIC_SEED or len(one.names) < 3] == []


# The cells, filled and run.


def is_solved_by(task, function):
    rows = inputs_of(task, PUBLIC_SEED)
    return all(agree(outcome_of(task.read, function, copy.deepcopy(given)), right) for given, right in rows)


def run(code, names):
    """What a cell prints, or a part of it. `names` are those of the notebook."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code, names)
    return printed.getvalue()


def run_lesson(path, instead):
    """Run a lesson with other code in some cells: its names, and what each cell prints.

    Of the others, what has to do with the exercises is run, and what their examples and the lesson's functions need. A
    thousand resamples, say, are left out here.
    """
    cells = code_cells(load(path))
    bodies = [code(cell).body for cell in cells]
    functions = [one.name for body in bodies for one in body if isinstance(one, ast.FunctionDef)]
    found = exercises(path)
    tried = [example.source for one in found for example in examples_of(one)]
    needed = ast.parse("".join([*tried, ", ".join(functions)])).body
    names, printed = {"__name__": "__main__"}, {}
    for cell, part in zip(cells, slice_of([*bodies, needed], {"check", *(one.name for one in found)}), strict=False):
        rest = compile(ast.Module([*part], []), path.name, "exec")
        printed[source(cell)] = run(instead.get(source(cell), rest), names)
    return names, printed


def examples_of(exercise):
    return doctest.DocTestParser().get_examples(ast.get_docstring(exercise.function))


WITH_A_MISTAKE = """
from bleu_helpers.checks.exercises import EXERCISES

{name} = EXERCISES["{name}"].mistakes[0].function
"""


@pytest.mark.slow
@every_lesson
def test_the_stubs_filled(path, tmp_path, monkeypatch):
    """With a known mistake in every stub, each check says its name; with a right answer, the examples hold."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.setattr(guard, "SILENT_SECONDS", 3600.0)  # a slow machine says that it is at work
    found = exercises(path)
    names, printed = run_lesson(path, {source(one.stub): WITH_A_MISTAKE.format(name=one.name) for one in found})
    for one in found:
        assert EXERCISES[one.name].mistakes[0].name in printed[source(one.check)]
    of_the_lesson = [one for one in names.values() if isinstance(one, FunctionType) and one.__module__ == "__main__"]
    defined = re.findall(r"(?m)^def (\w+)", "\n".join(source(cell) for cell in code_cells(load(path))))
    assert {one.__name__ for one in of_the_lesson} | {one.name for one in found} == {*defined}
    for function, task in product(of_the_lesson, EXERCISES.values()):
        assert not is_solved_by(task, function), f"{function.__name__} of the lesson solves {task.name}"
    names |= {
        one.function.__name__: one.function for exercise in found for one in handed_in("right", task=exercise.name)
    }
    for one in found:
        own = [right for right in handed_in("right", task=one.name) if right.function.__name__ == one.name]
        assert own, f"no right answer for {one.name} in tests/support/students has this name itself"
        examples = doctest.DocTestParser().get_doctest(ast.get_docstring(one.function), names, one.name, None, 0)
        assert doctest.DocTestRunner().run(examples).failed == 0


# The answers stand nowhere else.


@every_exercise
def test_no_function_of_the_package_is_the_answer(task):
    for name in bleu_helpers.__all__:
        assert not is_solved_by(task, getattr(bleu_helpers, name)), name


def everything_in(path):
    """All that a reader of a notebook can see as text."""
    return "\n" + "\n".join("\n".join([source(cell), *texts(cell)]) for cell in load(path)["cells"])


@every_exercise
def test_no_notebook_shows_an_answer(task):
    """No function of this name stands anywhere but as a stub, and no line of code is that of an answer."""
    sources = [inspect.getsource(one.function) for one in handed_in("right", task=task.name)]
    assert all("):\n" in text for text in sources), "a right answer for an exercise is a def, not a lambda"
    bodies = [text.split("):\n", 1)[1].strip() for text in sources]
    for path in NOTEBOOKS:
        text = everything_in(path)
        assert text.count(f"def {task.name}(") <= (path.stem == task.lesson)
        assert not any(body in text for body in bodies)


# What the checker knows of each.


@every_exercise
def test_our_own_answer_is_not_the_learners(task):
    verdict = diagnose(lambda *arguments: task.function(*arguments), task.name)
    assert (verdict.status, verdict.mistake) == ("open", "our own function")


def test_an_input_is_made_smaller_only_to_one_that_can_be():
    """Never more matches than n-grams, never an F1 that no recall reaches: the result would not be a share."""
    for task in (EXERCISES["f1_of_counts"], EXERCISES["recall_needed"]):
        for arguments, _ in inputs_of(task, PUBLIC_SEED):
            for simpler in task.neighbours(arguments):
                assert simpler != arguments
                assert -1e-12 <= task.right(simpler).value <= 1 + 1e-12


@pytest.mark.parametrize("task", EVERY_TASK.values(), ids=list(EVERY_TASK))
def test_what_is_simpler_is_another_input_that_can_be_read(task):
    """Of some inputs, all that they can be made smaller to."""
    for arguments, _ in inputs_of(task, PUBLIC_SEED)[::40]:
        for simpler in islice(task.neighbours(arguments), 100):
            assert simpler != arguments and len(simpler) == len(task.parameters)
            assert task.right(simpler).kind


def test_names_are_used_once():
    assert len(EVERY_TASK) == len(TASKS) + len(EXERCISES)
    assert not set(EXERCISES) & set(bleu_helpers.__all__)
