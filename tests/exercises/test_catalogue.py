"""Every named mistake is recognised, and none is mistaken for another one."""

import copy
import re
from itertools import combinations, islice, product

import pytest
from notebook_rules import ROOT, load, source
from students import attempts, where_to_read

from bleu_exercises import diagnose
from bleu_exercises._lessons import FOLDER, LESSONS, texts_of
from bleu_exercises._names import NAMES
from bleu_exercises._tasks import TASKS
from bleu_exercises._ways import body_of
from bleu_exercises.exercises import EVERY_TASK, EXERCISES
from bleu_exercises.from_memory import FROM_MEMORY
from exercise_checker import general_mistakes
from exercise_checker._mistakes import name_of_order, other_orders
from exercise_checker._tasks import PUBLIC_SEED, inputs_of
from exercise_checker.outcomes import agree, outcome_of

BY_OTHER_CALLS = {*general_mistakes()}
every_task = pytest.mark.parametrize("name", EVERY_TASK)

# The names.


def test_no_mistake_is_listed_in_two_tables():
    tables = [(f"{FOLDER}/{lesson}.toml", texts_of(lesson).get("names", {})) for lesson in ("python", *LESSONS)]
    for (first, names), (second, others) in combinations(tables, 2):
        twice = sorted(names.keys() & others.keys())
        assert not twice, f"{first} and {second} both contain these names in [names]: {twice}"


def test_every_name_is_short_and_has_a_question_and_a_task():
    made = {mistake.name for task in EVERY_TASK.values() for mistake in task.mistakes} | BY_OTHER_CALLS
    unmade = sorted(set(NAMES) - made)
    assert not unmade, f"no function in {FOLDER}/ or from_memory/ makes these mistakes: {unmade}"
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
def test_a_message_refers_to_no_lesson_before_the_idea_is_introduced(idea, lesson):
    assert len(re.findall(idea, words_of(LESSONS[lesson]))) >= 3, "the lesson does not introduce it"
    mentions = [name for name in NAMES.values() if re.search(idea, f"{name.name} {name.question}")]
    assert mentions, "no name or question mentions this idea"
    assert [name.name for name in mentions if name.lesson and name.lesson < LESSONS[lesson]] == []


@pytest.mark.parametrize("task", EXERCISES.values(), ids=list(EXERCISES))
def test_an_exercise_refers_to_no_later_lesson(task):
    """If an exercise needs an idea of a later lesson, its own lesson explains it."""
    assert [mistake.name for mistake in task.mistakes if mistake.lesson > task.lesson] == []


def test_lesson_numbers_in_messages_are_filled_in():
    texts = [path.read_text("utf-8") for path in (ROOT / FOLDER).glob("*.toml")]
    assert len(texts) > len(LESSONS) and not any(re.search(r"[Ll]esson \d|\d\d_", text) for text in texts)
    numbers = {found for name in NAMES.values() for found in re.findall(r"lesson (\d\d)\b", name.question)}
    assert LESSONS["smoothing"][:2] in numbers and not any("{" in name.question for name in NAMES.values())


# Mistakes are really wrong, and the functions from which they are built are right.


@pytest.mark.parametrize("name", TASKS)
def test_the_function_with_its_steps_is_right(name):
    function, _ = FROM_MEMORY[name]
    for arguments, right in inputs_of(TASKS[name], PUBLIC_SEED):
        assert agree(outcome_of(TASKS[name].read, function, arguments), right)


@every_task
def test_two_mistakes_are_combined_only_if_there_are_such_steps(name):
    """A step that a function does not have raises a TypeError, which would then look like a learner's mistake."""
    task = EVERY_TASK[name]
    for pair in [*combinations(task.mistakes, 2)][::5]:
        made = [*task.with_all(pair)]
        assert not (made and pair[0].instead.keys() & pair[1].instead.keys())
        for function in made:
            try:
                function(*copy.deepcopy(task.probes[0]))
            except Exception as error:
                assert "keyword" not in str(error), [mistake.name for mistake in pair]


@every_task
def test_a_mistake_gives_the_same_outcome_each_time(name):
    """A mistake keeps no state and changes no argument, so its results can be cached for all checks."""
    task = EVERY_TASK[name]
    chosen_and_drawn = [arguments for arguments, _ in inputs_of(task, PUBLIC_SEED)]
    smallest = sorted(chosen_and_drawn, key=lambda arguments: len(str(arguments)))[:6]
    for mistake, arguments in product(task.mistakes, smallest):
        before = copy.deepcopy(arguments)
        once, again = (outcome_of(task.read, mistake.function, arguments) for _ in range(2))
        assert agree(once, again) and arguments == before, mistake.name


# The whole check.


def some_mistakes():
    """Yield one mistake of each task, of those that no students' code in tests/support makes alone.

    `review` finds mistakes that are not told apart, for every name; this is about the verdict.
    """
    known = {(attempt.task, *attempt.mistakes) for attempt in attempts("wrong") if len(attempt.mistakes) == 1}
    for name, task in EVERY_TASK.items():
        for mistake in [mistake for mistake in task.mistakes if (name, mistake.name) not in known][-1:]:
            yield pytest.param(name, mistake, id=f"{name}-{mistake.name}")


@pytest.mark.parametrize(("task", "mistake"), [*some_mistakes()])
def test_names_a_mistake_with_its_question_and_lesson(task, mistake):
    verdict = diagnose(mistake.function, task)
    assert (verdict.status, verdict.mistake) == ("wrong", mistake.name)
    assert mistake.question in str(verdict) and where_to_read(mistake, EVERY_TASK[task]) in str(verdict)
    yours, right = (line.split(": ", 1)[1] for line in verdict.example[-2:])
    assert yours != right
    assert "Error" not in right, "the example is smaller than any input of the task can be"


def in_order(function, order):
    """Return the function that takes its arguments in this order."""
    return lambda *given: function(*(given[order.index(place)] for place in range(len(order))))


def in_other_orders(name):
    """Yield the right function of a task with its parameters in every other order, each with the name of the order."""
    task = EVERY_TASK[name]
    for order in other_orders(len(task.parameters)):
        right = FROM_MEMORY[name][0] if name in TASKS else body_of(task.function)
        yield name_of_order(order), in_order(right, order)


def correct_names(name, function):
    """Yield all the names that are correct for a function: of every mistake or order with the same outcomes."""
    task = EVERY_TASK[name]
    known = [*((mistake.name, mistake.function) for mistake in task.mistakes), *in_other_orders(name)]
    for true_name, other in [*known, ("correct", task.function)]:
        outcomes = (
            [outcome_of(task.read, either, arguments) for either in (function, other)]
            for arguments, _ in inputs_of(task, PUBLIC_SEED)
        )
        if all(agree(first, second) for first, second in outcomes):
            yield true_name


@every_task
def test_names_another_order_of_the_arguments(name):
    """If the order changes nothing, or has the effect of another mistake, that verdict is accepted too."""
    for _, function in islice(in_other_orders(name), 2):  # the first two swapped, and of three the last two
        found, correct = diagnose(function, name).mistake, {*correct_names(name, function)}
        assert found in correct, f"{name} with its arguments in another order is named {found!r}, not {sorted(correct)}"
