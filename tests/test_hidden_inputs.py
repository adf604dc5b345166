"""Wrong functions that once got full points in a problem set, and passed a lesson's check: the inputs see each now."""

import re
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from course import ASSIGNMENTS

import bleu_helpers
from bleu_helpers.checks import diagnose
from bleu_helpers.checks._outcomes import agree, outcome_of
from bleu_helpers.checks._recipe import BUILD, RIGHT
from bleu_helpers.checks._slips import SLIPS
from bleu_helpers.checks._tasks import TASKS
from bleu_helpers.course import _secrets

PROBLEM_SETS = _secrets._load(str(ASSIGNMENTS / "answers.py"))


def lower(words):
    return [word.lower() for word in words]


def normalise(words, change=lambda word: word):
    return [change(word.lower()) for word in words if any(sign.isalnum() for sign in word)]


def within(reference, word):
    """How often a word stands in a reference, also as a part of another word."""
    return " ".join(reference).count(word)


def most(word, references, count=lambda reference, word: reference.count(word)):
    return max(count(reference, word) for reference in references)


def overused(candidate, references, count=lambda reference, word: reference.count(word)):
    over = {word: candidate.count(word) - most(word, references, count) for word in candidate}
    return {word: excess for word, excess in over.items() if excess > 0}


def credited(candidate, references, count=lambda reference, word: reference.count(word)):
    return [int(candidate[:place].count(word) < most(word, references, count)) for place, word in enumerate(candidate)]


def order_precisions(candidate, references, max_n, read=list):
    words, others = read(candidate), [read(reference) for reference in references]
    orders = [n for n in range(1, max_n + 1) if len(words) >= n]
    return [bleu_helpers.modified_precision(words, others, n) for n in orders]


def mean_penalty(candidate, references, read=list):
    words, others = read(candidate), [read(reference) for reference in references]
    return sum(bleu_helpers.brevity_penalty(words, [other]) for other in others) / len(others)


def text_precision(sentences, references_of_each, n, key=tuple):
    matched = total = 0
    for sentence, references in zip(sentences, references_of_each, strict=True):
        counts, *others = (
            Counter(key(words[start : start + n]) for start in range(len(words) - n + 1))
            for words in (sentence, *references)
        )
        matched += sum(min(count, max(other[gram] for other in others)) for gram, count in counts.items())
        total += counts.total()
    return matched / total if total else 0.0


def ranks(scores, read=lambda score: score):
    scores = [read(score) for score in scores]
    down = sorted(scores, reverse=True)
    return [(2 * down.index(score) + down.count(score) + 1) / 2 for score in scores]


def agreement(metric, human, read=lambda score: score, read_human=lambda score: score):
    metric, human = [read(score) for score in metric], [read_human(score) for score in human]
    pairs = [(i, j) for i in range(len(human)) for j in range(i) if human[i] != human[j]]
    products = [(metric[i] - metric[j]) * (human[i] - human[j]) for i, j in pairs]
    return sum((product > 0) + (product == 0) / 2 for product in products) / len(pairs) if pairs else 0.0


def at_most_1(score):
    return min(score, 1)


ONCE_FULL_POINTS = {
    "overused: a part of a word": lambda candidate, references: overused(candidate, references, within),
    "overused: lower case": lambda candidate, references: overused(lower(candidate), list(map(lower, references))),
    "overused: four references": lambda candidate, references: overused(candidate, references[:4]),
    "credited: a part of a word": lambda candidate, references: credited(candidate, references, within),
    "credited: lower case": lambda candidate, references: credited(lower(candidate), list(map(lower, references))),
    "order_precisions: lower case": lambda candidate, references, max_n: order_precisions(
        candidate, references, max_n, lower
    ),
    "order_precisions: normalised": lambda candidate, references, max_n: order_precisions(
        candidate, references, max_n, normalise
    ),
    "order_precisions: four orders": lambda candidate, references, max_n: order_precisions(
        candidate, references, min(max_n, 4)
    ),
    "mean_penalty: normalised": lambda candidate, references: mean_penalty(candidate, references, normalise),
    "text_precision: joined": lambda sentences, references_of_each, n: text_precision(
        sentences, references_of_each, n, "".join
    ),
    "text_precision: lower case": lambda sentences, references_of_each, n: text_precision(
        sentences, references_of_each, n, lambda gram: tuple(lower(gram))
    ),
    "ranks: whole percents": lambda scores: ranks(scores, lambda score: int(100 * score)),
    "ranks: one digit": lambda scores: ranks(scores, lambda score: round(score, 1)),
    "ranks: at most 1": lambda scores: ranks(scores, at_most_1),
    "agreement: metric at most 1": lambda metric, human: agreement(metric, human, at_most_1),
    "agreement: human at most 1": lambda metric, human: agreement(metric, human, read_human=at_most_1),
    "agreement: one digit": lambda metric, human: agreement(metric, human, lambda score: round(score, 1)),
}
for change in (
    lambda word: word.strip(","),
    lambda word: word.strip(",!?;:"),
    lambda word: word.strip("'\""),
    lambda word: word.replace(",", ""),
    lambda word: word.replace("_", ""),
    lambda word: re.sub("[$%&#@]", "", word),
    lambda word: re.sub("[#@]", "", word),
):
    ONCE_FULL_POINTS[f"normalise: {change(',&#_cat')}, {len(ONCE_FULL_POINTS)}"] = lambda tokens, change=change: (
        normalise(tokens, change)
    )


@pytest.mark.parametrize(
    "right",
    [overused, credited, order_precisions, mean_penalty, text_precision, normalise, ranks, agreement],
    ids=lambda right: right.__name__,
)
def test_what_the_wrong_ones_are_made_of_is_right(right):
    task = PROBLEM_SETS[right.__name__]
    assert all(agree(outcome_of(task.read, right, probe), task.right(probe)) for probe in task.probes)


@pytest.mark.parametrize("label", ONCE_FULL_POINTS)
def test_a_function_that_once_got_full_points_gets_them_with_no_seed(label):
    """One of the inputs that every course has, whatever its seed, shows the mistake."""
    task, function = PROBLEM_SETS[label.partition(":")[0]], ONCE_FULL_POINTS[label]
    assert not all(agree(outcome_of(task.read, function, probe), task.right(probe)) for probe in task.probes)


# The checks of the lessons.


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
