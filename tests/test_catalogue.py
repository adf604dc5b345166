"""The mistakes that have a name are themselves checked: each is recognised, none is taken for another one."""

import copy
import inspect
import math
import re
import tomllib
from collections import Counter
from dataclasses import replace
from itertools import chain, combinations, product
from random import Random

import pytest
from known_mistakes import mistakes_left, outcome
from learners import inputs
from notebook_rules import NOTEBOOKS, ROOT, load, source

import bleu_helpers
from bleu_helpers import closest_ref_length
from bleu_helpers.checks import _recipe, catalogue
from bleu_helpers.checks._diagnosis import diagnose
from bleu_helpers.checks._lessons import LESSONS
from bleu_helpers.checks._names import NAMES
from bleu_helpers.checks._outcomes import agree, outcome_of, read_number
from bleu_helpers.checks._recipe import BUILD, HARMLESS, RIGHT, body_of
from bleu_helpers.checks._slips import SLIPS, slips_called
from bleu_helpers.checks._tasks import PUBLIC_SEED, TASKS, inputs_of
from bleu_helpers.checks.exercises import EVERY_TASK, EXERCISES

BY_OTHER_CALLS = {catalogue.SWAPPED, catalogue.REORDERED, catalogue.LOOKS}

# Tasks whose functions take a few seconds over all inputs and all mistakes.
LONG = ("bleu_score", "corpus_bleu", "ngram_f1")


def each(names):
    marked = [pytest.param(name, marks=[pytest.mark.slow] if name in LONG else []) for name in names]
    return pytest.mark.parametrize("name", marked)


with_both_seeds = pytest.mark.parametrize("seed", [PUBLIC_SEED, "a course"])

# What the catalogue must know, a few words of each name, and the tasks in which it makes sense.
REQUIRED = {
    "no clipping": "count_clip modified_precision bleu_score corpus_bleu rouge_n ngram_f1",
    "clipped by the sum": "count_clip modified_precision bleu_score corpus_bleu ngram_f1",
    "clipped by the smallest": "count_clip modified_precision bleu_score corpus_bleu ngram_f1",
    "each different word is counted once": "simple_count unigram_precision count_clip modified_precision bleu_score "
    "corpus_bleu rouge_n ngram_f1 word_error_rate",
    "count without the minimum": "count_clip modified_precision bleu_score corpus_bleu rouge_n ngram_f1",
    "only the best single reference": "unigram_precision count_clip modified_precision bleu_score corpus_bleu ngram_f1",
    "divided by the number of different": "unigram_precision modified_precision bleu_score corpus_bleu rouge_n "
    "ngram_f1",
    "divided by the number of words": "modified_precision bleu_score corpus_bleu rouge_n ngram_f1",
    "divided by the reference's": "unigram_precision modified_precision bleu_score corpus_bleu",
    "rounded": "unigram_precision modified_precision brevity_penalty bleu_score corpus_bleu rouge_n f_score ngram_f1 "
    "word_error_rate",
    "characters": "simple_count unigram_precision count_clip modified_precision closest_ref_length brevity_penalty "
    "bleu_score corpus_bleu rouge_n ngram_f1 word_error_rate",
    "off by one": "simple_count count_clip modified_precision bleu_score corpus_bleu rouge_n ngram_f1 word_error_rate",
    "lists as keys": "simple_count count_clip modified_precision bleu_score corpus_bleu rouge_n ngram_f1",
    "shortest": "closest_ref_length brevity_penalty bleu_score corpus_bleu ngram_f1",
    "longest": "closest_ref_length brevity_penalty bleu_score corpus_bleu ngram_f1",
    "average of the reference lengths": "closest_ref_length brevity_penalty bleu_score corpus_bleu ngram_f1",
    "the first reference's length": "closest_ref_length brevity_penalty bleu_score corpus_bleu ngram_f1",
    "tie goes to the longer": "closest_ref_length brevity_penalty bleu_score corpus_bleu ngram_f1",
    "tie goes to the first": "closest_ref_length brevity_penalty bleu_score corpus_bleu ngram_f1",
    "position in place of a length": "closest_ref_length brevity_penalty bleu_score corpus_bleu ngram_f1",
    "penalty is missing": "brevity_penalty bleu_score corpus_bleu ngram_f1",
    "upside down": "brevity_penalty bleu_score corpus_bleu ngram_f1",
    "straight line": "brevity_penalty bleu_score corpus_bleu ngram_f1",
    "condition is the wrong way round": "brevity_penalty bleu_score corpus_bleu ngram_f1",
    "never capped": "brevity_penalty bleu_score corpus_bleu ngram_f1",
    "long candidates are punished": "brevity_penalty bleu_score corpus_bleu ngram_f1",
    "left out of the mean": "bleu_score corpus_bleu",
    "taken as 1": "bleu_score corpus_bleu",
    "logarithm of 0": "bleu_score corpus_bleu ngram_f1",
    "the arithmetic mean": "bleu_score corpus_bleu ngram_f1",
    "weights are not applied": "bleu_score corpus_bleu",
    "weights do not sum to 1": "bleu_score corpus_bleu ngram_f1",
    "only the highest order": "bleu_score corpus_bleu ngram_f1",
    "average of the sentences' scores": "corpus_bleu",
    "precision in place of recall": "rouge_n ngram_f1",
    "the most matches in place of the best recall": "rouge_n ngram_f1",
    "position of the best reference": "rouge_n ngram_f1",
    "F as the arithmetic mean": "f_score ngram_f1",
    "without its factor": "f_score ngram_f1",
    "an empty candidate divides by zero": "unigram_precision",
    "no rule for 0/0": "modified_precision bleu_score corpus_bleu rouge_n f_score ngram_f1",
    "beta on the wrong side": "f_score",
}


# The names.


def test_no_name_stands_in_the_table_twice():
    table = tomllib.loads((ROOT / "bleu_helpers" / "checks" / "names.toml").read_text(encoding="utf-8"))
    choices = table.pop("another_choice")
    counts = Counter(chain.from_iterable(table.values()))
    assert set(choices) <= set(counts)
    assert [name for name, count in counts.items() if count > 1] == []
    assert list(table) == ["python", *(lesson for lesson in LESSONS if lesson in table)]


def test_the_lessons_have_the_numbers_of_their_notebooks():
    """Every notebook is in the table under its number, and a message names only lessons that there are."""
    notebooks = {path.stem for path in NOTEBOOKS}
    assert notebooks <= set(LESSONS.values())
    assert {task.lesson for task in EVERY_TASK.values()} | {one.lesson for one in NAMES.values()} <= notebooks | {""}


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


def test_a_function_has_the_lesson_that_introduces_it():
    """As the table of modules in the package says, and the lesson speaks of it again and again."""
    numbers = dict(re.findall(r"(?m)^ {4}(\w+) +(\d\d)  ", bleu_helpers.__doc__))
    for name, task in TASKS.items():
        assert task.lesson[:2] == numbers[inspect.unwrap(task.function).__module__.rpartition(".")[2]]
        assert words_of(task.lesson).count(name) >= 3


def test_every_number_of_a_lesson_in_a_message_comes_from_the_table():
    texts = [(ROOT / "bleu_helpers" / "checks" / name).read_text("utf-8") for name in ("names.toml", "hints.toml")]
    assert not any(re.search(r"[Ll]esson \d|\d\d_", text) for text in texts)
    numbers = [re.search(r"lesson (\d\d)\b", name.question) for name in NAMES.values()]
    assert {found[1] for found in numbers if found} == {LESSONS["smoothing"][:2]}


def test_every_name_in_the_table_has_a_task():
    assert set(NAMES) == {one.name for task in EVERY_TASK.values() for one in task.mistakes} | BY_OTHER_CALLS


def test_every_name_is_short_and_has_a_question():
    for name, _, question, _ in NAMES.values():
        assert len(name) <= 80
        assert question.endswith(("?", ".")) and "?" in question


def test_a_name_that_no_slip_has_cannot_be_asked_for():
    with pytest.raises(KeyError, match="no such slip"):
        slips_called("no such slip")


@each(EVERY_TASK)
def test_a_mistake_has_its_names_question_and_lesson(name):
    """An exercise names a lesson that was read already: where it comes before the name's own, it treats it itself."""
    for mistake in [*EVERY_TASK[name].mistakes, *in_other_orders(name)]:
        assert mistake.task == name
        assert mistake.question == NAMES[mistake.name].question
        assert mistake.lesson in (NAMES[mistake.name].lesson, EVERY_TASK[name].lesson)
        assert name in TASKS or mistake.lesson <= EVERY_TASK[name].lesson


@pytest.mark.parametrize(("words", "tasks"), REQUIRED.items())
def test_the_catalogue_has_what_people_get_wrong(words, tasks):
    for name in tasks.split():
        assert any(words in mistake.name for mistake in EVERY_TASK[name].mistakes), name


# A mistake is a mistake, and none is another one.


@each(TASKS)
def test_the_recipe_without_a_mistake_is_right(name):
    task = TASKS[name]
    assert all(agree(outcome_of(task.read, BUILD[name](RIGHT), arguments), right) for arguments, right in inputs(name))


@each(TASKS)
def test_harmless_choices_are_harmless(name):
    task = TASKS[name]
    for harmless in HARMLESS:
        for choice in harmless.choices:
            function = BUILD[name](replace(RIGHT, **{harmless.field: choice}))
            for arguments, right in inputs(name):
                assert agree(outcome_of(task.read, function, arguments), right)


@each(EVERY_TASK)
@with_both_seeds
def test_every_mistake_is_a_mistake(name, seed):
    for number, mistake in enumerate(EVERY_TASK[name].mistakes):
        rows = enumerate(inputs_of(EVERY_TASK[name], seed))
        assert any(not agree(outcome(name, seed, number, place), right) for place, (_, right) in rows), mistake.name


@each(EVERY_TASK)
@with_both_seeds
def test_every_pair_of_mistakes_is_told_apart_by_some_input(name, seed):
    for number, mistake in enumerate(EVERY_TASK[name].mistakes):
        does = lambda place, _: outcome(name, seed, number, place)  # noqa: B023, E731
        assert not mistakes_left(name, seed, does, enough={mistake.name}), mistake.name


@each(EVERY_TASK)
def test_a_mistake_does_the_same_each_time_with_the_smallest_inputs_too(name):
    """It keeps nothing and changes nothing: what is remembered of it is true of every later check."""
    task = EVERY_TASK[name]
    chosen_and_drawn = [arguments for arguments, _ in inputs_of(task, PUBLIC_SEED)]
    smallest = sorted(chosen_and_drawn, key=lambda arguments: len(str(arguments)))[:6]
    for mistake, arguments in product(task.mistakes, smallest):
        before = copy.deepcopy(arguments)
        once, again = (outcome_of(task.read, mistake.function, arguments) for _ in range(2))
        assert agree(once, again) and arguments == before, mistake.name


def test_what_is_remembered_of_matches_stays_true_and_is_no_more_than_so_much(monkeypatch):
    monkeypatch.setattr(_recipe, "_MATCHED_AND_TOTAL", {})
    monkeypatch.setattr(_recipe, "_MOST_REMEMBERED", 2)
    no_clipping = replace(RIGHT, clip=lambda counts, others: counts)
    for _ in range(2):
        for recipe, candidate, matched in ((RIGHT, "a a", 1), (RIGHT, "b b", 0), (no_clipping, "a a", 2)):
            assert _recipe.matched_and_total(recipe, candidate.split(), [["a"]], 1) == (matched, 2)
            assert len(_recipe._MATCHED_AND_TOTAL) <= 2


class Word(str):
    """A word of a type of its own, as a course's own task may have them."""


@pytest.mark.parametrize("word", [str, Word])
def test_what_is_remembered_is_found_again_by_equal_words_and_by_no_others(monkeypatch, word):
    """Two texts that are equal are found alike, be they the same object or not."""
    monkeypatch.setattr(_recipe, "_MATCHED_AND_TOTAL", {})
    for number, (candidate, matched) in enumerate((("ab", 0), ("a b", 1), ("b a", 1), ("a a", 1)), start=1):
        for words in ([word("".join(letters)) for letters in candidate.split()], list(map(word, candidate.split()))):
            assert _recipe.matched_and_total(RIGHT, words, [[word("a")]], 1) == (matched, len(words))
            assert len(_recipe._MATCHED_AND_TOTAL) == number


def test_two_mistakes_of_an_exercise_are_made_by_one_function():
    task = EXERCISES["words_to_add"]
    own = next(one for one in task.mistakes if not one.slip)
    slip = next(one for one in task.mistakes if one.slip)
    [both] = catalogue.with_both(own, slip, task.parameters)
    for alone in (task.function, own.function, slip.function):
        assert any(
            not agree(outcome_of(task.read, both, arguments), outcome_of(task.read, alone, arguments))
            for arguments, _ in inputs_of(task, PUBLIC_SEED)
        )
    assert not [*catalogue.with_both(slip, slip, task.parameters)]


# The whole check.


def is_named(mistake):
    verdict = diagnose(mistake.function, mistake.task)
    assert (verdict.status, verdict.mistake) == ("wrong", mistake.name)
    assert mistake.question in str(verdict) and mistake.lesson in str(verdict)
    yours, right = (line.split(": ", 1)[1] for line in verdict.example[-2:])
    assert yours != right
    assert "Error" not in right, "the example was made smaller than what the task is about"


@each(TASKS)
def test_the_whole_check_says_the_name(name):
    one_each = {one.name: one for one in reversed(EVERY_TASK[name].mistakes)}
    for mistake in list(reversed(one_each.values()))[: 9 if name in LONG else None]:
        is_named(mistake)


def in_other_orders(name):
    """The right function of a task, with its parameters in every other order."""
    task = EVERY_TASK[name]
    for order in catalogue.other_orders(len(task.parameters)):
        right = BUILD[name](RIGHT) if name in BUILD else body_of(task.function)
        yield catalogue.reordered(name, right, order)


SYMMETRIC = {
    "f_score": {"beta on the wrong side (or precision and recall swapped)"},
    "word_error_rate": {"divided by the candidate's length (or the arguments swapped)"},
    "recall_needed": {"precision and F1 exchanged"},
    "win_share": {"lower is better"},
    "f1_of_counts": {"correct", catalogue.SWAPPED},  # the two totals
    "weighted_distance": {"correct"},  # the two sentences
    "matches_without_case": {"correct"},  # the two sentences
    "sentences_to_read": {"correct"},  # the two systems
    "negations_kept": {"candidates and references in each other's place"},
    "character_f2": {"beta on the wrong side (or precision and recall swapped)"},
}
"""What an exchange of arguments is where it cannot be told from something else."""


@each(EVERY_TASK)
def test_every_other_order_of_the_arguments_is_named(name):
    for mistake in in_other_orders(name):
        verdict = diagnose(mistake.function, name)
        assert verdict.mistake in {mistake.name} | SYMMETRIC.get(name, set())


@each(EXERCISES)
def test_the_whole_check_names_every_mistake_of_an_exercise(name):
    one_each = {one.name: one for one in reversed(EVERY_TASK[name].mistakes)}
    assert len(one_each) >= 4
    for mistake in one_each.values():
        is_named(mistake)


def test_c_at_least_r_in_place_of_c_above_r_is_no_mistake():
    def brevity_penalty(candidate, references):
        c, r = len(candidate), closest_ref_length(candidate, references)
        if c == 0:
            return 0
        return 1 if c >= r else math.exp(1 - r / c)

    assert diagnose(brevity_penalty, "brevity_penalty").status == "correct"


# Two mistakes at once.

WITH_NUMBERS = ("rounded on the way", "a small number in place of 0")
"""Slips that are made with many numbers, of which one is enough here."""


def double_slips(name):
    """Every two slips of a task that are not about the same choice, with all functions that make both."""
    slips = [slip for slip in SLIPS if name in slip.tasks and slip.name not in WITH_NUMBERS]
    numbers = {(slip.name, slip.field): slip for slip in SLIPS if name in slip.tasks and slip.name in WITH_NUMBERS}
    for first, second in combinations([*slips, *numbers.values()], 2):
        if first.field != second.field:
            for function in catalogue.functions_with(name, first, second):
                yield {first.name, second.name}, function


def double_mistakes(name):
    """Every mistake of an exercise, and beside it the sentences or references read wrongly, or the result rounded."""
    task = EXERCISES[name]
    fields = {"read"} | ({"references"} & set(task.parameters)) | ({"finish"} if task.read is read_number else set())
    for slip in SLIPS:
        if slip.field in fields:
            for mistake in task.mistakes:
                yield {mistake.name, slip.name}, catalogue.with_slip_around(mistake.function, slip, task.parameters)


@each(EVERY_TASK)
def test_no_double_mistake_gets_a_wrong_name(name):
    """A third name is right only if both mistakes together do what that one does, on inputs of their own."""
    task = EVERY_TASK[name]
    for names, function in double_slips(name) if name in TASKS else double_mistakes(name):
        does = lambda _, arguments: outcome_of(task.read, function, arguments)  # noqa: B023, E731
        for third in mistakes_left(name, PUBLIC_SEED, does, enough=names)[:1]:
            if third.name not in names:
                random = Random("fresh")
                for arguments in (task.draw(random) for _ in range(1500)):
                    same = agree(does(0, arguments), outcome_of(task.read, third.function, arguments))
                    assert same, f"{' and '.join(names)} are called {third.name}"
