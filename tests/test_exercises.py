"""The exercises of the lessons: every stub can be filled, every known mistake is named, no answer is shown."""

import ast
import copy
import doctest
import importlib
import inspect
import re
from dataclasses import dataclass
from itertools import combinations
from random import Random

import nbformat
import pytest
from nbclient import NotebookClient
from notebook_rules import NOTEBOOKS, code, load, source, texts

import bleu_helpers
from bleu_helpers.checks import catalogue
from bleu_helpers.checks._diagnosis import diagnose, known_mistake
from bleu_helpers.checks._outcomes import agree, outcome_of, read_number
from bleu_helpers.checks._tasks import PUBLIC_SEED, TASKS, inputs_of
from bleu_helpers.checks.exercises import EVERY_TASK, EXERCISES
from bleu_helpers.checks.exercises._exercise import in_letters

LESSONS = [path.stem for path in NOTEBOOKS]
every_lesson = pytest.mark.parametrize("path", NOTEBOOKS, ids=LESSONS)
every_exercise = pytest.mark.parametrize("task", EXERCISES.values(), ids=list(EXERCISES))


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


def module_of(lesson):
    return lesson.split("_", 1)[1]


def solutions(task):
    """The functions of tests/solutions that solve a task: the one of its name first."""
    module = importlib.import_module(f"solutions.{module_of(task.lesson)}")
    return [getattr(module, task.name), getattr(module, f"also_{task.name}")]


# The cells.


@every_lesson
def test_a_lesson_ends_with_two_or_three_exercises(path):
    cells = load(path)["cells"]
    found = exercises(path)
    assert 2 <= len(found) <= 3
    for number, one in enumerate(found, start=1):
        assert one.words["cell_type"] == "markdown" and f"**Exercise {number}" in source(one.words)
        assert [argument.arg for argument in one.function.args.args] == list(EXERCISES[one.name].parameters)
        assert doctest.DocTestParser().get_examples(ast.get_docstring(one.function)), "there is nothing to aim for"
        assert source(one.check).splitlines()[-1] == f'check({one.name}, "{one.name}")'
    last = cells.index(found[-1].check)
    headings = re.findall(r"(?m)^## .*", "\n".join(source(cell) for cell in cells[last:] if "## " in source(cell)))
    assert [re.sub(r"## \d+\. ", "", heading) for heading in headings] == ["What we have so far"]


@every_lesson
def test_a_saved_check_says_that_nothing_was_attempted_yet(path):
    for one in exercises(path):
        space = {}
        exec(source(one.stub), space)
        (output,) = one.check["outputs"]
        assert "".join(output["text"]) == f"{diagnose(space[one.name], one.name)}\n"
        assert "".join(output["text"]).startswith(f"{one.name}: not attempted yet.\n")


def test_every_exercise_stands_in_its_lesson():
    found = [(one.name, path.stem) for path in NOTEBOOKS for one in exercises(path)]
    assert found == [(task.name, task.lesson) for task in EXERCISES.values()]


# The cells, filled and run.


def is_solved_by(task, function):
    rows = inputs_of(task, PUBLIC_SEED)
    return all(agree(outcome_of(task.read, function, copy.deepcopy(given)), right) for given, right in rows)


WHICH_ARE_SOLVED = f"""
import contextlib, copy, io, types
from bleu_helpers.checks.exercises import EXERCISES
from bleu_helpers.checks._outcomes import agree, outcome_of
from bleu_helpers.checks._tasks import PUBLIC_SEED, inputs_of

_written_here = {{name: one for name, one in globals().items() if getattr(one, "__module__", "") == "__main__"}}
_written_here = {{name: one for name, one in _written_here.items() if isinstance(one, types.FunctionType)}}

{inspect.getsource(is_solved_by)}
with contextlib.redirect_stdout(io.StringIO()):
    _solved = [(name, task.name) for name, one in _written_here.items() for task in EXERCISES.values()
        if is_solved_by(task, one)]
print(_solved)
"""

RUN_EXAMPLES = """
import doctest
_examples = doctest.DocTestParser().get_doctest({docstring!r}, globals(), {name!r}, None, 0)
print(doctest.DocTestRunner().run(_examples).failed, "failed")
"""


def printed(cell):
    return "".join(output.get("text", "") for output in cell["outputs"])


@pytest.mark.slow
@every_lesson
def test_the_stubs_filled(path, tmp_path):
    """With a known mistake in every stub, each check says its name; with a right solution, each says correct."""
    notebook = nbformat.read(path, as_version=4)
    found = exercises(path)
    checks, fills = {}, [nbformat.v4.new_code_cell(WHICH_ARE_SOLVED)]
    for cell in notebook.cells:
        for one in found:
            if source(cell) == source(one.stub):
                wrong = f'EXERCISES["{one.name}"].mistakes[0].function'
                cell.source = f"from bleu_helpers.checks.exercises import EXERCISES\n{one.name} = {wrong}"
            elif source(cell) == source(one.check):
                checks[one.name] = cell
    for one in found:
        module = inspect.getsource(importlib.import_module(f"solutions.{module_of(path.stem)}"))
        docstring = ast.get_docstring(one.function)
        cells = [module, source(one.check), RUN_EXAMPLES.format(docstring=docstring, name=one.name)]
        fills += map(nbformat.v4.new_code_cell, cells)
    notebook.cells += fills
    NotebookClient(notebook, kernel_name="python3", resources={"metadata": {"path": tmp_path}}).execute()
    for one in found:
        assert EXERCISES[one.name].mistakes[0].name in printed(checks[one.name])
    assert printed(fills[0]) == "[]\n", "a function of the lesson solves an exercise"
    for place, one in enumerate(found):
        _, check, examples = fills[3 * place + 1 : 3 * place + 4]
        assert printed(check) == f"{one.name}: correct.\n"
        assert printed(examples) == "0 failed\n", printed(examples)


# The answers stand nowhere else.


@every_exercise
def test_no_function_of_the_package_is_the_answer(task):
    for name in bleu_helpers.__all__:
        assert not is_solved_by(task, getattr(bleu_helpers, name)), name


def everything_in(path):
    """All that a reader of a notebook can see as text."""
    return "\n".join("\n".join([source(cell), *texts(cell)]) for cell in load(path)["cells"])


@every_exercise
def test_no_notebook_shows_an_answer(task):
    """No function of this name stands anywhere but as a stub, and no line of code is that of an answer."""
    bodies = [inspect.getsource(solution).split("\n", 1)[1].strip() for solution in solutions(task)]
    for path in NOTEBOOKS:
        text = everything_in(path)
        assert text.count(f"def {task.name}(") == (path.stem == task.lesson)
        assert not any(body in text for body in bodies)


# What the checker knows of each.


@every_exercise
def test_right_answers_in_several_styles_are_correct(task):
    for solution in solutions(task):
        assert str(diagnose(solution, task.name)) == f"{task.name}: correct."


@every_exercise
def test_our_own_answer_is_not_the_learners(task):
    verdict = diagnose(lambda *arguments: task.function(*arguments), task.name)
    assert (verdict.status, verdict.mistake) == ("open", "our own function")


@every_exercise
def test_what_is_no_result_has_a_message_of_its_own(task):
    for nothing, name in ((None, "returns None"), (object(), "another type")):
        assert diagnose(lambda *arguments, nothing=nothing: nothing, task.name).mistake == name


@every_exercise
def test_every_mistake_is_named(task):
    assert len({mistake.name for mistake in task.mistakes}) >= 4
    for mistake in task.mistakes:
        verdict = diagnose(mistake.function, task.name)
        assert (verdict.status, verdict.mistake) == ("wrong", mistake.name)
        assert mistake.question in str(verdict) and mistake.lesson in str(verdict)
        yours, right = (line.split(": ", 1)[1] for line in verdict.example[-2:])
        assert yours != right
        assert "Error" not in right, "the example was made smaller than what the exercise is about"


@every_exercise
def test_every_mistake_has_a_question_and_a_lesson_that_was_read_already(task):
    for mistake in task.mistakes:
        assert "?" in mistake.question and mistake.question.endswith(("?", "."))
        assert mistake.lesson in LESSONS
        assert len(mistake.name) <= 70


def test_one_name_has_one_question():
    named = {(slip.name, slip.question) for slip in catalogue.SLIPS}
    named |= {(mistake.name, mistake.question) for task in EXERCISES.values() for mistake in task.mistakes}
    assert len(named) == len({name for name, _ in named})


@every_exercise
def test_every_pair_of_mistakes_is_told_apart_by_some_input(task):
    rows = inputs_of(task, PUBLIC_SEED)
    done = [(one.name, [outcome_of(task.read, one.function, given) for given, _ in rows]) for one in task.mistakes]
    for (name, ones), (other, others) in combinations(done, 2):
        assert name == other or not all(map(agree, ones, others)), f"{name} and {other}"


@every_exercise
def test_other_inputs_tell_mistakes_apart_as_well(task):
    rows = inputs_of(task, "another seed")
    for mistake in task.mistakes:
        done = [(given, outcome_of(task.read, mistake.function, given)) for given, _ in rows]
        found = known_mistake(task, done)
        assert found is not None and found.name == mistake.name


def test_an_input_is_made_smaller_only_to_one_that_can_be():
    """Never more matches than n-grams, never an F1 that no recall reaches: the result would not be a share."""
    for task in (EXERCISES["f1_of_counts"], EXERCISES["recall_needed"]):
        for arguments, _ in inputs_of(task, PUBLIC_SEED):
            for simpler in task.neighbours(arguments):
                assert simpler != arguments
                assert -1e-12 <= task.right(simpler).value <= 1 + 1e-12


def second_mistakes(task):
    """What can be done wrong beside any mistake: the sentences read wrongly, the result rounded."""
    yield "characters instead of words", in_letters
    if "references" in task.parameters:
        place = task.parameters.index("references")
        for name, kept in (("first", slice(1)), ("last", slice(-1, None))):
            yield (
                f"only the {name} reference is used",
                lambda function, kept=kept: (
                    lambda *given: function(*given[:place], given[place][kept], *given[place + 1 :])
                ),
            )
    if task.read is read_number:
        yield "rounded on the way", lambda function: lambda *given: round(function(*given), 1)


@every_exercise
def test_no_double_mistake_gets_a_wrong_name(task):
    """A third name is right only if both mistakes together do what that one does, on inputs of their own."""
    random = Random("fresh")
    fresh = [task.draw(random) for _ in range(1000)]
    for mistake in task.mistakes:
        for name, also in second_mistakes(task):
            function = also(mistake.function)
            done = [(given, outcome_of(task.read, function, given)) for given, _ in inputs_of(task, PUBLIC_SEED)]
            found = known_mistake(task, done)
            if found is not None and found.name not in (name, mistake.name):
                for given in fresh:
                    does = outcome_of(task.read, function, given)
                    assert agree(does, outcome_of(task.read, found.function, given)), (name, mistake.name, found.name)


def test_names_are_used_once():
    assert len(EVERY_TASK) == len(TASKS) + len(EXERCISES)
    assert not set(EXERCISES) & set(bleu_helpers.__all__)
