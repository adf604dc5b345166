"""Every named mistake is recognised, and none is mistaken for another one."""

import copy
import re
from itertools import combinations

import pytest
from notebook_rules import ROOT

from bleu_exercises._lesson_tasks import TASKS
from bleu_exercises._lessons import FOLDER, LESSONS, texts_of
from bleu_exercises.catalogue import NAMES
from bleu_exercises.exercises import EVERY_TASK
from bleu_exercises.from_memory import FROM_MEMORY
from exercise_checker import general_mistakes
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
    for name, mistake in NAMES.items():
        assert len(name) <= 80
        assert mistake.question.endswith(("?", ".")) and "?" in mistake.question
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


@pytest.mark.parametrize(("idea", "lesson"), IDEAS.items())
def test_a_message_refers_to_no_lesson_before_the_idea_is_introduced(idea, lesson):
    mentions = [name for name in NAMES.values() if re.search(idea, f"{name.name} {name.question}")]
    assert mentions, "no name or question mentions this idea"
    assert [name.name for name in mentions if name.lesson and name.lesson < LESSONS[lesson]] == []


def test_lesson_numbers_in_messages_are_filled_in():
    texts = [path.read_text("utf-8") for path in (ROOT / FOLDER).glob("*.toml")]
    assert len(texts) > len(LESSONS) and not any(re.search(r"[Ll]esson \d|\d\d_", text) for text in texts)
    numbers = {found for name in NAMES.values() for found in re.findall(r"lesson (\d\d)\b", name.question)}
    assert NAMES["the counts are not clipped"].lesson == LESSONS["clipping"]
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
    for pair in [*combinations(task.mistakes, 2)][::23]:
        made = [*task.with_all(pair)]
        assert not (made and pair[0].instead.keys() & pair[1].instead.keys())
        for function in made:
            try:
                function(*copy.deepcopy(task.probes[0]))
            except Exception as error:
                assert "keyword" not in str(error), [mistake.name for mistake in pair]


# The examples.

SHARES = {"f1_of_counts", "recall_needed"}
"""There are never more matches than n-grams, and some recall always reaches the F1, so these results are shares."""


@every_task
def test_an_example_can_be_made_simpler(name):
    task = EVERY_TASK[name]
    for arguments, _ in inputs_of(task, PUBLIC_SEED)[:12]:
        simpler = [*task.neighbours(arguments)]
        results = [task.right(inputs) for inputs in simpler]
        assert arguments not in simpler and {right.kind for right in results} != {"error"}
        assert name not in SHARES or all(0 <= right.value <= 1 + 1e-12 for right in results)
