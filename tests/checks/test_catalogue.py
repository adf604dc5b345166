"""The mistakes that have a name are themselves checked: each is recognised, none is taken for another one."""

import copy
import re
from itertools import combinations, product

import pytest
from notebook_rules import ROOT, load, source
from students import handed_in, sends_back_to

from bleu_helpers.checks import diagnose
from bleu_helpers.checks._lessons import FOLDER, LESSONS, texts_of
from bleu_helpers.checks._names import NAMES
from bleu_helpers.checks._recipe import BUILD, HARMLESS, RIGHT, body_of
from bleu_helpers.checks._tasks import TASKS
from bleu_helpers.checks.exercises import EVERY_TASK, EXERCISES
from exercise_checker import general_mistakes
from exercise_checker._mistakes import in_order, name_of_order, other_orders
from exercise_checker._tasks import PUBLIC_SEED, inputs_of
from exercise_checker.outcomes import agree, outcome_of

BY_OTHER_CALLS = {*general_mistakes()}
every_task = pytest.mark.parametrize("name", EVERY_TASK)

# The names.


def test_no_name_stands_in_two_tables():
    tables = [(f"{FOLDER}/{lesson}.toml", texts_of(lesson).get("names", {})) for lesson in ("python", *LESSONS)]
    for (first, names), (second, others) in combinations(tables, 2):
        twice = sorted(names.keys() & others.keys())
        assert not twice, f"{first} and {second} both have in [names]: {twice}"


def test_every_name_is_short_has_a_question_and_a_task():
    made = {one.name for task in EVERY_TASK.values() for one in task.mistakes} | BY_OTHER_CALLS
    unmade = sorted(set(NAMES) - made)
    assert not unmade, f"no function in {FOLDER}/ and no slip in _slips/ makes what these names say: {unmade}"
    for name, _, question, _ in NAMES.values():
        assert len(name) <= 80
        assert question.endswith(("?", ".")) and "?" in question
    for lesson in LESSONS:
        assert {*texts_of(lesson).get("choices", ())} <= texts_of(lesson).get("names", {}).keys()


IDEAS = {
    r"clipp(ed|ing)|the minimum": "clipping",
    r"n-gram|bigram|order n\b": "ngrams",
    r"penalty|reference lengths?\b|equally close": "brevity_penalty",
    r"\bBLEU|weights|geometric mean of|arithmetic mean$": "bleu",
    r"recall|ROUGE": "rouge_n",
    r"\bF1?\b|beta\b": "f1",
    r"corpus|segment": "corpus_bleu",
    r"smooth": "smoothing",
    r"\bedits?\b|insertion|substitution|error rate": "error_rates",
}
"""Words for the ideas of the series, each with the lesson that introduces it."""


def words_of(lesson):
    return "\n".join(source(cell) for cell in load(ROOT / "notebooks" / f"{lesson}.ipynb")["cells"])


@pytest.mark.parametrize(("idea", "lesson"), IDEAS.items())
def test_a_message_sends_nobody_to_a_lesson_that_does_not_know_its_idea_yet(idea, lesson):
    assert len(re.findall(idea, words_of(LESSONS[lesson]))) >= 3, "the lesson does not introduce it"
    speaking = [one for one in NAMES.values() if re.search(idea, f"{one.name} {one.question}")]
    assert speaking
    assert [one.name for one in speaking if one.lesson and one.lesson < LESSONS[lesson]] == []


@pytest.mark.parametrize("task", EXERCISES.values(), ids=list(EXERCISES))
def test_an_exercise_sends_to_a_lesson_that_was_read_already(task):
    """A name that comes later is treated by the exercise's own lesson, as far as it needs it."""
    assert [one.name for one in task.mistakes if one.lesson > task.lesson] == []


def test_every_number_of_a_lesson_in_a_message_comes_from_the_table():
    texts = [path.read_text("utf-8") for path in (ROOT / FOLDER).glob("*.toml")]
    assert len(texts) > len(LESSONS) and not any(re.search(r"[Ll]esson \d|\d\d_", text) for text in texts)
    numbers = [re.search(r"lesson (\d\d)\b", name.question) for name in NAMES.values()]
    assert {found[1] for found in numbers if found} == {LESSONS["smoothing"][:2]}


# A mistake is a mistake, and none is another one.


@pytest.mark.parametrize("name", TASKS)
def test_the_recipe_without_a_mistake_is_right_and_harmless_choices_are_harmless(name):
    task = TASKS[name]
    choices = [{}, *({harmless.field: choice} for harmless in HARMLESS for choice in harmless.choices)]
    for function in (BUILD[name](RIGHT._replace(**choice)) for choice in choices):
        for arguments, right in inputs_of(task, PUBLIC_SEED):
            assert agree(outcome_of(task.read, function, arguments), right)


@every_task
def test_a_mistake_does_the_same_each_time_with_the_smallest_inputs_too(name):
    """It keeps nothing and changes nothing: what is remembered of it is true of every later check."""
    task = EVERY_TASK[name]
    chosen_and_drawn = [arguments for arguments, _ in inputs_of(task, PUBLIC_SEED)]
    smallest = sorted(chosen_and_drawn, key=lambda arguments: len(str(arguments)))[:6]
    for mistake, arguments in product(task.mistakes, smallest):
        before = copy.deepcopy(arguments)
        once, again = (outcome_of(task.read, mistake.function, arguments) for _ in range(2))
        assert agree(once, again) and arguments == before, mistake.name


# The whole check.


def one_of_each(names):
    """A mistake of each name: in every exercise, and in one of the lessons' functions; those of students are known."""
    known = {(one.task, name) for one in handed_in("wrong") if len(one.names) == 1 for name in one.names}
    in_a_function = set()
    for task in names:
        for name, mistake in {one.name: one for one in reversed(EVERY_TASK[task].mistakes)}.items():
            if (task, name) not in known and not (task in TASKS and name in in_a_function):
                in_a_function.add(name)
                yield pytest.param(task, mistake, id=f"{task}-{name}")


@pytest.mark.parametrize(("task", "mistake"), [*one_of_each(EVERY_TASK)])
def test_the_whole_check_says_the_name(task, mistake):
    verdict = diagnose(mistake.function, task)
    assert (verdict.status, verdict.mistake) == ("wrong", mistake.name)
    assert mistake.question in str(verdict) and sends_back_to(mistake, EVERY_TASK[task]) in str(verdict)
    yours, right = (line.split(": ", 1)[1] for line in verdict.example[-2:])
    assert yours != right
    assert "Error" not in right, "the example was made smaller than what the task is about"


def in_other_orders(name):
    """The right function of a task, with its parameters in every other order."""
    task = EVERY_TASK[name]
    for order in other_orders(len(task.parameters)):
        right = BUILD[name](RIGHT) if name in BUILD else body_of(task.function)
        yield name_of_order(order), in_order(right, order)


def called_rightly(name, function):
    """The names that are true of a function: of all mistakes and orders that do the same for every input."""
    task = EVERY_TASK[name]
    known = [*((one.name, one.function) for one in task.mistakes), *in_other_orders(name)]
    for true_name, other in [*known, ("correct", task.function)]:
        outcomes = (
            [outcome_of(task.read, one, arguments) for one in (function, other)]
            for arguments, _ in inputs_of(task, PUBLIC_SEED)
        )
        if all(agree(does, same) for does, same in outcomes):
            yield true_name


@every_task
def test_every_other_order_of_the_arguments_is_named(name):
    """Where two arguments trade places and nothing changes, or it is what another mistake does, that is said."""
    for _, function in in_other_orders(name):
        said, true = diagnose(function, name).mistake, {*called_rightly(name, function)}
        assert said in true, f"{name} with its arguments in another order is called {said!r}, and is: {sorted(true)}"
