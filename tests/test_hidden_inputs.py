"""Wrong functions that once passed a lesson's check: the inputs that every check has see each now.

What once got full points in a problem set is in test_ways_of_reading.py.
"""

from dataclasses import replace
from random import Random

import pytest

import bleu_helpers
from bleu_helpers.checks import diagnose
from bleu_helpers.checks._recipe import BUILD, RIGHT
from bleu_helpers.checks._slips import SLIPS
from bleu_helpers.checks._tasks import TASKS
from exercise_checker.outcomes import agree, outcome_of


def lower(words):
    return [word.lower() for word in words]


CASE, JOINED = "capital letters make no difference", "the words of an n-gram are joined without a blank"


def built(task, **choices):
    return BUILD[task](replace(RIGHT, **choices))


def joined(words, n):
    return ["".join(words[start : start + n]) for start in range(len(words) - n + 1)]


@pytest.mark.parametrize("task", ["modified_precision", "bleu_score", "rouge_n", "ngram_f1", "corpus_bleu"])
def test_ngrams_that_are_joined_without_a_blank_are_seen_and_named(task):
    assert diagnose(built(task, ngrams=joined), task).mistake == JOINED


@pytest.mark.parametrize(
    "task",
    "simple_count unigram_precision count_clip modified_precision bleu_score rouge_n ngram_f1 corpus_bleu "
    "word_error_rate".split(),
)
def test_small_letters_in_place_of_capitals_are_seen_and_named(task):
    assert diagnose(built(task, read=lower), task).mistake == CASE


def with_letters(words):
    return [word for word in words if word.isalnum()]


def four_words_at_most(words, n):
    return RIGHT.ngrams(words, n) if n <= 4 else []


ONCE_PASSED = {
    "four weights bleu_score": lambda candidate, references, weights: bleu_helpers.bleu_score(
        candidate, references, weights[:4]
    ),
    "four weights corpus_bleu": lambda candidates, references_per_candidate, weights: bleu_helpers.corpus_bleu(
        candidates, references_per_candidate, weights[:4]
    ),
    "a part of a word unigram_precision": lambda candidate, references: (
        sum(any(word in " ".join(other) for other in references) for word in candidate) / max(len(candidate), 1)
    ),
    "four words simple_count": built("simple_count", ngrams=four_words_at_most),
    "four words modified_precision": built("modified_precision", ngrams=four_words_at_most),
    "cut simple_count": built("simple_count", read=lambda words: words[:20]),
    "cut modified_precision": built("modified_precision", read=lambda words: words[:20]),
    "four references modified_precision": built("modified_precision", references=lambda references: references[:4]),
    "four references bleu_score": built("bleu_score", references=lambda references: references[:4]),
    "no marks bleu_score": built("bleu_score", read=with_letters),
    "no marks word_error_rate": built("word_error_rate", read=with_letters),
}


@pytest.mark.parametrize("label", ONCE_PASSED)
def test_a_function_that_once_passed_a_check_is_wrong_on_an_input_that_every_check_has(label):
    task = TASKS[label.rpartition(" ")[2]]
    assert not all(agree(outcome_of(task.read, ONCE_PASSED[label], probe), task.right(probe)) for probe in task.probes)


def witnesses(task):
    """Draw inputs that are none of the task's: words that differ in a capital or a blank, marks, up to five orders."""
    random = Random("witnesses")
    words = ["a", "A", "aa", "b", "ab", "."]
    sentence = lambda: random.choices(words, k=random.randint(1, 6))  # noqa: E731
    draw = {
        "tokens": sentence,
        "candidate": sentence,
        "reference": sentence,
        "references": lambda: [sentence() for _ in range(random.randint(1, 3))],
        "candidates": lambda: [sentence(), sentence()],
        "references_per_candidate": lambda: [[sentence()], [sentence(), sentence()]],
        "n": lambda: random.randint(1, 5),
        "weights": lambda: random.choice([(1.0,), (0.7, 0.3), (0.2,) * 5]),
        "precision": random.random,
        "recall": random.random,
        "beta": lambda: random.choice([1.0, 2.0]),
    }
    return [tuple(draw[name]() for name in task.parameters) for _ in range(60)]


@pytest.mark.parametrize("name", TASKS)
def test_each_slip_that_changes_anything_in_a_task_shows_on_its_probes_whether_it_is_registered_there_or_not(name):
    """The witnesses are inputs of no task: a slip that is right on all of them is no mistake in this one."""
    task, seen = TASKS[name], set()
    strange = witnesses(task)
    for slip in SLIPS:
        function = built(name, **{slip.field: slip.choice})
        shows = lambda inputs: any(  # noqa: E731
            not agree(outcome_of(task.read, function, one), task.right(one))  # noqa: B023
            for one in inputs
        )
        if shows(strange):
            seen.add(slip.name)
            assert shows(task.probes), slip.name
    assert seen
