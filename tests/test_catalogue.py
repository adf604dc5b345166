"""The catalogue of mistakes is itself checked: each is recognised, none is taken for another one."""

from functools import cache
from itertools import combinations
from random import Random

import pytest
from learners import inputs

from bleu_helpers.checks import catalogue
from bleu_helpers.checks._diagnosis import diagnose, known_mistake
from bleu_helpers.checks._outcomes import agree, outcome_of
from bleu_helpers.checks._recipe import BUILD, HARMLESS, RIGHT
from bleu_helpers.checks._tasks import TASKS

LESSONS = {
    "01_counting",
    "02_clipping",
    "03_ngrams",
    "04_brevity_penalty",
    "05_bleu",
    "06_rouge_n",
    "07_f1",
    "08_corpus_bleu",
    "10_error_rates",
}

# Tasks whose functions take a few seconds over all inputs and all mistakes.
LONG = ("bleu_score", "corpus_bleu", "ngram_f1")
EVERY_TASK = [pytest.param(name, marks=[pytest.mark.slow] if name in LONG else []) for name in TASKS]

# What the catalogue must know, a few words of each name, and the tasks in which it makes sense.
REQUIRED = {
    "no clipping": "count_clip modified_precision bleu_score corpus_bleu rouge_n ngram_f1",
    "clipped by the sum": "count_clip modified_precision bleu_score corpus_bleu ngram_f1",
    "clipped by the smallest": "count_clip modified_precision bleu_score corpus_bleu ngram_f1",
    "each type is counted once": "simple_count unigram_precision count_clip modified_precision bleu_score corpus_bleu "
    "rouge_n ngram_f1 word_error_rate",
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
    "best counts in place of the best recall": "rouge_n ngram_f1",
    "position of the best reference": "rouge_n ngram_f1",
    "F as the arithmetic mean": "f_score ngram_f1",
    "without its factor": "f_score ngram_f1",
    "no rule for 0/0": "unigram_precision modified_precision bleu_score corpus_bleu rouge_n f_score ngram_f1",
    "beta on the wrong side": "f_score",
}


@cache
def outcome(name, number, place):
    """What one mistake of a task does for one public input. Computed when needed: most are told apart by a few."""
    task, function = TASKS[name], catalogue.mistakes(name)[number].function
    return outcome_of(task.read, function, inputs(name)[place][0])


def names_left(name, does, enough):
    """The names of all mistakes that do the same, input by input, until those left are within `enough`."""
    mistakes = catalogue.mistakes(name)
    left = range(len(mistakes))
    for place, (arguments, _) in enumerate(inputs(name)):
        done = does(place, arguments)
        left = [number for number in left if agree(outcome(name, number, place), done)]
        if all(mistakes[number].name in enough for number in left):
            return []
    return [mistakes[number] for number in left]


@pytest.mark.parametrize(("words", "tasks"), REQUIRED.items())
def test_the_catalogue_has_what_people_get_wrong(words, tasks):
    for name in tasks.split():
        assert any(words in mistake.name for mistake in catalogue.mistakes(name)), name


def test_every_mistake_has_a_question_and_a_lesson():
    for name in TASKS:
        for mistake in [*catalogue.mistakes(name), *filter(None, [catalogue.swap(name)])]:
            assert mistake.question.endswith(("?", ".")) and "?" in mistake.question
            assert mistake.lesson in LESSONS
            assert len(mistake.name) <= 70


def test_one_name_has_one_question():
    questions = {(slip.name, slip.question) for slip in catalogue.SLIPS}
    assert len(questions) == len({name for name, _ in questions})


@pytest.mark.parametrize("name", TASKS)
def test_the_recipe_without_a_mistake_is_right(name):
    task = TASKS[name]
    assert all(agree(outcome_of(task.read, BUILD[name](RIGHT), arguments), right) for arguments, right in inputs(name))


@pytest.mark.parametrize("name", TASKS)
def test_harmless_choices_are_harmless(name):
    task = TASKS[name]
    for harmless in HARMLESS:
        for choice in harmless.choices:
            function = BUILD[name](catalogue.replace(RIGHT, **{harmless.field: choice}))
            for arguments, right in inputs(name):
                assert agree(outcome_of(task.read, function, arguments), right)


@pytest.mark.parametrize("name", EVERY_TASK)
def test_every_mistake_is_a_mistake(name):
    for number, mistake in enumerate(catalogue.mistakes(name)):
        rows = enumerate(inputs(name))
        assert any(not agree(outcome(name, number, place), right) for place, (_, right) in rows), mistake.name


@pytest.mark.parametrize("name", EVERY_TASK)
def test_every_pair_of_mistakes_is_told_apart_by_some_input(name):
    for number, mistake in enumerate(catalogue.mistakes(name)):
        others = names_left(name, lambda place, _: outcome(name, number, place), enough={mistake.name})  # noqa: B023
        assert not others, mistake.name


@pytest.mark.parametrize("name", TASKS)
def test_the_whole_check_says_the_name(name):
    seen = set()
    for mistake in [*filter(None, [catalogue.swap(name)]), *catalogue.mistakes(name)]:
        if mistake.name in seen or (name in LONG and len(seen) > 8):
            continue
        seen.add(mistake.name)
        verdict = diagnose(mistake.function, name)
        assert (verdict.status, verdict.mistake) == ("wrong", mistake.name)
        assert mistake.question in str(verdict) and mistake.lesson in str(verdict)
        yours, right = (line.split(": ", 1)[1] for line in verdict.example[-2:])
        assert yours != right


def double_mistakes(name):
    """Every two slips of a task that are not about the same choice. Of many roundings one is enough."""
    slips = list(
        {(slip.name, slip.field, getattr(slip.choice, "__name__", "")): slip for slip in catalogue.SLIPS}.values()
    )
    slips = [slip for slip in slips if name in slip.tasks]
    for first, second in combinations(slips, 2):
        if first.field != second.field:
            for function in catalogue.functions_with(name, first, second):
                yield first, second, function


@pytest.mark.parametrize("name", EVERY_TASK)
def test_no_double_mistake_gets_a_wrong_name(name):
    """A third name is right only if both mistakes together do what that one does, on inputs of their own."""
    task = TASKS[name]
    random = Random("fresh")
    fresh = [task.draw(random) for _ in range(1500)]
    for first, second, function in double_mistakes(name):
        does = lambda _, arguments: outcome_of(task.read, function, arguments)  # noqa: B023, E731
        for third in names_left(name, does, enough={first.name, second.name})[:1]:
            for arguments in fresh:
                assert agree(does(0, arguments), outcome_of(task.read, third.function, arguments)), (
                    f"{first.name} and {second.name} are called {third.name}"
                )


@pytest.mark.parametrize("name", [name for name in TASKS if name not in LONG])
@pytest.mark.parametrize("seed", ["a course"])
def test_a_hidden_seed_tells_mistakes_apart_as_well(name, seed):
    task, rows = TASKS[name], inputs(name, seed)
    for mistake in {one.name: one for one in catalogue.mistakes(name)}.values():
        done = [(arguments, outcome_of(task.read, mistake.function, arguments)) for arguments, _ in rows]
        wrong = [one for one, (_, right) in zip(done, rows, strict=True) if not agree(one[1], right)]
        found = known_mistake(task, [*wrong, *done])
        assert wrong and found is not None and found.name == mistake.name


def test_swapped_arguments_are_wrong():
    for name in TASKS:
        swapped = catalogue.swap(name)
        if swapped is not None:
            rows = inputs(name)
            task = TASKS[name]
            assert any(
                not agree(outcome_of(task.read, swapped.function, arguments), right) for arguments, right in rows
            )


def test_c_at_least_r_in_place_of_c_above_r_is_no_mistake():
    import math

    from bleu_helpers import closest_ref_length

    def brevity_penalty(candidate, references):
        c, r = len(candidate), closest_ref_length(candidate, references)
        if c == 0:
            return 0
        return 1 if c >= r else math.exp(1 - r / c)

    assert diagnose(brevity_penalty, "brevity_penalty").status == "correct"
